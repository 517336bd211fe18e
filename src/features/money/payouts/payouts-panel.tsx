/** A performer's payouts: the balance, the open request, and all earlier ones. */
import { payoutMethodLabels, payoutState, payoutStates } from '@web/lib/wording/money-labels';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { useSocketEvent } from '@web/realtime/socket-events';
import { formatTokens, sumOf } from '@web/lib/i18n/money';
import { optionsOf } from '@web/lib/wording/state-label';
import { PayoutSales } from '@web/checkout/payout-earnings';
import { Button } from '@web/ui/actions/button';
import { Sheet } from '@web/ui/dialogs/sheet';
import { Figures } from '@web/ui/display/figures';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import { StateMark } from '@web/ui/feedback/state-mark';
import { Day, TimeAgo } from '@web/ui/display/times';
import { Tokens } from '@web/ui/display/tokens';
import { useTable } from '@web/ui/lists/use-table';
import dynamic from 'next/dynamic';
import { useCallback, useState } from 'react';
import { holdingsRequest, payoutSorts, payoutsRequest } from './requests';
import styles from './payouts.module.css';

export type Payout = ResponseOf<'GET /payout-requests/search'>['data'][number];
export type Holdings = ResponseOf<'POST /payout-requests/calculate'>;
type Pending = ResponseOf<'GET /payout-requests/check/pending-review'>;

const RequestDialog = dynamic(() => import('./request-dialog').then((loaded) => loaded.RequestDialog), { ssr: false });

const columns: readonly TableColumn<Payout>[] = [
  { key: 'amount', title: 'Amount', sortable: true, render: ({ amount }) => <Tokens amount={amount} /> },
  { key: 'method', title: 'Paid to', render: ({ account }) => account },
  {
    key: 'status',
    title: 'Status',
    render: (payout) => <StateMark {...payoutState(payout)} />,
  },
  {
    key: 'operatorNote',
    title: 'Note',
    render: ({ operatorNote, reference }) => [operatorNote, reference].filter(Boolean).join(' · ') || '–',
  },
  { key: 'sales', title: 'Sales', render: (payout) => <SalesButton payout={payout} /> },
  { key: 'createdAt', title: 'Requested', sortable: true, render: ({ createdAt }) => <TimeAgo at={createdAt} /> },
  { key: 'updatedAt', title: 'Updated', sortable: true, render: ({ updatedAt }) => <TimeAgo at={updatedAt} /> },
];

const choices = [
  { key: 'status', label: 'Status', anyLabel: 'Any status', options: optionsOf(payoutStates) },
  { key: 'method', label: 'Paid to', anyLabel: 'Any method', options: optionsOf(payoutMethodLabels) },
];

export function PayoutsPanel() {
  const table = useTable(payoutSorts, choices, ['tab']);
  const holdings = useEndpoint('POST /payout-requests/calculate', holdingsRequest);
  const pending = useEndpoint('GET /payout-requests/check/pending-review', {});
  const result = useEndpoint('GET /payout-requests/search', payoutsRequest(table.urlQuery), { keepPreviousData: true });
  const [isOpen, setOpen] = useState(false);
  const [reloadHoldings, reloadPending, reloadList] = [holdings.mutate, pending.mutate, result.mutate];
  const refresh = useCallback(() => {
    void reloadHoldings();
    void reloadPending();
    void reloadList();
  }, [reloadHoldings, reloadPending, reloadList]);
  useSocketEvent('payout/changed', refresh);
  useSocketEvent('wallet/balance-changed', refresh);

  const error = holdings.error ?? pending.error;
  if (error && (holdings.data === undefined || pending.data === undefined)) return <ErrorState error={error} onRetry={refresh} />;
  if (holdings.data === undefined || pending.data === undefined) return <Skeleton shape="row" count={4} label="Calculating totals…" />;
  return (
    <div className={styles.panel}>
      <BalanceFigures holdings={holdings.data} />
      <NextPayout pending={pending.data} holdings={holdings.data} onRequest={() => setOpen(true)} />
      <SearchTable<Payout>
        label="Payouts"
        table={table}
        filters={choices}
        result={result}
        columns={columns}
        empty={
          <EmptyState
            title={table.isFiltered ? 'No matching payouts' : 'No payouts yet'}
            text={table.isFiltered ? 'Change or remove a filter.' : 'Your payout requests and their status appear here.'}
          />
        }
      />
      {isOpen ? (
        <RequestDialog
          holdings={holdings.data}
          openRequest={pending.data.payoutRequest}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            refresh();
          }}
        />
      ) : null}
    </div>
  );
}

