/** The door of the payments: cards, and what a fan pays with them. */
export { addCard, cardToPay } from './cards';
export { createCoupon } from './coupons.admin';
export { createPackage } from './packages';
export { subscribe, topUp } from './purchases';
