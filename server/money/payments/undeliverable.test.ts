/** A subscription payment that succeeds after the fan lost access to the page: nothing starts, and the card is refunded. */
import { eq } from 'drizzle-orm';
import { accounts, userBlocks } from '@server/platform/db/schema/accounts';
import { promotions, subscriptions } from '@server/platform/db/schema/subscriptions';
import { adjustmentsAccount, earningsOf } from '@server/money/ledger/chart';
import { balanceOf } from '@server/money/ledger/ledger';
import { mailsTo } from '../../../tests/kit/host/mails';
import {
  ledgerViolations,
  newIdempotencyKey,
  openStripeTestHost,
  type Payer,
  type StripeTestHost,
} from '../../../tests/kit/money/payments';
import { performerWithPrices, type TestPerson } from '../../../tests/kit/money/subscriptions';
import { reconcile } from './reconcile';

let stripe: StripeTestHost;
beforeAll(async () => {
  stripe = await openStripeTestHost();
});
afterAll(() => stripe.close());
afterEach(async () => {
  expect(await ledgerViolations(stripe.testHost.ctx)).toEqual([]);
});

const suspend = (id: string) => stripe.testHost.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, id));
const block = (blockerId: string, targetId: string) =>
  stripe.testHost.ctx.db
    .insert(userBlocks)
    .values({ id: stripe.testHost.ctx.random.id(), blockerId, targetId, reason: null, createdAt: stripe.testHost.clock.now() });

const subscribe = (fan: Payer, { id: performerId }: TestPerson, promotionId?: string, key = newIdempotencyKey()) =>
  stripe.testHost.call(
    'POST /payment/subscribe/performers',
    { body: { performerId, type: 'monthly', ...(promotionId !== undefined && { promotionId }) } },
    { token: fan.token, key },
  );
/** What the gateway refunded of a payment, in hundredths. */
const refunded = (id: string) =>
  stripe.standIn.payments.intents
    .filter(({ metadata }) => metadata['footlight_key'] === `pay_${id}`)
    .flatMap((intent) => stripe.standIn.payments.listRefunds({ payment_intent: intent.id }).map(({ amount }) => amount));
const read = (fan: Payer, id: string) => stripe.testHost.call('GET /payment/transactions/:id', { params: { id } }, { token: fan.token });
const subscriptionsOf = (fan: Payer) => stripe.testHost.ctx.db.$count(subscriptions, eq(subscriptions.userId, fan.id));
const runReconcilerLater = async (): Promise<void> => {
  stripe.testHost.clock.advance({ minutes: 1 });
  await reconcile(stripe.testHost.ctx);
};

const obstacles: [string, (fan: Payer, performer: TestPerson) => unknown][] = [
  ['the performer blocked the fan', (fan, performer) => block(performer.id, fan.id)],
  ['the fan blocked the performer', (fan, performer) => block(fan.id, performer.id)],
  ['the performer was suspended', (_fan, performer) => suspend(performer.id)],
  ['the fan was suspended', (fan) => suspend(fan.id)],
];

test.each(obstacles)('a payment that succeeds after %s is refunded', async (_what, obstruct) => {
  const { testHost, standIn } = stripe;
  const [fan, performer] = [await stripe.payer('test_authentication'), await performerWithPrices(testHost, 1000n)];
  const { data } = await subscribe(fan, performer);
  expect(data.status).toBe('requires_action');
  await obstruct(fan, performer);
  standIn.payments.authenticate(data.clientSecret ?? '', 'approved');
  await runReconcilerLater();
  // Suspended accounts cannot call the API, so their notifications are read from the database.
  await testHost.ctx.db.update(accounts).set({ status: 'active' }).where(eq(accounts.id, fan.id));
  expect((await read(fan, data._id)).data).toMatchObject({ status: 'refunded', failure: { code: 'subscription_impossible' } });
  expect(await subscriptionsOf(fan)).toBe(0);
  expect(refunded(data._id)).toEqual([1000]);
  expect(await balanceOf(testHost.ctx, earningsOf(performer.id))).toBe(0n);
  expect(await balanceOf(testHost.ctx, adjustmentsAccount)).toBe(0n);
  expect(await mailsTo(testHost, fan.email, 'payment-refunded')).toHaveLength(1);
  expect(await mailsTo(testHost, fan.email, 'receipt')).toHaveLength(0);
});

test('a request that finds its payment undeliverable is rejected, and its promotion is released', async () => {
  const { testHost, standIn } = stripe;
  const [fan, performer] = [await stripe.payer(), await performerWithPrices(testHost, 1000n)];
  const offer = await testHost.call('POST /performer/promotions', { body: { kind: 'discount', value: 0.5, maximumUses: 1 } }, performer);
  standIn.failNext('POST /v1/payment_intents', 'hang_after');
  const key = newIdempotencyKey();
  const send = () => subscribe(fan, performer, offer.data._id, key);
  const { data } = await send();
  expect(data.status).toBe('processing');
  await block(performer.id, fan.id);
  expect((await send()).errorBody).toMatchObject({ statusCode: 409, error: 'subscription_impossible' });
  const [row] = await testHost.ctx.db.select().from(promotions).where(eq(promotions.id, offer.data._id));
  expect(row?.totalUses).toBe(0);
  expect(refunded(data._id)).toEqual([500]);
});

test('a refund during a gateway outage is made by the reconciler, once', async () => {
  const { testHost, standIn } = stripe;
  const [fan, performer] = [await stripe.payer('test_authentication'), await performerWithPrices(testHost, 1000n)];
  const { data } = await subscribe(fan, performer);
  await block(performer.id, fan.id);
  standIn.payments.authenticate(data.clientSecret ?? '', 'approved');
  standIn.failNext('POST /v1/refunds', 'busy', 3);
  await runReconcilerLater();
  await runReconcilerLater();
  await runReconcilerLater();
  expect((await read(fan, data._id)).data.status).toBe('refunded');
  expect(refunded(data._id)).toEqual([1000]);
});
