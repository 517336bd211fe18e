/** A fan's orders. */
import { OrdersScreen } from '@web/features/money/orders/orders-screen';
import { ordersRequest } from '@web/features/money/orders/requests';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'login',
  load: async ({ read, query, viewer }) => {
    if (viewer?.role === 'user') await read('GET /orders/users/search', ordersRequest(query));
    return undefined;
  },
  screen: OrdersScreen,
});
