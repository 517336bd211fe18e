/** The door of the orders: what was bought of products, from the payment to the doorstep. Paying and giving back are the charges'. */
export { closeOrder, holdOrderOf, lockOrder, moveOrder, redirectOrder } from '../../modules/orders/change';
export { searchOrders, viewOrder } from './find';
export { openOrders, type Delivery, type PaidLine } from './open';
export type { OrderAnswer } from './rows';
