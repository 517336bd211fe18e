/** Reports: who may report what, the stored evidence, and decisions. */
import { and, desc, eq } from 'drizzle-orm';
import type { ReportAction, ReportTarget } from '@contract/kernel/values/moderation';
import { items } from '@server/platform/db/schema/content';
import { files } from '@server/platform/db/schema/files';
import { fileHolds, reports } from '@server/platform/db/schema/safety';
import { auditLog } from '@server/platform/db/schema/site';
import { teamMembers } from '@server/platform/db/schema/team';
import { sweepUnattached } from '@server/platform/media/files';
import * as limits from '@contract/kernel/limits';
import { openSocket } from '../../../tests/kit/host/test-socket';
import { eventually } from '../../../tests/kit/timing/eventually';
import { signUpFan, signUpOperator, signUpPerformer, sampleImage } from '../../../tests/kit/people/people';
import { publishItem } from '../../../tests/kit/content/published-item';
import { uploadMessagePhoto, sendMessage, openConversation } from '../../../tests/kit/talk/conversations';
import { notificationInboxOf } from '../../../tests/kit/talk/notifications';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let operator: TestUser;
beforeAll(async () => {
  testHost = await openTestHost();
  operator = await signUpOperator(testHost, 'olga');
});
afterAll(() => testHost.close());

interface TestUser {
  id: string;
  token: string;
}
const missingId = '0198c0de-0000-7000-8000-00000000dead';

const report = (user: TestUser, target: ReportTarget, targetId: string, extra: object = {}) =>
  testHost.call('POST /reports', { body: { target, targetId, reason: 'spam', ...extra } }, { token: user.token });
const detail = (id: string, user = operator) => testHost.call('GET /admin/reports/:id', { params: { id } }, { token: user.token });
const resolve = (id: string, action: ReportAction, user = operator, note?: string) =>
  testHost.call(
    'POST /admin/reports/:id/resolve',
    { params: { id }, body: { action, ...(note !== undefined && { note }) } },
    { token: user.token },
  );
const take = (id: string, user = operator, isTaken = true) =>
  testHost.call('POST /admin/reports/:id/take', { params: { id }, body: { isTaken } }, { token: user.token });
const search = async (query: object = {}) =>
  (await testHost.call('GET /admin/reports/search', { query: { status: 'open', ...query } }, { token: operator.token })).data;
const viewPost = (id: string, user: TestUser | null = null) =>
  testHost.call('GET /user/feeds/:id', { params: { id } }, { token: user?.token ?? null });
const comment = async (user: TestUser, objectId: string, content = 'Hello') =>
  (await testHost.call('POST /comments', { body: { objectType: 'feed', objectId, content } }, { token: user.token })).data._id;

const setUp = async () => {
  const [fan, performer] = [await signUpFan(testHost), await signUpPerformer(testHost)];
  return { fan, performer, post: await publishItem(testHost, performer) };
};

test('the last operator cannot be suspended by a report', async () => {
  const { fan } = await setUp();
  const { data } = await report(fan, 'user', operator.id);
  expect((await resolve(data._id, 'suspend')).errorBody.error).toBe('last_operator');
  expect((await resolve(data._id, 'hide')).errorBody.error).toBe('action_not_allowed');
  const weaker = await signUpOperator(testHost);
  await testHost.ctx.db.update(teamMembers).set({ bundle: 'moderator' }).where(eq(teamMembers.accountId, weaker.id));
  expect((await resolve(data._id, 'suspend', weaker)).errorBody.error).toBe('stronger_operator');
  await testHost.ctx.db
    .update(teamMembers)
    .set({ bundle: null, rights: ['reports.decide'] })
    .where(eq(teamMembers.accountId, weaker.id));
  expect((await detail(data._id, weaker)).data.actions).toEqual(['none', 'warn']);
  expect((await resolve(data._id, 'suspend', weaker)).errorBody.error).toBe('action_not_allowed');
  expect((await resolve(data._id, 'none')).data).toMatchObject({ status: 'dismissed', action: 'none' });
});

