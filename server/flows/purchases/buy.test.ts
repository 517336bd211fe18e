/** Buying products with the wallet: single products, carts, and concurrent purchases of the last unit. */
import { eq } from 'drizzle-orm';
import { accounts, userBlocks } from '@server/platform/db/schema/accounts';
import { charges } from '@server/platform/db/schema/money';
import { orders, products } from '@server/platform/db/schema/store';
import { earningsOf, walletOf } from '@server/money/ledger/chart';
import { balanceOf } from '@server/money/ledger/ledger';
import { attemptCount } from '../../../tests/kit/timing/depth';
import { addAddress } from '../../../tests/kit/people/addresses';
import { violatedInvariants, fillWallet, waitForBlockedQuery } from '../../../tests/kit/money/ledger';
import { openSocket } from '../../../tests/kit/host/test-socket';
import { eventually } from '../../../tests/kit/timing/eventually';
import { mailsTo } from '../../../tests/kit/host/mails';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { addProduct } from '../../../tests/kit/content/products';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let ada: { token: string; id: string; username: string };
let bruno: { token: string; id: string; username: string };

beforeAll(async () => {
  testHost = await openTestHost();
  [ada, bruno] = [await signUpPerformer(testHost, 'ada'), await signUpPerformer(testHost, 'bruno')];
});
afterAll(async () => {
  expect(await violatedInvariants(testHost)).toEqual([]);
  await testHost.close();
});

async function fanWith(tokens: number) {
  const fan = await signUpFan(testHost);
  if (tokens > 0) await fillWallet(testHost, fan.id, BigInt(Math.round(tokens * 100)));
  return fan;
}
type Fan = Awaited<ReturnType<typeof fanWith>>;
const deliveryTo = async (fan: Fan) => ({ deliveryAddressId: await addAddress(testHost, fan), phoneNumber: '+49 30 1234' });
const buy = (fan: Pick<Fan, 'token'>, id: string, body: object = {}, key?: string) =>
  testHost.call('POST /wallet/charges/product/:id', { params: { id }, body }, { token: fan.token, ...(key !== undefined && { key }) });
const payCart = (fan: Pick<Fan, 'token'>, lines: { productId: string; quantity: number }[], body: object = {}, key?: string) =>
  testHost.call('POST /wallet/charges/cart', { body: { lines, ...body } }, { token: fan.token, ...(key !== undefined && { key }) });
const errorOf = async (call: Promise<{ errorBody: { error: string } }>) => (await call).errorBody.error;
const wallet = async (id: string) => Number(await balanceOf(testHost.ctx, walletOf(id))) / 100;
const stockOf = async (id: string) => (await testHost.ctx.db.select().from(products).where(eq(products.itemId, id)))[0]?.stock;
const ordersOf = (fan: Fan) => testHost.ctx.db.$count(orders, eq(orders.userId, fan.id));

