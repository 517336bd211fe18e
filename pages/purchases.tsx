/** A fan's purchases. */
import { PurchasesScreen } from '@web/features/content/saved/purchases-screen';
import { purchasesRequest } from '@web/features/content/saved/requests';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'fan',
  load: async ({ read, query }) => {
    await read('GET /wallet/purchases', purchasesRequest(query));
    return undefined;
  },
  screen: PurchasesScreen,
});
