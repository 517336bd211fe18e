/** The door of the earnings: how a sale is booked and given back, and what was earned. */
export { giveBack } from './give-back';
export { sell } from './sell';
export { earningStats, holdingsOf } from './stats';
