/** Who is told what of what people say and publish: follows, comments, likes, votes and news, each caused through its endpoint. */
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { letFollow, letSubscribe, publishPost, runJob } from '../../../tests/support/posts';
import { addProduct } from '../../../tests/kit/content/products';
import { published } from '../../../tests/kit/content/published-item';
import type { Somebody } from '../../../tests/support/subscriptions';
import { expectToldOnce, inboxOf, ownTab, spreadNews, type NamedScene, type Scene } from '../../../tests/support/told';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let operator: Somebody;
beforeAll(async () => {
  world = await openWorld();
  operator = await signUpOperator(world);
});
afterAll(() => world.close());

const as = ({ token }: { token: string }, key?: string) => ({ token, ...(key !== undefined && { key }) });
const price = { audience: 'paid', price: 1250n } as const;
const two = async (): Promise<[fan: Somebody, performer: Somebody, other: Somebody]> => [
  await signUpFan(world),
  await signUpPerformer(world),
  await signUpFan(world),
];
const react = (who: Somebody, objectType: 'feed' | 'performer' | 'comment' | 'video', objectId: string) =>
  world.call('POST /reactions', { body: { objectType, objectId, action: 'like' } }, as(who));
const unreact = (who: Somebody, objectType: 'feed' | 'performer' | 'comment' | 'video', objectId: string) =>
  world.call('DELETE /reactions', { body: { objectType, objectId, action: 'like' } }, as(who));
const comment = (who: Somebody, objectType: 'feed' | 'video' | 'comment', objectId: string, content: string) =>
  world.call('POST /comments', { body: { objectType, objectId, content } }, as(who));

/** Liked, taken back and liked again. */
async function liking(objectType: 'feed' | 'performer' | 'comment' | 'video'): Promise<Scene> {
  const [fan, performer, other] = await two();
  const post = objectType === 'performer' ? performer.id : await published(world, performer, objectType === 'video' ? 'video' : 'feed');
  const objectId = objectType === 'comment' ? (await comment(other, 'feed', post, 'First')).data._id : post;
  const to = objectType === 'comment' ? other : performer;
  const [word, link] = {
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
    refused: () => react(fan, objectType, fan.id),
    told: [{ to, type: 'like', actor: fan, text: `liked your ${word}.`, link }],
    others: [fan, to.id === other.id ? performer : other],
  };
}

/** Reads what the performer's people are told of what she has published. */
async function publishing(text: string, publish: (performer: Somebody) => Promise<string>): Promise<Scene> {
  const [fan, performer, other] = await two();
  const subscriber = await signUpFan(world);
  await letFollow(world, fan, performer);
  await letSubscribe(world, subscriber, performer);
  const told = { type: 'content', actor: performer, text, link: '' } as const;
  const scene: Scene = {
    act: async () => {
      const link = await publish(performer);
      scene.told = [fan, subscriber].map((to) => ({ ...told, to, link }));
      expect(await spreadNews(world, performer)).toBe(1);
      return { status: 200 };
    },
    again: () => spreadNews(world, performer),
    told: [],
    others: [fan, subscriber, performer, other],
  };
  return scene;
}

