/** What fans and performers are told as time goes by: renewals that fail, subscriptions that end, prices that rise. */
import { signUpOperator } from '../../../tests/kit/people/people';
import {
  fanWithCard,
  fanWithTokens,
  performerAt,
  renewDue,
  signInAgain,
  subscribe,
  subscribed,
  type Somebody,
} from '../../../tests/support/subscriptions';
import { inboxOf, ownTab, type Notification } from '../../../tests/support/told';
import { openWorld, type World } from '../../../tests/kit/host/test-host';
import { expireOver } from '../../money/subscriptions/end';
import { tellOfPriceRise } from '../../money/subscriptions/price-rise';

let world: World;
let operator: Somebody;
beforeAll(async () => {
  world = await openWorld();
  operator = await signUpOperator(world);
});
afterAll(() => world.close());

const day_ms = 86_400_000;
const dayOf = (at: Date): string => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(at);
const lineOf = ({ type, actor, text, link }: Notification): string => [type, actor?._id ?? 'nobody', text, link].join(' | ');
/** What somebody is told, the newest first; her session may have ended meanwhile. */
const told = async (somebody: Somebody): Promise<string[]> => (await inboxOf(world, await signInAgain(world, somebody))).map(lineOf);

/** Turns the clock to so many days after an end, and does twice what is due then. */
async function untilDaysAfter(end: Date, days: number): Promise<void> {
  world.clock.advance({ seconds: Math.ceil((end.getTime() + days * day_ms + 1000 - world.clock.now().getTime()) / 1000) });
  for (let times = 0; times < 2; times += 1) {
    await renewDue(world.ctx);
    await expireOver(world.ctx);
  }
}

test('a renewal that fails is told to the fan each time, and its end to both', async () => {
  const [fan, performer] = [await fanWithCard(world, 'test_no_renewals'), await performerAt(world, 999n)];
  const { expiredAt, performer: shown } = await subscribed(world, fan, performer);
  const end = new Date(expiredAt);
  for (const days of [0, 1.01, 3.01]) await untilDaysAfter(end, days);
  const failed = (days: number): string => {
    const next = dayOf(new Date(end.getTime() + days * day_ms + 1000));
    return `renewal_failed | nobody | Your subscription to ${shown.name} could not be renewed. The next try is on ${next}. | /subscriptions`;
  };
  expect(await told(fan)).toEqual([failed(5), failed(3), failed(1)]);
  const start = `subscriber | ${fan.id} | subscribed to you. | ${ownTab(performer, 'subscribers')}`;
  expect(await told(performer)).toEqual([start]);
  await untilDaysAfter(end, 5.1);
  const ended = `subscription_ended | nobody | Your subscription to ${shown.name} has ended. | /subscriptions`;
  expect((await told(fan))[0]).toBe(ended);
  expect(await told(fan)).toHaveLength(4);
  const left = `subscription_ended | ${fan.id} | is not subscribed to you any more. | ${ownTab(performer, 'subscribers')}`;
  expect(await told(performer)).toEqual([left, start]);
  expect((await told(operator)).filter((line) => line.startsWith('sub') || line.startsWith('renewal'))).toEqual([]);
});

test('the end of a cancelled one is told to the fan alone, and who comes back subscribes again', async () => {
  const [fan, performer] = [await fanWithTokens(world, 50), await performerAt(world, 1000n)];
  const { _id: id, expiredAt, performer: shown } = await subscribed(world, fan, performer, { source: 'wallet' });
  await world.call('POST /payment/:gateway/cancel-subscription/:id', { params: { gateway: 'wallet', id }, body: {} }, { token: fan.token });
  const before = await told(performer);
  await untilDaysAfter(new Date(expiredAt), 1);
  expect((await told(fan))[0]).toContain(`Your subscription to ${shown.name} has ended.`);
  expect(await told(performer)).toEqual(before);
  const again = await subscribe(world, await signInAgain(world, fan), performer, { source: 'wallet' });
  expect(again.status).toBe(200);
  expect((await told(performer))[0]).toBe(`subscriber | ${fan.id} | subscribed to you again. | ${ownTab(performer, 'subscribers')}`);
});

test('a renewal that is paid is no news', async () => {
  const [fan, performer] = [await fanWithCard(world), await performerAt(world, 1000n)];
  const { expiredAt } = await subscribed(world, fan, performer);
  await untilDaysAfter(new Date(expiredAt), 0.1);
  expect(await told(performer)).toHaveLength(1);
  expect((await told(fan)).filter((line) => !line.startsWith('security'))).toEqual([]);
});

test('a higher price is told once, with the day from which it holds', async () => {
  const [fan, performer] = [await fanWithTokens(world, 50), await performerAt(world, 1000n)];
  const { expiredAt } = await subscribed(world, fan, performer, { source: 'wallet' });
  const body = { monthlyPrice: 12.5 };
  expect((await world.call('PUT /performers/:id', { params: { id: 'me' }, body }, { token: performer.token })).status).toBe(200);
  for (let times = 0; times < 2; times += 1)
    await tellOfPriceRise(world.ctx, { performerId: performer.id, types: ['monthly'], afterId: null });
  const text = `raised the price of your subscription to 12.50 tokens from ${dayOf(new Date(expiredAt))}.`;
  expect(await told(fan)).toEqual([`subscription_ended | ${performer.id} | ${text} | /subscriptions`]);
  expect((await told(performer)).filter((line) => line.includes('price'))).toEqual([]);
});
