/** Charges given back by operators: to the fan, from the performer and the site, once. */
import { desc, eq } from 'drizzle-orm';
import { auditLog, charges, refunds } from '@server/platform/db/schema/schema';
import { commissionAccount, earningsOf, walletOf, type AccountId } from '@server/money/ledger/chart';
import { balanceOf } from '@server/money/ledger/ledger';
import { brokenLaws, somebodyWaits } from '../../../tests/support/books';
import { buyer, performerWith, type Earner } from '../../../tests/support/earners';
import { listenAs } from '../../../tests/support/ear';
import { eventually } from '../../../tests/kit/timing/eventually';
import { mailsTo } from '../../../tests/support/outbox';
import { signUpOperator } from '../../../tests/kit/people/people';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let operator: { token: string; id: string };
let performer: Earner;

beforeAll(async () => {
  world = await openWorld();
  operator = await signUpOperator(world);
  performer = await performerWith(world, 0, 'ada');
});
afterAll(async () => {
  expect(await brokenLaws(world)).toEqual([]);
  await world.close();
});

const refund = (id: string, body: { amount?: number; reason?: string } = {}, key?: string) =>
  world.call(
    'POST /admin/charges/:id/refund',
    { params: { id }, body: { reason: 'Sent twice', ...body } },
    { token: operator.token, ...(key !== undefined && { key }) },
  );
const errorOf = async (call: Promise<{ refusal: { error: string } }>) => (await call).refusal.error;
const holds = (account: AccountId) => balanceOf(world.ctx, account);
const balances = async (fan: { id: string }) => ({
  fan: await holds(walletOf(fan.id)),
  performer: await holds(earningsOf(performer.id)),
  site: await holds(commissionAccount),
});
async function tipped(cents: bigint) {
  const fan = await buyer(world);
  const before = await balances(fan);
  return { fan, before, id: await fan.pays(performer.id, cents) };
}

test('a whole refund leaves everybody as before, and says so to the fan, in the lists and in the trail', async () => {
  const { fan, before, id } = await tipped(1255n);
  const ear = await listenAs(world, fan.token);
  const { status, data } = await refund(id, { reason: 'Sent by mistake' });
  expect(status).toBe(200);
  expect(data).toMatchObject({ _id: id, status: 'refunded', price: 12.55, refunded: 12.55, balanceAfter: null });
  expect(await balances(fan)).toEqual({ ...before, fan: 1255n });
  const mine = await world.call('GET /wallet/charges/search', { query: { status: 'refunded' } }, { token: fan.token });
  expect(mine.data.data).toMatchObject([{ _id: id, refunded: 12.55 }]);
  const sold = await world.call('GET /performer/earning/search', { query: { userId: fan.id } }, { token: performer.token });
  expect(sold.data.data).toMatchObject([{ chargeId: id, status: 'refunded', grossPrice: 12.55, refunded: 12.55 }]);
  const [entry] = await world.ctx.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  expect(entry).toMatchObject({
    actorId: operator.id,
    action: 'charges.refund',
    targetId: id,
    before: { status: 'success', refunded: 0 },
    after: { status: 'refunded', refunded: 12.55, reason: 'Sent by mistake' },
  });
  const [mail] = await mailsTo(world, `${(await world.call('GET /users/me', {}, { token: fan.token })).data.email}`, 'refund');
  expect(mail?.text).toContain('A payment to ada was refunded.');
  expect(mail?.text).toContain('> Sent by mistake');
  await eventually(() => {
    expect(ear.heard('wallet/balance-changed').at(-1)).toMatchObject({ change: 12.55, balance: 12.55, reason: 'refund' });
  });
  ear.close();
  const spending = await world.call('GET /wallet/spending', {}, { token: fan.token });
  expect(spending.data.spent).toBe(0);
});

test('parts are borne in proportion, and together they are the whole, to the hundredth', async () => {
  const { fan, before, id } = await tipped(1003n);
  for (const amount of [0.01, 3.33, 0.02, 6.66]) expect((await refund(id, { amount })).data.status).toBe('success');
  expect((await refund(id)).data).toMatchObject({ status: 'refunded', refunded: 10.03 });
  expect(await balances(fan)).toEqual({ ...before, fan: 1003n });
  expect(await world.ctx.db.$count(refunds, eq(refunds.userId, fan.id))).toBe(5);
});

test('is refused by name', async () => {
  const { id } = await tipped(1000n);
  expect(await errorOf(refund(world.ctx.chance.id()))).toBe('charge_not_found');
  for (const amount of [10.01, 0, -1]) expect(await errorOf(refund(id, { amount }))).toBe('price_out_of_range');
  expect(await errorOf(refund(id, { reason: '' }))).toBe('invalid_request');
  await refund(id, { amount: 4 });
  expect(await errorOf(refund(id, { amount: 6.01 }))).toBe('price_out_of_range');
  await refund(id, {}, 'key');
  expect(await errorOf(refund(id))).toBe('already_refunded');
  expect(await errorOf(refund(id, { amount: 1 }, 'key'))).toBe('idempotency_key_reused');
  expect((await refund(id, {}, 'key')).data).toMatchObject({ status: 'refunded' });
});

test('twenty at once give back once, with and without a key', async () => {
  for (const key of ['once', undefined]) {
    const { fan, id } = await tipped(2000n);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund(id, {}, key)));
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    for (const { status, refusal } of answers)
      expect(status === 200 || ['already_refunded', 'request_in_progress'].includes(refusal.error)).toBe(true);
    if (key === undefined) expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await holds(walletOf(fan.id))).toBe(2000n);
  }
});

test('that runs holds its key', async () => {
  const { id } = await tipped(2000n);
  const { running } = await world.ctx.db.transaction(async (tx) => {
    await tx.select().from(charges).where(eq(charges.id, id)).for('update');
    const first = refund(id, {}, 'slow');
    await somebodyWaits(world);
    expect(await errorOf(refund(id, {}, 'slow'))).toBe('request_in_progress');
    return { running: first };
  });
  expect((await running).status).toBe(200);
});

test('is for operators alone', async () => {
  const { fan, id } = await tipped(1000n);
  const asked = await world.call('POST /admin/charges/:id/refund', { params: { id }, body: { reason: 'Mine' } }, { token: fan.token });
  expect(asked.refusal.error).toBe('forbidden_role');
});
