/** Cards: kept by the gateway's own id, one of them the default, and safe from removal while something renews with them. */
import { eq } from 'drizzle-orm';
import { testCards, type TestCardToken } from '@contract/money/test-cards';
import { paymentCards, sandboxActs } from '@server/platform/db/schema/schema';
import { addTestCard, freshKey, openStripeWorld, payerWith, type StripeWorld } from '../../../../tests/support/payments';
import { signUpFan, signUpPerformer } from '../../../../tests/kit/people/people';
import { openWorld, type World } from '../../../../tests/kit/host/test-host';
import { forgetCard } from './cards';

const gateway = { gateway: 'stripe' };

describe('cards in the sandbox', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  const add = (token: string, card: string, more: { isDefault?: boolean; holderName?: string } = {}) =>
    world.call('POST /:gateway/cards', { params: gateway, body: { token: card, ...more } }, { token });
  const list = async (token: string) =>
    (await world.call('GET /payment-cards', { query: { sortBy: 'createdAt', sort: 'asc' } }, { token })).data.data;
  const remove = (token: string, id: string) => world.call('DELETE /payment-cards/:id', { params: { id } }, { token });
  const makeDefault = (token: string, id: string) =>
    world.call('PUT /payment-cards/:id', { params: { id }, body: { isDefault: true } }, { token });

  it('show what people know them by, and the first one is the default', async () => {
    const { token } = await signUpFan(world);
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

  it('are one default at a time, whoever chooses at once', async () => {
    const { token } = await payerWith(world);
    const second = await addTestCard(world, token, 'test_mastercard', true);
    expect((await list(token)).filter(({ isDefault }) => isDefault).map(({ _id }) => _id)).toEqual([second]);
    const cards = await list(token);
    await Promise.all(Array.from({ length: 20 }, (_, index) => makeDefault(token, cards[index % 2]?._id ?? '')));
    expect((await list(token)).filter(({ isDefault }) => isDefault)).toHaveLength(1);
    expect((await makeDefault(token, world.ctx.chance.id())).refusal.error).toBe('card_not_found');
  });

  it('are known by their number: the same one twice, also twenty times at once, is one card', async () => {
    const { token, id } = await signUpFan(world);
    const answers = await Promise.all(Array.from({ length: 20 }, () => add(token, 'test_visa')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ refusal }) => refusal.error))).toEqual(new Set(['card_known']));
    expect(await world.ctx.db.$count(paymentCards, eq(paymentCards.accountId, id))).toBe(1);
    const [customer] = await world.ctx.db
      .select()
      .from(sandboxActs)
      .where(eq(sandboxActs.key, `customer_${id}`));
    const kept = await world.ctx.db
      .select()
      .from(sandboxActs)
      .where(eq(sandboxActs.customer, customer?.id ?? ''));
    expect(kept.filter(({ kind, status }) => kind === 'card' && status === 'kept')).toHaveLength(1);
  });

  it('are ten at the most', async () => {
    const { token } = await signUpFan(world);
    const savable = testCards.map(({ token: card }) => card).filter((card) => card !== 'test_unsavable');
    for (const card of savable.slice(0, 10)) expect((await add(token, card)).status).toBe(200);
    expect((await add(token, savable[10] ?? '')).refusal.error).toBe('card_limit');
  });

  it('are refused in plain words when the bank or the gateway does not know them', async () => {
    const { token } = await signUpFan(world);
    expect((await add(token, 'test_unsavable')).refusal).toMatchObject({
      statusCode: 402,
      error: 'card_declined',
      message: 'Your bank declined this card. Try another card, or ask your bank.',
    });
    for (const card of ['4242424242424242', 'tok_visa', '__proto__']) expect((await add(token, card)).refusal.error).toBe('card_invalid');
    const unknown = await world.call('POST /:gateway/cards', { params: { gateway: 'ccbill' }, body: { token: 'test_visa' } }, { token });
    expect(unknown.refusal.error).toBe('gateway_unknown');
    const form = await world.call('POST /:gateway/cards/intent', { params: { gateway: 'ccbill' } }, { token });
    expect(form.refusal.error).toBe('gateway_unknown');
  });

  it('are listed by the name of their gateway', async () => {
    const { token } = await payerWith(world);
    const named = async (paymentGateway: string) =>
      (await world.call('GET /payment-cards', { query: { paymentGateway } }, { token })).data.total;
    expect([await named('stripe'), await named('ccbill')]).toEqual([1, 0]);
  });

  it('leave when they are removed, here and at the gateway, and the newest other one becomes the default', async () => {
    const { token } = await signUpFan(world);
    const ids: string[] = [];
    for (const card of ['test_visa', 'test_mastercard', 'test_late_success'] satisfies TestCardToken[])
      ids.push((await add(token, card)).data._id);
    const [first = '', second = '', third = ''] = ids;
    expect((await remove(token, first)).data).toEqual({ deleted: true });
    expect((await list(token)).map(({ _id, isDefault }) => [_id, isDefault])).toEqual([
      [second, false],
      [third, true],
    ]);
    expect((await remove(token, first)).refusal.error).toBe('card_not_found');
    await forgetCard(world.ctx, first);
    const [row] = await world.ctx.db.select().from(paymentCards).where(eq(paymentCards.id, first));
    const [act] = await world.ctx.db
      .select()
      .from(sandboxActs)
      .where(eq(sandboxActs.id, row?.gatewayCardId ?? ''));
    expect(act?.status).toBe('removed');
    expect((await add(token, 'test_visa')).status).toBe(200);
  });

  it('stay while a subscription renews with them, which they name', async () => {
    const { token } = await payerWith(world);
    const performer = await signUpPerformer(world, 'ada');
    const { data } = await world.call(
      'POST /payment/subscribe/performers',
      { body: { performerId: performer.id } },
      { token, key: freshKey() },
    );
    const [card] = await list(token);
    expect(card?.renews).toEqual(['ada']);
    expect((await remove(token, card?._id ?? '')).refusal.error).toBe('card_in_use');
    await world.call(
      'POST /payment/:gateway/cancel-subscription/:id',
      { params: { ...gateway, id: data.subscriptionId ?? '' } },
      { token },
    );
    expect((await remove(token, card?._id ?? '')).data).toEqual({ deleted: true });
  });

  it("are nobody else's", async () => {
    const [fan, other] = [await payerWith(world), await signUpFan(world)];
    const [card] = await list(fan.token);
    for (const answer of [await remove(other.token, card?._id ?? ''), await makeDefault(other.token, card?._id ?? '')])
      expect(answer.refusal).toMatchObject({ statusCode: 404, error: 'card_not_found' });
    expect(await list(other.token)).toEqual([]);
  });
});