describe('reporting', () => {
  test('accepts visible content, and otherwise returns the error that viewing the content returns', async () => {
    const { fan, performer, post } = await setUp();
    for (const target of ['feed', 'video', 'gallery', 'photo', 'product', 'comment', 'message', 'stream', 'performer', 'user'] as const)
      expect((await report(fan, target, missingId)).errorBody.error).toBe(`${target}_not_found`);
    expect((await report(fan, 'user', performer.id)).errorBody.error).toBe('user_not_found');
    expect((await report(performer, 'feed', post)).errorBody.error).toBe('self_not_allowed');
    const locked = await publishItem(testHost, performer, 'feed', { audience: 'followers' });
    const commentId = await comment(performer, locked);
    expect((await report(fan, 'comment', commentId)).errorBody.error).toBe('content_locked');
    expect((await report(fan, 'feed', locked)).status).toBe(200);
    await testHost.call('POST /block/users', { body: { targetId: fan.id } }, { token: performer.token });
    expect((await report(fan, 'feed', post)).errorBody.error).toBe('blocked_by_performer');
    expect((await report(fan, 'performer', performer.id)).errorBody.error).toBe('blocked_by_performer');
  });

  test('is possible once while the report is open, even concurrently, and again afterwards', async () => {
    const { fan, performer, post } = await setUp();
    const both = await Promise.all([report(fan, 'feed', post), report(fan, 'feed', post)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await report(fan, 'feed', post)).errorBody.error).toBe('already_reported');
    const created = both.find(({ status }) => status === 200)?.data;
    expect(created).toMatchObject({
      target: 'feed',
      status: 'open',
      action: null,
      reporter: { _id: fan.id },
      performer: { _id: performer.id },
    });
    await resolve(created?._id ?? '', 'none');
    expect((await report(fan, 'feed', post)).status).toBe(200);
  });

  test('notifies operators immediately, by notification and by socket event', async () => {
    const { fan, post } = await setUp();
    const socket = await openSocket(testHost, operator.token);
    const { data } = await report(fan, 'feed', post, { description: 'Look at it' });
    await eventually(() => expect(socket.received('report/changed')).toMatchObject([{ _id: data._id, status: 'open', takenById: null }]));
    socket.close();
    expect((await notificationInboxOf(testHost, operator))[0]).toMatchObject({
      type: 'report',
      actor: { _id: fan.id },
      link: `/admin/reports/${data._id}`,
    });
  });

  test('a message is allowed only to the two participants of its conversation', async () => {
    const { fan, performer } = await setUp();
    const conversationId = await openConversation(testHost, fan, performer);
    const sent = await sendMessage(testHost, performer, conversationId, { text: 'Something unkind' });
    const stranger = await signUpFan(testHost);
    expect((await report(stranger, 'message', sent.data._id)).errorBody.error).toBe('message_not_found');
    expect((await report(operator, 'message', sent.data._id)).errorBody.error).toBe('message_not_found');
    expect((await report(performer, 'message', sent.data._id)).errorBody.error).toBe('self_not_allowed');
    const { data } = await report(fan, 'message', sent.data._id, { reason: 'harassment' });
    expect((await detail(data._id)).data.evidence).toMatchObject({ text: 'Something unkind', link: null });
    const [entry] = await testHost.ctx.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'reports.read'))
      .orderBy(desc(auditLog.id))
      .limit(1);
    expect(entry).toMatchObject({ actorId: operator.id, targetId: data._id, after: { messageId: sent.data._id } });
    await resolve(data._id, 'hide');
    const thread = await testHost.call('GET /messages/conversations/:id', { params: { id: conversationId } }, { token: fan.token });
    expect(thread.data.data[0]).toMatchObject({ isDeleted: true });
  });
});

