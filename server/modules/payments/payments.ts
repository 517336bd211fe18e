/** The door of the payments: cards, and what a fan pays with them; and what of it is still open. */
export { addCard, cardToPay } from './cards';
export { createCoupon } from './coupons.admin';
export { nothingInDoubt } from './doubts';
export { createPackage } from './packages';
export { subscribe, topUp } from './purchases';
export { reconcile } from './reconcile';
