/** What was deleted or taken down leaves lists, counts, mails and push messages with it. */
import { mails } from '@server/platform/db/schema/schema';
import { eq } from 'drizzle-orm';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { openWorld, type World } from '../../../tests/kit/host/test-host';
import { mailUnseen } from '../../people/notifications/mail';
import { spreadOn } from './notify';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

type Person = Awaited<ReturnType<typeof signUpFan>>;

async function shownTo({ token }: Pick<Person, 'token'>, q?: string) {
  const { data } = await world.call('GET /notifications', { query: { q } }, { token });
  const me = await world.call('GET /users/me', {}, { token });
  return { texts: data.data.map(({ text }) => text), total: data.total, unread: data.unread, badge: me.data.unread.notifications };
}
const nothing = { texts: [], total: 0, unread: 0, badge: 0 };

async function post(performer: Person) {
  const body = { type: 'text', text: 'Hello', audience: 'public' } as const;
  return (await world.call('POST /performer/feeds', { body }, { token: performer.token })).data._id;
}
const comment = async (fan: Person, objectId: string, content: string, objectType: 'feed' | 'comment' = 'feed') =>
  (await world.call('POST /comments', { body: { objectType, objectId, content } }, { token: fan.token })).data._id;
const removeComment = (fan: Person, id: string) => world.call('DELETE /comments/:id', { params: { id } }, { token: fan.token });

it('a deleted comment, with its words, whether or not it has answers', async () => {
  const [performer, fan, other] = [await signUpPerformer(world), await signUpFan(world), await signUpFan(world)];
  const id = await post(performer);
  const [plain, answered] = [await comment(fan, id, 'A secret'), await comment(fan, id, 'Another secret')];
  const reply = await comment(other, answered, 'An answer', 'comment');
  expect(await shownTo(performer)).toMatchObject({ total: 2, unread: 2, badge: 2 });
  expect((await removeComment(fan, plain)).status).toBe(200);
  expect(await shownTo(performer)).toMatchObject({ texts: ['commented on your post: “Another secret”'], total: 1, unread: 1, badge: 1 });
  expect(await shownTo(fan)).toMatchObject({ texts: ['answered your comment: “An answer”'] });
  await removeComment(fan, answered);
  expect([await shownTo(performer), await shownTo(performer, 'secret')]).toEqual([nothing, nothing]);
  await removeComment(other, reply);
  expect(await shownTo(fan)).toEqual(nothing);
});

it('a deleted post, with what others did to it', async () => {
  const [performer, fan] = [await signUpPerformer(world), await signUpFan(world)];
  const id = await post(performer);
  await comment(fan, id, 'Well');
  await world.call('POST /reactions', { body: { objectType: 'feed', objectId: id, action: 'like' } }, { token: fan.token });
  expect(await shownTo(performer)).toMatchObject({ total: 2, badge: 2 });
  await world.call('DELETE /performer/feeds/:id', { params: { id } }, { token: performer.token });
  expect(await shownTo(performer)).toEqual(nothing);
  world.clock.advance({ days: 2 });
  await mailUnseen(world.ctx);
  expect(await world.ctx.db.$count(mails, eq(mails.template, 'unseen'))).toBe(0);
});

it('a new post to its followers once it is deleted', async () => {
  const [performer, fan] = [await signUpPerformer(world), await signUpFan(world)];
  await world.call('POST /follows/:id', { params: { id: performer.id } }, { token: fan.token });
  const id = await post(performer);
  const told = { type: 'content', text: 'published a new post.', link: `/post/${id}`, event: `content:${id}` } as const;
  const by = { actorId: performer.id, performerId: performer.id, audience: 'both' } as const;
  await spreadOn(world.ctx, { told: { ...told, ...by }, afterId: null });
  expect((await shownTo(fan)).texts).toEqual(['published a new post.']);
  await world.call('DELETE /performer/feeds/:id', { params: { id } }, { token: performer.token });
  expect(await shownTo(fan)).toEqual(nothing);
});
