/** All orders. */
import { ConsoleFrame } from '@web/features/console/parts/console-frame';
import { AdminOrders } from '@web/features/money/orders/admin-orders';
import { allOrdersRequest } from '@web/features/money/orders/requests';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/orders/search', allOrdersRequest(query));
    return undefined;
  },
  screen: () => (
    <ConsoleFrame title="Orders">
      <AdminOrders />
    </ConsoleFrame>
  ),
});
