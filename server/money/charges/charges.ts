/** The door of the charges: the one way to pay from a wallet, and what a fan has spent. */
export { buyProducts } from '../../flows/purchases/buy';
export { charge } from './charge';
export { settleDebt } from '../../modules/charges/debt';
export { assertWithinLimit, leftToSpend } from './spending';
export { refundSale } from '../../flows/refunds/refunds';
export { tip } from '../../flows/tips/tips';
export { unlock } from '../../flows/purchases/unlock';
export { reviewWithheld } from './withheld';
