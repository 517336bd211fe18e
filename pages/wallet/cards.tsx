/** A fan's saved payment cards. */
import { CardsScreen } from '@web/features/money/wallet/cards-screen';
import { cardsRequest } from '@web/features/money/wallet/requests';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'fan',
  load: async ({ read }) => {
    await read('GET /payment-cards', cardsRequest);
    return undefined;
  },
  screen: CardsScreen,
});
