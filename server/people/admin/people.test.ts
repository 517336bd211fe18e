/** Accounts, performers and mails as operators administer them. */
import { desc, eq } from 'drizzle-orm';
import { accounts } from '@server/platform/db/schema/accounts';
import { files } from '@server/platform/db/schema/files';
import { performerDocuments, performers } from '@server/platform/db/schema/performers';
import { auditLog, mails } from '@server/platform/db/schema/site';
import * as limits from '@contract/kernel/limits';
import { password, signUpFan, signUpOperator, signUpPerformer, sampleImage } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let token: string;
let operatorId: string;

beforeAll(async () => {
  testHost = await openTestHost();
  ({ token, id: operatorId } = await signUpOperator(testHost, 'olga'));
});
afterAll(() => testHost.close());

const lastEntry = async () => (await testHost.ctx.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0];
const sentTo = async (to: string) =>
  (await testHost.ctx.db.select({ template: mails.template }).from(mails).where(eq(mails.to, to))).map(({ template }) => template);
const changeUser = (id: string, body: object, operatorToken = token) =>
  testHost.call('PUT /admin/users/:id', { params: { id }, body }, { token: operatorToken });
const suspend = (id: string, operatorToken = token) =>
  testHost.call('POST /admin/users/:id/suspend', { params: { id }, body: { reason: 'Spam in messages' } }, { token: operatorToken });
const restore = (id: string) => testHost.call('POST /admin/users/:id/restore', { params: { id } }, { token });

