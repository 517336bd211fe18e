/** Finding posts: the home list, a performer's list and search, one post, and what a locked post shows. */
import { eq, sql } from 'drizzle-orm';
import type { Api, Name } from '@contract/api';
import type { Input } from '@contract/kernel/endpoint';
import { accounts, userBlocks } from '@server/platform/db/schema/accounts';
import { items } from '@server/platform/db/schema/content';
import { performerBlockedCountries, performers } from '@server/platform/db/schema/performers';
import { follows } from '@server/platform/db/schema/responses';
import { blobOf, videoFile } from '../../../tests/kit/files/media-clips';
import { signUpFan, signUpOperator, signUpPerformer, sampleImage } from '../../../tests/kit/people/people';
import { endSubscription, addFollow, addSubscription, publishPost, runJob, uploadPhoto } from '../../../tests/kit/content/posts';
import { fewestQueries } from '../../../tests/kit/host/queries';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

interface TestUser {
  token: string;
  id: string;
  username: string;
}

type QueryOf<N extends Name> = Input<Api[N]> extends { query?: infer Q } ? Q : never;

let testHost: TestHost;
let ada: TestUser;
let bea: TestUser;
let fan: TestUser;

beforeAll(async () => {
  testHost = await openTestHost({}, { geo: { countryOf: () => Promise.resolve('DE') } });
  ada = await signUpPerformer(testHost, 'ada');
  bea = await signUpPerformer(testHost, 'bea');
  fan = await signUpFan(testHost);
});
afterAll(() => testHost.close());

type Query = QueryOf<'GET /user/feeds'>;
const list = async (query: Query, token?: string) =>
  (await testHost.call('GET /user/feeds', { query }, token === undefined ? {} : { token })).data;
const ids = async (query: Query, token?: string) => (await list(query, token)).data.map(({ _id }) => _id);
const view = (id: string, token?: string) => testHost.call('GET /user/feeds/:id', { params: { id } }, token === undefined ? {} : { token });
const search = (username: string, query = {}, token?: string) =>
  testHost.call('GET /user/feeds/search/:username', { params: { username }, query }, token === undefined ? {} : { token });
const errorOf = async (call: Promise<{ errorBody: { error: string } }>) => (await call).errorBody.error;
const block = async (blockerId: string, targetId: string) =>
  testHost.ctx.db.insert(userBlocks).values({ id: testHost.ctx.random.id(), blockerId, targetId, createdAt: testHost.clock.now() });
