/** Unlocking posts with the wallet: paid once, kept permanently, and revoked by a refund. */
import { eq, sql } from 'drizzle-orm';
import { accounts, userBlocks } from '@server/platform/db/schema/accounts';
import { feedFiles, items } from '@server/platform/db/schema/content';
import { files } from '@server/platform/db/schema/files';
import { charges } from '@server/platform/db/schema/money';
import { walletOf } from '@server/money/ledger/chart';
import { balanceOf } from '@server/money/ledger/ledger';
import { violatedInvariants, fillWallet, waitForBlockedQuery } from '../../../tests/kit/money/ledger';
import { openSocket } from '../../../tests/kit/host/test-socket';
import { eventually } from '../../../tests/kit/timing/eventually';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { addSubscription, publishPost, uploadPhoto, type NewPost } from '../../../tests/kit/content/posts';
import { countQueries } from '../../../tests/kit/host/queries';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let performer: { token: string; id: string; username: string };
let operator: { token: string; id: string };

beforeAll(async () => {
  testHost = await openTestHost();
  performer = await signUpPerformer(testHost, 'ada');
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
const buy = (token: string, id: string, options: { key?: string; expectedPrice?: number } = {}) =>
  testHost.call(
    'POST /wallet/charges/feed/:id',
    { params: { id }, body: options.expectedPrice === undefined ? {} : { expectedPrice: options.expectedPrice } },
    { token, ...(options.key !== undefined && { key: options.key }) },
  );
const view = (token: string, id: string) => testHost.call('GET /user/feeds/:id', { params: { id } }, { token });
const purchases = (token: string, query = {}) => testHost.call('GET /wallet/purchases', { query }, { token });
const wallet = async (id: string) => Number(await balanceOf(testHost.ctx, walletOf(id))) / 100;
const errorOf = async (call: Promise<{ errorBody: { error: string } }>) => (await call).errorBody.error;
const secret = `${'The beginning. '.repeat(10)}THE END`;
const forSale = (price: number, body: Partial<NewPost> = {}) =>
  publishPost(testHost, performer, { text: secret, audience: 'paid', price, ...body });
const change = (id: string, body: Partial<NewPost>) =>
  testHost.call('PUT /performer/feeds/:id', { params: { id }, body }, { token: performer.token });
const salesOf = async (id: string) => (await testHost.ctx.db.select({ sales: items.sales }).from(items).where(eq(items.id, id)))[0]?.sales;
const refund = (id: string) =>
  testHost.call('POST /admin/charges/:id/refund', { params: { id }, body: { reason: 'A mistake' } }, { token: operator.token });

describe('a post for sale', () => {
  test('is unlocked for its buyer, and both parties get events', async () => {
    const [fan, photo] = [await fanWith(50), await uploadPhoto(testHost, performer)];
    const post = await forSale(12.5, { type: 'photo', fileIds: [photo] });
    const locked = (await view(fan.token, post._id)).data;
    expect(locked).toMatchObject({ isLocked: true, unlock: ['buy'], isBought: false, price: 12.5, isCut: true });
    expect(locked.text).toHaveLength(120);
    expect(locked.files).toMatchObject([{ url: null, downloadUrl: null, sources: [] }]);
    const [buyer, seller] = [await openSocket(testHost, fan.token), await openSocket(testHost, performer.token)];
    const { status, data } = await buy(fan.token, post._id, { expectedPrice: 12.5 });
    expect(status).toBe(200);
    expect(data).toMatchObject({ type: 'feed', targetId: post._id, price: 12.5, commission: 2.5, earning: 10, balanceAfter: 37.5 });
    expect(data.item).toMatchObject({ _id: post._id, isLocked: false, isBought: true, unlock: [], text: secret, isCut: false });
    expect(data.item.files[0]?.url).toMatch(/^http/);
    expect((await view(fan.token, post._id)).data).toMatchObject({ isLocked: false, isBought: true, text: secret });
    await eventually(() => {
      expect(buyer.received('charge/settled')).toHaveLength(1);
      expect(seller.received('wallet/balance-changed')).toMatchObject([{ change: 10, reason: 'charge' }]);
    });
    buyer.close();
    seller.close();
    const own = await testHost.call('GET /performer/feeds/:id', { params: { id: post._id } }, { token: performer.token });
    expect(own.data.totalSold).toBe(1);
  });

  test('is paid once for twenty concurrent requests with different keys', async () => {
    const [fan, post] = [await fanWith(100), await forSale(10)];
    const responses = await Promise.all(Array.from({ length: 20 }, (_, index) => buy(fan.token, post._id, { key: `copy ${index}` })));
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    expect(new Set(responses.map(({ data }) => data._id)).size).toBe(1);
    expect(await wallet(fan.id)).toBe(90);
    expect(await salesOf(post._id)).toBe(1);
  });

  test('is sold to twenty fans concurrently, with the correct count', async () => {
    const post = await forSale(5);
    const fans = await Promise.all(Array.from({ length: 20 }, () => fanWith(5)));
    const responses = await Promise.all(fans.map(({ token }) => buy(token, post._id)));
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    expect(await salesOf(post._id)).toBe(20);
  });

  test('costs nothing the second time, also after a price increase or with an empty balance', async () => {
    const [fan, post] = [await fanWith(10), await forSale(10)];
    const first = await buy(fan.token, post._id);
    await change(post._id, { price: 99 });
    const again = await buy(fan.token, post._id, { expectedPrice: 10 });
    expect(again.data._id).toBe(first.data._id);
    expect(await wallet(fan.id)).toBe(0);
    expect(await salesOf(post._id)).toBe(1);
  });

  test('is rejected with a specific error', async () => {
    const [fan, poor, post] = [await fanWith(100), await fanWith(1), await forSale(10)];
    const blocked = await fanWith(100);
    const [open, draft] = [await publishPost(testHost, performer), await forSale(10, { status: 'draft' })];
    const subscribed = await publishPost(testHost, performer, { audience: 'subscribers' });
    for (const id of [testHost.ctx.random.id(), draft._id]) expect(await errorOf(buy(fan.token, id))).toBe('feed_not_found');
    for (const { _id } of [open, subscribed]) expect(await errorOf(buy(fan.token, _id))).toBe('not_for_sale');
    expect(await errorOf(buy(fan.token, post._id, { expectedPrice: 9 }))).toBe('price_changed');
    expect(await errorOf(buy(poor.token, post._id))).toBe('insufficient_balance');
    expect(await errorOf(buy(performer.token, post._id))).toBe('forbidden_role');
    expect(await errorOf(buy('', post._id))).toBe('session_required');
    await testHost.call('PUT /users', { body: { monthlySpendingLimit: 5 } }, { token: fan.token });
    expect(await errorOf(buy(fan.token, post._id))).toBe('spending_limit_reached');
    const { random, clock, db } = testHost.ctx;
    await db.insert(userBlocks).values({ id: random.id(), blockerId: performer.id, targetId: blocked.id, createdAt: clock.now() });
    expect(await errorOf(buy(blocked.token, post._id))).toBe('blocked_by_performer');
    expect([await wallet(fan.id), await wallet(poor.id), await wallet(blocked.id)]).toEqual([100, 1, 100]);
  });

  test('is locked for subscribers too, until they buy it', async () => {
    const [fan, post] = [await fanWith(10), await forSale(10)];
    await addSubscription(testHost, fan, performer);
    expect((await view(fan.token, post._id)).data).toMatchObject({ isLocked: true, isSubscribed: true, unlock: ['buy'] });
    expect((await buy(fan.token, post._id)).data.item).toMatchObject({ isBought: true, isSubscribed: true });
  });

  test('cannot be bought by its own author who is no longer a performer', async () => {
    const former = await signUpPerformer(testHost);
    const post = await publishPost(testHost, former, { audience: 'paid', price: 5 });
    await testHost.ctx.db.update(accounts).set({ isPerformer: false, role: 'user' }).where(eq(accounts.id, former.id));
    expect(await errorOf(buy(former.token, post._id))).toBe('own_item');
  });

  test('is idempotent by key: another body and a concurrent duplicate are rejected', async () => {
    const [fan, post] = [await fanWith(100), await forSale(10)];
    const { running } = await testHost.ctx.db.transaction(async (tx) => {
      await tx.select().from(items).where(eq(items.id, post._id)).for('update');
      const first = buy(fan.token, post._id, { key: 'slow' });
      await waitForBlockedQuery(testHost);
      expect(await errorOf(buy(fan.token, post._id, { key: 'slow' }))).toBe('request_in_progress');
      return { running: first };
    });
    expect((await running).status).toBe(200);
    expect(await errorOf(buy(fan.token, post._id, { key: 'slow', expectedPrice: 1 }))).toBe('idempotency_key_reused');
  });
});

describe('a purchase', () => {
  test('stays unlocked after the item changes its audience, or is hidden or deleted', async () => {
    const [fan, photo] = [await fanWith(50), await uploadPhoto(testHost, performer)];
    const post = await forSale(10, { type: 'photo', fileIds: [photo] });
    await buy(fan.token, post._id);
    const expectUnlocked = async () => {
      expect((await view(fan.token, post._id)).data).toMatchObject({
        isLocked: false,
        isBought: true,
        text: secret,
        files: [{ _id: photo }],
      });
      expect((await purchases(fan.token)).data.data[0]?.item).toMatchObject({ _id: post._id, isLocked: false });
    };
    const stranger = await fanWith(0);
    for (const body of [{ audience: 'subscribers' }, { audience: 'paid', price: 50 }, { status: 'inactive' }] as const) {
      expect((await change(post._id, body)).status).toBe(200);
      await expectUnlocked();
    }
    await testHost.call('DELETE /performer/feeds/:id', { params: { id: post._id } }, { token: performer.token });
    await expectUnlocked();
    expect((await buy(fan.token, post._id)).status).toBe(200);
    expect(await errorOf(view(stranger.token, post._id))).toBe('feed_not_found');
    expect(await errorOf(buy(stranger.token, post._id))).toBe('feed_not_found');
    expect(await testHost.ctx.db.$count(files, eq(files.id, photo))).toBe(1);
  });

  test('includes files that are removed later, but not for later buyers', async () => {
    const [early, late] = [await fanWith(50), await fanWith(50)];
    const [one, two] = [await uploadPhoto(testHost, performer), await uploadPhoto(testHost, performer)];
    const post = await forSale(10, { type: 'photo', fileIds: [one, two] });
    await buy(early.token, post._id);
    testHost.clock.advance({ seconds: 1 });
    expect((await change(post._id, { fileIds: [two] })).data.files).toMatchObject([{ _id: two }]);
    testHost.clock.advance({ seconds: 1 });
    const filesOf = async (token: string) => (await view(token, post._id)).data.files.map(({ _id }) => _id).sort();
    expect((await buy(late.token, post._id)).data.item.files).toMatchObject([{ _id: two }]);
    expect(await filesOf(early.token)).toEqual([one, two].sort());
    expect(await filesOf(late.token)).toEqual([two]);
    const canOpen = async (token: string, id: string) =>
      (await testHost.call('GET /files/:id/status', { params: { id } }, { token })).status === 200;
    expect([await canOpen(early.token, one), await canOpen(late.token, one), await canOpen(late.token, two)]).toEqual([true, false, true]);
    expect((await change(post._id, { audience: 'public' })).status).toBe(200);
    const stranger = await fanWith(0);
    expect([await canOpen(stranger.token, one), await canOpen(stranger.token, two)]).toEqual([false, true]);
    expect((await change(post._id, { fileIds: [two, one] })).data.files).toHaveLength(2);
    expect(await filesOf(late.token)).toEqual([one, two].sort());
    expect(await testHost.ctx.db.$count(feedFiles, eq(feedFiles.itemId, post._id))).toBe(2);
  });

  test('ends with a refund, and can be repeated', async () => {
    const [fan, post] = [await fanWith(10), await forSale(10)];
    const { data } = await buy(fan.token, post._id);
    expect((await refund(data._id)).data.status).toBe('refunded');
    expect((await view(fan.token, post._id)).data).toMatchObject({ isLocked: true, isBought: false });
    expect((await view(fan.token, post._id)).data.text).not.toContain('THE END');
    expect((await purchases(fan.token)).data.data).toMatchObject([{ status: 'refunded', item: null }]);
    expect(await salesOf(post._id)).toBe(0);
    const again = await buy(fan.token, post._id);
    expect(again.data._id).not.toBe(data._id);
    expect(await salesOf(post._id)).toBe(1);
    expect((await purchases(fan.token)).data).toMatchObject({ total: 2 });
  });

  test('is not accessible while there is a block', async () => {
    const [fan, post] = [await fanWith(10), await forSale(10)];
    await buy(fan.token, post._id);
    const { random, clock, db } = testHost.ctx;
    await db.insert(userBlocks).values({ id: random.id(), blockerId: performer.id, targetId: fan.id, createdAt: clock.now() });
    expect(await errorOf(view(fan.token, post._id))).toBe('blocked_by_performer');
    expect(await errorOf(buy(fan.token, post._id))).toBe('blocked_by_performer');
    expect((await purchases(fan.token)).data.data).toMatchObject([{ status: 'success', item: null }]);
  });

  test('is kept when the item is deleted concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [fan, photo] = [await fanWith(10), await uploadPhoto(testHost, performer)];
      const post = await forSale(10, { type: 'photo', fileIds: [photo] });
      const [bought] = await Promise.all([
        buy(fan.token, post._id),
        testHost.call('DELETE /performer/feeds/:id', { params: { id: post._id } }, { token: performer.token }),
      ]);
      const isKept = (await testHost.ctx.db.$count(files, eq(files.id, photo))) === 1;
      expect(isKept).toBe(bought.status === 200);
      expect(await wallet(fan.id)).toBe(isKept ? 0 : 10);
    }
  });
});