describe('accounts', () => {
  test('are found by name, username and address, and by filters', async () => {
    const { id } = await signUpFan(testHost, 'wanda');
    await testHost.ctx.db.update(accounts).set({ country: 'IS', emailVerifiedAt: testHost.clock.now() }).where(eq(accounts.id, id));
    const find = async (query: object) =>
      (await testHost.call('GET /admin/users/search', { query }, { token })).data.data.map(({ username }) => username);
    for (const query of [
      { q: 'WAND' },
      { q: 'wanda@example' },
      { country: 'IS' },
      { isEmailVerified: true },
      { role: 'user', country: 'is', status: 'active' },
    ])
      expect(await find(query)).toEqual(['wanda']);
    expect(await find({ role: 'operator' })).toEqual(['olga']);
    expect(await find({ status: 'suspended' })).toEqual([]);
  });

  test('show their sessions without secrets', async () => {
    const fan = await signUpFan(testHost);
    const { data } = await testHost.call('GET /admin/users/:id', { params: { id: fan.id } }, { token });
    expect(data).toMatchObject({ _id: fan.id, email: fan.email, suspension: null, sessions: [{ isCurrent: false }] });
    expect(JSON.stringify(data)).not.toMatch(/argon2|tokenHash|passwordHash/);
    expect((await testHost.call('GET /admin/users/:id', { params: { id: testHost.ctx.random.id() } }, { token })).errorBody.error).toBe(
      'user_not_found',
    );
  });

  test('are changed with an audit entry of the values before and after', async () => {
    const fan = await signUpFan(testHost);
    const changes = { name: 'Renamed', email: 'renamed@example.com', isEmailVerified: true, country: 'PT' };
    const entries = await testHost.ctx.db.$count(auditLog);
    expect((await changeUser(fan.id, { ...changes, passwordHash: 'x', balance: 5 })).errorBody).toMatchObject({
      error: 'invalid_request',
      issues: [{ path: 'passwordHash' }, { path: 'balance' }],
    });
    expect(await testHost.ctx.db.$count(auditLog)).toBe(entries);
    const { data } = await changeUser(fan.id, changes);
    expect(data).toMatchObject({ name: 'Renamed', email: 'renamed@example.com', isEmailVerified: true, country: 'PT', balance: 0 });
    expect(await lastEntry()).toMatchObject({
      actorId: operatorId,
      action: 'users.change',
      targetId: fan.id,
      before: { email: fan.email, isEmailVerified: false, country: null },
      after: { email: 'renamed@example.com', isEmailVerified: true, country: 'PT' },
    });
  });

  test('cannot be given a taken or reserved username, a taken address or an unknown country; unknown accounts are rejected', async () => {
    expect((await changeUser((await signUpFan(testHost)).id, { country: 'ZZ' })).errorBody.error).toBe('country_unknown');
    const [one, other] = [await signUpFan(testHost), await signUpFan(testHost)];
    const entries = await testHost.ctx.db.$count(auditLog);
    expect((await changeUser(one.id, { username: other.username })).errorBody.error).toBe('username_taken');
    expect((await changeUser(one.id, { email: other.email })).errorBody.error).toBe('email_taken');
    expect((await changeUser(one.id, { username: 'settings' })).errorBody.error).toBe('username_reserved');
    for (const response of [
      await changeUser(testHost.ctx.random.id(), {}),
      await suspend(testHost.ctx.random.id()),
      await restore(testHost.ctx.random.id()),
      await testHost.call('DELETE /admin/users/:id/sessions', { params: { id: testHost.ctx.random.id() } }, { token }),
    ])
      expect(response.errorBody.error).toBe('user_not_found');
    expect(await testHost.ctx.db.$count(auditLog)).toBe(entries);
  });

  test('a suspension ends sessions immediately, gives the reason, and can be lifted', async () => {
    const fan = await signUpFan(testHost);
    expect((await restore(fan.id)).errorBody.error).toBe('already_so');
    const { data } = await suspend(fan.id);
    expect(data).toMatchObject({ status: 'suspended', suspension: { reason: 'Spam in messages' }, sessions: [] });
    expect(await lastEntry()).toMatchObject({
      action: 'users.suspend',
      before: { status: 'active' },
      after: { status: 'suspended', suspendedReason: 'Spam in messages' },
    });
    expect((await testHost.call('GET /users/me', {}, { token: fan.token })).status).toBe(401);
    expect((await testHost.call('POST /auth/login', { body: { username: fan.username, password } })).errorBody.error).toBe(
      'account_suspended',
    );
    expect(await sentTo(fan.email)).toContain('account-suspended');
    expect((await suspend(fan.id)).errorBody.error).toBe('already_so');
    expect((await restore(fan.id)).data).toMatchObject({ status: 'active', suspension: null });
    expect((await testHost.call('POST /auth/login', { body: { username: fan.username, password } })).status).toBe(200);
  });

  test('all sessions of an account can be ended', async () => {
    const fan = await signUpFan(testHost);
    await testHost.call('POST /auth/login', { body: { username: fan.username, password } });
    expect((await testHost.call('DELETE /admin/users/:id/sessions', { params: { id: fan.id } }, { token })).data).toEqual({ ended: 2 });
    expect(await lastEntry()).toMatchObject({ action: 'users.end-sessions', after: { ended: 2 } });
    expect((await testHost.call('GET /users/me', {}, { token: fan.token })).status).toBe(401);
  });

  test('a new role creates or withdraws the performer profile and ends sessions', async () => {
    const fan = await signUpFan(testHost);
    expect((await changeUser(fan.id, { role: 'performer' })).data).toMatchObject({
      role: 'performer',
      isPerformer: true,
      verification: 'none',
      sessions: [],
    });
    const { data } = await testHost.call('POST /auth/login', { body: { username: fan.username, password } });
    expect((await testHost.call('GET /performers/me', {}, { token: data.token })).status).toBe(200);
    await testHost.ctx.db.update(performers).set({ verification: 'approved' }).where(eq(performers.accountId, fan.id));
    expect((await changeUser(fan.id, { role: 'user' })).data).toMatchObject({ role: 'user', isPerformer: false, verification: null });
    expect((await testHost.call('GET /performers/:id', { params: { id: fan.id } })).errorBody.error).toBe('performer_not_found');
  });

  test('the last operator cannot be removed, even when two operators remove each other simultaneously', async () => {
    expect((await suspend(operatorId)).errorBody.error).toBe('last_operator');
    expect((await changeUser(operatorId, { role: 'user' })).errorBody.error).toBe('last_operator');
    const second = await signUpOperator(testHost);
    const outcomes = await Promise.all([suspend(second.id, token), suspend(operatorId, second.token)]);
    const active = await testHost.ctx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.role, 'operator'));
    expect(active.length).toBe(2);
    expect(outcomes.filter(({ status }) => status === 200).length).toBe(1);
    await testHost.ctx.db.update(accounts).set({ status: 'active' }).where(eq(accounts.role, 'operator'));
    await testHost.ctx.db.update(accounts).set({ role: 'user' }).where(eq(accounts.id, second.id));
    ({ token } = (await testHost.call('POST /auth/login', { body: { username: 'olga', password } })).data as { token: string });
  });

  test('only operators have access', async () => {
    const fan = await signUpFan(testHost);
    expect((await changeUser(fan.id, { role: 'operator' }, fan.token)).errorBody.error).toBe('forbidden_role');
    expect((await testHost.call('GET /admin/users/search', {}, { token: fan.token })).errorBody.error).toBe('forbidden_role');
  });
});

