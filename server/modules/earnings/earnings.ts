/** The door of the earnings: how a sale is booked, and what was earned. */
export { commissionRateOf, sell, type Sale, type Sold } from './sell';
