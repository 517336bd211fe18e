/** Finding posts: the home list, a performer's list, her search, one post, and what a locked post shows. */
import { eq, sql } from 'drizzle-orm';
import type { Api, Name } from '@contract/api';
import type { Input } from '@contract/endpoint';
import { accounts, follows, items, performerBlockedCountries, performers, userBlocks } from '@server/platform/db/schema/schema';
import { blobOf, videoFile } from '../../../tests/kit/files/media-clips';
import { signUpFan, signUpOperator, signUpPerformer, somePicture } from '../../../tests/kit/people/people';
import { endSubscription, letFollow, letSubscribe, publishPost, runJob, uploadPhoto } from '../../../tests/support/posts';
import { fewestQueries } from '../../../tests/support/queries';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

interface Somebody {
  token: string;
  id: string;
  username: string;
}

type QueryOf<N extends Name> = Input<Api[N]> extends { query?: infer Q } ? Q : never;

let world: World;
let ada: Somebody;
let bea: Somebody;
let fan: Somebody;

beforeAll(async () => {
  world = await openWorld({}, { geo: { countryOf: () => Promise.resolve('DE') } });
  ada = await signUpPerformer(world, 'ada');
  bea = await signUpPerformer(world, 'bea');
  fan = await signUpFan(world);
});
afterAll(() => world.close());

type Query = QueryOf<'GET /user/feeds'>;
const list = async (query: Query, token?: string) =>
  (await world.call('GET /user/feeds', { query }, token === undefined ? {} : { token })).data;
const ids = async (query: Query, token?: string) => (await list(query, token)).data.map(({ _id }) => _id);
const view = (id: string, token?: string) => world.call('GET /user/feeds/:id', { params: { id } }, token === undefined ? {} : { token });
const search = (username: string, query = {}, token?: string) =>
  world.call('GET /user/feeds/search/:username', { params: { username }, query }, token === undefined ? {} : { token });
const errorOf = async (call: Promise<{ refusal: { error: string } }>) => (await call).refusal.error;
const block = async (blockerId: string, targetId: string) =>
  world.ctx.db.insert(userBlocks).values({ id: world.ctx.chance.id(), blockerId, targetId, createdAt: world.clock.now() });
