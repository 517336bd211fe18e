import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { accounts, identities } from '@server/platform/db/schema/schema';
import { openGoogleStandIn, type GoogleStandIn } from '../../../tests/kit/stand-ins/google';
import { mailedToken } from '../../../tests/support/outbox';
import { password, signUpFan } from '../../../tests/kit/people/people';
import { setSettings } from '../../../tests/support/site-settings';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let google: GoogleStandIn;
beforeAll(async () => {
  google = await openGoogleStandIn();
  world = await openWorld(google.environment);
});
afterAll(async () => {
  await world.close();
  await google.close();
});

const signIn = async (tokenId: string, more: { role?: 'user' | 'performer'; nonce?: string } = {}) =>
  world.call('POST /auth/google/login', { body: { tokenId, nonce: 'nonce', ...more } });
const me = async (token: string) => (await world.call('GET /users/me', {}, { token })).data;
let count = 0;
const fresh = (): { sub: string; email: string } => {
  count += 1;
  return { sub: `google-${String(count)}`, email: `google${String(count)}@example.com` };
};

describe('signing in with a token of identity', () => {
  it('makes an account the first time, and finds it by the id ever after, whatever its address is then', async () => {
    const person = fresh();
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

  it('makes a performer without approval, and never changes a role later', async () => {
    const person = fresh();
    const { data } = await signIn(await google.idToken(person), { role: 'performer' });
    expect(await me(data.token)).toMatchObject({ role: 'performer', isPerformer: true, verification: 'none' });
    const again = await signIn(await google.idToken(person), { role: 'user' });
    expect(await me(again.data.token)).toMatchObject({ role: 'performer' });
    expect(
      (
        await world.call('POST /auth/google/login', {
          body: { tokenId: await google.idToken(person), nonce: 'nonce', role: 'operator' as never },
        })
      ).status,
    ).toBe(400);
  });

  it('refuses tokens of other audiences, issuers, nonces and keys, expired and damaged ones', async () => {
    const person = fresh();
    const now_s = Math.floor(Date.now() / 1000);
    const bad = [
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
    for (const tokenId of bad) {
      const { status, refusal } = await signIn(tokenId);
      expect([status, refusal.error]).toEqual([422, 'social_login_failed']);
    }
    expect(await world.ctx.db.$count(identities, eq(identities.subject, person.sub))).toBe(0);
  });

  it('takes each token once', async () => {
    const token = await google.idToken(fresh());
    const answers = await Promise.all([signIn(token), signIn(token), signIn(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });

  it('makes one account for one person who comes twice at once', async () => {
    const person = fresh();
    const answers = await Promise.all(Array.from({ length: 6 }, async () => signIn(await google.idToken(person))));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(6).fill(200));
    expect(await world.ctx.db.$count(accounts, eq(accounts.email, person.email))).toBe(1);
  });
});

describe('an address that has an account already', () => {
  it('joins it when both sides have proved it, and the password stays', async () => {
    const fan = await signUpFan(world);
    await world.call('POST /auth/email-verification/confirm', { body: { token: await mailedToken(world, fan.email, 'verify-email') } });
    const { data } = await signIn(await google.idToken({ ...fresh(), email: fan.email.toUpperCase() }));
    expect(await me(data.token)).toMatchObject({ _id: fan.id, googleConnected: true, hasPassword: true });
    expect((await world.call('GET /users/me', {}, { token: fan.token })).status).toBe(200);
  });

  it('first loses every way in that was made without proving it', async () => {
    const squatter = await signUpFan(world);
    await world.ctx.db
      .insert(identities)
      .values({ provider: 'twitter', subject: squatter.id, accountId: squatter.id, createdAt: world.clock.now() });
    const { data } = await signIn(await google.idToken({ ...fresh(), email: squatter.email }));
    expect(await me(data.token)).toMatchObject({
      _id: squatter.id,
      isEmailVerified: true,
      hasPassword: false,
      twitterConnected: false,
      googleConnected: true,
    });
    expect((await world.call('GET /users/me', {}, { token: squatter.token })).refusal.error).toBe('session_ended');
    expect((await world.call('POST /auth/login', { body: { username: squatter.username, password } })).refusal.error).toBe(
      'invalid_credentials',
    );
  });

  it('is not taken over by an address that Google has not proved', async () => {
    const fan = await signUpFan(world);
    for (const email_verified of [false, undefined]) {
      const { data } = await signIn(await google.idToken({ ...fresh(), email: fan.email, email_verified }));
      const account = await me(data.token);
      expect(account._id).not.toBe(fan.id);
      expect(account.email).toBeNull();
    }
  });

  it('opens nothing while the account is suspended', async () => {
    const [fan, person] = [await signUpFan(world), fresh()];
    await world.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, fan.id));
    expect((await signIn(await google.idToken({ ...person, email: fan.email }))).refusal.error).toBe('account_suspended');
    await world.ctx.db
      .insert(identities)
      .values({ provider: 'google', subject: person.sub, accountId: fan.id, createdAt: world.clock.now() });
    expect((await signIn(await google.idToken(person))).refusal.error).toBe('account_suspended');
  });
});

describe('signing in with a code', () => {
  const codeVerifier = 'a-verifier-that-only-this-browser-knows-0123456789';
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
  const redirectUri = 'http://localhost:3000/auth/google/callback';
  const exchange = (changes: object = {}) =>
    world.call('POST /auth/google/token', { body: { code: 'none', redirectUri, codeVerifier, nonce: 'nonce', ...changes } });

  it('sends the browser to the issuer with what it keeps for the way back', async () => {
    const { data } = await world.call('POST /auth/google/start', { body: { redirectUri, state: 'state', nonce: 'nonce', codeChallenge } });
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

  it('exchanges it once, for the browser that began', async () => {
    const person = fresh();
    const grant = { idToken: await google.idToken(person), redirectUri, codeChallenge };
    const code = google.code(grant);
    expect((await exchange({ code })).status).toBe(200);
    expect((await exchange({ code })).refusal.error).toBe('social_login_failed');
    expect((await exchange({ code: google.code(grant), codeVerifier: 'x'.repeat(50) })).refusal.error).toBe('social_login_failed');
    const other = google.code({ ...grant, idToken: await google.idToken(fresh()) });
    expect((await exchange({ code: other, nonce: 'another' })).refusal.error).toBe('social_login_failed');
  });

  it('opens nothing while the account is suspended', async () => {
    const person = fresh();
    const grant = { redirectUri, codeChallenge };
    const { data } = await exchange({ code: google.code({ ...grant, idToken: await google.idToken(person) }) });
    await world.ctx.db
      .update(accounts)
      .set({ status: 'suspended' })
      .where(eq(accounts.id, (await me(data.token))._id));
    world.clock.advance({ seconds: 1 });
    const again = await exchange({ code: google.code({ ...grant, idToken: await google.idToken(person) }) });
    expect(again.refusal.error).toBe('account_suspended');
  });

  it('goes nowhere but back to the site', async () => {
    for (const foreign of ['https://evil.example/callback', 'http://localhost.evil.example:3000/', 'http://localhost:3001/callback']) {
      expect((await exchange({ redirectUri: foreign })).refusal.error).toBe('callback_not_allowed');
      expect(
        (await world.call('POST /auth/google/start', { body: { redirectUri: foreign, state: 's', nonce: 'n', codeChallenge } })).refusal
          .error,
      ).toBe('callback_not_allowed');
    }
  });

  it('takes nothing from an issuer that calls itself another', async () => {
    const impostor = await openGoogleStandIn('https://accounts.google.com');
    const misled = await openWorld(impostor.environment);
    try {
      const answer = await misled.call('POST /auth/google/start', { body: { redirectUri, state: 's', nonce: 'n', codeChallenge } });
      expect([answer.status, answer.refusal.error]).toEqual([503, 'service_unavailable']);
    } finally {
      await misled.close();
      await impostor.close();
    }
  });

  it('says when Google is away, and when it is switched off', async () => {
    google.goAway(true);
    const away = await exchange();
    expect([away.status, away.refusal.error]).toEqual([503, 'service_unavailable']);
    expect(away.headers.get('retry-after')).not.toBeNull();
    google.goAway(false);
    await setSettings(world, { googleLoginEnabled: false });
    const answers = [
      await exchange(),
      await signIn(await google.idToken(fresh())),
      await world.call('POST /auth/google/start', { body: { redirectUri, state: 's', nonce: 'n', codeChallenge } }),
    ];
    expect(answers.map(({ refusal }) => refusal.error)).toEqual(Array(3).fill('provider_disabled'));
    await setSettings(world, { googleLoginEnabled: true });
  });
});
