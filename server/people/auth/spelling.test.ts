/** Unicode: equivalent spellings of a username, password, address or tag are treated as equal. */
import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { errors } from '@contract/kernel/errors';
import { accounts } from '@server/platform/db/schema/accounts';
import { mailsTo } from '../../../tests/kit/host/mails';
import { password, signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { setSettings } from '../../../tests/kit/host/site-settings';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(() => testHost.close());
afterEach(() => setSettings(testHost, { hashPasswordOnClient: false }));

const logIn = async (username: string, suppliedPassword: string) =>
  (await testHost.call('POST /auth/login', { body: { username, password: suppliedPassword } })).status;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('a username', () => {
  const register = (username: string) =>
    testHost.call('POST /auth/users/register', { body: { email: `${sha256(username).slice(0, 12)}@example.com`, username, password } });

  it.each(['.abc', 'abc.', '...', '---', '-abc', 'abc-', '.-.', '___', '_._'])('%j is rejected', async (username) => {
    expect((await register(username)).errorBody).toMatchObject({ error: 'invalid_request', issues: [{ path: 'username' }] });
    const { data } = await testHost.call('GET /auth/username', { query: { username } });
    expect(data).toMatchObject({ isAvailable: false, reason: 'invalid_request' });
  });

  it.each(['a.b-c_d', '_abc_', 'a..b', '1-2'])('%j is accepted', async (username) => {
    expect((await register(username)).status).toBe(200);
  });
});

describe('a password', () => {
  const [invalidCredentials] = errors.invalid_credentials;
  const spellings = { composed: 'Gr\u00fc\u00dfe aus Z\u00fcrich', decomposed: 'Gru\u0308\u00dfe aus Zu\u0308rich' };
  const change = async (token: string, to: string, from = password) =>
    (await testHost.call('PUT /auth/users/me/password', { body: { password: to, currentPassword: from } }, { token })).status;

  it('is accepted in every Unicode normalization form', async () => {
    for (const [initial, other] of [Object.values(spellings), Object.values(spellings).reverse()]) {
      const fan = await signUpFan(testHost);
      expect(await change(fan.token, initial ?? '')).toBe(200);
      expect([await logIn(fan.username, initial ?? ''), await logIn(fan.username, other ?? '')]).toEqual([200, 200]);
      expect(await logIn(fan.username, 'Gru\u0308\u00dfe aus Zurich')).toBe(invalidCredentials);
    }
    const fan = await signUpFan(testHost);
    expect(await change(fan.token, '\uff30assword \u2463 me')).toBe(200);
    expect(await logIn(fan.username, 'Password 4 me')).toBe(200);
  });

  it('that was hashed without normalization is still accepted as typed, and can be changed', async () => {
    const fan = await signUpFan(testHost);
    const passwordHash = await testHost.ctx.passwordHasher.hash(sha256(spellings.decomposed));
    await testHost.ctx.db.update(accounts).set({ passwordHash }).where(eq(accounts.id, fan.id));
    expect(await logIn(fan.username, spellings.decomposed)).toBe(200);
    expect(await logIn(fan.username, 'Gru\u0308\u00dfe')).toBe(invalidCredentials);
    expect(await change(fan.token, spellings.decomposed, spellings.decomposed)).toBe(200);
    expect(await logIn(fan.username, spellings.composed)).toBe(200);
  });

  it('may be sent as the digests of both normalization forms while browsers send digests', async () => {
    const [fan, other] = [await signUpFan(testHost), await signUpFan(testHost)];
    const passwordHash = await testHost.ctx.passwordHasher.hash(sha256(spellings.decomposed));
    await testHost.ctx.db.update(accounts).set({ passwordHash }).where(eq(accounts.id, fan.id));
    expect(await change(other.token, spellings.composed)).toBe(200);
    const both = sha256(spellings.composed) + sha256(spellings.decomposed);
    expect(await logIn(fan.username, both)).toBe(invalidCredentials);
    await setSettings(testHost, { hashPasswordOnClient: true });
    expect([await logIn(fan.username, both), await logIn(other.username, both)]).toEqual([200, 200]);
    expect(await logIn(fan.username, sha256('another one') + sha256('and another'))).toBe(invalidCredentials);
  });

  it('is measured in composed characters, and the maximum applies in every form', async () => {
    const fan = await signUpFan(testHost);
    expect(await change(fan.token, 'u\u0308'.repeat(4))).toBe(400);
    const long = '\uac01'.repeat(100);
    expect(await change(fan.token, long)).toBe(200);
    expect(await logIn(fan.username, long.normalize('NFD'))).toBe(200);
  });
});

describe('an email address with an internationalized domain', () => {
  const domain = { shown: 'm\u00fcnchen.example', decomposed: 'Mu\u0308nchen.example', stored: 'xn--mnchen-3ya.example' };

  it('is accepted, and equals its ASCII form', async () => {
    const body = { email: `ada@${domain.shown}`, username: 'ada.of.munich', password };
    const { data, status } = await testHost.call('POST /auth/users/register', { body });
    expect(status).toBe(200);
    expect((await testHost.call('GET /users/me', {}, { token: data.token })).data.email).toBe(`ada@${domain.stored}`);
    expect(await mailsTo(testHost, `ada@${domain.stored}`, 'verify-email')).toHaveLength(1);
    for (const at of Object.values(domain)) {
      expect(await logIn(`ada@${at}`, password)).toBe(200);
      const again = await testHost.call('POST /auth/users/register', { body: { ...body, email: `ada@${at}`, username: 'another' } });
      expect(again.errorBody.error).toBe('email_taken');
    }
  });

  it.each([
    'ada@m\u00fcnchen.example/path',
    'ada@m\u00fc nchen.example',
    'ada@\u00fc',
    'ada@m\u00fcnchen.example:80',
    'a@b@m\u00fc.example',
    'ada@\uff11.\uff12.\uff13.\uff14',
  ])('%j is rejected', async (email) => {
    const body = { email, username: 'nowhere', password };
    expect((await testHost.call('POST /auth/users/register', { body })).errorBody).toMatchObject({
      error: 'invalid_request',
      issues: [{ path: 'email' }],
    });
  });
});

it('a tag is the same in every normalization form, with and without a number sign', async () => {
  const { token } = await signUpPerformer(testHost);
  const tags = ['z\u00fcrich', 'zu\u0308rich', '#z\u00fcrich', ' #Z\u00fcrich', '\uff03Z\u00dcRICH', '##z\u00fcrich'];
  const { data } = await testHost.call(
    'POST /performer/feeds',
    { body: { type: 'text', text: 'Hello', audience: 'public', tags } },
    { token },
  );
  expect(data.tags).toEqual(['z\u00fcrich']);
  for (const tag of tags) {
    const body = { title: 'A walk', audience: 'public' as const, tags: [tag] };
    const created = await testHost.call('POST /performer/performer-assets/galleries', { body }, { token });
    expect(created.data.tags).toEqual(['z\u00fcrich']);
    const { data: found } = await testHost.call(
      'GET /performer-assets/galleries/search',
      { query: { tags: [tag], limit: 100 } },
      { token },
    );
    expect(found.data.map(({ _id }) => _id)).toContain(created.data._id);
  }
  const none = await testHost.call('POST /performer/feeds', { body: { type: 'text', text: 'Hello', tags: ['#'] } }, { token });
  expect(none.errorBody.error).toBe('invalid_request');
});
