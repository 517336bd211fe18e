/** What an operator takes down is gone for everybody at once, and comes back whole. */
import { and, eq } from 'drizzle-orm';
import type { ModeratedType } from '@contract/values';
import { auditLog } from '@server/platform/db/schema/schema';
import { fillWallet } from '../../../tests/support/books';
import { signUpFan, signUpOperator, signUpPerformer, somePicture } from '../../../tests/kit/people/people';
import { published } from '../../../tests/kit/content/published-item';
import { inboxOf } from '../../../tests/support/told';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let operator: { token: string; id: string };
let ada: Awaited<ReturnType<typeof signUpPerformer>>;
let fan: Awaited<ReturnType<typeof signUpFan>>;
beforeAll(async () => {
  world = await openWorld();
  [operator, ada, fan] = [await signUpOperator(world), await signUpPerformer(world, 'ada'), await signUpFan(world, 'finn')];
});
afterAll(() => world.close());

const reason = 'Against the rules';
const hide = (type: ModeratedType, id: string) =>
  world.call('POST /admin/content/:type/:id/hide', { params: { type, id }, body: { reason } }, operator);
const restore = (type: ModeratedType, id: string) =>
  world.call('POST /admin/content/:type/:id/restore', { params: { type, id }, body: { reason: 'You were right.' } }, operator);
const found = async (type: ModeratedType, query: object = {}) =>
  (await world.call('GET /admin/content/:type/search', { params: { type }, query }, operator)).data.data;
const postFor = (who: { token: string }, id: string) => world.call('GET /user/feeds/:id', { params: { id } }, who);

test('a bought post vanishes for its buyer too, and comes back with its likes, comments and buyers', async () => {
  const post = await published(world, ada, 'feed', { audience: 'paid', price: 500n });
  await fillWallet(world, fan.id, 500n);
  expect((await world.call('POST /wallet/charges/feed/:id', { params: { id: post }, body: {} }, fan)).status).toBe(200);
  await world.call('POST /comments', { body: { objectType: 'feed', objectId: post, content: 'Lovely' } }, fan);
  await world.call('POST /reactions', { body: { action: 'like', objectType: 'feed', objectId: post } }, fan);
  const before = (await postFor(fan, post)).data;
  expect((await hide('feeds', post)).data).toMatchObject({ state: 'hidden', hiddenReason: reason, owner: { _id: ada.id } });
  expect((await postFor(fan, post)).refusal.error).toBe('feed_not_found');
  expect((await postFor(ada, post)).status).toBe(200);
  expect((await hide('feeds', post)).refusal.error).toBe('already_so');
  const back = await restore('feeds', post);
  expect(back.data).toMatchObject({ state: 'shown', hiddenReason: null, link: `/post/${post}` });
  expect((await restore('feeds', post)).refusal.error).toBe('already_so');
  const after = (await postFor(fan, post)).data;
  expect(after).toMatchObject({ totalLike: 1, totalComment: 1, isLiked: true, isLocked: false });
  expect({ ...after, updatedAt: null, views: 0 }).toEqual({ ...before, updatedAt: null, views: 0 });
});

test('its owner reads why, and that it is back; the decision is ended and both acts are in the log', async () => {
  const post = await published(world, ada);
  await hide('feeds', post);
  const told = async () => (await inboxOf(world, ada)).filter(({ type }) => type === 'moderation').map(({ text }) => text);
  expect((await told())[0]).toContain(reason);
  const link = (await inboxOf(world, ada)).find(({ type }) => type === 'moderation')?.link ?? '';
  const decision = () => world.call('GET /decisions/:id', { params: { id: link.replace('/decisions/', '') } }, ada);
  expect((await decision()).data.endedAt).toBeNull();
  await restore('feeds', post);
  expect((await told())[0]).toContain('is back as it was. You were right.');
  expect((await decision()).data.endedAt).not.toBeNull();
  const entries = await world.ctx.db
    .select({ action: auditLog.action, before: auditLog.before, after: auditLog.after })
    .from(auditLog)
    .where(and(eq(auditLog.targetId, post), eq(auditLog.actorId, operator.id)));
  expect(entries).toMatchObject([
    { action: 'content.hide', before: { isHidden: false }, after: { isHidden: true, reason } },
    { action: 'content.restore', before: { isHidden: true }, after: { isHidden: false } },
  ]);
});

