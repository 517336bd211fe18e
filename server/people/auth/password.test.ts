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
const removePassword = (id: string) => testHost.ctx.db.update(accounts).set({ passwordHash: null }).where(eq(accounts.id, id));
const requestResetToken = async (email: string, earlierMails = 0): Promise<string> => {
  await forgot(email);
  await eventually(async () => {
    expect(await mailsTo(testHost, email, 'reset-password')).toHaveLength(earlierMails + 1);
  });
  return mailedToken(testHost, email, 'reset-password');
};

describe('changing the password', () => {
  it('ends every other session, keeps this one, and notifies the owner', async () => {
    const fan = await signUpFan(testHost);
    const other = (await logIn(fan.username, password)).data.token;
    expect((await change(fan.token, { password: newPassword, currentPassword: password, source: 'user' })).data).toEqual({ updated: true });
    expect((await testHost.call('GET /users/me', {}, { token: other })).errorBody.error).toBe('session_ended');
    expect((await testHost.call('GET /users/me', {}, { token: fan.token })).status).toBe(200);
    expect((await logIn(fan.username, password)).errorBody.error).toBe('invalid_credentials');
    expect((await logIn(fan.username, newPassword)).status).toBe(200);
    expect(await mailsTo(testHost, fan.email, 'password-changed')).toHaveLength(1);
  });

  it('rejects a wrong or missing current password, common passwords, and requests for the other kind of account', async () => {
    const [fan, performer] = [await signUpFan(testHost), await signUpPerformer(testHost)];
    const errorOf = async (token: string, body: Parameters<typeof change>[1]) => (await change(token, body)).errorBody.error;
    expect(await errorOf(fan.token, { password: newPassword })).toBe('wrong_password');
    expect(await errorOf(fan.token, { password: newPassword, currentPassword: 'wrong one' })).toBe('wrong_password');
    expect(await errorOf(fan.token, { password: 'qwertyuiop', currentPassword: password })).toBe('password_too_common');
    expect(await errorOf(fan.token, { password: `${fan.username}2020`, currentPassword: password })).toBe('password_too_common');
    expect(await errorOf(fan.token, { password: newPassword, currentPassword: password, source: 'performer' })).toBe('wrong_account_kind');
    expect(await errorOf(performer.token, { password: newPassword, currentPassword: password, source: 'user' })).toBe('wrong_account_kind');
    expect((await logIn(fan.username, password)).status).toBe(200);
  });

  it('succeeds for one of two simultaneous changes', async () => {
    const fan = await signUpFan(testHost);
    const responses = await Promise.all(
      ['first new password', 'second new password'].map((suppliedPassword) =>
        change(fan.token, { password: suppliedPassword, currentPassword: password }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('sets a first password without the current one, but only shortly after signing in', async () => {
    const fan = await signUpFan(testHost);
    await removePassword(fan.id);
    testHost.clock.advance({ minutes: 11 });
    expect((await change(fan.token, { password: newPassword })).errorBody.error).toBe('reauthentication_required');
    const again = await signUpFan(testHost);
    await removePassword(again.id);
    expect((await change(again.token, { password: newPassword })).status).toBe(200);
    expect((await logIn(again.username, newPassword)).status).toBe(200);
  });
});

describe('a forgotten password', () => {
  it('gets the same response for known and unknown addresses, and only the known one gets a mail', async () => {
    const fan = await signUpFan(testHost);
    const [unknown, known] = [await forgot('nobody@example.com'), await forgot(fan.email)];
    expect(unknown.data).toEqual({ sent: true });
    expect(known.data).toEqual(unknown.data);
    await eventually(async () => {
      expect(await mailsTo(testHost, fan.email, 'reset-password')).toHaveLength(1);
    });
    expect(await mailsTo(testHost, 'nobody@example.com', 'reset-password')).toHaveLength(0);
  });

  it('is reset by the mailed link, once; every session ends and the address counts as confirmed', async () => {
    const fan = await signUpFan(testHost);
    await testHost.ctx.db
      .insert(identities)
      .values({ provider: 'twitter', subject: fan.id, accountId: fan.id, createdAt: testHost.clock.now() });
    const token = await requestResetToken(fan.email);
    expect(JSON.stringify(await testHost.ctx.db.select().from(mailedLinks))).not.toContain(token);
    expect((await reset(token, 'iloveyou1')).errorBody.error).toBe('password_too_common');
    expect((await reset(token, `${fan.username}12345`)).errorBody.error).toBe('password_too_common');
    expect((await reset(token)).data).toEqual({ updated: true });
    expect((await reset(token)).errorBody.error).toBe('link_invalid');
    expect((await testHost.call('GET /users/me', {}, { token: fan.token })).errorBody.error).toBe('session_ended');
    const { data } = await logIn(fan.username, newPassword);
    const me = await testHost.call('GET /users/me', {}, { token: data.token });
    // The address was unconfirmed before, so other sign-in methods were removed.
    expect(me.data).toMatchObject({ isEmailVerified: true, twitterConnected: false });
    expect(await mailsTo(testHost, fan.email, 'password-changed')).toHaveLength(1);
  });

  it('is not reset by a link that is expired, replaced by a newer one, or mailed for another purpose', async () => {
    const fan = await signUpFan(testHost);
    const first = await requestResetToken(fan.email);
    testHost.clock.advance({ minutes: 2 });
    const second = await requestResetToken(fan.email, 1);
    expect((await reset(first)).errorBody.error).toBe('link_invalid');
    expect((await reset(await mailedToken(testHost, fan.email, 'verify-email'))).errorBody.error).toBe('link_invalid');
    testHost.clock.advance({ minutes: 61 });
    expect((await reset(second)).errorBody.error).toBe('link_invalid');
    expect((await reset('made-up')).errorBody.error).toBe('link_invalid');
  });

  it('gets one mail within the resend interval', async () => {
    const fan = await signUpFan(testHost);
    await requestResetToken(fan.email);
    await forgot(fan.email);
    const later = await signUpFan(testHost);
    await requestResetToken(later.email);
    expect(await mailsTo(testHost, fan.email, 'reset-password')).toHaveLength(1);
  });
});

describe('reauthenticating', () => {
  it('lasts ten minutes and requires the password', async () => {
    const fan = await signUpFan(testHost);
    const wrong = await testHost.call('POST /auth/reauthenticate', { body: { password: 'wrong one' } }, { token: fan.token });
    expect(wrong.errorBody.error).toBe('wrong_password');
    const { data } = await testHost.call('POST /auth/reauthenticate', { body: { password } }, { token: fan.token });
    const left_ms = Date.parse(data.until) - testHost.clock.now().getTime();
    expect(left_ms).toBeGreaterThan(590_000);
    expect(left_ms).toBeLessThanOrEqual(600_000);
  });
});
