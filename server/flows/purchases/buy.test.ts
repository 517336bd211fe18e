/** Buying products from the wallet: alone, as a cart, and in a race for the last piece. */
import { eq } from 'drizzle-orm';
import { accounts, charges, orders, products, userBlocks } from '@server/platform/db/schema/schema';
import { earningsOf, walletOf } from '@server/money/ledger/chart';
import { balanceOf } from '@server/money/ledger/ledger';
import { homeOf } from '../../../tests/kit/people/addresses';
import { brokenLaws, fillWallet, somebodyWaits } from '../../../tests/support/books';
import { listenAs } from '../../../tests/support/ear';
import { eventually } from '../../../tests/kit/timing/eventually';
import { mailsTo } from '../../../tests/support/outbox';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { addProduct } from '../../../tests/kit/content/products';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let ada: { token: string; id: string; username: string };
let bruno: { token: string; id: string; username: string };

beforeAll(async () => {
  world = await openWorld();
  [ada, bruno] = [await signUpPerformer(world, 'ada'), await signUpPerformer(world, 'bruno')];
});
afterAll(async () => {
  expect(await brokenLaws(world)).toEqual([]);
  await world.close();
});

async function fanWith(tokens: number) {
  const fan = await signUpFan(world);
  if (tokens > 0) await fillWallet(world, fan.id, BigInt(Math.round(tokens * 100)));
  return fan;
}
type Fan = Awaited<ReturnType<typeof fanWith>>;
const postedTo = async (fan: Fan) => ({ deliveryAddressId: await homeOf(world, fan), phoneNumber: '+49 30 1234' });
const buy = (fan: Pick<Fan, 'token'>, id: string, body: object = {}, key?: string) =>
  world.call('POST /wallet/charges/product/:id', { params: { id }, body }, { token: fan.token, ...(key !== undefined && { key }) });
const payCart = (fan: Pick<Fan, 'token'>, lines: { productId: string; quantity: number }[], body: object = {}, key?: string) =>
  world.call('POST /wallet/charges/cart', { body: { lines, ...body } }, { token: fan.token, ...(key !== undefined && { key }) });
const errorOf = async (call: Promise<{ refusal: { error: string } }>) => (await call).refusal.error;
const wallet = async (id: string) => Number(await balanceOf(world.ctx, walletOf(id))) / 100;
const stockOf = async (id: string) => (await world.ctx.db.select().from(products).where(eq(products.itemId, id)))[0]?.stock;
const ordersOf = (fan: Fan) => world.ctx.db.$count(orders, eq(orders.userId, fan.id));

