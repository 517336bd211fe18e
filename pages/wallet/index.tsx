/** A fan's wallet. */
import { ChargesTable } from '@web/features/money/charges/charges-table';
import { chargesRequest } from '@web/features/money/charges/requests';
import { cardsRequest, packagesRequest, paymentsRequest, tabAt } from '@web/features/money/wallet/requests';
import { WalletScreen } from '@web/features/money/wallet/wallet-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'fan',
  load: async ({ read, query }) => {
    const tab = tabAt(query);
    await Promise.all([
      read('GET /payment-cards', cardsRequest),
      read('GET /package/token/search', packagesRequest),
      read('GET /wallet/spending', {}),
      tab === 'charges' && read('GET /wallet/charges/search', chargesRequest(query)),
      tab === 'payments' && read('GET /payment/transactions/user/search', paymentsRequest(query)),
    ]);
    return undefined;
  },
  screen: () => <WalletScreen charges={<ChargesTable />} />,
});
