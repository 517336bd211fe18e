/** Maps Stripe's objects and errors to those of the gateway interface. */
import type Stripe from 'stripe';
import { centsOfMinorUnits } from './currency';
import { declined, type DeclineCode } from './declines';
import type { AccountState, ChargeOutcome, PayoutOutcome, RefundRecord, RefundOutcome, SavedCard } from './gateway';

/** The metadata field with our key, to find and recognize Stripe's objects. */
export const keyField = 'footlight_key';

/** A reference to another Stripe object: its id, or the expanded object. */
export type Reference = string | { id: string } | null;
export const idOf = (reference: Reference): string | null => (typeof reference === 'string' ? reference : (reference?.id ?? null));

/** Stripe's error and decline codes that are more specific than "declined". */
const declineCodes: Record<string, DeclineCode> = {
  insufficient_funds: 'insufficient_funds',
  lost_card: 'lost_or_stolen',
  stolen_card: 'lost_or_stolen',
  pickup_card: 'lost_or_stolen',
  fraudulent: 'lost_or_stolen',
  expired_card: 'expired_card',
  expired_payment_method: 'expired_card',
  invalid_expiry_month: 'expired_card',
  invalid_expiry_year: 'expired_card',
  incorrect_cvc: 'incorrect_cvc',
  invalid_cvc: 'incorrect_cvc',
  incorrect_number: 'incorrect_number',
  invalid_number: 'incorrect_number',
  card_velocity_exceeded: 'limit_exceeded',
  withdrawal_count_limit_exceeded: 'limit_exceeded',
  card_decline_rate_limit_exceeded: 'limit_exceeded',
  amount_too_small: 'amount_not_supported',
  amount_too_large: 'amount_not_supported',
  invalid_amount: 'amount_not_supported',
  card_not_supported: 'not_supported',
  currency_not_supported: 'not_supported',
  payment_method_currency_mismatch: 'not_supported',
  transaction_not_allowed: 'not_supported',
  restricted_card: 'not_supported',
  authentication_required: 'authentication_required',
  authentication_not_handled: 'authentication_required',
  payment_intent_authentication_failure: 'authentication_failed',
  setup_intent_authentication_failure: 'authentication_failed',
  mobile_device_authentication_required: 'authentication_required',
  processing_error: 'try_again',
  issuer_not_available: 'try_again',
  try_again_later: 'try_again',
  reenter_transaction: 'try_again',
};

/** The bank's decline code has precedence over Stripe's error code. */
export function declineCodeOf(error: { code?: string | undefined; decline_code?: string | undefined } | null): DeclineCode {
  for (const code of [error?.decline_code, error?.code]) {
    if (code !== undefined && Object.hasOwn(declineCodes, code)) return declineCodes[code] ?? 'card_declined';
  }
  return 'card_declined';
}

/** The outcome of a payment. An intent that requires another payment method was declined. */
export function chargeOutcomeOf(intent: Stripe.PaymentIntent): ChargeOutcome {
  const chargeId = intent.id;
  switch (intent.status) {
    case 'succeeded':
      return { status: 'succeeded', chargeId, amount_cents: centsOfMinorUnits(intent.amount_received, intent.currency) };
    case 'requires_action':
    case 'requires_confirmation':
      return { status: 'requires_action', chargeId, clientSecret: intent.client_secret ?? '' };
    case 'requires_payment_method':
      return { ...declined(declineCodeOf(intent.last_payment_error)), chargeId };
    case 'canceled':
      return { status: 'canceled', chargeId };
    default:
      return { status: 'processing', chargeId };
  }
}

/** A saved card; null when the payment method is not a card. */
export function savedCardOf(method: Stripe.PaymentMethod): SavedCard | null {
  if (!method.card) return null;
  const { brand, last4, exp_month, exp_year, fingerprint } = method.card;
  return { card: method.id, brand, last4, expMonth: exp_month, expYear: exp_year, fingerprint: fingerprint ?? null };
}

/** Why a refund was returned; null while it was not. */
function returnedOf({ status, failure_reason }: Stripe.Refund): string | null {
  if (status !== 'failed' && status !== 'canceled') return null;
  return `The bank returned the refund (${failure_reason ?? status}).`;
}

/** The outcome of a refund. */
export function refundOutcomeOf(refund: Stripe.Refund): RefundOutcome {
  const [refundId, message] = [refund.id, returnedOf(refund)];
  if (message !== null) return { status: 'refused', refundId, message };
  return { status: refund.status === 'succeeded' ? 'succeeded' : 'pending', refundId };
}

/** A refund at Stripe. Its key is null unless we made it. */
export const refundRecordOf = (refund: Stripe.Refund): RefundRecord => ({
  refundId: refund.id,
  key: refund.metadata?.[keyField] ?? null,
  amount_cents: centsOfMinorUnits(refund.amount, refund.currency),
  returned: returnedOf(refund),
});

/** A transfer counts as paid once it exists. Later reversals are in `reversed_cents`. */
export function payoutOutcomeOf(transfer: Stripe.Transfer): PayoutOutcome {
  return {
    status: 'paid',
    payoutId: transfer.id,
    reversed_cents: centsOfMinorUnits(transfer.amount_reversed, transfer.currency),
  };
}

/** Whether a connected account can receive payouts, and what Stripe still requires. */
export function accountStateOf(account: Stripe.Account): AccountState {
  const { currently_due, past_due } = account.requirements ?? {};
  return {
    isReady: account.details_submitted && account.payouts_enabled && account.capabilities?.transfers === 'active',
    requirements: [...new Set([...(past_due ?? []), ...(currently_due ?? [])])],
  };
}
