/** Orders from payment to delivery: who sees and changes them, and refunds. */
import { desc, eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { refunds } from '@server/platform/db/schema/money';
import { auditLog } from '@server/platform/db/schema/site';
import { orders, products } from '@server/platform/db/schema/store';
import { earningsOf, walletOf } from '@server/money/ledger/chart';
import { balanceOf, hold } from '@server/money/ledger/ledger';
import { addAddress } from '../../../tests/kit/people/addresses';
import { violatedInvariants, fillWallet, waitForBlockedQuery } from '../../../tests/kit/money/ledger';
import { openSocket } from '../../../tests/kit/host/test-socket';
import { eventually } from '../../../tests/kit/timing/eventually';
import { mailsTo } from '../../../tests/kit/host/mails';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { addProduct } from '../../../tests/kit/content/products';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let ada: { token: string; id: string; username: string };
let bruno: { token: string; id: string; username: string };
let operator: { token: string; id: string };

beforeAll(async () => {
  testHost = await openTestHost();
  [ada, bruno] = [await signUpPerformer(testHost, 'ada'), await signUpPerformer(testHost, 'bruno')];
  operator = await signUpOperator(testHost);
});
afterAll(async () => {
  expect(await violatedInvariants(testHost)).toEqual([]);
  await testHost.close();
});

async function fanWith(tokens: number) {
  const fan = await signUpFan(testHost);
  if (tokens > 0) await fillWallet(testHost, fan.id, BigInt(tokens * 100));
  return fan;
}
type Fan = Awaited<ReturnType<typeof fanWith>>;
type Update = { deliveryStatus?: 'processing' | 'shipping' | 'delivered' | 'refunded'; shippingCode?: string; note?: string };

async function placeOrder(fan: Fan, body: object = {}, seller = ada) {
  const product = await addProduct(testHost, seller, { price: 20, stock: 5, ...body });
  const delivery =
    product.type === 'physical' ? { deliveryAddressId: await addAddress(testHost, fan), phoneNumber: '+49 30 1234', quantity: 2 } : {};
  const { status, data, errorBody } = await testHost.call(
    'POST /wallet/charges/product/:id',
    { params: { id: product._id }, body: delivery },
    fan,
  );
  if (status >= 400) throw new Error(JSON.stringify(errorBody));
  return { product, charge: data, order: data.order };
}
const update = (user: { token: string }, id: string, body: Update & { expectedStatus?: Update['deliveryStatus'] }, key?: string) =>
  testHost.call('PUT /orders/:id/update', { params: { id }, body }, { token: user.token, ...(key !== undefined && { key }) });
const view = (user: { token: string }, id: string) => testHost.call('GET /orders/:id', { params: { id } }, { token: user.token });
const changeAddress = (user: { token: string }, id: string, deliveryAddressId: string) =>
  testHost.call('PUT /orders/:id/update/delivery-address', { params: { id }, body: { deliveryAddressId } }, { token: user.token });
const errorOf = async (call: Promise<{ errorBody: { error: string } }>) => (await call).errorBody.error;
const wallet = async (id: string) => Number(await balanceOf(testHost.ctx, walletOf(id))) / 100;
const stockOf = async (id: string) => (await testHost.ctx.db.select().from(products).where(eq(products.itemId, id)))[0]?.stock;
const mailOf = async ({ token }: { token: string }) => String((await testHost.call('GET /users/me', {}, { token })).data.email);

describe('an order', () => {
  test('is shipped and delivered by its seller, and its buyer gets socket events and mails', async () => {
    const fan = await fanWith(100);
    const { order } = await placeOrder(fan);
    const buyerSocket = await openSocket(testHost, fan.token);
    const sent = await update(ada, order._id, { deliveryStatus: 'shipping', shippingCode: 'DHL 123', note: 'Left today' });
    expect(sent.data).toMatchObject({ deliveryStatus: 'shipping', shippingCode: 'DHL 123' });
    const done = await update(ada, order._id, { deliveryStatus: 'delivered' });
    expect(done.data.history).toMatchObject([
      { status: 'processing', by: { _id: fan.id } },
      { status: 'shipping', note: 'Left today', by: { _id: ada.id } },
      { status: 'delivered', by: { _id: ada.id } },
    ]);
    await eventually(() => {
      // The event of the purchase may still arrive after the socket has connected.
      const changes = buyerSocket.received('order/changed').filter(({ deliveryStatus }) => deliveryStatus !== 'processing');
      expect(changes).toMatchObject([{ deliveryStatus: 'shipping' }, { deliveryStatus: 'delivered' }]);
    });
    buyerSocket.close();
    const mails = await mailsTo(testHost, await mailOf(fan), 'order-status');
    expect(mails).toHaveLength(2);
    expect(mails.map(({ text }) => text).join('\n')).toContain('DHL 123');
  });

  test('is refunded by its seller if the earnings cover it, and by an operator otherwise', async () => {
    const [seller, fan] = [await signUpPerformer(testHost), await fanWith(100)];
    const { order, charge } = await placeOrder(fan, {}, seller);
    const earned = await balanceOf(testHost.ctx, earningsOf(seller.id));
    const subject = testHost.ctx.random.id();
    await hold(testHost.ctx, { reason: 'payout_hold', subject, key: `payout_hold:${subject}`, from: earningsOf(seller.id), cents: earned });
    const rejected = await update(seller, order._id, { deliveryStatus: 'refunded' });
    expect(rejected).toMatchObject({ status: 409, errorBody: { error: 'refund_not_covered' } });
    expect(await wallet(fan.id)).toBe(100 - charge.price);
    expect((await view(fan, order._id)).data.deliveryStatus).toBe('processing');
    expect((await update(operator, order._id, { deliveryStatus: 'refunded' })).status).toBe(200);
    expect(await wallet(fan.id)).toBe(100);
    expect(await balanceOf(testHost.ctx, earningsOf(seller.id))).toBe(-earned);
  });

  test('mails its buyer only when its status or shipping code changes', async () => {
    const fan = await fanWith(100);
    const { order } = await placeOrder(fan, { type: 'digital', stock: undefined });
    expect((await update(ada, order._id, {})).data.history).toHaveLength(1);
    expect((await update(ada, order._id, { deliveryStatus: 'delivered', shippingCode: '' })).data.history).toHaveLength(1);
    expect((await update(ada, order._id, { note: 'Thank you' })).data.history).toMatchObject([
      {},
      { status: 'delivered', note: 'Thank you' },
    ]);
    expect(await mailsTo(testHost, await mailOf(fan), 'order-status')).toHaveLength(0);
    await update(ada, order._id, { shippingCode: 'https://example.com/123' });
    expect(await mailsTo(testHost, await mailOf(fan), 'order-status')).toHaveLength(1);
    for (let count = 3; count < limits.orderEventsMax; count += 1) await update(ada, order._id, { note: `Note ${count}` });
    expect(await errorOf(update(ada, order._id, { note: 'One more' }))).toBe('too_many_requests');
    expect((await update(ada, order._id, { deliveryStatus: 'refunded' })).status).toBe(200);
  });

  test('only allows the next status', async () => {
    const fan = await fanWith(100);
    const { order } = await placeOrder(fan);
    expect(await errorOf(update(ada, order._id, { deliveryStatus: 'delivered' }))).toBe('transition_not_allowed');
    expect(await errorOf(update(ada, order._id, { deliveryStatus: 'shipping', expectedStatus: 'shipping' }))).toBe('order_changed');
    await update(ada, order._id, { deliveryStatus: 'shipping' });
    expect(await errorOf(update(ada, order._id, { deliveryStatus: 'processing' }))).toBe('transition_not_allowed');
    expect((await update(ada, order._id, { shippingCode: 'UPS 9' })).data).toMatchObject({
      deliveryStatus: 'shipping',
      shippingCode: 'UPS 9',
    });
    await update(ada, order._id, { deliveryStatus: 'refunded' });
    for (const body of [{ deliveryStatus: 'delivered' }, { deliveryStatus: 'refunded' }, { note: 'x' }] as const)
      expect(await errorOf(update(ada, order._id, body))).toBe('transition_not_allowed');
    for (const body of [{ shippingCode: 'x'.repeat(65) }, { note: 'x'.repeat(501) }, { deliveryStatus: 'lost' as never }])
      expect(await errorOf(update(ada, order._id, body))).toBe('invalid_request');
  });

  test('is visible to its buyer, its seller and operators only', async () => {
    const [fan, other] = [await fanWith(100), await fanWith(0)];
    const { order } = await placeOrder(fan);
    for (const person of [fan, ada, operator]) expect((await view(person, order._id)).data._id).toBe(order._id);
    for (const person of [other, bruno]) expect(await errorOf(view(person, order._id))).toBe('order_not_found');
    expect(await errorOf(view(fan, testHost.ctx.random.id()))).toBe('order_not_found');
    expect(await errorOf(view({ token: '' }, order._id))).toBe('session_required');
    expect(await errorOf(update(bruno, order._id, { deliveryStatus: 'shipping' }))).toBe('order_not_found');
    expect(await errorOf(update(fan, order._id, { deliveryStatus: 'delivered' }))).toBe('forbidden_role');
    expect(await errorOf(changeAddress(other, order._id, await addAddress(testHost, other)))).toBe('order_not_found');
    const lists = [
      await testHost.call('GET /orders/users/search', {}, fan),
      await testHost.call('GET /orders/search', { query: { productId: order.product._id } }, ada),
      await testHost.call('GET /admin/orders/search', { query: { userId: fan.id } }, operator),
    ];
    for (const { data } of lists) expect(data).toMatchObject({ total: 1, data: [{ _id: order._id }] });
    expect((await testHost.call('GET /orders/users/search', {}, other)).data.total).toBe(0);
    expect((await testHost.call('GET /orders/search', { query: { productId: order.product._id } }, bruno)).data.total).toBe(0);
  });

  test('is found by its numbers, by product and by the counterparty', async () => {
    const fan = await fanWith(100);
    const { order } = await placeOrder(fan, { name: 'A silver spoon' });
    await placeOrder(fan, { type: 'digital', stock: undefined, name: 'A song' }, bruno);
    const found = async (query: object) =>
      (await testHost.call('GET /orders/users/search', { query }, fan)).data.data.map(({ product }) => product.name);
    for (const q of [order.orderNumber, order.receiptNumber.toLowerCase(), 'silver', 'ada'])
      expect(await found({ q })).toEqual(['A silver spoon']);
    expect(await found({ type: 'digital' })).toEqual(['A song']);
    expect(await found({ deliveryStatus: 'processing' })).toEqual(['A silver spoon']);
    expect(await found({ performerId: bruno.id })).toEqual(['A song']);
    expect(await found({ sortBy: 'totalPrice', sort: 'desc' })).toEqual(['A silver spoon', 'A song']);
    expect(await found({ q: '100%' })).toEqual([]);
  });

  test('can be sent to another address of its buyer until it is shipped, and its seller is notified', async () => {
    const [fan, other] = [await fanWith(100), await fanWith(0)];
    const { order } = await placeOrder(fan);
    const office = await addAddress(testHost, fan, { city: 'Hamburg' });
    expect(await errorOf(changeAddress(fan, order._id, await addAddress(testHost, other)))).toBe('address_not_found');
    const { data } = await changeAddress(fan, order._id, office);
    expect(data).toMatchObject({ deliveryStatus: 'processing', deliveryAddress: { city: 'Hamburg' } });
    expect(await mailsTo(testHost, await mailOf(ada), 'delivery-address-changed')).toHaveLength(1);
    await testHost.call('DELETE /addresses/:id', { params: { id: office } }, fan);
    expect((await view(ada, order._id)).data.deliveryAddress).toMatchObject({ city: 'Hamburg' });
    await update(ada, order._id, { deliveryStatus: 'shipping' });
    expect(await errorOf(changeAddress(fan, order._id, await addAddress(testHost, fan)))).toBe('order_changed');
  });
});

describe('refunding an order', () => {
  test('returns tokens and stock, and notifies the buyer', async () => {
    const fan = await fanWith(100);
    const before = await balanceOf(testHost.ctx, earningsOf(ada.id));
    const { order, product } = await placeOrder(fan);
    expect([await wallet(fan.id), await stockOf(product._id)]).toEqual([60, 3]);
    const buyerSocket = await openSocket(testHost, fan.token);
    const { data } = await update(ada, order._id, { deliveryStatus: 'refunded', note: 'It broke' });
    expect(data).toMatchObject({ deliveryStatus: 'refunded', refunded: 40, history: [{}, { status: 'refunded', note: 'It broke' }] });
    expect([await wallet(fan.id), await stockOf(product._id)]).toEqual([100, 5]);
    expect(await balanceOf(testHost.ctx, earningsOf(ada.id))).toBe(before);
    await eventually(() => {
      expect(buyerSocket.received('wallet/balance-changed').at(-1)).toMatchObject({ change: 40, balance: 100, reason: 'refund' });
      expect(buyerSocket.received('order/changed').at(-1)).toMatchObject({ deliveryStatus: 'refunded', refunded: 40 });
    });
    buyerSocket.close();
    const [mail] = await mailsTo(testHost, await mailOf(fan), 'refund');
    expect(mail?.text).toContain('> It broke');
  });

  test('ten times concurrently, by seller and operator, refunds once', async () => {
    const fan = await fanWith(100);
    const { order, charge, product } = await placeOrder(fan);
    const responses = await Promise.all([
      ...Array.from({ length: 5 }, () => update(ada, order._id, { deliveryStatus: 'refunded' })),
      ...Array.from({ length: 5 }, () =>
        testHost.call('POST /admin/charges/:id/refund', { params: { id: charge._id }, body: { reason: 'Asked for' } }, operator),
      ),
    ]);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, errorBody } of responses)
      if (status !== 200) expect(['transition_not_allowed', 'already_refunded']).toContain(errorBody.error);
    expect([await wallet(fan.id), await stockOf(product._id)]).toEqual([100, 5]);
    expect(await testHost.ctx.db.$count(refunds, eq(refunds.userId, fan.id))).toBe(1);
  });

  test('while its product is being bought is serialized with the purchases', async () => {
    const fan = await fanWith(1000);
    const { order, product } = await placeOrder(fan, { stock: 40 });
    const delivery = { deliveryAddressId: await addAddress(testHost, fan), phoneNumber: '+49 30 1234' };
    const responses = await Promise.all([
      ...Array.from({ length: 10 }, () =>
        testHost.call('POST /wallet/charges/product/:id', { params: { id: product._id }, body: delivery }, { token: fan.token }),
      ),
      update(ada, order._id, { deliveryStatus: 'refunded' }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect([await wallet(fan.id), await stockOf(product._id)]).toEqual([800, 30]);
  });

  test('by an operator in parts closes the order with the last part, and is audited', async () => {
    const fan = await fanWith(100);
    const { order, charge, product } = await placeOrder(fan);
    const refund = (amount?: number) =>
      testHost.call(
        'POST /admin/charges/:id/refund',
        { params: { id: charge._id }, body: { reason: 'Late', ...(amount !== undefined && { amount }) } },
        operator,
      );
    await refund(10);
    expect((await view(fan, order._id)).data).toMatchObject({ deliveryStatus: 'processing', refunded: 10 });
    await refund();
    const closed = (await view(fan, order._id)).data;
    expect(closed).toMatchObject({ deliveryStatus: 'refunded', refunded: 40, history: [{}, { status: 'refunded', note: '', by: null }] });
    expect((await view(operator, order._id)).data.history[1]).toMatchObject({ by: { _id: operator.id } });
    expect([await wallet(fan.id), await stockOf(product._id)]).toEqual([100, 5]);
    const second = await placeOrder(fan);
    await update(operator, second.order._id, { deliveryStatus: 'shipping', note: 'For them' });
    const [entry] = await testHost.ctx.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(entry).toMatchObject({
      actorId: operator.id,
      action: 'orders.update',
      targetId: second.order._id,
      after: { deliveryStatus: 'shipping' },
    });
  });

  test('revokes access to its file, also by an existing link', async () => {
    const fan = await fanWith(100);
    const { order, product } = await placeOrder(fan, { type: 'digital', stock: undefined });
    const link = () => testHost.call('GET /performer-assets/products/:id/download-link', { params: { id: product._id } }, fan);
    const { data } = await link();
    expect((await view(fan, order._id)).data.totalDownloads).toBe(1);
    const session = await testHost.call('GET /users/me', {}, fan);
    const cookie = session.headers
      .getSetCookie()
      .map((value) => value.split(';')[0])
      .join('; ');
    const { pathname, search } = new URL(data.downloadLink);
    const open = () => fetch(testHost.url + pathname + search, { headers: { cookie } });
    expect(await (await open()).text()).toContain('sketches');
    await update(ada, order._id, { deliveryStatus: 'refunded' });
    expect(await errorOf(link())).toBe('purchase_required');
    testHost.clock.advance({ seconds: 2 });
    expect((await open()).status).toBe(403);
  });

  test('is idempotent by key, like other updates of an order', async () => {
    const fan = await fanWith(100);
    const { order } = await placeOrder(fan);
    const first = await update(ada, order._id, { deliveryStatus: 'refunded' }, 'k');
    expect((await update(ada, order._id, { deliveryStatus: 'refunded' }, 'k')).data).toEqual(first.data);
    expect(await errorOf(update(ada, order._id, { note: 'x' }, 'k'))).toBe('idempotency_key_reused');
    const { running, order: lockedOrder } = await testHost.ctx.db.transaction(async (tx) => {
      const next = await placeOrder(fan);
      await tx.select().from(orders).where(eq(orders.id, next.order._id)).for('update');
      const pending = update(ada, next.order._id, { deliveryStatus: 'shipping' }, 'slow');
      await waitForBlockedQuery(testHost);
      expect(await errorOf(update(ada, next.order._id, { deliveryStatus: 'shipping' }, 'slow'))).toBe('request_in_progress');
      return { running: pending, order: next.order };
    });
    expect((await running).data).toMatchObject({ _id: lockedOrder._id, deliveryStatus: 'shipping' });
  });
});