/** Posts one after the other, the newest first. */
async function posts(count: number, by: Somebody, body = {}): Promise<string[]> {
  const made: string[] = [];
  for (let index = 0; index < count; index += 1) {
    world.clock.advance({ seconds: 1 });
    made.unshift((await publishPost(world, by, { text: `Post ${index}`, ...body }))._id);
  }
  return made;
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
  test('is the newest first, goes on from a cursor while new ones come, and is narrowed by type and audience', async () => {
    const made = await posts(7, ada);
    const first = await list({ limit: 3 });
    expect(first.data.map(({ _id }) => _id)).toEqual(made.slice(0, 3));
    const [newer] = await posts(1, bea, { audience: 'followers' });
    const rest = await ids({ limit: 4, cursor: first.nextCursor ?? '' });
    expect(rest).toEqual(made.slice(3));
    expect((await pagesOf({ limit: 3 })).slice(0, 8)).toEqual([newer, ...made]);
    expect(await pagesOf({ limit: 2, audience: 'followers' })).toEqual([newer]);
    expect(await ids({ type: 'photo' })).toEqual([]);
    expect((await pagesOf({ limit: 3, type: 'text' })).slice(0, 8)).toEqual([newer, ...made]);
    expect((await list({ type: 'text', audience: 'followers' })).total).toBe(1);
    expect(await ids({ limit: 2, offset: 1 })).toEqual(made.slice(0, 2));
    expect(await ids({ limit: 2, offset: 1, type: 'text' })).toEqual(made.slice(0, 2));
    expect(await errorOf(world.call('GET /user/feeds', { query: { cursor: 'nothing' } }))).toBe('invalid_request');
    const crooked = Buffer.from(JSON.stringify(['publishedAt', 'desc', 'no instant', made[0], 1])).toString('base64url');
    expect(await errorOf(world.call('GET /user/feeds', { query: { cursor: crooked } }))).toBe('invalid_request');
  });

  test('is the same at its usual length, which is planned once, as at any other, for whoever asks and whenever', async () => {
    const star = await signUpPerformer(world);
    await posts(11, star);
    const [leaving = ''] = await posts(1, star);
    const operator = await signUpOperator(world);
    const tokens = [undefined, fan.token, star.token, operator.token];
    const both = (token?: string) => Promise.all([list({}, token), list({ limit: 12 }, token)]);
    for (const token of tokens) {
      const [usual, longer] = await both(token);
      expect(usual.data).toEqual(longer.data.slice(0, 10));
      expect(usual.total).toBe(longer.total);
      expect(await ids({ cursor: usual.nextCursor ?? '', limit: 2 }, token)).toEqual(longer.data.slice(10).map(({ _id }) => _id));
    }
    const expiresAt = new Date(world.clock.now().getTime() + 1000);
    await world.ctx.db.update(items).set({ expiresAt }).where(eq(items.id, leaving));
    expect(await ids({})).toContain(leaving);
    world.clock.advance({ seconds: 1 });
    for (const token of tokens) expect(await ids({}, token)).not.toContain(leaving);
    await world.ctx.db.update(items).set({ isListed: false }).where(eq(items.performerId, star.id));
  });

  test('is narrowed to what asks something, whatever it is made of', async () => {
    const star = await signUpPerformer(world);
    const poll = async () =>
      (await world.call('POST /performer/feeds/polls', { body: { question: 'Well?', options: ['Yes', 'No'] } }, { token: star.token })).data
        ._id;
    const [asking] = await posts(1, star, { pollId: await poll() });
    await posts(2, star);
    const photo = { type: 'photo', fileIds: [await uploadPhoto(world, star)], audience: 'followers' };
    const [pictured] = await posts(1, star, { ...photo, pollId: await poll() });
    const both = [pictured, asking];
    expect(await pagesOf({ limit: 1, type: 'poll' })).toEqual(both);
    expect(await ids({ type: 'poll', audience: 'followers' })).toEqual([pictured]);
    expect(await pagesOf({ limit: 1, type: 'poll', performerId: star.id })).toEqual(both);
    expect(await list({ isHome: true, type: 'poll' }, fan.token)).toMatchObject({ total: 0, data: [] });
    await letFollow(world, fan, star);
    expect(await pagesOf({ limit: 1, isHome: true, type: 'poll' }, fan.token)).toEqual(both);
    expect((await search(star.username, { type: 'poll' })).data.total).toBe(2);
    const own = await world.call('GET /performer/feeds', { query: { type: 'poll' } }, { token: star.token });
    expect(own.data.total).toBe(2);
    await world.ctx.db.delete(follows);
  });

  test('leaves out who is suspended, blocks or is blocked, and whose page is closed to the country', async () => {
    const [blocker, blocked, suspended] = [await signUpPerformer(world), await signUpPerformer(world), await signUpPerformer(world)];
    const all = [(await posts(1, blocker))[0], (await posts(1, blocked))[0], (await posts(1, suspended))[0]];
    for (const id of all) expect(await ids({ limit: 10 }, fan.token)).toContain(id);
    await block(blocker.id, fan.id);
    await block(fan.id, blocked.id);
    await world.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, suspended.id));
    for (const id of all) {
      expect(await ids({ limit: 10 }, fan.token)).not.toContain(id);
      expect(await ids({ limit: 10, type: 'text' }, fan.token)).not.toContain(id);
    }
    expect(await errorOf(view(all[0] ?? '', fan.token))).toBe('blocked_by_performer');
    expect(await errorOf(view(all[2] ?? '', fan.token))).toBe('feed_not_found');
    expect(await errorOf(search(blocker.username, {}, fan.token))).toBe('blocked_by_performer');
    expect(await errorOf(search(suspended.username, {}, fan.token))).toBe('performer_not_found');
    expect(await errorOf(search('nobody', {}, fan.token))).toBe('performer_not_found');
    const operator = await signUpOperator(world);
    expect((await view(all[2] ?? '', operator.token)).status).toBe(200);
    await world.ctx.db.delete(userBlocks);
  });
});

