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

let scene: StripeTestHost;
let operator: string;
beforeAll(async () => {
  scene = await openStripeTestHost();
  operator = (await signUpOperator(scene.testHost)).token;
});
afterAll(() => scene.close());
afterEach(async () => {
  expect(await ledgerViolations(scene.testHost.ctx)).toEqual([]);
});

const topUp = async ({ token }: Payer, amount = 20) => {
  const { data } = await scene.testHost.call('POST /payment/wallet/top-up', { body: { amount } }, { token, key: newIdempotencyKey() });
  return data;
};
const read = async ({ token }: Payer, id: string) =>
  (await scene.testHost.call('GET /payment/transactions/:id', { params: { id } }, { token })).data;
const intentOf = (id: string): string =>
  scene.standIn.payments.intents.find(({ metadata }) => metadata['footlight_key'] === `pay_${id}`)?.id ?? '';
const webhookOf = (type: string) => scene.standIn.webhook(scene.standIn.lastEvent(type), scene.testHost.clock.now());
const stored = () => scene.testHost.ctx.db.select().from(gatewayEvents);
/** Runs the background job for one event. */
const apply = (eventId: string) => applyEvent(scene.testHost.ctx, 'stripe', eventId);
const applyLastEvent = async (type: string): Promise<void> => {
  expect((await scene.deliver(webhookOf(type))).status).toBe(200);
  await apply(scene.standIn.lastEvent(type).id);
};
const refundAtGateway = (intent: string, cents: number) =>
  void scene.standIn.payments.createRefund({ payment_intent: intent, amount: String(cents) });

describe('a webhook', () => {
  it('is acknowledged immediately, and stored once however often it arrives', async () => {
    const fan = await scene.payer();
    const { _id } = await topUp(fan);
    const hook = webhookOf('payment_intent.succeeded');
    const answers = await Promise.all(Array.from({ length: 10 }, () => scene.deliver(hook)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await answers[0]?.json()).toEqual({ data: { received: true } });
    const { id } = scene.standIn.lastEvent('payment_intent.succeeded');
    expect((await stored()).filter(({ eventId }) => eventId === id)).toHaveLength(1);
    for (let copy = 0; copy < 3; copy += 1) await apply(id);
    expect((await read(fan, _id)).status).toBe('success');
    expect(await walletBalance(scene.testHost.ctx, fan.id)).toBe(2000n);
  });

  it('that is forged, stale or altered is rejected and not stored', async () => {
    await topUp(await scene.payer());
    const before = (await stored()).length;
    const event = { ...scene.standIn.lastEvent('payment_intent.succeeded'), id: 'evt_forged' };
    const now = scene.testHost.clock.now();
    const good = scene.standIn.webhook(event, now);
    const bad = [
      scene.standIn.webhook(event, now, 'whsec_another'),
      scene.standIn.webhook(event, new Date(now.getTime() - 301_000)),
      { ...good, headers: {} },
      { ...good, body: Buffer.from(good.body.toString().replace('evt_forged', 'evt_changed')) },
      { ...good, body: Buffer.alloc(0) },
      { ...good, headers: { 'stripe-signature': 't=1,v1=' } },
    ];
    for (const hook of bad) {
      const answer = await scene.deliver(hook);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: 'signature_invalid' });
    }
    expect(await stored()).toHaveLength(before);
  });

  it('of an unknown gateway is rejected', async () => {
    const event = { ...webhookOf('payment_intent.succeeded') };
    for (const name of ['ccbill', '__proto__', 'sandbox']) {
      const answer = await scene.deliver(event, name);
      expect([answer.status, await answer.json()]).toMatchObject([404, { error: 'gateway_unknown' }]);
    }
  });

  it('is accepted during maintenance', async () => {
    await topUp(await scene.payer());
    const set = (value: boolean) =>
      scene.testHost.call('PUT /admin/settings/:key', { params: { key: 'maintenanceMode' }, body: { value } }, { token: operator });
    await set(true);
    expect((await scene.deliver(webhookOf('payment_intent.succeeded'))).status).toBe(200);
    await set(false);
  });

  it('of a foreign charge is dropped after an hour', async () => {
    const fan = await scene.payer();
    const { _id } = await topUp(fan);
    const event = structuredClone(scene.standIn.lastEvent('payment_intent.succeeded'));
    const foreign = { ...event, id: 'evt_foreign', data: { object: { ...event.data.object, id: 'pi_foreign', metadata: {} } } };
    expect((await scene.deliver(scene.standIn.webhook(foreign, scene.testHost.clock.now()))).status).toBe(200);
    await expect(apply('evt_foreign')).rejects.toThrow('not known yet');
    scene.testHost.clock.advance({ hours: 2 });
    await reconcile(scene.testHost.ctx);
    expect((await stored()).find(({ eventId }) => eventId === 'evt_foreign')?.appliedAt).not.toBeNull();
    expect((await read(fan, _id)).status).toBe('success');
  });

  it('that never arrived is polled', async () => {
    const fan = await scene.payer('test_authentication');
    const { _id, clientSecret } = await topUp(fan);
    scene.standIn.payments.authenticate(clientSecret ?? '', 'approved');
    await reconcile(scene.testHost.ctx);
    const { id } = scene.standIn.lastEvent('payment_intent.succeeded');
    expect((await stored()).map(({ eventId }) => eventId)).toContain(id);
    await apply(id);
    expect((await read(fan, _id)).status).toBe('success');
  });
});

