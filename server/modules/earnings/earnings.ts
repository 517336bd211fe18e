/** The door of the earnings: how a sale is booked and given back, and what was earned. */
export { clearingOf } from './clearing';
export { giveBack, leftOfSale } from './give-back';
export { commissionRateOf, sell } from './sell';
export { earningStats, holdingsOf } from './stats';
export { earningAnswers } from './rows';
export { boughtDetail } from './said-of-sales';
