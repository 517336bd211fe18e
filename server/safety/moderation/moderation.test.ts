/** Content hidden by an operator is not visible to anyone but its owner, and is restored completely. */
import { and, eq } from 'drizzle-orm';
import type { ModeratedType } from '@contract/kernel/values/moderation';
import { auditLog } from '@server/platform/db/schema/site';
import { fillWallet } from '../../../tests/kit/money/ledger';
import { signUpFan, signUpOperator, signUpPerformer, sampleImage } from '../../../tests/kit/people/people';
import { publishItem } from '../../../tests/kit/content/published-item';
import { notificationInboxOf } from '../../../tests/kit/talk/notifications';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let operator: { token: string; id: string };
let ada: Awaited<ReturnType<typeof signUpPerformer>>;
let fan: Awaited<ReturnType<typeof signUpFan>>;
beforeAll(async () => {
  testHost = await openTestHost();
  [operator, ada, fan] = [await signUpOperator(testHost), await signUpPerformer(testHost, 'ada'), await signUpFan(testHost, 'finn')];
});
afterAll(() => testHost.close());

const reason = 'Against the rules';
const hide = (type: ModeratedType, id: string) =>
  testHost.call('POST /admin/content/:type/:id/hide', { params: { type, id }, body: { reason } }, operator);
const restore = (type: ModeratedType, id: string) =>
  testHost.call('POST /admin/content/:type/:id/restore', { params: { type, id }, body: { reason: 'You were right.' } }, operator);
const found = async (type: ModeratedType, query: object = {}) =>
  (await testHost.call('GET /admin/content/:type/search', { params: { type }, query }, operator)).data.data;
const postFor = (user: { token: string }, id: string) => testHost.call('GET /user/feeds/:id', { params: { id } }, user);

test('a sold post is hidden from its buyer too, and restored with its likes, comments and buyers', async () => {
  const post = await publishItem(testHost, ada, 'feed', { audience: 'paid', price: 500n });
  await fillWallet(testHost, fan.id, 500n);
  expect((await testHost.call('POST /wallet/charges/feed/:id', { params: { id: post }, body: {} }, fan)).status).toBe(200);
  await testHost.call('POST /comments', { body: { objectType: 'feed', objectId: post, content: 'Lovely' } }, fan);
  await testHost.call('POST /reactions', { body: { action: 'like', objectType: 'feed', objectId: post } }, fan);
  const before = (await postFor(fan, post)).data;
  expect((await hide('feeds', post)).data).toMatchObject({ state: 'hidden', hiddenReason: reason, owner: { _id: ada.id } });
  expect((await postFor(fan, post)).errorBody.error).toBe('feed_not_found');
  expect((await postFor(ada, post)).status).toBe(200);
  expect((await hide('feeds', post)).errorBody.error).toBe('already_so');
  const back = await restore('feeds', post);
  expect(back.data).toMatchObject({ state: 'shown', hiddenReason: null, link: `/post/${post}` });
  expect((await restore('feeds', post)).errorBody.error).toBe('already_so');
  const after = (await postFor(fan, post)).data;
  expect(after).toMatchObject({ totalLike: 1, totalComment: 1, isLiked: true, isLocked: false });
  expect({ ...after, updatedAt: null, views: 0 }).toEqual({ ...before, updatedAt: null, views: 0 });
});

test('the owner is notified of the reason and of the restoration; the decision ends, and both actions are audited', async () => {
  const post = await publishItem(testHost, ada);
  await hide('feeds', post);
  const moderationTexts = async () =>
    (await notificationInboxOf(testHost, ada)).filter(({ type }) => type === 'moderation').map(({ text }) => text);
  expect((await moderationTexts())[0]).toContain(reason);
  const link = (await notificationInboxOf(testHost, ada)).find(({ type }) => type === 'moderation')?.link ?? '';
  const decision = () => testHost.call('GET /decisions/:id', { params: { id: link.replace('/decisions/', '') } }, ada);
  expect((await decision()).data.endedAt).toBeNull();
  await restore('feeds', post);
  expect((await moderationTexts())[0]).toMatch(/^We restored your post.*\. You were right\.$/);
  expect((await decision()).data.endedAt).not.toBeNull();
  const entries = await testHost.ctx.db
    .select({ action: auditLog.action, before: auditLog.before, after: auditLog.after })
    .from(auditLog)
    .where(and(eq(auditLog.targetId, post), eq(auditLog.actorId, operator.id)));
  expect(entries).toMatchObject([
    { action: 'content.hide', before: { isHidden: false }, after: { isHidden: true, reason } },
    { action: 'content.restore', before: { isHidden: true }, after: { isHidden: false } },
  ]);
});