describe('a refund made at the gateway', () => {
  it('is taken from the wallet in parts, once each, and the payer is notified', async () => {
    const fan = await scene.payer();
    const { _id } = await topUp(fan);
    refundAtGateway(intentOf(_id), 500);
    await applyLastEvent('charge.refunded');
    await applyLastEvent('refund.created');
    expect(await walletBalance(scene.testHost.ctx, fan.id)).toBe(1500n);
    expect((await read(fan, _id)).status).toBe('success');
    refundAtGateway(intentOf(_id), 1500);
    await applyLastEvent('refund.created');
    expect(await walletBalance(scene.testHost.ctx, fan.id)).toBe(0n);
    expect((await read(fan, _id)).status).toBe('refunded');
    expect(await mailsTo(scene.testHost, fan.email, 'payment-refunded')).toHaveLength(2);
  });

  it('of a payment whose success was not reported yet settles it first', async () => {
    const fan = await scene.payer('test_authentication');
    const { _id, clientSecret } = await topUp(fan);
    scene.standIn.payments.authenticate(clientSecret ?? '', 'approved');
    refundAtGateway(intentOf(_id), 2000);
    await applyLastEvent('charge.refunded');
    expect((await read(fan, _id)).status).toBe('refunded');
    expect(await walletBalance(scene.testHost.ctx, fan.id)).toBe(0n);
  });

  it('becomes a debt as far as the tokens were spent', async () => {
    const fan = await scene.payer();
    const performer = await signUpPerformer(scene.testHost);
    const { _id } = await topUp(fan);
    await scene.testHost.call('POST /wallet/charges/tip/:id', { params: { id: performer.id }, body: { price: 15 } }, { token: fan.token });
    refundAtGateway(intentOf(_id), 2000);
    await applyLastEvent('refund.created');
    expect(await walletBalance(scene.testHost.ctx, fan.id)).toBe(0n);
    expect(await balanceOf(scene.testHost.ctx, receivableOf(fan.id))).toBe(-1500n);
    const owed = async () => (await scene.testHost.call('GET /wallet/spending', {}, { token: fan.token })).data.owed;
    expect(await owed()).toBe(15);
    await topUp(fan, 10);
    expect([await walletBalance(scene.testHost.ctx, fan.id), await owed()]).toEqual([0n, 5]);
    await topUp(fan, 10);
    expect([await walletBalance(scene.testHost.ctx, fan.id), await owed()]).toEqual([500n, 0]);
  });
});

