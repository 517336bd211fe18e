/** The door of the subscriptions: what payments bring and take back. Who pays, and how, stands in `payments`. */
export { activate } from './activate';
export { assertFreePeriodLeft, assertMaySubscribe } from './assert';
export { lockDue, obstacle, takeDue, type DueRenewal } from './due';
export { endAccess, endNow } from './end';
export { noteFailure, noteLatePayment } from './failed';
export { nextWalletRenewal, publishChangeOf } from './rows';
