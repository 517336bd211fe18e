/**
 * The parameters that the stand-in accepts, by operation. Each list is checked against the types of the pinned SDK version, so a
 * parameter that this version dropped cannot be listed. Parameters that are not listed are rejected, as Stripe does.
 */
import type Stripe from 'stripe';

type Names<T> = readonly (keyof T)[];

const of = <T>(...names: (keyof T)[]): Names<T> => names;

export const parameters: Record<string, readonly PropertyKey[]> = {
  'GET /v1/balance': of<Stripe.BalanceRetrieveParams>('expand'),
  'POST /v1/customers': of<Stripe.CustomerCreateParams>('email', 'metadata', 'name', 'description'),
  'POST /v1/setup_intents': of<Stripe.SetupIntentCreateParams>(
    'allowed_payment_method_types',
    'automatic_payment_methods',
    'customer',
    'metadata',
    'usage',
  ),
  'POST /v1/payment_methods/:id/attach': of<Stripe.PaymentMethodAttachParams>('customer', 'expand'),
  'POST /v1/payment_methods/:id/detach': of<Stripe.PaymentMethodDetachParams>('expand'),
  'POST /v1/payment_intents': of<Stripe.PaymentIntentCreateParams>(
    'allowed_payment_method_types',
    'amount',
    'automatic_payment_methods',
    'confirm',
    'currency',
    'customer',
    'description',
    'error_on_requires_action',
    'expand',
    'metadata',
    'off_session',
    'payment_method',
    'receipt_email',
    'return_url',
    'setup_future_usage',
    'use_stripe_sdk',
  ),
  'GET /v1/payment_intents/:id': of<Stripe.PaymentIntentRetrieveParams>('expand', 'client_secret'),
  'GET /v1/payment_intents': of<Stripe.PaymentIntentListParams>(
    'created',
    'customer',
    'expand',
    'limit',
    'starting_after',
    'ending_before',
  ),
  'POST /v1/payment_intents/:id/cancel': of<Stripe.PaymentIntentCancelParams>('cancellation_reason', 'expand'),
  'POST /v1/refunds': of<Stripe.RefundCreateParams>('amount', 'payment_intent', 'metadata', 'reason', 'expand'),
  'GET /v1/refunds/:id': of<Stripe.RefundRetrieveParams>('expand'),
  'GET /v1/refunds': of<Stripe.RefundListParams>('payment_intent', 'charge', 'created', 'expand', 'limit', 'starting_after'),
  'GET /v1/disputes/:id': of<Stripe.DisputeRetrieveParams>('expand'),
  'POST /v1/disputes/:id': of<Stripe.DisputeUpdateParams>('evidence', 'submit', 'metadata', 'expand'),
  'POST /v1/disputes/:id/close': of<Stripe.DisputeCloseParams>('expand'),
  'POST /v1/accounts': of<Stripe.AccountCreateParams>(
    'business_type',
    'capabilities',
    'controller',
    'country',
    'default_currency',
    'email',
    'metadata',
    'type',
  ),
  'GET /v1/accounts/:id': of<Stripe.AccountRetrieveParams>('expand'),
  'POST /v1/account_links': of<Stripe.AccountLinkCreateParams>('account', 'collection_options', 'refresh_url', 'return_url', 'type'),
  'POST /v1/transfers': of<Stripe.TransferCreateParams>(
    'amount',
    'currency',
    'description',
    'destination',
    'metadata',
    'source_transaction',
    'transfer_group',
  ),
  'GET /v1/transfers/:id': of<Stripe.TransferRetrieveParams>('expand'),
  'GET /v1/transfers': of<Stripe.TransferListParams>('created', 'destination', 'expand', 'limit', 'starting_after', 'transfer_group'),
  'GET /v1/events': of<Stripe.EventListParams>('created', 'expand', 'limit', 'starting_after', 'type', 'types'),
  'GET /v1/payment_methods/:id': of<Stripe.PaymentMethodRetrieveParams>('expand'),
};
