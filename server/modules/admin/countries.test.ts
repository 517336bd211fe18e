/** Countries to which the site is closed, and the visits that they are refused. */
import { refusedVisits } from '@server/platform/db/schema/schema';
import { away, fromAway, geo, trusting } from '../../../tests/support/pair';
import { signUpFan, signUpOperator } from '../../../tests/kit/people/people';
import { countingQueries } from '../../../tests/support/queries';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let operator: Awaited<ReturnType<typeof signUpOperator>>;
beforeAll(async () => {
  world = await openWorld(trusting, { geo });
  operator = await signUpOperator(world);
  await world.call('PUT /admin/blocked-countries', { body: { countryCodes: [away.country] } }, { token: operator.token });
});
afterAll(() => world.close());

const refused = async () => (await world.call('GET /admin/blocked-countries', {}, { token: operator.token })).data.refused;

test('counts pages and calls that a closed country was refused, of thirty days, and nobody else', async () => {
  const fan = await signUpFan(world);
  expect(await refused()).toEqual([]);
  const check = (options = {}) => world.call('GET /block/countries/check', {}, options);
  expect((await check({ headers: fromAway })).data.blocked).toBe(true);
  await world.call('GET /performers/top', {}, { headers: fromAway, token: fan.token });
  await check();
  await check({ headers: fromAway, token: operator.token });
  await world.call('GET /performers/top');
  expect(await refused()).toEqual([{ code: away.country, visits: 2 }]);
  world.clock.advance({ days: 29 });
  await check({ headers: fromAway });
  expect(await world.ctx.refusedVisits.recent()).toEqual([{ code: away.country, visits: 3 }]);
  world.clock.advance({ days: 1 });
  await check({ headers: fromAway });
  expect(await world.ctx.refusedVisits.recent()).toEqual([{ code: away.country, visits: 2 }]);
  expect(await world.ctx.db.$count(refusedVisits)).toBe(2);
});

test('a storm of them is counted without asking the database', async () => {
  const visit = () => world.call('GET /performers/top', {}, { headers: fromAway });
  const { queries } = await countingQueries(world, () => Promise.all(Array.from({ length: 40 }, visit)));
  expect(queries).toBe(0);
  expect((await world.ctx.refusedVisits.recent())[0]?.visits).toBe(2 + 3 * 40);
});
