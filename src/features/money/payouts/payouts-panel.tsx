/** A performer's payouts: what she holds, the request that is open, and all earlier ones. */
import { optionsOf, payoutMethodWords, payoutState, payoutStates } from '@web/lib/money-words';
import type { AnswerOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { useSocketEvent } from '@web/realtime/socket-events';
import { formatTokens } from '@web/lib/i18n/money';
import { PayoutSales } from '@web/checkout/payout-earnings';
import { Button } from '@web/ui/actions/button';
import { Sheet } from '@web/ui/dialogs/sheet';
import { Figures } from '@web/ui/display/figures';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { Empty, Fault, Skeleton } from '@web/ui/feedback/states';
import { StateMark } from '@web/ui/feedback/state-mark';
import { Day, TimeAgo } from '@web/ui/display/times';
import { Tokens } from '@web/ui/display/tokens';
import { useTable } from '@web/ui/lists/use-table';
import dynamic from 'next/dynamic';
import { useCallback, useState } from 'react';
import { holdingsRead, payoutSorts, payoutsRead } from '../../payouts/reads';
import styles from './payouts.module.css';

export type Payout = AnswerOf<'GET /payout-requests/search'>['data'][number];
export type Holdings = AnswerOf<'POST /payout-requests/calculate'>;
type Pending = AnswerOf<'GET /payout-requests/check/pending-review'>;

const RequestDialog = dynamic(() => import('./request-dialog').then((loaded) => loaded.RequestDialog), { ssr: false });

const columns: readonly TableColumn<Payout>[] = [
  { key: 'amount', title: 'Amount', sortable: true, render: ({ amount }) => <Tokens amount={amount} /> },
  { key: 'method', title: 'Paid to', render: ({ account }) => account },
  {
    key: 'status',
    title: 'Status',
    render: (payout) => <StateMark tone={payoutState(payout).tone}>{payoutState(payout).word}</StateMark>,
  },
  {
    key: 'operatorNote',
    title: 'Note',
    render: ({ operatorNote, reference }) => [operatorNote, reference].filter(Boolean).join(' · ') || '–',
  },
  { key: 'sales', title: 'Sales', render: (payout) => <SalesButton payout={payout} /> },
  { key: 'createdAt', title: 'Asked', sortable: true, render: ({ createdAt }) => <TimeAgo at={createdAt} /> },
  { key: 'updatedAt', title: 'Updated', sortable: true, render: ({ updatedAt }) => <TimeAgo at={updatedAt} /> },
];

const choices = [
  { key: 'status', label: 'Status', any: 'Any status', options: optionsOf(payoutStates) },
  { key: 'method', label: 'Paid to', any: 'Any way', options: optionsOf(payoutMethodWords) },
];

export function PayoutsPanel() {
  const place = useTable(payoutSorts, choices, ['tab']);
  const holdings = useEndpoint('POST /payout-requests/calculate', holdingsRead);
  const pending = useEndpoint('GET /payout-requests/check/pending-review', {});
  const found = useEndpoint('GET /payout-requests/search', payoutsRead(place.address), { keepPreviousData: true });
  const [isOpen, setOpen] = useState(false);
  const [readHoldings, readPending, readList] = [holdings.mutate, pending.mutate, found.mutate];
  const refresh = useCallback(() => {
    void readHoldings();
    void readPending();
    void readList();
  }, [readHoldings, readPending, readList]);
  useSocketEvent('payout/changed', refresh);
  useSocketEvent('wallet/balance-changed', refresh);

  const fault = holdings.error ?? pending.error;
  if (fault && (holdings.data === undefined || pending.data === undefined)) return <Fault error={fault} onRetry={refresh} />;
  if (holdings.data === undefined || pending.data === undefined) return <Skeleton shape="row" count={4} label="Adding up…" />;
  return (
    <div className={styles.panel}>
      <Sums holdings={holdings.data} />
      <Next pending={pending.data} holdings={holdings.data} onRequest={() => setOpen(true)} />
      <SearchTable<Payout>
        label="Payouts"
        place={place}
        choices={choices}
        found={found}
        columns={columns}
        empty={
          <Empty
            title={place.isFiltered ? 'No payout matches' : 'No payout yet'}
            text={place.isFiltered ? 'Change or remove a filter.' : 'What you ask for is listed here with its state.'}
          />
        }
      />
      {isOpen ? (
        <RequestDialog
          holdings={holdings.data}
          open={pending.data.payoutRequest}
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

function Sums({ holdings }: { holdings: Holdings }) {
  const { available, clearing, clearsAt, held, previouslyPaid, totalEarned } = holdings;
  return (
    <>
      <Figures
        label="What you hold"
        figures={[
          { label: 'Available', value: <Tokens amount={available} />, main: true },
          { label: 'Available later', value: <Tokens amount={clearing} /> },
          { label: 'Held for payouts', value: <Tokens amount={held} /> },
          { label: 'Paid out', value: <Tokens amount={previouslyPaid} /> },
          { label: 'Earned in all', value: <Tokens amount={totalEarned} /> },
        ]}
      />
      {clearsAt === null ? null : (
        <p className={styles.quiet}>
          The next of your sales becomes available on <Day at={clearsAt} />.
        </p>
      )}
    </>
  );
}

/** Opens the sales that a payout pays. */
function SalesButton({ payout }: { payout: Payout }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        aria-label={`See the sales of the payout of ${formatTokens(payout.amount)} tokens`}
        onPress={() => setOpen(true)}
      >
        See sales
      </Button>
      <Sheet open={isOpen} title={`Payout of ${formatTokens(payout.amount)} tokens`} side="end" onClose={() => setOpen(false)}>
        <PayoutSales id={payout._id} />
      </Sheet>
    </>
  );
}

/** Steps of a request, the one that is reached emphasised. */
const steps = ['pending', 'approved', 'done'] as const;

/** The next payout: the request that is open, or what is needed for one. One frame for both, so that nothing moves when one becomes the other. */
function Next({ pending, holdings, onRequest }: { pending: Pending; holdings: Holdings; onRequest: () => void }) {
  const { payoutRequest: open } = pending;
  const missing = Math.round((holdings.minimum - holdings.available) * 100) / 100;
  return (
    <section className={styles.next} aria-label={open === null ? 'Next payout' : 'Open request'}>
      {open === null ? <Ready missing={missing} minimum={holdings.minimum} /> : <Asked open={open} />}
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li
            key={step}
            aria-current={step === open?.status ? 'step' : undefined}
            className={step === open?.status ? styles.reached : undefined}
          >
            {payoutStates[step].word}
          </li>
        ))}
      </ol>
      <div className={styles.act}>
        {open === null && missing <= 0 ? (
          <Button kind="primary" onPress={onRequest}>
            Request payout
          </Button>
        ) : null}
        {open?.status === 'pending' ? <Button onPress={onRequest}>Change request</Button> : null}
        {open?.status === 'approved' ? <p>It is on its way. A new request is possible afterwards.</p> : null}
      </div>
    </section>
  );
}

function Ready({ missing, minimum }: { missing: number; minimum: number }) {
  if (missing <= 0) return <p>No request is open.</p>;
  return (
    <p>
      <Tokens amount={missing} /> more until the smallest payout of <Tokens amount={minimum} />.
    </p>
  );
}

function Asked({ open }: { open: Payout }) {
  return (
    <p>
      <strong>
        <Tokens amount={open.amount} />
      </strong>{' '}
      to be paid to {open.account}
    </p>
  );
}