/** Publishes posts one after the other. Returns them newest first. */
async function posts(count: number, performer: TestUser, body = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    testHost.clock.advance({ seconds: 1 });
    ids.unshift((await publishPost(testHost, performer, { text: `Post ${index}`, ...body }))._id);
  }
  return ids;
}
async function pagesOf(query: Query, token?: string): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ ...query, cursor }, token);
    found.push(...page.data.map(({ _id }) => _id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}

describe('the list of all posts', () => {
  test('is sorted newest first, continues from a cursor while new posts are published, and is filtered by type and audience', async () => {
    const createdIds = await posts(7, ada);
    const first = await list({ limit: 3 });
    expect(first.data.map(({ _id }) => _id)).toEqual(createdIds.slice(0, 3));
    const [newer] = await posts(1, bea, { audience: 'followers' });
    const rest = await ids({ limit: 4, cursor: first.nextCursor ?? '' });
    expect(rest).toEqual(createdIds.slice(3));
    expect((await pagesOf({ limit: 3 })).slice(0, 8)).toEqual([newer, ...createdIds]);
    expect(await pagesOf({ limit: 2, audience: 'followers' })).toEqual([newer]);
    expect(await ids({ type: 'photo' })).toEqual([]);
    expect((await pagesOf({ limit: 3, type: 'text' })).slice(0, 8)).toEqual([newer, ...createdIds]);
    expect((await list({ type: 'text', audience: 'followers' })).total).toBe(1);
    expect(await ids({ limit: 2, offset: 1 })).toEqual(createdIds.slice(0, 2));
    expect(await ids({ limit: 2, offset: 1, type: 'text' })).toEqual(createdIds.slice(0, 2));
    expect(await errorOf(testHost.call('GET /user/feeds', { query: { cursor: 'nothing' } }))).toBe('invalid_request');
    const malformed = Buffer.from(JSON.stringify(['publishedAt', 'desc', 'no instant', createdIds[0], 1])).toString('base64url');
    expect(await errorOf(testHost.call('GET /user/feeds', { query: { cursor: malformed } }))).toBe('invalid_request');
  });

  test('is the same at the default length, which uses a prepared statement, as at any other, for every viewer and at any time', async () => {
    const star = await signUpPerformer(testHost);
    await posts(11, star);
    const [expiring = ''] = await posts(1, star);
    const operator = await signUpOperator(testHost);
    const tokens = [undefined, fan.token, star.token, operator.token];
    const both = (token?: string) => Promise.all([list({}, token), list({ limit: 12 }, token)]);
    for (const token of tokens) {
      const [usual, longer] = await both(token);
      expect(usual.data).toEqual(longer.data.slice(0, 10));
      expect(usual.total).toBe(longer.total);
      expect(await ids({ cursor: usual.nextCursor ?? '', limit: 2 }, token)).toEqual(longer.data.slice(10).map(({ _id }) => _id));
    }
    const expiresAt = new Date(testHost.clock.now().getTime() + 60_000);
    await testHost.ctx.db.update(items).set({ expiresAt }).where(eq(items.id, expiring));
    expect(await ids({})).toContain(expiring);
    testHost.clock.advance({ minutes: 1 });
    for (const token of tokens) expect(await ids({}, token)).not.toContain(expiring);
    await testHost.ctx.db.update(items).set({ isListed: false }).where(eq(items.performerId, star.id));
  });

  test('is filtered to polls of every post type', async () => {
    const star = await signUpPerformer(testHost);
    const poll = async () =>
      (await testHost.call('POST /performer/feeds/polls', { body: { question: 'Well?', options: ['Yes', 'No'] } }, { token: star.token }))
        .data._id;
    const [textPost] = await posts(1, star, { pollId: await poll() });
    await posts(2, star);
    const photo = { type: 'photo', fileIds: [await uploadPhoto(testHost, star)], audience: 'followers' };
    const [photoPost] = await posts(1, star, { ...photo, pollId: await poll() });
    const both = [photoPost, textPost];
    expect(await pagesOf({ limit: 1, type: 'poll' })).toEqual(both);
    expect(await ids({ type: 'poll', audience: 'followers' })).toEqual([photoPost]);
    expect(await pagesOf({ limit: 1, type: 'poll', performerId: star.id })).toEqual(both);
    expect(await list({ isHome: true, type: 'poll' }, fan.token)).toMatchObject({ total: 0, data: [] });
    await addFollow(testHost, fan, star);
    expect(await pagesOf({ limit: 1, isHome: true, type: 'poll' }, fan.token)).toEqual(both);
    expect((await search(star.username, { type: 'poll' })).data.total).toBe(2);
    const own = await testHost.call('GET /performer/feeds', { query: { type: 'poll' } }, { token: star.token });
    expect(own.data.total).toBe(2);
    await testHost.ctx.db.delete(follows);
  });

  test('leaves out suspended performers, and performers who block the viewer or are blocked by them', async () => {
    const [blocker, blocked, suspended] = [
      await signUpPerformer(testHost),
      await signUpPerformer(testHost),
      await signUpPerformer(testHost),
    ];
    const all = [(await posts(1, blocker))[0], (await posts(1, blocked))[0], (await posts(1, suspended))[0]];
    for (const id of all) expect(await ids({ limit: 10 }, fan.token)).toContain(id);
    await block(blocker.id, fan.id);
    await block(fan.id, blocked.id);
    await testHost.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, suspended.id));
    for (const id of all) {
      expect(await ids({ limit: 10 }, fan.token)).not.toContain(id);
      expect(await ids({ limit: 10, type: 'text' }, fan.token)).not.toContain(id);
    }
    expect(await errorOf(view(all[0] ?? '', fan.token))).toBe('blocked_by_performer');
    expect(await errorOf(view(all[2] ?? '', fan.token))).toBe('feed_not_found');
    expect(await errorOf(search(blocker.username, {}, fan.token))).toBe('blocked_by_performer');
    expect(await errorOf(search(suspended.username, {}, fan.token))).toBe('performer_not_found');
    expect(await errorOf(search('nobody', {}, fan.token))).toBe('performer_not_found');
    const operator = await signUpOperator(testHost);
    expect((await view(all[2] ?? '', operator.token)).status).toBe(200);
    await testHost.ctx.db.delete(userBlocks);
  });
});

