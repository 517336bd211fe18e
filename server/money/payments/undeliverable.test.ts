/** A subscription whose payment came in after its page was closed to the fan: nothing begins, and the card gets its money back. */
import { eq } from 'drizzle-orm';
import { accounts, promotions, subscriptions, userBlocks } from '@server/platform/db/schema/schema';
import { adjustmentsAccount, earningsOf } from '@server/money/ledger/chart';
import { balanceOf } from '@server/money/ledger/ledger';
import { mailsTo } from '../../../tests/support/outbox';
import { brokenLaws, freshKey, openStripeWorld, type Payer, type StripeWorld } from '../../../tests/support/payments';
import { performerAt, type Somebody } from '../../../tests/support/subscriptions';
import { reconcile } from '../../modules/payments/reconcile';

let scene: StripeWorld;
beforeAll(async () => {
  scene = await openStripeWorld();
});
afterAll(() => scene.close());
afterEach(async () => {
  expect(await brokenLaws(scene.world.ctx)).toEqual([]);
});

const suspend = (id: string) => scene.world.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, id));
const block = (blockerId: string, targetId: string) =>
  scene.world.ctx.db
    .insert(userBlocks)
    .values({ id: scene.world.ctx.chance.id(), blockerId, targetId, reason: null, createdAt: scene.world.clock.now() });

const subscribe = (fan: Payer, { id: performerId }: Somebody, promotionId?: string, key = freshKey()) =>
  scene.world.call(
    'POST /payment/subscribe/performers',
    { body: { performerId, type: 'monthly', ...(promotionId !== undefined && { promotionId }) } },
    { token: fan.token, key },
  );
/** What the gateway gave back of a payment, in hundredths. */
const refunded = (id: string) =>
  scene.standIn.payments.intents
    .filter(({ metadata }) => metadata['footlight_key'] === `pay_${id}`)
    .flatMap((intent) => scene.standIn.payments.listRefunds({ payment_intent: intent.id }).map(({ amount }) => amount));
const read = (fan: Payer, id: string) => scene.world.call('GET /payment/transactions/:id', { params: { id } }, { token: fan.token });
const subscriptionsOf = (fan: Payer) => scene.world.ctx.db.$count(subscriptions, eq(subscriptions.userId, fan.id));
const aMinuteLater = async (): Promise<void> => {
  scene.world.clock.advance({ minutes: 1 });
  await reconcile(scene.world.ctx);
};

const closings: [string, (fan: Payer, performer: Somebody) => unknown][] = [
  ['the performer blocked the fan', (fan, performer) => block(performer.id, fan.id)],
  ['the fan blocked the performer', (fan, performer) => block(fan.id, performer.id)],
  ['the performer was suspended', (_fan, performer) => suspend(performer.id)],
  ['the fan was suspended', (fan) => suspend(fan.id)],
];

test.each(closings)('while the bank was asked, %s: the bank said yes, and the money went back', async (_what, close) => {
  const { world, standIn } = scene;
  const [fan, performer] = [await scene.payer('test_authentication'), await performerAt(world, 1000n)];
  const { data } = await subscribe(fan, performer);
  expect(data.status).toBe('requires_action');
  await close(fan, performer);
  standIn.payments.answerBank(data.clientSecret ?? '', 'approved');
  await aMinuteLater();
  // Who was suspended is not asked; what the account is told is read for them.
  await world.ctx.db.update(accounts).set({ status: 'active' }).where(eq(accounts.id, fan.id));
  expect((await read(fan, data._id)).data).toMatchObject({ status: 'refunded', failure: { code: 'subscription_impossible' } });
  expect(await subscriptionsOf(fan)).toBe(0);
  expect(refunded(data._id)).toEqual([1000]);
  expect(await balanceOf(world.ctx, earningsOf(performer.id))).toBe(0n);
  expect(await balanceOf(world.ctx, adjustmentsAccount)).toBe(0n);
  expect(await mailsTo(world, fan.email, 'payment-refunded')).toHaveLength(1);
  expect(await mailsTo(world, fan.email, 'receipt')).toHaveLength(0);
});

test('the request that learns of it says so, and the offer that was taken is free again', async () => {
  const { world, standIn } = scene;
  const [fan, performer] = [await scene.payer(), await performerAt(world, 1000n)];
  const offer = await world.call('POST /performer/promotions', { body: { kind: 'discount', value: 0.5, maximumUses: 1 } }, performer);
  standIn.failNext('POST /v1/payment_intents', 'hang_after');
  const key = freshKey();
  const send = () => subscribe(fan, performer, offer.data._id, key);
  const { data } = await send();
  expect(data.status).toBe('processing');
  await block(performer.id, fan.id);
  expect((await send()).refusal).toMatchObject({ statusCode: 409, error: 'subscription_impossible' });
  const [row] = await world.ctx.db.select().from(promotions).where(eq(promotions.id, offer.data._id));
  expect(row?.totalUses).toBe(0);
  expect(refunded(data._id)).toEqual([500]);
});

test('a refund that the gateway is away for is made by the reconciler, once', async () => {
  const { world, standIn } = scene;
  const [fan, performer] = [await scene.payer('test_authentication'), await performerAt(world, 1000n)];
  const { data } = await subscribe(fan, performer);
  await block(performer.id, fan.id);
  standIn.payments.answerBank(data.clientSecret ?? '', 'approved');
  standIn.failNext('POST /v1/refunds', 'busy', 3);
  await aMinuteLater();
  await aMinuteLater();
  await aMinuteLater();
  expect((await read(fan, data._id)).data.status).toBe('refunded');
  expect(refunded(data._id)).toEqual([1000]);
});
