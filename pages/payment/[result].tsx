/** The result of a payment. The state comes from the payment, not from the URL. */
import { paymentRequest, PaymentResultScreen } from '@web/features/money/wallet/payment-result';
import { resultPaths } from '@web/features/money/wallet/payment-labels';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'login',
  layout: 'blank',
  forbidsRedirect: true,
  load: async ({ read, query, viewer }) => {
    const { result, id } = query;
    if (!resultPaths.some((name) => name === result)) return { status: 404 };
    if (viewer !== null && id !== undefined) await read('GET /payment/transactions/:id', paymentRequest(id));
    return undefined;
  },
  screen: PaymentResultScreen,
});
