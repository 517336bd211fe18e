import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { accounts, identities } from '@server/platform/db/schema/accounts';
import { openGoogleStandIn, type GoogleStandIn } from '../../../tests/kit/stand-ins/google';
import { mailedToken } from '../../../tests/kit/host/mails';
import { password, signUpFan } from '../../../tests/kit/people/people';
import { setSettings } from '../../../tests/kit/host/site-settings';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let google: GoogleStandIn;
beforeAll(async () => {
  google = await openGoogleStandIn();
  testHost = await openTestHost(google.environment);
});
afterAll(async () => {
  await testHost.close();
  await google.close();
});

const signIn = async (tokenId: string, more: { role?: 'user' | 'performer'; nonce?: string } = {}) =>
  testHost.call('POST /auth/google/login', { body: { tokenId, nonce: 'nonce', ...more } });
const me = async (token: string) => (await testHost.call('GET /users/me', {}, { token })).data;
let count = 0;
const newGoogleUser = (): { sub: string; email: string } => {
  count += 1;
  return { sub: `google-${String(count)}`, email: `google${String(count)}@example.com` };
};

describe('signing in with an ID token', () => {
  it('creates an account the first time and finds it by subject from then on, whatever its address', async () => {
    const person = newGoogleUser();
    const first = await signIn(await google.idToken({ ...person, name: 'Gwen' }));
    const account = await me(first.data.token);
    expect(account).toMatchObject({
      name: 'Gwen',
      email: person.email,
      isEmailVerified: true,
      username: null,
      googleConnected: true,
      hasPassword: false,
      role: 'user',
    });
    const again = await signIn(await google.idToken({ ...person, email: 'elsewhere@example.com' }));
    expect(await me(again.data.token)).toMatchObject({ _id: account._id, email: person.email });
  });

  it('creates an unapproved performer and never changes the role later', async () => {
    const person = newGoogleUser();
    const { data } = await signIn(await google.idToken(person), { role: 'performer' });
    expect(await me(data.token)).toMatchObject({ role: 'performer', isPerformer: true, verification: 'none' });
    const again = await signIn(await google.idToken(person), { role: 'user' });
    expect(await me(again.data.token)).toMatchObject({ role: 'performer' });
    expect(
      (
        await testHost.call('POST /auth/google/login', {
          body: { tokenId: await google.idToken(person), nonce: 'nonce', role: 'operator' as never },
        })
      ).status,
    ).toBe(400);
  });

  it('rejects ID tokens with another audience, issuer, nonce or key, and expired or malformed ones', async () => {
    const person = newGoogleUser();
    const now_s = Math.floor(Date.now() / 1000);
    const invalidTokens = [
      await google.idToken({ ...person, aud: 'another-site' }),
      await google.idToken({ ...person, iss: 'https://accounts.example.com' }),
      await google.idToken({ ...person, nonce: 'of another browser' }),
      await google.idToken({ ...person, nonce: undefined }),
      await google.idToken(person, google.foreignKey),
      await google.idToken({ ...person, iat: now_s - 7200, exp: now_s - 3600 }),
      `${(await google.idToken(person)).slice(0, -6)}AAAAAA`,
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ ...person, iss: google.issuer, nonce: 'nonce' })).toString('base64url')}.`,
      'not a token',
    ];
    for (const tokenId of invalidTokens) {
      const { status, errorBody } = await signIn(tokenId);
      expect([status, errorBody.error]).toEqual([422, 'social_login_failed']);
    }
    expect(await testHost.ctx.db.$count(identities, eq(identities.subject, person.sub))).toBe(0);
  });

  it('accepts each token once', async () => {
    const token = await google.idToken(newGoogleUser());
    const responses = await Promise.all([signIn(token), signIn(token), signIn(token)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });

  it('creates one account for simultaneous first sign-ins by one person', async () => {
    const person = newGoogleUser();
    const responses = await Promise.all(Array.from({ length: 6 }, async () => signIn(await google.idToken(person))));
    expect(responses.map(({ status }) => status)).toEqual(Array<number>(6).fill(200));
    expect(await testHost.ctx.db.$count(accounts, eq(accounts.email, person.email))).toBe(1);
  });
});

describe('an account with the same address', () => {
  it('is linked if both sides have verified the address, and keeps its password', async () => {
    const fan = await signUpFan(testHost);
    await testHost.call('POST /auth/email-verification/confirm', {
      body: { token: await mailedToken(testHost, fan.email, 'verify-email') },
    });
    const { data } = await signIn(await google.idToken({ ...newGoogleUser(), email: fan.email.toUpperCase() }));
    expect(await me(data.token)).toMatchObject({ _id: fan.id, googleConnected: true, hasPassword: true });
    expect((await testHost.call('GET /users/me', {}, { token: fan.token })).status).toBe(200);
  });

  it('loses every sign-in method that was set up before its address was verified', async () => {
    const unverifiedAccount = await signUpFan(testHost);
    await testHost.ctx.db
      .insert(identities)
      .values({ provider: 'twitter', subject: unverifiedAccount.id, accountId: unverifiedAccount.id, createdAt: testHost.clock.now() });
    const { data } = await signIn(await google.idToken({ ...newGoogleUser(), email: unverifiedAccount.email }));
    expect(await me(data.token)).toMatchObject({
      _id: unverifiedAccount.id,
      isEmailVerified: true,
      hasPassword: false,
      twitterConnected: false,
      googleConnected: true,
    });
    expect((await testHost.call('GET /users/me', {}, { token: unverifiedAccount.token })).errorBody.error).toBe('session_ended');
    expect((await testHost.call('POST /auth/login', { body: { username: unverifiedAccount.username, password } })).errorBody.error).toBe(
      'invalid_credentials',
    );
  });

  it('is not linked if Google has not verified the address', async () => {
    const fan = await signUpFan(testHost);
    for (const email_verified of [false, undefined]) {
      const { data } = await signIn(await google.idToken({ ...newGoogleUser(), email: fan.email, email_verified }));
      const account = await me(data.token);
      expect(account._id).not.toBe(fan.id);
      expect(account.email).toBeNull();
    }
  });

  it('is rejected while it is suspended', async () => {
    const [fan, person] = [await signUpFan(testHost), newGoogleUser()];
    await testHost.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, fan.id));
    expect((await signIn(await google.idToken({ ...person, email: fan.email }))).errorBody.error).toBe('account_suspended');
    await testHost.ctx.db
      .insert(identities)
      .values({ provider: 'google', subject: person.sub, accountId: fan.id, createdAt: testHost.clock.now() });
    expect((await signIn(await google.idToken(person))).errorBody.error).toBe('account_suspended');
  });
});

describe('signing in with an authorization code', () => {
  const codeVerifier = 'a-verifier-that-only-this-browser-knows-0123456789';
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
  const redirectUri = 'http://localhost:3000/auth/google/callback';
  const exchange = (changes: object = {}) =>
    testHost.call('POST /auth/google/token', { body: { code: 'none', redirectUri, codeVerifier, nonce: 'nonce', ...changes } });

  it('sends the browser to the issuer with state, nonce and challenge', async () => {
    const { data } = await testHost.call('POST /auth/google/start', {
      body: { redirectUri, state: 'state', nonce: 'nonce', codeChallenge },
    });
    const url = new URL(data.url);
    expect(url.origin + url.pathname).toBe(`${google.issuer}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      state: 'state',
      nonce: 'nonce',
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
      redirect_uri: redirectUri,
      response_type: 'code',
    });
  });

  it('exchanges a code once, only for the browser that started the sign-in', async () => {
    const person = newGoogleUser();
    const grant = { idToken: await google.idToken(person), redirectUri, codeChallenge };
    const code = google.code(grant);
    expect((await exchange({ code })).status).toBe(200);
    expect((await exchange({ code })).errorBody.error).toBe('social_login_failed');
    expect((await exchange({ code: google.code(grant), codeVerifier: 'x'.repeat(50) })).errorBody.error).toBe('social_login_failed');
    const other = google.code({ ...grant, idToken: await google.idToken(newGoogleUser()) });
    expect((await exchange({ code: other, nonce: 'another' })).errorBody.error).toBe('social_login_failed');
  });

  it('is rejected while the account is suspended', async () => {
    const person = newGoogleUser();
    const grant = { redirectUri, codeChallenge };
    const { data } = await exchange({ code: google.code({ ...grant, idToken: await google.idToken(person) }) });
    await testHost.ctx.db
      .update(accounts)
      .set({ status: 'suspended' })
      .where(eq(accounts.id, (await me(data.token))._id));
    testHost.clock.advance({ seconds: 1 });
    const again = await exchange({ code: google.code({ ...grant, idToken: await google.idToken(person) }) });
    expect(again.errorBody.error).toBe('account_suspended');
  });

  it('rejects callback URLs of other sites', async () => {
    for (const foreign of ['https://evil.example/callback', 'http://localhost.evil.example:3000/', 'http://localhost:3001/callback']) {
      expect((await exchange({ redirectUri: foreign })).errorBody.error).toBe('callback_not_allowed');
      expect(
        (await testHost.call('POST /auth/google/start', { body: { redirectUri: foreign, state: 's', nonce: 'n', codeChallenge } }))
          .errorBody.error,
      ).toBe('callback_not_allowed');
    }
  });

  it('rejects an issuer whose metadata names another issuer', async () => {
    const foreignIssuer = await openGoogleStandIn('https://accounts.google.com');
    const misconfigured = await openTestHost(foreignIssuer.environment);
    try {
      const response = await misconfigured.call('POST /auth/google/start', {
        body: { redirectUri, state: 's', nonce: 'n', codeChallenge },
      });
      expect([response.status, response.errorBody.error]).toEqual([503, 'service_unavailable']);
    } finally {
      await misconfigured.close();
      await foreignIssuer.close();
    }
  });

  it('reports when Google is unreachable and when it is disabled', async () => {
    google.setUnavailable(true);
    const unavailable = await exchange();
    expect([unavailable.status, unavailable.errorBody.error]).toEqual([503, 'service_unavailable']);
    expect(unavailable.headers.get('retry-after')).not.toBeNull();
    google.setUnavailable(false);
    await setSettings(testHost, { googleLoginEnabled: false });
    const responses = [
      await exchange(),
      await signIn(await google.idToken(newGoogleUser())),
      await testHost.call('POST /auth/google/start', { body: { redirectUri, state: 's', nonce: 'n', codeChallenge } }),
    ];
    expect(responses.map(({ errorBody }) => errorBody.error)).toEqual(Array(3).fill('provider_disabled'));
    await setSettings(testHost, { googleLoginEnabled: true });
  });
});
