/** The door of the earnings: how a sale is booked and given back, and what was earned. */
export { giveBack, type GivenBack, type GivingBack } from './give-back';
export { commissionRateOf, sell, type Sale, type Sold } from './sell';
export { earningStats, holdingsOf, type Holdings, type Stats } from './stats';