describe('a product', () => {
  test('is charged, taken from the stock and ordered at once, and both sides are told', async () => {
    const [fan, print] = [await fanWith(100), await addProduct(world, ada, { name: 'A signed print', price: 20, stock: 5 })];
    const [buyer, seller] = [await listenAs(world, fan.token), await listenAs(world, ada.token)];
    const before = await balanceOf(world.ctx, earningsOf(ada.id));
    const { status, data } = await buy(fan, print._id, { quantity: 2, userNote: 'For my sister', ...(await postedTo(fan)) });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      type: 'product',
      targetId: print._id,
      price: 40,
      quantity: 2,
      commission: 8,
      earning: 32,
      balanceAfter: 60,
    });
    expect(data.order).toMatchObject({
      chargeId: data._id,
      product: { _id: print._id, name: 'A signed print', type: 'physical' },
      user: { _id: fan.id },
      performer: { _id: ada.id },
      quantity: 2,
      unitPrice: 20,
      totalPrice: 40,
      commission: 8,
      earning: 32,
      deliveryStatus: 'processing',
      deliveryAddress: { city: 'Berlin' },
      phoneNumber: '+49 30 1234',
      userNote: 'For my sister',
      history: [{ status: 'processing', by: { _id: fan.id } }],
    });
    expect([await wallet(fan.id), await stockOf(print._id)]).toEqual([60, 3]);
    expect((await balanceOf(world.ctx, earningsOf(ada.id))) - before).toBe(3200n);
    await eventually(() => {
      for (const ear of [buyer, seller]) expect(ear.heard('order/changed')).toMatchObject([{ _id: data.order._id }]);
    });
    buyer.close();
    seller.close();
    const [receipt] = await mailsTo(world, await addressOf(fan), 'order-receipt');
    expect(receipt?.text).toContain('2 × A signed print, 40.00 tokens');
    const [sold] = await mailsTo(world, await addressOf(ada), 'order-received');
    expect(sold?.text).toContain('> For my sister');
  });

  test('that is a file is delivered at once, needs no address, and is bought once', async () => {
    const [fan, file] = [await fanWith(100), await addProduct(world, ada, { type: 'digital', price: 5 })];
    const { data } = await buy(fan, file._id);
    expect(data.order).toMatchObject({ deliveryStatus: 'delivered', deliveryAddress: null, phoneNumber: null });
    expect(await errorOf(buy(fan, file._id))).toBe('already_so');
    expect(await errorOf(payCart(fan, [{ productId: file._id, quantity: 1 }]))).toBe('already_so');
    expect(await wallet(fan.id)).toBe(95);
    const twice = await fanWith(100);
    const answers = await Promise.all(Array.from({ length: 5 }, () => buy(twice, file._id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect([await wallet(twice.id), await ordersOf(twice)]).toEqual([95, 1]);
    expect(await errorOf(buy(await fanWith(100), file._id, { quantity: 2 }))).toBe('invalid_request');
  });

  test('is refused by name, and then nothing is charged, taken or ordered', async () => {
    const [fan, poor, blocked] = [await fanWith(100), await fanWith(1), await fanWith(100)];
    const print = await addProduct(world, ada, { price: 20, stock: 2 });
    const draft = await addProduct(world, ada, { status: 'draft' });
    const post = await postedTo(fan);
    for (const id of [world.ctx.chance.id(), draft._id]) expect(await errorOf(buy(fan, id, post))).toBe('product_not_found');
    expect(await errorOf(buy(fan, print._id, { ...post, quantity: 3 }))).toBe('out_of_stock');
    expect(await errorOf(buy(fan, print._id))).toBe('address_required');
    expect(await errorOf(buy(fan, print._id, { deliveryAddressId: post.deliveryAddressId }))).toBe('address_required');
    const stranger = await postedTo(blocked);
    expect(await errorOf(buy(fan, print._id, stranger))).toBe('address_not_found');
    expect(await errorOf(buy(fan, print._id, { ...post, expectedPrice: 19 }))).toBe('price_changed');
    expect(await errorOf(buy(poor, print._id, await postedTo(poor)))).toBe('insufficient_balance');
    expect(await errorOf(buy(bruno, print._id, post))).toBe('forbidden_role');
    expect(await errorOf(buy({ token: '' }, print._id, post))).toBe('session_required');
    for (const quantity of [0, -1, 1.5, 100]) expect(await errorOf(buy(fan, print._id, { ...post, quantity }))).toBe('invalid_request');
    await world.call('PUT /users', { body: { monthlySpendingLimit: 5 } }, { token: fan.token });
    expect(await errorOf(buy(fan, print._id, post))).toBe('spending_limit_reached');
    const { chance, clock, db } = world.ctx;
    await db.insert(userBlocks).values({ id: chance.id(), blockerId: ada.id, targetId: blocked.id, createdAt: clock.now() });
    expect(await errorOf(buy(blocked, print._id, stranger))).toBe('blocked_by_performer');
    const former = await signUpPerformer(world);
    const own = await addProduct(world, former, { stock: 1 });
    await db.update(accounts).set({ isPerformer: false, role: 'user' }).where(eq(accounts.id, former.id));
    expect(await errorOf(buy(former, own._id, post))).toBe('own_item');
    expect([await wallet(fan.id), await wallet(poor.id), await wallet(blocked.id)]).toEqual([100, 1, 100]);
    expect([await stockOf(print._id), await ordersOf(fan), await ordersOf(poor), await ordersOf(blocked)]).toEqual([2, 0, 0, 0]);
  });

  test('with a new price is bought once the new price was accepted', async () => {
    const [fan, print] = [await fanWith(100), await addProduct(world, ada, { price: 20 })];
    const post = await postedTo(fan);
    const change = { params: { id: print._id }, files: {}, body: { price: 25 } };
    expect((await world.call('PUT /performer/performer-assets/products/:id', change as never, ada)).status).toBe(200);
    expect(await errorOf(buy(fan, print._id, { ...post, expectedPrice: 20 }))).toBe('price_changed');
    expect((await buy(fan, print._id, { ...post, expectedPrice: 25 })).status).toBe(200);
    expect(await wallet(fan.id)).toBe(75);
  });

  test('takes a key once: the same answer again, another body refused, and a copy waits for what runs', async () => {
    const [fan, print] = [await fanWith(100), await addProduct(world, ada, { price: 10, stock: 9 })];
    const post = await postedTo(fan);
    const first = await buy(fan, print._id, post, 'k');
    expect((await buy(fan, print._id, post, 'k')).data).toEqual(first.data);
    expect(await errorOf(buy(fan, print._id, { ...post, quantity: 2 }, 'k'))).toBe('idempotency_key_reused');
    const { running } = await world.ctx.db.transaction(async (tx) => {
      await tx.select().from(products).where(eq(products.itemId, print._id)).for('update');
      const waiting = buy(fan, print._id, post, 'slow');
      await somebodyWaits(world);
      expect(await errorOf(buy(fan, print._id, post, 'slow'))).toBe('request_in_progress');
      return { running: waiting };
    });
    expect((await running).status).toBe(200);
    expect([await wallet(fan.id), await stockOf(print._id)]).toEqual([80, 7]);
  });

  test('of which one is left is sold to one of fifty, and the others pay nothing', async () => {
    const print = await addProduct(world, ada, { price: 10, stock: 1 });
    const fans = await Promise.all(Array.from({ length: 50 }, () => fanWith(10)));
    const posts = await Promise.all(fans.map(postedTo));
    const answers = await Promise.all(fans.map((fan, index) => buy(fan, print._id, posts[index])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ refusal }) => refusal.error === 'out_of_stock')).toHaveLength(49);
    const left = await Promise.all(fans.map(({ id }) => wallet(id)));
    expect(left.filter((tokens) => tokens === 0)).toHaveLength(1);
    expect(left.filter((tokens) => tokens === 10)).toHaveLength(49);
    expect(await stockOf(print._id)).toBe(0);
    expect(await world.ctx.db.$count(orders, eq(orders.productId, print._id))).toBe(1);
    expect(await world.ctx.db.$count(charges, eq(charges.targetId, print._id))).toBe(1);
  });
});

