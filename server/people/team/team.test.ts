/** The team: invitations, rights, and the last owner. */
import { and, desc, eq } from 'drizzle-orm';
import { bundles, type Bundle, type Right } from '@contract/kernel/rights';
import * as limits from '@contract/kernel/limits';
import { accounts } from '@server/platform/db/schema/accounts';
import { auditLog, mails } from '@server/platform/db/schema/site';
import { teamInvitations, teamMembers } from '@server/platform/db/schema/team';
import { openSocket } from '../../../tests/kit/host/test-socket';
import { eventually } from '../../../tests/kit/timing/eventually';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let owner: { token: string; id: string; email: string };

beforeAll(async () => {
  testHost = await openTestHost();
  owner = await signUpOperator(testHost);
});
afterAll(() => testHost.close());

const invite = (email: string, grant: { bundle: Bundle | null; rights?: Right[] }, token = owner.token) =>
  testHost.call('POST /admin/team', { body: { email, ...grant } }, { token });
const change = (id: string, grant: { bundle: Bundle | null; rights?: Right[] }, token = owner.token) =>
  testHost.call('PUT /admin/team/:id', { params: { id }, body: grant }, { token });
const remove = (id: string, token = owner.token) => testHost.call('DELETE /admin/team/:id', { params: { id } }, { token });
const accept = (token: string, accountToken: string) => testHost.call('POST /team/accept', { body: { token } }, { token: accountToken });
const roster = async () => (await testHost.call('GET /admin/team', {}, { token: owner.token })).data;
const errorOf = async (response: Promise<{ errorBody?: { error: string } }>): Promise<string | undefined> =>
  (await response).errorBody?.error;
const lastEntry = async () => (await testHost.ctx.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0];
const tokenFor = async (email: string): Promise<string> => {
  const [mail] = await testHost.ctx.db
    .select({ text: mails.text })
    .from(mails)
    .where(and(eq(mails.to, email), eq(mails.template, 'team-invited')))
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(1);
  return /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
};
const signUpMember = async (grant: { bundle: Bundle | null; rights?: Right[] }) => {
  const fan = await signUpFan(testHost);
  await invite(fan.email, grant);
  expect((await accept(await tokenFor(fan.email), fan.token)).status).toBe(200);
  return fan;
};

describe('an invitation', () => {
  test('is mailed and audited, and makes its recipient a member', async () => {
    const fan = await signUpFan(testHost);
    const { data } = await invite(fan.email, { bundle: 'moderator', rights: ['money.correct'] });
    expect(data).toMatchObject({ email: fan.email, bundle: 'moderator', rights: bundles.moderator, invitedBy: { _id: owner.id } });
    expect((await roster()).invitations).toMatchObject([{ _id: data._id }]);
    expect(await lastEntry()).toMatchObject({
      action: 'team.invite',
      targetId: data._id,
      after: { email: fan.email, bundle: 'moderator' },
    });
    const socket = await openSocket(testHost, fan.token);
    await accept(await tokenFor(fan.email), fan.token);
    await eventually(() => expect(socket.received('account/rights-changed').at(-1)).toMatchObject({ rights: bundles.moderator }));
    socket.close();
    const me = await testHost.call('GET /users/me', {}, { token: fan.token });
    expect(me.data).toMatchObject({ role: 'operator', rights: bundles.moderator, isEmailVerified: true });
    expect(await lastEntry()).toMatchObject({ action: 'team.join', actorId: fan.id, before: { role: 'user' } });
    expect((await roster()).members.map(({ _id }) => _id)).toContain(fan.id);
    expect((await roster()).invitations).toEqual([]);
    expect((await testHost.call('GET /admin/users/search', {}, { token: fan.token })).status).toBe(200);
    expect(await errorOf(testHost.call('GET /admin/settings', { query: {} }, { token: fan.token }))).toBe('right_missing');
    expect(await errorOf(invite(fan.email, { bundle: 'support' }))).toBe('already_so');
  });

  test('works only for its recipient, once, in time, and not once it is replaced or withdrawn', async () => {
    const [fan, other] = [await signUpFan(testHost), await signUpFan(testHost)];
    await invite(fan.email, { bundle: 'support' });
    const oldToken = await tokenFor(fan.email);
    testHost.clock.advance({ seconds: 1 });
    const { data } = await invite(fan.email, { bundle: 'support' });
    const token = await tokenFor(fan.email);
    expect(await errorOf(accept(oldToken, fan.token))).toBe('link_invalid');
    expect(await errorOf(accept(token, other.token))).toBe('link_invalid');
    await remove(data._id);
    expect(await lastEntry()).toMatchObject({ action: 'team.uninvite', before: { email: fan.email } });
    expect(await errorOf(accept(token, fan.token))).toBe('link_invalid');
    await invite(fan.email, { bundle: 'support' });
    await testHost.ctx.db.update(teamInvitations).set({ expiresAt: testHost.clock.now() });
    expect(await errorOf(accept(await tokenFor(fan.email), fan.token))).toBe('link_invalid');
    expect(await errorOf(accept(token, owner.token))).toBe('already_so');
  });

  test('cannot grant more than the inviter has, and its mail is hidden from operators with fewer rights', async () => {
    const colleague = await signUpMember({ bundle: null, rights: ['team.change', 'people.read', 'mails.read'] });
    expect(await errorOf(invite('new@example.com', { bundle: 'owner' }, colleague.token))).toBe('stronger_operator');
    expect(await errorOf(invite('new@example.com', { bundle: null, rights: ['money.correct'] }, colleague.token))).toBe(
      'stronger_operator',
    );
    expect((await invite('new@example.com', { bundle: null, rights: ['people.read'] }, colleague.token)).status).toBe(200);
    const { data } = await invite('strong@example.com', { bundle: 'finance' });
    const [mail] = await testHost.ctx.db.select({ id: mails.id }).from(mails).where(eq(mails.to, 'strong@example.com'));
    const read = testHost.call('GET /admin/mails/:id', { params: { id: mail?.id ?? '' } }, { token: colleague.token });
    expect(await errorOf(read)).toBe('stronger_operator');
    expect(await errorOf(remove(data._id, colleague.token))).toBe('stronger_operator');
  });

  test('is rejected if the team is full', async () => {
    const createdAt = testHost.clock.now();
    const rows = Array.from({ length: limits.teamMax }, (_none, index) => ({
      id: testHost.ctx.random.id(),
      email: `crowd${String(index)}@example.com`,
      tokenHash: `crowd ${String(index)}`,
      invitedById: owner.id,
      createdAt,
      expiresAt: createdAt,
    }));
    await testHost.ctx.db.insert(teamInvitations).values(rows);
    expect(await errorOf(invite('late@example.com', { bundle: 'support' }))).toBe('team_full');
    await testHost.ctx.db.delete(teamInvitations);
  });
});

