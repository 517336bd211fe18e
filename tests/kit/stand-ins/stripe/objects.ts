/** Stripe's objects in the stand-in: with Stripe's shape, limited to the fields that integrations read. */

export interface Card {
  number: string;
  brand: string;
  last4: string;
}
export type Params = { [name: string]: string | Params };
export type Json = Record<string, unknown>;

/** An error in Stripe's format. */
export class StripeApiError extends Error {
  constructor(
    readonly status: number,
    readonly error: Json & { type: string },
  ) {
    super(error.type);
  }
}

export const invalidRequest = (code: string | undefined, message: string, param?: string, status = 400): StripeApiError =>
  new StripeApiError(status, { type: 'invalid_request_error', ...(code && { code }), message, ...(param && { param }) });

export const resourceMissing = (kind: string, id: string, param = 'id'): StripeApiError =>
  invalidRequest('resource_missing', `No such ${kind}: '${id}'`, param, 404);

export const textOf = (value: string | Params | undefined): string | null => (typeof value === 'string' ? value : null);
export const recordOf = (value: string | Params | undefined): Record<string, string> =>
  typeof value === 'object' ? (value as Record<string, string>) : {};

export interface PaymentMethod extends Json {
  id: string;
  customer: string | null;
}
export interface PaymentIntent extends Json {
  id: string;
  created: number;
  amount: number;
  amount_received: number;
  currency: string;
  customer: string;
  client_secret: string;
  status: string;
  last_payment_error: Json | null;
  metadata: Record<string, string>;
  payment_method: string;
  latest_charge: string | null;
}
export interface Charge extends Json {
  id: string;
  amount: number;
  amount_refunded: number;
  refunded: boolean;
  disputed: boolean;
}

export function paymentMethodOf(id: string, card: Card, created: number): PaymentMethod {
  return {
    id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
      email: null,
      name: null,
      phone: null,
      tax_id: null,
    },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: card.brand,
      exp_month: 12,
      exp_year: 2034,
      fingerprint: `fp_${card.number}`,
      funding: 'credit',
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: null,
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
}

export function paymentIntentOf(
  id: string,
  fields: Pick<PaymentIntent, 'amount' | 'currency' | 'customer' | 'payment_method' | 'metadata' | 'created'> & {
    description: string | null;
  },
): PaymentIntent {
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${id.slice(3)}`,
    confirmation_method: 'automatic',
    customer_account: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    next_action: null,
    on_behalf_of: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_confirmation',
    transfer_data: null,
    transfer_group: null,
    ...fields,
  };
}

export function chargeOf(id: string, intent: PaymentIntent): Charge {
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: 0,
    captured: true,
    created: intent.created,
    currency: intent.currency,
    customer: intent.customer,
    disputed: false,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: intent.metadata,
    paid: true,
    payment_intent: intent.id,
    payment_method: intent.payment_method,
    refunded: false,
    status: 'succeeded',
  };
}

/** The bank's decline by the number of the test card; cards that pay have none. */
export const declines: Record<string, Json & { code: string }> = {
  '4000000000000002': { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' },
  '4000000000009995': { code: 'card_declined', decline_code: 'insufficient_funds', message: 'Your card has insufficient funds.' },
  '4000000000009987': { code: 'card_declined', decline_code: 'lost_card', message: 'Your card was declined.' },
  '4000000000009979': { code: 'card_declined', decline_code: 'stolen_card', message: 'Your card was declined.' },
  '4000000000000069': { code: 'expired_card', message: 'Your card has expired.' },
  '4000000000000127': { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
};
export const genericDecline = { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' };
/** Numbers of cards whose behavior depends on the time or on the request. */
export const specialCards = {
  requiresAuthentication: '4000002760003184',
  unsavable: '4000000000000309',
  noRenewals: '4000000000000341',
  lateSuccess: '4000000000000317',
  lateFailure: '4000000000000325',
  disputed: '4000000000000259',
} as const;

/** The response to a call that the bank declined. */
export function cardError(decline: Json & { code: string }, intent?: PaymentIntent): StripeApiError {
  return new StripeApiError(402, { type: 'card_error', ...decline, ...(intent && { payment_intent: { ...intent } }) });
}