describe("a performer's posts", () => {
  test('begin with the pinned posts across pages', async () => {
    const star = await signUpPerformer(testHost);
    const createdIds = await posts(6, star);
    for (const index of [4, 2])
      await testHost.call(
        'PUT /performer/feeds/:id',
        { params: { id: createdIds[index] ?? '' }, body: { isPinned: true } },
        { token: star.token },
      );
    const order = [createdIds[2], createdIds[4], createdIds[0], createdIds[1], createdIds[3], createdIds[5]];
    expect(await ids({ performerId: star.id })).toEqual(order);
    for (const limit of [1, 2, 4]) expect(await pagesOf({ performerId: star.id, limit })).toEqual(order);
    expect((await list({ performerId: star.id })).total).toBe(6);
    expect((await search(star.username)).data.data.map(({ _id }) => _id)).toEqual(createdIds);
    expect(await ids({ performerId: star.id, isHome: true }, fan.token)).toEqual([]);
    await addFollow(testHost, fan, star);
    expect(await ids({ performerId: star.id, isHome: true }, fan.token)).toEqual(order);
  });

  test('are found by words, parts of words and with typos, but not by locked text', async () => {
    const author = await signUpPerformer(testHost);
    const [open] = await posts(1, author, { title: 'Mountain morning', text: 'A walk in the fog', tags: ['alps'] });
    const hidden = `${'Something else. '.repeat(12)} penguin`;
    const [locked] = await posts(1, author, { text: hidden, audience: 'subscribers' });
    const found = async (q: string) => (await search(author.username.toUpperCase(), { q })).data.data.map(({ _id }) => _id);
    for (const q of ['mountain', 'ountai', 'montain', 'ALPS', 'the fog']) expect(await found(q)).toEqual([open]);
    expect(await found('something else')).toEqual([locked]);
    for (const q of ['penguin', '%', String.raw`\_`, 'zebra']) expect(await found(q)).toEqual([]);
    expect((await search(author.username, { type: 'text', audience: 'subscribers' })).data.data.map(({ _id }) => _id)).toEqual([locked]);
  });
});

describe('the home list', () => {
  test('only contains performers who are followed or subscribed to', async () => {
    const [one, two, three] = [await signUpPerformer(testHost), await signUpPerformer(testHost), await signUpPerformer(testHost)];
    const viewer = await signUpFan(testHost);
    const createdIds = [...(await posts(3, three)), ...(await posts(3, two)), ...(await posts(3, one))];
    expect(await ids({ isHome: true }, viewer.token)).toEqual([]);
    expect(await ids({ isHome: true })).toEqual([]);
    await addFollow(testHost, viewer, one);
    await addSubscription(testHost, viewer, two);
    await addFollow(testHost, viewer, two);
    const expected = [...createdIds.slice(6), ...createdIds.slice(3, 6)];
    expect(await ids({ isHome: true, limit: 10 }, viewer.token)).toEqual(expected);
    for (const limit of [1, 2, 4]) expect(await pagesOf({ isHome: true, limit }, viewer.token)).toEqual(expected);
    expect((await list({ isHome: true }, viewer.token)).total).toBe(6);
    expect(await ids({ isHome: true, limit: 2, offset: 2 }, viewer.token)).toEqual(expected.slice(2, 4));
    expect(await ids({ isHome: true, type: 'photo' }, viewer.token)).toEqual([]);
    await testHost.ctx.db.delete(follows).where(eq(follows.performerId, two.id));
    expect(await ids({ isHome: true }, viewer.token)).toEqual(expected);
    await endSubscription(testHost, viewer, two);
    expect(await ids({ isHome: true }, viewer.token)).toEqual(createdIds.slice(6));
    await block(one.id, viewer.id);
    expect(await list({ isHome: true }, viewer.token)).toMatchObject({ data: [], total: 0 });
  });
});

