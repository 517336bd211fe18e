/** The door of the payments: cards, and what a fan pays with them; and what of it is still open. */
export { addCard, cardToPay } from '../../money/payments/cards/cards';
export { createCoupon } from '../../money/payments/coupons/coupons.admin';
export { nothingInDoubt } from '../../money/payments/overdue';
export { createPackage } from '../../money/payments/coupons/packages';
export { subscribe, topUp } from './purchases';
export { reconcile } from './reconcile';
