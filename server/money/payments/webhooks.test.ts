/** Webhooks of a gateway: verified, stored once, applied in any order and any number of times. */
import { eq } from 'drizzle-orm';
import { gatewayEvents, paymentDisputes } from '@server/platform/db/schema/payments';
import { auditLog } from '@server/platform/db/schema/site';
import { adjustmentsAccount, gatewayAccount, receivableOf } from '@server/money/ledger/chart';
import { balanceOf } from '@server/money/ledger/ledger';
import {
  ledgerViolations,
  newIdempotencyKey,
  openStripeTestHost,
  walletBalance,
  type Payer,
  type StripeTestHost,
} from '../../../tests/kit/money/payments';
import { mailsTo } from '../../../tests/kit/host/mails';
import { signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { applyEvent } from './events';
import { reconcile } from './reconcile';

let stripe: StripeTestHost;
let operator: string;
beforeAll(async () => {
  stripe = await openStripeTestHost();
  operator = (await signUpOperator(stripe.testHost)).token;
});
afterAll(() => stripe.close());
afterEach(async () => {
  expect(await ledgerViolations(stripe.testHost.ctx)).toEqual([]);
});

const topUp = async ({ token }: Payer, amount = 20) => {
  const { data } = await stripe.testHost.call('POST /payment/wallet/top-up', { body: { amount } }, { token, key: newIdempotencyKey() });
  return data;
};
const read = async ({ token }: Payer, id: string) =>
  (await stripe.testHost.call('GET /payment/transactions/:id', { params: { id } }, { token })).data;
const intentOf = (id: string): string =>
  stripe.standIn.payments.intents.find(({ metadata }) => metadata['footlight_key'] === `pay_${id}`)?.id ?? '';
const webhookOf = (type: string) => stripe.standIn.webhook(stripe.standIn.lastEvent(type), stripe.testHost.clock.now());
const stored = () => stripe.testHost.ctx.db.select().from(gatewayEvents);
/** Runs the background job for one event. */
const apply = (eventId: string) => applyEvent(stripe.testHost.ctx, 'stripe', eventId);
const applyLastEvent = async (type: string): Promise<void> => {
  expect((await stripe.deliver(webhookOf(type))).status).toBe(200);
  await apply(stripe.standIn.lastEvent(type).id);
};
const refundAtGateway = (intent: string, cents: number) =>
  void stripe.standIn.payments.createRefund({ payment_intent: intent, amount: String(cents) });

describe('a webhook', () => {
  it('is acknowledged immediately, and stored once however often it arrives', async () => {
    const fan = await stripe.payer();
    const { _id } = await topUp(fan);
    const webhook = webhookOf('payment_intent.succeeded');
    const responses = await Promise.all(Array.from({ length: 10 }, () => stripe.deliver(webhook)));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect(await responses[0]?.json()).toEqual({ data: { received: true } });
    const { id } = stripe.standIn.lastEvent('payment_intent.succeeded');
    expect((await stored()).filter(({ eventId }) => eventId === id)).toHaveLength(1);
    for (let copy = 0; copy < 3; copy += 1) await apply(id);
    expect((await read(fan, _id)).status).toBe('success');
    expect(await walletBalance(stripe.testHost.ctx, fan.id)).toBe(2000n);
  });

  it('that is forged, stale or altered is rejected and not stored', async () => {
    await topUp(await stripe.payer());
    const before = (await stored()).length;
    const event = { ...stripe.standIn.lastEvent('payment_intent.succeeded'), id: 'evt_forged' };
    const now = stripe.testHost.clock.now();
    const good = stripe.standIn.webhook(event, now);
    const bad = [
      stripe.standIn.webhook(event, now, 'whsec_another'),
      stripe.standIn.webhook(event, new Date(now.getTime() - 301_000)),
      { ...good, headers: {} },
      { ...good, body: Buffer.from(good.body.toString().replace('evt_forged', 'evt_changed')) },
      { ...good, body: Buffer.alloc(0) },
      { ...good, headers: { 'stripe-signature': 't=1,v1=' } },
    ];
    for (const webhook of bad) {
      const response = await stripe.deliver(webhook);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: 'signature_invalid' });
    }
    expect(await stored()).toHaveLength(before);
  });

  it('of an unknown gateway is rejected', async () => {
    const event = { ...webhookOf('payment_intent.succeeded') };
    for (const name of ['ccbill', '__proto__', 'sandbox']) {
      const response = await stripe.deliver(event, name);
      expect([response.status, await response.json()]).toMatchObject([404, { error: 'gateway_unknown' }]);
    }
  });

  it('is accepted during maintenance', async () => {
    await topUp(await stripe.payer());
    const set = (value: boolean) =>
      stripe.testHost.call('PUT /admin/settings/:key', { params: { key: 'maintenanceMode' }, body: { value } }, { token: operator });
    await set(true);
    expect((await stripe.deliver(webhookOf('payment_intent.succeeded'))).status).toBe(200);
    await set(false);
  });

  it('about a charge of another system is ignored after an hour', async () => {
    const fan = await stripe.payer();
    const { _id } = await topUp(fan);
    const event = structuredClone(stripe.standIn.lastEvent('payment_intent.succeeded'));
    const foreign = { ...event, id: 'evt_foreign', data: { object: { ...event.data.object, id: 'pi_foreign', metadata: {} } } };
    expect((await stripe.deliver(stripe.standIn.webhook(foreign, stripe.testHost.clock.now()))).status).toBe(200);
    await expect(apply('evt_foreign')).rejects.toThrow('not known yet');
    stripe.testHost.clock.advance({ hours: 2 });
    await reconcile(stripe.testHost.ctx);
    expect((await stored()).find(({ eventId }) => eventId === 'evt_foreign')?.appliedAt).not.toBeNull();
    expect((await read(fan, _id)).status).toBe('success');
  });

  it('that never arrived is found by polling', async () => {
    const fan = await stripe.payer('test_authentication');
    const { _id, clientSecret } = await topUp(fan);
    stripe.standIn.payments.authenticate(clientSecret ?? '', 'approved');
    await reconcile(stripe.testHost.ctx);
    const { id } = stripe.standIn.lastEvent('payment_intent.succeeded');
    expect((await stored()).map(({ eventId }) => eventId)).toContain(id);
    await apply(id);
    expect((await read(fan, _id)).status).toBe('success');
  });
});