test('a comment and a photo are taken and given back too, and each list has its own kind alone', async () => {
  const post = await published(world, ada);
  const { data: comment } = await world.call('POST /comments', { body: { objectType: 'feed', objectId: post, content: 'First' } }, fan);
  const gallery = await published(world, ada, 'gallery');
  const upload = { files: { photo: await somePicture(64, 48) }, body: { galleryId: gallery, title: 'One' } };
  const { data: photo } = await world.call('POST /performer/performer-assets/photos/upload', upload, ada);
  const comments = async () =>
    (await world.call('GET /comments', { query: { objectType: 'feed', objectId: post } }, fan)).data.data.map(({ _id }) => _id);
  const photos = async () =>
    (await world.call('GET /performer-assets/photos', { query: { galleryId: gallery } }, fan)).data.data.map(({ _id }) => _id);
  await hide('comments', comment._id);
  await hide('photos', photo._id);
  expect([await comments(), await photos()]).toEqual([[], []]);
  expect(await found('comments', { state: 'hidden' })).toMatchObject([{ _id: comment._id, title: 'First', owner: { _id: fan.id } }]);
  expect(await found('photos', { state: 'hidden', ownerId: ada.id })).toMatchObject([{ _id: photo._id, link: `/gallery/${gallery}` }]);
  expect(await found('videos', { state: 'hidden' })).toEqual([]);
  await restore('comments', comment._id);
  await restore('photos', photo._id);
  expect([await comments(), await photos()]).toEqual([[comment._id], [photo._id]]);
  expect((await hide('videos', photo._id)).refusal.error).toBe('content_not_found');
  expect((await restore('comments', photo._id)).refusal.error).toBe('content_not_found');
});

test('drafts are found as what they are, and titles by a part of them', async () => {
  const draft = await published(world, ada, 'gallery', { status: 'draft' }, 'Summer nights');
  expect(await found('galleries', { state: 'unpublished', q: 'mer nig' })).toMatchObject([{ _id: draft, title: 'Summer nights' }]);
  expect(await found('galleries', { state: 'shown', q: 'mer nig' })).toEqual([]);
});

describe('an appeal', () => {
  const text = 'This is my own work, and nobody else is on it.';
  const taken = async () => {
    const post = await published(world, ada);
    await hide('feeds', post);
    const link = (await inboxOf(world, ada)).find(({ type }) => type === 'moderation')?.link ?? '';
    return { post, decisionId: link.replace('/decisions/', '') };
  };
  const appeal = (decisionId: string, who = ada) => world.call('POST /appeals', { body: { decisionId, text } }, who);
  const waiting = async (who: { token: string }) =>
    (await world.call('GET /admin/appeals/search', { query: { status: 'open' } }, who)).data.data;
  const decide = (id: string, decision: 'upheld' | 'lifted', who: { token: string }) =>
    world.call('POST /admin/appeals/:id/decide', { params: { id }, body: { decision, note: 'We looked again.' } }, who);

  test('is made once by whom it concerns, and decided by another operator than the first; lifted, what was hidden comes back', async () => {
    const colleague = await signUpOperator(world);
    const { post, decisionId } = await taken();
    expect((await appeal(decisionId, fan)).refusal.error).toBe('decision_not_found');
    const both = await Promise.all([appeal(decisionId), appeal(decisionId)]);
    expect(both.map(({ status, refusal }) => (status === 200 ? 'made' : refusal.error)).sort()).toEqual(['already_appealed', 'made']);
    expect(await waiting(operator)).toMatchObject([{ text, isOwnDecision: true, person: { _id: ada.id } }]);
    const [own] = await waiting(colleague);
    const id = own?._id ?? '';
    expect((await decide(id, 'lifted', operator)).refusal.error).toBe('same_operator');
    expect((await postFor(fan, post)).refusal.error).toBe('feed_not_found');
    const raced = await Promise.all([decide(id, 'lifted', colleague), decide(id, 'upheld', await signUpOperator(world))]);
    expect(raced.map(({ status, refusal }) => (status === 200 ? 'decided' : refusal.error)).sort()).toEqual(['appeal_decided', 'decided']);
    expect(await waiting(colleague)).toEqual([]);
  });

  test('lifts a hidden post whole, and tells whose it is', async () => {
    const { post, decisionId } = await taken();
    await appeal(decisionId);
    const colleague = await signUpOperator(world);
    const [own] = await waiting(colleague);
    expect((await decide(own?._id ?? '', 'lifted', colleague)).data).toMatchObject({ status: 'lifted', note: 'We looked again.' });
    expect((await postFor(fan, post)).status).toBe(200);
    const { data } = await world.call('GET /decisions/:id', { params: { id: decisionId } }, ada);
    expect(data).toMatchObject({ appeal: { status: 'lifted', note: 'We looked again.' } });
    expect(data.endedAt).not.toBeNull();
    expect((await inboxOf(world, ada))[0]?.text).toContain('took the decision back');
  });

  test('leaves hidden what an operator left so, and finds nothing to take back where it was given back', async () => {
    const { post, decisionId } = await taken();
    await appeal(decisionId);
    const colleague = await signUpOperator(world);
    const [own] = await waiting(colleague);
    await decide(own?._id ?? '', 'upheld', colleague);
    expect((await postFor(fan, post)).refusal.error).toBe('feed_not_found');
    const given = await taken();
    await restore('feeds', given.post);
    expect((await appeal(given.decisionId)).refusal.error).toBe('appeal_not_possible');
    const nobody = '0198c0de-0000-7000-8000-00000000dead';
    expect((await decide(nobody, 'lifted', colleague)).refusal.error).toBe('appeal_not_found');
  });
});