describe('the list of purchases', () => {
  test('is filtered by kind and performer, continues from a cursor, and uses the same number of queries for 10 and for 100', async () => {
    const [fan, other] = [await fanWith(200), await signUpPerformer(testHost)];
    const ids: string[] = [];
    for (let index = 0; index < 12; index += 1) {
      const post = await publishPost(testHost, index === 0 ? other : performer, { audience: 'paid', price: 1 });
      await buy(fan.token, post._id);
      ids.unshift(post._id);
    }
    const [few, many] = [{ limit: 5, sortBy: 'createdAt' } as const, { limit: 100, sortBy: 'createdAt' } as const];
    const [most, fewest] = [
      await countQueries(testHost, () => purchases(fan.token, many)),
      await countQueries(testHost, () => purchases(fan.token, few)),
    ];
    expect(most.queries).toBe(fewest.queries);
    expect((await purchases(fan.token, many)).data.data.map(({ item }) => item?._id)).toEqual(ids);
    const first = await purchases(fan.token, few);
    const next = await purchases(fan.token, { ...few, cursor: first.data.nextCursor ?? '' });
    expect(next.data.data.map(({ item }) => item?._id)).toEqual(ids.slice(5, 10));
    expect((await purchases(fan.token, { performerId: other.id })).data.total).toBe(1);
    expect((await purchases(fan.token, { type: 'video' })).data.total).toBe(0);
    expect((await purchases(fan.token, { sortBy: 'price', sort: 'asc' })).data.total).toBe(12);
  });
});

