/** Orders of everybody. */
import { ConsoleFrame } from '@web/features/console/parts/console-frame';
import { AdminOrders } from '@web/features/money/orders/admin-orders';
import { allOrdersRead } from '@web/features/orders/reads';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/orders/search', allOrdersRead(query));
    return undefined;
  },
  screen: () => (
    <ConsoleFrame title="Orders">
      <AdminOrders />
    </ConsoleFrame>
  ),
});
