/** What the kinds and states of money are called on every screen, each with how it should look. */
import type {
  ChargeType,
  chargeStatuses,
  EarningType,
  PaymentStatus,
  PaymentType,
  payoutMethods,
  PayoutStatus,
  SubscriptionStatus,
  SubscriptionType,
  TransferReason,
} from '@contract/values';

import { formatTokens } from './i18n/money';

interface Word {
  word: string;
  tone: 'ok' | 'warn' | 'danger' | 'quiet';
}

export const chargeTypeWords: Record<ChargeType, string> = {
  tip: 'Tip',
  feed: 'Post',
  video: 'Video',
  gallery: 'Gallery',
  product: 'Product',
  message: 'Unlocked message',
  message_fee: 'Message fee',
  stream: 'Show',
  private_minute: 'Private show',
};
export const earningTypeWords: Record<EarningType, string> = { ...chargeTypeWords, subscription: 'Subscription' };
export const chargeStates: Record<(typeof chargeStatuses)[number], Word> = {
  success: { word: 'Paid', tone: 'ok' },
  refunded: { word: 'Refunded', tone: 'quiet' },
};
export const paymentTypeWords: Record<PaymentType, string> = {
  top_up: 'Top-up',
  monthly_subscription: 'Monthly subscription',
  yearly_subscription: 'Yearly subscription',
  free_subscription: 'Free period',
};
export const paymentStates: Record<PaymentStatus, Word> = {
  created: { word: 'Started', tone: 'warn' },
  processing: { word: 'On its way', tone: 'warn' },
  requires_action: { word: 'Waits for the bank', tone: 'warn' },
  success: { word: 'Paid', tone: 'ok' },
  failed: { word: 'Declined', tone: 'danger' },
  canceled: { word: 'Given up', tone: 'quiet' },
  refunded: { word: 'Refunded', tone: 'quiet' },
  disputed: { word: 'Disputed', tone: 'danger' },
};
export const payoutStates: Record<PayoutStatus, Word> = {
  pending: { word: 'Pending', tone: 'warn' },
  approved: { word: 'Approved', tone: 'ok' },
  rejected: { word: 'Rejected', tone: 'danger' },
  done: { word: 'Done', tone: 'ok' },
};
/** How a payout stands, and what came back of it after it was paid. */
export function payoutState({ status, amount, reversed }: { status: PayoutStatus; amount: number; reversed: number }): Word {
  if (reversed === 0) return payoutStates[status];
  return { word: reversed < amount ? `Done, ${formatTokens(reversed)} came back` : 'Came back', tone: 'danger' };
}

export const payoutMethodWords: Record<(typeof payoutMethods)[number], string> = {
  banking: 'Bank account',
  paypal: 'PayPal',
  stripe: 'Stripe account',
};
export const subscriptionTypeWords: Record<SubscriptionType, string> = { monthly: 'Monthly', yearly: 'Yearly', free: 'Free period' };
export const subscriptionStates: Record<SubscriptionStatus, Word> = {
  active: { word: 'Active', tone: 'ok' },
  past_due: { word: 'Payment failed', tone: 'danger' },
  cancelled: { word: 'Cancelled', tone: 'quiet' },
  expired: { word: 'Ended', tone: 'quiet' },
};
export const transferWords: Record<TransferReason, string> = {
  charge: 'Purchase',
  top_up: 'Top-up',
  subscription: 'Subscription',
  refund: 'Refund',
  dispute: 'Dispute',
  debt: 'Debt settled',
  payout_hold: 'Payout requested',
  payout_settle: 'Payout paid',
  payout_release: 'Payout given back',
  payout_return: 'Payout came back',
  held_payment: 'Payment that goes back',
  show_hold: 'Private show set aside',
  show_minute: 'Private show',
  show_release: 'Private show given back',
  adjustment: 'Adjustment',
};

/** The options of a select for a table of words, or of states. */
export const optionsOf = (words: Readonly<Record<string, string | Word>>): { value: string; label: string }[] =>
  Object.entries(words).map(([value, said]) => ({ value, label: typeof said === 'string' ? said : said.word }));
