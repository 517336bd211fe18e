/** Values of transfers, payments, charges and payouts. */

export const payoutMethods = ['banking', 'paypal', 'stripe'] as const;

/** Formats of payout files: SEPA credit transfer, generic CSV, and PayPal's CSV. */
export const payoutBatchFormats = ['sepa', 'csv', 'paypal'] as const;
export type PayoutBatchFormat = (typeof payoutBatchFormats)[number];

export const paymentGateways = ['stripe'] as const;

/** The payment source of the wallet, next to the names of gateways. */
export const walletSource = 'wallet';

export const paymentSources = ['card', walletSource] as const;
export type PaymentSource = (typeof paymentSources)[number];

/** Kinds of ledger transfers. */
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

/** Items that are bought once and stay unlocked. */
export const unlockTypes = ['feed', 'video', 'gallery'] as const;
export type UnlockType = (typeof unlockTypes)[number];

/** Kinds of a fan's purchases. A ticket belongs to the show that a post announces. */
export const purchaseTypes = [...unlockTypes, 'ticket'] as const;
export type PurchaseType = (typeof purchaseTypes)[number];

export const chargeTypes = ['tip', ...unlockTypes, 'product', 'message', 'message_fee', 'stream', 'ticket', 'private_minute'] as const;
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

/** Statuses of a manual adjustment of a balance. */
export const adjustmentStatuses = ['pending', 'approved', 'declined'] as const;
export type AdjustmentStatus = (typeof adjustmentStatuses)[number];
