/** Notifications about follows, comments, likes, votes and new content, each triggered through its endpoint. */
import { signUpFan, signUpOperator, signUpPerformer } from '../../../../tests/kit/people/people';
import { addFollow, addSubscription, publishPost, runJob } from '../../../../tests/kit/content/posts';
import { addProduct } from '../../../../tests/kit/content/products';
import { publishItem } from '../../../../tests/kit/content/published-item';
import type { TestPerson } from '../../../../tests/kit/money/subscriptions';
import {
  expectNotifiedOnce,
  notificationInboxOf,
  ownTab,
  runFanOut,
  type NamedNotificationCase,
  type NotificationCase,
} from '../../../../tests/kit/talk/notifications';
import { openTestHost, type TestHost } from '../../../../tests/kit/host/test-host';

let testHost: TestHost;
let operator: TestPerson;
beforeAll(async () => {
  testHost = await openTestHost();
  operator = await signUpOperator(testHost);
});
afterAll(() => testHost.close());

const as = ({ token }: { token: string }, key?: string) => ({ token, ...(key !== undefined && { key }) });
const price = { audience: 'paid', price: 1250n } as const;
const signUpThree = async (): Promise<[fan: TestPerson, performer: TestPerson, other: TestPerson]> => [
  await signUpFan(testHost),
  await signUpPerformer(testHost),
  await signUpFan(testHost),
];
const react = (person: TestPerson, objectType: 'feed' | 'performer' | 'comment' | 'video', objectId: string) =>
  testHost.call('POST /reactions', { body: { objectType, objectId, action: 'like' } }, as(person));
const unreact = (person: TestPerson, objectType: 'feed' | 'performer' | 'comment' | 'video', objectId: string) =>
  testHost.call('DELETE /reactions', { body: { objectType, objectId, action: 'like' } }, as(person));
const comment = (person: TestPerson, objectType: 'feed' | 'video' | 'comment', objectId: string, content: string) =>
  testHost.call('POST /comments', { body: { objectType, objectId, content } }, as(person));

/** Like, unlike and like again. */
async function likeCase(objectType: 'feed' | 'performer' | 'comment' | 'video'): Promise<NotificationCase> {
  const [fan, performer, other] = await signUpThree();
  const post =
    objectType === 'performer' ? performer.id : await publishItem(testHost, performer, objectType === 'video' ? 'video' : 'feed');
  const objectId = objectType === 'comment' ? (await comment(other, 'feed', post, 'First')).data._id : post;
  const to = objectType === 'comment' ? other : performer;
  const [noun, link] = {
    feed: ['post', `/post/${post}`],
    video: ['video', `/video/${post}`],
    comment: ['comment', `/post/${post}#comments`],
    performer: ['page', `/${performer.id}`],
  }[objectType] as [string, string];
  return {
    act: () => react(fan, objectType, objectId),
    again: async () => {
      await react(fan, objectType, objectId);
      await unreact(fan, objectType, objectId);
      await react(fan, objectType, objectId);
    },
    rejected: () => react(fan, objectType, fan.id),
    expected: [{ to, type: 'like', actor: fan, text: `liked your ${noun}.`, link }],
    others: [fan, to.id === other.id ? performer : other],
  };
}

/** Publishes content and expects a notification for followers and subscribers. */
async function publicationCase(text: string, publish: (performer: TestPerson) => Promise<string>): Promise<NotificationCase> {
  const [fan, performer, other] = await signUpThree();
  const subscriber = await signUpFan(testHost);
  await addFollow(testHost, fan, performer);
  await addSubscription(testHost, subscriber, performer);
  const announcement = { type: 'content', actor: performer, text, link: '' } as const;
  const notificationCase: NotificationCase = {
    act: async () => {
      const link = await publish(performer);
      notificationCase.expected = [fan, subscriber].map((to) => ({ ...announcement, to, link }));
      expect(await runFanOut(testHost, performer)).toBe(1);
      return { status: 200 };
    },
    again: () => runFanOut(testHost, performer),
    expected: [],
    others: [fan, subscriber, performer, other],
  };
  return notificationCase;
}

