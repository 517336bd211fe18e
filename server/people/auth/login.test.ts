import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { accounts, sessions } from '@server/platform/db/schema/accounts';
import { durationRatio } from '../../../tests/kit/timing/duration-ratio';
import { mailsTo } from '../../../tests/kit/host/mails';
import { password, signUpFan, signUpOperator } from '../../../tests/kit/people/people';
import { setSettings } from '../../../tests/kit/host/site-settings';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { argonHasher } from '../passwords/hasher';

let testHost: TestHost;
beforeAll(async () => {
  // Real hashing cost, because response times are compared.
  testHost = await openTestHost({}, { passwordHasher: argonHasher() });
});
afterAll(() => testHost.close());

const logIn = (username: string, suppliedPassword = password, remember = false, headers: Record<string, string> = {}) =>
  testHost.call('POST /auth/login', { body: { username, password: suppliedPassword, remember } }, { headers });
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('signing in', () => {
  it('accepts a username or email address, in upper or lower case, in either field', async () => {
    const fan = await signUpFan(testHost);
    for (const login of [fan.username, fan.email, fan.username.toUpperCase(), ` ${fan.email.toUpperCase()} `])
      expect((await logIn(login)).status).toBe(200);
    expect((await testHost.call('POST /auth/login', { body: { email: fan.username, password } })).status).toBe(200);
  });

  it('lasts a day, and a year when remembered', async () => {
    const fan = await signUpFan(testHost);
    const [short, long] = [(await logIn(fan.username)).data, (await logIn(fan.username, password, true)).data];
    testHost.clock.advance({ hours: 25 });
    expect((await testHost.call('GET /users/me', {}, { token: short.token })).errorBody.error).toBe('session_ended');
    expect((await testHost.call('GET /users/me', {}, { token: long.token })).status).toBe(200);
    testHost.clock.advance({ days: 363 });
    expect((await testHost.call('GET /users/me', {}, { token: `Bearer ${long.token}` })).status).toBe(200);
    testHost.clock.advance({ days: 2 });
    expect((await testHost.call('GET /users/me', {}, { token: long.token })).errorBody.error).toBe('session_ended');
  });

  it('stores neither the token nor the media cookie in plain text', async () => {
    const fan = await signUpFan(testHost);
    const { data, headers } = await logIn(fan.username);
    const media = /media=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? '';
    const stored = JSON.stringify(await testHost.ctx.db.select().from(sessions).where(eq(sessions.accountId, fan.id)));
    expect(media).not.toBe('');
    expect(data.token).toHaveLength(43);
    expect(stored).not.toContain(data.token);
    expect(stored).not.toContain(media);
    expect(headers.get('set-cookie')).toMatch(/Path=\/media; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
  });

  it('gives the same response for unknown usernames, wrong passwords and accounts without a password', async () => {
    const [fan, passwordless] = [await signUpFan(testHost), await signUpFan(testHost)];
    await testHost.ctx.db.update(accounts).set({ passwordHash: null }).where(eq(accounts.id, passwordless.id));
    const responses = await Promise.all([
      logIn('nobody.at.all'),
      logIn(fan.username, 'wrong password'),
      logIn(passwordless.username),
      logIn(passwordless.username, ' '),
    ]);
    for (const { status, errorBody } of responses) {
      expect(status).toBe(422);
      expect({ ...errorBody, requestId: '' }).toEqual({
        statusCode: 422,
        error: 'invalid_credentials',
        message: 'Incorrect credentials!',
        requestId: '',
      });
    }
  });

  it('takes as long for unknown usernames as for wrong passwords', async () => {
    const fan = await signUpFan(testHost);
    const ratio = await durationRatio(
      25,
      () => logIn('nobody.at.all', 'wrong password'),
      () => logIn(fan.username, 'wrong password'),
    );
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.7);
  });

  it('reveals a suspension only after the correct password', async () => {
    const fan = await signUpFan(testHost);
    await testHost.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, fan.id));
    expect((await logIn(fan.username, 'wrong password')).errorBody.error).toBe('invalid_credentials');
    expect((await logIn(fan.username)).errorBody.error).toBe('account_suspended');
    expect((await testHost.call('GET /users/me', {}, { token: fan.token })).errorBody.error).toBe('account_suspended');
  });

  it('requires a confirmed email address if the site is set so, after the correct password, except for operators', async () => {
    const [fan, operator] = [await signUpFan(testHost), await signUpOperator(testHost)];
    await setSettings(testHost, { requireEmailVerification: true });
    expect((await logIn(fan.username, 'wrong password')).errorBody.error).toBe('invalid_credentials');
    expect((await logIn(fan.username)).errorBody.error).toBe('email_not_verified');
    expect((await logIn(operator.username)).status).toBe(200);
    await setSettings(testHost, { requireEmailVerification: false });
    expect((await logIn(fan.username)).status).toBe(200);
  });

  it('accepts a digest as the password only while browsers are configured to send one', async () => {
    const fan = await signUpFan(testHost);
    expect((await logIn(fan.username, sha256(password))).errorBody.error).toBe('invalid_credentials');
    await setSettings(testHost, { hashPasswordOnClient: true });
    expect((await logIn(fan.username, sha256(password))).status).toBe(200);
    expect((await logIn(fan.username, sha256(password).toUpperCase())).status).toBe(200);
    await setSettings(testHost, { hashPasswordOnClient: false });
    expect((await logIn(fan.username)).status).toBe(200);
  });

  it('mails the owner about a new device, but not about the first', async () => {
    const fan = await signUpFan(testHost);
    const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
    expect(await mailsTo(testHost, fan.email, 'new-sign-in')).toHaveLength(0);
    await logIn(fan.username, password, false, firefox);
    await logIn(fan.username, password, false, firefox);
    const [mail, ...others] = await mailsTo(testHost, fan.email, 'new-sign-in');
    expect(mail?.text).toContain('Firefox on Linux');
    expect(others).toHaveLength(0);
  });
});

describe('too many attempts', () => {
  it('are rejected per username and per IP address, before the password is compared', async () => {
    const strict = await openTestHost({ RATE_LIMIT_FACTOR: '1' });
    try {
      const attempts = async (login: (attempt: number) => string, times: number): Promise<number[]> => {
        const statuses: number[] = [];
        for (let attempt = 0; attempt < times; attempt += 1)
          statuses.push((await strict.call('POST /auth/login', { body: { username: login(attempt), password } })).status);
        return statuses;
      };
      expect(await attempts(() => 'Victim', 11)).toEqual([...Array<number>(10).fill(422), 429]);
      expect((await strict.call('POST /auth/login', { body: { username: 'victim', password } })).headers.get('retry-after')).toMatch(
        /^\d+$/,
      );
      // The twelve attempts above also count for the IP address, including the rejected ones.
      expect((await attempts((attempt) => `other${String(attempt)}`, 21)).filter((status) => status === 429)).toHaveLength(3);
    } finally {
      await strict.close();
    }
  });
});