describe('a refund made at the gateway', () => {
  it('is taken from the wallet in parts, once each, and the payer is notified', async () => {
    const fan = await stripe.payer();
    const { _id } = await topUp(fan);
    refundAtGateway(intentOf(_id), 500);
    await applyLastEvent('charge.refunded');
    await applyLastEvent('refund.created');
    expect(await walletBalance(stripe.testHost.ctx, fan.id)).toBe(1500n);
    expect((await read(fan, _id)).status).toBe('success');
    refundAtGateway(intentOf(_id), 1500);
    await applyLastEvent('refund.created');
    expect(await walletBalance(stripe.testHost.ctx, fan.id)).toBe(0n);
    expect((await read(fan, _id)).status).toBe('refunded');
    expect(await mailsTo(stripe.testHost, fan.email, 'payment-refunded')).toHaveLength(2);
  });

  it('of a payment whose success was not reported yet settles it first', async () => {
    const fan = await stripe.payer('test_authentication');
    const { _id, clientSecret } = await topUp(fan);
    stripe.standIn.payments.authenticate(clientSecret ?? '', 'approved');
    refundAtGateway(intentOf(_id), 2000);
    await applyLastEvent('charge.refunded');
    expect((await read(fan, _id)).status).toBe('refunded');
    expect(await walletBalance(stripe.testHost.ctx, fan.id)).toBe(0n);
  });

  it('becomes a debt for the tokens that were already spent', async () => {
    const fan = await stripe.payer();
    const performer = await signUpPerformer(stripe.testHost);
    const { _id } = await topUp(fan);
    await stripe.testHost.call('POST /wallet/charges/tip/:id', { params: { id: performer.id }, body: { price: 15 } }, { token: fan.token });
    refundAtGateway(intentOf(_id), 2000);
    await applyLastEvent('refund.created');
    expect(await walletBalance(stripe.testHost.ctx, fan.id)).toBe(0n);
    expect(await balanceOf(stripe.testHost.ctx, receivableOf(fan.id))).toBe(-1500n);
    const owed = async () => (await stripe.testHost.call('GET /wallet/spending', {}, { token: fan.token })).data.owed;
    expect(await owed()).toBe(15);
    await topUp(fan, 10);
    expect([await walletBalance(stripe.testHost.ctx, fan.id), await owed()]).toEqual([0n, 5]);
    await topUp(fan, 10);
    expect([await walletBalance(stripe.testHost.ctx, fan.id), await owed()]).toEqual([500n, 0]);
  });
});

