/** How a payment stands: success, cancel or pending, as the payment itself says. */
import { paymentRead, PaymentResultScreen } from '@web/features/money/wallet/payment-result';
import { resultNames } from '@web/features/wallet/payment-words';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'login',
  layout: 'blank',
  forbidsRedirect: true,
  load: async ({ read, query, viewer }) => {
    const { result, id } = query;
    if (!resultNames.some((name) => name === result)) return { status: 404 };
    if (viewer !== null && id !== undefined) await read('GET /payment/transactions/:id', paymentRead(id));
    return undefined;
  },
  screen: PaymentResultScreen,
});
