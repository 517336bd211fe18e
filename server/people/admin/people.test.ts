/** People, performers and mails in the hands of operators. */
import { desc, eq } from 'drizzle-orm';
import { accounts, auditLog, files, mails, performerDocuments, performers } from '@server/platform/db/schema/schema';
import * as limits from '@contract/kernel/limits';
import { password, signUpFan, signUpOperator, signUpPerformer, somePicture } from '../../../tests/kit/people/people';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let token: string;
let operatorId: string;

beforeAll(async () => {
  world = await openWorld();
  ({ token, id: operatorId } = await signUpOperator(world, 'olga'));
});
afterAll(() => world.close());

const last = async () => (await world.ctx.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0];
const sentTo = async (to: string) =>
  (await world.ctx.db.select({ template: mails.template }).from(mails).where(eq(mails.to, to))).map(({ template }) => template);
const changeUser = (id: string, body: object, by = token) => world.call('PUT /admin/users/:id', { params: { id }, body }, { token: by });
const suspend = (id: string, by = token) =>
  world.call('POST /admin/users/:id/suspend', { params: { id }, body: { reason: 'Spam in messages' } }, { token: by });
const restore = (id: string) => world.call('POST /admin/users/:id/restore', { params: { id } }, { token });

describe('accounts', () => {
  test('are found by name, username and address, and by their filters', async () => {
    const { id } = await signUpFan(world, 'wanda');
    await world.ctx.db.update(accounts).set({ country: 'IS', emailVerifiedAt: world.clock.now() }).where(eq(accounts.id, id));
    const find = async (query: object) =>
      (await world.call('GET /admin/users/search', { query }, { token })).data.data.map(({ username }) => username);
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

  test('show their sessions, never their secrets', async () => {
    const fan = await signUpFan(world);
    const { data } = await world.call('GET /admin/users/:id', { params: { id: fan.id } }, { token });
    expect(data).toMatchObject({ _id: fan.id, email: fan.email, suspension: null, sessions: [{ isCurrent: false }] });
    expect(JSON.stringify(data)).not.toMatch(/argon2|tokenHash|passwordHash/);
    expect((await world.call('GET /admin/users/:id', { params: { id: world.ctx.chance.id() } }, { token })).refusal.error).toBe(
      'user_not_found',
    );
  });

  test('change with an entry that tells before and after', async () => {
    const fan = await signUpFan(world);
    const { data } = await changeUser(fan.id, {
      name: 'Renamed',
      email: 'renamed@example.com',
      isEmailVerified: true,
      country: 'PT',
      passwordHash: 'x',
      balance: 5,
    });
    expect(data).toMatchObject({ name: 'Renamed', email: 'renamed@example.com', isEmailVerified: true, country: 'PT', balance: 0 });
    expect(await last()).toMatchObject({
      actorId: operatorId,
      action: 'users.change',
      targetId: fan.id,
      before: { email: fan.email, isEmailVerified: false, country: null },
      after: { email: 'renamed@example.com', isEmailVerified: true, country: 'PT' },
    });
  });

  test('refuse names and addresses of others, and who does not exist', async () => {
    expect((await changeUser((await signUpFan(world)).id, { country: 'ZZ' })).refusal.error).toBe('country_unknown');
    const [one, other] = [await signUpFan(world), await signUpFan(world)];
    const entries = await world.ctx.db.$count(auditLog);
    expect((await changeUser(one.id, { username: other.username })).refusal.error).toBe('username_taken');
    expect((await changeUser(one.id, { email: other.email })).refusal.error).toBe('email_taken');
    expect((await changeUser(one.id, { username: 'settings' })).refusal.error).toBe('username_reserved');
    for (const refused of [
      await changeUser(world.ctx.chance.id(), {}),
      await suspend(world.ctx.chance.id()),
      await restore(world.ctx.chance.id()),
      await world.call('DELETE /admin/users/:id/sessions', { params: { id: world.ctx.chance.id() } }, { token }),
    ])
      expect(refused.refusal.error).toBe('user_not_found');
    expect(await world.ctx.db.$count(auditLog)).toBe(entries);
  });

  test('a suspension ends sessions at once, tells why, and can be ended', async () => {
    const fan = await signUpFan(world);
    expect((await restore(fan.id)).refusal.error).toBe('already_so');
    const { data } = await suspend(fan.id);
    expect(data).toMatchObject({ status: 'suspended', suspension: { reason: 'Spam in messages' }, sessions: [] });
    expect(await last()).toMatchObject({
      action: 'users.suspend',
      before: { status: 'active' },
      after: { status: 'suspended', suspendedReason: 'Spam in messages' },
    });
    expect((await world.call('GET /users/me', {}, { token: fan.token })).status).toBe(401);
    expect((await world.call('POST /auth/login', { body: { username: fan.username, password } })).refusal.error).toBe('account_suspended');
    expect(await sentTo(fan.email)).toContain('account-suspended');
    expect((await suspend(fan.id)).refusal.error).toBe('already_so');
    expect((await restore(fan.id)).data).toMatchObject({ status: 'active', suspension: null });
    expect((await world.call('POST /auth/login', { body: { username: fan.username, password } })).status).toBe(200);
  });

  test('all sessions of an account can be ended', async () => {
    const fan = await signUpFan(world);
    await world.call('POST /auth/login', { body: { username: fan.username, password } });
    expect((await world.call('DELETE /admin/users/:id/sessions', { params: { id: fan.id } }, { token })).data).toEqual({ ended: 2 });
    expect(await last()).toMatchObject({ action: 'users.end-sessions', after: { ended: 2 } });
    expect((await world.call('GET /users/me', {}, { token: fan.token })).status).toBe(401);
  });

  test('a new role comes with what belongs to it', async () => {
    const fan = await signUpFan(world);
    expect((await changeUser(fan.id, { role: 'performer' })).data).toMatchObject({
      role: 'performer',
      isPerformer: true,
      verification: 'none',
      sessions: [],
    });
    const { data } = await world.call('POST /auth/login', { body: { username: fan.username, password } });
    expect((await world.call('GET /performers/me', {}, { token: data.token })).status).toBe(200);
    await world.ctx.db.update(performers).set({ verification: 'approved' }).where(eq(performers.accountId, fan.id));
    expect((await changeUser(fan.id, { role: 'user' })).data).toMatchObject({ role: 'user', isPerformer: false, verification: null });
    expect((await world.call('GET /performers/:id', { params: { id: fan.id } })).refusal.error).toBe('performer_not_found');
  });

  test('the last operator stays, also when two try to remove each other', async () => {
    expect((await suspend(operatorId)).refusal.error).toBe('last_operator');
    expect((await changeUser(operatorId, { role: 'user' })).refusal.error).toBe('last_operator');
    const second = await signUpOperator(world);
    const outcomes = await Promise.all([suspend(second.id, token), suspend(operatorId, second.token)]);
    const active = await world.ctx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.role, 'operator'));
    expect(active.length).toBe(2);
    expect(outcomes.filter(({ status }) => status === 200).length).toBe(1);
    await world.ctx.db.update(accounts).set({ status: 'active' }).where(eq(accounts.role, 'operator'));
    await world.ctx.db.update(accounts).set({ role: 'user' }).where(eq(accounts.id, second.id));
    ({ token } = (await world.call('POST /auth/login', { body: { username: 'olga', password } })).data as { token: string });
  });

  test('nobody but operators comes here', async () => {
    const fan = await signUpFan(world);
    expect((await changeUser(fan.id, { role: 'operator' }, fan.token)).refusal.error).toBe('forbidden_role');
    expect((await world.call('GET /admin/users/search', {}, { token: fan.token })).refusal.error).toBe('forbidden_role');
  });
});

