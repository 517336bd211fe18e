/** What a fan has bought. */
import { PurchasesScreen } from '@web/features/charges/purchases-screen';
import { chargesRead } from '@web/features/charges/reads';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'fan',
  load: async ({ read, query }) => {
    await read('GET /wallet/charges/search', chargesRead(query));
    return undefined;
  },
  screen: PurchasesScreen,
});