const cases: NamedNotificationCase[] = [
  [
    'a new follower',
    async () => {
      const [fan, performer, other] = await signUpThree();
      const params = { id: performer.id };
      const follow = () => testHost.call('POST /follows/:id', { params }, as(fan));
      return {
        act: follow,
        again: async () => {
          await follow();
          await testHost.call('DELETE /follows/:id', { params }, as(fan));
          await follow();
        },
        rejected: () => testHost.call('POST /follows/:id', { params }, as(performer)),
        expected: [{ to: performer, type: 'follower', actor: fan, text: 'started following you.', link: ownTab(performer, 'subscribers') }],
        others: [fan, other],
      };
    },
  ],
  [
    'a comment',
    async () => {
      const [fan, performer, other] = await signUpThree();
      const [video, locked] = [await publishItem(testHost, performer, 'video'), await publishItem(testHost, performer, 'video', price)];
      return {
        act: () => comment(fan, 'video', video, 'How  lovely'),
        again: () => comment(performer, 'video', video, 'Thank you all'),
        rejected: () => comment(fan, 'video', locked, 'Hello?'),
        expected: [
          { to: performer, type: 'comment', actor: fan, text: 'commented on your video: “How lovely”', link: `/video/${video}#comments` },
        ],
        others: [fan, other],
      };
    },
  ],
  [
    'a reply to a comment',
    async () => {
      const [fan, performer, other] = await signUpThree();
      const post = await publishItem(testHost, performer);
      const { data } = await comment(other, 'feed', post, 'First');
      const long = 'a'.repeat(130);
      const text = `replied to your comment: “${'a'.repeat(119)}…”`;
      return {
        act: () => comment(fan, 'comment', data._id, long),
        again: () => comment(other, 'comment', data._id, 'Oh'),
        expected: [{ to: other, type: 'reply', actor: fan, text, link: `/post/${post}#comments` }],
        others: [fan, performer],
      };
    },
  ],
  ['a like of a post', () => likeCase('feed')],
  ['a like of a video', () => likeCase('video')],
  ['a like of a comment', () => likeCase('comment')],
  ['a like of a page', () => likeCase('performer')],
  [
    'a vote',
    async () => {
      const [fan, performer, other] = await signUpThree();
      const body = { question: 'Tea or coffee?', options: ['Tea', 'Coffee'] };
      const { data: poll } = await testHost.call('POST /performer/feeds/polls', { body }, as(performer));
      const { _id: post } = await publishPost(testHost, performer, { pollId: poll._id });
      const vote = (id = poll.options[0]?._id ?? '') => testHost.call('POST /user/feeds/vote/:id', { params: { id } }, as(fan));
      return {
        act: () => vote(),
        again: () => vote(),
        rejected: () => vote(fan.id),
        expected: [{ to: performer, type: 'vote', actor: fan, text: 'voted in your poll.', link: `/post/${post}` }],
        others: [fan, other],
      };
    },
  ],
  [
    'a new post',
    () => publicationCase('published a new post.', async (performer) => `/post/${(await publishPost(testHost, performer))._id}`),
  ],
  [
    'a new video',
    () => publicationCase('published a new video.', async (performer) => `/video/${await publishItem(testHost, performer, 'video')}`),
  ],
  [
    'a new gallery',
    () =>
      publicationCase('published a new gallery.', async (performer) => {
        const body = { title: 'Rain', audience: 'public' } as const;
        const { data } = await testHost.call('POST /performer/performer-assets/galleries', { body }, as(performer));
        return `/gallery/${data._id}`;
      }),
  ],
  [
    'a new product',
    () =>
      publicationCase(
        'added a new product to their store.',
        async (performer) => `/product/${(await addProduct(testHost, performer))._id}`,
      ),
  ],
  [
    'a scheduled post at its time, but not before',
    () =>
      publicationCase('published a new post.', async (performer) => {
        const scheduledAt = new Date(testHost.clock.now().getTime() + 3_600_000).toISOString();
        const { _id } = await publishPost(testHost, performer, { scheduledAt });
        expect(await runFanOut(testHost, performer)).toBe(0);
        testHost.clock.advance({ minutes: 61 });
        await runJob(testHost, 'items/relist', {});
        return `/post/${_id}`;
      }),
  ],
];

describe('the people concerned, and no one else, are notified once of', () => {
  test.each(cases)('%s', async (_what, prepare) => {
    await expectNotifiedOnce(testHost, operator, await prepare());
  });
});

test('unread likes of one object are grouped, and a new group starts once they are read', async () => {
  const [fan, performer, other] = await signUpThree();
  const [post, video] = [await publishItem(testHost, performer), await publishItem(testHost, performer, 'video')];
  const likes = async () =>
    (await notificationInboxOf(testHost, performer)).map(({ actor, count, text, isRead }) => [actor?._id, count, text, isRead].join(' | '));
  await react(fan, 'feed', post);
  await react(other, 'feed', post);
  await react(fan, 'video', video);
  const first = [`${other.id} | 2 | liked your post. | false`, `${fan.id} | 1 | liked your video. | false`];
  expect((await likes()).sort()).toEqual([...first].sort());
  await testHost.call('POST /notifications/read', { body: {} }, as(performer));
  await unreact(fan, 'feed', post);
  await react(fan, 'feed', post);
  expect((await likes()).sort()).toEqual(first.map((entry) => entry.replace('false', 'true')).sort());
  await react(await signUpFan(testHost), 'feed', post);
  expect((await likes()).filter((entry) => entry.endsWith('false'))).toEqual([expect.stringContaining('| 1 | liked your post.') as string]);
});

test('content that is unlisted and listed again is not announced again', async () => {
  const [fan, performer] = await signUpThree();
  await addFollow(testHost, fan, performer);
  const { _id: id } = await publishPost(testHost, performer);
  const setStatus = (status: 'active' | 'inactive') =>
    testHost.call('PUT /performer/feeds/:id', { params: { id }, body: { status } }, as(performer));
  expect(await runFanOut(testHost, performer)).toBe(1);
  testHost.clock.advance({ minutes: 1 });
  expect((await setStatus('inactive')).status).toBe(200);
  expect((await setStatus('active')).data.status).toBe('active');
  expect(await runFanOut(testHost, performer)).toBe(1);
  expect(await notificationInboxOf(testHost, fan)).toHaveLength(1);
});
