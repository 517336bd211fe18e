/** What a fan has bought to keep. */
import { PurchasesScreen } from '@web/features/content/saved/purchases-screen';
import { purchasesRead } from '@web/features/content/saved/requests';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'fan',
  load: async ({ read, query }) => {
    await read('GET /wallet/purchases', purchasesRead(query));
    return undefined;
  },
  screen: PurchasesScreen,
});
