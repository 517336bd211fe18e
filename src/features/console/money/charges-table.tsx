/** All purchases from wallets. */
import { chargeStates, chargeTypeLabels } from '@web/lib/wording/money-labels';
import { optionsOf } from '@web/lib/wording/state-label';
import { services } from '@web/services/services';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { DownloadButton } from '@web/ui/lists/download-button';
import { useHasRight } from '@web/session/use-has-right';
import { Button } from '@web/ui/actions/button';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { EmptyState } from '@web/ui/feedback/states';
import { StateMark } from '@web/ui/feedback/state-mark';
import { TimeAgo } from '@web/ui/display/times';
import { Tokens } from '@web/ui/display/tokens';
import { useTable } from '@web/ui/lists/use-table';
import { useState } from 'react';
import { AccountLink } from '../parts/account-line';
import { chargesRequest, chargeSorts } from '../parts/money-requests';
import { RefundDialog } from './refund-dialog';
import styles from '../parts/console.module.css';

type Charge = ResponseOf<'GET /admin/charges/search'>['data'][number];

const filters = [
  { key: 'type', label: 'Type', anyLabel: 'Any type', options: optionsOf(chargeTypeLabels) },
  { key: 'status', label: 'Status', anyLabel: 'Any status', options: optionsOf(chargeStates) },
];

const columns: readonly TableColumn<Charge>[] = [
  { key: 'user', title: 'Fan', render: ({ user }) => <AccountLink account={user} href={`/admin/users/${user._id}`} /> },
  { key: 'type', title: 'Description', render: ({ type, performer }) => `${chargeTypeLabels[type]}, ${performer.name}` },
  { key: 'price', title: 'Price', align: 'end', sortable: true, render: ({ price }) => <Tokens amount={price} /> },
  { key: 'commission', title: 'Commission', align: 'end', render: ({ commission }) => <Tokens amount={commission} /> },
  {
    key: 'status',
    title: 'Status',
    render: ({ status }) => <StateMark {...chargeStates[status]} />,
  },
  { key: 'createdAt', title: 'Date', sortable: true, render: ({ createdAt }) => <TimeAgo at={createdAt} /> },
];

const refundColumn = (onRefund: (charge: Charge) => void): TableColumn<Charge> => ({
  key: 'refund',
  title: 'Refund',
  render: (charge) =>
    charge.status === 'success' ? (
      <Button size="small" onPress={() => onRefund(charge)}>
        Refund
      </Button>
    ) : (
      '–'
    ),
});

export function ChargesTable() {
  const may = useHasRight();
  const table = useTable(chargeSorts, filters, ['tab']);
  const result = useEndpoint('GET /admin/charges/search', chargesRequest(table.urlQuery), { keepPreviousData: true });
  const [refunding, setRefunding] = useState<Charge | null>(null);
  const { q, type, status } = chargesRequest(table.urlQuery).query;
  return (
    <>
      <SearchTable<Charge>
        label="Charges"
        searchLabel="Search by name"
        table={table}
        filters={filters}
        result={result}
        columns={may('money.refund') ? [...columns, refundColumn(setRefunding)] : columns}
        empty={<EmptyState title={table.isFiltered ? 'No matching charges' : 'No charges yet'} />}
      />
      <p className={styles.actions}>
        <DownloadButton name="charges.csv" read={() => services.adminMoney['GET /admin/charges/csv']({ query: { q, type, status } })} />
      </p>
      {refunding === null ? null : (
        <RefundDialog
          amount={refunding.price}
          currency={null}
          name={refunding.user.name}
          consequence={`The tokens return to the fan’s wallet. ${refunding.performer.name} and the site pay back their shares.`}
          refund={(body, idempotencyKey) =>
            services.adminMoney['POST /admin/charges/:id/refund']({ params: { id: refunding._id }, body }, { idempotencyKey })
          }
          onClose={() => setRefunding(null)}
          onDone={() => {
            setRefunding(null);
            void result.mutate();
          }}
        />
      )}
    </>
  );
}
