/** Notifications about deleted or removed content disappear from lists, counts, mails and pushes. */
import { items } from '@server/platform/db/schema/content';
import { mails } from '@server/platform/db/schema/site';
import { syncDueListings } from '@server/content/items/listing';
import { eq } from 'drizzle-orm';
import { addProduct } from '../../../tests/kit/content/products';
import { publishItem } from '../../../tests/kit/content/published-item';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { runFanOut } from '../../../tests/kit/talk/notifications';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { mailUnseenNotifications } from './mail';
import { continueFanOut } from './notify';

let testHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(() => testHost.close());

type Person = Awaited<ReturnType<typeof signUpFan>>;

async function visibleTo({ token }: Pick<Person, 'token'>, q?: string) {
  const { data } = await testHost.call('GET /notifications', { query: { q } }, { token });
  const me = await testHost.call('GET /users/me', {}, { token });
  return { texts: data.data.map(({ text }) => text), total: data.total, unread: data.unread, badge: me.data.unread.notifications };
}
const empty = { texts: [], total: 0, unread: 0, badge: 0 };

async function post(performer: Person) {
  const body = { type: 'text', text: 'Hello', audience: 'public' } as const;
  return (await testHost.call('POST /performer/feeds', { body }, { token: performer.token })).data._id;
}
const comment = async (fan: Person, objectId: string, content: string, objectType: 'feed' | 'comment' = 'feed') =>
  (await testHost.call('POST /comments', { body: { objectType, objectId, content } }, { token: fan.token })).data._id;
const removeComment = (fan: Person, id: string) => testHost.call('DELETE /comments/:id', { params: { id } }, { token: fan.token });

it('notifications about a deleted comment disappear, with and without replies', async () => {
  const [performer, fan, other] = [await signUpPerformer(testHost), await signUpFan(testHost), await signUpFan(testHost)];
  const id = await post(performer);
  const [plain, repliedTo] = [await comment(fan, id, 'A secret'), await comment(fan, id, 'Another secret')];
  const reply = await comment(other, repliedTo, 'An answer', 'comment');
  expect(await visibleTo(performer)).toMatchObject({ total: 2, unread: 2, badge: 2 });
  expect((await removeComment(fan, plain)).status).toBe(200);
  expect(await visibleTo(performer)).toMatchObject({ texts: ['commented on your post: “Another secret”'], total: 1, unread: 1, badge: 1 });
  expect(await visibleTo(fan)).toMatchObject({ texts: ['replied to your comment: “An answer”'] });
  await removeComment(fan, repliedTo);
  expect([await visibleTo(performer), await visibleTo(performer, 'secret')]).toEqual([empty, empty]);
  await removeComment(other, reply);
  expect(await visibleTo(fan)).toEqual(empty);
});

it('notifications about comments and likes disappear with the deleted post', async () => {
  const [performer, fan] = [await signUpPerformer(testHost), await signUpFan(testHost)];
  const id = await post(performer);
  await comment(fan, id, 'Well');
  await testHost.call('POST /reactions', { body: { objectType: 'feed', objectId: id, action: 'like' } }, { token: fan.token });
  expect(await visibleTo(performer)).toMatchObject({ total: 2, badge: 2 });
  await testHost.call('DELETE /performer/feeds/:id', { params: { id } }, { token: performer.token });
  expect(await visibleTo(performer)).toEqual(empty);
  testHost.clock.advance({ days: 2 });
  await mailUnseenNotifications(testHost.ctx);
  expect(await testHost.ctx.db.$count(mails, eq(mails.template, 'unseen'))).toBe(0);
});

it('notifications about a new post disappear once it is deleted', async () => {
  const [performer, fan] = [await signUpPerformer(testHost), await signUpFan(testHost)];
  await testHost.call('POST /follows/:id', { params: { id: performer.id } }, { token: fan.token });
  const id = await post(performer);
  const input = { type: 'content', text: 'published a new post.', link: `/post/${id}`, event: `content:${id}` } as const;
  const source = { actorId: performer.id, performerId: performer.id, audience: 'both' } as const;
  await continueFanOut(testHost.ctx, { told: { ...input, ...source }, afterId: null });
  expect((await visibleTo(fan)).texts).toEqual(['published a new post.']);
  await testHost.call('DELETE /performer/feeds/:id', { params: { id } }, { token: performer.token });
  expect(await visibleTo(fan)).toEqual(empty);
});

