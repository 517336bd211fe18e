/** Buying tokens in the sandbox, through the public API. */
import { and, eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { payments } from '@server/platform/db/schema/payments';
import { sandboxObjects } from '@server/platform/db/schema/sandbox';
import {
  addTestCard,
  ledgerViolations,
  newIdempotencyKey,
  collectEvents,
  fanWithTestCard,
  walletBalance,
} from '../../../tests/kit/money/payments';
import { eventually } from '../../../tests/kit/timing/eventually';
import { mailsTo } from '../../../tests/kit/host/mails';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { setSettings } from '../../../tests/kit/host/site-settings';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { reconcile } from './reconcile';

let testHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(() => testHost.close());
afterEach(async () => {
  expect(await ledgerViolations(testHost.ctx)).toEqual([]);
});

const topUp = (token: string, body: object, key = newIdempotencyKey()) =>
  testHost.call('POST /payment/wallet/top-up', { body }, { token, key });

const chargesOf = (paymentId: string) =>
  testHost.ctx.db.$count(sandboxObjects, and(eq(sandboxObjects.kind, 'charge'), eq(sandboxObjects.key, `pay_${paymentId}`)));

describe('a top-up', () => {
  it('adds the tokens, sends a receipt and emits its events, once', async () => {
    const fan = await fanWithTestCard(testHost);
    const settled = await collectEvents(testHost, fan, 'payment/settled');
    const changed = await collectEvents(testHost, fan, 'wallet/balance-changed');
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
    expect(await walletBalance(testHost.ctx, fan.id)).toBe(5000n);
    expect(await mailsTo(testHost, fan.email, 'receipt')).toHaveLength(1);
    await eventually(() => {
      expect(settled).toMatchObject([{ _id: data._id, status: 'success' }]);
      expect(changed).toMatchObject([{ change: 50, balance: 50, reason: 'top_up', subjectId: data._id }]);
    });
    const me = await testHost.call('GET /users/me', {}, { token: fan.token });
    expect(me.data.balance).toBe(50);
  });

  it('makes one charge and one credit for twenty concurrent copies of the request', async () => {
    const fan = await fanWithTestCard(testHost);
    const key = newIdempotencyKey();
    const responses = await Promise.all(Array.from({ length: 20 }, () => topUp(fan.token, { amount: 12.34 }, key)));
    const succeeded = responses.filter(({ status }) => status === 200);
    const busy = responses.filter(({ errorBody }) => errorBody.error === 'request_in_progress');
    expect(succeeded.length).toBeGreaterThan(0);
    expect(succeeded.length + busy.length).toBe(20);
    expect(new Set(succeeded.map(({ data }) => data._id)).size).toBe(1);
    expect(await walletBalance(testHost.ctx, fan.id)).toBe(1234n);
    expect(await testHost.ctx.db.$count(payments, eq(payments.userId, fan.id))).toBe(1);
    expect(await chargesOf(succeeded[0]?.data._id ?? '')).toBe(1);
  });

  it('returns the same result for the same key, and rejects the key with another body', async () => {
    const fan = await fanWithTestCard(testHost);
    const key = newIdempotencyKey();
    const first = await topUp(fan.token, { amount: 20 }, key);
    expect((await topUp(fan.token, { amount: 20 }, key)).data).toEqual(first.data);
    expect((await topUp(fan.token, { amount: 21 }, key)).errorBody.error).toBe('idempotency_key_reused');
    expect(await walletBalance(testHost.ctx, fan.id)).toBe(2000n);
  });

  it('returns request_in_progress while the first copy waits for the gateway', async () => {
    const fan = await fanWithTestCard(testHost);
    const key = newIdempotencyKey();
    const { data } = await topUp(fan.token, { amount: 20 }, key);
    await testHost.ctx.db.update(payments).set({ status: 'created' }).where(eq(payments.id, data._id));
    const again = await topUp(fan.token, { amount: 20 }, key);
    expect(again.errorBody).toMatchObject({ statusCode: 409, error: 'request_in_progress' });
    await testHost.ctx.db.update(payments).set({ status: 'success' }).where(eq(payments.id, data._id));
  });

  it.each([
    ['test_declined', 'Your bank declined this card. Try another card or contact your bank.'],
    ['test_insufficient', 'This card doesn’t have enough funds. Try another card.'],
    ['test_lost', 'Your bank declined this card. Try another card or contact your bank.'],
    ['test_expired', 'This card has expired. Add a new one.'],
    ['test_wrong_cvc', 'The card’s security code is incorrect. Add the card again.'],
  ] as const)('with %s is rejected with a message for the fan, also on a retry', async (card, message) => {
    const fan = await fanWithTestCard(testHost, card);
    const key = newIdempotencyKey();
    for (let copy = 0; copy < 2; copy += 1)
      expect((await topUp(fan.token, { amount: 20 }, key)).errorBody).toMatchObject({ statusCode: 402, error: 'card_declined', message });
    expect(await walletBalance(testHost.ctx, fan.id)).toBe(0n);
    const { data } = await testHost.call('GET /payment/transactions/user/search', {}, { token: fan.token });
    expect(data.data).toMatchObject([{ status: 'failed', failure: { message } }]);
    expect(await mailsTo(testHost, fan.email, 'receipt')).toHaveLength(0);
  });

  it("rejects amounts outside the site's limits, and names them", async () => {
    const fan = await fanWithTestCard(testHost);
    for (const amount of [2.94, 300.01, 0, -5, 1e9]) {
      const { errorBody } = await topUp(fan.token, { amount });
      expect([errorBody.error, amount]).toEqual(['price_out_of_range', amount]);
    }
    expect((await topUp(fan.token, { amount: 2.94 })).errorBody.message).toBe('Enter an amount between 2.95 and 300.00 USD.');
    for (const amount of [2.95, 300]) expect((await topUp(fan.token, { amount })).status).toBe(200);
  });

  it.each(['10.001', '"10"', '1e400', 'NaN', 'null', '[]', 'true'])('rejects the amount %s', async (amount) => {
    const fan = await signUpFan(testHost);
    const response = await fetch(`${testHost.url}/payment/wallet/top-up`, {
      method: 'POST',
      headers: { authorization: fan.token, 'content-type': 'application/json' },
      body: `{"amount":${amount}}`,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'invalid_request' });
  });

  it('requires an amount or a package, and not both', async () => {
    const fan = await signUpFan(testHost);
    for (const body of [{}, { amount: 10, packageId: testHost.ctx.random.id() }])
      expect((await topUp(fan.token, body)).errorBody.error).toBe('invalid_request');
  });

  it('requires a card of the fan', async () => {
    const [fan, other] = [await signUpFan(testHost), await fanWithTestCard(testHost)];
    expect((await topUp(fan.token, { amount: 10 })).errorBody.error).toBe('card_required');
    const { data } = await testHost.call('GET /payment-cards', {}, { token: other.token });
    expect((await topUp(fan.token, { amount: 10, cardId: data.data[0]?._id })).errorBody.error).toBe('card_not_found');
    expect((await topUp(fan.token, { amount: 10, cardId: testHost.ctx.random.id() })).errorBody.error).toBe('card_not_found');
  });

  it('is paid by the given card', async () => {
    const fan = await fanWithTestCard(testHost);
    const cardId = await addTestCard(testHost, fan.token, 'test_mastercard', false);
    expect((await topUp(fan.token, { amount: 10, cardId })).data.card).toEqual({ brand: 'mastercard', last4: '4444' });
  });

  it('is not available to performers, who have no wallet', async () => {
    const { token } = await signUpPerformer(testHost);
    expect((await topUp(token, { amount: 10 })).errorBody.error).toBe('forbidden_role');
  });

  it('in a currency without cents accepts whole amounts only', async () => {
    const fan = await fanWithTestCard(testHost);
    await setSettings(testHost, { currency: 'jpy' });
    expect((await topUp(fan.token, { amount: 10.5 })).errorBody.error).toBe('price_out_of_range');
    expect((await topUp(fan.token, { amount: 10 })).data).toMatchObject({ status: 'success', currency: 'jpy' });
    await setSettings(testHost, { currency: 'usd' });
  });
});

describe('a bank confirmation', () => {
  const awaitingConfirmation = async () => {
    const fan = await fanWithTestCard(testHost, 'test_authentication');
    const key = newIdempotencyKey();
    const confirmationEvents = await collectEvents(testHost, fan, 'payment/action-required');
    const { status, data } = await topUp(fan.token, { amount: 30 }, key);
    expect(status).toBe(202);
    expect(data).toMatchObject({ status: 'requires_action', clientSecret: expect.stringMatching(/./) as string });
    await eventually(() => {
      expect(confirmationEvents).toMatchObject([{ _id: data._id, clientSecret: data.clientSecret }]);
    });
    expect(await walletBalance(testHost.ctx, fan.id)).toBe(0n);
    return { ...fan, key, paymentId: data._id };
  };
  const confirm = (token: string, id: string, isApproved: boolean) =>
    testHost.call('POST /payment/transactions/:id/confirm', { params: { id }, body: { isApproved } }, { token });

  it('that is approved adds the tokens', async () => {
    const { token, id, paymentId, key } = await awaitingConfirmation();
    expect((await confirm(token, paymentId, true)).data).toMatchObject({ status: 'success', clientSecret: null });
    expect(await walletBalance(testHost.ctx, id)).toBe(3000n);
    expect((await confirm(token, paymentId, true)).errorBody.error).toBe('already_so');
    expect((await topUp(token, { amount: 30 }, key)).data).toMatchObject({ _id: paymentId, status: 'success' });
  });

  it('that is declined fails the payment', async () => {
    const { token, id, paymentId, key } = await awaitingConfirmation();
    const { data } = await confirm(token, paymentId, false);
    expect(data).toMatchObject({ status: 'failed', failure: { code: 'authentication_failed' } });
    expect(await walletBalance(testHost.ctx, id)).toBe(0n);
    expect((await topUp(token, { amount: 30 }, key)).errorBody.error).toBe('card_declined');
  });

  it('that is not completed in time cancels the payment for good', async () => {
    const { token, id, paymentId } = await awaitingConfirmation();
    testHost.clock.advance({ seconds: limits.confirmation_s + 60 });
    await reconcile(testHost.ctx);
    const { data } = await testHost.call('GET /payment/transactions/:id', { params: { id: paymentId } }, { token });
    expect(data).toMatchObject({ status: 'canceled', clientSecret: null });
    expect((await confirm(token, paymentId, true)).errorBody.error).toBe('already_so');
    expect(await walletBalance(testHost.ctx, id)).toBe(0n);
  });

  it('is only accessible to the payer', async () => {
    const { paymentId } = await awaitingConfirmation();
    const other = await signUpFan(testHost);
    expect((await confirm(other.token, paymentId, true)).errorBody.error).toBe('payment_not_found');
    const read = await testHost.call('GET /payment/transactions/:id', { params: { id: paymentId } }, { token: other.token });
    expect(read.errorBody.error).toBe('payment_not_found');
    const operator = await signUpOperator(testHost);
    const { data } = await testHost.call(
      'GET /admin/transactions/search',
      { query: { status: 'requires_action' } },
      { token: operator.token },
    );
    expect(data.data.map(({ clientSecret }) => clientSecret)).toEqual(data.data.map(() => null));
  });
});

describe('a delayed settlement', () => {
  it.each([
    ['test_late_success', 'success', 4000n],
    ['test_late_failure', 'failed', 0n],
  ] as const)('of %s ends as %s', async (card, outcome, balance_cents) => {
    const fan = await fanWithTestCard(testHost, card);
    const settled = await collectEvents(testHost, fan, 'payment/settled');
    const { status, data } = await topUp(fan.token, { amount: 40 });
    expect([status, data.status]).toEqual([202, 'processing']);
    testHost.clock.advance({ minutes: 2 });
    await Promise.all(
      Array.from({ length: 20 }, () => testHost.call('GET /payment/transactions/:id', { params: { id: data._id } }, { token: fan.token })),
    );
    await reconcile(testHost.ctx);
    const after = await testHost.call('GET /payment/transactions/:id', { params: { id: data._id } }, { token: fan.token });
    expect(after.data.status).toBe(outcome);
    expect(await walletBalance(testHost.ctx, fan.id)).toBe(balance_cents);
    await eventually(() => {
      expect(settled).toMatchObject([{ _id: data._id, status: outcome }]);
    });
  });
});

describe('payments', () => {
  it('are listed for the fan and for operators, as pages and as CSV', async () => {
    const fan = await fanWithTestCard(testHost);
    for (const amount of [10, 30, 20]) await topUp(fan.token, { amount });
    const ownPayments = await testHost.call(
      'GET /payment/transactions/user/search',
      { query: { sortBy: 'totalPrice', sort: 'asc', type: 'top_up', paymentGateway: 'stripe', status: 'success' } },
      { token: fan.token },
    );
    expect(ownPayments.data.data.map(({ totalPrice }) => totalPrice)).toEqual([10, 20, 30]);
    const operator = await signUpOperator(testHost);
    const all = await testHost.call('GET /admin/transactions/search', { query: { userId: fan.id } }, { token: operator.token });
    expect(all.data.total).toBe(3);
    const csv = await testHost.call('GET /admin/transactions/csv', { query: { userId: fan.id } }, { token: operator.token });
    const lines = csv.data.trimEnd().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toMatch(/,R-\d{6},.*,top_up,success,.*,10\.00,10\.00,usd,/);
  });
});