describe('a dispute', () => {
  const disputed = async (amount = 20) => {
    const fan = await stripe.payer();
    const { _id } = await topUp(fan, amount);
    return { fan, id: _id, intent: intentOf(_id) };
  };
  const open = (intent: string) => {
    stripe.standIn.payments.dispute(intent, 'charge.dispute.created', 'needs_response');
  };
  const close = (intent: string, result: 'won' | 'lost') => {
    stripe.standIn.payments.dispute(intent, 'charge.dispute.closed', result);
  };

  it('takes the tokens back, permanently if it is lost', async () => {
    const { fan, id, intent } = await disputed();
    open(intent);
    await applyLastEvent('charge.dispute.created');
    await applyLastEvent('charge.dispute.created');
    expect(await walletBalance(stripe.testHost.ctx, fan.id)).toBe(0n);
    expect((await read(fan, id)).status).toBe('disputed');
    close(intent, 'lost');
    await applyLastEvent('charge.dispute.closed');
    expect(await walletBalance(stripe.testHost.ctx, fan.id)).toBe(0n);
    expect((await read(fan, id)).status).toBe('disputed');
  });

  it('returns the tokens that settled its debt when it is won after that', async () => {
    const { fan, intent } = await disputed();
    const performer = await signUpPerformer(stripe.testHost);
    await stripe.testHost.call('POST /wallet/charges/tip/:id', { params: { id: performer.id }, body: { price: 15 } }, { token: fan.token });
    open(intent);
    await applyLastEvent('charge.dispute.created');
    await topUp(fan, 20);
    expect(await walletBalance(stripe.testHost.ctx, fan.id)).toBe(500n);
    close(intent, 'won');
    await applyLastEvent('charge.dispute.closed');
    expect(await walletBalance(stripe.testHost.ctx, fan.id)).toBe(2500n);
    expect(await balanceOf(stripe.testHost.ctx, receivableOf(fan.id))).toBe(0n);
  });

  it('returns the tokens when it is won', async () => {
    const { fan, id, intent } = await disputed();
    open(intent);
    await applyLastEvent('charge.dispute.created');
    close(intent, 'won');
    await applyLastEvent('charge.dispute.closed');
    await apply(stripe.standIn.lastEvent('charge.dispute.created').id);
    expect(await walletBalance(stripe.testHost.ctx, fan.id)).toBe(2000n);
    expect((await read(fan, id)).status).toBe('success');
  });

  it.each([
    ['won', 2000n, 'success'],
    ['lost', 0n, 'disputed'],
  ] as const)('that is reported %s before it is reported open ends the same', async (result, balance_cents, status) => {
    const { fan, id, intent } = await disputed();
    open(intent);
    const opening = stripe.standIn.webhook(
      structuredClone(stripe.standIn.lastEvent('charge.dispute.created')),
      stripe.testHost.clock.now(),
    );
    close(intent, result);
    await applyLastEvent('charge.dispute.closed');
    await stripe.deliver(opening);
    await apply(stripe.standIn.lastEvent('charge.dispute.created').id);
    expect(await walletBalance(stripe.testHost.ctx, fan.id)).toBe(balance_cents);
    expect((await read(fan, id)).status).toBe(status);
    const [row] = await stripe.testHost.ctx.db.select().from(paymentDisputes).where(eq(paymentDisputes.paymentId, id));
    expect(row?.status).toBe(result);
  });

  it('of a subscription ends it immediately', async () => {
    const fan = await stripe.payer();
    const performer = await signUpPerformer(stripe.testHost);
    const { data } = await stripe.testHost.call(
      'POST /payment/subscribe/performers',
      { body: { performerId: performer.id } },
      { token: fan.token, key: newIdempotencyKey() },
    );
    const isSubscribed = async () =>
      (await stripe.testHost.call('GET /performers/:id', { params: { id: performer.id } }, { token: fan.token })).data.isSubscribed;
    expect([data.status, await isSubscribed()]).toEqual(['success', true]);
    open(intentOf(data._id));
    await applyLastEvent('charge.dispute.created');
    expect([(await read(fan, data._id)).status, await isSubscribed()]).toEqual(['disputed', false]);
    const before = await balanceOf(stripe.testHost.ctx, adjustmentsAccount);
    close(intentOf(data._id), 'won');
    await applyLastEvent('charge.dispute.closed');
    expect((await balanceOf(stripe.testHost.ctx, adjustmentsAccount)) - before).toBe(BigInt(Math.round(data.totalPrice * 100)));
  });
});

