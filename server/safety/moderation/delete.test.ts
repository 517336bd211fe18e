/** What an operator deletes is gone for good; who bought it keeps it, and its owner reads why. */
import { eq } from 'drizzle-orm';
import type { ModeratedType } from '@contract/values';
import { auditLog } from '@server/platform/db/schema/schema';
import { fillWallet } from '../../../tests/support/books';
import { signUpFan, signUpOperator, signUpPerformer, somePicture } from '../../../tests/kit/people/people';
import { published } from '../../../tests/kit/content/published-item';
import { addProduct, buyOne, tellOrder } from '../../../tests/kit/content/products';
import { inboxOf } from '../../../tests/support/told';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let operator: { token: string; id: string };
let colleague: { token: string; id: string };
let ada: Awaited<ReturnType<typeof signUpPerformer>>;
let fan: Awaited<ReturnType<typeof signUpFan>>;
beforeAll(async () => {
  world = await openWorld();
  [operator, colleague] = [await signUpOperator(world), await signUpOperator(world)];
  [ada, fan] = [await signUpPerformer(world, 'ada'), await signUpFan(world, 'finn')];
});
afterAll(() => world.close());

const reason = 'Against the rules';
const remove = (type: ModeratedType, id: string, who = operator) =>
  world.call('DELETE /admin/content/:type/:id', { params: { type, id }, body: { reason } }, who);
const hide = (type: ModeratedType, id: string) =>
  world.call('POST /admin/content/:type/:id/hide', { params: { type, id }, body: { reason } }, operator);
const found = async (type: ModeratedType) =>
  (await world.call('GET /admin/content/:type/search', { params: { type }, query: { limit: 100 } }, operator)).data.data.map(
    ({ _id }) => _id,
  );
const postFor = (who: { token: string }, id: string) => world.call('GET /user/feeds/:id', { params: { id } }, who);
const evidenceOf = (id: string) => world.call('GET /admin/reports/:id', { params: { id } }, colleague);

test('a bought post stays with its buyer alone, its owner reads why, and the log keeps both sides of it', async () => {
  const post = await published(world, ada, 'feed', { audience: 'paid', price: 500n }, 'Gone soon');
  await fillWallet(world, fan.id, 500n);
  await world.call('POST /wallet/charges/feed/:id', { params: { id: post }, body: {} }, fan);
  const target = { target: 'feed' as const, targetId: post, reason: 'spam' as const };
  const { data: report } = await world.call('POST /reports', { body: target }, fan);
  expect((await remove('feeds', post)).data).toEqual({ deleted: true });
  expect((await postFor(fan, post)).data).toMatchObject({ _id: post, isLocked: false });
  for (const who of [ada, await signUpFan(world)]) expect((await postFor(who, post)).refusal.error).toBe('feed_not_found');
  expect(await found('feeds')).not.toContain(post);
  expect((await remove('feeds', post)).refusal.error).toBe('content_not_found');
  expect((await evidenceOf(report._id)).data.evidence.title).toContain('Gone soon');
  expect((await inboxOf(world, ada))[0]).toMatchObject({ type: 'moderation' });
  expect((await inboxOf(world, ada))[0]?.text).toContain(`was deleted. The reason: ${reason}`);
  const [entry] = await world.ctx.db.select().from(auditLog).where(eq(auditLog.targetId, post));
  expect(entry).toMatchObject({
    action: 'content.delete',
    before: { title: 'Gone soon', state: 'shown', ownerId: ada.id, isDeleted: false },
    after: { isDeleted: true, reason },
  });
});

test('every kind goes, and a kind is not mistaken for another', async () => {
  const gallery = await published(world, ada, 'gallery');
  const upload = { files: { photo: await somePicture(64, 48) }, body: { galleryId: gallery, title: 'One' } };
  const { data: photo } = await world.call('POST /performer/performer-assets/photos/upload', upload, ada);
  const video = await published(world, ada, 'video');
  const product = await addProduct(world, ada);
  const order = await buyOne(world, fan, product);
  expect((await remove('products', product._id)).refusal.error).toBe('orders_open');
  await tellOrder(world, ada, order, 'shipping');
  await tellOrder(world, ada, order, 'delivered');
  expect((await remove('videos', photo._id)).refusal.error).toBe('content_not_found');
  const kinds: [ModeratedType, string][] = [
    ['photos', photo._id],
    ['galleries', gallery],
    ['videos', video],
    ['products', product._id],
  ];
  for (const [type, id] of kinds) {
    expect([type, (await remove(type, id)).status]).toEqual([type, 200]);
    expect(await found(type)).not.toContain(id);
  }
});

test('a comment goes with its place in the count, also one that was taken down before', async () => {
  const post = await published(world, ada);
  const say = async (content: string) =>
    (await world.call('POST /comments', { body: { objectType: 'feed', objectId: post, content } }, fan)).data._id;
  const [first, second] = [await say('First'), await say('Second')];
  await hide('comments', first);
  await remove('comments', first);
  expect((await postFor(fan, post)).data.totalComment).toBe(1);
  await remove('comments', second);
  expect((await postFor(fan, post)).data.totalComment).toBe(0);
  expect((await remove('comments', second)).refusal.error).toBe('content_not_found');
});

test('an appeal that waits ends with it, but not by whom it is against; later ones find nothing to take back', async () => {
  const post = await published(world, ada);
  await hide('feeds', post);
  const link = (await inboxOf(world, ada))[0]?.link ?? '';
  const decisionId = link.replace('/decisions/', '');
  const text = 'This is my own work, and nobody else is on it.';
  await world.call('POST /appeals', { body: { decisionId, text } }, ada);
  expect((await remove('feeds', post)).refusal.error).toBe('same_operator');
  expect((await remove('feeds', post, colleague)).status).toBe(200);
  const { data } = await world.call('GET /decisions/:id', { params: { id: decisionId } }, ada);
  expect(data.appeal).toMatchObject({ status: 'upheld', note: reason });
  const other = await published(world, ada);
  await hide('feeds', other);
  const later = ((await inboxOf(world, ada))[0]?.link ?? '').replace('/decisions/', '');
  const offered = async () => (await world.call('GET /decisions/:id', { params: { id: later } }, ada)).data.canBeAppealed;
  expect(await offered()).toBe(true);
  await remove('feeds', other);
  expect(await offered()).toBe(false);
  expect((await world.call('POST /appeals', { body: { decisionId: later, text } }, ada)).refusal.error).toBe('appeal_not_possible');
});