describe('the evidence', () => {
  test('keeps text and files after their author deletes them, only for operators and for a limited time', async () => {
    const { fan, performer } = await setUp();
    const conversationId = await openConversation(testHost, fan, performer);
    const fileId = await uploadMessagePhoto(testHost, fan);
    const sent = await sendMessage(testHost, fan, conversationId, { text: 'Look', fileIds: [fileId] });
    const status = (user: TestUser) => testHost.call('GET /files/:id/status', { params: { id: fileId } }, { token: user.token });
    expect((await status(operator)).errorBody.error).toBe('file_not_found');
    const { data } = await report(performer, 'message', sent.data._id);
    expect((await status(operator)).status).toBe(200);
    await testHost.call('DELETE /messages/:id', { params: { id: sent.data._id } }, { token: fan.token });
    testHost.clock.advance({ seconds: limits.unattachedFileRetention_s + 1 });
    await sweepUnattached(testHost.ctx);
    // The sessions have expired.
    operator = await signUpOperator(testHost);
    const { evidence } = (await detail(data._id)).data;
    expect(evidence).toMatchObject({ text: 'Look', files: [{ _id: fileId, status: 'finished' }] });
    expect(evidence.files[0]?.url).not.toBeNull();
    expect((await status(await signUpFan(testHost))).errorBody.error).toBe('file_not_found');
    await resolve(data._id, 'none');
    await sweepUnattached(testHost.ctx);
    expect(await testHost.ctx.db.$count(files, eq(files.id, fileId))).toBe(1);
    testHost.clock.advance({ seconds: limits.evidenceRetention_s + 1 });
    await sweepUnattached(testHost.ctx);
    expect(await testHost.ctx.db.$count(files, eq(files.id, fileId))).toBe(0);
    expect(await testHost.ctx.db.$count(fileHolds, eq(fileHolds.fileId, fileId))).toBe(0);
    operator = await signUpOperator(testHost);
  });

  test('keeps an image that is replaced, although replaced images are otherwise deleted immediately', async () => {
    const { fan, performer, post } = await setUp();
    const id = await comment(fan, post);
    const replaceImage = async () =>
      testHost.call(
        'PUT /comments/:id',
        { params: { id }, body: { content: 'Look' }, files: { file: await sampleImage(64, 48) } },
        { token: fan.token },
      );
    const first = (await replaceImage()).data.image?._id ?? '';
    const { data } = await report(performer, 'comment', id);
    await replaceImage();
    expect((await detail(data._id)).data.evidence.files.map(({ _id }) => _id)).toEqual([first]);
    await testHost.call('DELETE /comments/:id', { params: { id } }, { token: fan.token });
    expect((await resolve(data._id, 'hide')).data).toMatchObject({ status: 'resolved', action: 'hide' });
  });

  test('contains tags, audience and names', async () => {
    const { fan, performer, post } = await setUp();
    await testHost.ctx.db
      .update(items)
      .set({ tags: ['ink'] })
      .where(eq(items.id, post));
    const { data } = await report(fan, 'feed', post);
    expect((await detail(data._id)).data.evidence).toMatchObject({
      title: 'Something to look at',
      facts: [{ label: 'Audience' }, { label: 'Tags', value: 'ink' }],
      link: `/post/${post}`,
    });
    const userReport = await report(performer, 'user', fan.id);
    expect((await detail(userReport.data._id)).data.evidence.facts).toMatchObject([{ label: 'Username' }]);
    expect((await report(fan, 'performer', performer.id)).status).toBe(200);
  });
});

describe('the list', () => {
  test('shows child safety reports first, and can be filtered by target, reason and people', async () => {
    const { fan, performer, post } = await setUp();
    const urgent = await report(fan, 'performer', performer.id, { reason: 'minor_safety' });
    testHost.clock.advance({ seconds: 1 });
    const other = await report(fan, 'feed', post);
    const ids = (await search({ ownerId: performer.id })).data.map(({ _id }) => _id);
    expect(ids).toEqual([urgent.data._id, other.data._id]);
    expect((await search({ ownerId: performer.id, target: 'feed' })).total).toBe(1);
    expect((await search({ reporterId: fan.id, reason: 'minor_safety' })).total).toBe(1);
    expect((await search({ q: (await detail(other.data._id)).data.owner?.username ?? '' })).total).toBe(2);
    expect((await search({ ownerId: performer.id, status: 'resolved' })).total).toBe(0);
  });
});

