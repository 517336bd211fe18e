/** Limits of what is paid, renewed, promised and paid out. */
import { day, hour } from '../units';

export const freeSubscriptionDays = { min: 1, max: 30 } as const;
/** Days that a period lasts. */
export const period_days = { monthly: 30, yearly: 365 } as const;
/** A renewal is told of this long before. */
export const renewalNotice_days = 3;
/** A failed renewal is tried again after so many days each; access is kept meanwhile. */
export const renewalRetries_days = [1, 3, 5] as const;
export const promotionShare = { min: 0.05, max: 0.9 } as const;
export const promotionsMax = 20;
export const cardsMax = 10;
export const tipTextLengthMax = 200;
/** Tips offered at one tap, as far as the settings allow them. */
export const tipPresets = [10, 20, 50, 100] as const;
export const topUpPresets = [10, 25, 50, 100] as const;
export const couponCode = { lengthMin: 3, lengthMax: 30 } as const;
export const couponShare = { min: 0.01, max: 1 } as const;
export const packageTokensMax = 1_000_000;
/** Days until a sale can be paid out. */
export const clearingDays = { min: 0, max: 90 } as const;
export const payoutNoteLengthMax = 500;
/** Payouts in one file. */
export const payoutBatchMax = 200;
/** What an item may cost, in tokens. */
export const itemPrice = { min: 0.5, max: 10_000 } as const;
export const commissionRate = { min: 0, max: 0.99 } as const;
/** Most that any one amount may be. */
export const amountMax = 1_000_000;
export const idempotencyKept_s = 2 * day;
/** A payment that its person never confirmed at her bank is given up after this long. */
export const confirmation_s = hour;
export const headerIdempotencyLengthMax = 255;
