/** The team: who is invited, what each may do, and that an owner stays. */
import { and, desc, eq } from 'drizzle-orm';
import { bundles, type Bundle, type Right } from '@contract/kernel/rights';
import * as limits from '@contract/kernel/limits';
import { accounts, auditLog, mails, teamInvitations, teamMembers } from '@server/platform/db/schema/schema';
import { listenAs } from '../../../tests/support/ear';
import { eventually } from '../../../tests/kit/timing/eventually';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let owner: { token: string; id: string; email: string };

beforeAll(async () => {
  world = await openWorld();
  owner = await signUpOperator(world);
});
afterAll(() => world.close());

const invite = (email: string, grant: { bundle: Bundle | null; rights?: Right[] }, token = owner.token) =>
  world.call('POST /admin/team', { body: { email, ...grant } }, { token });
const change = (id: string, grant: { bundle: Bundle | null; rights?: Right[] }, token = owner.token) =>
  world.call('PUT /admin/team/:id', { params: { id }, body: grant }, { token });
const remove = (id: string, token = owner.token) => world.call('DELETE /admin/team/:id', { params: { id } }, { token });
const accept = (token: string, by: string) => world.call('POST /team/accept', { body: { token } }, { token: by });
const roster = async () => (await world.call('GET /admin/team', {}, { token: owner.token })).data;
const errorOf = async (answer: Promise<{ refusal?: { error: string } }>): Promise<string | undefined> => (await answer).refusal?.error;
const last = async () => (await world.ctx.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0];
const tokenFor = async (email: string): Promise<string> => {
  const [mail] = await world.ctx.db
    .select({ text: mails.text })
    .from(mails)
    .where(and(eq(mails.to, email), eq(mails.template, 'team-invited')))
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(1);
  return /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
};
const joined = async (grant: { bundle: Bundle | null; rights?: Right[] }) => {
  const fan = await signUpFan(world);
  await invite(fan.email, grant);
  expect((await accept(await tokenFor(fan.email), fan.token)).status).toBe(200);
  return fan;
};

describe('an invitation', () => {
  test('goes by mail, is kept in the log, and makes a member of whom it was sent to', async () => {
    const fan = await signUpFan(world);
    const { data } = await invite(fan.email, { bundle: 'moderator', rights: ['money.correct'] });
    expect(data).toMatchObject({ email: fan.email, bundle: 'moderator', rights: bundles.moderator, invitedBy: { _id: owner.id } });
    expect((await roster()).invitations).toMatchObject([{ _id: data._id }]);
    expect(await last()).toMatchObject({ action: 'team.invite', targetId: data._id, after: { email: fan.email, bundle: 'moderator' } });
    const ear = await listenAs(world, fan.token);
    await accept(await tokenFor(fan.email), fan.token);
    await eventually(() => expect(ear.heard('account/rights-changed').at(-1)).toMatchObject({ rights: bundles.moderator }));
    ear.close();
    const me = await world.call('GET /users/me', {}, { token: fan.token });
    expect(me.data).toMatchObject({ role: 'operator', rights: bundles.moderator, isEmailVerified: true });
    expect(await last()).toMatchObject({ action: 'team.join', actorId: fan.id, before: { role: 'user' } });
    expect((await roster()).members.map(({ _id }) => _id)).toContain(fan.id);
    expect((await roster()).invitations).toEqual([]);
    expect((await world.call('GET /admin/users/search', {}, { token: fan.token })).status).toBe(200);
    expect(await errorOf(world.call('GET /admin/settings', { query: {} }, { token: fan.token }))).toBe('right_missing');
    expect(await errorOf(invite(fan.email, { bundle: 'support' }))).toBe('already_so');
  });

  test('opens for its address alone, once, within its time, and not when a newer one was sent or it was taken back', async () => {
    const [fan, other] = [await signUpFan(world), await signUpFan(world)];
    await invite(fan.email, { bundle: 'support' });
    const old = await tokenFor(fan.email);
    world.clock.advance({ seconds: 1 });
    const { data } = await invite(fan.email, { bundle: 'support' });
    const token = await tokenFor(fan.email);
    expect(await errorOf(accept(old, fan.token))).toBe('link_invalid');
    expect(await errorOf(accept(token, other.token))).toBe('link_invalid');
    await remove(data._id);
    expect(await last()).toMatchObject({ action: 'team.uninvite', before: { email: fan.email } });
    expect(await errorOf(accept(token, fan.token))).toBe('link_invalid');
    await invite(fan.email, { bundle: 'support' });
    await world.ctx.db.update(teamInvitations).set({ expiresAt: world.clock.now() });
    expect(await errorOf(accept(await tokenFor(fan.email), fan.token))).toBe('link_invalid');
    expect(await errorOf(accept(token, owner.token))).toBe('already_so');
  });

  test('gives nobody more than the inviter has, and its mail is not read by who has less', async () => {
    const colleague = await joined({ bundle: null, rights: ['team.change', 'people.read', 'mails.read'] });
    expect(await errorOf(invite('new@example.com', { bundle: 'owner' }, colleague.token))).toBe('stronger_operator');
    expect(await errorOf(invite('new@example.com', { bundle: null, rights: ['money.correct'] }, colleague.token))).toBe(
      'stronger_operator',
    );
    expect((await invite('new@example.com', { bundle: null, rights: ['people.read'] }, colleague.token)).status).toBe(200);
    const { data } = await invite('strong@example.com', { bundle: 'finance' });
    const [mail] = await world.ctx.db.select({ id: mails.id }).from(mails).where(eq(mails.to, 'strong@example.com'));
    const read = world.call('GET /admin/mails/:id', { params: { id: mail?.id ?? '' } }, { token: colleague.token });
    expect(await errorOf(read)).toBe('stronger_operator');
    expect(await errorOf(remove(data._id, colleague.token))).toBe('stronger_operator');
  });

  test('is refused when the team is full', async () => {
    const createdAt = world.clock.now();
    const rows = Array.from({ length: limits.teamMax }, (_none, index) => ({
      ...{ id: world.ctx.chance.id(), email: `crowd${String(index)}@example.com`, tokenHash: `crowd ${String(index)}` },
      ...{ invitedById: owner.id, createdAt, expiresAt: createdAt },
    }));
    await world.ctx.db.insert(teamInvitations).values(rows);
    expect(await errorOf(invite('late@example.com', { bundle: 'support' }))).toBe('team_full');
    await world.ctx.db.delete(teamInvitations);
  });
});

