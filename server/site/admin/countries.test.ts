/** Countries from which the site is blocked, and the visits rejected from them. */
import { rejectedVisitCounts } from '@server/platform/db/schema/site';
import { fanLocation, fromFanLocation, geo, trustedProxies } from '../../../tests/kit/contract/pair';
import { signUpFan, signUpOperator } from '../../../tests/kit/people/people';
import { countUntilNone } from '../../../tests/kit/host/queries';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let operator: Awaited<ReturnType<typeof signUpOperator>>;
beforeAll(async () => {
  testHost = await openTestHost(trustedProxies, { geo });
  operator = await signUpOperator(testHost);
  await testHost.call('PUT /admin/blocked-countries', { body: { countryCodes: [fanLocation.country] } }, { token: operator.token });
});
afterAll(() => testHost.close());

const rejectedVisits = async () => (await testHost.call('GET /admin/blocked-countries', {}, { token: operator.token })).data.refused;

test('counts rejected page views and API calls from blocked countries for thirty days, and no other visits', async () => {
  const fan = await signUpFan(testHost);
  expect(await rejectedVisits()).toEqual([]);
  const check = (options = {}) => testHost.call('GET /block/countries/check', {}, options);
  expect((await check({ headers: fromFanLocation })).data.blocked).toBe(true);
  await testHost.call('GET /performers/top', {}, { headers: fromFanLocation, token: fan.token });
  await check();
  await check({ headers: fromFanLocation, token: operator.token });
  await testHost.call('GET /performers/top');
  expect(await rejectedVisits()).toEqual([{ code: fanLocation.country, visits: 2 }]);
  testHost.clock.advance({ days: 29 });
  await check({ headers: fromFanLocation });
  expect(await testHost.ctx.rejectedVisits.recent()).toEqual([{ code: fanLocation.country, visits: 3 }]);
  testHost.clock.advance({ days: 1 });
  await check({ headers: fromFanLocation });
  expect(await testHost.ctx.rejectedVisits.recent()).toEqual([{ code: fanLocation.country, visits: 2 }]);
  expect(await testHost.ctx.db.$count(rejectedVisitCounts)).toBe(2);
});

test('counts a flood of rejected visits without querying the database', async () => {
  let visits = 0;
  const visit = () => {
    visits += 1;
    return testHost.call('GET /performers/top', {}, { headers: fromFanLocation });
  };
  expect(await countUntilNone(testHost, () => Promise.all(Array.from({ length: 40 }, visit)))).toBe(0);
  expect((await testHost.ctx.rejectedVisits.recent())[0]?.visits).toBe(2 + visits);
});
