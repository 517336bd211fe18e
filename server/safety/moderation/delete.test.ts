/** Deletion by operators is permanent. Buyers keep access, and the owner is notified of the reason. */
import { eq } from 'drizzle-orm';
import type { ModeratedType } from '@contract/kernel/values/moderation';
import { auditLog } from '@server/platform/db/schema/site';
import { fillWallet } from '../../../tests/kit/money/ledger';
import { signUpFan, signUpOperator, signUpPerformer, sampleImage } from '../../../tests/kit/people/people';
import { publishItem } from '../../../tests/kit/content/published-item';
import { addProduct, buyOne, setOrderStatus } from '../../../tests/kit/content/products';
import { notificationInboxOf } from '../../../tests/kit/talk/notifications';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let operator: { token: string; id: string };
let colleague: { token: string; id: string };
let ada: Awaited<ReturnType<typeof signUpPerformer>>;
let fan: Awaited<ReturnType<typeof signUpFan>>;
beforeAll(async () => {
  testHost = await openTestHost();
  [operator, colleague] = [await signUpOperator(testHost), await signUpOperator(testHost)];
  [ada, fan] = [await signUpPerformer(testHost, 'ada'), await signUpFan(testHost, 'finn')];
});
afterAll(() => testHost.close());

const reason = 'Against the rules';
const remove = (type: ModeratedType, id: string, user = operator) =>
  testHost.call('DELETE /admin/content/:type/:id', { params: { type, id }, body: { reason } }, user);
const hide = (type: ModeratedType, id: string) =>
  testHost.call('POST /admin/content/:type/:id/hide', { params: { type, id }, body: { reason } }, operator);
const found = async (type: ModeratedType) =>
  (await testHost.call('GET /admin/content/:type/search', { params: { type }, query: { limit: 100 } }, operator)).data.data.map(
    ({ _id }) => _id,
  );
const postFor = (user: { token: string }, id: string) => testHost.call('GET /user/feeds/:id', { params: { id } }, user);
const evidenceOf = (id: string) => testHost.call('GET /admin/reports/:id', { params: { id } }, colleague);

test('a sold post stays visible for its buyer only, its owner is notified of the reason, and the deletion is audited', async () => {
  const post = await publishItem(testHost, ada, 'feed', { audience: 'paid', price: 500n }, 'Gone soon');
  await fillWallet(testHost, fan.id, 500n);
  await testHost.call('POST /wallet/charges/feed/:id', { params: { id: post }, body: {} }, fan);
  const target = { target: 'feed' as const, targetId: post, reason: 'spam' as const };
  const { data: report } = await testHost.call('POST /reports', { body: target }, fan);
  expect((await remove('feeds', post)).data).toEqual({ deleted: true });
  expect((await postFor(fan, post)).data).toMatchObject({ _id: post, isLocked: false });
  for (const user of [ada, await signUpFan(testHost)]) expect((await postFor(user, post)).errorBody.error).toBe('feed_not_found');
  expect(await found('feeds')).not.toContain(post);
  expect((await remove('feeds', post)).errorBody.error).toBe('content_not_found');
  expect((await evidenceOf(report._id)).data.evidence.title).toContain('Gone soon');
  expect((await notificationInboxOf(testHost, ada))[0]).toMatchObject({ type: 'moderation' });
  expect((await notificationInboxOf(testHost, ada))[0]?.text).toContain(`was deleted. Reason: ${reason}`);
  const [entry] = await testHost.ctx.db.select().from(auditLog).where(eq(auditLog.targetId, post));
  expect(entry).toMatchObject({
    action: 'content.delete',
    before: { title: 'Gone soon', state: 'shown', ownerId: ada.id, isDeleted: false },
    after: { isDeleted: true, reason },
  });
});

test('every kind can be deleted, and an id of another kind is not found', async () => {
  const gallery = await publishItem(testHost, ada, 'gallery');
  const upload = { files: { photo: await sampleImage(64, 48) }, body: { galleryId: gallery, title: 'One' } };
  const { data: photo } = await testHost.call('POST /performer/performer-assets/photos/upload', upload, ada);
  const video = await publishItem(testHost, ada, 'video');
  const product = await addProduct(testHost, ada);
  const order = await buyOne(testHost, fan, product);
  expect((await remove('products', product._id)).errorBody.error).toBe('orders_open');
  await setOrderStatus(testHost, ada, order, 'shipping');
  await setOrderStatus(testHost, ada, order, 'delivered');
  expect((await remove('videos', photo._id)).errorBody.error).toBe('content_not_found');
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

test('a deleted comment is subtracted from the count once, even if it was hidden before', async () => {
  const post = await publishItem(testHost, ada);
  const addComment = async (content: string) =>
    (await testHost.call('POST /comments', { body: { objectType: 'feed', objectId: post, content } }, fan)).data._id;
  const [first, second] = [await addComment('First'), await addComment('Second')];
  await hide('comments', first);
  await remove('comments', first);
  expect((await postFor(fan, post)).data.totalComment).toBe(1);
  await remove('comments', second);
  expect((await postFor(fan, post)).data.totalComment).toBe(0);
  expect((await remove('comments', second)).errorBody.error).toBe('content_not_found');
});

test('deletion closes a pending appeal, but not by the operator who decided; later appeals are not possible', async () => {
  const post = await publishItem(testHost, ada);
  await hide('feeds', post);
  const link = (await notificationInboxOf(testHost, ada))[0]?.link ?? '';
  const decisionId = link.replace('/decisions/', '');
  const text = 'This is my own work, and no one else is in it.';
  await testHost.call('POST /appeals', { body: { decisionId, text } }, ada);
  expect((await remove('feeds', post)).errorBody.error).toBe('same_operator');
  expect((await remove('feeds', post, colleague)).status).toBe(200);
  const { data } = await testHost.call('GET /decisions/:id', { params: { id: decisionId } }, ada);
  expect(data.appeal).toMatchObject({ status: 'upheld', note: reason });
  const other = await publishItem(testHost, ada);
  await hide('feeds', other);
  const later = ((await notificationInboxOf(testHost, ada))[0]?.link ?? '').replace('/decisions/', '');
  const offered = async () => (await testHost.call('GET /decisions/:id', { params: { id: later } }, ada)).data.canBeAppealed;
  expect(await offered()).toBe(true);
  await remove('feeds', other);
  expect(await offered()).toBe(false);
  expect((await testHost.call('POST /appeals', { body: { decisionId: later, text } }, ada)).errorBody.error).toBe('appeal_not_possible');
});
