/** Notifications about failed renewals, ended subscriptions and price rises. */
import { signUpOperator } from '../../../../tests/kit/people/people';
import {
  fanWithCard,
  fanWithTokens,
  performerWithPrices,
  renewDue,
  signInAgain,
  subscribe,
  subscribeOrFail,
  type TestPerson,
} from '../../../../tests/kit/money/subscriptions';
import { notificationInboxOf, ownTab, type Notification } from '../../../../tests/kit/talk/notifications';
import { openTestHost, type TestHost } from '../../../../tests/kit/host/test-host';
import { expireEnded } from '../../../money/subscriptions/end';
import { notifySubscribersOfPriceRise } from '../../../money/subscriptions/price-rise';

let testHost: TestHost;
let operator: TestPerson;
beforeAll(async () => {
  testHost = await openTestHost();
  operator = await signUpOperator(testHost);
});
afterAll(() => testHost.close());

const day_ms = 86_400_000;
const dayOf = (at: Date): string => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(at);
const summaryOf = ({ type, actor, text, link }: Notification): string => [type, actor?._id ?? 'no actor', text, link].join(' | ');
/** The notifications of a person, newest first. Signs in again, because the session may have expired. */
const notificationsOf = async (person: TestPerson): Promise<string[]> =>
  (await notificationInboxOf(testHost, await signInAgain(testHost, person))).map(summaryOf);

/** Advances the clock to `days` after `end` and runs the due jobs twice. */
async function advanceToDaysAfter(end: Date, days: number): Promise<void> {
  testHost.clock.advance({ seconds: Math.ceil((end.getTime() + days * day_ms + 1000 - testHost.clock.now().getTime()) / 1000) });
  for (let times = 0; times < 2; times += 1) {
    await renewDue(testHost.ctx);
    await expireEnded(testHost.ctx);
  }
}

test('each failed renewal notifies the fan, and the end of the subscription notifies the fan and the performer', async () => {
  const [fan, performer] = [await fanWithCard(testHost, 'test_no_renewals'), await performerWithPrices(testHost, 999n)];
  const { expiredAt, performer: performerCard } = await subscribeOrFail(testHost, fan, performer);
  const end = new Date(expiredAt);
  for (const days of [0, 1.01, 3.01]) await advanceToDaysAfter(end, days);
  const failedText = (days: number): string => {
    const next = dayOf(new Date(end.getTime() + days * day_ms + 1000));
    return `renewal_failed | no actor | We couldn’t renew your subscription to ${performerCard.name}. We’ll try again on ${next}. | /subscriptions`;
  };
  expect(await notificationsOf(fan)).toEqual([failedText(5), failedText(3), failedText(1)]);
  const start = `subscriber | ${fan.id} | subscribed to you. | ${ownTab(performer, 'subscribers')}`;
  expect(await notificationsOf(performer)).toEqual([start]);
  await advanceToDaysAfter(end, 5.1);
  const ended = `subscription_ended | no actor | Your subscription to ${performerCard.name} has ended. | /subscriptions`;
  expect((await notificationsOf(fan))[0]).toBe(ended);
  expect(await notificationsOf(fan)).toHaveLength(4);
  const lapsed = `subscription_ended | ${fan.id} | is no longer subscribed to you. | ${ownTab(performer, 'subscribers')}`;
  expect(await notificationsOf(performer)).toEqual([lapsed, start]);
  expect((await notificationsOf(operator)).filter((line) => line.startsWith('sub') || line.startsWith('renewal'))).toEqual([]);
});

test('the end of a canceled subscription notifies only the fan, who can subscribe again', async () => {
  const [fan, performer] = [await fanWithTokens(testHost, 50), await performerWithPrices(testHost, 1000n)];
  const { _id: id, expiredAt, performer: performerCard } = await subscribeOrFail(testHost, fan, performer, { source: 'wallet' });
  await testHost.call(
    'POST /payment/:gateway/cancel-subscription/:id',
    { params: { gateway: 'wallet', id }, body: {} },
    { token: fan.token },
  );
  const before = await notificationsOf(performer);
  await advanceToDaysAfter(new Date(expiredAt), 1);
  expect((await notificationsOf(fan))[0]).toContain(`Your subscription to ${performerCard.name} has ended.`);
  expect(await notificationsOf(performer)).toEqual(before);
  const again = await subscribe(testHost, await signInAgain(testHost, fan), performer, { source: 'wallet' });
  expect(again.status).toBe(200);
  expect((await notificationsOf(performer))[0]).toBe(
    `subscriber | ${fan.id} | subscribed to you again. | ${ownTab(performer, 'subscribers')}`,
  );
});

test('a paid renewal sends no notification', async () => {
  const [fan, performer] = [await fanWithCard(testHost), await performerWithPrices(testHost, 1000n)];
  const { expiredAt } = await subscribeOrFail(testHost, fan, performer);
  await advanceToDaysAfter(new Date(expiredAt), 0.1);
  expect(await notificationsOf(performer)).toHaveLength(1);
  expect((await notificationsOf(fan)).filter((line) => !line.startsWith('security'))).toEqual([]);
});

test('a fan is notified once of a price rise, with the date it applies from', async () => {
  const [fan, performer] = [await fanWithTokens(testHost, 50), await performerWithPrices(testHost, 1000n)];
  const { expiredAt } = await subscribeOrFail(testHost, fan, performer, { source: 'wallet' });
  const body = { monthlyPrice: 12.5 };
  expect((await testHost.call('PUT /performers/:id', { params: { id: 'me' }, body }, { token: performer.token })).status).toBe(200);
  for (let times = 0; times < 2; times += 1)
    await notifySubscribersOfPriceRise(testHost.ctx, { performerId: performer.id, types: ['monthly'], afterId: null });
  const text = `raised your subscription price to 12.50 tokens, starting ${dayOf(new Date(expiredAt))}.`;
  expect(await notificationsOf(fan)).toEqual([`subscription_ended | ${performer.id} | ${text} | /subscriptions`]);
  expect((await notificationsOf(performer)).filter((line) => line.includes('price'))).toEqual([]);
});
