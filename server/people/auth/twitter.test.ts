import { eq } from 'drizzle-orm';
import { accounts, identities, socialAttempts, wordFilters } from '@server/platform/db/schema/schema';
import { setSettings } from '../../../tests/support/site-settings';
import { openTwitterStandIn, type TwitterStandIn } from '../../../tests/kit/stand-ins/twitter';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let twitter: TwitterStandIn;
beforeAll(async () => {
  twitter = await openTwitterStandIn();
  world = await openWorld(twitter.environment);
});
afterAll(async () => {
  await world.close();
  await twitter.close();
});

const callbackUrl = "http://localhost:3000/auth/twitter/callback?from=the site's own page";
const begin = (address = callbackUrl) => world.call('POST /auth/twitter/login', { body: { callbackUrl: address } });
const finish = (body: { oauthToken: string; oauthTokenSecret: string; oauthVerifier: string; role?: 'user' | 'performer' }) =>
  world.call('POST /auth/twitter/callback', { body });
let count = 0;
const somebody = (): { id_str: string; name: string } => ({ id_str: String((count += 1)), name: 'Tess' });
const wayBack = async (person = somebody()) => {
  const { data } = await begin();
  return { oauthToken: data.oauthToken, oauthTokenSecret: data.oauthTokenSecret, oauthVerifier: twitter.agree(data.oauthToken, person) };
};
const me = async (token: string) => (await world.call('GET /users/me', {}, { token })).data;

describe('signing in with Twitter', () => {
  it('sends the browser there, and keeps the secret of the attempt sealed', async () => {
    const { data } = await begin();
    expect(data.url).toBe(`${twitter.apiBase}/oauth/authorize?oauth_token=${data.oauthToken}`);
    expect(twitter.callbackOf(data.oauthToken)).toBe(callbackUrl);
    expect(Buffer.from(data.oauthTokenSecret, 'base64url').toString()).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
    expect(await world.ctx.db.$count(socialAttempts, eq(socialAttempts.token, data.oauthToken))).toBe(0);
  });

  it('makes an account of the asked role, finds it again, and never changes the role', async () => {
    const person = somebody();
    const first = await finish({ ...(await wayBack(person)), role: 'performer' });
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
    const again = await finish({ ...(await wayBack({ ...person, name: 'Renamed' })), role: 'user' });
    expect(await me(again.data.token)).toMatchObject({ _id: account._id, role: 'performer', name: 'Tess' });
  });

  it('takes no name over that the site does not want', async () => {
    const word = { text: 'Badword', match: 'word' as const };
    await world.ctx.db.insert(wordFilters).values(word);
    await world.ctx.words.reload();
    const { data } = await finish(await wayBack({ ...somebody(), name: 'Tess B.a.d.w.o.r.d' }));
    expect(await me(data.token)).toMatchObject({ name: 'New member' });
    await world.ctx.db.delete(wordFilters);
    await world.ctx.words.reload();
  });

  it('is finished once, within a quarter of an hour, in the browser that began it', async () => {
    const used = await wayBack();
    expect((await finish(used)).status).toBe(200);
    const [late, one, other] = [await wayBack(), await wayBack(), await wayBack()];
    const bad = [
      used,
      { ...one, oauthTokenSecret: other.oauthTokenSecret },
      { ...one, oauthTokenSecret: 'AAAA' },
      { ...one, oauthToken: 'made-up' },
      { ...one, oauthVerifier: other.oauthVerifier },
      one,
    ];
    for (const body of bad) {
      const { status, refusal } = await finish(body);
      expect([status, refusal.error]).toEqual([422, 'social_login_failed']);
    }
    world.clock.advance({ minutes: 16 });
    expect((await finish(late)).refusal.error).toBe('social_login_failed');
  });

  it('opens nothing while the account is suspended', async () => {
    const person = somebody();
    await finish(await wayBack(person));
    const [identity] = await world.ctx.db.select().from(identities).where(eq(identities.subject, person.id_str));
    await world.ctx.db
      .update(accounts)
      .set({ status: 'suspended' })
      .where(eq(accounts.id, identity?.accountId ?? ''));
    expect((await finish(await wayBack(person))).refusal.error).toBe('account_suspended');
  });

  it('goes nowhere but back to the site', async () => {
    for (const foreign of ['https://evil.example/', 'http://localhost:3000@evil.example/', 'http://localhost:3001/'])
      expect((await begin(foreign)).refusal.error).toBe('callback_not_allowed');
  });

  it('says when Twitter is away, and when it is switched off', async () => {
    const back = await wayBack();
    twitter.goAway(true);
    expect([(await begin()).refusal.error, (await finish(back)).refusal.error]).toEqual(['service_unavailable', 'service_unavailable']);
    twitter.goAway(false);
    await setSettings(world, { twitterLoginEnabled: false });
    expect([(await begin()).refusal.error, (await finish(back)).refusal.error]).toEqual(['provider_disabled', 'provider_disabled']);
    await setSettings(world, { twitterLoginEnabled: true });
  });
});

it('is refused on a site without keys', async () => {
  const plain = await openWorld();
  try {
    expect((await plain.call('POST /auth/twitter/login', { body: { callbackUrl } })).refusal.error).toBe('provider_disabled');
    expect((await plain.call('POST /auth/google/login', { body: { tokenId: 'x', nonce: 'x' } })).refusal.error).toBe('provider_disabled');
  } finally {
    await plain.close();
  }
});
