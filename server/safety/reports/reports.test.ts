/** Reports: who may report what, the copy that is kept, and decisions that are made once and told to both sides. */
import { and, desc, eq } from 'drizzle-orm';
import type { ReportAction, ReportTarget } from '@contract/values';
import { auditLog, fileHolds, files, items, reports, teamMembers } from '@server/platform/db/schema/schema';
import { sweepUnattached } from '@server/platform/media/files';
import * as limits from '@contract/kernel/limits';
import { listenAs } from '../../../tests/support/ear';
import { eventually } from '../../../tests/kit/timing/eventually';
import { signUpFan, signUpOperator, signUpPerformer, somePicture } from '../../../tests/kit/people/people';
import { published } from '../../../tests/kit/content/published-item';
import { photoOf, say, talkOf } from '../../../tests/support/talk';
import { inboxOf } from '../../../tests/support/told';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let operator: Somebody;
beforeAll(async () => {
  world = await openWorld();
  operator = await signUpOperator(world, 'olga');
});
afterAll(() => world.close());

interface Somebody {
  id: string;
  token: string;
}
const nobody = '0198c0de-0000-7000-8000-00000000dead';

const report = (who: Somebody, target: ReportTarget, targetId: string, more: object = {}) =>
  world.call('POST /reports', { body: { target, targetId, reason: 'spam', ...more } }, { token: who.token });
const detail = (id: string, who = operator) => world.call('GET /admin/reports/:id', { params: { id } }, { token: who.token });
const resolve = (id: string, action: ReportAction, who = operator, note?: string) =>
  world.call(
    'POST /admin/reports/:id/resolve',
    { params: { id }, body: { action, ...(note !== undefined && { note }) } },
    { token: who.token },
  );
const take = (id: string, who = operator, isTaken = true) =>
  world.call('POST /admin/reports/:id/take', { params: { id }, body: { isTaken } }, { token: who.token });
const search = async (query: object = {}) =>
  (await world.call('GET /admin/reports/search', { query: { status: 'open', ...query } }, { token: operator.token })).data;
const seePost = (id: string, who: Somebody | null = null) =>
  world.call('GET /user/feeds/:id', { params: { id } }, { token: who?.token ?? null });
const comment = async (who: Somebody, objectId: string, content = 'Hello') =>
  (await world.call('POST /comments', { body: { objectType: 'feed', objectId, content } }, { token: who.token })).data._id;

const scene = async () => {
  const [fan, performer] = [await signUpFan(world), await signUpPerformer(world)];
  return { fan, performer, post: await published(world, performer) };
};

test('the last operator is not suspended, whoever reports her', async () => {
  const { fan } = await scene();
  const { data } = await report(fan, 'user', operator.id);
  expect((await resolve(data._id, 'suspend')).refusal.error).toBe('last_operator');
  expect((await resolve(data._id, 'hide')).refusal.error).toBe('action_not_allowed');
  const weaker = await signUpOperator(world);
  await world.ctx.db.update(teamMembers).set({ bundle: 'moderator' }).where(eq(teamMembers.accountId, weaker.id));
  expect((await resolve(data._id, 'suspend', weaker)).refusal.error).toBe('stronger_operator');
  await world.ctx.db
    .update(teamMembers)
    .set({ bundle: null, rights: ['reports.decide'] })
    .where(eq(teamMembers.accountId, weaker.id));
  expect((await detail(data._id, weaker)).data.actions).toEqual(['none', 'warn']);
  expect((await resolve(data._id, 'suspend', weaker)).refusal.error).toBe('action_not_allowed');
  expect((await resolve(data._id, 'none')).data).toMatchObject({ status: 'dismissed', action: 'none' });
});

