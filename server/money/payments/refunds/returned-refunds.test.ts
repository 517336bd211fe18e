/** Refunds that the bank does not take after all: what they took is given back, once, and the books name what they reverse. */
import { eq } from 'drizzle-orm';
import { paymentRefunds } from '@server/platform/db/schema/schema';
import { adjustmentsAccount, gatewayAccount, receivableOf, walletOf } from '@server/money/ledger/chart';
import { entriesOf } from '@server/money/ledger/entries';
import { balanceOf } from '@server/money/ledger/ledger';
import { mailsTo } from '../../../../tests/support/outbox';
import { brokenLaws, freshKey, openStripeWorld, walletHolds, type Payer, type StripeWorld } from '../../../../tests/support/payments';
import { signUpOperator, signUpPerformer } from '../../../../tests/kit/people/people';
import { inboxOf } from '../../../../tests/support/told';
import { applyEvent } from '../events';

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

const read = async ({ token }: Payer, id: string) =>
  (await scene.world.call('GET /payment/transactions/:id', { params: { id } }, { token })).data;
const intentOf = (id: string): string =>
  scene.standIn.payments.intents.find(({ metadata }) => metadata['footlight_key'] === `pay_${id}`)?.id ?? '';
const refundsThere = (id: string): string[] =>
  scene.standIn.payments.listRefunds({ payment_intent: intentOf(id) }).map((refund) => refund.id);
const refund = (id: string, body: { amount?: number } = {}, key = freshKey()) =>
  scene.world.call(
    'POST /admin/payments/:id/refund',
    { params: { id }, body: { reason: 'Asked for it', ...body } },
    { token: operator, key },
  );
const stateOfRefunds = async (paymentId: string) =>
  (await scene.world.ctx.db.select().from(paymentRefunds).where(eq(paymentRefunds.paymentId, paymentId)))
    .map(({ status }) => status)
    .sort();

async function hear(type: string): Promise<string> {
  const event = scene.standIn.lastEvent(type);
  expect((await scene.deliver(scene.standIn.webhook(event, scene.world.clock.now()))).status).toBe(200);
  await applyEvent(scene.world.ctx, 'stripe', event.id);
  return event.id;
}

async function toppedUp(amount = 20): Promise<{ fan: Payer; id: string }> {
  const fan = await scene.payer();
  const { data } = await scene.world.call('POST /payment/wallet/top-up', { body: { amount } }, { token: fan.token, key: freshKey() });
  return { fan, id: data._id };
}

async function failRefund(refundId: string | undefined): Promise<string> {
  scene.standIn.payments.failRefund(refundId ?? '');
  return hear('refund.failed');
}