test('comments and photos can be hidden and restored too, and each list only contains its kind', async () => {
  const post = await publishItem(testHost, ada);
  const { data: comment } = await testHost.call('POST /comments', { body: { objectType: 'feed', objectId: post, content: 'First' } }, fan);
  const gallery = await publishItem(testHost, ada, 'gallery');
  const upload = { files: { photo: await sampleImage(64, 48) }, body: { galleryId: gallery, title: 'One' } };
  const { data: photo } = await testHost.call('POST /performer/performer-assets/photos/upload', upload, ada);
  const comments = async () =>
    (await testHost.call('GET /comments', { query: { objectType: 'feed', objectId: post } }, fan)).data.data.map(({ _id }) => _id);
  const photos = async () =>
    (await testHost.call('GET /performer-assets/photos', { query: { galleryId: gallery } }, fan)).data.data.map(({ _id }) => _id);
  await hide('comments', comment._id);
  await hide('photos', photo._id);
  expect([await comments(), await photos()]).toEqual([[], []]);
  expect(await found('comments', { state: 'hidden' })).toMatchObject([{ _id: comment._id, title: 'First', owner: { _id: fan.id } }]);
  expect(await found('photos', { state: 'hidden', ownerId: ada.id })).toMatchObject([{ _id: photo._id, link: `/gallery/${gallery}` }]);
  expect(await found('videos', { state: 'hidden' })).toEqual([]);
  await restore('comments', comment._id);
  await restore('photos', photo._id);
  expect([await comments(), await photos()]).toEqual([[comment._id], [photo._id]]);
  expect((await hide('videos', photo._id)).errorBody.error).toBe('content_not_found');
  expect((await restore('comments', photo._id)).errorBody.error).toBe('content_not_found');
});

test('drafts are listed as unpublished, and a search finds a part of a title', async () => {
  const draft = await publishItem(testHost, ada, 'gallery', { status: 'draft' }, 'Summer nights');
  expect(await found('galleries', { state: 'unpublished', q: 'mer nig' })).toMatchObject([{ _id: draft, title: 'Summer nights' }]);
  expect(await found('galleries', { state: 'shown', q: 'mer nig' })).toEqual([]);
});

describe('an appeal', () => {
  const text = 'This is my own work, and no one else is in it.';
  const hiddenPost = async () => {
    const post = await publishItem(testHost, ada);
    await hide('feeds', post);
    const link = (await notificationInboxOf(testHost, ada)).find(({ type }) => type === 'moderation')?.link ?? '';
    return { post, decisionId: link.replace('/decisions/', '') };
  };
  const appeal = (decisionId: string, user = ada) => testHost.call('POST /appeals', { body: { decisionId, text } }, user);
  const openAppeals = async (user: { token: string }) =>
    (await testHost.call('GET /admin/appeals/search', { query: { status: 'open' } }, user)).data.data;
  const decide = (id: string, decision: 'upheld' | 'lifted', user: { token: string }) =>
    testHost.call('POST /admin/appeals/:id/decide', { params: { id }, body: { decision, note: 'We looked again.' } }, user);

  test('is made once by the person concerned, and decided by a different operator', async () => {
    const colleague = await signUpOperator(testHost);
    const { post, decisionId } = await hiddenPost();
    expect((await appeal(decisionId, fan)).errorBody.error).toBe('decision_not_found');
    const both = await Promise.all([appeal(decisionId), appeal(decisionId)]);
    expect(both.map(({ status, errorBody }) => (status === 200 ? 'made' : errorBody.error)).sort()).toEqual(['already_appealed', 'made']);
    expect(await openAppeals(operator)).toMatchObject([{ text, isOwnDecision: true, person: { _id: ada.id } }]);
    const [own] = await openAppeals(colleague);
    const id = own?._id ?? '';
    expect((await decide(id, 'lifted', operator)).errorBody.error).toBe('same_operator');
    expect((await postFor(fan, post)).errorBody.error).toBe('feed_not_found');
    const raced = await Promise.all([decide(id, 'lifted', colleague), decide(id, 'upheld', await signUpOperator(testHost))]);
    expect(raced.map(({ status, errorBody }) => (status === 200 ? 'decided' : errorBody.error)).sort()).toEqual([
      'appeal_decided',
      'decided',
    ]);
    expect(await openAppeals(colleague)).toEqual([]);
  });

  test('that is lifted restores the post completely, and notifies the owner', async () => {
    const { post, decisionId } = await hiddenPost();
    await appeal(decisionId);
    const colleague = await signUpOperator(testHost);
    const [own] = await openAppeals(colleague);
    expect((await decide(own?._id ?? '', 'lifted', colleague)).data).toMatchObject({ status: 'lifted', note: 'We looked again.' });
    expect((await postFor(fan, post)).status).toBe(200);
    const { data } = await testHost.call('GET /decisions/:id', { params: { id: decisionId } }, ada);
    expect(data).toMatchObject({ appeal: { status: 'lifted', note: 'We looked again.' } });
    expect(data.endedAt).not.toBeNull();
    expect((await notificationInboxOf(testHost, ada))[0]?.text).toContain('reversed our decision');
  });

  test('that is upheld leaves the post hidden, and none is possible once the post was restored', async () => {
    const { post, decisionId } = await hiddenPost();
    await appeal(decisionId);
    const colleague = await signUpOperator(testHost);
    const [own] = await openAppeals(colleague);
    await decide(own?._id ?? '', 'upheld', colleague);
    expect((await postFor(fan, post)).errorBody.error).toBe('feed_not_found');
    const restored = await hiddenPost();
    await restore('feeds', restored.post);
    expect((await appeal(restored.decisionId)).errorBody.error).toBe('appeal_not_possible');
    const missingId = '0198c0de-0000-7000-8000-00000000dead';
    expect((await decide(missingId, 'lifted', colleague)).errorBody.error).toBe('appeal_not_found');
  });
});