describe('reporting', () => {
  test('is for what one sees, and refused like it', async () => {
    const { fan, performer, post } = await scene();
    for (const target of ['feed', 'video', 'gallery', 'photo', 'product', 'comment', 'message', 'stream', 'performer', 'user'] as const)
      expect((await report(fan, target, nobody)).refusal.error).toBe(`${target}_not_found`);
    expect((await report(fan, 'user', performer.id)).refusal.error).toBe('user_not_found');
    expect((await report(performer, 'feed', post)).refusal.error).toBe('self_not_allowed');
    const locked = await published(world, performer, 'feed', { audience: 'followers' });
    const below = await comment(performer, locked);
    expect((await report(fan, 'comment', below)).refusal.error).toBe('content_locked');
    expect((await report(fan, 'feed', locked)).status).toBe(200);
    await world.call('POST /block/users', { body: { targetId: fan.id } }, { token: performer.token });
    expect((await report(fan, 'feed', post)).refusal.error).toBe('blocked_by_performer');
    expect((await report(fan, 'performer', performer.id)).refusal.error).toBe('blocked_by_performer');
  });

  test('happens once while it waits, also by two at the same moment, and again afterwards', async () => {
    const { fan, performer, post } = await scene();
    const both = await Promise.all([report(fan, 'feed', post), report(fan, 'feed', post)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await report(fan, 'feed', post)).refusal.error).toBe('already_reported');
    const made = both.find(({ status }) => status === 200)?.data;
    expect(made).toMatchObject({
      target: 'feed',
      status: 'open',
      action: null,
      reporter: { _id: fan.id },
      performer: { _id: performer.id },
    });
    await resolve(made?._id ?? '', 'none');
    expect((await report(fan, 'feed', post)).status).toBe(200);
  });

  test('tells operators at once, on the site and on their open screens', async () => {
    const { fan, post } = await scene();
    const ear = await listenAs(world, operator.token);
    const { data } = await report(fan, 'feed', post, { description: 'Look at it' });
    await eventually(() => expect(ear.heard('report/changed')).toMatchObject([{ _id: data._id, status: 'open', takenById: null }]));
    ear.close();
    expect((await inboxOf(world, operator))[0]).toMatchObject({
      type: 'report',
      actor: { _id: fan.id },
      link: `/admin/reports/${data._id}`,
    });
  });

  test('of a message is for its two people alone', async () => {
    const { fan, performer } = await scene();
    const talk = await talkOf(world, fan, performer);
    const sent = await say(world, performer, talk, { text: 'Something unkind' });
    const stranger = await signUpFan(world);
    expect((await report(stranger, 'message', sent.data._id)).refusal.error).toBe('message_not_found');
    expect((await report(operator, 'message', sent.data._id)).refusal.error).toBe('message_not_found');
    expect((await report(performer, 'message', sent.data._id)).refusal.error).toBe('self_not_allowed');
    const { data } = await report(fan, 'message', sent.data._id, { reason: 'harassment' });
    expect((await detail(data._id)).data.evidence).toMatchObject({ text: 'Something unkind', link: null });
    const [entry] = await world.ctx.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'reports.read'))
      .orderBy(desc(auditLog.id))
      .limit(1);
    expect(entry).toMatchObject({ actorId: operator.id, targetId: data._id, after: { messageId: sent.data._id } });
    await resolve(data._id, 'hide');
    const left = await world.call('GET /messages/conversations/:id', { params: { id: talk } }, { token: fan.token });
    expect(left.data.data[0]).toMatchObject({ isDeleted: true });
  });
});

describe('the copy', () => {
  test('keeps words and files when their author deletes them, for operators alone and for a time', async () => {
    const { fan, performer } = await scene();
    const talk = await talkOf(world, fan, performer);
    const fileId = await photoOf(world, fan);
    const sent = await say(world, fan, talk, { text: 'Look', fileIds: [fileId] });
    const status = (who: Somebody) => world.call('GET /files/:id/status', { params: { id: fileId } }, { token: who.token });
    expect((await status(operator)).refusal.error).toBe('file_not_found');
    const { data } = await report(performer, 'message', sent.data._id);
    expect((await status(operator)).status).toBe(200);
    await world.call('DELETE /messages/:id', { params: { id: sent.data._id } }, { token: fan.token });
    world.clock.advance({ seconds: limits.unattachedFileKept_s + 1 });
    await sweepUnattached(world.ctx);
    // Sessions are over by now.
    operator = await signUpOperator(world);
    const { evidence } = (await detail(data._id)).data;
    expect(evidence).toMatchObject({ text: 'Look', files: [{ _id: fileId, status: 'finished' }] });
    expect(evidence.files[0]?.url).not.toBeNull();
    expect((await status(await signUpFan(world))).refusal.error).toBe('file_not_found');
    await resolve(data._id, 'none');
    await sweepUnattached(world.ctx);
    expect(await world.ctx.db.$count(files, eq(files.id, fileId))).toBe(1);
    world.clock.advance({ seconds: limits.evidenceKept_s + 1 });
    await sweepUnattached(world.ctx);
    expect(await world.ctx.db.$count(files, eq(files.id, fileId))).toBe(0);
    expect(await world.ctx.db.$count(fileHolds, eq(fileHolds.fileId, fileId))).toBe(0);
    operator = await signUpOperator(world);
  });

  test('of a picture that is replaced stays, although it is removed at once elsewhere', async () => {
    const { fan, performer, post } = await scene();
    const id = await comment(fan, post);
    const withPicture = async () =>
      world.call(
        'PUT /comments/:id',
        { params: { id }, body: { content: 'Look' }, files: { file: await somePicture(64, 48) } },
        { token: fan.token },
      );
    const first = (await withPicture()).data.image?._id ?? '';
    const { data } = await report(performer, 'comment', id);
    await withPicture();
    expect((await detail(data._id)).data.evidence.files.map(({ _id }) => _id)).toEqual([first]);
    await world.call('DELETE /comments/:id', { params: { id } }, { token: fan.token });
    expect((await resolve(data._id, 'hide')).data).toMatchObject({ status: 'resolved', action: 'hide' });
  });

  test('holds poll, tags and names', async () => {
    const { fan, performer, post } = await scene();
    await world.ctx.db
      .update(items)
      .set({ tags: ['ink'] })
      .where(eq(items.id, post));
    const { data } = await report(fan, 'feed', post);
    expect((await detail(data._id)).data.evidence).toMatchObject({
      title: 'Something to look at',
      facts: [{ label: 'For whom' }, { label: 'Tags', value: 'ink' }],
      link: `/post/${post}`,
    });
    const person = await report(performer, 'user', fan.id);
    expect((await detail(person.data._id)).data.evidence.facts).toMatchObject([{ label: 'Username' }]);
    expect((await report(fan, 'performer', performer.id)).status).toBe(200);
  });
});

