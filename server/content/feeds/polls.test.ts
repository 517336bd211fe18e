/** Polls: creating, voting once, closing, and deleting when no post uses them. */
import { eq } from 'drizzle-orm';
import { userBlocks } from '@server/platform/db/schema/accounts';
import { polls, pollVotes } from '@server/platform/db/schema/polls';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { addSubscription, publishPost, runJob } from '../../../tests/kit/content/posts';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let performer: { token: string; id: string };

beforeAll(async () => {
  testHost = await openTestHost();
  performer = await signUpPerformer(testHost, 'ada');
});
afterAll(() => testHost.close());

const inHours = (hours: number) => new Date(testHost.clock.now().getTime() + hours * 3_600_000).toISOString();
const create = (body = {}, token = performer.token) =>
  testHost.call('POST /performer/feeds/polls', { body: { question: 'Tea or coffee?', options: ['Tea', 'Coffee'], ...body } }, { token });
const vote = (token: string, id: string) => testHost.call('POST /user/feeds/vote/:id', { params: { id } }, { token });
const view = async (id: string, token: string) => (await testHost.call('GET /user/feeds/:id', { params: { id } }, { token })).data.poll;
const errorOf = async (call: Promise<{ errorBody: { error: string } }>) => (await call).errorBody.error;
/** A poll in a post, with the ids of its options. */
async function posted(poll = {}, post = {}) {
  const { data } = await create(poll);
  const { _id } = await publishPost(testHost, performer, { pollId: data._id, ...post });
  const [tea = '', coffee = ''] = data.options.map((option) => option._id);
  return { postId: _id, pollId: data._id, tea, coffee };
}

describe('a poll', () => {
  test('ends after a week by default, at the given time, or never', async () => {
    const { status, data } = await create();
    expect(status).toBe(200);
    expect(data).toMatchObject({
      question: 'Tea or coffee?',
      isClosed: false,
      totalVotes: 0,
      votedOptionId: null,
      options: [
        { text: 'Tea', totalVotes: 0 },
        { text: 'Coffee', totalVotes: 0 },
      ],
    });
    expect(Math.round((Date.parse(data.expiresAt ?? '') - testHost.clock.now().getTime()) / 86_400_000)).toBe(7);
    const end = inHours(48);
    expect((await create({ expiresAt: end })).data.expiresAt).toBe(end);
    expect((await create({ expiresAt: null })).data.expiresAt).toBeNull();
  });

  test('is rejected with a specific error', async () => {
    const waiting = await signUpPerformer(testHost, undefined, 'pending');
    expect(await errorOf(create({}, waiting.token))).toBe('performer_not_verified');
    expect(await errorOf(create({ expiresAt: inHours(-1) }))).toBe('schedule_in_past');
    for (const expiresAt of [inHours(0.5), inHours(24 * 61)]) {
      const { errorBody } = await create({ expiresAt });
      expect(errorBody).toMatchObject({ error: 'invalid_request', issues: [{ path: 'expiresAt' }] });
    }
    for (const options of [[], ['one'], Array.from({ length: 11 }, String), ['', 'x'], ['x'.repeat(101), 'y']])
      expect(await errorOf(create({ options }))).toBe('invalid_request');
    const other = await signUpPerformer(testHost);
    const foreign = await create({}, other.token);
    const attempt = testHost.call(
      'POST /performer/feeds',
      { body: { type: 'text', text: 'x', pollId: foreign.data._id } },
      { token: performer.token },
    );
    expect(await errorOf(attempt)).toBe('poll_not_found');
  });

  test('that no post uses is deleted after a day, and one in a post is kept', async () => {
    const [unused, used] = [(await create()).data._id, await posted()];
    const ageTo = (hours: number) =>
      testHost.ctx.db.update(polls).set({ createdAt: new Date(testHost.clock.now().getTime() - hours * 3_600_000) });
    await ageTo(23);
    await runJob(testHost, 'feeds/sweep-polls', {});
    expect(await testHost.ctx.db.$count(polls, eq(polls.id, unused))).toBe(1);
    await ageTo(25);
    const attempt = testHost.call(
      'POST /performer/feeds',
      { body: { type: 'text', text: 'x', pollId: unused } },
      { token: performer.token },
    );
    expect(await errorOf(attempt)).toBe('poll_not_found');
    await runJob(testHost, 'feeds/sweep-polls', {});
    expect(await testHost.ctx.db.$count(polls, eq(polls.id, unused))).toBe(0);
    expect(await testHost.ctx.db.$count(polls, eq(polls.id, used.pollId))).toBe(1);
  });
});

