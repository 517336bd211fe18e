import { eq } from 'drizzle-orm';
import { accounts, identities, mailedLinks } from '@server/platform/db/schema/accounts';
import { eventually } from '../../../tests/kit/timing/eventually';
import { mailedToken, mailsTo } from '../../../tests/kit/host/mails';
import { password, signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost();
  await testHost.ctx.jobs.work(testHost.ctx);
});
afterAll(() => testHost.close());

const newPassword = 'a quite different one';
const logIn = (username: string, suppliedPassword: string) =>
  testHost.call('POST /auth/login', { body: { username, password: suppliedPassword } });
const change = (token: string, body: { password: string; currentPassword?: string; source?: 'user' | 'performer' }) =>
  testHost.call('PUT /auth/users/me/password', { body }, { token });
const forgot = (email: string) => testHost.call('POST /auth/users/forgot', { body: { email } });
const reset = (token: string, suppliedPassword = newPassword) =>
  testHost.call('POST /auth/password-reset', { body: { token, password: suppliedPassword } });
const passwordless = (id: string) => testHost.ctx.db.update(accounts).set({ passwordHash: null }).where(eq(accounts.id, id));
const linkFor = async (email: string, earlier = 0): Promise<string> => {
  await forgot(email);
  await eventually(async () => {
    expect(await mailsTo(testHost, email, 'reset-password')).toHaveLength(earlier + 1);
  });
  return mailedToken(testHost, email, 'reset-password');
};

describe('changing the password', () => {
  it('ends every other session, keeps this one, and notifies the owner', async () => {
    const fan = await signUpFan(testHost);
    const other = (await logIn(fan.username, password)).data.token;
    expect((await change(fan.token, { password: newPassword, currentPassword: password, source: 'user' })).data).toEqual({ updated: true });
    expect((await testHost.call('GET /users/me', {}, { token: other })).refusal.error).toBe('session_ended');
    expect((await testHost.call('GET /users/me', {}, { token: fan.token })).status).toBe(200);
    expect((await logIn(fan.username, password)).refusal.error).toBe('invalid_credentials');
    expect((await logIn(fan.username, newPassword)).status).toBe(200);
    expect(await mailsTo(testHost, fan.email, 'password-changed')).toHaveLength(1);
  });

  it('rejects a wrong or missing current password, common passwords, and the form of the other account kind', async () => {
    const [fan, performer] = [await signUpFan(testHost), await signUpPerformer(testHost)];
    const refused = async (token: string, body: Parameters<typeof change>[1]) => (await change(token, body)).refusal.error;
    expect(await refused(fan.token, { password: newPassword })).toBe('wrong_password');
    expect(await refused(fan.token, { password: newPassword, currentPassword: 'wrong one' })).toBe('wrong_password');
    expect(await refused(fan.token, { password: 'qwertyuiop', currentPassword: password })).toBe('password_too_common');
    expect(await refused(fan.token, { password: `${fan.username}2020`, currentPassword: password })).toBe('password_too_common');
    expect(await refused(fan.token, { password: newPassword, currentPassword: password, source: 'performer' })).toBe('wrong_account_kind');
    expect(await refused(performer.token, { password: newPassword, currentPassword: password, source: 'user' })).toBe('wrong_account_kind');
    expect((await logIn(fan.username, password)).status).toBe(200);
  });

  it('succeeds for one of two simultaneous changes', async () => {
    const fan = await signUpFan(testHost);
    const answers = await Promise.all(
      ['first new password', 'second new password'].map((suppliedPassword) =>
        change(fan.token, { password: suppliedPassword, currentPassword: password }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('sets a first password without the current one, but only shortly after signing in', async () => {
    const fan = await signUpFan(testHost);
    await passwordless(fan.id);
    testHost.clock.advance({ minutes: 11 });
    expect((await change(fan.token, { password: newPassword })).refusal.error).toBe('reauthentication_required');
    const again = await signUpFan(testHost);
    await passwordless(again.id);
    expect((await change(again.token, { password: newPassword })).status).toBe(200);
    expect((await logIn(again.username, newPassword)).status).toBe(200);
  });
});

describe('a forgotten password', () => {
  it('gets the same answer for known and unknown addresses, and only the known one gets a mail', async () => {
    const fan = await signUpFan(testHost);
    const [unknown, known] = [await forgot('nobody@example.com'), await forgot(fan.email)];
    expect(unknown.data).toEqual({ sent: true });
    expect(known.data).toEqual(unknown.data);
    await eventually(async () => {
      expect(await mailsTo(testHost, fan.email, 'reset-password')).toHaveLength(1);
    });
    expect(await mailsTo(testHost, 'nobody@example.com', 'reset-password')).toHaveLength(0);
  });

  it('is reset by the link once; every session ends and the address counts as confirmed', async () => {
    const fan = await signUpFan(testHost);
    await testHost.ctx.db
      .insert(identities)
      .values({ provider: 'twitter', subject: fan.id, accountId: fan.id, createdAt: testHost.clock.now() });
    const token = await linkFor(fan.email);
    expect(JSON.stringify(await testHost.ctx.db.select().from(mailedLinks))).not.toContain(token);
    expect((await reset(token, 'iloveyou1')).refusal.error).toBe('password_too_common');
    expect((await reset(token, `${fan.username}12345`)).refusal.error).toBe('password_too_common');
    expect((await reset(token)).data).toEqual({ updated: true });
    expect((await reset(token)).refusal.error).toBe('link_invalid');
    expect((await testHost.call('GET /users/me', {}, { token: fan.token })).refusal.error).toBe('session_ended');
    const { data } = await logIn(fan.username, newPassword);
    const me = await testHost.call('GET /users/me', {}, { token: data.token });
    // The address was unconfirmed before, so other sign-in methods were removed.
    expect(me.data).toMatchObject({ isEmailVerified: true, twitterConnected: false });
    expect(await mailsTo(testHost, fan.email, 'password-changed')).toHaveLength(1);
  });

  it('has links that expire after an hour, are replaced by newer ones, and work for no other purpose', async () => {
    const fan = await signUpFan(testHost);
    const first = await linkFor(fan.email);
    testHost.clock.advance({ minutes: 2 });
    const second = await linkFor(fan.email, 1);
    expect((await reset(first)).refusal.error).toBe('link_invalid');
    expect((await reset(await mailedToken(testHost, fan.email, 'verify-email'))).refusal.error).toBe('link_invalid');
    testHost.clock.advance({ minutes: 61 });
    expect((await reset(second)).refusal.error).toBe('link_invalid');
    expect((await reset('made-up')).refusal.error).toBe('link_invalid');
  });

  it('sends one mail within the resend interval', async () => {
    const fan = await signUpFan(testHost);
    await linkFor(fan.email);
    await forgot(fan.email);
    const later = await signUpFan(testHost);
    await linkFor(later.email);
    expect(await mailsTo(testHost, fan.email, 'reset-password')).toHaveLength(1);
  });
});

describe('reauthenticating', () => {
  it('lasts ten minutes and requires the password', async () => {
    const fan = await signUpFan(testHost);
    const wrong = await testHost.call('POST /auth/reauthenticate', { body: { password: 'wrong one' } }, { token: fan.token });
    expect(wrong.refusal.error).toBe('wrong_password');
    const { data } = await testHost.call('POST /auth/reauthenticate', { body: { password } }, { token: fan.token });
    const left_ms = Date.parse(data.until) - testHost.clock.now().getTime();
    expect(left_ms).toBeGreaterThan(590_000);
    expect(left_ms).toBeLessThanOrEqual(600_000);
  });
});
