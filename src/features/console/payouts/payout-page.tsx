/** One payout request: the amount, the performer's balance, and the decision. */
import { fullDate } from '@web/lib/i18n/dates';
import { payoutState, transferLabels } from '@web/lib/wording/money-labels';
import { formatTokens } from '@web/lib/i18n/money';
import { services } from '@web/services/services';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { PayoutSales } from '@web/checkout/payout-earnings';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useReauthentication } from '@web/forms/use-reauthentication';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { TextField } from '@web/ui/forms/fields';
import { Link } from '@web/ui/core/link';
import { Notice } from '@web/ui/feedback/notice';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { StateMark } from '@web/ui/feedback/state-mark';
import { Tokens } from '@web/ui/display/tokens';
import { useRouter } from 'next/router';
import { useRef, useState } from 'react';
import { v4 as uuid } from 'uuid';
import { AccountLink } from '../parts/account-line';
import { ConsoleFrame } from '../parts/console-frame';
import { DetailList } from '../parts/detail-list';
import { DestinationPanel } from './destination-panel';
import { ReasonDialog } from '../parts/reason-dialog';
import { byId } from '../parts/requests';
import styles from '../parts/console.module.css';

type Payout = ResponseOf<'GET /payout-requests/:id/view'>;
type Decision = 'approve' | 'reject' | 'done';

const back = { href: '/admin/payouts', label: 'Back to payouts' };

export function PayoutScreen() {
  const { id } = useRouter().query;
  const { data, error, mutate } = useEndpoint('GET /payout-requests/:id/view', typeof id === 'string' ? byId(id) : null);
  if (data === undefined) {
    return (
      <ConsoleFrame title="Payout" back={back}>
        {error ? <ErrorState error={error} onRetry={() => void mutate()} /> : <Skeleton shape="profile" label="Loading the request…" />}
      </ConsoleFrame>
    );
  }
  return (
    <ConsoleFrame title={`Payout of ${formatTokens(data.amount)} tokens`} back={back}>
      <div className={styles.stack}>
        <AccountLink account={data.performer} href={`/admin/performers/${data.performer._id}`} />
        <PayoutDecision payout={data} onDecided={() => void mutate()} />
        <div className={styles.halves}>
          <RequestDetails payout={data} />
          <LedgerEntries payout={data} />
        </div>
        <section className={styles.panel} aria-label="Sales">
          <h2 className={styles.panelTitle}>Sales</h2>
          <PayoutSales id={data._id} />
        </section>
      </div>
    </ConsoleFrame>
  );
}

function RequestDetails({ payout }: { payout: Payout }) {
  const { account, requestNote, operatorNote, reference, reversed, createdAt, decidedAt } = payout;
  const { label, tone } = payoutState(payout);
  return (
    <DetailList
      title="Request"
      details={[
        { label: 'Status', value: <StateMark tone={tone} label={label} /> },
        { label: 'Paid to', value: account },
        { label: 'Creator’s note', value: requestNote },
        { label: 'Operator’s note', value: operatorNote },
        { label: 'Reference', value: reference },
        ...(reversed === 0 ? [] : [{ label: 'Returned to the creator by the gateway', value: <Tokens amount={reversed} /> }]),
        { label: 'Requested', value: fullDate(createdAt, undefined, 'UTC') },
        { label: 'Decided', value: decidedAt === null ? null : fullDate(decidedAt, undefined, 'UTC') },
      ]}
    />
  );
}

function LedgerEntries({ payout }: { payout: Payout }) {
  return (
    <DetailList
      title="Ledger entries"
      details={payout.entries.map(({ reason, change, createdAt }) => ({
        label: `${transferLabels[reason]}, ${fullDate(createdAt, undefined, 'UTC')}`,
        value: <Tokens amount={change} />,
      }))}
    />
  );
}

function PayoutDecision({ payout, onDecided }: { payout: Payout; onDecided: () => void }) {
  const [confirming, setConfirming] = useState<Decision | null>(null);
  const [reference, setReference] = useState('');
  const { withReauthentication, dialog } = useReauthentication();
  // One idempotency key per opened page: a second click or a retry after a lost response pays once.
  const key = useRef(uuid());
  const { _id: id, status, performer, amount, method } = payout;
  const decide = async (request: () => Promise<unknown>, message: string) => {
    if ((await withReauthentication(request)) === null) return;
    setConfirming(null);
    showToast({ tone: 'ok', text: message });
    onDecided();
  };
  if (status === 'done' || status === 'rejected') return null;
  return (
    <>
      <div className={styles.actions}>
        {status === 'pending' ? (
          <Button kind="primary" onPress={() => setConfirming('approve')}>
            Approve
          </Button>
        ) : (
          <Button kind="primary" onPress={() => setConfirming('done')}>
            {method === 'stripe' ? 'Pay now' : 'Mark as paid'}
          </Button>
        )}
        <Button kind="danger" onPress={() => setConfirming('reject')}>
          Reject
        </Button>
      </div>
      {status === 'approved' && method !== 'stripe' ? (
        <>
          {payout.batchId === null ? (
            <Notice>Send the money through your bank or PayPal. Then mark the payout as paid and add the reference.</Notice>
          ) : (
            <Notice>
              This payout is in a <Link href="/admin/payouts?tab=files">payment file</Link>.
            </Notice>
          )}
          <DestinationPanel id={id} withReauthentication={withReauthentication} />
        </>
      ) : null}
      <ConfirmDialog
        open={confirming === 'approve'}
        tone="plain"
        title={`Approve the payout to ${performer.name}?`}
        consequence={`${formatTokens(amount)} tokens stay reserved until they’re paid out.`}
        actionLabel="Approve payout"
        onConfirm={() =>
          decide(
            () => services.adminMoney['POST /admin/payout-requests/:id/approve']({ params: { id }, body: { note: '' } }),
            'Payout approved',
          )
        }
        onClose={() => setConfirming(null)}
      />
      <ConfirmDialog
        open={confirming === 'done'}
        tone="plain"
        title={method === 'stripe' ? `Pay out ${formatTokens(amount)} tokens to ${performer.name} now?` : 'Mark as paid?'}
        consequence={method === 'stripe' ? 'The gateway sends the money immediately.' : 'The ledger then shows the payout as paid.'}
        actionLabel={method === 'stripe' ? 'Pay now' : 'Mark as paid'}
        onConfirm={() =>
          decide(
            () =>
              services.adminMoney['POST /admin/payout-requests/:id/done'](
                { params: { id }, body: { reference: reference.trim() } },
                { idempotencyKey: key.current },
              ),
            'Payout marked as paid',
          )
        }
        onClose={() => setConfirming(null)}
      >
        <TextField label="Reference" optional value={reference} maxLength={500} onChange={(event) => setReference(event.target.value)} />
      </ConfirmDialog>
      {confirming === 'reject' ? (
        <ReasonDialog
          title={`Reject the payout to ${performer.name}?`}
          consequence="The creator gets the reserved tokens back and sees your reason."
          actionLabel="Reject payout"
          onConfirm={(note) =>
            decide(
              () => services.adminMoney['POST /admin/payout-requests/:id/reject']({ params: { id }, body: { note } }),
              'Payout rejected',
            )
          }
          onClose={() => setConfirming(null)}
        />
      ) : null}
      {dialog}
    </>
  );
}
