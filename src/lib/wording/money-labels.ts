/** Labels and tones for the types and states of payments, payouts and subscriptions. */
import type {
  ChargeType,
  chargeStatuses,
  EarningType,
  PaymentStatus,
  PaymentType,
  payoutMethods,
  PayoutStatus,
  TransferReason,
} from '@contract/kernel/values/money';
import type { SubscriptionStatus, SubscriptionType } from '@contract/kernel/values/subscriptions';

import { formatTokens } from '../i18n/money';
import type { StateLabel } from './state-label';

export const chargeTypeLabels: Record<ChargeType, string> = {
  tip: 'Tip',
  feed: 'Post',
  video: 'Video',
  gallery: 'Gallery',
  product: 'Product',
  message: 'Unlocked message',
  message_fee: 'Message fee',
  stream: 'Live stream',
  ticket: 'Ticket',
  private_minute: 'Private show',
};
export const earningTypeLabels: Record<EarningType, string> = { ...chargeTypeLabels, subscription: 'Subscription' };
export const chargeStates: Record<(typeof chargeStatuses)[number], StateLabel> = {
  success: { label: 'Paid', tone: 'ok' },
  refunded: { label: 'Refunded', tone: 'quiet' },
};
export const paymentTypeLabels: Record<PaymentType, string> = {
  top_up: 'Top-up',
  monthly_subscription: 'Monthly subscription',
  yearly_subscription: 'Yearly subscription',
  free_subscription: 'Free trial',
};
export const paymentStates: Record<PaymentStatus, StateLabel> = {
  created: { label: 'Started', tone: 'warn' },
  processing: { label: 'Processing', tone: 'warn' },
  requires_action: { label: 'Waiting for bank', tone: 'warn' },
  success: { label: 'Paid', tone: 'ok' },
  failed: { label: 'Declined', tone: 'danger' },
  canceled: { label: 'Abandoned', tone: 'quiet' },
  refunded: { label: 'Refunded', tone: 'quiet' },
  disputed: { label: 'Disputed', tone: 'danger' },
};
export const payoutStates: Record<PayoutStatus, StateLabel> = {
  pending: { label: 'Pending', tone: 'warn' },
  approved: { label: 'Approved', tone: 'ok' },
  rejected: { label: 'Rejected', tone: 'danger' },
  done: { label: 'Paid', tone: 'ok' },
};
/** A payout's state, including an amount that was reversed after it was paid. */
export function payoutState({ status, amount, reversed }: { status: PayoutStatus; amount: number; reversed: number }): StateLabel {
  if (reversed === 0) return payoutStates[status];
  return { label: reversed < amount ? `Done, ${formatTokens(reversed)} returned` : 'Returned', tone: 'danger' };
}

export const payoutMethodLabels: Record<(typeof payoutMethods)[number], string> = {
  banking: 'Bank account',
  paypal: 'PayPal',
  stripe: 'Stripe account',
};
export const subscriptionTypeLabels: Record<SubscriptionType, string> = { monthly: 'Monthly', yearly: 'Yearly', free: 'Free trial' };
export const subscriptionStates: Record<SubscriptionStatus, StateLabel> = {
  active: { label: 'Active', tone: 'ok' },
  past_due: { label: 'Payment failed', tone: 'danger' },
  cancelled: { label: 'Canceled', tone: 'quiet' },
  expired: { label: 'Ended', tone: 'quiet' },
};
export const transferLabels: Record<TransferReason, string> = {
  charge: 'Purchase',
  top_up: 'Top-up',
  subscription: 'Subscription',
  refund: 'Refund',
  dispute: 'Dispute',
  debt: 'Debt settled',
  payout_hold: 'Payout requested',
  payout_settle: 'Payout paid',
  payout_release: 'Payout hold released',
  payout_return: 'Payout returned',
  held_payment: 'Payment held for refund',
  show_hold: 'Private show hold',
  show_minute: 'Private show',
  show_release: 'Private show hold released',
  adjustment: 'Adjustment',
};
