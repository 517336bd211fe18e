/** An order, for its buyer, seller and operators. */
import { OrderScreen } from '@web/features/money/orders/order-screen';
import { orderRequest } from '@web/features/money/orders/requests';
import { definePage } from '@web/shell/page/define-page';
import dynamic from 'next/dynamic';

const AddressPicker = dynamic(() => import('@web/features/content/store/checkout/address-picker').then((loaded) => loaded.AddressPicker), {
  ssr: false,
});

export default definePage({
  access: 'login',
  load: async ({ read, query }) => {
    await read('GET /orders/:id', orderRequest(query['id'] ?? ''));
    return undefined;
  },
  screen: () => <OrderScreen AddressPicker={AddressPicker} />,
});
