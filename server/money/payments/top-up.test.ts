/** Buying tokens in the sandbox, through the door that browsers use. */
import { and, eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { payments, sandboxActs } from '@server/platform/db/schema/schema';
import { addTestCard, brokenLaws, freshKey, hear, payerWith, walletHolds } from '../../../tests/support/payments';
import { eventually } from '../../../tests/kit/timing/eventually';
import { mailsTo } from '../../../tests/support/outbox';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { setSettings } from '../../../tests/support/site-settings';
import { openWorld, type World } from '../../../tests/kit/host/test-host';
import { reconcile } from '../../modules/payments/reconcile';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
afterEach(async () => {
  expect(await brokenLaws(world.ctx)).toEqual([]);
});

const topUp = (token: string, body: object, key = freshKey()) => world.call('POST /payment/wallet/top-up', { body }, { token, key });

const chargesOf = (paymentId: string) =>
  world.ctx.db.$count(sandboxActs, and(eq(sandboxActs.kind, 'charge'), eq(sandboxActs.key, `pay_${paymentId}`)));

describe('a top-up', () => {
  it('brings the tokens, the receipt and the events, once', async () => {
    const fan = await payerWith(world);
    const settled = await hear(world, fan, 'payment/settled');
    const changed = await hear(world, fan, 'wallet/balance-changed');
    const { status, data } = await topUp(fan.token, { amount: 50 });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      type: 'top_up',
      status: 'success',
      paymentGateway: 'stripe',
      card: { brand: 'visa', last4: '4242' },
      originalPrice: 50,
      totalPrice: 50,
      currency: 'usd',
      products: [{ name: '50.00 tokens', price: 50, tokens: 50 }],
      coupon: null,
      clientSecret: null,
      failure: null,
    });
    expect(await walletHolds(world.ctx, fan.id)).toBe(5000n);
    expect(await mailsTo(world, fan.email, 'receipt')).toHaveLength(1);
    await eventually(() => {
      expect(settled).toMatchObject([{ _id: data._id, status: 'success' }]);
      expect(changed).toMatchObject([{ change: 50, balance: 50, reason: 'top_up', subjectId: data._id }]);
    });
    const me = await world.call('GET /users/me', {}, { token: fan.token });
    expect(me.data.balance).toBe(50);
  });

  it('is one charge and one credit for twenty copies at once', async () => {
    const fan = await payerWith(world);
    const key = freshKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => topUp(fan.token, { amount: 12.34 }, key)));
    const good = answers.filter(({ status }) => status === 200);
    const busy = answers.filter(({ refusal }) => refusal.error === 'request_in_progress');
    expect(good.length).toBeGreaterThan(0);
    expect(good.length + busy.length).toBe(20);
    expect(new Set(good.map(({ data }) => data._id)).size).toBe(1);
    expect(await walletHolds(world.ctx, fan.id)).toBe(1234n);
    expect(await world.ctx.db.$count(payments, eq(payments.userId, fan.id))).toBe(1);
    expect(await chargesOf(good[0]?.data._id ?? '')).toBe(1);
  });

  it('gives the same answer to the same key, and refuses the key for another wish', async () => {
    const fan = await payerWith(world);
    const key = freshKey();
    const first = await topUp(fan.token, { amount: 20 }, key);
    expect((await topUp(fan.token, { amount: 20 }, key)).data).toEqual(first.data);
    expect((await topUp(fan.token, { amount: 21 }, key)).refusal.error).toBe('idempotency_key_reused');
    expect(await walletHolds(world.ctx, fan.id)).toBe(2000n);
  });

  it('says that it is being worked on while the first copy waits for the gateway', async () => {
    const fan = await payerWith(world);
    const key = freshKey();
    const { data } = await topUp(fan.token, { amount: 20 }, key);
    await world.ctx.db.update(payments).set({ status: 'created' }).where(eq(payments.id, data._id));
    const again = await topUp(fan.token, { amount: 20 }, key);
    expect(again.refusal).toMatchObject({ statusCode: 409, error: 'request_in_progress' });
    await world.ctx.db.update(payments).set({ status: 'success' }).where(eq(payments.id, data._id));
  });

  it.each([
    ['test_declined', 'Your bank declined this card. Try another card, or ask your bank.'],
    ['test_insufficient', 'There is not enough money on this card. Try another card.'],
    ['test_lost', 'Your bank declined this card. Try another card, or ask your bank.'],
    ['test_expired', 'This card has expired. Add a new one.'],
    ['test_wrong_cvc', 'The security code of this card is wrong. Add the card again.'],
  ] as const)('with %s is refused in plain words, also when it is sent again', async (card, message) => {
    const fan = await payerWith(world, card);
    const key = freshKey();
    for (let copy = 0; copy < 2; copy += 1)
      expect((await topUp(fan.token, { amount: 20 }, key)).refusal).toMatchObject({ statusCode: 402, error: 'card_declined', message });
    expect(await walletHolds(world.ctx, fan.id)).toBe(0n);
    const { data } = await world.call('GET /payment/transactions/user/search', {}, { token: fan.token });
    expect(data.data).toMatchObject([{ status: 'failed', failure: { message } }]);
    expect(await mailsTo(world, fan.email, 'receipt')).toHaveLength(0);
  });

  it('refuses amounts outside the limits of the site, and names them', async () => {
    const fan = await payerWith(world);
    for (const amount of [2.94, 300.01, 0, -5, 1e9]) {
      const { refusal } = await topUp(fan.token, { amount });
      expect([refusal.error, amount]).toEqual(['price_out_of_range', amount]);
    }
    expect((await topUp(fan.token, { amount: 2.94 })).refusal.message).toBe('A top-up is between 2.95 and 300.00.');
    for (const amount of [2.95, 300]) expect((await topUp(fan.token, { amount })).status).toBe(200);
  });

  it.each(['10.001', '"10"', '1e400', 'NaN', 'null', '[]', 'true'])('refuses the amount %s', async (amount) => {
    const fan = await signUpFan(world);
    const response = await fetch(`${world.url}/payment/wallet/top-up`, {
      method: 'POST',
      headers: { authorization: fan.token, 'content-type': 'application/json' },
      body: `{"amount":${amount}}`,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'invalid_request' });
  });

  it('wants an amount or a package, and not both', async () => {
    const fan = await signUpFan(world);
    for (const body of [{}, { amount: 10, packageId: world.ctx.chance.id() }])
      expect((await topUp(fan.token, body)).refusal.error).toBe('invalid_request');
  });

  it('wants a card of the fan', async () => {
    const [fan, other] = [await signUpFan(world), await payerWith(world)];
    expect((await topUp(fan.token, { amount: 10 })).refusal.error).toBe('card_required');
    const { data } = await world.call('GET /payment-cards', {}, { token: other.token });
    expect((await topUp(fan.token, { amount: 10, cardId: data.data[0]?._id })).refusal.error).toBe('card_not_found');
    expect((await topUp(fan.token, { amount: 10, cardId: world.ctx.chance.id() })).refusal.error).toBe('card_not_found');
  });

  it('is paid by the card that is named', async () => {
    const fan = await payerWith(world);
    const cardId = await addTestCard(world, fan.token, 'test_mastercard', false);
    expect((await topUp(fan.token, { amount: 10, cardId })).data.card).toEqual({ brand: 'mastercard', last4: '4444' });
  });

  it('is not for performers, who have no wallet', async () => {
    const { token } = await signUpPerformer(world);
    expect((await topUp(token, { amount: 10 })).refusal.error).toBe('forbidden_role');
  });

  it('of a currency without hundredths takes whole amounts only', async () => {
    const fan = await payerWith(world);
    await setSettings(world, { currency: 'jpy' });
    expect((await topUp(fan.token, { amount: 10.5 })).refusal.error).toBe('price_out_of_range');
    expect((await topUp(fan.token, { amount: 10 })).data).toMatchObject({ status: 'success', currency: 'jpy' });
    await setSettings(world, { currency: 'usd' });
  });
});

