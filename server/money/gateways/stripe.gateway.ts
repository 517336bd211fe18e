/**
 * Stripe, through its official SDK. Cards are entered in Stripe's own form and saved by a SetupIntent; charges are PaymentIntents;
 * payouts are transfers to connected accounts. Every POST carries our key, twice: as the idempotency key, which Stripe honours for
 * a day, and in the object's metadata, by which it is found later.
 */
import Stripe from 'stripe';
import type { Clock } from '../../platform/context';
import { minorUnitsOf } from './currency';
import { declined } from './declines';
import type { ChargeOutcome, Gateway, PayOutOutcome, RefundOutcome } from './gateway';
import { bounded, callTiming, gatewayRefused, isRefused, once, openStripe, type Call, type CallTiming, type Refused } from './stripe.calls';
import { knownOrNull, listedMax, pageSize, stripeLookUps } from './stripe.lookups';
import { eventTypes, gatewayEventOf } from './stripe.events';
import {
  accountStateOf,
  chargeOutcomeOf,
  declineCodeOf,
  keyField,
  payOutOutcomeOf,
  refundMadeOf,
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

const signatureAge_s = 300;
/** Stripe's clock and ours may differ by less than this. */
const clockSlack_s = 3_600;
/** Stripe keeps a key for a day, and no act is asked for again after that. */
const keyLives_s = 86_400 + clockSlack_s;

/** Opens nothing before the first call. `timing` is for tests. */
export function stripeGateway(options: StripeOptions, clock: Clock, timing: CallTiming = callTiming): Gateway {
  const stripe = openStripe(options.secretKey, options.apiBase, timing);
  const verb = <O, R>(work: (call: Call, order: O) => Promise<R>): ((order: O) => Promise<R>) => bounded(timing, work);

  const { intentOf, intentUnder, refundUnder, transferUnder, listRefunds } = stripeLookUps(stripe);
  const askBalance = verb((call) => call.need(() => stripe.balance.retrieve()));

  return {
    ledgerAccount: 'gateway:stripe',
    isSandbox: false,

    greet: async () => {
      const { livemode, available } = await askBalance(undefined);
      const currencies = available.map(({ currency }) => currency.toUpperCase()).join(', ');
      const mode = livemode ? 'in live mode: real money moves' : 'in test mode: no real money moves';
      return `Stripe answers, ${mode}. ${currencies === '' ? 'It holds no balance yet.' : `It holds balances in ${currencies}.`}`;
    },

    openCustomer: verb(async (call, { key, accountId, email }) => {
      const open = (idempotencyKey: string) =>
        call.need(() =>
          stripe.customers.create({ ...(email !== null && { email }), metadata: { account: accountId } }, { idempotencyKey }),
        );
      const customer = await once(key, open);
      return { customer: customer.id };
    }),

    cardForm: verb(async (call, { key, customer }) => {
      const intent = await call.need(() =>
        stripe.setupIntents.create(
          { customer, usage: 'off_session', allowed_payment_method_types: ['card'], metadata: { [keyField]: key } },
          { idempotencyKey: key },
        ),
      );
      return { clientSecret: intent.client_secret ?? '', publishableKey: options.publishableKey };
    }),

    saveCard: verb(async (call, { key, customer, token }) => {
      if (!/^pm_\w+$/.test(token)) return { status: 'invalid' };
      const found = knownOrNull(await call.ask(() => stripe.paymentMethods.retrieve(token)));
      if (!found?.card) return { status: 'invalid' };
      const owner = typeof found.customer === 'string' ? found.customer : (found.customer?.id ?? null);
      if (owner !== null && owner !== customer) return { status: 'invalid' };
      const attach = (idempotencyKey: string) => call.ask(() => stripe.paymentMethods.attach(token, { customer }, { idempotencyKey }));
      const method = owner === null ? await once(key, attach) : found;
      if (isRefused(method))
        return method instanceof Stripe.errors.StripeCardError ? declined(declineCodeOf(method)) : { status: 'invalid' };
      const card = savedCardOf(method);
      return card === null ? { status: 'invalid' } : { status: 'saved', ...card };
    }),

    removeCard: verb(async (call, { key, card }) => {
      const detach = (idempotencyKey: string) => call.ask(() => stripe.paymentMethods.detach(card, {}, { idempotencyKey }));
      const answer = await once(key, detach);
      // Stripe refuses to detach what is detached, in words and without a code.
      if (isRefused(answer) && answer.code !== 'resource_missing' && !/not attached/i.test(answer.message)) throw gatewayRefused(answer);
    }),

    charge: verb(async (call, order) => {
      const { key, amount_cents, currency, customer, card, presence, description, metadata } = order;
      const listed = { customer, created: { gte: secondsOf(clock.now()) - keyLives_s } };
      const pay = (idempotencyKey: string) =>
        call.ask(() =>
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
      const answer = await once(key, pay, () => intentUnder(call, key, listed));
      return isRefused(answer) ? refusedCharge(answer) : chargeOutcomeOf(answer);
    }),

    lookUp: verb(async (call, { key, customer, chargeId, since }) => {
      if (chargeId !== null) {
        const intent = await intentOf(call, chargeId);
        return intent && chargeOutcomeOf(intent);
      }
      const intent = await intentUnder(call, key, { customer, created: { gte: secondsOf(since) - clockSlack_s } });
      return intent && chargeOutcomeOf(intent);
    }),

    cancel: verb(async (call, { key, chargeId }) => {
      const close = (idempotencyKey: string) =>
        call.ask(() => stripe.paymentIntents.cancel(chargeId, { cancellation_reason: 'abandoned' }, { idempotencyKey }));
      const answer = await once(key, close);
      if (!isRefused(answer)) return chargeOutcomeOf(answer);
      if (answer.code !== 'payment_intent_unexpected_state') throw gatewayRefused(answer);
      const intent = await intentOf(call, chargeId);
      if (intent === null) throw gatewayRefused(answer);
      return chargeOutcomeOf(intent);
    }),

    refund: verb(async (call, { key, chargeId, amount_cents, currency }) => {
      const body = { payment_intent: chargeId, amount: minorUnitsOf(amount_cents, currency), metadata: { [keyField]: key } };
      const giveBack = (idempotencyKey: string) => call.ask(() => stripe.refunds.create(body, { idempotencyKey }));
      const answer = await once(key, giveBack, () => refundUnder(call, key, chargeId));
      return isRefused(answer) ? refusedRefund(answer) : refundOutcomeOf(answer);
    }),

    lookUpRefund: verb(async (call, { key, chargeId, refundId }) => {
      if (refundId !== null) {
        const refund = knownOrNull(await call.ask(() => stripe.refunds.retrieve(refundId)));
        return refund && refundOutcomeOf(refund);
      }
      const refund = await refundUnder(call, key, chargeId);
      return refund && refundOutcomeOf(refund);
    }),

    refundsOf: verb(async (call, chargeId) => (await listRefunds(call, chargeId)).reverse().map(refundMadeOf)),

    openAccount: verb(async (call, { key, performerId, email, country }) => {
      const open = (idempotencyKey: string) =>
        call.need(() =>
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
      const account = await once(key, open);
      return { accountId: account.id };
    }),

    accountLink: verb(async (call, { key, accountId, returnUrl }) => {
      const link = await call.need(() =>
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

    accountState: verb(async (call, accountId) => accountStateOf(await call.need(() => stripe.accounts.retrieve(accountId)))),

    payOut: verb(async (call, { key, amount_cents, currency, accountId, description, metadata }) => {
      const pay = (idempotencyKey: string) =>
        call.ask(() =>
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
      const answer = await once(key, pay, () => transferUnder(call, key, accountId));
      return isRefused(answer) ? refusedPayOut(answer) : payOutOutcomeOf(answer);
    }),

    lookUpPayOut: verb(async (call, { key, accountId, payoutId }) => {
      if (payoutId !== null) {
        const transfer = knownOrNull(await call.ask(() => stripe.transfers.retrieve(payoutId)));
        return transfer && payOutOutcomeOf(transfer);
      }
      const transfer = await transferUnder(call, key, accountId);
      return transfer && payOutOutcomeOf(transfer);
    }),

    readEvent: (rawBody, headers) => {
      const signature = headers['stripe-signature'];
      if (typeof signature !== 'string') return null;
      try {
        return gatewayEventOf(
          stripe.webhooks.constructEvent(rawBody, signature, options.webhookSecret, signatureAge_s, undefined, clock.now().getTime()),
        );
      } catch {
        // Forged, stale, or signed and yet no event: in each case nothing that may be believed.
        return null;
      }
    },

    eventsSince: verb(async (call, since) => {
      const events = await call.need(() =>
        stripe.events
          .list({ created: { gte: secondsOf(since) }, types: [...eventTypes], limit: pageSize })
          .autoPagingToArray({ limit: listedMax }),
      );
      return events.reverse().map(gatewayEventOf);
    }),
  };
}

const secondsOf = (instant: Date): number => Math.floor(instant.getTime() / 1000);

function refusedCharge(refused: Refused): ChargeOutcome {
  const chargeId = refused.payment_intent?.id ?? null;
  if (refused instanceof Stripe.errors.StripeCardError) return { ...declined(declineCodeOf(refused)), chargeId };
  if (refused.param === 'payment_method') return { ...declined('card_gone'), chargeId };
  if (refused.code === 'amount_too_small' || refused.code === 'amount_too_large') return { ...declined('amount_not_supported'), chargeId };
  throw gatewayRefused(refused);
}

function refusedRefund(refused: Refused): RefundOutcome {
  const isExpected =
    refused.param === 'amount' ||
    ['charge_already_refunded', 'charge_disputed', 'refund_disputed_payment', 'charge_not_refundable', 'balance_insufficient'].includes(
      refused.code ?? '',
    );
  if (!isExpected) throw gatewayRefused(refused);
  return { status: 'refused', refundId: null, message: refused.message };
}

function refusedPayOut(refused: Refused): PayOutOutcome {
  const { code = '', message } = refused;
  if (code === 'balance_insufficient') return { status: 'refused', code: 'balance_too_low', message };
  if (
    refused.param === 'destination' ||
    ['insufficient_capabilities_for_transfer', 'transfers_not_allowed', 'account_invalid'].includes(code)
  )
    return { status: 'refused', code: 'account_not_ready', message };
  if (code.startsWith('amount_too')) return { status: 'refused', code: 'not_possible', message };
  throw gatewayRefused(refused);
}
