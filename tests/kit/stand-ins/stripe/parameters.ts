/**
 * The parameters that the stand-in accepts, by operation. Each list is checked against the types of the pinned SDK version, so a
 * parameter that this version dropped cannot be listed. Parameters that are not listed are rejected, as Stripe does.
 */
import type Stripe from 'stripe';

type Names<T> = readonly (keyof T)[];

const names = <T>(...list: (keyof T)[]): Names<T> => list;

export const parameters: Record<string, readonly PropertyKey[]> = {
  'GET /v1/balance': names<Stripe.BalanceRetrieveParams>('expand'),
  'POST /v1/customers': names<Stripe.CustomerCreateParams>('email', 'metadata', 'name', 'description'),
  'POST /v1/setup_intents': names<Stripe.SetupIntentCreateParams>(
    'allowed_payment_method_types',
    'automatic_payment_methods',
    'customer',
    'metadata',
    'usage',
  ),
  'POST /v1/payment_methods/:id/attach': names<Stripe.PaymentMethodAttachParams>('customer', 'expand'),
  'POST /v1/payment_methods/:id/detach': names<Stripe.PaymentMethodDetachParams>('expand'),
  'POST /v1/payment_intents': names<Stripe.PaymentIntentCreateParams>(
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
  'GET /v1/payment_intents/:id': names<Stripe.PaymentIntentRetrieveParams>('expand', 'client_secret'),
  'GET /v1/payment_intents': names<Stripe.PaymentIntentListParams>(
    'created',
    'customer',
    'expand',
    'limit',
    'starting_after',
    'ending_before',
  ),
  'POST /v1/payment_intents/:id/cancel': names<Stripe.PaymentIntentCancelParams>('cancellation_reason', 'expand'),
  'POST /v1/refunds': names<Stripe.RefundCreateParams>('amount', 'payment_intent', 'metadata', 'reason', 'expand'),
  'GET /v1/refunds/:id': names<Stripe.RefundRetrieveParams>('expand'),
  'GET /v1/refunds': names<Stripe.RefundListParams>('payment_intent', 'charge', 'created', 'expand', 'limit', 'starting_after'),
  'GET /v1/disputes/:id': names<Stripe.DisputeRetrieveParams>('expand'),
  'POST /v1/disputes/:id': names<Stripe.DisputeUpdateParams>('evidence', 'submit', 'metadata', 'expand'),
  'POST /v1/disputes/:id/close': names<Stripe.DisputeCloseParams>('expand'),
  'POST /v1/accounts': names<Stripe.AccountCreateParams>(
    'business_type',
    'capabilities',
    'controller',
    'country',
    'default_currency',
    'email',
    'metadata',
    'type',
  ),
  'GET /v1/accounts/:id': names<Stripe.AccountRetrieveParams>('expand'),
  'POST /v1/account_links': names<Stripe.AccountLinkCreateParams>('account', 'collection_options', 'refresh_url', 'return_url', 'type'),
  'POST /v1/transfers': names<Stripe.TransferCreateParams>(
    'amount',
    'currency',
    'description',
    'destination',
    'metadata',
    'source_transaction',
    'transfer_group',
  ),
  'GET /v1/transfers/:id': names<Stripe.TransferRetrieveParams>('expand'),
  'GET /v1/transfers': names<Stripe.TransferListParams>('created', 'destination', 'expand', 'limit', 'starting_after', 'transfer_group'),
  'GET /v1/events': names<Stripe.EventListParams>('created', 'expand', 'limit', 'starting_after', 'type', 'types'),
  'GET /v1/payment_methods/:id': names<Stripe.PaymentMethodRetrieveParams>('expand'),
};