describe("a performer's posts", () => {
  test('begin with the pinned ones, on every page as in one', async () => {
    const star = await signUpPerformer(world);
    const made = await posts(6, star);
    for (const index of [4, 2])
      await world.call('PUT /performer/feeds/:id', { params: { id: made[index] ?? '' }, body: { isPinned: true } }, { token: star.token });
    const order = [made[2], made[4], made[0], made[1], made[3], made[5]];
    expect(await ids({ performerId: star.id })).toEqual(order);
    for (const limit of [1, 2, 4]) expect(await pagesOf({ performerId: star.id, limit })).toEqual(order);
    expect((await list({ performerId: star.id })).total).toBe(6);
    expect((await search(star.username)).data.data.map(({ _id }) => _id)).toEqual(made);
    expect(await ids({ performerId: star.id, isHome: true }, fan.token)).toEqual([]);
    await letFollow(world, fan, star);
    expect(await ids({ performerId: star.id, isHome: true }, fan.token)).toEqual(order);
  });

  test('are searched by words, parts of words and with typing errors, but not behind the lock', async () => {
    const author = await signUpPerformer(world);
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
  test('is of those followed or subscribed to, and of nobody else', async () => {
    const [one, two, three] = [await signUpPerformer(world), await signUpPerformer(world), await signUpPerformer(world)];
    const viewer = await signUpFan(world);
    const made = [...(await posts(3, three)), ...(await posts(3, two)), ...(await posts(3, one))];
    expect(await ids({ isHome: true }, viewer.token)).toEqual([]);
    expect(await ids({ isHome: true })).toEqual([]);
    await letFollow(world, viewer, one);
    await letSubscribe(world, viewer, two);
    await letFollow(world, viewer, two);
    const expected = [...made.slice(6), ...made.slice(3, 6)];
    expect(await ids({ isHome: true, limit: 10 }, viewer.token)).toEqual(expected);
    for (const limit of [1, 2, 4]) expect(await pagesOf({ isHome: true, limit }, viewer.token)).toEqual(expected);
    expect((await list({ isHome: true }, viewer.token)).total).toBe(6);
    expect(await ids({ isHome: true, limit: 2, offset: 2 }, viewer.token)).toEqual(expected.slice(2, 4));
    expect(await ids({ isHome: true, type: 'photo' }, viewer.token)).toEqual([]);
    await world.ctx.db.delete(follows).where(eq(follows.performerId, two.id));
    expect(await ids({ isHome: true }, viewer.token)).toEqual(expected);
    await endSubscription(world, viewer, two);
    expect(await ids({ isHome: true }, viewer.token)).toEqual(made.slice(6));
    await block(one.id, viewer.id);
    expect(await list({ isHome: true }, viewer.token)).toMatchObject({ data: [], total: 0 });
  });
});

describe('one post', () => {
  test('counts a look once per person and day, and none of its own performer', async () => {
    const [id = ''] = await posts(1, ada);
    const other = await signUpFan(world);
    const looked = async (token?: string) => (await view(id, token)).data.views;
    expect(await looked(fan.token)).toBe(1);
    expect(await looked(fan.token)).toBe(1);
    expect(await looked(other.token)).toBe(2);
    expect(await looked()).toBe(3);
    expect(await looked()).toBe(3);
    expect(await looked(ada.token)).toBe(3);
    world.clock.advance({ days: 1 });
    expect(await looked(fan.token)).toBe(4);
  });

  test('shows before its lock what everybody may see, and no more', async () => {
    const author = await signUpPerformer(world);
    const photo = await uploadPhoto(world, author);
    const small = await somePicture(32, 32);
    const thumbnail = await world.call('POST /performer/feeds/thumbnail/upload', { files: { file: small } }, { token: author.token });
    const clip = await blobOf(await videoFile(), 'teaser.mp4');
    const teaser = await world.call('POST /performer/feeds/teaser/upload', { files: { file: clip } }, { token: author.token });
    await runJob(world, 'files/convert', { fileId: teaser.data._id });
    const poll = await world.call(
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
    const viewer = await signUpFan(world);
    for (const token of [undefined, viewer.token]) {
      const { data } = await view(id, token);
      expect(data).toMatchObject({ isLocked: true, unlock: ['subscribe'], isCut: true, text: 'x'.repeat(120), poll: null });
      expect(JSON.stringify(data)).not.toContain('SECRET');
      expect(data.files).toMatchObject([{ _id: photo, url: null, sources: [], downloadUrl: null }]);
      expect(data.teaser?.url).toMatch(/^http/);
      expect((await list({ performerId: author.id }, token)).data.find(({ _id }) => _id === id)).toMatchObject({ isLocked: true });
    }
    await letFollow(world, viewer, author);
    expect((await view(id, viewer.token)).data).toMatchObject({ isLocked: true, isFollowed: true });
    await letSubscribe(world, viewer, author);
    const opened = (await view(id, viewer.token)).data;
    expect(opened).toMatchObject({ isLocked: false, unlock: [], isSubscribed: true, text, poll: { _id: poll.data._id } });
    expect(opened.files[0]?.url).toMatch(/^http/);
    expect((await view(id, author.token)).data).toMatchObject({ isLocked: false, totalSold: 0 });
    await endSubscription(world, viewer, author);
    expect((await view(id, viewer.token)).data).toMatchObject({ isLocked: true, text: 'x'.repeat(120) });
    const [followers = ''] = await posts(1, author, { audience: 'followers' });
    expect((await view(followers, viewer.token)).data.isLocked).toBe(false);
    expect((await view(followers)).data).toMatchObject({ isLocked: true, unlock: ['follow'] });
  }, 60_000);

  test('is not there for others while it is a draft, hidden or of somebody who waits for approval', async () => {
    const late = await signUpPerformer(world);
    const [id = ''] = await posts(1, late);
    const [draft = ''] = await posts(1, late, { status: 'draft' });
    expect(await errorOf(view(draft))).toBe('feed_not_found');
    expect((await view(draft, late.token)).status).toBe(200);
    await world.ctx.db.update(performers).set({ verification: 'pending' }).where(eq(performers.accountId, late.id));
    expect(await errorOf(view(id))).toBe('feed_not_found');
    expect(await ids({ performerId: late.id })).toEqual([]);
    expect(await errorOf(view(world.ctx.chance.id()))).toBe('feed_not_found');
    expect(await errorOf(view('no-such-slug'))).toBe('feed_not_found');
  });
});

describe('the own posts', () => {
  const own = async (token: string, query = {}) => (await world.call('GET /performer/feeds', { query }, { token })).data;

  test('are all there, by state, type, audience and words, and sorted as asked', async () => {
    const author = await signUpPerformer(world);
    const inAnHour = new Date(world.clock.now().getTime() + 3_600_000).toISOString();
    const [draft] = await posts(1, author, { status: 'draft' });
    const [later] = await posts(1, author, { scheduledAt: inAnHour });
    const [hidden] = await posts(1, author, { status: 'inactive', audience: 'followers' });
    const [over] = await posts(1, author, { expiresAt: inAnHour, text: 'the tiger' });
    const [shown, liked] = await posts(2, author);
    await world.ctx.db
      .update(items)
      .set({ likes: 5, comments: 1 })
      .where(eq(items.id, liked ?? ''));
    await world.ctx.db
      .update(items)
      .set({ comments: 3 })
      .where(eq(items.id, shown ?? ''));
    const by = async (query = {}) => (await own(author.token, query)).data.map(({ _id }) => _id);
    const newest = [shown, liked, over, hidden, later, draft];
    expect(await by()).toEqual(newest);
    expect(await by({ state: 'draft' })).toEqual([draft]);
    expect(await by({ state: 'scheduled' })).toEqual([later]);
    expect(await by({ state: 'inactive' })).toEqual([hidden]);
    expect(await by({ state: 'published' })).toEqual([shown, liked, over]);
    expect(await by({ state: 'failed' })).toEqual([]);
    expect(await by({ audience: 'followers' })).toEqual([hidden]);
    expect(await by({ q: 'tigerz' })).toEqual([over]);
    expect((await by({ sortBy: 'totalLike' }))[0]).toBe(liked);
    expect((await by({ sortBy: 'totalComment', limit: 2 })).slice(0, 2)).toEqual([shown, liked]);
    world.clock.advance({ hours: 1, seconds: 1 });
    expect(await by({ state: 'expired' })).toEqual([over]);
    expect((await own((await signUpPerformer(world)).token, { q: 'tiger' })).data).toEqual([]);
  });
});

test('lists of 10 and of 100 posts cost the same number of statements', async () => {
  const viewer = await signUpFan(world);
  const author = await signUpPerformer(world);
  const [photo, poll] = [
    await uploadPhoto(world, author),
    await world.call('POST /performer/feeds/polls', { body: { question: 'Q?', options: ['a', 'b'] } }, { token: author.token }),
  ];
  const [model] = await posts(1, author);
  await world.ctx.db.execute(sql`
    with copies as (
      insert into items (id, kind, feed_type, performer_id, slug, body, audience, status, readiness, is_listed, published_at, created_at, updated_at)
      select gen_random_uuid(), kind, feed_type, performer_id, slug || n, body, audience, status, readiness, is_listed, published_at, created_at, updated_at
      from items, generate_series(1, 120) n where id = ${model} returning id
    )
    insert into feeds (item_id) select id from copies`);
  await posts(1, author, { pollId: poll.data._id });
  await posts(1, author, { type: 'photo', fileIds: [photo] });
  await letFollow(world, viewer, author);
  const isEven = async (call: (limit: number) => Promise<{ data: { data: unknown[] } }>) => {
    expect((await call(100)).data.data).toHaveLength(100);
    const few = await fewestQueries(world, () => call(10));
    expect(await fewestQueries(world, () => call(100))).toBe(few);
    expect(few).toBeLessThan(18);
  };
  for (const query of [{}, { isHome: true }, { performerId: author.id }, { audience: 'public' }] as const)
    await isEven((limit) => world.call('GET /user/feeds', { query: { ...query, limit } }, { token: viewer.token }));
  await isEven((limit) => search(author.username, { limit }, viewer.token));
  await isEven((limit) => world.call('GET /performer/feeds', { query: { limit } }, { token: author.token }));
}, 120_000);

test('a page that is closed to the country of the visit is nowhere', async () => {
  const author = await signUpPerformer(world);
  const [id = ''] = await posts(1, author);
  expect(await ids({ limit: 1 })).toEqual([id]);
  await world.ctx.db.insert(performerBlockedCountries).values({ performerId: author.id, code: 'DE' });
  for (const query of [{}, { type: 'text' }, { performerId: author.id }] as const) expect(await ids(query)).not.toContain(id);
  expect(await errorOf(view(id))).toBe('blocked_by_performer');
  expect(await errorOf(search(author.username))).toBe('blocked_by_performer');
});
