/**
 * Stripe, through its official SDK. Cards are entered in Stripe's form and saved by a SetupIntent; charges are PaymentIntents;
 * payouts are transfers to connected accounts. Every POST that moves money sends our key as the idempotency key, which Stripe stores for
 * a day, and in the object's metadata, for later lookups.
 */
import Stripe from 'stripe';
import type { Clock } from '../../platform/context';
import { minorUnitsOf } from './currency';
import { declined } from './declines';
import type { ChargeOutcome, Gateway, PayoutOutcome, RefundOutcome } from './gateway';
import {
  withTimeout,
  callTiming,
  toGatewayError,
  isStripeFailure,
  runOnce,
  createStripe,
  type Call,
  type CallTiming,
  type StripeFailure,
} from './stripe.calls';
import { nullIfMissing, listMax, pageSize, stripeLookups } from './stripe.lookups';
import { stripeDisputes } from './stripe.disputes';
import { handledEventTypes, gatewayEventOf } from './stripe.events';
import {
  accountStateOf,
  chargeOutcomeOf,
  declineCodeOf,
  keyField,
  payoutOutcomeOf,
  refundRecordOf,
  refundOutcomeOf,
  savedCardOf,
} from './stripe.outcomes';

export interface StripeOptions {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** An origin, such as `https://api.stripe.com`. */
  apiBase: string;
}

const signatureTolerance_s = 300;
/** The maximum clock skew between Stripe and us. */
const clockSkew_s = 3_600;
/** Stripe stores an idempotency key for a day. No operation is retried after that. */
const keyLifetime_s = 86_400 + clockSkew_s;

