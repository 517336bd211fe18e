import { eq } from 'drizzle-orm';
import { accounts, identities, pendingSocialSignIns } from '@server/platform/db/schema/accounts';
import { wordFilters } from '@server/platform/db/schema/site';
import { setSettings } from '../../../tests/kit/host/site-settings';
import { openTwitterStandIn, type TwitterStandIn } from '../../../tests/kit/stand-ins/twitter';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let twitter: TwitterStandIn;
beforeAll(async () => {
  twitter = await openTwitterStandIn();
  testHost = await openTestHost(twitter.environment);
});
afterAll(async () => {
  await testHost.close();
  await twitter.close();
});

const callbackUrl = "http://localhost:3000/auth/twitter/callback?from=the site's own page";
const begin = (url = callbackUrl) => testHost.call('POST /auth/twitter/login', { body: { callbackUrl: url } });
const finish = (body: { oauthToken: string; oauthTokenSecret: string; oauthVerifier: string; role?: 'user' | 'performer' }) =>
  testHost.call('POST /auth/twitter/callback', { body });
let count = 0;
const newProfile = (): { id_str: string; name: string } => ({ id_str: String((count += 1)), name: 'Tess' });
const authorizedCallback = async (person = newProfile()) => {
  const { data } = await begin();
  return {
    oauthToken: data.oauthToken,
    oauthTokenSecret: data.oauthTokenSecret,
    oauthVerifier: twitter.authorize(data.oauthToken, person),
  };
};
const me = async (token: string) => (await testHost.call('GET /users/me', {}, { token })).data;

describe('signing in with Twitter', () => {
  it('sends the browser to Twitter and does not store the token of the attempt in plain text', async () => {
    const { data } = await begin();
    expect(data.url).toBe(`${twitter.apiBase}/oauth/authorize?oauth_token=${data.oauthToken}`);
    expect(twitter.callbackOf(data.oauthToken)).toBe(callbackUrl);
    expect(Buffer.from(data.oauthTokenSecret, 'base64url').toString()).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
    expect(await testHost.ctx.db.$count(pendingSocialSignIns, eq(pendingSocialSignIns.token, data.oauthToken))).toBe(0);
  });

  it('creates an account of the requested role, finds it again, and never changes the role', async () => {
    const person = newProfile();
    const first = await finish({ ...(await authorizedCallback(person)), role: 'performer' });
    const account = await me(first.data.token);
    expect(account).toMatchObject({
      name: 'Tess',
      role: 'performer',
      verification: 'none',
      username: null,
      email: null,
      twitterConnected: true,
      hasPassword: false,
    });
    const again = await finish({ ...(await authorizedCallback({ ...person, name: 'Renamed' })), role: 'user' });
    expect(await me(again.data.token)).toMatchObject({ _id: account._id, role: 'performer', name: 'Tess' });
  });

  it('does not adopt a name with a blocked word', async () => {
    const word = { text: 'Badword', match: 'word' as const };
    await testHost.ctx.db.insert(wordFilters).values(word);
    await testHost.ctx.words.reload();
    const { data } = await finish(await authorizedCallback({ ...newProfile(), name: 'Tess B.a.d.w.o.r.d' }));
    expect(await me(data.token)).toMatchObject({ name: 'New member' });
    await testHost.ctx.db.delete(wordFilters);
    await testHost.ctx.words.reload();
  });

  it('can be completed once, within 15 minutes, in the browser that started it', async () => {
    const usedCallback = await authorizedCallback();
    expect((await finish(usedCallback)).status).toBe(200);
    const [late, one, other] = [await authorizedCallback(), await authorizedCallback(), await authorizedCallback()];
    const invalidCallbacks = [
      usedCallback,
      { ...one, oauthTokenSecret: other.oauthTokenSecret },
      { ...one, oauthTokenSecret: 'AAAA' },
      { ...one, oauthToken: 'made-up' },
      { ...one, oauthVerifier: other.oauthVerifier },
      one,
    ];
    for (const body of invalidCallbacks) {
      const { status, errorBody } = await finish(body);
      expect([status, errorBody.error]).toEqual([422, 'social_login_failed']);
    }
    testHost.clock.advance({ minutes: 16 });
    expect((await finish(late)).errorBody.error).toBe('social_login_failed');
  });

  it('is rejected while the account is suspended', async () => {
    const person = newProfile();
    await finish(await authorizedCallback(person));
    const [identity] = await testHost.ctx.db.select().from(identities).where(eq(identities.subject, person.id_str));
    await testHost.ctx.db
      .update(accounts)
      .set({ status: 'suspended' })
      .where(eq(accounts.id, identity?.accountId ?? ''));
    expect((await finish(await authorizedCallback(person))).errorBody.error).toBe('account_suspended');
  });

  it('rejects callback URLs of other sites', async () => {
    for (const foreign of ['https://evil.example/', 'http://localhost:3000@evil.example/', 'http://localhost:3001/'])
      expect((await begin(foreign)).errorBody.error).toBe('callback_not_allowed');
  });

  it('reports when Twitter is unreachable and when it is disabled', async () => {
    const callback = await authorizedCallback();
    twitter.setUnavailable(true);
    expect([(await begin()).errorBody.error, (await finish(callback)).errorBody.error]).toEqual([
      'service_unavailable',
      'service_unavailable',
    ]);
    twitter.setUnavailable(false);
    await setSettings(testHost, { twitterLoginEnabled: false });
    expect([(await begin()).errorBody.error, (await finish(callback)).errorBody.error]).toEqual(['provider_disabled', 'provider_disabled']);
    await setSettings(testHost, { twitterLoginEnabled: true });
  });
});

it('social sign-in is rejected on a site without API keys', async () => {
  const withoutKeys = await openTestHost();
  try {
    expect((await withoutKeys.call('POST /auth/twitter/login', { body: { callbackUrl } })).errorBody.error).toBe('provider_disabled');
    expect((await withoutKeys.call('POST /auth/google/login', { body: { tokenId: 'x', nonce: 'x' } })).errorBody.error).toBe(
      'provider_disabled',
    );
  } finally {
    await withoutKeys.close();
  }
});
