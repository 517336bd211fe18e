/** A performer's orders from fans: those that wait to be shipped first, the longest waiting on top. */
import { useRouter } from 'next/router';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useEndpoint } from '@web/services/use-endpoint';
import { Button } from '@web/ui/actions/button';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { EmptyState } from '@web/ui/feedback/states';
import type { TableFilter } from '@web/ui/lists/table-filters';
import { TimeAgo } from '@web/ui/display/times';
import { Tokens } from '@web/ui/display/tokens';
import { useTable } from '@web/ui/lists/use-table';
import { deliveryChoice, deliveryColumn, OrderLink, productColumn, typeChoice, updatedColumn } from './order-columns';
import type { Order } from './order-labels';
import { allStates, filterKeys, salesSort, orderSorts, salesRequest } from './requests';
import { useOrderUpdates } from './use-order-news';
import styles from './orders.module.css';

const BulkShipping = dynamic(() => import('./bulk-shipping').then((loaded) => loaded.BulkShipping), { ssr: false });

const choices: readonly TableFilter[] = [
  {
    ...deliveryChoice,
    anyLabel: 'To ship',
    options: [...deliveryChoice.options.filter(({ value }) => value !== 'processing'), { value: allStates, label: 'Any status' }],
  },
  typeChoice,
];

const isShippable = ({ deliveryStatus, isWithheld }: Order): boolean => deliveryStatus === 'processing' && !isWithheld;

export function SalesTable() {
  const { asPath } = useRouter();
  const table = useTable(orderSorts, choices, ['tab'], salesSort);
  const result = useEndpoint('GET /orders/search', salesRequest(table.urlQuery), { keepPreviousData: true });
  const [selectedIds, setSelectedIds] = useState<readonly string[]>([]);
  const [shipping, setShipping] = useState<readonly Order[] | null>(null);
  useOrderUpdates(result.mutate);
  const selectedOrders = (result.data?.data ?? []).filter((order) => isShippable(order) && selectedIds.includes(order._id));
  const toggle = (id: string) => setSelectedIds((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]));
  const close = () => {
    setShipping(null);
    setSelectedIds([]);
    void result.mutate();
  };
  return (
    <div className={styles.stack}>
      {selectedOrders.length === 0 ? null : (
        <div className={styles.bulk} role="group" aria-label="Selection">
          <span className={styles.bulkCount} role="status">
            {selectedOrders.length} selected
          </span>
          <Button size="small" onPress={() => setShipping(selectedOrders)}>
            Mark as shipped
          </Button>
          <Button size="small" kind="quiet" onPress={() => setSelectedIds([])}>
            Clear selection
          </Button>
        </div>
      )}
      <SearchTable<Order>
        label="Sales"
        table={table}
        filters={choices}
        result={result}
        moreSorts={moreSorts}
        columns={[numberColumnWith(selectedIds, toggle), ...columns]}
        empty={<EmptySales isFiltered={table.isFiltered} state={table.filter(filterKeys.delivery)} path={asPath.split(/[?#]/)[0] ?? ''} />}
      />
      {shipping === null ? null : <BulkShipping orders={shipping} onClose={close} />}
    </div>
  );
}

const moreSorts = [{ value: 'createdAt', label: 'Ordered' }];

const columns: readonly TableColumn<Order>[] = [
  { key: 'user', title: 'Fan', render: ({ user }) => user.name },
  productColumn,
  { key: 'quantity', title: 'Quantity', align: 'end', render: ({ quantity }) => String(quantity) },
  { key: 'earning', title: 'You receive', align: 'end', render: ({ earning }) => <Tokens amount={earning} /> },
  deliveryColumn,
  updatedColumn,
];

function numberColumnWith(selectedIds: readonly string[], toggle: (id: string) => void): TableColumn<Order> {
  return {
    key: 'orderNumber',
    title: 'Number',
    render: (order) => (
      <div className={styles.numbered}>
        {isShippable(order) ? (
          <label className={styles.check}>
            <input
              type="checkbox"
              aria-label={`Select order ${order.orderNumber}`}
              checked={selectedIds.includes(order._id)}
              onChange={() => toggle(order._id)}
            />
          </label>
        ) : null}
        <span className={styles.words}>
          <OrderLink order={order} />
          <span className={styles.quiet}>
            Ordered <TimeAgo at={order.createdAt} />
          </span>
        </span>
      </div>
    ),
  };
}

function EmptySales({ isFiltered, state, path }: { isFiltered: boolean; state: string; path: string }) {
  if (!isFiltered) {
    return (
      <EmptyState
        title="No orders to ship"
        text="New orders from your store appear here."
        action={<Button href={`${path}?tab=sales&${filterKeys.delivery}=${allStates}`}>See all sales</Button>}
      />
    );
  }
  return state === allStates ? (
    <EmptyState title="No sales yet" text="Orders from your store appear here." />
  ) : (
    <EmptyState title="No matching sales" text="Change or remove a filter." />
  );
}