describe('the list', () => {
  test('shows children in danger first, and is narrowed by what, why and who', async () => {
    const { fan, performer, post } = await scene();
    const urgent = await report(fan, 'performer', performer.id, { reason: 'minor_safety' });
    world.clock.advance({ seconds: 1 });
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
  test('happens once, by whoever is quicker', async () => {
    const { fan, post } = await scene();
    const colleague = await signUpOperator(world);
    const { data } = await report(fan, 'feed', post);
    expect((await take(data._id)).data.takenBy).toMatchObject({ _id: operator.id });
    expect((await take(data._id, colleague)).data.takenBy).toMatchObject({ _id: colleague.id });
    expect((await take(data._id, colleague, false)).data.takenBy).toBeNull();
    const both = await Promise.all([resolve(data._id, 'none'), resolve(data._id, 'hide', colleague)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await resolve(data._id, 'none')).refusal.error).toBe('report_resolved');
    expect((await take(data._id)).refusal.error).toBe('report_resolved');
    for (const refused of [await resolve(nobody, 'none'), await take(nobody), await detail(nobody)])
      expect(refused.refusal.error).toBe('report_not_found');
  });

  test('to take a post down closes all that wait about it, is noted, and is told to both sides', async () => {
    const { fan, performer, post } = await scene();
    const other = await signUpFan(world);
    const [one, two] = [await report(fan, 'feed', post), await report(other, 'feed', post)];
    const { data } = await resolve(one.data._id, 'hide', operator, 'Against the rules');
    expect(data).toMatchObject({ status: 'resolved', action: 'hide', note: 'Against the rules', decidedBy: { _id: operator.id } });
    expect((await detail(two.data._id)).data.status).toBe('resolved');
    expect((await seePost(post)).refusal.error).toBe('feed_not_found');
    expect((await seePost(post, performer)).data.state).toBe('hidden');
    const mine = and(eq(auditLog.action, 'reports.resolve'), eq(auditLog.targetId, one.data._id));
    expect(await world.ctx.db.$count(auditLog, mine)).toBe(1);
    for (const who of [fan, other]) {
      const [told] = await inboxOf(world, who);
      expect(told).toMatchObject({ type: 'report', actor: null });
      expect(told?.text).toMatch(/We took it down/);
    }
    const [told] = await inboxOf(world, performer);
    expect(told).toMatchObject({ type: 'moderation', actor: null });
    expect(told?.text).toContain('Against the rules');
    const id = told?.link.split('/').at(-1) ?? '';
    const decision = (who: Somebody) => world.call('GET /decisions/:id', { params: { id } }, { token: who.token });
    expect((await decision(performer)).data).toMatchObject({ action: 'hide', target: 'feed', reason: 'Against the rules', endedAt: null });
    expect((await decision(fan)).refusal.error).toBe('decision_not_found');
    expect((await detail(two.data._id)).data.history.owner).toMatchObject({ reports: 2, upheld: 2, decisions: [{ action: 'hide' }] });
  });

  test('to warn or to suspend concerns the person', async () => {
    const { fan, performer, post } = await scene();
    const said = await comment(fan, post, 'Buy my pills');
    const warned = await report(performer, 'comment', said);
    await resolve(warned.data._id, 'warn');
    expect((await inboxOf(world, fan))[0]?.text).toContain('You were warned');
    const again = await report(performer, 'user', fan.id);
    const third = await report(await signUpFan(world), 'comment', said);
    expect((await resolve(again.data._id, 'suspend')).data.action).toBe('suspend');
    expect((await world.call('GET /users/me', {}, { token: fan.token })).status).toBe(401);
    expect((await resolve(third.data._id, 'suspend')).status).toBe(200);
    expect(await world.ctx.db.$count(reports, eq(reports.ownerId, fan.id))).toBe(3);
  });
});
