/** The door of the payouts: what gateways report of them. */
export { accountChanged } from './connect';
export { payoutChanged } from '../../modules/payouts/pay';
