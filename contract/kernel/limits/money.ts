/** Limits of payments, renewals, promotions and payouts. */
import { day, hour } from '../units';

export const freeSubscriptionDays = { min: 1, max: 30 } as const;
/** Length of a subscription period. */
export const period_days = { monthly: 30, yearly: 365 } as const;
/** The subscriber is notified this long before a renewal. */
export const renewalNotice_days = 3;
/** Days after which a failed renewal is retried. The subscriber keeps access until the last retry. */
export const renewalRetries_days = [1, 3, 5] as const;
export const promotionShare = { min: 0.05, max: 0.9 } as const;
export const promotionsMax = 20;
export const cardsMax = 10;
export const tipTextLengthMax = 200;
/** Tip amounts offered as buttons, if the settings allow them. */
export const tipPresets = [10, 20, 50, 100] as const;
export const topUpPresets = [10, 25, 50, 100] as const;
export const couponCode = { lengthMin: 3, lengthMax: 30 } as const;
export const couponShare = { min: 0.01, max: 1 } as const;
export const packageTokensMax = 1_000_000;
/** Days until a sale can be paid out. */
export const clearingDays = { min: 0, max: 90 } as const;
/** Of one part of the evidence: up to four parts share one field at Stripe, which takes 20,000 characters. */
export const evidenceLengthMax = 4_800;
/** Operators are reminded this long before the evidence is due. */
export const disputeReminder_s = 2 * day;
export const payoutNoteLengthMax = 500;
/** Payouts in one file. */
export const payoutBatchMax = 200;
/** What an item may cost, in tokens. */
export const itemPrice = { min: 0.5, max: 10_000 } as const;
export const commissionRate = { min: 0, max: 0.99 } as const;
/** The largest value of any single amount. */
export const amountMax = 1_000_000;
export const idempotencyRetention_s = 2 * day;
/** A payment that the payer has not confirmed at their bank is abandoned after this long. */
export const confirmation_s = hour;
export const headerIdempotencyLengthMax = 255;
