/** /orders: what a fan has ordered. Whoever sells or runs the site is shown the way to her own list. */
import { profilePath } from '@web/lib/paths';
import { useEndpoint } from '@web/services/use-endpoint';
import { useCurrentUser } from '@web/session/store/hooks';
import { useMay } from '@web/session/use-may';
import { Button } from '@web/ui/actions/button';
import { PageHead } from '@web/ui/page/page-head';
import { SearchTable } from '@web/ui/lists/search-table';
import { Empty } from '@web/ui/feedback/states';
import { useTable } from '@web/ui/lists/use-table';
import { deliveryChoice, deliveryColumn, numberColumn, productColumn, totalColumn, typeChoice, updatedColumn } from './order-columns';
import type { Order } from '../../orders/order-words';
import { ordersRead, orderSorts } from '../../orders/reads';
import { useOrderNews } from '../../orders/use-order-news';

const choices = [deliveryChoice, typeChoice];
const columns = [numberColumn, productColumn, totalColumn, deliveryColumn, updatedColumn];

export function OrdersScreen() {
  const viewer = useCurrentUser();
  const may = useMay();
  return (
    <>
      <PageHead title="Orders" noindex />
      {viewer?.role === 'performer' ? (
        <Empty
          title="Your sales are on your page"
          text="What fans order from your store waits there."
          action={<Button href={`${profilePath({ id: viewer._id, username: viewer.username })}?tab=sales`}>See sales</Button>}
        />
      ) : null}
      {viewer?.role === 'operator' ? (
        <Empty
          title={may('orders.change') ? 'All orders are in the console' : 'Operators order nothing'}
          text={
            may('orders.change')
              ? 'You find there what was ordered by anybody.'
              : 'What others order is seen by colleagues who deal with orders.'
          }
          action={may('orders.change') ? <Button href="/admin/orders">See all orders</Button> : null}
        />
      ) : null}
      {viewer?.role === 'user' ? <OrdersTable /> : null}
    </>
  );
}

/** A fan's own purchases. */
export function OrdersTable() {
  const place = useTable(orderSorts, choices);
  const found = useEndpoint('GET /orders/users/search', ordersRead(place.address), { keepPreviousData: true });
  useOrderNews(found.mutate);
  return (
    <SearchTable<Order>
      label="Orders"
      place={place}
      choices={choices}
      found={found}
      columns={columns}
      empty={
        place.isFiltered ? (
          <Empty title="No order matches" text="Change or remove a filter." />
        ) : (
          <Empty
            title="No orders yet"
            text="What you order from the stores of performers is listed here, with its way to you."
            action={<Button href="/explore">Explore performers</Button>}
          />
        )
      }
    />
  );
}
