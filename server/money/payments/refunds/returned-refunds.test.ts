/** Refunds that the bank returns: a reversal restores what each of them took, once. */
import { eq } from 'drizzle-orm';
import { paymentRefunds } from '@server/platform/db/schema/payments';
import { adjustmentsAccount, gatewayAccount, receivableOf, walletOf } from '@server/money/ledger/chart';
import { entriesOf } from '@server/money/ledger/entries';
import { balanceOf } from '@server/money/ledger/ledger';
import { mailsTo } from '../../../../tests/kit/host/mails';
import {
  ledgerViolations,
  newIdempotencyKey,
  openStripeTestHost,
  walletBalance,
  type Payer,
  type StripeTestHost,
} from '../../../../tests/kit/money/payments';
import { signUpOperator, signUpPerformer } from '../../../../tests/kit/people/people';
import { notificationInboxOf } from '../../../../tests/kit/talk/notifications';
import { applyEvent } from '../events';

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

const read = async ({ token }: Payer, id: string) =>
  (await stripe.testHost.call('GET /payment/transactions/:id', { params: { id } }, { token })).data;
const intentOf = (id: string): string =>
  stripe.standIn.payments.intents.find(({ metadata }) => metadata['footlight_key'] === `pay_${id}`)?.id ?? '';
const gatewayRefundsOf = (id: string): string[] =>
  stripe.standIn.payments.listRefunds({ payment_intent: intentOf(id) }).map((refund) => refund.id);
const refund = (id: string, body: { amount?: number } = {}, key = newIdempotencyKey()) =>
  stripe.testHost.call(
    'POST /admin/payments/:id/refund',
    { params: { id }, body: { reason: 'Asked for it', ...body } },
    { token: operator, key },
  );
const refundStatuses = async (paymentId: string) =>
  (await stripe.testHost.ctx.db.select().from(paymentRefunds).where(eq(paymentRefunds.paymentId, paymentId)))
    .map(({ status }) => status)
    .sort();

async function applyLastEvent(type: string): Promise<string> {
  const event = stripe.standIn.lastEvent(type);
  expect((await stripe.deliver(stripe.standIn.webhook(event, stripe.testHost.clock.now()))).status).toBe(200);
  await applyEvent(stripe.testHost.ctx, 'stripe', event.id);
  return event.id;
}

async function topUpOfNewFan(amount = 20): Promise<{ fan: Payer; id: string }> {
  const fan = await stripe.payer();
  const { data } = await stripe.testHost.call(
    'POST /payment/wallet/top-up',
    { body: { amount } },
    { token: fan.token, key: newIdempotencyKey() },
  );
  return { fan, id: data._id };
}

async function failRefund(refundId: string | undefined): Promise<string> {
  stripe.standIn.payments.failRefund(refundId ?? '');
  return applyLastEvent('refund.failed');
}

