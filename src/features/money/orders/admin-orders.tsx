/** All orders, for operators. The actions are on each order's page. */
import { inDirection } from '@web/lib/i18n/words';
import { useEndpoint } from '@web/services/use-endpoint';
import { useHasRight } from '@web/session/use-has-right';
import { Button } from '@web/ui/actions/button';
import { Link } from '@web/ui/core/link';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { EmptyState } from '@web/ui/feedback/states';
import { useTable } from '@web/ui/lists/use-table';
import { deliveryChoice, deliveryColumn, noteOf, OrderLink, totalColumn, typeChoice, updatedColumn } from './order-columns';
import type { Order } from './order-labels';
import { allOrdersRequest, orderSorts } from './requests';
import { useOrderUpdates } from './use-order-news';
import styles from './orders.module.css';

const choices = [deliveryChoice, typeChoice];
const columns: readonly TableColumn<Order>[] = [
  { key: 'orderNumber', title: 'Order', render: (order) => <OrderCell order={order} /> },
  { key: 'user', title: 'Fan', render: ({ user }) => <Person name={user.name} href={`/admin/users/${user._id}`} /> },
  {
    key: 'performer',
    title: 'Seller',
    render: ({ performer }) => <Person name={performer.name} href={`/admin/performers/${performer._id}`} />,
  },
  totalColumn,
  deliveryColumn,
  updatedColumn,
];

function OrderCell({ order }: { order: Order }) {
  return (
    <span className={styles.words}>
      <OrderLink order={order} />
      <span className={styles.quiet}>
        {inDirection(order.product.name)}, {noteOf(order)}
      </span>
    </span>
  );
}

function Person({ name, href }: { name: string; href: string }) {
  const may = useHasRight();
  if (!may('people.read')) return name;
  return (
    <Link className={styles.name} href={href}>
      {name}
    </Link>
  );
}

export function AdminOrders() {
  const table = useTable(orderSorts, [...choices, { key: 'performer' }, { key: 'user' }]);
  const result = useEndpoint('GET /admin/orders/search', allOrdersRequest(table.urlQuery), { keepPreviousData: true });
  useOrderUpdates(result.mutate);
  const isFilteredByPerson = table.filter('performer') !== '' || table.filter('user') !== '';
  return (
    <>
      {isFilteredByPerson ? (
        <div className={styles.actions}>
          <Button href="/admin/orders">See all orders</Button>
        </div>
      ) : null}
      <SearchTable<Order>
        label="Orders"
        table={table}
        filters={choices}
        result={result}
        columns={columns}
        empty={<EmptyState title={table.isFiltered ? 'No matching orders' : 'No orders yet'} />}
      />
    </>
  );
}
