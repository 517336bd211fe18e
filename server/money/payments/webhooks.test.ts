/** What a gateway reports: signed, stored once, applied in any order and any number of times. */
import { eq } from 'drizzle-orm';
import { auditLog, gatewayEvents, paymentDisputes } from '@server/platform/db/schema/schema';
import { adjustmentsAccount, gatewayAccount, receivableOf } from '@server/money/ledger/chart';
import { balanceOf } from '@server/money/ledger/ledger';
import { brokenLaws, freshKey, openStripeWorld, walletHolds, type Payer, type StripeWorld } from '../../../tests/support/payments';
import { mailsTo } from '../../../tests/support/outbox';
import { signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { applyEvent } from './events';
import { reconcile } from '../../modules/payments/reconcile';

let scene: StripeWorld;
let operator: string;
beforeAll(async () => {
  scene = await openStripeWorld();
  operator = (await signUpOperator(scene.world)).token;
});
afterAll(() => scene.close());
afterEach(async () => {
  expect(await brokenLaws(scene.world.ctx)).toEqual([]);
});

const topUp = async ({ token }: Payer, amount = 20) => {
  const { data } = await scene.world.call('POST /payment/wallet/top-up', { body: { amount } }, { token, key: freshKey() });
  return data;
};
const read = async ({ token }: Payer, id: string) =>
  (await scene.world.call('GET /payment/transactions/:id', { params: { id } }, { token })).data;
const intentOf = (id: string): string =>
  scene.standIn.payments.intents.find(({ metadata }) => metadata['footlight_key'] === `pay_${id}`)?.id ?? '';
const hookOf = (type: string) => scene.standIn.webhook(scene.standIn.lastEvent(type), scene.world.clock.now());
const stored = () => scene.world.ctx.db.select().from(gatewayEvents);
/** The worker's job, for one event. */
const apply = (eventId: string) => applyEvent(scene.world.ctx, 'stripe', eventId);
const hearAndApply = async (type: string): Promise<void> => {
  expect((await scene.deliver(hookOf(type))).status).toBe(200);
  await apply(scene.standIn.lastEvent(type).id);
};
const refundThere = (intent: string, cents: number) =>
  void scene.standIn.payments.createRefund({ payment_intent: intent, amount: String(cents) });

describe('a webhook', () => {
  it('is answered at once, and stored once however often it comes', async () => {
    const fan = await scene.payer();
    const { _id } = await topUp(fan);
    const hook = hookOf('payment_intent.succeeded');
    const answers = await Promise.all(Array.from({ length: 10 }, () => scene.deliver(hook)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await answers[0]?.json()).toEqual({ data: { received: true } });
    const { id } = scene.standIn.lastEvent('payment_intent.succeeded');
    expect((await stored()).filter(({ eventId }) => eventId === id)).toHaveLength(1);
    for (let copy = 0; copy < 3; copy += 1) await apply(id);
    expect((await read(fan, _id)).status).toBe('success');
    expect(await walletHolds(scene.world.ctx, fan.id)).toBe(2000n);
  });

  it('that is forged, stale or changed is refused, and nothing is stored', async () => {
    await topUp(await scene.payer());
    const before = (await stored()).length;
    const event = { ...scene.standIn.lastEvent('payment_intent.succeeded'), id: 'evt_forged' };
    const now = scene.world.clock.now();
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

  it('of a gateway that does not exist here is refused', async () => {
    const event = { ...hookOf('payment_intent.succeeded') };
    for (const name of ['ccbill', '__proto__', 'sandbox']) {
      const answer = await scene.deliver(event, name);
      expect([answer.status, await answer.json()]).toMatchObject([404, { error: 'gateway_unknown' }]);
    }
  });

  it('comes through in maintenance', async () => {
    await topUp(await scene.payer());
    const set = (value: boolean) =>
      scene.world.call('PUT /admin/settings/:key', { params: { key: 'maintenanceMode' }, body: { value } }, { token: operator });
    await set(true);
    expect((await scene.deliver(hookOf('payment_intent.succeeded'))).status).toBe(200);
    await set(false);
  });

  it('of a charge that is not ours is laid aside in time', async () => {
    const fan = await scene.payer();
    const { _id } = await topUp(fan);
    const event = structuredClone(scene.standIn.lastEvent('payment_intent.succeeded'));
    const foreign = { ...event, id: 'evt_foreign', data: { object: { ...event.data.object, id: 'pi_foreign', metadata: {} } } };
    expect((await scene.deliver(scene.standIn.webhook(foreign, scene.world.clock.now()))).status).toBe(200);
    await expect(apply('evt_foreign')).rejects.toThrow('not known yet');
    scene.world.clock.advance({ hours: 2 });
    await reconcile(scene.world.ctx);
    expect((await stored()).find(({ eventId }) => eventId === 'evt_foreign')?.appliedAt).not.toBeNull();
    expect((await read(fan, _id)).status).toBe('success');
  });

  it('that never came is fetched', async () => {
    const fan = await scene.payer('test_authentication');
    const { _id, clientSecret } = await topUp(fan);
    scene.standIn.payments.answerBank(clientSecret ?? '', 'approved');
    await reconcile(scene.world.ctx);
    const { id } = scene.standIn.lastEvent('payment_intent.succeeded');
    expect((await stored()).map(({ eventId }) => eventId)).toContain(id);
    await apply(id);
    expect((await read(fan, _id)).status).toBe('success');
  });
});

describe('money that goes back at the gateway', () => {
  it('is taken from the wallet in parts, once each, and told', async () => {
    const fan = await scene.payer();
    const { _id } = await topUp(fan);
    refundThere(intentOf(_id), 500);
    await hearAndApply('charge.refunded');
    await hearAndApply('refund.created');
    expect(await walletHolds(scene.world.ctx, fan.id)).toBe(1500n);
    expect((await read(fan, _id)).status).toBe('success');
    refundThere(intentOf(_id), 1500);
    await hearAndApply('refund.created');
    expect(await walletHolds(scene.world.ctx, fan.id)).toBe(0n);
    expect((await read(fan, _id)).status).toBe('refunded');
    expect(await mailsTo(scene.world, fan.email, 'payment-refunded')).toHaveLength(2);
  });

  it('of a payment whose success was not heard yet settles it first', async () => {
    const fan = await scene.payer('test_authentication');
    const { _id, clientSecret } = await topUp(fan);
    scene.standIn.payments.answerBank(clientSecret ?? '', 'approved');
    refundThere(intentOf(_id), 2000);
    await hearAndApply('charge.refunded');
    expect((await read(fan, _id)).status).toBe('refunded');
    expect(await walletHolds(scene.world.ctx, fan.id)).toBe(0n);
  });

  it('is owed as far as it was spent', async () => {
    const fan = await scene.payer();
    const performer = await signUpPerformer(scene.world);
    const { _id } = await topUp(fan);
    await scene.world.call('POST /wallet/charges/tip/:id', { params: { id: performer.id }, body: { price: 15 } }, { token: fan.token });
    refundThere(intentOf(_id), 2000);
    await hearAndApply('refund.created');
    expect(await walletHolds(scene.world.ctx, fan.id)).toBe(0n);
    expect(await balanceOf(scene.world.ctx, receivableOf(fan.id))).toBe(-1500n);
    const owed = async () => (await scene.world.call('GET /wallet/spending', {}, { token: fan.token })).data.owed;
    expect(await owed()).toBe(15);
    await topUp(fan, 10);
    expect([await walletHolds(scene.world.ctx, fan.id), await owed()]).toEqual([0n, 5]);
    await topUp(fan, 10);
    expect([await walletHolds(scene.world.ctx, fan.id), await owed()]).toEqual([500n, 0]);
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

  it('takes the tokens back, and leaves it so when it is lost', async () => {
    const { fan, id, intent } = await disputed();
    open(intent);
    await hearAndApply('charge.dispute.created');
    await hearAndApply('charge.dispute.created');
    expect(await walletHolds(scene.world.ctx, fan.id)).toBe(0n);
    expect((await read(fan, id)).status).toBe('disputed');
    close(intent, 'lost');
    await hearAndApply('charge.dispute.closed');
    expect(await walletHolds(scene.world.ctx, fan.id)).toBe(0n);
    expect((await read(fan, id)).status).toBe('disputed');
  });

  it('gives back what was paid for its debt when it is won after that', async () => {
    const { fan, intent } = await disputed();
    const performer = await signUpPerformer(scene.world);
    await scene.world.call('POST /wallet/charges/tip/:id', { params: { id: performer.id }, body: { price: 15 } }, { token: fan.token });
    open(intent);
    await hearAndApply('charge.dispute.created');
    await topUp(fan, 20);
    expect(await walletHolds(scene.world.ctx, fan.id)).toBe(500n);
    close(intent, 'won');
    await hearAndApply('charge.dispute.closed');
    expect(await walletHolds(scene.world.ctx, fan.id)).toBe(2500n);
    expect(await balanceOf(scene.world.ctx, receivableOf(fan.id))).toBe(0n);
  });

  it('gives them back when it is won', async () => {
    const { fan, id, intent } = await disputed();
    open(intent);
    await hearAndApply('charge.dispute.created');
    close(intent, 'won');
    await hearAndApply('charge.dispute.closed');
    await apply(scene.standIn.lastEvent('charge.dispute.created').id);
    expect(await walletHolds(scene.world.ctx, fan.id)).toBe(2000n);
    expect((await read(fan, id)).status).toBe('success');
  });

  it.each([
    ['won', 2000n, 'success'],
    ['lost', 0n, 'disputed'],
  ] as const)('that is %s before its opening is heard ends the same', async (result, holds, status) => {
    const { fan, id, intent } = await disputed();
    open(intent);
    const opening = scene.standIn.webhook(structuredClone(scene.standIn.lastEvent('charge.dispute.created')), scene.world.clock.now());
    close(intent, result);
    await hearAndApply('charge.dispute.closed');
    await scene.deliver(opening);
    await apply(scene.standIn.lastEvent('charge.dispute.created').id);
    expect(await walletHolds(scene.world.ctx, fan.id)).toBe(holds);
    expect((await read(fan, id)).status).toBe(status);
    const [row] = await scene.world.ctx.db.select().from(paymentDisputes).where(eq(paymentDisputes.paymentId, id));
    expect(row?.status).toBe(result);
  });

  it('of a subscription ends it at once', async () => {
    const fan = await scene.payer();
    const performer = await signUpPerformer(scene.world);
    const { data } = await scene.world.call(
      'POST /payment/subscribe/performers',
      { body: { performerId: performer.id } },
      { token: fan.token, key: freshKey() },
    );
    const isSubscribed = async () =>
      (await scene.world.call('GET /performers/:id', { params: { id: performer.id } }, { token: fan.token })).data.isSubscribed;
    expect([data.status, await isSubscribed()]).toEqual(['success', true]);
    open(intentOf(data._id));
    await hearAndApply('charge.dispute.created');
    expect([(await read(fan, data._id)).status, await isSubscribed()]).toEqual(['disputed', false]);
    const before = await balanceOf(scene.world.ctx, adjustmentsAccount);
    close(intentOf(data._id), 'won');
    await hearAndApply('charge.dispute.closed');
    expect((await balanceOf(scene.world.ctx, adjustmentsAccount)) - before).toBe(BigInt(Math.round(data.totalPrice * 100)));
  });
});

describe("an operator's refund", () => {
  const refund = (id: string, body: { amount?: number; reason?: string }, key = freshKey()) =>
    scene.world.call(
      'POST /admin/payments/:id/refund',
      { params: { id }, body: { reason: 'Asked for it', ...body } },
      { token: operator, key },
    );

  it('gives the card its money and takes the tokens, in parts up to the whole', async () => {
    const fan = await scene.payer();
    const { _id } = await topUp(fan);
    const before = await balanceOf(scene.world.ctx, gatewayAccount('stripe'));
    expect((await refund(_id, { amount: 5 })).data).toMatchObject({ status: 'success' });
    expect(await walletHolds(scene.world.ctx, fan.id)).toBe(1500n);
    expect((await refund(_id, { amount: 15.01 })).refusal.error).toBe('price_out_of_range');
    expect((await refund(_id, { amount: 0 })).refusal.error).toBe('price_out_of_range');
    expect((await refund(_id, {})).data).toMatchObject({ status: 'refunded' });
    expect((await refund(_id, {})).refusal.error).toBe('already_refunded');
    await hearAndApply('charge.refunded');
    expect(await walletHolds(scene.world.ctx, fan.id)).toBe(0n);
    expect((await balanceOf(scene.world.ctx, gatewayAccount('stripe'))) - before).toBe(2000n);
    const [mail] = await mailsTo(scene.world, fan.email, 'payment-refunded');
    expect(mail?.text).toContain('Asked for it');
  });

  it('is one for twenty copies at once, with one key or with many', async () => {
    const fan = await scene.payer();
    const [one, many] = [await topUp(fan), await topUp(fan)];
    const key = freshKey();
    const copies = await Promise.all(Array.from({ length: 20 }, () => refund(one._id, { amount: 20 }, key)));
    const others = await Promise.all(Array.from({ length: 20 }, () => refund(many._id, { amount: 20 })));
    expect(others.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, refusal } of [...copies, ...others])
      if (status !== 200) expect(['request_in_progress', 'already_refunded']).toContain(refusal.error);
    expect((await refund(one._id, { amount: 20 }, key)).data).toMatchObject({ status: 'refunded' });
    expect((await refund(one._id, { amount: 19 }, key)).refusal.error).toBe('idempotency_key_reused');
    expect(await walletHolds(scene.world.ctx, fan.id)).toBe(0n);
    for (const { _id } of [one, many]) expect(scene.standIn.payments.listRefunds({ payment_intent: intentOf(_id) })).toHaveLength(1);
  });

  it('whose answer is lost goes on, and is booked once', async () => {
    const fan = await scene.payer();
    const { _id } = await topUp(fan);
    scene.standIn.failNext('POST /v1/refunds', 'hang_after');
    const key = freshKey();
    const { status, data } = await refund(_id, { amount: 8 }, key);
    expect([status, data.status]).toEqual([202, 'success']);
    expect((await refund(_id, { amount: 8 })).refusal.error).toBe('request_in_progress');
    scene.world.clock.advance({ minutes: 1 });
    await reconcile(scene.world.ctx);
    expect(await walletHolds(scene.world.ctx, fan.id)).toBe(1200n);
    expect((await refund(_id, { amount: 8 }, key)).status).toBe(200);
    expect(await walletHolds(scene.world.ctx, fan.id)).toBe(1200n);
  });

  it('of a payment that took nothing, or of none, is refused', async () => {
    const fan = await scene.payer('test_declined');
    await scene.world.call('POST /payment/wallet/top-up', { body: { amount: 20 } }, { token: fan.token });
    const { data } = await scene.world.call('GET /payment/transactions/user/search', {}, { token: fan.token });
    for (const id of [data.data[0]?._id ?? '', scene.world.ctx.chance.id()])
      expect((await refund(id, {})).refusal.error).toBe('payment_not_found');
  });

  it('of a subscription ends it, and every share goes back', async () => {
    const fan = await scene.payer();
    const performer = await signUpPerformer(scene.world);
    const { data } = await scene.world.call(
      'POST /payment/subscribe/performers',
      { body: { performerId: performer.id } },
      { token: fan.token, key: freshKey() },
    );
    expect((await refund(data._id, {})).data.status).toBe('refunded');
    const page = await scene.world.call('GET /performers/:id', { params: { id: performer.id } }, { token: fan.token });
    expect(page.data.isSubscribed).toBe(false);
  });

  it('leaves a trail', async () => {
    const fan = await scene.payer();
    const { _id } = await topUp(fan);
    await refund(_id, { amount: 5, reason: 'Kindness' });
    const rows = await scene.world.ctx.db.select().from(auditLog).where(eq(auditLog.targetId, _id));
    expect(rows).toMatchObject([{ action: 'payment.refund', after: { amount: 5, reason: 'Kindness' } }]);
  });
});
