/** The door of the subscriptions: what payments bring and take back. Who pays, and how, stands in `payments`. */
export { activate } from '../../money/subscriptions/activate';
export { assertFreePeriodLeft, assertMaySubscribe } from '../../money/subscriptions/assert';
export { lockDue, obstacle, takeDue, type DueRenewal } from '../../money/subscriptions/due';
export { endAccess, endNow } from '../../money/subscriptions/end';
export { noteFailure, noteLatePayment } from './failed';
export { nextWalletRenewal, publishChangeOf } from '../../money/subscriptions/rows';
