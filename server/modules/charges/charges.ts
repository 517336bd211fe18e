/** The door of the charges: the one way to pay from a wallet, and what a fan has spent. */
export { buyProducts } from './buy';
export { charge } from './charge';
export { settleDebt } from './debt';
export { assertWithinLimit, leftToSpend } from './spending';
export { refundSale } from './refund';
export { tip } from './tip';
export { unlock } from './unlock';
export { reviewWithheld } from './withheld';
