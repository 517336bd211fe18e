/** /orders: a fan's orders. Performers and operators get a link to their own list. */
import { profilePath } from '@web/lib/paths';
import { useEndpoint } from '@web/services/use-endpoint';
import { useCurrentUser } from '@web/session/store/hooks';
import { useHasRight } from '@web/session/use-has-right';
import { Button } from '@web/ui/actions/button';
import { PageHead } from '@web/ui/page/page-head';
import { SearchTable } from '@web/ui/lists/search-table';
import { EmptyState } from '@web/ui/feedback/states';
import { useTable } from '@web/ui/lists/use-table';
import { deliveryChoice, deliveryColumn, numberColumn, productColumn, totalColumn, typeChoice, updatedColumn } from './order-columns';
import type { Order } from './order-labels';
import { ordersRequest, orderSorts } from './requests';
import { useOrderUpdates } from './use-order-news';

const choices = [deliveryChoice, typeChoice];
const columns = [numberColumn, productColumn, totalColumn, deliveryColumn, updatedColumn];

export function OrdersScreen() {
  const viewer = useCurrentUser();
  const may = useHasRight();
  return (
    <>
      <PageHead title="Orders" noindex />
      {viewer?.role === 'performer' ? (
        <EmptyState
          title="Your sales are on your profile"
          text="Orders from your store appear there."
          action={<Button href={`${profilePath({ id: viewer._id, username: viewer.username })}?tab=sales`}>See sales</Button>}
        />
      ) : null}
      {viewer?.role === 'operator' ? (
        <EmptyState
          title={may('orders.change') ? 'All orders are in the console' : 'Operators can’t place orders'}
          text={may('orders.change') ? 'Find every fan’s orders there.' : 'Only team members with permission can see orders.'}
          action={may('orders.change') ? <Button href="/admin/orders">See all orders</Button> : null}
        />
      ) : null}
      {viewer?.role === 'user' ? <OrdersTable /> : null}
    </>
  );
}

/** A fan's own orders. */
export function OrdersTable() {
  const table = useTable(orderSorts, choices);
  const result = useEndpoint('GET /orders/users/search', ordersRequest(table.urlQuery), { keepPreviousData: true });
  useOrderUpdates(result.mutate);
  return (
    <SearchTable<Order>
      label="Orders"
      table={table}
      filters={choices}
      result={result}
      columns={columns}
      empty={
        table.isFiltered ? (
          <EmptyState title="No matching orders" text="Change or remove a filter." />
        ) : (
          <EmptyState
            title="No orders yet"
            text="Your orders and their delivery status appear here."
            action={<Button href="/explore">Explore creators</Button>}
          />
        )
      }
    />
  );
}
