/** Promotions through their endpoints: creating, changing, ending, and the performer's page. */
import * as limits from '@contract/kernel/limits';
import { signUpFan } from '../../../tests/kit/people/people';
import { fanWithCard, performerWithPrices, subscribe, type TestPerson } from '../../../tests/kit/money/subscriptions';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let performer: TestPerson;
beforeAll(async () => {
  testHost = await openTestHost();
});
beforeEach(async () => {
  performer = await performerWithPrices(testHost, 1000n, 10_000n);
});
afterAll(() => testHost.close());

type Body = {
  kind: 'bundle' | 'discount';
  months?: 3 | 6 | 12 | null;
  value: number;
  maximumUses?: number | null;
  startsAt?: string | null;
  endsAt?: string | null;
};
const bundle = (value = 0.1): Body => ({ kind: 'bundle', months: 3, value });
const create = (body: Body, who = performer) => testHost.call('POST /performer/promotions', { body }, { token: who.token });
const change = (id: string, body: Body, who = performer) =>
  testHost.call('PUT /performer/promotions/:id', { params: { id }, body }, { token: who.token });
const end = (id: string, who = performer) => testHost.call('DELETE /performer/promotions/:id', { params: { id } }, { token: who.token });
const listOwn = async () => (await testHost.call('GET /performer/promotions', {}, { token: performer.token })).data;
const listOnPage = async () => (await testHost.call('GET /performers/:id', { params: { id: performer.id } })).data.promotions;
const inHours = (hours: number): string => new Date(testHost.clock.now().getTime() + hours * 3_600_000).toISOString();

test('a promotion is created, shown on the page with its price, changed and ended', async () => {
  const { data } = await create(bundle());
  expect(data).toMatchObject({ kind: 'bundle', months: 3, value: 0.1, price: 27, totalUses: 0, maximumUses: null });
  expect(await listOnPage()).toMatchObject([{ _id: data._id, price: 27 }]);
  expect((await change(data._id, { kind: 'discount', value: 0.25 })).data).toMatchObject({ kind: 'discount', months: null, price: null });
  expect(await listOwn()).toMatchObject([{ _id: data._id, value: 0.25 }]);
  expect((await end(data._id)).data).toEqual({ deleted: true });
  expect([await listOwn(), await listOnPage()]).toEqual([[], []]);
  expect((await end(data._id)).errorBody.error).toBe('promotion_not_found');
  expect((await change(data._id, bundle())).errorBody.error).toBe('promotion_not_found');
});

test("a performer cannot change another's promotions, and fans have none", async () => {
  const { data } = await create(bundle());
  const other = await performerWithPrices(testHost, 1000n);
  expect((await change(data._id, bundle(), other)).errorBody.error).toBe('promotion_not_found');
  expect((await end(data._id, other)).errorBody.error).toBe('promotion_not_found');
  expect((await create(bundle(), await signUpFan(testHost))).errorBody.error).toBe('forbidden_role');
});

test("a promotion cannot go below the site's minimum price", async () => {
  const cheap = await performerWithPrices(testHost, 300n);
  expect((await create({ kind: 'discount', value: 0.5 }, cheap)).errorBody).toMatchObject({
    error: 'price_out_of_range',
    issues: [{ path: 'value' }],
  });
  const { data } = await create({ kind: 'discount', value: 0.05, maximumUses: 3 }, performer);
  expect((await change(data._id, { kind: 'discount', value: 0.9 })).errorBody.error).toBe('price_out_of_range');
});

test.each([
  ['a bundle without months', { kind: 'bundle', value: 0.1 }],
  ['a discount with months', { kind: 'discount', months: 3, value: 0.1 }],
  ['nothing off', { kind: 'discount', value: 0 }],
  ['all off', { kind: 'discount', value: 1 }],
] as [string, Body][])('rejects %s', async (_what, body) => {
  expect((await create(body)).errorBody.error).toBe('invalid_request');
});

test('the number of open promotions is limited', async () => {
  for (let count = 0; count < limits.promotionsMax; count += 1) expect((await create(bundle())).status).toBe(200);
  expect((await create(bundle())).errorBody.error).toBe('invalid_request');
});

test('concurrent creations respect the limit', async () => {
  for (let count = 1; count < limits.promotionsMax; count += 1) await create(bundle());
  await Promise.all(Array.from({ length: 5 }, () => create(bundle())));
  expect(await listOwn()).toHaveLength(limits.promotionsMax);
});

test('a promotion is open between its dates and up to its maximum uses', async () => {
  const [fan, other] = [await fanWithCard(testHost), await fanWithCard(testHost)];
  const later = await create({ kind: 'discount', value: 0.1, startsAt: inHours(1), endsAt: inHours(2) });
  const once = await create({ kind: 'discount', value: 0.2, maximumUses: 1 });
  expect((await listOnPage()).map(({ _id }) => _id)).toEqual([once.data._id]);
  expect((await subscribe(testHost, fan, performer, { promotionId: later.data._id })).errorBody.error).toBe('promotion_not_found');
  expect((await subscribe(testHost, fan, performer, { promotionId: once.data._id })).data).toMatchObject({
    originalPrice: 10,
    totalPrice: 8,
  });
  expect((await subscribe(testHost, other, performer, { promotionId: once.data._id })).errorBody.error).toBe('promotion_not_found');
  expect((await listOwn()).find(({ _id }) => _id === once.data._id)).toMatchObject({ totalUses: 1, maximumUses: 1 });
  testHost.clock.advance({ hours: 1, minutes: 1 });
  expect((await subscribe(testHost, other, performer, { promotionId: later.data._id })).data).toMatchObject({ totalPrice: 9 });
  testHost.clock.advance({ hours: 1 });
  expect(await listOnPage()).toEqual([]);
});
