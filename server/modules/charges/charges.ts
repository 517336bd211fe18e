/** The door of the charges: the one way to pay from a wallet, and what a fan has spent. */
export { charge } from './charge';
export { assertWithinLimit } from './spending';
export { tip } from './tip';