describe('performers', () => {
  const decide = (id: string, body: object) =>
    world.call('POST /admin/performers/:id/verification', { params: { id }, body: body as never }, { token });
  const change = (id: string, body: object) => world.call('PUT /admin/performers/:id', { params: { id }, body }, { token });

  test('are found whatever their state; papers are opened one by one, and that is noted', async () => {
    const waiting = await signUpPerformer(world, 'wilma', 'pending');
    const search = async (query: object) => (await world.call('GET /admin/performers/search', { query }, { token })).data.data;
    const [listed] = await search({ verification: 'pending', q: 'WILMA', country: 'DE', status: 'active' });
    expect(listed).toMatchObject({
      _id: waiting.id,
      email: waiting.email,
      status: 'active',
      documents: [{ file: { url: null } }, { file: { url: null } }],
    });
    expect(await search({ verification: 'approved', q: 'wilma' })).toEqual([]);
    const { data } = await world.call('GET /admin/performers/:id', { params: { id: waiting.id } }, { token });
    expect(data.documents.map(({ file }) => file.url)).toEqual([
      expect.stringContaining(`viewer=${operatorId}`),
      expect.stringContaining('signature='),
    ]);
    expect(await last()).toMatchObject({ action: 'performers.read-documents', targetId: waiting.id, actorId: operatorId });
    for (const refused of [
      await world.call('GET /admin/performers/:id', { params: { id: operatorId } }, { token }),
      await change(operatorId, {}),
      await decide(operatorId, { decision: 'approved' }),
    ])
      expect(refused.refusal.error).toBe('performer_not_found');
  });

  test('an application is approved or sent back with a note, and its performer is told', async () => {
    const { id, email, username } = await signUpPerformer(world, undefined, 'pending');
    expect((await decide(id, { decision: 'rejected' })).refusal).toMatchObject({ error: 'invalid_request', issues: [{ path: 'note' }] });
    expect((await decide(id, { decision: 'rejected', note: 'Too dark' })).data).toMatchObject({
      verification: 'rejected',
      verificationNote: 'Too dark',
    });
    expect((await decide(id, { decision: 'rejected', note: 'Again' })).refusal.error).toBe('already_so');
    expect((await decide(id, { decision: 'approved' })).data).toMatchObject({
      verification: 'approved',
      verificationNote: null,
      isVerified: true,
    });
    expect(await last()).toMatchObject({
      action: 'performers.verify',
      before: { verification: 'rejected' },
      after: { verification: 'approved' },
    });
    expect((await decide(id, { decision: 'approved' })).refusal.error).toBe('already_so');
    expect(await sentTo(email)).toEqual(expect.arrayContaining(['application-rejected', 'application-approved']));
    expect((await world.call('GET /performers/:id', { params: { id: username } })).status).toBe(200);
  });

  test('nobody is approved without both papers', async () => {
    const { id } = await signUpPerformer(world, undefined, 'pending');
    await world.ctx.db.delete(performerDocuments).where(eq(performerDocuments.performerId, id));
    expect((await decide(id, { decision: 'approved' })).refusal.error).toBe('document_required');
  });

  test('nobody is approved whose age nobody can tell', async () => {
    const { id, token: own } = await signUpPerformer(world, undefined, 'pending');
    await world.ctx.db.update(performers).set({ dateOfBirth: null }).where(eq(performers.accountId, id));
    expect((await decide(id, { decision: 'approved' })).refusal.error).toBe('birth_required');
    await world.call('PUT /performers/:id', { params: { id: 'me' }, body: { dateOfBirth: '1990-05-05' } }, { token: own });
    expect((await decide(id, { decision: 'approved' })).data).toMatchObject({ verification: 'approved' });
  });

  test('a profile changes within the same rules, with an entry', async () => {
    const [performer, other] = [await signUpPerformer(world), await signUpPerformer(world, undefined, 'pending')];
    const { data } = await change(performer.id, { bio: 'Tidied', monthlyPrice: 12.5, isFeatured: true, verification: 'none' });
    expect(data).toMatchObject({ bio: 'Tidied', monthlyPrice: 12.5, isFeatured: true, verification: 'approved' });
    expect(await last()).toMatchObject({
      action: 'performers.change',
      before: { bio: '', monthlyPrice: 9.99, isFeatured: false },
      after: { bio: 'Tidied', monthlyPrice: 12.5, isFeatured: true },
    });
    expect((await change(performer.id, { monthlyPrice: 300.01 })).refusal.error).toBe('price_out_of_range');
    expect((await change(other.id, { dateOfBirth: '2020-01-01' })).refusal.error).toBe('under_age');
    expect((await change(performer.id, { username: other.username })).refusal.error).toBe('username_taken');
    expect((await change(performer.id, { email: other.email })).refusal.error).toBe('email_taken');
    expect((await change(performer.id, { username: 'admin' })).refusal.error).toBe('username_reserved');
    expect((await change(performer.id, { country: 'ZZ' })).refusal.error).toBe('country_unknown');
  });
});

