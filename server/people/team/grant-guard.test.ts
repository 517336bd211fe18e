/** Operators cannot gain rights through the account of a colleague who has more. */
import { eq } from 'drizzle-orm';
import { allRights, type Bundle, type Right } from '@contract/kernel/rights';
import { accounts } from '@server/platform/db/schema/accounts';
import { auditLog, mails } from '@server/platform/db/schema/site';
import { teamMembers } from '@server/platform/db/schema/team';
import { notifyOperators } from '../notifications/notify';
import { inTransaction } from '../../platform/context';
import { mailedToken } from '../../../tests/kit/host/mails';
import { password, signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let owner: { token: string; id: string; email: string };
let support: { token: string; id: string; email: string };

const setGrant = (accountId: string, grant: { bundle: Bundle | null; rights?: Right[] }) =>
  testHost.ctx.db
    .update(teamMembers)
    .set({ rights: [], ...grant })
    .where(eq(teamMembers.accountId, accountId));

beforeAll(async () => {
  testHost = await openTestHost();
  [owner, support] = [await signUpOperator(testHost), await signUpOperator(testHost)];
  await setGrant(support.id, {
    bundle: null,
    rights: ['people.change', 'people.suspend', 'people.read', 'papers.decide', 'mails.read', 'commission.change'],
  });
});
afterAll(() => testHost.close());

const change = (id: string, body: object) => testHost.call('PUT /admin/users/:id', { params: { id }, body }, { token: support.token });
const errorOf = async (response: Promise<{ errorBody?: { error: string } }>): Promise<string | undefined> =>
  (await response).errorBody?.error;

describe('the account of another operator', () => {
  test('cannot be changed, suspended, restored or signed out if it has more rights than the actor', async () => {
    const entries = await testHost.ctx.db.$count(auditLog);
    const params = { id: owner.id };
    const asSupport = { token: support.token };
    for (const error of [
      await errorOf(change(owner.id, { email: 'mine@example.com' })),
      await errorOf(testHost.call('POST /admin/users/:id/suspend', { params, body: { reason: 'Mine' } }, asSupport)),
      await errorOf(testHost.call('POST /admin/users/:id/restore', { params }, asSupport)),
      await errorOf(testHost.call('DELETE /admin/users/:id/sessions', { params }, asSupport)),
      await errorOf(testHost.call('POST /admin/users/:id/two-factor/reset', { params }, asSupport)),
    ])
      expect(error).toBe('stronger_operator');
    expect(await testHost.ctx.db.$count(auditLog)).toBe(entries);
  });

  test('cannot be changed through its performer page if it has more rights than the actor', async () => {
    const performer = await signUpPerformer(testHost);
    await testHost.ctx.db.update(accounts).set({ role: 'operator' }).where(eq(accounts.id, performer.id));
    const now = testHost.clock.now();
    await testHost.ctx.db.insert(teamMembers).values({ accountId: performer.id, bundle: 'finance', createdAt: now, updatedAt: now });
    const params = { id: performer.id };
    const asSupport = { token: support.token };
    for (const error of [
      await errorOf(testHost.call('PUT /admin/performers/:id', { params, body: { email: 'mine@example.com' } }, asSupport)),
      await errorOf(testHost.call('POST /admin/performers/:id/verification', { params, body: { decision: 'approved' } }, asSupport)),
      await errorOf(testHost.call('PUT /admin/performers/:id/commission', { params, body: { rate: 0 } }, asSupport)),
      await errorOf(testHost.call('PUT /admin/performers/:id/clearing', { params, body: { days: 0 } }, asSupport)),
    ])
      expect(error).toBe('stronger_operator');
  });

  test('can be changed if it has no more rights than the actor', async () => {
    const equal = await signUpOperator(testHost);
    await setGrant(equal.id, { bundle: null, rights: ['people.read'] });
    expect((await change(equal.id, { country: 'PT' })).status).toBe(200);
  });

  test('cannot be changed if it is the owner’s, even with an individual list of all rights', async () => {
    const withAllRights = await signUpOperator(testHost);
    await setGrant(withAllRights.id, { bundle: null, rights: [...allRights] });
    const response = testHost.call(
      'PUT /admin/users/:id',
      { params: { id: owner.id }, body: { country: 'PT' } },
      { token: withAllRights.token },
    );
    expect(await errorOf(response)).toBe('stronger_operator');
  });

  test('keeps its mailed links secret from operators with fewer rights', async () => {
    await testHost.call('POST /auth/users/forgot', { body: { email: owner.email } });
    const [mail] = await testHost.ctx.db.select({ id: mails.id }).from(mails).where(eq(mails.to, owner.email));
    const read = (token: string) => testHost.call('GET /admin/mails/:id', { params: { id: mail?.id ?? '' } }, { token });
    expect(await errorOf(read(support.token))).toBe('stronger_operator');
    expect((await read(owner.token)).status).toBe(200);
  });

  test('keeps its mailed links secret after its email address was changed, by its operator or by the owner', async () => {
    const [changedBySelf, changedByOwner] = [await signUpOperator(testHost), await signUpOperator(testHost)];
    const emailChange = { email: 'moved-on@example.com', currentPassword: password };
    await testHost.call('PUT /users', { body: emailChange }, { token: changedBySelf.token });
    await testHost.call('POST /auth/email-verification/confirm', {
      body: { token: await mailedToken(testHost, emailChange.email, 'verify-email') },
    });
    const body = { email: 'given@example.com', isEmailVerified: true };
    await testHost.call('PUT /admin/users/:id', { params: { id: changedByOwner.id }, body }, { token: owner.token });
    for (const { email } of [changedBySelf, changedByOwner]) {
      const [mail] = await testHost.ctx.db.select({ id: mails.id }).from(mails).where(eq(mails.to, email));
      const read = testHost.call('GET /admin/mails/:id', { params: { id: mail?.id ?? '' } }, { token: support.token });
      expect(await errorOf(read)).toBe('stronger_operator');
    }
  });
});

describe('the role of an operator', () => {
  test('is granted and revoked only with the right to change the team, and comes without rights', async () => {
    const fan = await signUpFan(testHost);
    expect(await errorOf(change(fan.id, { role: 'operator' }))).toBe('right_missing');
    const response = await testHost.call(
      'PUT /admin/users/:id',
      { params: { id: fan.id }, body: { role: 'operator' } },
      { token: owner.token },
    );
    expect(response.data.role).toBe('operator');
    expect(await testHost.ctx.db.select().from(teamMembers).where(eq(teamMembers.accountId, fan.id))).toMatchObject([
      { bundle: null, rights: [] },
    ]);
    expect(await errorOf(change(fan.id, { role: 'user' }))).toBe('right_missing');
    await testHost.call('PUT /admin/users/:id', { params: { id: fan.id }, body: { role: 'user' } }, { token: owner.token });
    expect(await testHost.ctx.db.$count(teamMembers, eq(teamMembers.accountId, fan.id))).toBe(0);
  });

  test('gives no access beyond the granted rights to documents, audit or private fields', async () => {
    const performer = await signUpPerformer(testHost, undefined, 'pending');
    const weak = await signUpOperator(testHost);
    await setGrant(weak.id, { bundle: null, rights: ['people.read'] });
    const profile = await testHost.call('GET /admin/performers/:id', { params: { id: performer.id } }, { token: weak.token });
    expect(profile.data.documents.map(({ file }) => file.url)).toEqual([null, null]);
    expect(await testHost.ctx.db.$count(auditLog, eq(auditLog.actorId, weak.id))).toBe(0);
    await setGrant(weak.id, { bundle: null, rights: [] });
    const page = testHost.call('GET /performers/:id', { params: { id: performer.id } }, { token: weak.token });
    expect(await errorOf(page)).toBe('performer_not_found');
    const me = await testHost.call('GET /users/me', {}, { token: weak.token });
    expect(me.data.rights).toEqual([]);
    expect((await testHost.call('GET /users/me', {}, { token: owner.token })).data.rights).toContain('team.change');
  });

  test('receives notifications only for its rights', async () => {
    const withoutRight = await signUpOperator(testHost);
    await setGrant(withoutRight.id, { bundle: 'finance' });
    const input = {
      type: 'report' as const,
      actorId: null,
      text: 'New message from the contact form.',
      link: '/admin',
      event: 'report:a',
    };
    await inTransaction(testHost.ctx, (tx) => notifyOperators(tx, 'reports.decide', input));
    const notificationTypes = async (token: string) =>
      (await testHost.call('GET /notifications', {}, { token })).data.data.map(({ type }) => type);
    expect(await notificationTypes(owner.token)).toContain('report');
    expect(await notificationTypes(withoutRight.token)).not.toContain('report');
  });
});
