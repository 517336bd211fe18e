/** The door of the offers: what a performer makes cheaper for those who subscribe, and what a visitor has of hers already. */
export { offersTo, type Offers } from '../../modules/offers/offers-to';
export { pricesOf } from './promotions';
export {
  applyPromotion,
  lowered,
  renewalTerms,
  returnPromotion,
  takePromotion,
  takePromotionAgain,
  type Prices,
  type Terms,
} from './terms';