it('notifications about a new post disappear while it is inactive, and once it has expired', async () => {
  const [performer, fan] = [await signUpPerformer(testHost), await signUpFan(testHost)];
  await testHost.call('POST /follows/:id', { params: { id: performer.id } }, { token: fan.token });
  const id = await post(performer);
  expect(await runFanOut(testHost, performer)).toBe(1);
  const change = (body: { status: 'active' | 'inactive' }) =>
    testHost.call('PUT /performer/feeds/:id', { params: { id }, body }, { token: performer.token });
  const publication = ['published a new post.'];
  expect((await visibleTo(fan)).texts).toEqual(publication);
  await change({ status: 'inactive' });
  expect(await visibleTo(fan)).toEqual(empty);
  await change({ status: 'active' });
  expect((await visibleTo(fan)).texts).toEqual(publication);
  await testHost.ctx.db
    .update(items)
    .set({ expiresAt: new Date(0) })
    .where(eq(items.id, id));
  expect(await syncDueListings(testHost.ctx)).toBe(1);
  expect(await visibleTo(fan)).toEqual(empty);
});

const deletions = {
  feed: 'DELETE /performer/feeds/:id',
  video: 'DELETE /performer/performer-assets/videos/:id',
  gallery: 'DELETE /performer/performer-assets/galleries/:id',
  product: 'DELETE /performer/performer-assets/products/:id',
} as const;

it.each(['feed', 'video', 'gallery', 'product'] as const)(
  'notifications about a deleted %s disappear for everyone: its publication, likes, comments and replies',
  async (kind) => {
    const [performer, fan, other] = [await signUpPerformer(testHost), await signUpFan(testHost), await signUpFan(testHost)];
    await testHost.call('POST /follows/:id', { params: { id: performer.id } }, { token: other.token });
    await testHost.call('POST /notifications/read', { body: {} }, { token: performer.token });
    const before = await visibleTo(performer);
    const id = kind === 'product' ? (await addProduct(testHost, performer))._id : await publishItem(testHost, performer, kind);
    expect(await runFanOut(testHost, performer)).toBe(1);
    const about = { objectType: kind, objectId: id };
    const { data } = await testHost.call('POST /comments', { body: { ...about, content: 'A secret' } }, { token: fan.token });
    await testHost.call(
      'POST /comments',
      { body: { objectType: 'comment', objectId: data._id, content: 'An answer' } },
      { token: other.token },
    );
    for (const { token } of [fan, other]) await testHost.call('POST /reactions', { body: { ...about, action: 'like' } }, { token });
    // Two likes are one notification.
    expect(await visibleTo(performer)).toMatchObject({ total: before.total + 2, unread: 2, badge: 2 });
    expect([(await visibleTo(fan)).total, (await visibleTo(other)).total]).toEqual([1, 1]);

    expect((await testHost.call(deletions[kind], { params: { id } }, { token: performer.token })).status).toBe(200);
    expect(await visibleTo(performer)).toEqual(before);
    for (const person of [fan, other]) expect(await visibleTo(person)).toEqual(empty);
  },
);

it('notifications about content that an operator hides disappear until it is restored, but not for its author', async () => {
  const [performer, fan, other] = [await signUpPerformer(testHost), await signUpFan(testHost), await signUpFan(testHost)];
  const operator = await signUpOperator(testHost);
  const decide = (what: 'hide' | 'restore', type: 'feeds' | 'comments', id: string) =>
    testHost.call(`POST /admin/content/:type/:id/${what}`, { params: { type, id }, body: { reason: 'Against the rules' } }, operator);
  const id = await post(performer);
  const commentId = await comment(fan, id, 'A secret');
  await comment(other, commentId, 'An answer', 'comment');
  const texts = async () => [(await visibleTo(performer)).texts, (await visibleTo(fan)).texts];
  const [own, replies] = [['commented on your post: “A secret”'], ['replied to your comment: “An answer”']];
  expect(await texts()).toEqual([own, replies]);

  await decide('hide', 'feeds', id);
  const [kept, hidden] = await texts();
  expect(kept).toEqual(expect.arrayContaining(own));
  expect(hidden).toEqual([]);
  await decide('restore', 'feeds', id);
  expect((await texts())[1]).toEqual(replies);

  expect((await decide('hide', 'comments', commentId)).status).toBe(200);
  expect((await texts())[0]).not.toEqual(expect.arrayContaining(own));
  await decide('restore', 'comments', commentId);
  expect((await texts())[0]).toEqual(expect.arrayContaining(own));
});
