/** A fan's cards. */
import { CardsScreen } from '@web/features/money/wallet/cards-screen';
import { cardsRead } from '@web/features/wallet/reads';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'fan',
  load: async ({ read }) => {
    await read('GET /payment-cards', cardsRead);
    return undefined;
  },
  screen: CardsScreen,
});
