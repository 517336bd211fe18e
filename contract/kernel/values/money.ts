/** Why money moves, how it is paid, and for what. */

export const payoutMethods = ['banking', 'paypal', 'stripe'] as const;

/** The files by which payouts are made: a SEPA credit transfer, a table, and PayPal's own table. */
export const payoutBatchFormats = ['sepa', 'csv', 'paypal'] as const;
export type PayoutBatchFormat = (typeof payoutBatchFormats)[number];

export const paymentGateways = ['stripe'] as const;

/** What may have paid: a gateway by its name, or the wallet. */
export const walletSource = 'wallet';

export const paymentSources = ['card', walletSource] as const;
export type PaymentSource = (typeof paymentSources)[number];

/** Why money moved: the name of each kind of transfer. */
export const transferReasons = [
  'charge',
  'top_up',
  'subscription',
  'held_payment',
  'refund',
  'dispute',
  'debt',
  'payout_hold',
  'payout_settle',
  'payout_release',
  'payout_return',
  'show_hold',
  'show_minute',
  'show_release',
  'adjustment',
] as const;
export type TransferReason = (typeof transferReasons)[number];

/** What is bought once and stays bought. */
export const unlockTypes = ['feed', 'video', 'gallery'] as const;
export type UnlockType = (typeof unlockTypes)[number];

export const chargeTypes = ['tip', ...unlockTypes, 'product', 'message', 'message_fee', 'stream', 'private_minute'] as const;
export type ChargeType = (typeof chargeTypes)[number];

export const chargeStatuses = ['success', 'refunded'] as const;

export const earningTypes = [...chargeTypes, 'subscription'] as const;
export type EarningType = (typeof earningTypes)[number];

export const earningStatuses = ['available', 'refunded'] as const;

export const paymentTypes = ['top_up', 'monthly_subscription', 'yearly_subscription', 'free_subscription'] as const;
export type PaymentType = (typeof paymentTypes)[number];

export const paymentStatuses = [
  'created',
  'processing',
  'requires_action',
  'success',
  'failed',
  'canceled',
  'refunded',
  'disputed',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const payoutStatuses = ['pending', 'approved', 'rejected', 'done'] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

export const couponStatuses = ['active', 'inactive'] as const;

/** Where a correction of a balance stands. */
export const adjustmentStatuses = ['pending', 'approved', 'declined'] as const;
export type AdjustmentStatus = (typeof adjustmentStatuses)[number];