describe('a cart', () => {
  test('is paid as a whole: one receipt, an order and a charge for each line', async () => {
    const fan = await fanWith(100);
    const print = await addProduct(world, ada, { name: 'Print', price: 20, stock: 5 });
    const file = await addProduct(world, bruno, { name: 'Song', type: 'digital', price: 5 });
    const lines = [
      { productId: print._id, quantity: 2 },
      { productId: file._id, quantity: 1 },
    ];
    const { status, data } = await payCart(fan, lines, { ...(await postedTo(fan)), expectedPrice: 45 });
    expect(status).toBe(200);
    expect(data.charges).toMatchObject([
      { price: 40, performer: { _id: ada.id } },
      { price: 5, performer: { _id: bruno.id } },
    ]);
    expect(data.orders).toMatchObject([{ deliveryStatus: 'processing' }, { deliveryStatus: 'delivered' }]);
    expect(new Set(data.orders.map(({ receiptNumber }) => receiptNumber)).size).toBe(1);
    expect(await wallet(fan.id)).toBe(55);
    const mails = await mailsTo(world, await addressOf(fan), 'order-receipt');
    expect(mails).toHaveLength(1);
    for (const words of ['2 × Print', '1 × Song', '45.00 tokens']) expect(mails[0]?.text).toContain(words);
  });

  test('with a line that cannot be bought charges nothing, and says which line', async () => {
    const fan = await fanWith(100);
    const [print, few] = [await addProduct(world, ada, { price: 20, stock: 5 }), await addProduct(world, bruno, { price: 5, stock: 1 })];
    const gone = world.ctx.chance.id();
    const post = await postedTo(fan);
    const line = (productId: string, quantity = 1) => ({ productId, quantity });
    const short = await payCart(fan, [line(print._id), line(few._id, 2)], post);
    expect(short.refusal).toMatchObject({ error: 'out_of_stock', issues: [{ path: 'lines.1' }] });
    const missing = await payCart(fan, [line(gone), line(print._id)], post);
    expect(missing.refusal).toMatchObject({ error: 'product_not_found', issues: [{ path: 'lines.0' }] });
    expect(await errorOf(payCart(fan, [line(print._id), line(few._id)], { ...post, expectedPrice: 20 }))).toBe('price_changed');
    expect(await errorOf(payCart(fan, [line(print._id, 5), line(few._id)], post))).toBe('insufficient_balance');
    expect(await errorOf(payCart(fan, [line(print._id)]))).toBe('address_required');
    expect(await errorOf(payCart(fan, [line(print._id)], { ...post, deliveryAddressId: gone }))).toBe('address_not_found');
    for (const lines of [[], [line(print._id), line(print._id)], Array.from({ length: 21 }, () => line(world.ctx.chance.id()))])
      expect(await errorOf(payCart(fan, lines, post))).toBe('invalid_request');
    await world.call('PUT /users', { body: { monthlySpendingLimit: 21 } }, { token: fan.token });
    expect(await errorOf(payCart(fan, [line(print._id), line(few._id)], post))).toBe('spending_limit_reached');
    expect([await wallet(fan.id), await stockOf(print._id), await stockOf(few._id), await ordersOf(fan)]).toEqual([100, 5, 1, 0]);
  });

  test('crosses another that holds the same things the other way round, and both are paid', async () => {
    const [one, other] = [await addProduct(world, ada, { price: 1, stock: 40 }), await addProduct(world, bruno, { price: 1, stock: 40 })];
    const fans = await Promise.all(Array.from({ length: 20 }, () => fanWith(10)));
    const posts = await Promise.all(fans.map(postedTo));
    const answers = await Promise.all(
      fans.map((fan, index) => {
        const lines = [one, other].map(({ _id }) => ({ productId: _id, quantity: 1 }));
        return payCart(fan, index % 2 === 0 ? lines : lines.toReversed(), posts[index]);
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(fans.map(() => 200));
    expect([await stockOf(one._id), await stockOf(other._id)]).toEqual([20, 20]);
  });

  test('twenty times at once with one key is one purchase', async () => {
    const [fan, print] = [await fanWith(100), await addProduct(world, ada, { price: 20, stock: 50 })];
    const post = await postedTo(fan);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => payCart(fan, [{ productId: print._id, quantity: 1 }], post, 'one cart')),
    );
    for (const { status, refusal } of answers) expect(status === 200 || refusal.error === 'request_in_progress').toBe(true);
    expect(await errorOf(payCart(fan, [{ productId: print._id, quantity: 2 }], post, 'one cart'))).toBe('idempotency_key_reused');
    expect([await wallet(fan.id), await ordersOf(fan), await stockOf(print._id)]).toEqual([80, 1, 49]);
  });

  test('is for fans, and blocked by whoever blocked her', async () => {
    const [fan, print] = [await fanWith(100), await addProduct(world, bruno, { price: 5 })];
    const post = await postedTo(fan);
    const { chance, clock, db } = world.ctx;
    await db.insert(userBlocks).values({ id: chance.id(), blockerId: bruno.id, targetId: fan.id, createdAt: clock.now() });
    expect(await errorOf(payCart(fan, [{ productId: print._id, quantity: 1 }], post))).toBe('blocked_by_performer');
    const former = await signUpPerformer(world);
    const own = await addProduct(world, former, { type: 'digital' });
    await db.update(accounts).set({ isPerformer: false, role: 'user' }).where(eq(accounts.id, former.id));
    expect(await errorOf(payCart(former, [{ productId: own._id, quantity: 1 }]))).toBe('own_item');
    expect(await errorOf(payCart(ada, [{ productId: print._id, quantity: 1 }]))).toBe('forbidden_role');
  });
});

async function addressOf({ token }: { token: string }): Promise<string> {
  return String((await world.call('GET /users/me', {}, { token })).data.email);
}
