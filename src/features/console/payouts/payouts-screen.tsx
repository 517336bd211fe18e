/** Payout requests of all performers. */
import { optionsOf, payoutMethodWords, payoutState, payoutStates } from '@web/lib/money-words';
import type { AnswerOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import type { TableColumn } from '@web/ui/lists/query-table';
import { TabRow } from '@web/ui/actions/chips';
import { SearchTable } from '@web/ui/lists/search-table';
import { Empty } from '@web/ui/feedback/states';
import { StateMark } from '@web/ui/feedback/state-mark';
import { TimeAgo } from '@web/ui/display/times';
import { Tokens } from '@web/ui/display/tokens';
import { useRouter } from 'next/router';
import { useTable } from '@web/ui/lists/use-table';
import { AccountLine } from '../parts/account-line';
import { ConsoleFrame } from '../parts/console-frame';
import { payoutsRead, payoutSorts, payoutTabOf, type PayoutTab } from '../parts/money-requests';
import { PaymentFiles } from './payment-files';
import styles from '../parts/console.module.css';

type Payout = AnswerOf<'GET /admin/payout-requests/search'>['data'][number];

const columns: readonly TableColumn<Payout>[] = [
  {
    key: 'performer',
    title: 'Performer',
    render: ({ _id, performer }) => <AccountLine account={performer} href={`/admin/payouts/${_id}`} />,
  },
  { key: 'amount', title: 'Amount', align: 'end', sortable: true, render: ({ amount }) => <Tokens amount={amount} /> },
  { key: 'method', title: 'Paid to', render: ({ account }) => account },
  {
    key: 'status',
    title: 'Status',
    render: (payout) => <StateMark tone={payoutState(payout).tone}>{payoutState(payout).word}</StateMark>,
  },
  { key: 'createdAt', title: 'Asked', sortable: true, render: ({ createdAt }) => <TimeAgo at={createdAt} /> },
];

const choices = [
  { key: 'status', label: 'Status', any: 'Any status', options: optionsOf(payoutStates) },
  { key: 'method', label: 'Paid to', any: 'Any way', options: optionsOf(payoutMethodWords) },
];

const tabs: { value: PayoutTab; label: string }[] = [
  { value: 'requests', label: 'Requests' },
  { value: 'files', label: 'Payment files' },
];

export function PayoutsScreen() {
  const current = payoutTabOf(useRouter().query);
  return (
    <ConsoleFrame title="Payouts">
      <TabRow
        label="Requests and files"
        tabs={tabs}
        current={current}
        hrefOf={(value) => (value === 'requests' ? '/admin/payouts' : `/admin/payouts?tab=${value}`)}
      />
      <div className={styles.panelOfTab}>{current === 'requests' ? <Requests /> : <PaymentFiles />}</div>
    </ConsoleFrame>
  );
}

function Requests() {
  const place = useTable(payoutSorts, choices);
  const found = useEndpoint('GET /admin/payout-requests/search', payoutsRead(place.address), { keepPreviousData: true });
  return (
    <SearchTable<Payout>
      label="Payouts"
      searchLabel="Search by name"
      place={place}
      choices={choices}
      found={found}
      columns={columns}
      empty={
        <Empty
          title={place.isFiltered ? 'No payout matches' : 'No payout was asked for yet'}
          text={place.isFiltered ? 'Change or remove a filter.' : undefined}
        />
      }
    />
  );
}
