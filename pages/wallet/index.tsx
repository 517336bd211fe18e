/** A fan's wallet. */
import { ChargesTable } from '@web/features/money/charges/charges-table';
import { chargesRead } from '@web/features/charges/reads';
import { cardsRead, packagesRead, paymentsRead, tabAt } from '@web/features/wallet/reads';
import { WalletScreen } from '@web/features/money/wallet/wallet-screen';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'fan',
  load: async ({ read, query }) => {
    const tab = tabAt(query);
    await Promise.all([
      read('GET /payment-cards', cardsRead),
      read('GET /package/token/search', packagesRead),
      read('GET /wallet/spending', {}),
      tab === 'charges' && read('GET /wallet/charges/search', chargesRead(query)),
      tab === 'payments' && read('GET /payment/transactions/user/search', paymentsRead(query)),
    ]);
    return undefined;
  },
  screen: () => <WalletScreen charges={<ChargesTable />} />,
});