describe('performers', () => {
  const decide = (id: string, body: object) =>
    testHost.call('POST /admin/performers/:id/verification', { params: { id }, body: body as never }, { token });
  const change = (id: string, body: object) => testHost.call('PUT /admin/performers/:id', { params: { id }, body }, { token });

  test('are found in every state; each access to identity documents is audited', async () => {
    const waiting = await signUpPerformer(testHost, 'wilma', 'pending');
    const search = async (query: object) => (await testHost.call('GET /admin/performers/search', { query }, { token })).data.data;
    const [listed] = await search({ verification: 'pending', q: 'WILMA', country: 'DE', status: 'active' });
    expect(listed).toMatchObject({
      _id: waiting.id,
      email: waiting.email,
      status: 'active',
      documents: [{ file: { url: null } }, { file: { url: null } }],
    });
    expect(await search({ verification: 'approved', q: 'wilma' })).toEqual([]);
    const { data } = await testHost.call('GET /admin/performers/:id', { params: { id: waiting.id } }, { token });
    expect(data.documents.map(({ file }) => file.url)).toEqual([
      expect.stringContaining(`viewer=${operatorId}`),
      expect.stringContaining('signature='),
    ]);
    expect(await lastEntry()).toMatchObject({ action: 'performers.read-documents', targetId: waiting.id, actorId: operatorId });
    for (const response of [
      await testHost.call('GET /admin/performers/:id', { params: { id: operatorId } }, { token }),
      await change(operatorId, {}),
      await decide(operatorId, { decision: 'approved' }),
    ])
      expect(response.errorBody.error).toBe('performer_not_found');
  });

  test('an application is approved, or rejected with a note, and the performer is notified', async () => {
    const { id, email, username } = await signUpPerformer(testHost, undefined, 'pending');
    expect((await decide(id, { decision: 'rejected' })).errorBody).toMatchObject({ error: 'invalid_request', issues: [{ path: 'note' }] });
    expect((await decide(id, { decision: 'rejected', note: 'Too dark' })).data).toMatchObject({
      verification: 'rejected',
      verificationNote: 'Too dark',
    });
    expect((await decide(id, { decision: 'rejected', note: 'Again' })).errorBody.error).toBe('already_so');
    expect((await decide(id, { decision: 'approved' })).data).toMatchObject({
      verification: 'approved',
      verificationNote: null,
      isVerified: true,
    });
    expect(await lastEntry()).toMatchObject({
      action: 'performers.verify',
      before: { verification: 'rejected' },
      after: { verification: 'approved' },
    });
    expect((await decide(id, { decision: 'approved' })).errorBody.error).toBe('already_so');
    expect(await sentTo(email)).toEqual(expect.arrayContaining(['application-rejected', 'application-approved']));
    expect((await testHost.call('GET /performers/:id', { params: { id: username } })).status).toBe(200);
  });

  test('approval requires both identity documents', async () => {
    const { id } = await signUpPerformer(testHost, undefined, 'pending');
    await testHost.ctx.db.delete(performerDocuments).where(eq(performerDocuments.performerId, id));
    expect((await decide(id, { decision: 'approved' })).errorBody.error).toBe('document_required');
  });

  test('approval requires a date of birth', async () => {
    const { id, token: own } = await signUpPerformer(testHost, undefined, 'pending');
    await testHost.ctx.db.update(performers).set({ dateOfBirth: null }).where(eq(performers.accountId, id));
    expect((await decide(id, { decision: 'approved' })).errorBody.error).toBe('birth_required');
    await testHost.call('PUT /performers/:id', { params: { id: 'me' }, body: { dateOfBirth: '1990-05-05' } }, { token: own });
    expect((await decide(id, { decision: 'approved' })).data).toMatchObject({ verification: 'approved' });
  });

  test('a profile change by an operator obeys the rules for performers and is audited', async () => {
    const [performer, other] = [await signUpPerformer(testHost), await signUpPerformer(testHost, undefined, 'pending')];
    const changes = { bio: 'Tidied', monthlyPrice: 12.5, isFeatured: true };
    expect((await change(performer.id, { ...changes, verification: 'none' })).errorBody).toMatchObject({
      error: 'invalid_request',
      issues: [{ path: 'verification' }],
    });
    const { data } = await change(performer.id, changes);
    expect(data).toMatchObject({ bio: 'Tidied', monthlyPrice: 12.5, isFeatured: true, verification: 'approved' });
    expect(await lastEntry()).toMatchObject({
      action: 'performers.change',
      before: { bio: '', monthlyPrice: 9.99, isFeatured: false },
      after: { bio: 'Tidied', monthlyPrice: 12.5, isFeatured: true },
    });
    expect((await change(performer.id, { monthlyPrice: 300.01 })).errorBody.error).toBe('price_out_of_range');
    expect((await change(other.id, { dateOfBirth: '2020-01-01' })).errorBody.error).toBe('under_age');
    expect((await change(performer.id, { username: other.username })).errorBody.error).toBe('username_taken');
    expect((await change(performer.id, { email: other.email })).errorBody.error).toBe('email_taken');
    expect((await change(performer.id, { username: 'admin' })).errorBody.error).toBe('username_reserved');
    expect((await change(performer.id, { country: 'ZZ' })).errorBody.error).toBe('country_unknown');
  });
});