describe('one post', () => {
  test('counts one view per person and day, and none by its own performer', async () => {
    const [id = ''] = await posts(1, ada);
    const other = await signUpFan(testHost);
    const viewCount = async (token?: string) => (await view(id, token)).data.views;
    expect(await viewCount(fan.token)).toBe(1);
    expect(await viewCount(fan.token)).toBe(1);
    expect(await viewCount(other.token)).toBe(2);
    expect(await viewCount()).toBe(3);
    expect(await viewCount()).toBe(3);
    expect(await viewCount(ada.token)).toBe(3);
    testHost.clock.advance({ days: 1 });
    expect(await viewCount(fan.token)).toBe(4);
  });

  test('shows only its preview while locked', async () => {
    const author = await signUpPerformer(testHost);
    const photo = await uploadPhoto(testHost, author);
    const small = await sampleImage(32, 32);
    const thumbnail = await testHost.call('POST /performer/feeds/thumbnail/upload', { files: { file: small } }, { token: author.token });
    const clip = await blobOf(await videoFile(), 'teaser.mp4');
    const teaser = await testHost.call('POST /performer/feeds/teaser/upload', { files: { file: clip } }, { token: author.token });
    await runJob(testHost, 'files/convert', { fileId: teaser.data._id });
    const poll = await testHost.call(
      'POST /performer/feeds/polls',
      { body: { question: 'Q?', options: ['a', 'b'] } },
      { token: author.token },
    );
    const text = `${'x'.repeat(130)}SECRET`;
    const [id = ''] = await posts(1, author, {
      type: 'photo',
      text,
      fileIds: [photo],
      thumbnailId: thumbnail.data._id,
      teaserId: teaser.data._id,
      pollId: poll.data._id,
      audience: 'subscribers',
    });
    const viewer = await signUpFan(testHost);
    for (const token of [undefined, viewer.token]) {
      const { data } = await view(id, token);
      expect(data).toMatchObject({ isLocked: true, unlock: ['subscribe'], isCut: true, text: 'x'.repeat(120), poll: null });
      expect(JSON.stringify(data)).not.toContain('SECRET');
      expect(data.files).toMatchObject([{ _id: photo, url: null, sources: [], downloadUrl: null }]);
      expect(data.teaser?.url).toMatch(/^http/);
      expect((await list({ performerId: author.id }, token)).data.find(({ _id }) => _id === id)).toMatchObject({ isLocked: true });
    }
    await addFollow(testHost, viewer, author);
    expect((await view(id, viewer.token)).data).toMatchObject({ isLocked: true, isFollowed: true });
    await addSubscription(testHost, viewer, author);
    const opened = (await view(id, viewer.token)).data;
    expect(opened).toMatchObject({ isLocked: false, unlock: [], isSubscribed: true, text, poll: { _id: poll.data._id } });
    expect(opened.files[0]?.url).toMatch(/^http/);
    expect((await view(id, author.token)).data).toMatchObject({ isLocked: false, totalSold: 0 });
    await endSubscription(testHost, viewer, author);
    expect((await view(id, viewer.token)).data).toMatchObject({ isLocked: true, text: 'x'.repeat(120) });
    const [followers = ''] = await posts(1, author, { audience: 'followers' });
    expect((await view(followers, viewer.token)).data.isLocked).toBe(false);
    expect((await view(followers)).data).toMatchObject({ isLocked: true, unlock: ['follow'] });
  });

  test('is not found by others while it is a draft, hidden, or its performer awaits approval', async () => {
    const unapproved = await signUpPerformer(testHost);
    const [id = ''] = await posts(1, unapproved);
    const [draft = ''] = await posts(1, unapproved, { status: 'draft' });
    expect(await errorOf(view(draft))).toBe('feed_not_found');
    expect((await view(draft, unapproved.token)).status).toBe(200);
    await testHost.ctx.db.update(performers).set({ verification: 'pending' }).where(eq(performers.accountId, unapproved.id));
    expect(await errorOf(view(id))).toBe('feed_not_found');
    expect(await ids({ performerId: unapproved.id })).toEqual([]);
    expect(await errorOf(view(testHost.ctx.random.id()))).toBe('feed_not_found');
    expect(await errorOf(view('no-such-slug'))).toBe('feed_not_found');
  });
});

