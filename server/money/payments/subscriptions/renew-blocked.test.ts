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

let scene: StripeTestHost;
beforeAll(async () => {
  scene = await openStripeTestHost();
});
afterAll(() => scene.close());
afterEach(async () => {
  expect(await ledgerViolations(scene.testHost.ctx)).toEqual([]);
});

const paymentsOf = ({ id }: TestPerson) =>
  scene.testHost.ctx.db.select().from(payments).where(eq(payments.userId, id)).orderBy(asc(payments.receiptNumber));
const rowOf = async ({ id }: TestPerson) =>
  (await scene.testHost.ctx.db.select().from(subscriptions).where(eq(subscriptions.userId, id)))[0];
const paidPeriods = async (fan: TestPerson) =>
  scene.testHost.ctx.db.$count(subscriptionPeriods, and(eq(subscriptionPeriods.subscriptionId, (await rowOf(fan))?.id ?? '')));
/** What the gateway took for a payment and refunded of it, in hundredths. */
const movedAtGateway = (id: string) =>
  scene.standIn.payments.intents
    .filter(({ metadata }) => metadata['payment'] === id)
    .map((intent) => [intent.amount, ...scene.standIn.payments.listRefunds({ payment_intent: intent.id }).map(({ amount }) => amount)]);
const block = async (blocker: TestPerson, target: TestPerson) => {
  const { token } = await signInAgain(scene.testHost, blocker);
  expect((await scene.testHost.call('POST /block/users', { body: { targetId: target.id } }, { token })).status).toBe(200);
};
const unblock = async (blocker: TestPerson, target: TestPerson) => {
  const { token } = await signInAgain(scene.testHost, blocker);
  expect((await scene.testHost.call('DELETE /block/users/:id', { params: { id: target.id } }, { token })).status).toBe(200);
};
const runJobs = async () => {
  await renewDue(scene.testHost.ctx);
  await expireEnded(scene.testHost.ctx);
};
const gatewayAnswersAgain = async () => {
  scene.testHost.clock.advance({ minutes: 1 });
  await reconcile(scene.testHost.ctx);
};

/** A subscription whose renewal was charged, but the gateway's response was lost. */
async function renewalInDoubt() {
  const [fan, performer] = [await scene.payer(), await performerWithPrices(scene.testHost, 1000n)];
  await subscribeOrFail(scene.testHost, fan, performer);
  const earned = await balanceOf(scene.testHost.ctx, earningsOf(performer.id));
  scene.testHost.clock.advance({ days: 30, seconds: 5 });
  scene.standIn.failNext('POST /v1/payment_intents', 'hang_after');
  await runJobs();
  const [, renewal] = await paymentsOf(fan);
  expect(renewal).toMatchObject({ status: 'processing', isOffSession: true });
  return { fan, performer, earned, id: renewal?.id ?? '' };
}

/** The renewal's money went back, and it bought nothing. */
async function expectNothingSold({ fan, performer, earned, id }: Awaited<ReturnType<typeof renewalInDoubt>>) {
  expect(movedAtGateway(id)).toEqual([[1000, 1000]]);
  expect((await paymentsOf(fan)).at(-1)).toMatchObject({ id, status: 'refunded', failureCode: 'subscription_impossible' });
  expect(await paidPeriods(fan)).toBe(1);
  expect(await balanceOf(scene.testHost.ctx, earningsOf(performer.id))).toBe(earned);
  expect(await balanceOf(scene.testHost.ctx, adjustmentsAccount)).toBe(0n);
}

test.each([
  ['the performer blocked the fan', (fan: TestPerson, performer: TestPerson) => block(performer, fan)],
  ['the fan blocked the performer', (fan: TestPerson, performer: TestPerson) => block(fan, performer)],
])('a renewal that succeeds after %s is refunded and not tried again', async (_what, close) => {
  const renewal = await renewalInDoubt();
  await close(renewal.fan, renewal.performer);
  await gatewayAnswersAgain();
  await expectNothingSold(renewal);
  for (let day = 0; day < 6; day += 1) {
    scene.testHost.clock.advance({ days: 1 });
    await runJobs();
  }
  expect(await rowOf(renewal.fan)).toMatchObject({ status: 'expired', isRenewing: false });
  await expectNothingSold(renewal);
});

test('a renewal that succeeds after the subscription has ended by a block is refunded, although the block has ended too', async () => {
  const renewal = await renewalInDoubt();
  const { fan, performer } = renewal;
  await block(performer, fan);
  // The attempt is claimed again while its payment is in doubt, and finds the block.
  scene.testHost.clock.advance({ minutes: 61 });
  await runJobs();
  expect(await rowOf(fan)).toMatchObject({ status: 'expired' });
  await unblock(performer, fan);
  await gatewayAnswersAgain();
  await expectNothingSold(renewal);
  expect(await rowOf(fan)).toMatchObject({ status: 'expired', isRenewing: false });
  expect(await hasAccess(scene.testHost, await signInAgain(scene.testHost, fan), performer)).toBe(false);
});

test('a subscription that ended by a block stays ended when the block does', async () => {
  const [fan, performer] = [await scene.payer(), await performerWithPrices(scene.testHost, 1000n)];
  await subscribeOrFail(scene.testHost, fan, performer);
  await block(fan, performer);
  scene.testHost.clock.advance({ days: 30, seconds: 5 });
  await runJobs();
  await unblock(fan, performer);
  scene.testHost.clock.advance({ days: 1 });
  await runJobs();
  expect(await paymentsOf(fan)).toHaveLength(1);
  expect(await hasAccess(scene.testHost, await signInAgain(scene.testHost, fan), performer)).toBe(false);
});
