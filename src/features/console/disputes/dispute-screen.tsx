/** One dispute: its status and its evidence. */
import { awaitsEvidence } from '@contract/kernel/values/disputes';
import { formatCurrency } from '@web/lib/i18n/money';
import { paymentTypeLabels } from '@web/lib/wording/money-labels';
import { translateMessage } from '@web/lib/i18n/server-messages';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { useHasRight } from '@web/session/use-has-right';
import { Notice } from '@web/ui/feedback/notice';
import { StateMark } from '@web/ui/feedback/state-mark';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { FullTime } from '@web/ui/display/times';
import { serverNow } from '@web/lib/server-clock';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { AccountLink } from '../parts/account-line';
import { ConsoleFrame } from '../parts/console-frame';
import { DetailList } from '../parts/detail-list';
import { byId } from '../parts/requests';
import { EvidenceForm } from './evidence-form';
import { EvidenceText } from './evidence-text';
import { disputeStates, disputeReasonLabel } from './labels';
import styles from '../parts/console.module.css';

export type DisputeWithEvidence = ResponseOf<'GET /admin/disputes/:id'>;

const back = { href: '/admin/disputes', label: 'Back to disputes' };
/** The polling interval while the gateway has not responded. */
const poll_ms = 15_000;

const isPending = ({ answer }: Pick<DisputeWithEvidence, 'answer'>): boolean => answer === 'submitting' || answer === 'accepting';

export function DisputeScreen() {
  const { id } = useRouter().query;
  const { data, error, mutate } = useEndpoint('GET /admin/disputes/:id', typeof id === 'string' ? byId(id) : null, {
    refreshInterval: (latest) => (latest !== undefined && isPending(latest) ? poll_ms : 0),
  });
  if (data === undefined) {
    return (
      <ConsoleFrame title="Dispute" back={back}>
        {error ? <ErrorState error={error} onRetry={() => void mutate()} /> : <Skeleton shape="profile" label="Loading the dispute…" />}
      </ConsoleFrame>
    );
  }
  return (
    <ConsoleFrame title={`Dispute for ${formatCurrency(data.amount, data.currency)}`} back={back}>
      <div className={styles.stack}>
        <AccountLink account={data.user} href={`/admin/users/${data.user._id}`} />
        <DisputeDetails dispute={data} />
        <Evidence dispute={data} onUpdated={(next) => void mutate(next, { revalidate: false })} />
      </div>
    </ConsoleFrame>
  );
}

function DisputeDetails({ dispute }: { dispute: DisputeWithEvidence }) {
  const { status, amount, currency, reason, evidenceDueAt, submittedAt, createdAt, payment, performer, gatewayId } = dispute;
  return (
    <DetailList
      title="Case"
      details={[
        { label: 'Status', value: <StateMark {...disputeStates[status]} /> },
        { label: 'Reason', value: disputeReasonLabel(reason) },
        { label: 'Amount', value: formatCurrency(amount, currency) },
        { label: 'Evidence due', value: evidenceDueAt === null ? null : <FullTime at={evidenceDueAt} /> },
        { label: 'Payment', value: `${payment.receiptNumber}, ${paymentTypeLabels[payment.type]}` },
        ...(performer === null ? [] : [{ label: 'Creator', value: performer.name }]),
        { label: 'Paid', value: <FullTime at={payment.createdAt} /> },
        { label: 'Opened', value: <FullTime at={createdAt} /> },
        { label: 'Submitted', value: submittedAt === null ? null : <FullTime at={submittedAt} /> },
        { label: 'Gateway ID', value: <bdi dir="ltr">{gatewayId}</bdi> },
      ]}
    />
  );
}

const outcomeTexts: Partial<Record<DisputeWithEvidence['status'], string>> = {
  under_review: 'The bank is reviewing the evidence. This can take several weeks.',
  warning_under_review: 'The bank is reviewing the evidence. This can take several weeks.',
  won: 'The bank decided in your favor. You got the money back.',
  lost: 'The bank decided in the customer’s favor. They keep the money.',
  warning_closed: 'The inquiry is closed. No money moved.',
};

function Evidence({ dispute, onUpdated }: { dispute: DisputeWithEvidence; onUpdated: (dispute: DisputeWithEvidence) => void }) {
  const may = useHasRight();
  const [now] = useState(serverNow);
  const { answer, evidenceDueAt, failure, sent, draft, collected } = dispute;
  const isOpen = answer === 'none' && awaitsEvidence(dispute);
  const isLate = isOpen && evidenceDueAt !== null && Date.parse(evidenceDueAt) <= now;
  if (isPending(dispute))
    return (
      <>
        <Notice tone="warn">The gateway hasn’t responded yet. We check again every minute and never submit twice.</Notice>
        {sent === null ? null : <EvidenceText title="Evidence" evidence={sent} />}
      </>
    );
  if (!isOpen || isLate)
    return (
      <>
        <Notice tone={dispute.status === 'won' ? 'ok' : 'hint'}>
          {isLate
            ? 'The evidence deadline has passed. The bank will decide without it.'
            : (outcomeTexts[dispute.status] ?? 'This dispute has been answered.')}
        </Notice>
        {sent === null ? null : <EvidenceText title="Submitted evidence" evidence={sent} />}
      </>
    );
  return (
    <>
      {failure === null ? null : (
        <Notice tone="danger" title="The gateway didn’t accept your last response">
          {translateMessage(failure)}
        </Notice>
      )}
      {may('money.refund') ? (
        <EvidenceForm key={dispute._id} dispute={dispute} onUpdated={onUpdated} />
      ) : (
        <EvidenceText title="Evidence" evidence={draft ?? collected} />
      )}
    </>
  );
}
