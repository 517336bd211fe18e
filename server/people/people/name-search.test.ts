/** Finding people by their names, however those are written. */
import { eq, sql } from 'drizzle-orm';
import { accounts } from '@server/platform/db/schema/schema';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { openWorld, type World } from '../../../tests/kit/host/test-host';
import { searchVersion } from '../../platform/words/searchable';
import { refoldNames } from './name-search';

let world: World;
let operator: string;
beforeAll(async () => {
  world = await openWorld();
  operator = (await signUpOperator(world)).token;
});
afterAll(() => world.close());

const rename = async ({ token }: { token: string }, name: string) => {
  const { status } = await world.call('PUT /users', { body: { name } }, { token });
  expect(status).toBe(200);
};
const listed = async (q: string) => (await world.call('GET /performers/user/search', { query: { q } })).data.data.map(({ _id }) => _id);
const known = async (q: string) =>
  (await world.call('GET /admin/users/search', { query: { q } }, { token: operator })).data.data.map(({ _id }) => _id);

test.each([
  ['José Ñandú', 'jose nandu'],
  ['Łukasz «Łódź»', 'lukasz lodz'],
  ['Straßenkatze', 'STRASSENKATZE'],
  ['Ёлка Зимняя', 'елка зимняя'],
  ['山田太郎', '太郎'],
  ['O’Brien', 'brien'],
])('%s is found by %s: among performers, by fans of theirs, and by operators', async (name, q) => {
  const performer = await signUpPerformer(world);
  const fan = await signUpFan(world);
  await rename(performer, name);
  await rename(fan, `${name} too`);
  await world.call('POST /follows/:id', { params: { id: performer.id } }, { token: fan.token });
  expect(await listed(q)).toEqual([performer.id]);
  expect((await known(q)).toSorted()).toEqual([performer.id, fan.id].toSorted());
  const following = await world.call('GET /follows/following', { query: { q } }, { token: fan.token });
  expect(following.data.data.map(({ performerId }) => performerId)).toEqual([performer.id]);
  const followers = await world.call('GET /follows/followers', { query: { q } }, { token: performer.token });
  expect(followers.data.data).toHaveLength(1);
});

test('a username is found as it is written, and signs alone find nobody', async () => {
  const performer = await signUpPerformer(world, 'night_owl.9');
  expect(await listed('night_owl.9')).toEqual([performer.id]);
  expect(await listed('t_owl')).toEqual([performer.id]);
  expect([await listed('…—„“'), await known('…—„“')]).toEqual([[], []]);
});

test('names of before are found once they are folded anew, as often as that is done', async () => {
  const performer = await signUpPerformer(world);
  // Written without its key, as before there was one.
  await world.ctx.db.update(accounts).set({ name: 'Zoë Kümmel' }).where(eq(accounts.id, performer.id));
  expect(await known('zoe kummel')).toEqual([]);
  expect(await refoldNames(world.ctx)).toBe(1);
  expect([await listed('zoe kummel'), await known('zoe kummel')]).toEqual([[performer.id], [performer.id]]);
  await Promise.all([refoldNames(world.ctx), refoldNames(world.ctx)]);
  expect(await refoldNames(world.ctx)).toBe(0);
});

test('there is an index of the names to be folded by this version of the code', async () => {
  const { rows } = await world.ctx.db.execute<{ indexdef: string }>(
    sql`select indexdef from pg_indexes where indexname = 'accounts_unfolded'`,
  );
  expect(rows[0]?.indexdef).toContain(`name_version < ${searchVersion})`);
});