describe('a dispute', () => {
  const disputed = async (amount = 20) => {
    const fan = await scene.payer();
    const { _id } = await topUp(fan, amount);
    return { fan, id: _id, intent: intentOf(_id) };
  };
  const open = (intent: string) => {
    scene.standIn.payments.dispute(intent, 'charge.dispute.created', 'needs_response');
  };
  const close = (intent: string, result: 'won' | 'lost') => {
    scene.standIn.payments.dispute(intent, 'charge.dispute.closed', result);
  };

  it('reverses the tokens, for good when it is lost', async () => {
    const { fan, id, intent } = await disputed();
    open(intent);
    await applyLastEvent('charge.dispute.created');
    await applyLastEvent('charge.dispute.created');
    expect(await walletBalance(scene.testHost.ctx, fan.id)).toBe(0n);
    expect((await read(fan, id)).status).toBe('disputed');
    close(intent, 'lost');
    await applyLastEvent('charge.dispute.closed');
    expect(await walletBalance(scene.testHost.ctx, fan.id)).toBe(0n);
    expect((await read(fan, id)).status).toBe('disputed');
  });

  it('returns what settled its debt when it is won after that', async () => {
    const { fan, intent } = await disputed();
    const performer = await signUpPerformer(scene.testHost);
    await scene.testHost.call('POST /wallet/charges/tip/:id', { params: { id: performer.id }, body: { price: 15 } }, { token: fan.token });
    open(intent);
    await applyLastEvent('charge.dispute.created');
    await topUp(fan, 20);
    expect(await walletBalance(scene.testHost.ctx, fan.id)).toBe(500n);
    close(intent, 'won');
    await applyLastEvent('charge.dispute.closed');
    expect(await walletBalance(scene.testHost.ctx, fan.id)).toBe(2500n);
    expect(await balanceOf(scene.testHost.ctx, receivableOf(fan.id))).toBe(0n);
  });

  it('returns them when it is won', async () => {
    const { fan, id, intent } = await disputed();
    open(intent);
    await applyLastEvent('charge.dispute.created');
    close(intent, 'won');
    await applyLastEvent('charge.dispute.closed');
    await apply(scene.standIn.lastEvent('charge.dispute.created').id);
    expect(await walletBalance(scene.testHost.ctx, fan.id)).toBe(2000n);
    expect((await read(fan, id)).status).toBe('success');
  });

  it.each([
    ['won', 2000n, 'success'],
    ['lost', 0n, 'disputed'],
  ] as const)('that is reported %s before it is reported open ends the same', async (result, holds, status) => {
    const { fan, id, intent } = await disputed();
    open(intent);
    const opening = scene.standIn.webhook(structuredClone(scene.standIn.lastEvent('charge.dispute.created')), scene.testHost.clock.now());
    close(intent, result);
    await applyLastEvent('charge.dispute.closed');
    await scene.deliver(opening);
    await apply(scene.standIn.lastEvent('charge.dispute.created').id);
    expect(await walletBalance(scene.testHost.ctx, fan.id)).toBe(holds);
    expect((await read(fan, id)).status).toBe(status);
    const [row] = await scene.testHost.ctx.db.select().from(paymentDisputes).where(eq(paymentDisputes.paymentId, id));
    expect(row?.status).toBe(result);
  });

  it('of a subscription ends it immediately', async () => {
    const fan = await scene.payer();
    const performer = await signUpPerformer(scene.testHost);
    const { data } = await scene.testHost.call(
      'POST /payment/subscribe/performers',
      { body: { performerId: performer.id } },
      { token: fan.token, key: newIdempotencyKey() },
    );
    const isSubscribed = async () =>
      (await scene.testHost.call('GET /performers/:id', { params: { id: performer.id } }, { token: fan.token })).data.isSubscribed;
    expect([data.status, await isSubscribed()]).toEqual(['success', true]);
    open(intentOf(data._id));
    await applyLastEvent('charge.dispute.created');
    expect([(await read(fan, data._id)).status, await isSubscribed()]).toEqual(['disputed', false]);
    const before = await balanceOf(scene.testHost.ctx, adjustmentsAccount);
    close(intentOf(data._id), 'won');
    await applyLastEvent('charge.dispute.closed');
    expect((await balanceOf(scene.testHost.ctx, adjustmentsAccount)) - before).toBe(BigInt(Math.round(data.totalPrice * 100)));
  });
});

