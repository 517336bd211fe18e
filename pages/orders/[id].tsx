/** One order, for its buyer, its seller and operators. */
import { OrderScreen } from '@web/features/money/orders/order-screen';
import { orderRead } from '@web/features/orders/reads';
import { definePage } from '@web/shell/define-page';
import dynamic from 'next/dynamic';

const AddressPicker = dynamic(() => import('@web/features/content/store/checkout/address-picker').then((loaded) => loaded.AddressPicker), {
  ssr: false,
});

export default definePage({
  access: 'login',
  load: async ({ read, query }) => {
    await read('GET /orders/:id', orderRead(query['id'] ?? ''));
    return undefined;
  },
  screen: () => <OrderScreen AddressPicker={AddressPicker} />,
});
