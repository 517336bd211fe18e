/** The door of the offers: what a performer makes cheaper for those who subscribe, and what a visitor has of hers already. */
export { offersTo, type Offers } from './offers-to';
export { changePromotion, createPromotion, endPromotion, ownPromotions } from './promotions';
export { applyPromotion, takePromotion, type Terms } from './terms';
