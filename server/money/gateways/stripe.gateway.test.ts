/** Stripe's failures: lost responses, errors, hangs, rate limits, and webhooks that cannot be trusted. */
import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import type { Fault } from '../../../tests/kit/stand-ins/stripe/stripe';
import { openStripeStandIn, type StripeStandIn } from '../../../tests/kit/stand-ins/stripe/stripe';
import { testClock, type TestClock } from '../../../tests/kit/host/test-clock';
import type { DeclineCode } from './declines';
import { callTimeout_ms, GatewayUnavailable, type ChargeParams, type ChargeOutcome, type Gateway } from './gateway';
import { callTiming } from './stripe.calls';
import { stripeGateway } from './stripe.gateway';
import { declineCodeOf, refundOutcomeOf } from './stripe.outcomes';

const shortTiming = { attempt_ms: 250, whole_ms: 400, rateLimitDelays_ms: [1, 1] };
const createIntent = 'POST /v1/payment_intents';

let clock: TestClock;
let standIn: StripeStandIn;
let gateway: Gateway;

beforeEach(async () => {
  clock = testClock();
  standIn = await openStripeStandIn(clock);
  gateway = stripeGateway(standIn.options, clock, { ...callTiming, rateLimitDelays_ms: [1, 1] });
});
afterEach(() => standIn.close());

async function newChargeParams(number = '4242424242424242'): Promise<ChargeParams> {
  const { customer } = await gateway.createCustomer({ key: randomUUID(), accountId: randomUUID(), email: 'fan@example.com' });
  const { clientSecret } = await gateway.createCardSetup({ key: randomUUID(), customer });
  const token = standIn.cards.enterCard(clientSecret, number);
  const saved = await gateway.saveCard({ key: randomUUID(), customer, token });
  if (saved.status !== 'saved') throw new Error('not saved');
  return {
    key: `charge:${randomUUID()}`,
    amount_cents: 2000n,
    currency: 'usd',
    customer,
    card: saved.card,
    presence: 'on_session',
    description: 'Top-up',
    metadata: { transaction: 'one' },
  };
}

const lookUpCharge = (params: ChargeParams): Promise<ChargeOutcome | null> =>
  gateway.lookUpCharge({ ...params, chargeId: null, since: clock.now() });
const chargesOf = (key: string): number => standIn.payments.intents.filter(({ metadata }) => metadata['footlight_key'] === key).length;

async function readyAccount(): Promise<string> {
  const { accountId } = await gateway.createAccount({ key: randomUUID(), performerId: randomUUID(), email: null, country: 'FR' });
  standIn.connect.completeOnboarding(accountId);
  return accountId;
}

describe('a response that is lost after charging', () => {
  // The SDK retries a broken connection once by itself, so the second response is lost too.
  it.each<[Fault, number]>([
    ['lose_response', 2],
    ['fail_after', 1],
    ['garbage', 1],
  ])('(%s) throws GatewayUnavailable, is found, and was one charge', async (fault, times) => {
    const params = await newChargeParams();
    standIn.failNext(createIntent, fault, times);
    await expect(gateway.charge(params)).rejects.toThrow(GatewayUnavailable);
    expect(await lookUpCharge(params)).toMatchObject({ status: 'succeeded', amount_cents: 2000n });
    expect(await gateway.charge(params)).toEqual(await lookUpCharge(params));
    expect(chargesOf(params.key)).toBe(1);
  });

  it('is recovered when the SDK retries with our key', async () => {
    const params = await newChargeParams();
    standIn.failNext(createIntent, 'lose_response');
    expect(await gateway.charge(params)).toMatchObject({ status: 'succeeded' });
    expect(chargesOf(params.key)).toBe(1);
  });

  it('is found beyond the first page of a customer with many charges', async () => {
    const params = await newChargeParams();
    standIn.failNext(createIntent, 'fail_after');
    await expect(gateway.charge(params)).rejects.toThrow(GatewayUnavailable);
    for (let left = 120; left > 0; left -= 1) await gateway.charge({ ...params, key: randomUUID() });
    expect(await lookUpCharge(params)).toMatchObject({ status: 'succeeded' });
  });

  it('of refunds and payouts throws GatewayUnavailable too, and both are found', async () => {
    const params = await newChargeParams();
    const chargeId = (await gateway.charge(params)).chargeId ?? '';
    const refund = { key: randomUUID(), chargeId, amount_cents: 500n, currency: 'usd' };
    standIn.failNext('POST /v1/refunds', 'fail_after');
    await expect(gateway.refund(refund)).rejects.toThrow(GatewayUnavailable);
    expect(await gateway.lookUpRefund({ key: refund.key, chargeId, refundId: null })).toMatchObject({ status: 'succeeded' });
    expect(await gateway.refundsOf(chargeId)).toMatchObject([{ amount_cents: 500n, returned: null }]);

    const accountId = await readyAccount();
    const payout = { key: randomUUID(), amount_cents: 700n, currency: 'usd', accountId, description: 'Payout', metadata: {} };
    standIn.failNext('POST /v1/transfers', 'fail_after');
    await expect(gateway.payOut(payout)).rejects.toThrow(GatewayUnavailable);
    expect(await gateway.lookUpPayout({ key: payout.key, accountId, payoutId: null })).toMatchObject({ status: 'paid' });
    expect(await gateway.payOut(payout)).toMatchObject({ status: 'paid' });
    expect(standIn.connect.transfers).toHaveLength(1);
  });
});