describe('the mail outbox', () => {
  test('lists mails without their text, and audits who opens one', async () => {
    const fan = await signUpFan(testHost);
    const search = (query: object) => testHost.call('GET /admin/mails/search', { query }, { token });
    const { data } = await search({ to: fan.email.toUpperCase(), template: 'verify-email' });
    expect(data.data).toHaveLength(1);
    expect(data.data[0]).not.toHaveProperty('text');
    expect((await search({ q: 'confirm', template: 'test' })).data.total).toBe(0);
    const id = data.data[0]?._id ?? '';
    const mail = await testHost.call('GET /admin/mails/:id', { params: { id } }, { token });
    expect(mail.data.text).toContain('http');
    expect(await lastEntry()).toMatchObject({ action: 'mails.read', targetId: id, after: { to: fan.email } });
    expect((await testHost.call('GET /admin/mails/:id', { params: { id: testHost.ctx.random.id() } }, { token })).errorBody.error).toBe(
      'mail_not_found',
    );
  });
});

test('an account over its quota cannot upload a site image', async () => {
  await testHost.ctx.db.insert(files).values({
    id: testHost.ctx.random.id(),
    ownerId: operatorId,
    type: 'site-image',
    name: 'full',
    mimeType: 'image/webp',
    size: limits.quota_bytes,
    status: 'finished',
    variants: [],
    createdAt: testHost.clock.now(),
  });
  const { errorBody } = await testHost.call(
    'POST /admin/settings/images/upload',
    { body: { key: 'logo' }, files: { file: await sampleImage() } },
    { token },
  );
  expect(errorBody.error).toBe('quota_exceeded');
});