describe('a product', () => {
  test('is charged, taken from the stock and ordered, and buyer and seller are notified', async () => {
    const [fan, print] = [await fanWith(100), await addProduct(testHost, ada, { name: 'A signed print', price: 20, stock: 5 })];
    const [buyer, seller] = [await openSocket(testHost, fan.token), await openSocket(testHost, ada.token)];
    const before = await balanceOf(testHost.ctx, earningsOf(ada.id));
    const { status, data } = await buy(fan, print._id, { quantity: 2, userNote: 'For my sister', ...(await deliveryTo(fan)) });
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
    expect((await balanceOf(testHost.ctx, earningsOf(ada.id))) - before).toBe(3200n);
    await eventually(() => {
      for (const socket of [buyer, seller]) expect(socket.received('order/changed')).toMatchObject([{ _id: data.order._id }]);
    });
    buyer.close();
    seller.close();
    const [receipt] = await mailsTo(testHost, await addressOf(fan), 'order-receipt');
    expect(receipt?.text).toContain('2 × A signed print, 40 tokens');
    const [sold] = await mailsTo(testHost, await addressOf(ada), 'order-received');
    expect(sold?.text).toContain('> For my sister');
  });

  test('that is digital is delivered immediately, needs no address, and is bought once', async () => {
    const [fan, file] = [await fanWith(100), await addProduct(testHost, ada, { type: 'digital', price: 5 })];
    const { data } = await buy(fan, file._id);
    expect(data.order).toMatchObject({ deliveryStatus: 'delivered', deliveryAddress: null, phoneNumber: null });
    expect(await errorOf(buy(fan, file._id))).toBe('already_so');
    expect(await errorOf(payCart(fan, [{ productId: file._id, quantity: 1 }]))).toBe('already_so');
    expect(await wallet(fan.id)).toBe(95);
    const otherFan = await fanWith(100);
    const responses = await Promise.all(Array.from({ length: 5 }, () => buy(otherFan, file._id)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect([await wallet(otherFan.id), await ordersOf(otherFan)]).toEqual([95, 1]);
    expect(await errorOf(buy(await fanWith(100), file._id, { quantity: 2 }))).toBe('invalid_request');
  });

  test('is rejected with a specific error, without charge, order or change of stock', async () => {
    const [fan, poor, blocked] = [await fanWith(100), await fanWith(1), await fanWith(100)];
    const print = await addProduct(testHost, ada, { price: 20, stock: 2 });
    const draft = await addProduct(testHost, ada, { status: 'draft' });
    const delivery = await deliveryTo(fan);
    for (const id of [testHost.ctx.random.id(), draft._id]) expect(await errorOf(buy(fan, id, delivery))).toBe('product_not_found');
    expect(await errorOf(buy(fan, print._id, { ...delivery, quantity: 3 }))).toBe('out_of_stock');
    expect(await errorOf(buy(fan, print._id))).toBe('address_required');
    expect(await errorOf(buy(fan, print._id, { deliveryAddressId: delivery.deliveryAddressId }))).toBe('address_required');
    const stranger = await deliveryTo(blocked);
    expect(await errorOf(buy(fan, print._id, stranger))).toBe('address_not_found');
    expect(await errorOf(buy(fan, print._id, { ...delivery, expectedPrice: 19 }))).toBe('price_changed');
    expect(await errorOf(buy(poor, print._id, await deliveryTo(poor)))).toBe('insufficient_balance');
    expect(await errorOf(buy(bruno, print._id, delivery))).toBe('forbidden_role');
    expect(await errorOf(buy({ token: '' }, print._id, delivery))).toBe('session_required');
    for (const quantity of [0, -1, 1.5, 100]) expect(await errorOf(buy(fan, print._id, { ...delivery, quantity }))).toBe('invalid_request');
    await testHost.call('PUT /users', { body: { monthlySpendingLimit: 5 } }, { token: fan.token });
    expect(await errorOf(buy(fan, print._id, delivery))).toBe('spending_limit_reached');
    const { random, clock, db } = testHost.ctx;
    await db.insert(userBlocks).values({ id: random.id(), blockerId: ada.id, targetId: blocked.id, createdAt: clock.now() });
    expect(await errorOf(buy(blocked, print._id, stranger))).toBe('blocked_by_performer');
    const former = await signUpPerformer(testHost);
    const own = await addProduct(testHost, former, { stock: 1 });
    await db.update(accounts).set({ isPerformer: false, role: 'user' }).where(eq(accounts.id, former.id));
    expect(await errorOf(buy(former, own._id, delivery))).toBe('own_item');
    expect([await wallet(fan.id), await wallet(poor.id), await wallet(blocked.id)]).toEqual([100, 1, 100]);
    expect([await stockOf(print._id), await ordersOf(fan), await ordersOf(poor), await ordersOf(blocked)]).toEqual([2, 0, 0, 0]);
  });

  test('with a changed price is bought once the buyer accepts the new price', async () => {
    const [fan, print] = [await fanWith(100), await addProduct(testHost, ada, { price: 20 })];
    const delivery = await deliveryTo(fan);
    const change = { params: { id: print._id }, files: {}, body: { price: 25 } };
    expect((await testHost.call('PUT /performer/performer-assets/products/:id', change as never, ada)).status).toBe(200);
    expect(await errorOf(buy(fan, print._id, { ...delivery, expectedPrice: 20 }))).toBe('price_changed');
    expect((await buy(fan, print._id, { ...delivery, expectedPrice: 25 })).status).toBe(200);
    expect(await wallet(fan.id)).toBe(75);
  });

  test('is idempotent by key: a repeat gets the same response; another body and a concurrent duplicate are rejected', async () => {
    const [fan, print] = [await fanWith(100), await addProduct(testHost, ada, { price: 10, stock: 9 })];
    const delivery = await deliveryTo(fan);
    const first = await buy(fan, print._id, delivery, 'k');
    expect((await buy(fan, print._id, delivery, 'k')).data).toEqual(first.data);
    expect(await errorOf(buy(fan, print._id, { ...delivery, quantity: 2 }, 'k'))).toBe('idempotency_key_reused');
    const { running } = await testHost.ctx.db.transaction(async (tx) => {
      await tx.select().from(products).where(eq(products.itemId, print._id)).for('update');
      const pending = buy(fan, print._id, delivery, 'slow');
      await waitForBlockedQuery(testHost);
      expect(await errorOf(buy(fan, print._id, delivery, 'slow'))).toBe('request_in_progress');
      return { running: pending };
    });
    expect((await running).status).toBe(200);
    expect([await wallet(fan.id), await stockOf(print._id)]).toEqual([80, 7]);
  });

  test('with one unit left is sold to one of fifty fans, and the others pay nothing', async () => {
    const print = await addProduct(testHost, ada, { price: 10, stock: 1 });
    const fans = await Promise.all(Array.from({ length: 50 }, () => fanWith(10)));
    const deliveries = await Promise.all(fans.map(deliveryTo));
    const responses = await Promise.all(fans.map((fan, index) => buy(fan, print._id, deliveries[index])));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ errorBody }) => errorBody.error === 'out_of_stock')).toHaveLength(49);
    const balances = await Promise.all(fans.map(({ id }) => wallet(id)));
    expect(balances.filter((tokens) => tokens === 0)).toHaveLength(1);
    expect(balances.filter((tokens) => tokens === 10)).toHaveLength(49);
    expect(await stockOf(print._id)).toBe(0);
    expect(await testHost.ctx.db.$count(orders, eq(orders.productId, print._id))).toBe(1);
    expect(await testHost.ctx.db.$count(charges, eq(charges.targetId, print._id))).toBe(1);
  });
});

