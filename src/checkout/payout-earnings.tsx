/** The sales in a payout, for the performer and for operators. */
import type { TableQuery } from '@web/lib/table-query';
import { earningTypeLabels } from '@web/lib/wording/money-labels';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import type { TableColumn } from '@web/ui/lists/query-table';
import type { ResponseOf } from '@web/services/call';
import { QueryTable } from '@web/ui/lists/query-table';
import { EmptyState } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { Tokens } from '@web/ui/display/tokens';
import { tableDefaults } from '@contract/kernel/conventions';
import { useState } from 'react';
import { DownloadButton } from '@web/ui/lists/download-button';
import styles from './payout-earnings.module.css';

type Sale = ResponseOf<'GET /payout-requests/:id/sales'>['data'][number];

const columns: readonly TableColumn<Sale>[] = [
  { key: 'user', title: 'Fan', render: ({ user }) => user.name },
  { key: 'type', title: 'Type', render: ({ type }) => earningTypeLabels[type] },
  { key: 'netPrice', title: 'Net', align: 'end', render: ({ netPrice }) => <Tokens amount={netPrice} /> },
  { key: 'paid', title: 'In this payout', align: 'end', render: ({ paid }) => <Tokens amount={paid} /> },
  { key: 'createdAt', title: 'Date', render: ({ createdAt }) => <TimeAgo at={createdAt} /> },
];

export function PayoutSales({ id }: { id: string }) {
  const [query, setQuery] = useState<TableQuery>({ ...tableDefaults, pageSize: 10 });
  const { current, pageSize } = query;
  const { data, error, isLoading, mutate } = useEndpoint(
    'GET /payout-requests/:id/sales',
    { params: { id }, query: { limit: pageSize, offset: (current - 1) * pageSize, sortBy: 'createdAt' } },
    { keepPreviousData: true },
  );
  return (
    <div className={styles.sales}>
      <QueryTable<Sale>
        label="Sales in this payout"
        columns={columns}
        rows={data?.data}
        keyOf={({ _id }) => _id}
        total={data?.total ?? 0}
        query={query}
        onQuery={setQuery}
        loading={isLoading}
        error={error}
        onRetry={() => void mutate()}
        empty={
          <EmptyState
            title="No sales linked to this payout"
            text="This payout was rejected, covers an adjustment or predates sales records."
          />
        }
      />
      {data === undefined || data.total === 0 ? null : (
        <DownloadButton
          name={`payout-${id.slice(0, 8)}.csv`}
          read={() => services.earnings['GET /payout-requests/:id/statement']({ params: { id } })}
        />
      )}
    </div>
  );
}
