/** Renewals whose payment settles late, during or after a block: nothing is sold, and the card is refunded. */
import { and, asc, eq } from 'drizzle-orm';
import { payments } from '@server/platform/db/schema/payments';
import { subscriptionPeriods, subscriptions } from '@server/platform/db/schema/subscriptions';
import { adjustmentsAccount, earningsOf } from '@server/money/ledger/chart';
import { balanceOf } from '@server/money/ledger/ledger';
import { ledgerViolations, openStripeTestHost, type StripeTestHost } from '../../../../tests/kit/money/payments';
import {
  hasAccess,
  performerWithPrices,
  renewDue,
  signInAgain,
  subscribeOrFail,
  type TestPerson,
} from '../../../../tests/kit/money/subscriptions';
import { expireEnded } from '../../subscriptions/end';
import { reconcile } from '../reconcile';

let stripe: StripeTestHost;
beforeAll(async () => {
  stripe = await openStripeTestHost();
});
afterAll(() => stripe.close());
afterEach(async () => {
  expect(await ledgerViolations(stripe.testHost.ctx)).toEqual([]);
});

const paymentsOf = ({ id }: TestPerson) =>
  stripe.testHost.ctx.db.select().from(payments).where(eq(payments.userId, id)).orderBy(asc(payments.receiptNumber));
const rowOf = async ({ id }: TestPerson) =>
  (await stripe.testHost.ctx.db.select().from(subscriptions).where(eq(subscriptions.userId, id)))[0];
const paidPeriods = async (fan: TestPerson) =>
  stripe.testHost.ctx.db.$count(subscriptionPeriods, and(eq(subscriptionPeriods.subscriptionId, (await rowOf(fan))?.id ?? '')));
/** What the gateway took for a payment and refunded of it, in hundredths. */
const movedAtGateway = (id: string) =>
  stripe.standIn.payments.intents
    .filter(({ metadata }) => metadata['payment'] === id)
    .map((intent) => [intent.amount, ...stripe.standIn.payments.listRefunds({ payment_intent: intent.id }).map(({ amount }) => amount)]);
const block = async (blocker: TestPerson, target: TestPerson) => {
  const { token } = await signInAgain(stripe.testHost, blocker);
  expect((await stripe.testHost.call('POST /block/users', { body: { targetId: target.id } }, { token })).status).toBe(200);
};
const unblock = async (blocker: TestPerson, target: TestPerson) => {
  const { token } = await signInAgain(stripe.testHost, blocker);
  expect((await stripe.testHost.call('DELETE /block/users/:id', { params: { id: target.id } }, { token })).status).toBe(200);
};
const runJobs = async () => {
  await renewDue(stripe.testHost.ctx);
  await expireEnded(stripe.testHost.ctx);
};
const reconcileAMinuteLater = async () => {
  stripe.testHost.clock.advance({ minutes: 1 });
  await reconcile(stripe.testHost.ctx);
};

/** A subscription whose renewal was charged, but the gateway's response was lost. */
async function renewalInDoubt() {
  const [fan, performer] = [await stripe.payer(), await performerWithPrices(stripe.testHost, 1000n)];
  await subscribeOrFail(stripe.testHost, fan, performer);
  const earned = await balanceOf(stripe.testHost.ctx, earningsOf(performer.id));
  stripe.testHost.clock.advance({ days: 30, seconds: 5 });
  stripe.standIn.failNext('POST /v1/payment_intents', 'hang_after');
  await runJobs();
  const [, renewal] = await paymentsOf(fan);
  expect(renewal).toMatchObject({ status: 'processing', isOffSession: true });
  return { fan, performer, earned, id: renewal?.id ?? '' };
}

/** The renewal was refunded in full, and it bought nothing. */
async function expectNothingSold({ fan, performer, earned, id }: Awaited<ReturnType<typeof renewalInDoubt>>) {
  expect(movedAtGateway(id)).toEqual([[1000, 1000]]);
  expect((await paymentsOf(fan)).at(-1)).toMatchObject({ id, status: 'refunded', failureCode: 'subscription_impossible' });
  expect(await paidPeriods(fan)).toBe(1);
  expect(await balanceOf(stripe.testHost.ctx, earningsOf(performer.id))).toBe(earned);
  expect(await balanceOf(stripe.testHost.ctx, adjustmentsAccount)).toBe(0n);
}

test.each([
  ['the performer blocked the fan', (fan: TestPerson, performer: TestPerson) => block(performer, fan)],
  ['the fan blocked the performer', (fan: TestPerson, performer: TestPerson) => block(fan, performer)],
])('a renewal that succeeds after %s is refunded and not tried again', async (_what, blockEither) => {
  const renewal = await renewalInDoubt();
  await blockEither(renewal.fan, renewal.performer);
  await reconcileAMinuteLater();
  await expectNothingSold(renewal);
  for (let day = 0; day < 6; day += 1) {
    stripe.testHost.clock.advance({ days: 1 });
    await runJobs();
  }
  expect(await rowOf(renewal.fan)).toMatchObject({ status: 'expired', isRenewing: false });
  await expectNothingSold(renewal);
});

test('a renewal that succeeds after a block ended the subscription is refunded, even if the block was lifted', async () => {
  const renewal = await renewalInDoubt();
  const { fan, performer } = renewal;
  await block(performer, fan);
  // The attempt is claimed again while its payment is in doubt, and finds the block.
  stripe.testHost.clock.advance({ minutes: 61 });
  await runJobs();
  expect(await rowOf(fan)).toMatchObject({ status: 'expired' });
  await unblock(performer, fan);
  await reconcileAMinuteLater();
  await expectNothingSold(renewal);
  expect(await rowOf(fan)).toMatchObject({ status: 'expired', isRenewing: false });
  expect(await hasAccess(stripe.testHost, await signInAgain(stripe.testHost, fan), performer)).toBe(false);
});

test('a subscription that ended because of a block stays ended when the block is lifted', async () => {
  const [fan, performer] = [await stripe.payer(), await performerWithPrices(stripe.testHost, 1000n)];
  await subscribeOrFail(stripe.testHost, fan, performer);
  await block(fan, performer);
  stripe.testHost.clock.advance({ days: 30, seconds: 5 });
  await runJobs();
  await unblock(fan, performer);
  stripe.testHost.clock.advance({ days: 1 });
  await runJobs();
  expect(await paymentsOf(fan)).toHaveLength(1);
  expect(await hasAccess(stripe.testHost, await signInAgain(stripe.testHost, fan), performer)).toBe(false);
});
