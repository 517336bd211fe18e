/** The door of the payments: the cards that pay, and what a fan pays with them. */
export { addCard, cardToPay } from './cards';
export { subscribe } from './subscribe';
export { topUp } from './top-up';