const scenes: NamedScene[] = [
  [
    'a new follower',
    async () => {
      const [fan, performer, other] = await two();
      const params = { id: performer.id };
      const follow = () => world.call('POST /follows/:id', { params }, as(fan));
      return {
        act: follow,
        again: async () => {
          await follow();
          await world.call('DELETE /follows/:id', { params }, as(fan));
          await follow();
        },
        refused: () => world.call('POST /follows/:id', { params }, as(performer)),
        told: [{ to: performer, type: 'follower', actor: fan, text: 'follows you now.', link: ownTab(performer, 'subscribers') }],
        others: [fan, other],
      };
    },
  ],
  [
    'a comment',
    async () => {
      const [fan, performer, other] = await two();
      const [video, locked] = [await published(world, performer, 'video'), await published(world, performer, 'video', price)];
      return {
        act: () => comment(fan, 'video', video, 'How  lovely'),
        again: () => comment(performer, 'video', video, 'Thank you all'),
        refused: () => comment(fan, 'video', locked, 'Hello?'),
        told: [
          { to: performer, type: 'comment', actor: fan, text: 'commented on your video: “How lovely”', link: `/video/${video}#comments` },
        ],
        others: [fan, other],
      };
    },
  ],
  [
    'an answer to a comment',
    async () => {
      const [fan, performer, other] = await two();
      const post = await published(world, performer);
      const { data } = await comment(other, 'feed', post, 'First');
      const long = 'a'.repeat(130);
      const text = `answered your comment: “${'a'.repeat(119)}…”`;
      return {
        act: () => comment(fan, 'comment', data._id, long),
        again: () => comment(other, 'comment', data._id, 'Oh'),
        told: [{ to: other, type: 'reply', actor: fan, text, link: `/post/${post}#comments` }],
        others: [fan, performer],
      };
    },
  ],
  ['a like of a post', () => liking('feed')],
  ['a like of a video', () => liking('video')],
  ['a like of a comment', () => liking('comment')],
  ['a like of a page', () => liking('performer')],
  [
    'a vote',
    async () => {
      const [fan, performer, other] = await two();
      const body = { question: 'Tea or coffee?', options: ['Tea', 'Coffee'] };
      const { data: poll } = await world.call('POST /performer/feeds/polls', { body }, as(performer));
      const { _id: post } = await publishPost(world, performer, { pollId: poll._id });
      const vote = (id = poll.options[0]?._id ?? '') => world.call('POST /user/feeds/vote/:id', { params: { id } }, as(fan));
      return {
        act: () => vote(),
        again: () => vote(),
        refused: () => vote(fan.id),
        told: [{ to: performer, type: 'vote', actor: fan, text: 'voted in your poll.', link: `/post/${post}` }],
        others: [fan, other],
      };
    },
  ],
  ['a new post', () => publishing('published a new post.', async (performer) => `/post/${(await publishPost(world, performer))._id}`)],
  ['a new video', () => publishing('published a new video.', async (performer) => `/video/${await published(world, performer, 'video')}`)],
  [
    'a new gallery',
    () =>
      publishing('published a new gallery.', async (performer) => {
        const body = { title: 'Rain', audience: 'public' } as const;
        const { data } = await world.call('POST /performer/performer-assets/galleries', { body }, as(performer));
        return `/gallery/${data._id}`;
      }),
  ],
  [
    'a new product',
    () => publishing('put something new into the store.', async (performer) => `/product/${(await addProduct(world, performer))._id}`),
  ],
  [
    'a post whose time has come, and not before',
    () =>
      publishing('published a new post.', async (performer) => {
        const scheduledAt = new Date(world.clock.now().getTime() + 3_600_000).toISOString();
        const { _id } = await publishPost(world, performer, { scheduledAt });
        expect(await spreadNews(world, performer)).toBe(0);
        world.clock.advance({ minutes: 61 });
        await runJob(world, 'items/relist', {});
        return `/post/${_id}`;
      }),
  ],
];

describe('people are told once, and nobody else, of', () => {
  test.each(scenes)('%s', async (_what, prepare) => {
    await expectToldOnce(world, operator, await prepare());
  });
});

test('likes of one thing that were not read stand together, and begin anew when they were', async () => {
  const [fan, performer, other] = await two();
  const [post, video] = [await published(world, performer), await published(world, performer, 'video')];
  const likes = async () =>
    (await inboxOf(world, performer)).map(({ actor, count, text, isRead }) => [actor?._id, count, text, isRead].join(' | '));
  await react(fan, 'feed', post);
  await react(other, 'feed', post);
  await react(fan, 'video', video);
  const first = [`${other.id} | 2 | liked your post. | false`, `${fan.id} | 1 | liked your video. | false`];
  expect((await likes()).sort()).toEqual([...first].sort());
  await world.call('POST /notifications/read', { body: {} }, as(performer));
  await unreact(fan, 'feed', post);
  await react(fan, 'feed', post);
  expect((await likes()).sort()).toEqual(first.map((line) => line.replace('false', 'true')).sort());
  await react(await signUpFan(world), 'feed', post);
  expect((await likes()).filter((line) => line.endsWith('false'))).toEqual([expect.stringContaining('| 1 | liked your post.') as string]);
});

test('what is taken from the list and shown again is no news', async () => {
  const [fan, performer] = await two();
  await letFollow(world, fan, performer);
  const { _id: id } = await publishPost(world, performer);
  const show = (status: 'active' | 'inactive') =>
    world.call('PUT /performer/feeds/:id', { params: { id }, body: { status } }, as(performer));
  expect(await spreadNews(world, performer)).toBe(1);
  world.clock.advance({ minutes: 1 });
  expect((await show('inactive')).status).toBe(200);
  expect((await show('active')).data.status).toBe('active');
  expect(await spreadNews(world, performer)).toBe(1);
  expect(await inboxOf(world, fan)).toHaveLength(1);
});
