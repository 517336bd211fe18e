/** The demonstration's people are real: they were made once, and they can sign in. */
import { accounts } from '@server/db/schema/schema';
import { openWorld, type World } from '../../tests/support/world';
import { performers } from './cast';
import { seed } from './main';

let world: World;

beforeAll(async () => {
  world = await openWorld({ DEMO_PASSWORD: 'a password for the demo' });
});
afterAll(() => world.close());

test('two starts at once make everybody once, and a third makes nobody', async () => {
  const both = await Promise.all([seed(world.ctx), seed(world.ctx)]);
  const people = both.flat();
  expect(people.map(({ username }) => username)).toEqual(['olive', 'ada', 'bruno', 'chen', 'finn', 'greta', 'hugo']);
  expect(await seed(world.ctx)).toEqual([]);
  expect(await world.ctx.db.$count(accounts)).toBe(performers.length + 4);

  for (const { username, password } of people) {
    const { data } = await world.call('POST /auth/login', { body: { username, password } });
    const me = await world.call('GET /users/me', {}, { token: 'token' in data ? data.token : '' });
    expect(me.data).toMatchObject({ username, status: 'active' });
  }

  const { data } = await world.call('GET /performers/user/search', { query: { limit: 100, sortBy: 'popular' } });
  expect(data.data.map(({ username }) => username).sort()).toEqual(
    performers
      .filter(({ isApproved }) => isApproved)
      .map(({ username }) => username)
      .sort(),
  );
  expect(data.data[0]).toMatchObject({ username: 'ada', isFeatured: true, cover: expect.stringContaining('/media/') as string });
  for (const { avatarBlur, coverBlur } of data.data)
    expect([avatarBlur, coverBlur]).toEqual(Array(2).fill(expect.stringMatching(/^data:image\/webp;base64,.{1,278}$/)));
  for (const { avatar, cover } of data.data)
    for (const address of [avatar, cover ?? '']) expect((await fetch(world.url + new URL(address).pathname)).status).toBe(200);
  expect((await world.call('GET /performers/:id', { params: { id: 'chen' } })).refusal.error).toBe('performer_not_found');

  const olive = await world.call('POST /auth/login', { body: { username: 'olive', password: 'a password for the demo' } });
  const waiting = await world.call(
    'GET /admin/performers/search',
    { query: { verification: 'pending' } },
    { token: 'token' in olive.data ? olive.data.token : '' },
  );
  expect(waiting.data.data.map(({ username }) => username)).toEqual(['chen']);
}, 120_000);
