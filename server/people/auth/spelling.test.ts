/** One name, password, address or tag, however a device spells its characters. */
import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { errors } from '@contract/kernel/errors';
import { accounts } from '@server/platform/db/schema/schema';
import { mailsTo } from '../../../tests/support/outbox';
import { password, signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { setSettings } from '../../../tests/support/site-settings';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
afterEach(() => setSettings(world, { hashPasswordOnClient: false }));

const logIn = async (username: string, given: string) =>
  (await world.call('POST /auth/login', { body: { username, password: given } })).status;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('a username', () => {
  const register = (username: string) =>
    world.call('POST /auth/users/register', { body: { email: `${sha256(username).slice(0, 12)}@example.com`, username, password } });

  it.each(['.abc', 'abc.', '...', '---', '-abc', 'abc-', '.-.', '___', '_._'])('%j is refused', async (username) => {
    expect((await register(username)).refusal).toMatchObject({ error: 'invalid_request', issues: [{ path: 'username' }] });
    const { data } = await world.call('GET /auth/username', { query: { username } });
    expect(data).toMatchObject({ isAvailable: false, reason: 'invalid_request' });
  });

  it.each(['a.b-c_d', '_abc_', 'a..b', '1-2'])('%j is taken', async (username) => {
    expect((await register(username)).status).toBe(200);
  });
});

describe('a password', () => {
  const [wrong] = errors.invalid_credentials;
  const spellings = { composed: 'Gr\u00fc\u00dfe aus Z\u00fcrich', decomposed: 'Gru\u0308\u00dfe aus Zu\u0308rich' };
  const change = async (token: string, to: string, from = password) =>
    (await world.call('PUT /auth/users/me/password', { body: { password: to, currentPassword: from } }, { token })).status;

  it('opens the account in each spelling of its characters, wherever it was set', async () => {
    for (const [set, other] of [Object.values(spellings), Object.values(spellings).reverse()]) {
      const fan = await signUpFan(world);
      expect(await change(fan.token, set ?? '')).toBe(200);
      expect([await logIn(fan.username, set ?? ''), await logIn(fan.username, other ?? '')]).toEqual([200, 200]);
      expect(await logIn(fan.username, 'Gru\u0308\u00dfe aus Zurich')).toBe(wrong);
    }
    const fan = await signUpFan(world);
    expect(await change(fan.token, '\uff30assword \u2463 me')).toBe(200);
    expect(await logIn(fan.username, 'Password 4 me')).toBe(200);
  });

  it('whose hash was made of the text as typed opens it as typed, and may be changed', async () => {
    const fan = await signUpFan(world);
    const passwordHash = await world.ctx.passwordHasher.hash(sha256(spellings.decomposed));
    await world.ctx.db.update(accounts).set({ passwordHash }).where(eq(accounts.id, fan.id));
    expect(await logIn(fan.username, spellings.decomposed)).toBe(200);
    expect(await logIn(fan.username, 'Gru\u0308\u00dfe')).toBe(wrong);
    expect(await change(fan.token, spellings.decomposed, spellings.decomposed)).toBe(200);
    expect(await logIn(fan.username, spellings.composed)).toBe(200);
  });

  it('may come as the digests of both spellings, where browsers send digests', async () => {
    const [fan, other] = [await signUpFan(world), await signUpFan(world)];
    const passwordHash = await world.ctx.passwordHasher.hash(sha256(spellings.decomposed));
    await world.ctx.db.update(accounts).set({ passwordHash }).where(eq(accounts.id, fan.id));
    expect(await change(other.token, spellings.composed)).toBe(200);
    const both = sha256(spellings.composed) + sha256(spellings.decomposed);
    expect(await logIn(fan.username, both)).toBe(wrong);
    await setSettings(world, { hashPasswordOnClient: true });
    expect([await logIn(fan.username, both), await logIn(other.username, both)]).toEqual([200, 200]);
    expect(await logIn(fan.username, sha256('another one') + sha256('and another'))).toBe(wrong);
  });

  it('is as long as its composed characters, and as long as is allowed in any spelling', async () => {
    const fan = await signUpFan(world);
    expect(await change(fan.token, 'u\u0308'.repeat(4))).toBe(400);
    const long = '\uac01'.repeat(100);
    expect(await change(fan.token, long)).toBe(200);
    expect(await logIn(fan.username, long.normalize('NFD'))).toBe(200);
  });
});

describe('an address of an international domain', () => {
  const domain = { shown: 'm\u00fcnchen.example', decomposed: 'Mu\u0308nchen.example', stored: 'xn--mnchen-3ya.example' };

  it('is taken, and is one with its form in ASCII', async () => {
    const body = { email: `ada@${domain.shown}`, username: 'ada.of.munich', password };
    const { data, status } = await world.call('POST /auth/users/register', { body });
    expect(status).toBe(200);
    expect((await world.call('GET /users/me', {}, { token: data.token })).data.email).toBe(`ada@${domain.stored}`);
    expect(await mailsTo(world, `ada@${domain.stored}`, 'verify-email')).toHaveLength(1);
    for (const at of Object.values(domain)) {
      expect(await logIn(`ada@${at}`, password)).toBe(200);
      const again = await world.call('POST /auth/users/register', { body: { ...body, email: `ada@${at}`, username: 'another' } });
      expect(again.refusal.error).toBe('email_taken');
    }
  });

  it.each([
    'ada@m\u00fcnchen.example/path',
    'ada@m\u00fc nchen.example',
    'ada@\u00fc',
    'ada@m\u00fcnchen.example:80',
    'a@b@m\u00fc.example',
    'ada@\uff11.\uff12.\uff13.\uff14',
  ])('%j is refused', async (email) => {
    const body = { email, username: 'nowhere', password };
    expect((await world.call('POST /auth/users/register', { body })).refusal).toMatchObject({
      error: 'invalid_request',
      issues: [{ path: 'email' }],
    });
  });
});

it('a tag is one in each spelling, with a number sign and without', async () => {
  const { token } = await signUpPerformer(world);
  const tags = ['z\u00fcrich', 'zu\u0308rich', '#z\u00fcrich', ' #Z\u00fcrich', '\uff03Z\u00dcRICH', '##z\u00fcrich'];
  const { data } = await world.call(
    'POST /performer/feeds',
    { body: { type: 'text', text: 'Hello', audience: 'public', tags } },
    { token },
  );
  expect(data.tags).toEqual(['z\u00fcrich']);
  for (const tag of tags) {
    const body = { ...{ title: 'A walk', audience: 'public' as const }, tags: [tag] };
    const made = await world.call('POST /performer/performer-assets/galleries', { body }, { token });
    expect(made.data.tags).toEqual(['z\u00fcrich']);
    const { data: found } = await world.call('GET /performer-assets/galleries/search', { query: { tags: [tag], limit: 100 } }, { token });
    expect(found.data.map(({ _id }) => _id)).toContain(made.data._id);
  }
  const none = await world.call('POST /performer/feeds', { body: { type: 'text', text: 'Hello', tags: ['#'] } }, { token });
  expect(none.refusal.error).toBe('invalid_request');
});