test('the ledger invariant of items detects sales that do not match their charges', async () => {
  const [fan, post] = [await fanWith(10), await forSale(10)];
  const { data } = await buy(fan.token, post._id);
  const itemViolations = async () => (await violatedInvariants(testHost)).filter((message) => message.startsWith('L8 items'));
  expect(await itemViolations()).toEqual([]);
  await testHost.ctx.db.update(items).set({ sales: 7 }).where(eq(items.id, post._id));
  expect(await itemViolations()).toEqual([expect.stringMatching(/is recorded as sold 7 times, but its charges are for 1$/)]);
  await testHost.ctx.db.update(items).set({ sales: 1 }).where(eq(items.id, post._id));
  const stray = testHost.ctx.random.id();
  await testHost.ctx.db.update(charges).set({ targetId: stray }).where(eq(charges.id, data._id));
  expect(await itemViolations()).toEqual(expect.arrayContaining([expect.stringContaining('which does not exist')]));
  await testHost.ctx.db.update(charges).set({ targetId: post._id }).where(eq(charges.id, data._id));
  await testHost.ctx.db.execute(sql`drop index charges_bought_once`);
  expect(await itemViolations()).toEqual([expect.stringContaining('which prevents buying the same item twice')]);
  await testHost.ctx.db.execute(
    sql`create unique index charges_bought_once on charges (user_id, target_id) where type in ('feed', 'video', 'gallery') and status = 'success'`,
  );
});