describe('a failure of Stripe', () => {
  it.each<[Fault, number]>([
    ['fail', 1],
    ['lose_request', 2],
    ['in_use', 1],
  ])('(%s) throws GatewayUnavailable, and the lookup finds no charge', async (fault, times) => {
    const params = await newChargeParams();
    standIn.failNext(createIntent, fault, times);
    await expect(gateway.charge(params)).rejects.toThrow(GatewayUnavailable);
    expect(await lookUpCharge(params)).toBeNull();
    expect(chargesOf(params.key)).toBe(0);
    expect(await gateway.charge({ ...params, key: randomUUID() })).toMatchObject({ status: 'succeeded' });
  });

  it('that Stripe stored for the key is retried with the next key, the same for all callers, and charges once', async () => {
    const params = await newChargeParams();
    standIn.failNext(createIntent, 'fail');
    await expect(gateway.charge(params)).rejects.toThrow(GatewayUnavailable);
    const outcomes = await Promise.all([gateway.charge(params), gateway.charge(params), gateway.charge(params)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded']);
    expect(chargesOf(params.key)).toBe(1);
    const chargeId = outcomes[0].chargeId ?? '';
    const refund = { key: `refund:${randomUUID()}`, chargeId, amount_cents: 500n, currency: 'usd' };
    standIn.failNext('POST /v1/refunds', 'fail');
    await expect(gateway.refund(refund)).rejects.toThrow(GatewayUnavailable);
    await Promise.all([gateway.refund(refund), gateway.refund(refund)]);
    expect(await gateway.refundsOf(chargeId)).toMatchObject([{ key: refund.key, amount_cents: 500n }]);
    const accountId = await readyAccount();
    const payOut = { key: `payout:${randomUUID()}`, accountId, amount_cents: 100n, currency: 'usd', description: '', metadata: {} };
    standIn.failNext('POST /v1/transfers', 'fail');
    await expect(gateway.payOut(payOut)).rejects.toThrow(GatewayUnavailable);
    const paid = await Promise.all([gateway.payOut(payOut), gateway.payOut(payOut)]);
    expect(new Set(paid.map((outcome) => (outcome.status === 'paid' ? outcome.payoutId : outcome.status))).size).toBe(1);
  });

  it('that Stripe stored for a customer or a card does not prevent saving the card later', async () => {
    for (const operation of ['POST /v1/customers', 'POST /v1/payment_methods/:id/attach']) standIn.failNext(operation, 'fail');
    const params = { key: `customer:${randomUUID()}`, accountId: randomUUID(), email: null };
    await expect(gateway.createCustomer(params)).rejects.toThrow(GatewayUnavailable);
    const { customer } = await gateway.createCustomer(params);
    const { clientSecret } = await gateway.createCardSetup({ key: randomUUID(), customer });
    const saving = { key: `card:${randomUUID()}`, customer, token: standIn.cards.enterCard(clientSecret, '4242424242424242') };
    const first = await gateway.saveCard(saving).catch((error: unknown) => error);
    if (first instanceof Error) expect(first).toBeInstanceOf(GatewayUnavailable);
    expect((await gateway.saveCard(saving)).status).toBe('saved');
  });

  it('to accept connections throws GatewayUnavailable', async () => {
    const params = await newChargeParams();
    await standIn.close();
    await expect(gateway.charge(params)).rejects.toThrow(GatewayUnavailable);
    await expect(lookUpCharge(params)).rejects.toThrow(GatewayUnavailable);
  });

  it('by rate limiting is retried, and finally throws GatewayRejected without a charge', async () => {
    const params = await newChargeParams();
    standIn.failNext(createIntent, 'busy', 2);
    expect(await gateway.charge(params)).toMatchObject({ status: 'succeeded' });
    const other = { ...params, key: randomUUID() };
    standIn.failNext(createIntent, 'busy', 3);
    await expect(gateway.charge(other)).rejects.toMatchObject({ name: 'GatewayRejected', reason: 'busy' });
    expect(chargesOf(other.key)).toBe(0);
    expect(await gateway.charge(other)).toMatchObject({ status: 'succeeded' });
  });

  it('because of a wrong API key throws GatewayRejected', async () => {
    const gatewayWithWrongKey = stripeGateway({ ...standIn.options, secretKey: 'sk_wrong' }, clock);
    await expect(gatewayWithWrongKey.charge(await newChargeParams())).rejects.toMatchObject({ name: 'GatewayRejected', reason: 'keys' });
  });
});

describe('a request to Stripe that hangs', () => {
  it("is limited by the call's timeout, including all retries", () => {
    expect(callTiming.attempt_ms).toBeLessThan(callTiming.whole_ms);
    expect(callTiming.whole_ms).toBeLessThan(callTimeout_ms);
    expect(callTiming.rateLimitDelays_ms.reduce((sum, delay_ms) => sum + delay_ms, 0)).toBeLessThan(callTiming.whole_ms);
  });

  it.each<Fault>(['hang', 'hang_after', 'trickle'])('(%s) ends the call in time', async (fault) => {
    const params = await newChargeParams();
    standIn.failNext(createIntent, fault);
    const startedAt = performance.now();
    await expect(stripeGateway(standIn.options, clock, shortTiming).charge(params)).rejects.toThrow(GatewayUnavailable);
    expect(performance.now() - startedAt).toBeLessThan(callTimeout_ms);
    expect(await lookUpCharge(params)).toEqual(fault === 'hang' ? null : expect.objectContaining({ status: 'succeeded' }));
  });

  it('does not block other calls', async () => {
    standIn.failNext(createIntent, 'hang');
    const ended: string[] = [];
    const hanging = gateway.charge(await newChargeParams()).catch((error: unknown) => {
      ended.push('hanging');
      return error;
    });
    await gateway.createCustomer({ key: randomUUID(), accountId: 'another', email: null });
    ended.push('another');
    expect(await hanging).toBeInstanceOf(GatewayUnavailable);
    expect(ended).toEqual(['another', 'hanging']);
  });

  it('shares one timeout with all other requests of its call', async () => {
    const impatientGateway = stripeGateway(standIn.options, clock, { ...shortTiming, rateLimitDelays_ms: [5_000] });
    const params = await newChargeParams();
    standIn.failNext(createIntent, 'busy', 2);
    const startedAt = performance.now();
    await expect(impatientGateway.charge(params)).rejects.toThrow(GatewayUnavailable);
    expect(performance.now() - startedAt).toBeLessThan(callTimeout_ms);
  });
});

describe('requests to Stripe', () => {
  it('contain our key in every POST, and in objects that must be found again', async () => {
    const params = await newChargeParams('4000002760003184');
    const outcome = await gateway.charge(params);
    const chargeId = outcome.chargeId ?? '';
    standIn.payments.authenticate(outcome.status === 'requires_action' ? outcome.clientSecret : '', 'approved');
    await gateway.refund({ key: 'refund:1', chargeId, amount_cents: 100n, currency: 'usd' });
    await gateway.cancelCharge({ key: 'cancel:1', chargeId });
    await gateway.removeCard({ key: 'remove:1', card: params.card });
    const accountId = await readyAccount();
    await gateway.accountLink({ key: 'link:1', accountId, returnUrl: 'https://site.example' });
    await gateway.payOut({ key: 'payout:1', amount_cents: 100n, currency: 'usd', accountId, description: 'x', metadata: {} });
    const posts = standIn.requests.filter(({ operation }) => operation.startsWith('POST'));
    expect(new Set(posts.map(({ operation }) => operation)).size).toBe(9);
    expect(posts.filter(({ key }) => key === null || key.startsWith('stripe-node'))).toEqual([]);
    for (const operation of [createIntent, 'POST /v1/refunds', 'POST /v1/transfers']) {
      const post = posts.find((request) => request.operation === operation);
      expect(post?.params['metadata']).toHaveProperty('footlight_key', post?.key);
    }
  });

  it('state amounts in whole yen', async () => {
    await gateway.charge({ ...(await newChargeParams()), currency: 'jpy', amount_cents: 120_000n });
    expect(standIn.requests.at(-1)?.params).toMatchObject({ amount: '1200', currency: 'jpy' });
  });

  it('mark renewals as off session, and let the browser continue the others', async () => {
    const params = await newChargeParams();
    await gateway.charge(params);
    expect(standIn.requests.at(-1)?.params).toMatchObject({ use_stripe_sdk: 'true' });
    expect(standIn.requests.at(-1)?.params).not.toHaveProperty('off_session');
    await gateway.charge({ ...params, key: randomUUID(), presence: 'off_session' });
    expect(standIn.requests.at(-1)?.params).toMatchObject({ off_session: 'true' });
  });

  it('would be rejected with a parameter that the API version dropped', async () => {
    const raw = new Stripe(standIn.options.secretKey, {
      host: '127.0.0.1',
      port: new URL(standIn.options.apiBase).port,
      protocol: 'http',
    });
    await expect(raw.rawRequest('POST', '/v1/setup_intents', { payment_method_types: ['card'] })).rejects.toMatchObject({
      code: 'parameter_unknown',
      param: 'payment_method_types',
    });
  });
});

it('does not attach a card that another customer entered', async () => {
  const { card } = await newChargeParams();
  const { customer } = await gateway.createCustomer({ key: randomUUID(), accountId: randomUUID(), email: null });
  expect(await gateway.saveCard({ key: randomUUID(), customer, token: card })).toEqual({ status: 'invalid' });
});

it("declines an amount below the provider's minimum", async () => {
  const params = { ...(await newChargeParams()), amount_cents: 49n };
  expect(await gateway.charge(params)).toMatchObject({ status: 'declined', code: 'amount_not_supported', chargeId: null });
});

it('returns balance_too_low when the balance does not cover a payout', async () => {
  const accountId = await readyAccount();
  standIn.connect.balance = 99;
  const params = { key: randomUUID(), amount_cents: 100n, currency: 'usd', accountId, description: 'x', metadata: {} };
  expect(await gateway.payOut(params)).toMatchObject({ status: 'refused', code: 'balance_too_low' });
});

it.each<[string | undefined, string | undefined, DeclineCode]>([
  ['card_declined', 'generic_decline', 'card_declined'],
  ['card_declined', 'do_not_honor', 'card_declined'],
  ['card_declined', 'fraudulent', 'lost_or_stolen'],
  ['card_declined', 'pickup_card', 'lost_or_stolen'],
  ['card_declined', 'card_velocity_exceeded', 'limit_exceeded'],
  ['card_declined', 'currency_not_supported', 'not_supported'],
  ['card_declined', 'issuer_not_available', 'try_again'],
  ['processing_error', undefined, 'try_again'],
  ['incorrect_number', undefined, 'incorrect_number'],
  ['authentication_required', 'authentication_required', 'authentication_required'],
  ['a_code_of_tomorrow', 'another', 'card_declined'],
  ['constructor', 'toString', 'card_declined'],
  [undefined, undefined, 'card_declined'],
])('maps the error %s, %s to %s', (code, decline_code, expected) => {
  expect(declineCodeOf({ code, decline_code })).toBe(expected);
});

it.each([
  ['succeeded', 'succeeded'],
  ['pending', 'pending'],
  ['requires_action', 'pending'],
  ['failed', 'refused'],
  ['canceled', 'refused'],
])('maps a refund that is %s to %s', (status, expected) => {
  expect(refundOutcomeOf({ id: 're_1', status } as Stripe.Refund).status).toBe(expected);
});

describe('webhooks', () => {
  const charged = async (): Promise<{ params: ChargeParams; chargeId: string }> => {
    const params = await newChargeParams();
    return { params, chargeId: (await gateway.charge(params)).chargeId ?? '' };
  };
  const read = (event: Parameters<StripeStandIn['webhook']>[0]) => {
    const { body, headers } = standIn.webhook(event, clock.now());
    return gateway.readEvent(body, headers);
  };

  it('are parsed when Stripe signed them, with our key, and identically each time', async () => {
    const { params, chargeId } = await charged();
    const event = standIn.lastEvent('payment_intent.succeeded');
    expect(read(event)).toEqual({
      id: event.id,
      at: new Date(event.created * 1000),
      type: 'charge_changed',
      chargeId,
      key: params.key,
    });
    expect(read(event)).toEqual(read(event));
  });

  it('are rejected with another secret, an altered body or a missing signature', async () => {
    await charged();
    const event = standIn.lastEvent('payment_intent.succeeded');
    const forged = standIn.webhook(event, clock.now(), 'whsec_guess');
    expect(gateway.readEvent(forged.body, forged.headers)).toBeNull();
    const { body, headers } = standIn.webhook(event, clock.now());
    expect(gateway.readEvent(Buffer.concat([body, Buffer.from(' ')]), headers)).toBeNull();
    expect(gateway.readEvent(body, {})).toBeNull();
    expect(gateway.readEvent(body, { 'stripe-signature': headers['stripe-signature']?.replace('v1=', 'v0=') })).toBeNull();
    expect(gateway.readEvent(body, { 'stripe-signature': headers['stripe-signature']?.replace(/t=\d+/, 't=1') })).toBeNull();
  });

  it('are valid for 300 seconds', async () => {
    await charged();
    const { body, headers } = standIn.webhook(standIn.lastEvent('payment_intent.succeeded'), clock.now());
    clock.advance({ seconds: 290 });
    expect(gateway.readEvent(body, headers)).toMatchObject({ type: 'charge_changed' });
    clock.advance({ seconds: 12 });
    expect(gateway.readEvent(body, headers)).toBeNull();
  });

  it('report refunds without amounts: those are looked up', async () => {
    const { chargeId } = await charged();
    await gateway.refund({ key: randomUUID(), chargeId, amount_cents: 500n, currency: 'usd' });
    expect(read(standIn.lastEvent('charge.refunded'))).toMatchObject({ type: 'refund_changed', chargeId, refundId: null });
    expect(read(standIn.lastEvent('refund.created'))).toMatchObject({ type: 'refund_changed', chargeId });
    expect(await gateway.refundsOf(chargeId)).toMatchObject([{ amount_cents: 500n, returned: null }]);
  });

  it('report a refund that the bank returned, and the lookup has the reason', async () => {
    const { chargeId } = await charged();
    const key = randomUUID();
    const { refundId } = await gateway.refund({ key, chargeId, amount_cents: 500n, currency: 'usd' });
    standIn.payments.failRefund(refundId ?? '');
    expect(read(standIn.lastEvent('refund.failed'))).toMatchObject({ type: 'refund_changed', chargeId, refundId });
    expect(await gateway.refundsOf(chargeId)).toMatchObject([
      { refundId, key, amount_cents: 500n, returned: expect.any(String) as string },
    ]);
    expect(await gateway.lookUpRefund({ key, chargeId, refundId: null })).toMatchObject({ status: 'refused' });
  });

  it('have the same dispute id in any order', async () => {
    const { chargeId } = await charged();
    standIn.payments.dispute(chargeId, 'charge.dispute.created', 'needs_response');
    const opened = standIn.lastEvent('charge.dispute.created');
    standIn.payments.dispute(chargeId, 'charge.dispute.closed', 'won');
    const closed = read(standIn.lastEvent('charge.dispute.closed'));
    expect(closed).toMatchObject({ type: 'dispute_changed', chargeId });
    const { disputeId } = closed as unknown as { disputeId: string };
    expect(read(opened)).toMatchObject({ type: 'dispute_changed', chargeId, disputeId });
    expect(await gateway.lookUpDispute(disputeId)).toMatchObject({ status: 'won', amount_cents: 2000n });
  });

  it('report returned payouts, and the lookup has the amount', async () => {
    const accountId = await readyAccount();
    const key = randomUUID();
    await gateway.payOut({ key, amount_cents: 700n, currency: 'usd', accountId, description: 'x', metadata: {} });
    const [transfer] = standIn.connect.transfers;
    if (!transfer) throw new Error('no transfer');
    standIn.connect.reverseTransfer(transfer.id, 700);
    expect(read(standIn.lastEvent('transfer.reversed'))).toMatchObject({ type: 'payout_changed', payoutId: transfer.id, key });
    expect(await gateway.lookUpPayout({ key, accountId, payoutId: transfer.id })).toMatchObject({ reversed_cents: 700n });
  });

  it('of connected accounts are only parsed when they are about the account', async () => {
    const accountId = await readyAccount();
    expect(read(standIn.lastEvent('account.updated'))).toMatchObject({ type: 'account_changed', accountId });
    await charged();
    const event = { ...standIn.lastEvent('payment_intent.succeeded'), account: accountId };
    expect(read(event)).toMatchObject({ type: 'other', name: 'payment_intent.succeeded' });
  });

  it('of unknown types are parsed as other events', () => {
    expect(read(standIn.records.addEvent('plan.created', { id: 'plan_1' }))).toMatchObject({ type: 'other', name: 'plan.created' });
  });

  it('that never arrived are returned by eventsSince, with the same ids', async () => {
    const since = clock.now();
    await charged();
    const event = standIn.lastEvent('payment_intent.succeeded');
    expect(await gateway.eventsSince(since)).toContainEqual(read(event));
  });
});
