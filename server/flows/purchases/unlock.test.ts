/** Unlocking posts from the wallet: paid once, kept for good, and closed by a refund. */
import { eq, sql } from 'drizzle-orm';
import { accounts, charges, feedFiles, files, items, userBlocks } from '@server/platform/db/schema/schema';
import { walletOf } from '@server/money/ledger/chart';
import { balanceOf } from '@server/money/ledger/ledger';
import { brokenLaws, fillWallet, somebodyWaits } from '../../../tests/support/books';
import { listenAs } from '../../../tests/support/ear';
import { eventually } from '../../../tests/kit/timing/eventually';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { letSubscribe, publishPost, uploadPhoto, type NewPost } from '../../../tests/support/posts';
import { countingQueries } from '../../../tests/support/queries';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let performer: { token: string; id: string; username: string };
let operator: { token: string; id: string };

beforeAll(async () => {
  world = await openWorld();
  performer = await signUpPerformer(world, 'ada');
  operator = await signUpOperator(world);
});
afterAll(async () => {
  expect(await brokenLaws(world)).toEqual([]);
  await world.close();
});

async function fanWith(tokens: number) {
  const fan = await signUpFan(world);
  if (tokens > 0) await fillWallet(world, fan.id, BigInt(tokens * 100));
  return fan;
}
const buy = (token: string, id: string, options: { key?: string; expectedPrice?: number } = {}) =>
  world.call(
    'POST /wallet/charges/feed/:id',
    { params: { id }, body: options.expectedPrice === undefined ? {} : { expectedPrice: options.expectedPrice } },
    { token, ...(options.key !== undefined && { key: options.key }) },
  );
const view = (token: string, id: string) => world.call('GET /user/feeds/:id', { params: { id } }, { token });
const purchases = (token: string, query = {}) => world.call('GET /wallet/purchases', { query }, { token });
const wallet = async (id: string) => Number(await balanceOf(world.ctx, walletOf(id))) / 100;
const errorOf = async (call: Promise<{ refusal: { error: string } }>) => (await call).refusal.error;
const secret = `${'The beginning. '.repeat(10)}THE END`;
const forSale = (price: number, body: Partial<NewPost> = {}) =>
  publishPost(world, performer, { text: secret, audience: 'paid', price, ...body });
const change = (id: string, body: Partial<NewPost>) =>
  world.call('PUT /performer/feeds/:id', { params: { id }, body }, { token: performer.token });
const salesOf = async (id: string) => (await world.ctx.db.select({ sales: items.sales }).from(items).where(eq(items.id, id)))[0]?.sales;
const refund = (id: string) =>
  world.call('POST /admin/charges/:id/refund', { params: { id }, body: { reason: 'A mistake' } }, { token: operator.token });