describe('a vote', () => {
  test('is counted, and only then are the counts returned', async () => {
    const [fan, other, { postId, tea, coffee }] = [await signUpFan(testHost), await signUpFan(testHost), await posted()];
    expect((await view(postId, fan.token))?.options).toMatchObject([{ totalVotes: null }, { totalVotes: null }]);
    const { status, data } = await vote(fan.token, tea);
    expect(status).toBe(200);
    expect(data).toMatchObject({ totalVotes: 1, votedOptionId: tea, options: [{ totalVotes: 1 }, { totalVotes: 0 }] });
    expect(await errorOf(vote(fan.token, coffee))).toBe('already_voted');
    await vote(other.token, coffee);
    expect(await view(postId, fan.token)).toMatchObject({ totalVotes: 2, options: [{ totalVotes: 1 }, { totalVotes: 1 }] });
    const stranger = await signUpFan(testHost);
    expect(await view(postId, stranger.token)).toMatchObject({ totalVotes: 2, options: [{ totalVotes: null }, { totalVotes: null }] });
    expect((await view(postId, performer.token))?.options).toMatchObject([{ totalVotes: 1 }, { totalVotes: 1 }]);
  });

  test('is counted once for fifty concurrent votes of one person, and fifty times for fifty people', async () => {
    const [fan, one, many] = [await signUpFan(testHost), await posted(), await posted()];
    const responses = await Promise.all(Array.from({ length: 50 }, (_, index) => vote(fan.token, index % 2 === 0 ? one.tea : one.coffee)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, errorBody } of responses) expect(status === 200 || errorBody.error === 'already_voted').toBe(true);
    expect(await view(one.postId, fan.token)).toMatchObject({ totalVotes: 1 });
    const fans: { token: string }[] = [];
    for (let batch = 0; batch < 5; batch += 1) fans.push(...(await Promise.all(Array.from({ length: 10 }, () => signUpFan(testHost)))));
    const votes = await Promise.all(fans.map(({ token }, index) => vote(token, index < 20 ? many.tea : many.coffee)));
    expect(votes.every(({ status }) => status === 200)).toBe(true);
    expect(await view(many.postId, performer.token)).toMatchObject({ totalVotes: 50, options: [{ totalVotes: 20 }, { totalVotes: 30 }] });
    expect(await testHost.ctx.db.$count(pollVotes, eq(pollVotes.pollId, many.pollId))).toBe(50);
  });

  test('is rejected with a specific error', async () => {
    const [fan, blocked] = [await signUpFan(testHost), await signUpFan(testHost)];
    const [open, locked, ending, draft] = [
      await posted(),
      await posted({}, { audience: 'subscribers' }),
      await posted({ expiresAt: inHours(2) }),
      await posted({}, { status: 'draft' }),
    ];
    const unattached = (await create()).data.options[0]?._id ?? '';
    expect(await errorOf(vote('', open.tea))).toBe('session_required');
    for (const id of [testHost.ctx.random.id(), unattached, draft.tea]) expect(await errorOf(vote(fan.token, id))).toBe('option_not_found');
    expect(await errorOf(vote(fan.token, locked.tea))).toBe('content_locked');
    await addSubscription(testHost, fan, performer);
    expect((await vote(fan.token, locked.tea)).status).toBe(200);
    const { random, clock, db } = testHost.ctx;
    await db.insert(userBlocks).values({ id: random.id(), blockerId: performer.id, targetId: blocked.id, createdAt: clock.now() });
    expect(await errorOf(vote(blocked.token, open.tea))).toBe('blocked_by_performer');
    testHost.clock.advance({ hours: 2, seconds: 1 });
    expect(await errorOf(vote(fan.token, ending.tea))).toBe('poll_closed');
    expect(await view(ending.postId, fan.token)).toMatchObject({ isClosed: true, options: [{ totalVotes: 0 }, { totalVotes: 0 }] });
  });
});