describe('the bank that asks', () => {
  const asked = async () => {
    const fan = await payerWith(world, 'test_authentication');
    const key = freshKey();
    const questions = await hear(world, fan, 'payment/action-required');
    const { status, data } = await topUp(fan.token, { amount: 30 }, key);
    expect(status).toBe(202);
    expect(data).toMatchObject({ status: 'requires_action', clientSecret: expect.stringMatching(/./) as string });
    await eventually(() => {
      expect(questions).toMatchObject([{ _id: data._id, clientSecret: data.clientSecret }]);
    });
    expect(await walletHolds(world.ctx, fan.id)).toBe(0n);
    return { ...fan, key, paymentId: data._id };
  };
  const confirm = (token: string, id: string, isApproved: boolean) =>
    world.call('POST /payment/transactions/:id/confirm', { params: { id }, body: { isApproved } }, { token });

  it('is told yes: the tokens come', async () => {
    const { token, id, paymentId, key } = await asked();
    expect((await confirm(token, paymentId, true)).data).toMatchObject({ status: 'success', clientSecret: null });
    expect(await walletHolds(world.ctx, id)).toBe(3000n);
    expect((await confirm(token, paymentId, true)).refusal.error).toBe('already_so');
    expect((await topUp(token, { amount: 30 }, key)).data).toMatchObject({ _id: paymentId, status: 'success' });
  });

  it('is told no: the payment fails', async () => {
    const { token, id, paymentId, key } = await asked();
    const { data } = await confirm(token, paymentId, false);
    expect(data).toMatchObject({ status: 'failed', failure: { code: 'authentication_failed' } });
    expect(await walletHolds(world.ctx, id)).toBe(0n);
    expect((await topUp(token, { amount: 30 }, key)).refusal.error).toBe('card_declined');
  });

  it('is never told: the payment is given up after its time, and can never be paid', async () => {
    const { token, id, paymentId } = await asked();
    world.clock.advance({ seconds: limits.confirmation_s + 60 });
    await reconcile(world.ctx);
    const { data } = await world.call('GET /payment/transactions/:id', { params: { id: paymentId } }, { token });
    expect(data).toMatchObject({ status: 'canceled', clientSecret: null });
    expect((await confirm(token, paymentId, true)).refusal.error).toBe('already_so');
    expect(await walletHolds(world.ctx, id)).toBe(0n);
  });

  it('answers the payer alone', async () => {
    const { paymentId } = await asked();
    const other = await signUpFan(world);
    expect((await confirm(other.token, paymentId, true)).refusal.error).toBe('payment_not_found');
    const read = await world.call('GET /payment/transactions/:id', { params: { id: paymentId } }, { token: other.token });
    expect(read.refusal.error).toBe('payment_not_found');
    const operator = await signUpOperator(world);
    const { data } = await world.call(
      'GET /admin/transactions/search',
      { query: { status: 'requires_action' } },
      { token: operator.token },
    );
    expect(data.data.map(({ clientSecret }) => clientSecret)).toEqual(data.data.map(() => null));
  });
});

