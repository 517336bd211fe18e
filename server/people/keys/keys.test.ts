/** API keys: what they open, what they never open, and when they end. */
import { eq } from 'drizzle-orm';
import { accounts, apiKeys, auditLog, teamMembers } from '@server/platform/db/schema/schema';
import { signUpFan, signUpOperator } from '../../../tests/kit/people/people';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let maker: { token: string; id: string };

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.ctx.db.delete(apiKeys);
  maker = await signUpOperator(world);
});

type KeyBody = Parameters<typeof make>[0];
const make = (body: { name?: string; rights?: ('people.read' | 'people.change' | 'settings.read')[]; expiresAt?: string | null } = {}) =>
  world.call(
    'POST /admin/api-keys',
    { body: { name: 'Sheet', rights: ['people.read', 'people.change'], ...body } },
    { token: maker.token },
  );
const made = async (body?: KeyBody) => (await make(body)).data.key;
const search = (key: string) => world.call('GET /admin/users/search', {}, { headers: { authorization: `Bearer ${key}` } });
const all = async () => (await world.call('GET /admin/api-keys', {}, { token: maker.token })).data;

test('a key is shown once, stored hashed, and opens what it has the right to', async () => {
  const { data } = await make({ name: 'Weekly sheet' });
  expect(data).toMatchObject({ name: 'Weekly sheet', state: 'active', rights: ['people.read', 'people.change'], lastUsedAt: null });
  expect(data.key).toMatch(/^key_[\w-]{43}$/);
  const [stored] = await world.ctx.db.select().from(apiKeys);
  expect(JSON.stringify(stored)).not.toContain(data.key);
  expect(JSON.stringify(await world.ctx.db.select().from(auditLog))).not.toContain(data.key);
  expect((await search(data.key)).status).toBe(200);
  const [listed] = await all();
  expect(listed).toMatchObject({ hint: data.key.slice(-4), maker: { _id: maker.id } });
  expect(listed?.lastUsedAt).not.toBeNull();
  expect(listed).not.toHaveProperty('key');
  expect((await world.call('GET /admin/settings', {}, { token: data.key })).refusal.error).toBe('right_missing');
});

test('what it does is kept as done by that key', async () => {
  const { data } = await make();
  const fan = await signUpFan(world);
  await world.call('POST /admin/users/:id/notes', { params: { id: fan.id }, body: { text: 'By a program.' } }, { token: data.key });
  await world.call('PUT /admin/users/:id', { params: { id: fan.id }, body: { country: 'PT' } }, { token: data.key });
  const kept = await world.ctx.db.select().from(auditLog).where(eq(auditLog.targetId, fan.id));
  expect(kept).toHaveLength(2);
  for (const entry of kept) expect(entry).toMatchObject({ actorId: maker.id, after: { apiKeyId: data._id } });
});

test('it opens nothing but the console: no account, no team, no keys, and as a guest what is for everybody', async () => {
  const key = await made();
  const as = { token: key };
  expect((await world.call('GET /users/me', {}, as)).refusal.error).toBe('key_not_allowed');
  expect((await world.call('POST /auth/reauthenticate', { body: { password: 'x' } }, as)).refusal.error).toBe('key_not_allowed');
  expect((await world.call('GET /admin/api-keys', {}, as)).refusal.error).toBe('key_not_allowed');
  expect((await world.call('POST /admin/api-keys', { body: { name: 'More', rights: ['people.read'] } }, as)).refusal.error).toBe(
    'key_not_allowed',
  );
  expect((await world.call('GET /settings/public', {}, as)).status).toBe(200);
  const rights = ['keys.change'] as unknown as 'people.read'[];
  expect((await make({ rights })).refusal.error).toBe('invalid_request');
});

test('it ends with its time, with its removal, and when its maker leaves or is suspended', async () => {
  const soon = new Date(world.clock.now().getTime() + 60_000).toISOString();
  const brief = await made({ expiresAt: soon });
  expect((await search(brief)).status).toBe(200);
  world.clock.advance({ minutes: 2 });
  expect((await search(brief)).refusal.error).toBe('session_ended');
  expect((await all()).map(({ state }) => state)).toEqual(['expired']);
  expect((await make({ expiresAt: soon })).refusal.error).toBe('schedule_in_past');

  const { data } = await make();
  const remove = () => world.call('DELETE /admin/api-keys/:id', { params: { id: data._id } }, { token: maker.token });
  expect((await remove()).data).toEqual({ deleted: true });
  expect((await search(data.key)).refusal.error).toBe('session_ended');
  expect((await remove()).refusal.error).toBe('key_not_found');

  const key = await made();
  const status = (next: 'active' | 'suspended') => world.ctx.db.update(accounts).set({ status: next }).where(eq(accounts.id, maker.id));
  await status('suspended');
  expect((await search(key)).refusal.error).toBe('account_suspended');
  await status('active');
  expect((await search(key)).status).toBe(200);
  await world.ctx.db.update(accounts).set({ role: 'user' }).where(eq(accounts.id, maker.id));
  expect((await search(key)).refusal.error).toBe('session_ended');
  const other = await signUpOperator(world);
  const { data: left } = await world.call('GET /admin/api-keys', {}, { token: other.token });
  expect(left.map(({ state }) => state)).toEqual(['expired', 'ended']);
});

test('it loses what its maker loses, and nobody gives what she does not hold', async () => {
  const key = await made();
  const give = (rights: string[]) =>
    world.ctx.db.update(teamMembers).set({ bundle: null, rights }).where(eq(teamMembers.accountId, maker.id));
  await give(['keys.change', 'people.change']);
  expect((await search(key)).refusal.error).toBe('right_missing');
  expect((await make()).refusal.error).toBe('right_not_held');
  await give(['keys.change', 'people.read']);
  expect((await search(key)).status).toBe(200);
});

test('a hundred keys are the most, and one that was made up opens nothing', async () => {
  expect((await search('key_made-up')).refusal.error).toBe('session_ended');
  const now = world.clock.now();
  await world.ctx.db.insert(apiKeys).values(
    Array.from({ length: 100 }, (_none, index) => ({
      ...{ id: world.ctx.chance.id(), accountId: maker.id, name: 'x', keyHash: String(index), hint: 'x', rights: [], createdAt: now },
    })),
  );
  expect((await make()).refusal.error).toBe('key_limit');
});