describe('cards at Stripe', () => {
  let scene: StripeWorld;
  beforeAll(async () => {
    scene = await openStripeWorld();
  });
  afterAll(() => scene.close());

  it('come from its own form, and a card of somebody else is none', async () => {
    const [fan, other] = [await scene.payer(), await signUpFan(scene.world)];
    const form = await scene.world.call('POST /:gateway/cards/intent', { params: gateway }, { token: fan.token });
    expect(form.data.publishableKey).toBe('pk_test_standin');
    const entered = scene.standIn.cards.enterCard(form.data.clientSecret, '5555555555554444');
    const stolen = await scene.world.call('POST /:gateway/cards', { params: gateway, body: { token: entered } }, { token: other.token });
    expect(stolen.refusal.error).toBe('card_invalid');
    const own = await scene.world.call('POST /:gateway/cards', { params: gateway, body: { token: entered } }, { token: fan.token });
    expect(own.data).toMatchObject({ brand: 'mastercard', last4: '4444', isDefault: false });
    const again = await scene.world.call('POST /:gateway/cards', { params: gateway, body: { token: entered } }, { token: fan.token });
    expect(again.refusal.error).toBe('card_known');
    const paid = await scene.world.call(
      'POST /payment/wallet/top-up',
      { body: { amount: 10, cardId: own.data._id } },
      { token: fan.token, key: freshKey() },
    );
    expect(paid.data.status).toBe('success');
  });

  it('wait while it is away', async () => {
    const { token } = await signUpFan(scene.world);
    scene.standIn.failNext('POST /v1/customers', 'hang');
    const { refusal } = await scene.world.call('POST /:gateway/cards/intent', { params: gateway }, { token });
    expect(refusal).toMatchObject({ statusCode: 503, error: 'service_unavailable' });
    expect((await scene.world.call('POST /:gateway/cards/intent', { params: gateway }, { token })).status).toBe(200);
  });
});
