/** Searching people by name, whatever the spelling. */
import { eq, sql } from 'drizzle-orm';
import { accounts } from '@server/platform/db/schema/accounts';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { searchVersion } from '../../platform/words/searchable';
import { refoldNames } from './name-search';

let testHost: TestHost;
let operator: string;
beforeAll(async () => {
  testHost = await openTestHost();
  operator = (await signUpOperator(testHost)).token;
});
afterAll(() => testHost.close());

const rename = async ({ token }: { token: string }, name: string) => {
  const { status } = await testHost.call('PUT /users', { body: { name } }, { token });
  expect(status).toBe(200);
};
const foundPublicly = async (q: string) =>
  (await testHost.call('GET /performers/user/search', { query: { q } })).data.data.map(({ _id }) => _id);
const foundByOperators = async (q: string) =>
  (await testHost.call('GET /admin/users/search', { query: { q } }, { token: operator })).data.data.map(({ _id }) => _id);

test.each([
  ['José Ñandú', 'jose nandu'],
  ['Łukasz «Łódź»', 'lukasz lodz'],
  ['Straßenkatze', 'STRASSENKATZE'],
  ['Ёлка Зимняя', 'елка зимняя'],
  ['山田太郎', '太郎'],
  ['O’Brien', 'brien'],
])('%s is found by %s, in performer search, in follow lists and by operators', async (name, q) => {
  const performer = await signUpPerformer(testHost);
  const fan = await signUpFan(testHost);
  await rename(performer, name);
  await rename(fan, `${name} too`);
  await testHost.call('POST /follows/:id', { params: { id: performer.id } }, { token: fan.token });
  expect(await foundPublicly(q)).toEqual([performer.id]);
  expect((await foundByOperators(q)).toSorted()).toEqual([performer.id, fan.id].toSorted());
  const following = await testHost.call('GET /follows/following', { query: { q } }, { token: fan.token });
  expect(following.data.data.map(({ performerId }) => performerId)).toEqual([performer.id]);
  const followers = await testHost.call('GET /follows/followers', { query: { q } }, { token: performer.token });
  expect(followers.data.data).toHaveLength(1);
});

test('a username is found by its exact characters, and punctuation alone finds no one', async () => {
  const performer = await signUpPerformer(testHost, 'night_owl.9');
  expect(await foundPublicly('night_owl.9')).toEqual([performer.id]);
  expect(await foundPublicly('t_owl')).toEqual([performer.id]);
  expect([await foundPublicly('…—„“'), await foundByOperators('…—„“')]).toEqual([[], []]);
});

test('names with an outdated search key are found once they are refolded, which is idempotent', async () => {
  const performer = await signUpPerformer(testHost);
  // Written without its search key, like rows older than the key.
  await testHost.ctx.db.update(accounts).set({ name: 'Zoë Kümmel' }).where(eq(accounts.id, performer.id));
  expect(await foundByOperators('zoe kummel')).toEqual([]);
  expect(await refoldNames(testHost.ctx)).toBe(1);
  expect([await foundPublicly('zoe kummel'), await foundByOperators('zoe kummel')]).toEqual([[performer.id], [performer.id]]);
  await Promise.all([refoldNames(testHost.ctx), refoldNames(testHost.ctx)]);
  expect(await refoldNames(testHost.ctx)).toBe(0);
});

test('an index covers the names that this version must refold', async () => {
  const { rows } = await testHost.ctx.db.execute<{ indexdef: string }>(
    sql`select indexdef from pg_indexes where indexname = 'accounts_unfolded'`,
  );
  expect(rows[0]?.indexdef).toContain(`name_version < ${searchVersion})`);
});
