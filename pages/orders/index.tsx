/** What a fan has ordered. */
import { OrdersScreen } from '@web/features/money/orders/orders-screen';
import { ordersRead } from '@web/features/orders/reads';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'login',
  load: async ({ read, query, viewer }) => {
    if (viewer?.role === 'user') await read('GET /orders/users/search', ordersRead(query));
    return undefined;
  },
  screen: OrdersScreen,
});
