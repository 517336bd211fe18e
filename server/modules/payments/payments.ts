/** The door of the payments: how a payment is begun and brought to its end, and the cards that pay. */
export { beginPayment, recordPaid, type NewCardPayment, type NewPayment } from './begin';
export { cardToPay } from './cards';
export { answerToPayer, payOnce } from './pay';
export { findPayment, isUnsettled, paymentAnswer, type Payment, type PaymentAnswer } from './rows';
export { chargePayment, settlePayment } from './settle';