describe('the mail outbox', () => {
  test('shows mails without their text, and opens one with an entry', async () => {
    const fan = await signUpFan(world);
    const search = (query: object) => world.call('GET /admin/mails/search', { query }, { token });
    const { data } = await search({ to: fan.email.toUpperCase(), template: 'verify-email' });
    expect(data.data).toHaveLength(1);
    expect(data.data[0]).not.toHaveProperty('text');
    expect((await search({ q: 'confirm', template: 'test' })).data.total).toBe(0);
    const id = data.data[0]?._id ?? '';
    const mail = await world.call('GET /admin/mails/:id', { params: { id } }, { token });
    expect(mail.data.text).toContain('http');
    expect(await last()).toMatchObject({ action: 'mails.read', targetId: id, after: { to: fan.email } });
    expect((await world.call('GET /admin/mails/:id', { params: { id: world.ctx.chance.id() } }, { token })).refusal.error).toBe(
      'mail_not_found',
    );
  });
});

test('a full account takes no picture of the site', async () => {
  await world.ctx.db.insert(files).values({
    id: world.ctx.chance.id(),
    ownerId: operatorId,
    type: 'site-image',
    name: 'full',
    mimeType: 'image/webp',
    size: limits.quota_bytes,
    status: 'finished',
    variants: [],
    createdAt: world.clock.now(),
  });
  const { refusal } = await world.call(
    'POST /admin/settings/images/upload',
    { body: { key: 'logo' }, files: { file: await somePicture() } },
    { token },
  );
  expect(refusal.error).toBe('quota_exceeded');
});
