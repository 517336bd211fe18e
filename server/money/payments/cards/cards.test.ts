/**
 * Cards: only the gateway's id is stored, one card is the default, and a card cannot be removed while a subscription renews with
 * it.
 */
import { eq } from 'drizzle-orm';
import { testCards, type TestCardToken } from '@contract/money/test-cards';
import { paymentCards } from '@server/platform/db/schema/payments';
import { sandboxObjects } from '@server/platform/db/schema/sandbox';
import {
  addTestCard,
  newIdempotencyKey,
  openStripeTestHost,
  fanWithTestCard,
  type StripeTestHost,
} from '../../../../tests/kit/money/payments';
import { signUpFan, signUpPerformer } from '../../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../../tests/kit/host/test-host';
import { forgetCard } from './cards';

const gateway = { gateway: 'stripe' };

describe('cards in the sandbox', () => {
  let testHost: TestHost;
  beforeAll(async () => {
    testHost = await openTestHost();
  });
  afterAll(() => testHost.close());

  const add = (token: string, card: string, more: { isDefault?: boolean; holderName?: string } = {}) =>
    testHost.call('POST /:gateway/cards', { params: gateway, body: { token: card, ...more } }, { token });
  const list = async (token: string) =>
    (await testHost.call('GET /payment-cards', { query: { sortBy: 'createdAt', sort: 'asc' } }, { token })).data.data;
  const remove = (token: string, id: string) => testHost.call('DELETE /payment-cards/:id', { params: { id } }, { token });
  const makeDefault = (token: string, id: string) =>
    testHost.call('PUT /payment-cards/:id', { params: { id }, body: { isDefault: true } }, { token });

  it('show brand and last digits, and the first one is the default', async () => {
    const { token } = await signUpFan(testHost);
    const { status, data } = await add(token, 'test_visa', { holderName: 'Finn Fan' });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      paymentGateway: 'stripe',
      brand: 'visa',
      last4: '4242',
      month: 12,
      holderName: 'Finn Fan',
      isDefault: true,
      renews: [],
    });
    expect(data.year).toBeGreaterThan(2025);
    expect((await add(token, 'test_mastercard')).data.isDefault).toBe(false);
    expect((await list(token)).map(({ last4, isDefault }) => [last4, isDefault])).toEqual([
      ['4242', true],
      ['4444', false],
    ]);
  });

  it('have one default at a time, even with concurrent changes', async () => {
    const { token } = await fanWithTestCard(testHost);
    const second = await addTestCard(testHost, token, 'test_mastercard', true);
    expect((await list(token)).filter(({ isDefault }) => isDefault).map(({ _id }) => _id)).toEqual([second]);
    const cards = await list(token);
    await Promise.all(Array.from({ length: 20 }, (_, index) => makeDefault(token, cards[index % 2]?._id ?? '')));
    expect((await list(token)).filter(({ isDefault }) => isDefault)).toHaveLength(1);
    expect((await makeDefault(token, testHost.ctx.random.id())).errorBody.error).toBe('card_not_found');
  });

  it('are identified by their number: adding the same number twenty times concurrently saves one card', async () => {
    const { token, id } = await signUpFan(testHost);
    const responses = await Promise.all(Array.from({ length: 20 }, () => add(token, 'test_visa')));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(responses.filter(({ status }) => status !== 200).map(({ errorBody }) => errorBody.error))).toEqual(
      new Set(['card_known']),
    );
    expect(await testHost.ctx.db.$count(paymentCards, eq(paymentCards.accountId, id))).toBe(1);
    const [customer] = await testHost.ctx.db
      .select()
      .from(sandboxObjects)
      .where(eq(sandboxObjects.key, `customer_${id}`));
    const cardRows = await testHost.ctx.db
      .select()
      .from(sandboxObjects)
      .where(eq(sandboxObjects.customer, customer?.id ?? ''));
    expect(cardRows.filter(({ kind, status }) => kind === 'card' && status === 'kept')).toHaveLength(1);
  });

  it('are limited to ten', async () => {
    const { token } = await signUpFan(testHost);
    const savable = testCards.map(({ token: card }) => card).filter((card) => card !== 'test_unsavable');
    for (const card of savable.slice(0, 10)) expect((await add(token, card)).status).toBe(200);
    expect((await add(token, savable[10] ?? '')).errorBody.error).toBe('card_limit');
  });

  it('are rejected with a clear message when the bank declines them or the gateway does not know them', async () => {
    const { token } = await signUpFan(testHost);
    expect((await add(token, 'test_unsavable')).errorBody).toMatchObject({
      statusCode: 402,
      error: 'card_declined',
      message: 'Your bank declined this card. Try another card or contact your bank.',
    });
    for (const card of ['4242424242424242', 'tok_visa', '__proto__']) expect((await add(token, card)).errorBody.error).toBe('card_invalid');
    const unknown = await testHost.call('POST /:gateway/cards', { params: { gateway: 'ccbill' }, body: { token: 'test_visa' } }, { token });
    expect(unknown.errorBody.error).toBe('gateway_unknown');
    const form = await testHost.call('POST /:gateway/cards/intent', { params: { gateway: 'ccbill' } }, { token });
    expect(form.errorBody.error).toBe('gateway_unknown');
  });

  it('can be filtered by the name of their gateway', async () => {
    const { token } = await fanWithTestCard(testHost);
    const listByGateway = async (paymentGateway: string) =>
      (await testHost.call('GET /payment-cards', { query: { paymentGateway } }, { token })).data.total;
    expect([await listByGateway('stripe'), await listByGateway('ccbill')]).toEqual([1, 0]);
  });

  it('are removed here and at the gateway, and the newest other one becomes the default', async () => {
    const { token } = await signUpFan(testHost);
    const ids: string[] = [];
    for (const card of ['test_visa', 'test_mastercard', 'test_late_success'] satisfies TestCardToken[])
      ids.push((await add(token, card)).data._id);
    const [first = '', second = '', third = ''] = ids;
    expect((await remove(token, first)).data).toEqual({ deleted: true });
    expect((await list(token)).map(({ _id, isDefault }) => [_id, isDefault])).toEqual([
      [second, false],
      [third, true],
    ]);
    expect((await remove(token, first)).errorBody.error).toBe('card_not_found');
    await forgetCard(testHost.ctx, first);
    const [row] = await testHost.ctx.db.select().from(paymentCards).where(eq(paymentCards.id, first));
    const [sandboxCard] = await testHost.ctx.db
      .select()
      .from(sandboxObjects)
      .where(eq(sandboxObjects.id, row?.gatewayCardId ?? ''));
    expect(sandboxCard?.status).toBe('removed');
    expect((await add(token, 'test_visa')).status).toBe(200);
  });

  it('cannot be removed while a subscription renews with them, and name it', async () => {
    const { token } = await fanWithTestCard(testHost);
    const performer = await signUpPerformer(testHost, 'ada');
    const { data } = await testHost.call(
      'POST /payment/subscribe/performers',
      { body: { performerId: performer.id } },
      { token, key: newIdempotencyKey() },
    );
    const [card] = await list(token);
    expect(card?.renews).toEqual(['ada']);
    expect((await remove(token, card?._id ?? '')).errorBody.error).toBe('card_in_use');
    await testHost.call(
      'POST /payment/:gateway/cancel-subscription/:id',
      { params: { ...gateway, id: data.subscriptionId ?? '' } },
      { token },
    );
    expect((await remove(token, card?._id ?? '')).data).toEqual({ deleted: true });
  });

  it('are only accessible to their owner', async () => {
    const [fan, other] = [await fanWithTestCard(testHost), await signUpFan(testHost)];
    const [card] = await list(fan.token);
    for (const response of [await remove(other.token, card?._id ?? ''), await makeDefault(other.token, card?._id ?? '')])
      expect(response.errorBody).toMatchObject({ statusCode: 404, error: 'card_not_found' });
    expect(await list(other.token)).toEqual([]);
  });
});