/** Makes no request before the first call. `timing` is for tests. */
export function stripeGateway(options: StripeOptions, clock: Clock, timing: CallTiming = callTiming): Gateway {
  const stripe = createStripe(options.secretKey, options.apiBase, timing);
  const withCall = <Params, R>(work: (call: Call, params: Params) => Promise<R>): ((params: Params) => Promise<R>) =>
    withTimeout(timing, work);

  const { findIntent, findIntentByKey, findRefundByKey, findTransferByKey, listRefunds } = stripeLookups(stripe);
  const readBalance = withCall((call) => call.sendOrThrow(() => stripe.balance.retrieve()));

  return {
    ledgerAccount: 'gateway:stripe',
    isSandbox: false,

    testConnection: async () => {
      const { livemode, available } = await readBalance(undefined);
      const currencies = available.map(({ currency }) => currency.toUpperCase()).join(', ');
      const mode = livemode ? 'in live mode (real money moves)' : 'in test mode (no real money moves)';
      return `Stripe is responding ${mode}. ${currencies === '' ? 'It holds no balance yet.' : `It holds balances in ${currencies}.`}`;
    },

    createCustomer: withCall(async (call, { key, accountId, email }) => {
      const create = (idempotencyKey: string) =>
        call.sendOrThrow(() =>
          stripe.customers.create({ ...(email !== null && { email }), metadata: { account: accountId } }, { idempotencyKey }),
        );
      const customer = await runOnce(key, create);
      return { customer: customer.id };
    }),

    createCardSetup: withCall(async (call, { key, customer }) => {
      const intent = await call.sendOrThrow(() =>
        stripe.setupIntents.create(
          { customer, usage: 'off_session', allowed_payment_method_types: ['card'], metadata: { [keyField]: key } },
          { idempotencyKey: key },
        ),
      );
      return { clientSecret: intent.client_secret ?? '', publishableKey: options.publishableKey };
    }),

    saveCard: withCall(async (call, { key, customer, token }) => {
      if (!/^pm_\w+$/.test(token)) return { status: 'invalid' };
      const found = nullIfMissing(await call.send(() => stripe.paymentMethods.retrieve(token)));
      if (!found?.card) return { status: 'invalid' };
      const owner = typeof found.customer === 'string' ? found.customer : (found.customer?.id ?? null);
      if (owner !== null && owner !== customer) return { status: 'invalid' };
      const attach = (idempotencyKey: string) => call.send(() => stripe.paymentMethods.attach(token, { customer }, { idempotencyKey }));
      const method = owner === null ? await runOnce(key, attach) : found;
      if (isStripeFailure(method))
        return method instanceof Stripe.errors.StripeCardError ? declined(declineCodeOf(method)) : { status: 'invalid' };
      const card = savedCardOf(method);
      return card === null ? { status: 'invalid' } : { status: 'saved', ...card };
    }),

    removeCard: withCall(async (call, { key, card }) => {
      const detach = (idempotencyKey: string) => call.send(() => stripe.paymentMethods.detach(card, {}, { idempotencyKey }));
      const result = await runOnce(key, detach);
      // Stripe rejects detaching a card that is not attached, with a message but no code.
      if (isStripeFailure(result) && result.code !== 'resource_missing' && !/not attached/i.test(result.message))
        throw toGatewayError(result);
    }),

    charge: withCall(async (call, params) => {
      const { key, amount_cents, currency, customer, card, presence, description, metadata } = params;
      const listParams = { customer, created: { gte: secondsOf(clock.now()) - keyLifetime_s } };
      const pay = (idempotencyKey: string) =>
        call.send(() =>
          stripe.paymentIntents.create(
            {
              amount: minorUnitsOf(amount_cents, currency),
              currency,
              customer,
              payment_method: card,
              confirm: true,
              automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
              ...(presence === 'off_session' ? { off_session: true } : { use_stripe_sdk: true }),
              description,
              metadata: { ...metadata, [keyField]: key },
            },
            { idempotencyKey },
          ),
        );
      const result = await runOnce(key, pay, () => findIntentByKey(call, key, listParams));
      return isStripeFailure(result) ? failedChargeOutcome(result) : chargeOutcomeOf(result);
    }),

    lookUpCharge: withCall(async (call, { key, customer, chargeId, since }) => {
      if (chargeId !== null) {
        const intent = await findIntent(call, chargeId);
        return intent && chargeOutcomeOf(intent);
      }
      const intent = await findIntentByKey(call, key, { customer, created: { gte: secondsOf(since) - clockSkew_s } });
      return intent && chargeOutcomeOf(intent);
    }),

    cancelCharge: withCall(async (call, { key, chargeId }) => {
      const cancel = (idempotencyKey: string) =>
        call.send(() => stripe.paymentIntents.cancel(chargeId, { cancellation_reason: 'abandoned' }, { idempotencyKey }));
      const result = await runOnce(key, cancel);
      if (!isStripeFailure(result)) return chargeOutcomeOf(result);
      if (result.code !== 'payment_intent_unexpected_state') throw toGatewayError(result);
      const intent = await findIntent(call, chargeId);
      if (intent === null) throw toGatewayError(result);
      return chargeOutcomeOf(intent);
    }),

    refund: withCall(async (call, { key, chargeId, amount_cents, currency }) => {
      const body = { payment_intent: chargeId, amount: minorUnitsOf(amount_cents, currency), metadata: { [keyField]: key } };
      const create = (idempotencyKey: string) => call.send(() => stripe.refunds.create(body, { idempotencyKey }));
      const result = await runOnce(key, create, () => findRefundByKey(call, key, chargeId));
      return isStripeFailure(result) ? failedRefundOutcome(result) : refundOutcomeOf(result);
    }),

    lookUpRefund: withCall(async (call, { key, chargeId, refundId }) => {
      if (refundId !== null) {
        const refund = nullIfMissing(await call.send(() => stripe.refunds.retrieve(refundId)));
        return refund && refundOutcomeOf(refund);
      }
      const refund = await findRefundByKey(call, key, chargeId);
      return refund && refundOutcomeOf(refund);
    }),

    refundsOf: withCall(async (call, chargeId) => (await listRefunds(call, chargeId)).reverse().map(refundRecordOf)),

    ...stripeDisputes(stripe, withCall),

    createAccount: withCall(async (call, { key, performerId, email, country }) => {
      const create = (idempotencyKey: string) =>
        call.sendOrThrow(() =>
          stripe.accounts.create(
            {
              country,
              ...(email !== null && { email }),
              business_type: 'individual',
              controller: {
                fees: { payer: 'application' },
                losses: { payments: 'application' },
                requirement_collection: 'stripe',
                stripe_dashboard: { type: 'express' },
              },
              capabilities: { transfers: { requested: true } },
              metadata: { performer: performerId, [keyField]: key },
            },
            { idempotencyKey },
          ),
        );
      const account = await runOnce(key, create);
      return { accountId: account.id };
    }),

    accountLink: withCall(async (call, { key, accountId, returnUrl }) => {
      const link = await call.sendOrThrow(() =>
        stripe.accountLinks.create(
          {
            account: accountId,
            type: 'account_onboarding',
            return_url: returnUrl,
            refresh_url: returnUrl,
            collection_options: { fields: 'eventually_due' },
          },
          { idempotencyKey: key },
        ),
      );
      return { url: link.url };
    }),

    accountState: withCall(async (call, accountId) => accountStateOf(await call.sendOrThrow(() => stripe.accounts.retrieve(accountId)))),

    payOut: withCall(async (call, { key, amount_cents, currency, accountId, description, metadata }) => {
      const pay = (idempotencyKey: string) =>
        call.send(() =>
          stripe.transfers.create(
            {
              amount: minorUnitsOf(amount_cents, currency),
              currency,
              destination: accountId,
              description,
              transfer_group: key,
              metadata: { ...metadata, [keyField]: key },
            },
            { idempotencyKey },
          ),
        );
      const result = await runOnce(key, pay, () => findTransferByKey(call, key, accountId));
      return isStripeFailure(result) ? failedPayoutOutcome(result) : payoutOutcomeOf(result);
    }),

    lookUpPayout: withCall(async (call, { key, accountId, payoutId }) => {
      if (payoutId !== null) {
        const transfer = nullIfMissing(await call.send(() => stripe.transfers.retrieve(payoutId)));
        return transfer && payoutOutcomeOf(transfer);
      }
      const transfer = await findTransferByKey(call, key, accountId);
      return transfer && payoutOutcomeOf(transfer);
    }),

    readEvent: (rawBody, headers) => {
      const signature = headers['stripe-signature'];
      if (typeof signature !== 'string') return null;
      try {
        return gatewayEventOf(
          stripe.webhooks.constructEvent(rawBody, signature, options.webhookSecret, signatureTolerance_s, undefined, clock.now().getTime()),
        );
      } catch {
        // Forged, stale, or signed but not an event: none of these can be trusted.
        return null;
      }
    },

    eventsSince: withCall(async (call, since) => {
      const events = await call.sendOrThrow(() =>
        stripe.events
          .list({ created: { gte: secondsOf(since) }, types: [...handledEventTypes], limit: pageSize })
          .autoPagingToArray({ limit: listMax }),
      );
      return events.reverse().map(gatewayEventOf);
    }),
  };
}