describe('deciding', () => {
  test('happens once, by the first operator', async () => {
    const { fan, post } = await setUp();
    const colleague = await signUpOperator(testHost);
    const { data } = await report(fan, 'feed', post);
    expect((await take(data._id)).data.takenBy).toMatchObject({ _id: operator.id });
    expect((await take(data._id, colleague)).data.takenBy).toMatchObject({ _id: colleague.id });
    expect((await take(data._id, colleague, false)).data.takenBy).toBeNull();
    const both = await Promise.all([resolve(data._id, 'none'), resolve(data._id, 'hide', colleague)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await resolve(data._id, 'none')).errorBody.error).toBe('report_resolved');
    expect((await take(data._id)).errorBody.error).toBe('report_resolved');
    for (const rejected of [await resolve(missingId, 'none'), await take(missingId), await detail(missingId)])
      expect(rejected.errorBody.error).toBe('report_not_found');
  });

  test('to hide a post closes all open reports about it, is audited, and notifies both parties', async () => {
    const { fan, performer, post } = await setUp();
    const other = await signUpFan(testHost);
    const [one, two] = [await report(fan, 'feed', post), await report(other, 'feed', post)];
    const { data } = await resolve(one.data._id, 'hide', operator, 'Against the rules');
    expect(data).toMatchObject({ status: 'resolved', action: 'hide', note: 'Against the rules', decidedBy: { _id: operator.id } });
    expect((await detail(two.data._id)).data.status).toBe('resolved');
    expect((await viewPost(post)).errorBody.error).toBe('feed_not_found');
    expect((await viewPost(post, performer)).data.state).toBe('hidden');
    const ofDecision = and(eq(auditLog.action, 'reports.resolve'), eq(auditLog.targetId, one.data._id));
    expect(await testHost.ctx.db.$count(auditLog, ofDecision)).toBe(1);
    for (const user of [fan, other]) {
      const [notification] = await notificationInboxOf(testHost, user);
      expect(notification).toMatchObject({ type: 'report', actor: null });
      expect(notification?.text).toMatch(/We took it down/);
    }
    const [notification] = await notificationInboxOf(testHost, performer);
    expect(notification).toMatchObject({ type: 'moderation', actor: null });
    expect(notification?.text).toContain('Against the rules');
    const id = notification?.link.split('/').at(-1) ?? '';
    const decision = (user: TestUser) => testHost.call('GET /decisions/:id', { params: { id } }, { token: user.token });
    expect((await decision(performer)).data).toMatchObject({ action: 'hide', target: 'feed', reason: 'Against the rules', endedAt: null });
    expect((await decision(fan)).errorBody.error).toBe('decision_not_found');
    expect((await detail(two.data._id)).data.history.owner).toMatchObject({ reports: 2, upheld: 2, decisions: [{ action: 'hide' }] });
  });

  test('to warn notifies the author, and to suspend logs them out', async () => {
    const { fan, performer, post } = await setUp();
    const commentId = await comment(fan, post, 'Buy my pills');
    const warned = await report(performer, 'comment', commentId);
    await resolve(warned.data._id, 'warn');
    expect((await notificationInboxOf(testHost, fan))[0]?.text).toContain('You received a warning');
    const again = await report(performer, 'user', fan.id);
    const third = await report(await signUpFan(testHost), 'comment', commentId);
    expect((await resolve(again.data._id, 'suspend')).data.action).toBe('suspend');
    expect((await testHost.call('GET /users/me', {}, { token: fan.token })).status).toBe(401);
    expect((await resolve(third.data._id, 'suspend')).status).toBe(200);
    expect(await testHost.ctx.db.$count(reports, eq(reports.ownerId, fan.id))).toBe(3);
  });
});