describe('a bank that takes its time', () => {
  it.each([
    ['test_late_success', 'success', 4000n],
    ['test_late_failure', 'failed', 0n],
  ] as const)('ends %s as %s', async (card, end, holds) => {
    const fan = await payerWith(world, card);
    const settled = await hear(world, fan, 'payment/settled');
    const { status, data } = await topUp(fan.token, { amount: 40 });
    expect([status, data.status]).toEqual([202, 'processing']);
    world.clock.advance({ minutes: 2 });
    await Promise.all(
      Array.from({ length: 20 }, () => world.call('GET /payment/transactions/:id', { params: { id: data._id } }, { token: fan.token })),
    );
    await reconcile(world.ctx);
    const after = await world.call('GET /payment/transactions/:id', { params: { id: data._id } }, { token: fan.token });
    expect(after.data.status).toBe(end);
    expect(await walletHolds(world.ctx, fan.id)).toBe(holds);
    await eventually(() => {
      expect(settled).toMatchObject([{ _id: data._id, status: end }]);
    });
  });
});

describe('payments', () => {
  it('are listed for the fan and for operators, as pages and as a file', async () => {
    const fan = await payerWith(world);
    for (const amount of [10, 30, 20]) await topUp(fan.token, { amount });
    const own = await world.call(
      'GET /payment/transactions/user/search',
      { query: { sortBy: 'totalPrice', sort: 'asc', type: 'top_up', paymentGateway: 'stripe', status: 'success' } },
      { token: fan.token },
    );
    expect(own.data.data.map(({ totalPrice }) => totalPrice)).toEqual([10, 20, 30]);
    const operator = await signUpOperator(world);
    const all = await world.call('GET /admin/transactions/search', { query: { userId: fan.id } }, { token: operator.token });
    expect(all.data.total).toBe(3);
    const csv = await world.call('GET /admin/transactions/csv', { query: { userId: fan.id } }, { token: operator.token });
    const lines = csv.data.trimEnd().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toMatch(/,R-\d{6},.*,top_up,success,.*,10\.00,10\.00,usd,/);
  });
});