describe('a cart', () => {
  test('is paid as a whole: one receipt, and an order and a charge for each line', async () => {
    const fan = await fanWith(100);
    const print = await addProduct(testHost, ada, { name: 'Print', price: 20, stock: 5 });
    const file = await addProduct(testHost, bruno, { name: 'Song', type: 'digital', price: 5 });
    const lines = [
      { productId: print._id, quantity: 2 },
      { productId: file._id, quantity: 1 },
    ];
    const { status, data } = await payCart(fan, lines, { ...(await deliveryTo(fan)), expectedPrice: 45 });
    expect(status).toBe(200);
    expect(data.charges).toMatchObject([
      { price: 40, performer: { _id: ada.id } },
      { price: 5, performer: { _id: bruno.id } },
    ]);
    expect(data.orders).toMatchObject([{ deliveryStatus: 'processing' }, { deliveryStatus: 'delivered' }]);
    expect(new Set(data.orders.map(({ receiptNumber }) => receiptNumber)).size).toBe(1);
    expect(await wallet(fan.id)).toBe(55);
    const mails = await mailsTo(testHost, await addressOf(fan), 'order-receipt');
    expect(mails).toHaveLength(1);
    for (const text of ['2 × Print', '1 × Song', '45 tokens']) expect(mails[0]?.text).toContain(text);
  });

  test('with a line that cannot be bought charges nothing, and returns the path of the line', async () => {
    const fan = await fanWith(100);
    const [print, few] = [
      await addProduct(testHost, ada, { price: 20, stock: 5 }),
      await addProduct(testHost, bruno, { price: 5, stock: 1 }),
    ];
    const missingId = testHost.ctx.random.id();
    const delivery = await deliveryTo(fan);
    const line = (productId: string, quantity = 1) => ({ productId, quantity });
    const short = await payCart(fan, [line(print._id), line(few._id, 2)], delivery);
    expect(short.errorBody).toMatchObject({ error: 'out_of_stock', issues: [{ path: 'lines.1' }] });
    const missing = await payCart(fan, [line(missingId), line(print._id)], delivery);
    expect(missing.errorBody).toMatchObject({ error: 'product_not_found', issues: [{ path: 'lines.0' }] });
    expect(await errorOf(payCart(fan, [line(print._id), line(few._id)], { ...delivery, expectedPrice: 20 }))).toBe('price_changed');
    expect(await errorOf(payCart(fan, [line(print._id, 5), line(few._id)], delivery))).toBe('insufficient_balance');
    expect(await errorOf(payCart(fan, [line(print._id)]))).toBe('address_required');
    expect(await errorOf(payCart(fan, [line(print._id)], { ...delivery, deliveryAddressId: missingId }))).toBe('address_not_found');
    for (const lines of [[], [line(print._id), line(print._id)], Array.from({ length: 21 }, () => line(testHost.ctx.random.id()))])
      expect(await errorOf(payCart(fan, lines, delivery))).toBe('invalid_request');
    await testHost.call('PUT /users', { body: { monthlySpendingLimit: 21 } }, { token: fan.token });
    expect(await errorOf(payCart(fan, [line(print._id), line(few._id)], delivery))).toBe('spending_limit_reached');
    expect([await wallet(fan.id), await stockOf(print._id), await stockOf(few._id), await ordersOf(fan)]).toEqual([100, 5, 1, 0]);
  });

  test('with the same products in reverse order does not deadlock with another', async () => {
    const [first, second] = [
      await addProduct(testHost, ada, { price: 1, stock: 40 }),
      await addProduct(testHost, bruno, { price: 1, stock: 40 }),
    ];
    // Fewer than the pool has connections: on a busy machine, requests that wait for one behind these locks get 503.
    const buyers = attemptCount(10, 16);
    const fans = await Promise.all(Array.from({ length: buyers }, () => fanWith(10)));
    const deliveries = await Promise.all(fans.map(deliveryTo));
    const responses = await Promise.all(
      fans.map((fan, index) => {
        const lines = [first, second].map(({ _id }) => ({ productId: _id, quantity: 1 }));
        return payCart(fan, index % 2 === 0 ? lines : lines.toReversed(), deliveries[index]);
      }),
    );
    expect(responses.map(({ status }) => status)).toEqual(fans.map(() => 200));
    expect([await stockOf(first._id), await stockOf(second._id)]).toEqual([40 - buyers, 40 - buyers]);
  });

  test('submitted twenty times concurrently with one key is one purchase', async () => {
    const [fan, print] = [await fanWith(100), await addProduct(testHost, ada, { price: 20, stock: 50 })];
    const delivery = await deliveryTo(fan);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => payCart(fan, [{ productId: print._id, quantity: 1 }], delivery, 'one cart')),
    );
    for (const { status, errorBody } of responses) expect(status === 200 || errorBody.error === 'request_in_progress').toBe(true);
    expect(await errorOf(payCart(fan, [{ productId: print._id, quantity: 2 }], delivery, 'one cart'))).toBe('idempotency_key_reused');
    expect([await wallet(fan.id), await ordersOf(fan), await stockOf(print._id)]).toEqual([80, 1, 49]);
  });

  test('is only for fans, and rejected for performers who blocked them', async () => {
    const [fan, print] = [await fanWith(100), await addProduct(testHost, bruno, { price: 5 })];
    const delivery = await deliveryTo(fan);
    const { random, clock, db } = testHost.ctx;
    await db.insert(userBlocks).values({ id: random.id(), blockerId: bruno.id, targetId: fan.id, createdAt: clock.now() });
    expect(await errorOf(payCart(fan, [{ productId: print._id, quantity: 1 }], delivery))).toBe('blocked_by_performer');
    const former = await signUpPerformer(testHost);
    const own = await addProduct(testHost, former, { type: 'digital' });
    await db.update(accounts).set({ isPerformer: false, role: 'user' }).where(eq(accounts.id, former.id));
    expect(await errorOf(payCart(former, [{ productId: own._id, quantity: 1 }]))).toBe('own_item');
    expect(await errorOf(payCart(ada, [{ productId: print._id, quantity: 1 }]))).toBe('forbidden_role');
  });
});

async function addressOf({ token }: { token: string }): Promise<string> {
  return String((await testHost.call('GET /users/me', {}, { token })).data.email);
}