const secondsOf = (instant: Date): number => Math.floor(instant.getTime() / 1000);

function failedChargeOutcome(failure: StripeFailure): ChargeOutcome {
  const chargeId = failure.payment_intent?.id ?? null;
  if (failure instanceof Stripe.errors.StripeCardError) return { ...declined(declineCodeOf(failure)), chargeId };
  if (failure.param === 'payment_method') return { ...declined('card_gone'), chargeId };
  if (failure.code === 'amount_too_small' || failure.code === 'amount_too_large') return { ...declined('amount_not_supported'), chargeId };
  throw toGatewayError(failure);
}

function failedRefundOutcome(failure: StripeFailure): RefundOutcome {
  const isExpected =
    failure.param === 'amount' ||
    ['charge_already_refunded', 'charge_disputed', 'refund_disputed_payment', 'charge_not_refundable', 'balance_insufficient'].includes(
      failure.code ?? '',
    );
  if (!isExpected) throw toGatewayError(failure);
  return { status: 'refused', refundId: null, message: failure.message };
}

function failedPayoutOutcome(failure: StripeFailure): PayoutOutcome {
  const { code = '', message } = failure;
  if (code === 'balance_insufficient') return { status: 'refused', code: 'balance_too_low', message };
  if (
    failure.param === 'destination' ||
    ['insufficient_capabilities_for_transfer', 'transfers_not_allowed', 'account_invalid'].includes(code)
  )
    return { status: 'refused', code: 'account_not_ready', message };
  if (code.startsWith('amount_too')) return { status: 'refused', code: 'not_possible', message };
  throw toGatewayError(failure);
}