function BalanceFigures({ holdings }: { holdings: Holdings }) {
  const { available, clearing, clearsAt, held, previouslyPaid, totalEarned } = holdings;
  return (
    <>
      <Figures
        label="Your balance"
        figures={[
          { label: 'Available', value: <Tokens amount={available} />, main: true },
          { label: 'Available later', value: <Tokens amount={clearing} /> },
          { label: 'Held for payouts', value: <Tokens amount={held} /> },
          { label: 'Paid out', value: <Tokens amount={previouslyPaid} /> },
          { label: 'Total earned', value: <Tokens amount={totalEarned} /> },
        ]}
      />
      {clearsAt === null ? null : (
        <p className={styles.quiet}>
          Your next earnings become available on <Day at={clearsAt} />.
        </p>
      )}
    </>
  );
}

/** Opens the sales that a payout covers. */
function SalesButton({ payout }: { payout: Payout }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" aria-label={`See sales in the payout of ${formatTokens(payout.amount)} tokens`} onPress={() => setOpen(true)}>
        See sales
      </Button>
      <Sheet open={isOpen} title={`Payout of ${formatTokens(payout.amount)} tokens`} side="end" onClose={() => setOpen(false)}>
        <PayoutSales id={payout._id} />
      </Sheet>
    </>
  );
}

/** The steps of a request, the current one emphasized. */
const steps = ['pending', 'approved', 'done'] as const;

/** The next payout: the open request, or what is required for one. Both use the same layout, so that nothing shifts between them. */
function NextPayout({ pending, holdings, onRequest }: { pending: Pending; holdings: Holdings; onRequest: () => void }) {
  const { payoutRequest: openRequest } = pending;
  const missing = sumOf(holdings.minimum, -holdings.available);
  return (
    <section className={styles.next} aria-label={openRequest === null ? 'Next payout' : 'Open request'}>
      {openRequest === null ? <NoRequest missing={missing} minimum={holdings.minimum} /> : <OpenRequest request={openRequest} />}
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li
            key={step}
            aria-current={step === openRequest?.status ? 'step' : undefined}
            className={step === openRequest?.status ? styles.reached : undefined}
          >
            {payoutStates[step].label}
          </li>
        ))}
      </ol>
      <div className={styles.act}>
        {openRequest === null && missing <= 0 ? (
          <Button kind="primary" onPress={onRequest}>
            Request payout
          </Button>
        ) : null}
        {openRequest?.status === 'pending' ? <Button onPress={onRequest}>Edit request</Button> : null}
        {openRequest?.status === 'approved' ? <p>Your payout is on its way. You can request another after that.</p> : null}
      </div>
    </section>
  );
}

function NoRequest({ missing, minimum }: { missing: number; minimum: number }) {
  if (missing <= 0) return <p>You can request a payout now.</p>;
  return (
    <p>
      <Tokens amount={missing} /> more to reach the minimum payout of <Tokens amount={minimum} />.
    </p>
  );
}

function OpenRequest({ request }: { request: Payout }) {
  return (
    <p>
      Payout of{' '}
      <strong>
        <Tokens amount={request.amount} />
      </strong>{' '}
      to {request.account}
    </p>
  );
}