describe('a post for sale', () => {
  test('opens to whoever pays, and is told to both sides', async () => {
    const [fan, photo] = [await fanWith(50), await uploadPhoto(world, performer)];
    const post = await forSale(12.5, { type: 'photo', fileIds: [photo] });
    const locked = (await view(fan.token, post._id)).data;
    expect(locked).toMatchObject({ isLocked: true, unlock: ['buy'], isBought: false, price: 12.5, isCut: true });
    expect(locked.text).toHaveLength(120);
    expect(locked.files).toMatchObject([{ url: null, downloadUrl: null, sources: [] }]);
    const [buyer, seller] = [await listenAs(world, fan.token), await listenAs(world, performer.token)];
    const { status, data } = await buy(fan.token, post._id, { expectedPrice: 12.5 });
    expect(status).toBe(200);
    expect(data).toMatchObject({ type: 'feed', targetId: post._id, price: 12.5, commission: 2.5, earning: 10, balanceAfter: 37.5 });
    expect(data.item).toMatchObject({ _id: post._id, isLocked: false, isBought: true, unlock: [], text: secret, isCut: false });
    expect(data.item.files[0]?.url).toMatch(/^http/);
    expect((await view(fan.token, post._id)).data).toMatchObject({ isLocked: false, isBought: true, text: secret });
    await eventually(() => {
      expect(buyer.heard('charge/settled')).toHaveLength(1);
      expect(seller.heard('wallet/balance-changed')).toMatchObject([{ change: 10, reason: 'charge' }]);
    });
    buyer.close();
    seller.close();
    const own = await world.call('GET /performer/feeds/:id', { params: { id: post._id } }, { token: performer.token });
    expect(own.data.totalSold).toBe(1);
  });

  test('is paid once by twenty copies with keys of their own', async () => {
    const [fan, post] = [await fanWith(100), await forSale(10)];
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => buy(fan.token, post._id, { key: `copy ${index}` })));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(new Set(answers.map(({ data }) => data._id)).size).toBe(1);
    expect(await wallet(fan.id)).toBe(90);
    expect(await salesOf(post._id)).toBe(1);
  });

  test('is sold to twenty fans at once, and counts them all', async () => {
    const post = await forSale(5);
    const fans = await Promise.all(Array.from({ length: 20 }, () => fanWith(5)));
    const answers = await Promise.all(fans.map(({ token }) => buy(token, post._id)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await salesOf(post._id)).toBe(20);
  });

  test('costs nothing the second time, also when it has become dearer or the balance is spent', async () => {
    const [fan, post] = [await fanWith(10), await forSale(10)];
    const first = await buy(fan.token, post._id);
    await change(post._id, { price: 99 });
    const again = await buy(fan.token, post._id, { expectedPrice: 10 });
    expect(again.data._id).toBe(first.data._id);
    expect(await wallet(fan.id)).toBe(0);
    expect(await salesOf(post._id)).toBe(1);
  });

  test('is refused by name', async () => {
    const [fan, poor, post] = [await fanWith(100), await fanWith(1), await forSale(10)];
    const blocked = await fanWith(100);
    const [open, draft] = [await publishPost(world, performer), await forSale(10, { status: 'draft' })];
    const subscribed = await publishPost(world, performer, { audience: 'subscribers' });
    for (const id of [world.ctx.chance.id(), draft._id]) expect(await errorOf(buy(fan.token, id))).toBe('feed_not_found');
    for (const { _id } of [open, subscribed]) expect(await errorOf(buy(fan.token, _id))).toBe('not_for_sale');
    expect(await errorOf(buy(fan.token, post._id, { expectedPrice: 9 }))).toBe('price_changed');
    expect(await errorOf(buy(poor.token, post._id))).toBe('insufficient_balance');
    expect(await errorOf(buy(performer.token, post._id))).toBe('forbidden_role');
    expect(await errorOf(buy('', post._id))).toBe('session_required');
    await world.call('PUT /users', { body: { monthlySpendingLimit: 5 } }, { token: fan.token });
    expect(await errorOf(buy(fan.token, post._id))).toBe('spending_limit_reached');
    const { chance, clock, db } = world.ctx;
    await db.insert(userBlocks).values({ id: chance.id(), blockerId: performer.id, targetId: blocked.id, createdAt: clock.now() });
    expect(await errorOf(buy(blocked.token, post._id))).toBe('blocked_by_performer');
    expect([await wallet(fan.id), await wallet(poor.id), await wallet(blocked.id)]).toEqual([100, 1, 100]);
  });

  test('of her own is not bought by somebody who was a performer before', async () => {
    const former = await signUpPerformer(world);
    const post = await publishPost(world, former, { audience: 'paid', price: 5 });
    await world.ctx.db.update(accounts).set({ isPerformer: false, role: 'user' }).where(eq(accounts.id, former.id));
    expect(await errorOf(buy(former.token, post._id))).toBe('own_item');
  });

  test('takes a key once: another body is refused, and a copy waits for what runs', async () => {
    const [fan, post] = [await fanWith(100), await forSale(10)];
    const { running } = await world.ctx.db.transaction(async (tx) => {
      await tx.select().from(items).where(eq(items.id, post._id)).for('update');
      const first = buy(fan.token, post._id, { key: 'slow' });
      await somebodyWaits(world);
      expect(await errorOf(buy(fan.token, post._id, { key: 'slow' }))).toBe('request_in_progress');
      return { running: first };
    });
    expect((await running).status).toBe(200);
    expect(await errorOf(buy(fan.token, post._id, { key: 'slow', expectedPrice: 1 }))).toBe('idempotency_key_reused');
  });
});

