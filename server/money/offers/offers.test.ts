/** Offers through their endpoints: made, changed, ended, and what a page shows of them. */
import * as limits from '@contract/kernel/limits';
import { signUpFan } from '../../../tests/kit/people/people';
import { fanWithCard, performerAt, subscribe, type Somebody } from '../../../tests/support/subscriptions';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let performer: Somebody;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  performer = await performerAt(world, 1000n, 10_000n);
});
afterAll(() => world.close());

type Body = {
  kind: 'bundle' | 'discount';
  months?: 3 | 6 | 12 | null;
  value: number;
  maximumUses?: number | null;
  startsAt?: string | null;
  endsAt?: string | null;
};
const bundle = (value = 0.1): Body => ({ kind: 'bundle', months: 3, value });
const make = (body: Body, who = performer) => world.call('POST /performer/promotions', { body }, { token: who.token });
const change = (id: string, body: Body, who = performer) =>
  world.call('PUT /performer/promotions/:id', { params: { id }, body }, { token: who.token });
const end = (id: string, who = performer) => world.call('DELETE /performer/promotions/:id', { params: { id } }, { token: who.token });
const own = async () => (await world.call('GET /performer/promotions', {}, { token: performer.token })).data;
const shown = async () => (await world.call('GET /performers/:id', { params: { id: performer.id } })).data.promotions;
const soon = (hours: number): string => new Date(world.clock.now().getTime() + hours * 3_600_000).toISOString();

test('an offer is made, shown on the page with its price, changed and ended', async () => {
  const { data } = await make(bundle());
  expect(data).toMatchObject({ kind: 'bundle', months: 3, value: 0.1, price: 27, totalUses: 0, maximumUses: null });
  expect(await shown()).toMatchObject([{ _id: data._id, price: 27 }]);
  expect((await change(data._id, { kind: 'discount', value: 0.25 })).data).toMatchObject({ kind: 'discount', months: null, price: null });
  expect(await own()).toMatchObject([{ _id: data._id, value: 0.25 }]);
  expect((await end(data._id)).data).toEqual({ deleted: true });
  expect([await own(), await shown()]).toEqual([[], []]);
  expect((await end(data._id)).refusal.error).toBe('promotion_not_found');
  expect((await change(data._id, bundle())).refusal.error).toBe('promotion_not_found');
});

test('nobody changes the offers of another, and fans have none', async () => {
  const { data } = await make(bundle());
  const other = await performerAt(world, 1000n);
  expect((await change(data._id, bundle(), other)).refusal.error).toBe('promotion_not_found');
  expect((await end(data._id, other)).refusal.error).toBe('promotion_not_found');
  expect((await make(bundle(), await signUpFan(world))).refusal.error).toBe('forbidden_role');
});

test("no offer goes below the site's lowest price", async () => {
  const cheap = await performerAt(world, 300n);
  expect((await make({ kind: 'discount', value: 0.5 }, cheap)).refusal).toMatchObject({
    error: 'price_out_of_range',
    issues: [{ path: 'value' }],
  });
  const { data } = await make({ kind: 'discount', value: 0.05, maximumUses: 3 }, performer);
  expect((await change(data._id, { kind: 'discount', value: 0.9 })).refusal.error).toBe('price_out_of_range');
});

test.each([
  ['a bundle without months', { kind: 'bundle', value: 0.1 }],
  ['a discount with months', { kind: 'discount', months: 3, value: 0.1 }],
  ['nothing off', { kind: 'discount', value: 0 }],
  ['all off', { kind: 'discount', value: 1 }],
] as [string, Body][])('%s is no offer', async (_what, body) => {
  expect((await make(body)).refusal.error).toBe('invalid_request');
});

test('there is a limit to how many are open', async () => {
  for (let made = 0; made < limits.promotionsMax; made += 1) expect((await make(bundle())).status).toBe(200);
  expect((await make(bundle())).refusal.error).toBe('invalid_request');
});

test('offers that are made at once are counted one after the other', async () => {
  for (let made = 1; made < limits.promotionsMax; made += 1) await make(bundle());
  await Promise.all(Array.from({ length: 5 }, () => make(bundle())));
  expect(await own()).toHaveLength(limits.promotionsMax);
});

test('one holds between its instants and as often as it says', async () => {
  const [fan, other] = [await fanWithCard(world), await fanWithCard(world)];
  const later = await make({ kind: 'discount', value: 0.1, startsAt: soon(1), endsAt: soon(2) });
  const once = await make({ kind: 'discount', value: 0.2, maximumUses: 1 });
  expect((await shown()).map(({ _id }) => _id)).toEqual([once.data._id]);
  expect((await subscribe(world, fan, performer, { promotionId: later.data._id })).refusal.error).toBe('promotion_not_found');
  expect((await subscribe(world, fan, performer, { promotionId: once.data._id })).data).toMatchObject({ originalPrice: 10, totalPrice: 8 });
  expect((await subscribe(world, other, performer, { promotionId: once.data._id })).refusal.error).toBe('promotion_not_found');
  expect((await own()).find(({ _id }) => _id === once.data._id)).toMatchObject({ totalUses: 1, maximumUses: 1 });
  world.clock.advance({ hours: 1, minutes: 1 });
  expect((await subscribe(world, other, performer, { promotionId: later.data._id })).data).toMatchObject({ totalPrice: 9 });
  world.clock.advance({ hours: 1 });
  expect(await shown()).toEqual([]);
});