describe('cards at Stripe', () => {
  let stripe: StripeTestHost;
  beforeAll(async () => {
    stripe = await openStripeTestHost();
  });
  afterAll(() => stripe.close());

  it("are entered in Stripe's own form, and another customer's card is rejected", async () => {
    const [fan, other] = [await stripe.payer(), await signUpFan(stripe.testHost)];
    const form = await stripe.testHost.call('POST /:gateway/cards/intent', { params: gateway }, { token: fan.token });
    expect(form.data.publishableKey).toBe('pk_test_standin');
    const entered = stripe.standIn.cards.enterCard(form.data.clientSecret, '5555555555554444');
    const stolen = await stripe.testHost.call(
      'POST /:gateway/cards',
      { params: gateway, body: { token: entered } },
      { token: other.token },
    );
    expect(stolen.errorBody.error).toBe('card_invalid');
    const ownCard = await stripe.testHost.call('POST /:gateway/cards', { params: gateway, body: { token: entered } }, { token: fan.token });
    expect(ownCard.data).toMatchObject({ brand: 'mastercard', last4: '4444', isDefault: false });
    const again = await stripe.testHost.call('POST /:gateway/cards', { params: gateway, body: { token: entered } }, { token: fan.token });
    expect(again.errorBody.error).toBe('card_known');
    const paid = await stripe.testHost.call(
      'POST /payment/wallet/top-up',
      { body: { amount: 10, cardId: ownCard.data._id } },
      { token: fan.token, key: newIdempotencyKey() },
    );
    expect(paid.data.status).toBe('success');
  });

  it('cannot be added while Stripe does not respond: returns service_unavailable', async () => {
    const { token } = await signUpFan(stripe.testHost);
    stripe.standIn.failNext('POST /v1/customers', 'hang');
    const { errorBody } = await stripe.testHost.call('POST /:gateway/cards/intent', { params: gateway }, { token });
    expect(errorBody).toMatchObject({ statusCode: 503, error: 'service_unavailable' });
    expect((await stripe.testHost.call('POST /:gateway/cards/intent', { params: gateway }, { token })).status).toBe(200);
  });
});