describe('a refund that the bank does not take', () => {
  it('gives the tokens back, by a transfer that names the one it reverses, and tells the payer and operators', async () => {
    const { fan, id } = await toppedUp();
    expect((await refund(id)).data.status).toBe('refunded');
    const before = await balanceOf(scene.world.ctx, gatewayAccount('stripe'));
    await failRefund(refundsThere(id)[0]);
    expect(await walletHolds(scene.world.ctx, fan.id)).toBe(2000n);
    expect((await balanceOf(scene.world.ctx, gatewayAccount('stripe'))) - before).toBe(-2000n);
    expect(await read(fan, id)).toMatchObject({ status: 'success', returned: 20 });
    const { entries } = await entriesOf(scene.world.ctx, walletOf(fan.id), { limit: 2 });
    expect(entries).toMatchObject([{ cents: 2000n, reversalOf: entries[1]?.transferId }, { cents: -2000n }]);
    expect((await mailsTo(scene.world, fan.email, 'refund-returned')).map(({ text }) => text).join()).toContain('in your wallet again');
    const link = '/wallet?tab=payments';
    expect(await inboxOf(scene.world, fan)).toMatchObject([
      { type: 'refund', actor: null, text: 'Your bank did not take the refund of 20.00 USD.', link },
      { type: 'refund', actor: null, text: '20.00 USD went back to your card.', link },
    ]);
    const { data } = await scene.world.call('GET /admin/transactions/search', { query: { userId: fan.id } }, { token: operator });
    expect(data.data).toMatchObject([{ _id: id, returned: 20 }]);
    expect(await stateOfRefunds(id)).toEqual(['returned']);
  });

  it('is booked once, however often it is told and whatever is told with it', async () => {
    const { fan, id } = await toppedUp();
    await refund(id, { amount: 5 });
    await refund(id, { amount: 7 });
    const [second, first] = refundsThere(id);
    const told = await failRefund(first);
    await Promise.all([1, 2, 3].map(() => applyEvent(scene.world.ctx, 'stripe', told)));
    await hear('charge.refunded');
    expect(await walletHolds(scene.world.ctx, fan.id)).toBe(1300n);
    expect(await stateOfRefunds(id)).toEqual(['returned', 'success']);
    await failRefund(second);
    expect(await walletHolds(scene.world.ctx, fan.id)).toBe(2000n);
    expect(await read(fan, id)).toMatchObject({ status: 'success', returned: 12 });
  });

  it('can be made again, and then stays', async () => {
    const { fan, id } = await toppedUp();
    await refund(id);
    await failRefund(refundsThere(id)[0]);
    expect((await refund(id)).data.status).toBe('refunded');
    expect(await walletHolds(scene.world.ctx, fan.id)).toBe(0n);
    expect((await refund(id)).refusal.error).toBe('already_refunded');
  });

  it('changes nothing when it is first heard of as one that failed', async () => {
    const { fan, id } = await toppedUp();
    scene.standIn.payments.createRefund({ payment_intent: intentOf(id), amount: '2000' });
    await failRefund(refundsThere(id)[0]);
    await hear('refund.created');
    expect(await walletHolds(scene.world.ctx, fan.id)).toBe(2000n);
    expect(await read(fan, id)).toMatchObject({ status: 'success', returned: 0 });
    expect(await mailsTo(scene.world, fan.email, 'payment-refunded')).toEqual([]);
  });

  it('pays off again what had been owed for it', async () => {
    const { fan, id } = await toppedUp();
    const performer = await signUpPerformer(scene.world);
    await scene.world.call('POST /wallet/charges/tip/:id', { params: { id: performer.id }, body: { price: 15 } }, { token: fan.token });
    await refund(id);
    expect(await balanceOf(scene.world.ctx, receivableOf(fan.id))).toBe(-1500n);
    await failRefund(refundsThere(id)[0]);
    expect(await walletHolds(scene.world.ctx, fan.id)).toBe(500n);
    expect(await balanceOf(scene.world.ctx, receivableOf(fan.id))).toBe(0n);
  });

  it('of a subscription waits among the adjustments, and is taken from there when it is made again', async () => {
    const fan = await scene.payer();
    const performer = await signUpPerformer(scene.world);
    const body = { performerId: performer.id };
    const { data } = await scene.world.call('POST /payment/subscribe/performers', { body }, { token: fan.token, key: freshKey() });
    await refund(data._id);
    const before = await balanceOf(scene.world.ctx, adjustmentsAccount);
    await failRefund(refundsThere(data._id)[0]);
    expect((await balanceOf(scene.world.ctx, adjustmentsAccount)) - before).toBe(999n);
    expect(await read(fan, data._id)).toMatchObject({ status: 'success', returned: 9.99 });
    const page = await scene.world.call('GET /performers/:id', { params: { id: performer.id } }, { token: fan.token });
    expect(page.data.isSubscribed).toBe(false);
    expect((await refund(data._id)).data.status).toBe('refunded');
    expect((await balanceOf(scene.world.ctx, adjustmentsAccount)) - before).toBe(0n);
  });
});

test('a refund that says another end than the books breaks a law', async () => {
  const { id } = await toppedUp();
  await refund(id);
  const set = (status: 'success' | 'returned') =>
    scene.world.ctx.db.update(paymentRefunds).set({ status }).where(eq(paymentRefunds.paymentId, id));
  await set('returned');
  expect((await brokenLaws(scene.world.ctx)).join()).toContain('is returned, the books took 2000 and gave 0 again');
  await set('success');
});

test('a payment whose dispute was won can be refunded, tokens and subscriptions alike', async () => {
  const { fan, id } = await toppedUp();
  const performer = await signUpPerformer(scene.world);
  const body = { performerId: performer.id };
  const { data } = await scene.world.call('POST /payment/subscribe/performers', { body }, { token: fan.token, key: freshKey() });
  for (const paymentId of [id, data._id]) {
    scene.standIn.payments.dispute(intentOf(paymentId), 'charge.dispute.created', 'needs_response');
    await hear('charge.dispute.created');
    scene.standIn.payments.dispute(intentOf(paymentId), 'charge.dispute.closed', 'won');
    await hear('charge.dispute.closed');
    expect((await refund(paymentId)).data.status).toBe('refunded');
  }
  expect(await walletHolds(scene.world.ctx, fan.id)).toBe(0n);
});
