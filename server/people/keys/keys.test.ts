/** API keys: what they give access to, what they never give access to, and when they end. */
import { eq } from 'drizzle-orm';
import { accounts } from '@server/platform/db/schema/accounts';
import { apiKeys } from '@server/platform/db/schema/keys';
import { auditLog } from '@server/platform/db/schema/site';
import { teamMembers } from '@server/platform/db/schema/team';
import { signUpFan, signUpOperator } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let maker: { token: string; id: string };

beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(() => testHost.close());
beforeEach(async () => {
  await testHost.ctx.db.delete(apiKeys);
  maker = await signUpOperator(testHost);
});

type KeyBody = Parameters<typeof createKey>[0];
const createKey = (
  body: { name?: string; rights?: ('people.read' | 'people.change' | 'settings.read')[]; expiresAt?: string | null } = {},
) =>
  testHost.call(
    'POST /admin/api-keys',
    { body: { name: 'Sheet', rights: ['people.read', 'people.change'], ...body } },
    { token: maker.token },
  );
const newSecret = async (body?: KeyBody) => (await createKey(body)).data.key;
const search = (key: string) => testHost.call('GET /admin/users/search', {}, { headers: { authorization: `Bearer ${key}` } });
const listKeys = async () => (await testHost.call('GET /admin/api-keys', {}, { token: maker.token })).data;

test('a key is returned once, stored hashed, and has only its rights', async () => {
  const { data } = await createKey({ name: 'Weekly sheet' });
  expect(data).toMatchObject({ name: 'Weekly sheet', state: 'active', rights: ['people.read', 'people.change'], lastUsedAt: null });
  expect(data.key).toMatch(/^key_[\w-]{43}$/);
  const [stored] = await testHost.ctx.db.select().from(apiKeys);
  expect(JSON.stringify(stored)).not.toContain(data.key);
  expect(JSON.stringify(await testHost.ctx.db.select().from(auditLog))).not.toContain(data.key);
  expect((await search(data.key)).status).toBe(200);
  const [listed] = await listKeys();
  expect(listed).toMatchObject({ hint: data.key.slice(-4), maker: { _id: maker.id } });
  expect(listed?.lastUsedAt).not.toBeNull();
  expect(listed).not.toHaveProperty('key');
  expect((await testHost.call('GET /admin/settings', {}, { token: data.key })).errorBody.error).toBe('right_missing');
});

test('actions of a key are audited with the key’s id', async () => {
  const { data } = await createKey();
  const fan = await signUpFan(testHost);
  await testHost.call('POST /admin/users/:id/notes', { params: { id: fan.id }, body: { text: 'By a program.' } }, { token: data.key });
  await testHost.call('PUT /admin/users/:id', { params: { id: fan.id }, body: { country: 'PT' } }, { token: data.key });
  const entries = await testHost.ctx.db.select().from(auditLog).where(eq(auditLog.targetId, fan.id));
  expect(entries).toHaveLength(2);
  for (const entry of entries) expect(entry).toMatchObject({ actorId: maker.id, after: { apiKeyId: data._id } });
});

test('a key works only in the console: not for the account, the team or keys; public endpoints treat it as a guest', async () => {
  const key = await newSecret();
  const withKey = { token: key };
  expect((await testHost.call('GET /users/me', {}, withKey)).errorBody.error).toBe('key_not_allowed');
  expect((await testHost.call('POST /auth/reauthenticate', { body: { password: 'x' } }, withKey)).errorBody.error).toBe('key_not_allowed');
  expect((await testHost.call('GET /admin/api-keys', {}, withKey)).errorBody.error).toBe('key_not_allowed');
  expect((await testHost.call('POST /admin/api-keys', { body: { name: 'More', rights: ['people.read'] } }, withKey)).errorBody.error).toBe(
    'key_not_allowed',
  );
  expect((await testHost.call('GET /settings/public', {}, withKey)).status).toBe(200);
  const rights = ['keys.change'] as unknown as 'people.read'[];
  expect((await createKey({ rights })).errorBody.error).toBe('invalid_request');
});

test('a key ends when it expires, is deleted, or when its maker leaves or is suspended', async () => {
  const inOneMinute = new Date(testHost.clock.now().getTime() + 60_000).toISOString();
  const shortLived = await newSecret({ expiresAt: inOneMinute });
  expect((await search(shortLived)).status).toBe(200);
  testHost.clock.advance({ minutes: 2 });
  expect((await search(shortLived)).errorBody.error).toBe('session_ended');
  expect((await listKeys()).map(({ state }) => state)).toEqual(['expired']);
  expect((await createKey({ expiresAt: inOneMinute })).errorBody.error).toBe('schedule_in_past');

  const { data } = await createKey();
  const remove = () => testHost.call('DELETE /admin/api-keys/:id', { params: { id: data._id } }, { token: maker.token });
  expect((await remove()).data).toEqual({ deleted: true });
  expect((await search(data.key)).errorBody.error).toBe('session_ended');
  expect((await remove()).errorBody.error).toBe('key_not_found');

  const key = await newSecret();
  const setStatus = (next: 'active' | 'suspended') =>
    testHost.ctx.db.update(accounts).set({ status: next }).where(eq(accounts.id, maker.id));
  await setStatus('suspended');
  expect((await search(key)).errorBody.error).toBe('account_suspended');
  await setStatus('active');
  expect((await search(key)).status).toBe(200);
  await testHost.ctx.db.update(accounts).set({ role: 'user' }).where(eq(accounts.id, maker.id));
  expect((await search(key)).errorBody.error).toBe('session_ended');
  const other = await signUpOperator(testHost);
  const { data: remainingKeys } = await testHost.call('GET /admin/api-keys', {}, { token: other.token });
  expect(remainingKeys.map(({ state }) => state)).toEqual(['expired', 'ended']);
});

test('a key loses the rights its maker loses, and cannot be given rights its maker lacks', async () => {
  const key = await newSecret();
  const setRights = (rights: string[]) =>
    testHost.ctx.db.update(teamMembers).set({ bundle: null, rights }).where(eq(teamMembers.accountId, maker.id));
  await setRights(['keys.change', 'people.change']);
  expect((await search(key)).errorBody.error).toBe('right_missing');
  expect((await createKey()).errorBody.error).toBe('right_not_held');
  await setRights(['keys.change', 'people.read']);
  expect((await search(key)).status).toBe(200);
});

test('at most a hundred keys are allowed, and an unknown key is rejected', async () => {
  expect((await search('key_made-up')).errorBody.error).toBe('session_ended');
  const now = testHost.clock.now();
  await testHost.ctx.db.insert(apiKeys).values(
    Array.from({ length: 100 }, (_none, index) => ({
      id: testHost.ctx.random.id(),
      accountId: maker.id,
      name: 'x',
      keyHash: String(index),
      hint: 'x',
      rights: [],
      createdAt: now,
    })),
  );
  expect((await createKey()).errorBody.error).toBe('key_limit');
});