describe("an operator's refund", () => {
  const refund = (id: string, body: { amount?: number; reason?: string }, key = newIdempotencyKey()) =>
    scene.testHost.call(
      'POST /admin/payments/:id/refund',
      { params: { id }, body: { reason: 'Asked for it', ...body } },
      { token: operator, key },
    );

  it('refunds the card and takes the tokens, in parts up to the whole', async () => {
    const fan = await scene.payer();
    const { _id } = await topUp(fan);
    const before = await balanceOf(scene.testHost.ctx, gatewayAccount('stripe'));
    expect((await refund(_id, { amount: 5 })).data).toMatchObject({ status: 'success' });
    expect(await walletBalance(scene.testHost.ctx, fan.id)).toBe(1500n);
    expect((await refund(_id, { amount: 15.01 })).refusal.error).toBe('price_out_of_range');
    expect((await refund(_id, { amount: 0 })).refusal.error).toBe('price_out_of_range');
    expect((await refund(_id, {})).data).toMatchObject({ status: 'refunded' });
    expect((await refund(_id, {})).refusal.error).toBe('already_refunded');
    await applyLastEvent('charge.refunded');
    expect(await walletBalance(scene.testHost.ctx, fan.id)).toBe(0n);
    expect((await balanceOf(scene.testHost.ctx, gatewayAccount('stripe'))) - before).toBe(2000n);
    const [mail] = await mailsTo(scene.testHost, fan.email, 'payment-refunded');
    expect(mail?.text).toContain('Asked for it');
  });

  it('is made once for twenty concurrent copies, with one key or with several', async () => {
    const fan = await scene.payer();
    const [one, many] = [await topUp(fan), await topUp(fan)];
    const key = newIdempotencyKey();
    const copies = await Promise.all(Array.from({ length: 20 }, () => refund(one._id, { amount: 20 }, key)));
    const others = await Promise.all(Array.from({ length: 20 }, () => refund(many._id, { amount: 20 })));
    expect(others.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, refusal } of [...copies, ...others])
      if (status !== 200) expect(['request_in_progress', 'already_refunded']).toContain(refusal.error);
    expect((await refund(one._id, { amount: 20 }, key)).data).toMatchObject({ status: 'refunded' });
    expect((await refund(one._id, { amount: 19 }, key)).refusal.error).toBe('idempotency_key_reused');
    expect(await walletBalance(scene.testHost.ctx, fan.id)).toBe(0n);
    for (const { _id } of [one, many]) expect(scene.standIn.payments.listRefunds({ payment_intent: intentOf(_id) })).toHaveLength(1);
  });

  it('whose response is lost continues, and is posted once', async () => {
    const fan = await scene.payer();
    const { _id } = await topUp(fan);
    scene.standIn.failNext('POST /v1/refunds', 'hang_after');
    const key = newIdempotencyKey();
    const { status, data } = await refund(_id, { amount: 8 }, key);
    expect([status, data.status]).toEqual([202, 'success']);
    expect((await refund(_id, { amount: 8 })).refusal.error).toBe('request_in_progress');
    scene.testHost.clock.advance({ minutes: 1 });
    await reconcile(scene.testHost.ctx);
    expect(await walletBalance(scene.testHost.ctx, fan.id)).toBe(1200n);
    expect((await refund(_id, { amount: 8 }, key)).status).toBe(200);
    expect(await walletBalance(scene.testHost.ctx, fan.id)).toBe(1200n);
  });

  it('of an unpaid or missing payment is rejected', async () => {
    const fan = await scene.payer('test_declined');
    await scene.testHost.call('POST /payment/wallet/top-up', { body: { amount: 20 } }, { token: fan.token });
    const { data } = await scene.testHost.call('GET /payment/transactions/user/search', {}, { token: fan.token });
    for (const id of [data.data[0]?._id ?? '', scene.testHost.ctx.random.id()])
      expect((await refund(id, {})).refusal.error).toBe('payment_not_found');
  });

  it('of a subscription ends it, and every share is returned', async () => {
    const fan = await scene.payer();
    const performer = await signUpPerformer(scene.testHost);
    const { data } = await scene.testHost.call(
      'POST /payment/subscribe/performers',
      { body: { performerId: performer.id } },
      { token: fan.token, key: newIdempotencyKey() },
    );
    expect((await refund(data._id, {})).data.status).toBe('refunded');
    const page = await scene.testHost.call('GET /performers/:id', { params: { id: performer.id } }, { token: fan.token });
    expect(page.data.isSubscribed).toBe(false);
  });

  it('has an audit entry', async () => {
    const fan = await scene.payer();
    const { _id } = await topUp(fan);
    await refund(_id, { amount: 5, reason: 'Kindness' });
    const rows = await scene.testHost.ctx.db.select().from(auditLog).where(eq(auditLog.targetId, _id));
    expect(rows).toMatchObject([{ action: 'payment.refund', after: { amount: 5, reason: 'Kindness' } }]);
  });
});