describe('what was bought', () => {
  test('stays open when it is for others, hidden, over or deleted', async () => {
    const [fan, photo] = [await fanWith(50), await uploadPhoto(world, performer)];
    const post = await forSale(10, { type: 'photo', fileIds: [photo] });
    await buy(fan.token, post._id);
    const isOpen = async () => {
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
      await isOpen();
    }
    await world.call('DELETE /performer/feeds/:id', { params: { id: post._id } }, { token: performer.token });
    await isOpen();
    expect((await buy(fan.token, post._id)).status).toBe(200);
    expect(await errorOf(view(stranger.token, post._id))).toBe('feed_not_found');
    expect(await errorOf(buy(stranger.token, post._id))).toBe('feed_not_found');
    expect(await world.ctx.db.$count(files, eq(files.id, photo))).toBe(1);
  });

  test('keeps for its buyers the files that are taken out, and for nobody who buys it later', async () => {
    const [early, late] = [await fanWith(50), await fanWith(50)];
    const [one, two] = [await uploadPhoto(world, performer), await uploadPhoto(world, performer)];
    const post = await forSale(10, { type: 'photo', fileIds: [one, two] });
    await buy(early.token, post._id);
    world.clock.advance({ seconds: 1 });
    expect((await change(post._id, { fileIds: [two] })).data.files).toMatchObject([{ _id: two }]);
    world.clock.advance({ seconds: 1 });
    const filesOf = async (token: string) => (await view(token, post._id)).data.files.map(({ _id }) => _id).sort();
    expect((await buy(late.token, post._id)).data.item.files).toMatchObject([{ _id: two }]);
    expect(await filesOf(early.token)).toEqual([one, two].sort());
    expect(await filesOf(late.token)).toEqual([two]);
    const opens = async (token: string, id: string) =>
      (await world.call('GET /files/:id/status', { params: { id } }, { token })).status === 200;
    expect([await opens(early.token, one), await opens(late.token, one), await opens(late.token, two)]).toEqual([true, false, true]);
    expect((await change(post._id, { audience: 'public' })).status).toBe(200);
    const stranger = await fanWith(0);
    expect([await opens(stranger.token, one), await opens(stranger.token, two)]).toEqual([false, true]);
    expect((await change(post._id, { fileIds: [two, one] })).data.files).toHaveLength(2);
    expect(await filesOf(late.token)).toEqual([one, two].sort());
    expect(await world.ctx.db.$count(feedFiles, eq(feedFiles.itemId, post._id))).toBe(2);
  });

  test('closes with a refund, and can be bought again', async () => {
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

  test('is out of reach behind a block', async () => {
    const [fan, post] = [await fanWith(10), await forSale(10)];
    await buy(fan.token, post._id);
    const { chance, clock, db } = world.ctx;
    await db.insert(userBlocks).values({ id: chance.id(), blockerId: performer.id, targetId: fan.id, createdAt: clock.now() });
    expect(await errorOf(view(fan.token, post._id))).toBe('blocked_by_performer');
    expect(await errorOf(buy(fan.token, post._id))).toBe('blocked_by_performer');
    expect((await purchases(fan.token)).data.data).toMatchObject([{ status: 'success', item: null }]);
  });

  test('is not lost to whoever deletes it at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [fan, photo] = [await fanWith(10), await uploadPhoto(world, performer)];
      const post = await forSale(10, { type: 'photo', fileIds: [photo] });
      const [bought] = await Promise.all([
        buy(fan.token, post._id),
        world.call('DELETE /performer/feeds/:id', { params: { id: post._id } }, { token: performer.token }),
      ]);
      const isKept = (await world.ctx.db.$count(files, eq(files.id, photo))) === 1;
      expect(isKept).toBe(bought.status === 200);
      expect(await wallet(fan.id)).toBe(isKept ? 0 : 10);
    }
  });
});

describe('the page of purchases', () => {
  test('is narrowed by kind and performer, goes on from a cursor, and costs the same for 10 and for 100', async () => {
    const [fan, other] = [await fanWith(200), await signUpPerformer(world)];
    const ids: string[] = [];
    for (let index = 0; index < 12; index += 1) {
      const post = await publishPost(world, index === 0 ? other : performer, { audience: 'paid', price: 1 });
      await buy(fan.token, post._id);
      ids.unshift(post._id);
    }
    const [few, many] = [{ limit: 5, sortBy: 'createdAt' } as const, { limit: 100, sortBy: 'createdAt' } as const];
    const [most, fewest] = [
      await countingQueries(world, () => purchases(fan.token, many)),
      await countingQueries(world, () => purchases(fan.token, few)),
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

  test('shows what is open for other reasons too', async () => {
    const [fan, post] = [await fanWith(10), await forSale(10)];
    await letSubscribe(world, fan, performer);
    expect((await view(fan.token, post._id)).data).toMatchObject({ isLocked: true, isSubscribed: true, unlock: ['buy'] });
    expect((await buy(fan.token, post._id)).data.item).toMatchObject({ isBought: true, isSubscribed: true });
  });
});

test('the law on items finds a purchase that is not what it says', async () => {
  const [fan, post] = [await fanWith(10), await forSale(10)];
  const { data } = await buy(fan.token, post._id);
  const found = async () => (await brokenLaws(world)).filter((sentence) => sentence.startsWith('L8 items'));
  expect(await found()).toEqual([]);
  await world.ctx.db.update(items).set({ sales: 7 }).where(eq(items.id, post._id));
  expect(await found()).toEqual([expect.stringMatching(/says that it was sold 7 times, its charges are 1$/)]);
  await world.ctx.db.update(items).set({ sales: 1 }).where(eq(items.id, post._id));
  const stray = world.ctx.chance.id();
  await world.ctx.db.update(charges).set({ targetId: stray }).where(eq(charges.id, data._id));
  expect(await found()).toEqual(expect.arrayContaining([expect.stringContaining('which does not exist')]));
  await world.ctx.db.update(charges).set({ targetId: post._id }).where(eq(charges.id, data._id));
  await world.ctx.db.execute(sql`drop index charges_bought_once`);
  expect(await found()).toEqual([expect.stringContaining('the unique index on them is gone')]);
  await world.ctx.db.execute(
    sql`create unique index charges_bought_once on charges (user_id, target_id) where type in ('feed', 'video', 'gallery') and status = 'success'`,
  );
});