describe('rights', () => {
  test('change immediately, with an audit entry, and in open browsers', async () => {
    const member = await signUpMember({ bundle: 'support' });
    const socket = await openSocket(testHost, member.token);
    const { data } = await change(member.id, { bundle: null, rights: ['audit.read', 'audit.read'] });
    expect(data).toMatchObject({ bundle: null, rights: ['audit.read'] });
    await eventually(() => expect(socket.received('account/rights-changed').at(-1)).toMatchObject({ rights: ['audit.read'] }));
    socket.close();
    expect(await lastEntry()).toMatchObject({
      action: 'team.change',
      targetId: member.id,
      before: { bundle: 'support', rights: [] },
      after: { bundle: null, rights: ['audit.read'] },
    });
    expect((await testHost.call('GET /admin/audit/search', {}, { token: member.token })).status).toBe(200);
    expect(await errorOf(testHost.call('GET /admin/users/search', {}, { token: member.token }))).toBe('right_missing');
  });

  test('cannot be granted or revoked beyond the actor’s own rights', async () => {
    const [weak, strong] = [await signUpMember({ bundle: null, rights: ['team.change'] }), await signUpMember({ bundle: 'finance' })];
    expect(await errorOf(change(strong.id, { bundle: null, rights: [] }, weak.token))).toBe('stronger_operator');
    expect(await errorOf(remove(strong.id, weak.token))).toBe('stronger_operator');
    expect(await errorOf(change(weak.id, { bundle: 'owner' }, weak.token))).toBe('stronger_operator');
    expect(await errorOf(change(weak.id, { bundle: null, rights: ['team.change', 'money.read'] }, weak.token))).toBe('stronger_operator');
  });

  test('cannot be granted to accounts outside the team', async () => {
    const fan = await signUpFan(testHost);
    expect(await errorOf(change(fan.id, { bundle: 'support' }))).toBe('user_not_found');
    expect(await errorOf(remove(fan.id))).toBe('user_not_found');
  });
});

describe('leaving', () => {
  test('ends the sessions; the account keeps its performer role', async () => {
    const performer = await signUpPerformer(testHost);
    await invite(performer.email, { bundle: 'support' });
    await accept(await tokenFor(performer.email), performer.token);
    expect((await remove(performer.id)).data).toEqual({ removed: true });
    expect(await lastEntry()).toMatchObject({ action: 'team.remove', before: { bundle: 'support' }, after: { role: 'performer' } });
    expect((await testHost.call('GET /users/me', {}, { token: performer.token })).status).toBe(401);
    const [row] = await testHost.ctx.db.select().from(accounts).where(eq(accounts.id, performer.id));
    expect(row).toMatchObject({ role: 'performer', isPerformer: true });
    expect(await testHost.ctx.db.$count(teamMembers, eq(teamMembers.accountId, performer.id))).toBe(0);
  });

  test('is rejected for the last owner, even when two owners demote each other simultaneously', async () => {
    expect(await errorOf(remove(owner.id))).toBe('last_operator');
    expect(await errorOf(change(owner.id, { bundle: 'support' }))).toBe('last_operator');
    const second = await signUpMember({ bundle: 'owner' });
    const outcomes = await Promise.all([change(second.id, { bundle: 'support' }), remove(owner.id, second.token)]);
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await testHost.ctx.db.$count(teamMembers, eq(teamMembers.bundle, 'owner'))).toBe(1);
  });
});