describe("the performer's own posts", () => {
  const own = async (token: string, query = {}) => (await testHost.call('GET /performer/feeds', { query }, { token })).data;

  test('are listed by state, type, audience and words, in the requested order', async () => {
    const author = await signUpPerformer(testHost);
    const inAnHour = new Date(testHost.clock.now().getTime() + 3_600_000).toISOString();
    const [draft] = await posts(1, author, { status: 'draft' });
    const [later] = await posts(1, author, { scheduledAt: inAnHour });
    const [hidden] = await posts(1, author, { status: 'inactive', audience: 'followers' });
    const [expiring] = await posts(1, author, { expiresAt: inAnHour, text: 'the tiger' });
    const [shown, liked] = await posts(2, author);
    await testHost.ctx.db
      .update(items)
      .set({ likes: 5, comments: 1 })
      .where(eq(items.id, liked ?? ''));
    await testHost.ctx.db
      .update(items)
      .set({ comments: 3 })
      .where(eq(items.id, shown ?? ''));
    const by = async (query = {}) => (await own(author.token, query)).data.map(({ _id }) => _id);
    const newest = [shown, liked, expiring, hidden, later, draft];
    expect(await by()).toEqual(newest);
    expect(await by({ state: 'draft' })).toEqual([draft]);
    expect(await by({ state: 'scheduled' })).toEqual([later]);
    expect(await by({ state: 'inactive' })).toEqual([hidden]);
    expect(await by({ state: 'published' })).toEqual([shown, liked, expiring]);
    expect(await by({ state: 'failed' })).toEqual([]);
    expect(await by({ audience: 'followers' })).toEqual([hidden]);
    expect(await by({ q: 'tigerz' })).toEqual([expiring]);
    expect((await by({ sortBy: 'totalLike' }))[0]).toBe(liked);
    expect((await by({ sortBy: 'totalComment', limit: 2 })).slice(0, 2)).toEqual([shown, liked]);
    testHost.clock.advance({ hours: 1, seconds: 1 });
    expect(await by({ state: 'expired' })).toEqual([expiring]);
    expect((await own((await signUpPerformer(testHost)).token, { q: 'tiger' })).data).toEqual([]);
  });
});

test('lists of 10 and of 100 posts use the same number of statements', async () => {
  const viewer = await signUpFan(testHost);
  const author = await signUpPerformer(testHost);
  const [photo, poll] = [
    await uploadPhoto(testHost, author),
    await testHost.call('POST /performer/feeds/polls', { body: { question: 'Q?', options: ['a', 'b'] } }, { token: author.token }),
  ];
  const [model] = await posts(1, author);
  await testHost.ctx.db.execute(sql`
    with copies as (
      insert into items (id, kind, feed_type, performer_id, slug, body, audience, status, readiness, is_listed, published_at, created_at, updated_at)
      select gen_random_uuid(), kind, feed_type, performer_id, slug || n, body, audience, status, readiness, is_listed, published_at, created_at, updated_at
      from items, generate_series(1, 120) n where id = ${model} returning id
    )
    insert into feeds (item_id) select id from copies`);
  await posts(1, author, { pollId: poll.data._id });
  await posts(1, author, { type: 'photo', fileIds: [photo] });
  await addFollow(testHost, viewer, author);
  const expectConstantQueries = async (call: (limit: number) => Promise<{ data: { data: unknown[] } }>) => {
    expect((await call(100)).data.data).toHaveLength(100);
    const few = await fewestQueries(testHost, () => call(10));
    expect(await fewestQueries(testHost, () => call(100))).toBe(few);
    expect(few).toBeLessThan(18);
  };
  for (const query of [{}, { isHome: true }, { performerId: author.id }, { audience: 'public' }] as const)
    await expectConstantQueries((limit) => testHost.call('GET /user/feeds', { query: { ...query, limit } }, { token: viewer.token }));
  await expectConstantQueries((limit) => search(author.username, { limit }, viewer.token));
  await expectConstantQueries((limit) => testHost.call('GET /performer/feeds', { query: { limit } }, { token: author.token }));
});

test('posts of a performer who blocks the visitor’s country appear in no list', async () => {
  const author = await signUpPerformer(testHost);
  const [id = ''] = await posts(1, author);
  expect(await ids({ limit: 1 })).toEqual([id]);
  await testHost.ctx.db.insert(performerBlockedCountries).values({ performerId: author.id, code: 'DE' });
  for (const query of [{}, { type: 'text' }, { performerId: author.id }] as const) expect(await ids(query)).not.toContain(id);
  expect(await errorOf(view(id))).toBe('blocked_by_performer');
  expect(await errorOf(search(author.username))).toBe('blocked_by_performer');
});