describe("an operator's refund", () => {
  const refund = (id: string, body: { amount?: number; reason?: string }, key = newIdempotencyKey()) =>
    stripe.testHost.call(
      'POST /admin/payments/:id/refund',
      { params: { id }, body: { reason: 'Asked for it', ...body } },
      { token: operator, key },
    );

  it('refunds the card and takes the tokens, in parts up to the whole', async () => {
    const fan = await stripe.payer();
    const { _id } = await topUp(fan);
    const before = await balanceOf(stripe.testHost.ctx, gatewayAccount('stripe'));
    expect((await refund(_id, { amount: 5 })).data).toMatchObject({ status: 'success' });
    expect(await walletBalance(stripe.testHost.ctx, fan.id)).toBe(1500n);
    expect((await refund(_id, { amount: 15.01 })).errorBody.error).toBe('price_out_of_range');
    expect((await refund(_id, { amount: 0 })).errorBody.error).toBe('price_out_of_range');
    expect((await refund(_id, {})).data).toMatchObject({ status: 'refunded' });
    expect((await refund(_id, {})).errorBody.error).toBe('already_refunded');
    await applyLastEvent('charge.refunded');
    expect(await walletBalance(stripe.testHost.ctx, fan.id)).toBe(0n);
    expect((await balanceOf(stripe.testHost.ctx, gatewayAccount('stripe'))) - before).toBe(2000n);
    const [mail] = await mailsTo(stripe.testHost, fan.email, 'payment-refunded');
    expect(mail?.text).toContain('Asked for it');
  });

  it('is made once for twenty concurrent requests, with one key or with several', async () => {
    const fan = await stripe.payer();
    const [one, many] = [await topUp(fan), await topUp(fan)];
    const key = newIdempotencyKey();
    const copies = await Promise.all(Array.from({ length: 20 }, () => refund(one._id, { amount: 20 }, key)));
    const others = await Promise.all(Array.from({ length: 20 }, () => refund(many._id, { amount: 20 })));
    expect(others.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, errorBody } of [...copies, ...others])
      if (status !== 200) expect(['request_in_progress', 'already_refunded']).toContain(errorBody.error);
    expect((await refund(one._id, { amount: 20 }, key)).data).toMatchObject({ status: 'refunded' });
    expect((await refund(one._id, { amount: 19 }, key)).errorBody.error).toBe('idempotency_key_reused');
    expect(await walletBalance(stripe.testHost.ctx, fan.id)).toBe(0n);
    for (const { _id } of [one, many]) expect(stripe.standIn.payments.listRefunds({ payment_intent: intentOf(_id) })).toHaveLength(1);
  });

  it('whose response is lost is completed later, and posted once', async () => {
    const fan = await stripe.payer();
    const { _id } = await topUp(fan);
    stripe.standIn.failNext('POST /v1/refunds', 'hang_after');
    const key = newIdempotencyKey();
    const { status, data } = await refund(_id, { amount: 8 }, key);
    expect([status, data.status]).toEqual([202, 'success']);
    expect((await refund(_id, { amount: 8 })).errorBody.error).toBe('request_in_progress');
    stripe.testHost.clock.advance({ minutes: 1 });
    await reconcile(stripe.testHost.ctx);
    expect(await walletBalance(stripe.testHost.ctx, fan.id)).toBe(1200n);
    expect((await refund(_id, { amount: 8 }, key)).status).toBe(200);
    expect(await walletBalance(stripe.testHost.ctx, fan.id)).toBe(1200n);
  });

  it('of an unpaid or missing payment is rejected', async () => {
    const fan = await stripe.payer('test_declined');
    await stripe.testHost.call('POST /payment/wallet/top-up', { body: { amount: 20 } }, { token: fan.token });
    const { data } = await stripe.testHost.call('GET /payment/transactions/user/search', {}, { token: fan.token });
    for (const id of [data.data[0]?._id ?? '', stripe.testHost.ctx.random.id()])
      expect((await refund(id, {})).errorBody.error).toBe('payment_not_found');
  });

  it('of a subscription ends it, and reverses the shares of performer and site', async () => {
    const fan = await stripe.payer();
    const performer = await signUpPerformer(stripe.testHost);
    const { data } = await stripe.testHost.call(
      'POST /payment/subscribe/performers',
      { body: { performerId: performer.id } },
      { token: fan.token, key: newIdempotencyKey() },
    );
    expect((await refund(data._id, {})).data.status).toBe('refunded');
    const page = await stripe.testHost.call('GET /performers/:id', { params: { id: performer.id } }, { token: fan.token });
    expect(page.data.isSubscribed).toBe(false);
  });

  it('has an audit entry', async () => {
    const fan = await stripe.payer();
    const { _id } = await topUp(fan);
    await refund(_id, { amount: 5, reason: 'Kindness' });
    const rows = await stripe.testHost.ctx.db.select().from(auditLog).where(eq(auditLog.targetId, _id));
    expect(rows).toMatchObject([{ action: 'payment.refund', after: { amount: 5, reason: 'Kindness' } }]);
  });
});