describe('rights', () => {
  test('change at once, with before and after, and reach open browsers', async () => {
    const member = await joined({ bundle: 'support' });
    const ear = await listenAs(world, member.token);
    const { data } = await change(member.id, { bundle: null, rights: ['audit.read', 'audit.read'] });
    expect(data).toMatchObject({ bundle: null, rights: ['audit.read'] });
    await eventually(() => expect(ear.heard('account/rights-changed').at(-1)).toMatchObject({ rights: ['audit.read'] }));
    ear.close();
    expect(await last()).toMatchObject({
      action: 'team.change',
      targetId: member.id,
      before: { bundle: 'support', rights: [] },
      after: { bundle: null, rights: ['audit.read'] },
    });
    expect((await world.call('GET /admin/audit/search', {}, { token: member.token })).status).toBe(200);
    expect(await errorOf(world.call('GET /admin/users/search', {}, { token: member.token }))).toBe('right_missing');
  });

  test('of somebody who may do more, or beyond the own, are not given or taken', async () => {
    const [weak, strong] = [await joined({ bundle: null, rights: ['team.change'] }), await joined({ bundle: 'finance' })];
    expect(await errorOf(change(strong.id, { bundle: null, rights: [] }, weak.token))).toBe('stronger_operator');
    expect(await errorOf(remove(strong.id, weak.token))).toBe('stronger_operator');
    expect(await errorOf(change(weak.id, { bundle: 'owner' }, weak.token))).toBe('stronger_operator');
    expect(await errorOf(change(weak.id, { bundle: null, rights: ['team.change', 'money.read'] }, weak.token))).toBe('stronger_operator');
  });

  test('are nobody’s outside the team', async () => {
    const fan = await signUpFan(world);
    expect(await errorOf(change(fan.id, { bundle: 'support' }))).toBe('user_not_found');
    expect(await errorOf(remove(fan.id))).toBe('user_not_found');
  });
});

describe('leaving', () => {
  test('ends the sessions; the account stays what it was beside', async () => {
    const performer = await signUpPerformer(world);
    await invite(performer.email, { bundle: 'support' });
    await accept(await tokenFor(performer.email), performer.token);
    expect((await remove(performer.id)).data).toEqual({ removed: true });
    expect(await last()).toMatchObject({ action: 'team.remove', before: { bundle: 'support' }, after: { role: 'performer' } });
    expect((await world.call('GET /users/me', {}, { token: performer.token })).status).toBe(401);
    const [row] = await world.ctx.db.select().from(accounts).where(eq(accounts.id, performer.id));
    expect(row).toMatchObject({ role: 'performer', isPerformer: true });
    expect(await world.ctx.db.$count(teamMembers, eq(teamMembers.accountId, performer.id))).toBe(0);
  });

  test('is not for the last owner, also when two reduce each other at once', async () => {
    expect(await errorOf(remove(owner.id))).toBe('last_operator');
    expect(await errorOf(change(owner.id, { bundle: 'support' }))).toBe('last_operator');
    const second = await joined({ bundle: 'owner' });
    const outcomes = await Promise.all([change(second.id, { bundle: 'support' }), remove(owner.id, second.token)]);
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await world.ctx.db.$count(teamMembers, eq(teamMembers.bundle, 'owner'))).toBe(1);
  });
});
