/** The door of the earnings: how a sale is booked and given back, and what was earned. */
export { clearingOf } from '../../modules/earnings/clearing';
export { giveBack, leftOfSale } from './refund-sale';
export { commissionRateOf, sell } from './sell';
export { earningStats, holdingsOf } from './stats';
export { earningAnswers } from './rows';
export { boughtDetail } from './statement-details';