describe('a refund that the bank returns', () => {
  it('restores the tokens, by a reversal, and notifies the payer and operators', async () => {
    const { fan, id } = await topUpOfNewFan();
    expect((await refund(id)).data.status).toBe('refunded');
    const before = await balanceOf(stripe.testHost.ctx, gatewayAccount('stripe'));
    await failRefund(gatewayRefundsOf(id)[0]);
    expect(await walletBalance(stripe.testHost.ctx, fan.id)).toBe(2000n);
    expect((await balanceOf(stripe.testHost.ctx, gatewayAccount('stripe'))) - before).toBe(-2000n);
    expect(await read(fan, id)).toMatchObject({ status: 'success', returned: 20 });
    const { entries } = await entriesOf(stripe.testHost.ctx, walletOf(fan.id), { limit: 2 });
    expect(entries).toMatchObject([{ cents: 2000n, reversalOf: entries[1]?.transferId }, { cents: -2000n }]);
    expect((await mailsTo(stripe.testHost, fan.email, 'refund-returned')).map(({ text }) => text).join()).toContain('back in your wallet');
    const link = '/wallet?tab=payments';
    expect(await notificationInboxOf(stripe.testHost, fan)).toMatchObject([
      { type: 'refund', actor: null, text: 'Your bank returned your refund of $20.00.', link },
      { type: 'refund', actor: null, text: 'We refunded $20.00 to your card.', link },
    ]);
    const { data } = await stripe.testHost.call('GET /admin/transactions/search', { query: { userId: fan.id } }, { token: operator });
    expect(data.data).toMatchObject([{ _id: id, returned: 20 }]);
    expect(await refundStatuses(id)).toEqual(['returned']);
  });

  it('is posted once, even if it is reported repeatedly and along with other events', async () => {
    const { fan, id } = await topUpOfNewFan();
    await refund(id, { amount: 5 });
    await refund(id, { amount: 7 });
    const [second, first] = gatewayRefundsOf(id);
    const eventId = await failRefund(first);
    await Promise.all([1, 2, 3].map(() => applyEvent(stripe.testHost.ctx, 'stripe', eventId)));
    await applyLastEvent('charge.refunded');
    expect(await walletBalance(stripe.testHost.ctx, fan.id)).toBe(1300n);
    expect(await refundStatuses(id)).toEqual(['returned', 'success']);
    await failRefund(second);
    expect(await walletBalance(stripe.testHost.ctx, fan.id)).toBe(2000n);
    expect(await read(fan, id)).toMatchObject({ status: 'success', returned: 12 });
  });

  it('can be repeated, after which nothing is left to refund', async () => {
    const { fan, id } = await topUpOfNewFan();
    await refund(id);
    await failRefund(gatewayRefundsOf(id)[0]);
    expect((await refund(id)).data.status).toBe('refunded');
    expect(await walletBalance(stripe.testHost.ctx, fan.id)).toBe(0n);
    expect((await refund(id)).errorBody.error).toBe('already_refunded');
  });

  it('changes nothing when it is first reported as failed', async () => {
    const { fan, id } = await topUpOfNewFan();
    stripe.standIn.payments.createRefund({ payment_intent: intentOf(id), amount: '2000' });
    await failRefund(gatewayRefundsOf(id)[0]);
    await applyLastEvent('refund.created');
    expect(await walletBalance(stripe.testHost.ctx, fan.id)).toBe(2000n);
    expect(await read(fan, id)).toMatchObject({ status: 'success', returned: 0 });
    expect(await mailsTo(stripe.testHost, fan.email, 'payment-refunded')).toEqual([]);
  });

  it('settles the debt that the refund had caused', async () => {
    const { fan, id } = await topUpOfNewFan();
    const performer = await signUpPerformer(stripe.testHost);
    await stripe.testHost.call('POST /wallet/charges/tip/:id', { params: { id: performer.id }, body: { price: 15 } }, { token: fan.token });
    await refund(id);
    expect(await balanceOf(stripe.testHost.ctx, receivableOf(fan.id))).toBe(-1500n);
    await failRefund(gatewayRefundsOf(id)[0]);
    expect(await walletBalance(stripe.testHost.ctx, fan.id)).toBe(500n);
    expect(await balanceOf(stripe.testHost.ctx, receivableOf(fan.id))).toBe(0n);
  });

  it('of a subscription keeps the money in the adjustments account, from which the next refund is paid', async () => {
    const fan = await stripe.payer();
    const performer = await signUpPerformer(stripe.testHost);
    const body = { performerId: performer.id };
    const { data } = await stripe.testHost.call(
      'POST /payment/subscribe/performers',
      { body },
      { token: fan.token, key: newIdempotencyKey() },
    );
    await refund(data._id);
    const before = await balanceOf(stripe.testHost.ctx, adjustmentsAccount);
    await failRefund(gatewayRefundsOf(data._id)[0]);
    expect((await balanceOf(stripe.testHost.ctx, adjustmentsAccount)) - before).toBe(999n);
    expect(await read(fan, data._id)).toMatchObject({ status: 'success', returned: 9.99 });
    const page = await stripe.testHost.call('GET /performers/:id', { params: { id: performer.id } }, { token: fan.token });
    expect(page.data.isSubscribed).toBe(false);
    expect((await refund(data._id)).data.status).toBe('refunded');
    expect((await balanceOf(stripe.testHost.ctx, adjustmentsAccount)) - before).toBe(0n);
  });
});

test('a refund whose status contradicts the ledger violates an invariant', async () => {
  const { id } = await topUpOfNewFan();
  await refund(id);
  const set = (status: 'success' | 'returned') =>
    stripe.testHost.ctx.db.update(paymentRefunds).set({ status }).where(eq(paymentRefunds.paymentId, id));
  await set('returned');
  expect((await ledgerViolations(stripe.testHost.ctx)).join()).toContain('is returned, the books took 2000 and gave 0 again');
  await set('success');
});

test('a payment whose dispute was won can be refunded, for top-ups and subscriptions', async () => {
  const { fan, id } = await topUpOfNewFan();
  const performer = await signUpPerformer(stripe.testHost);
  const body = { performerId: performer.id };
  const { data } = await stripe.testHost.call(
    'POST /payment/subscribe/performers',
    { body },
    { token: fan.token, key: newIdempotencyKey() },
  );
  for (const paymentId of [id, data._id]) {
    stripe.standIn.payments.dispute(intentOf(paymentId), 'charge.dispute.created', 'needs_response');
    await applyLastEvent('charge.dispute.created');
    stripe.standIn.payments.dispute(intentOf(paymentId), 'charge.dispute.closed', 'won');
    await applyLastEvent('charge.dispute.closed');
    expect((await refund(paymentId)).data.status).toBe('refunded');
  }
  expect(await walletBalance(stripe.testHost.ctx, fan.id)).toBe(0n);
});
