/** The clearing time: what was sold is paid out when its days are over, and a payout says which sales it pays. */
import { eq } from 'drizzle-orm';
import { inTransaction } from '@server/platform/context';
import { earnings, payoutSales } from '@server/platform/db/schema/schema';
import { charge } from '@server/money/charges/charges';
import { brokenLaws, fillWallet } from '../../../tests/support/books';
import { payByPaypal } from '../../../tests/support/earners';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { setSettings } from '../../../tests/support/site-settings';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

type Who = { id: string; token: string; username: string };

let world: World;
let operator: Who;
beforeAll(async () => {
  world = await openWorld();
  operator = await signUpOperator(world, 'olga');
});
afterAll(async () => {
  expect(await brokenLaws(world)).toEqual([]);
  await world.close();
});

/** A performer who is paid by PayPal; `sells` sells a tip of which they keep `tokens`. */
async function seller(): Promise<Who & { sells(tokens: number): Promise<string> }> {
  const [performer, fan] = [await signUpPerformer(world), await signUpFan(world)];
  await payByPaypal(world, performer);
  return {
    ...performer,
    sells: async (tokens) => {
      const cents = BigInt(tokens * 125);
      await fillWallet(world, fan.id, cents);
      const item = { type: 'tip', targetId: performer.id, performerId: performer.id, price_cents: cents, quantity: 1, text: '' } as const;
      return (await inTransaction(world.ctx, (tx) => charge(tx, fan.id, item)))._id;
    },
  };
}
const request = ({ token }: Who, amount: number) =>
  world.call('POST /payout-requests', { body: { amount, method: 'paypal', requestNote: '' } }, { token });
const calculate = async ({ token }: Who) => (await world.call('POST /payout-requests/calculate', { body: {} }, { token })).data;
const salesOf = async (id: string, { token }: Who = operator) =>
  (
    await world.call('GET /payout-requests/:id/sales', { params: { id }, query: { sortBy: 'createdAt', sort: 'asc' } }, { token })
  ).data.data.map(({ netPrice, paid }) => [netPrice, paid]);
const reject = (id: string) =>
  world.call('POST /admin/payout-requests/:id/reject', { params: { id }, body: { note: 'No' } }, { token: operator.token });
/** Signs in again, after time has passed. */
const again = async (who: Who): Promise<void> => {
  const { data } = await world.call('POST /auth/login', {
    body: { username: who.username, password: 'correct horse battery', remember: true },
  });
  who.token = data.token;
};

test('a sale waits for its days, and the performer reads until when', async () => {
  await setSettings(world, { earningsClearingDays: 7 });
  const performer = await seller();
  await performer.sells(80);
  const soon = new Date(world.clock.now().getTime() + 7 * 86_400_000);
  expect(await calculate(performer)).toMatchObject({ available: 0, clearing: 80, totalEarned: 80 });
  expect(Date.parse((await calculate(performer)).clearsAt ?? '')).toBeCloseTo(soon.getTime(), -4);
  const { refusal } = await request(performer, 80);
  expect(refusal).toMatchObject({ statusCode: 422, error: 'earnings_clearing' });
  expect(refusal.message).toContain(`0.00 tokens can be paid out now. More becomes available on ${soon.toISOString().slice(0, 10)}`);
  world.clock.advance({ days: 3 });
  await again(performer);
  await performer.sells(60);
  world.clock.advance({ days: 4, minutes: 1 });
  await again(performer);
  expect(await calculate(performer)).toMatchObject({ available: 80, clearing: 60 });
  expect((await request(performer, 80.01)).refusal.error).toBe('earnings_clearing');
  expect((await request(performer, 140.01)).refusal.error).toBe('insufficient_balance');
  const { data } = await request(performer, 80);
  const more = await world.call('PUT /payout-requests/:id', { params: { id: data._id }, body: { amount: 90 } }, performer);
  expect(more.refusal.error).toBe('earnings_clearing');
  expect(await salesOf(data._id, performer)).toEqual([[80, 80]]);
});

test('no days are a setting of the site, and a performer may have a number of their own', async () => {
  await setSettings(world, { earningsClearingDays: 0 });
  operator = await signUpOperator(world);
  const performer = await seller();
  await performer.sells(60);
  expect(await calculate(performer)).toMatchObject({ available: 60, clearing: 0, clearsAt: null });
  const set = (value: number | null) =>
    world.call('PUT /admin/performers/:id/clearing', { params: { id: performer.id }, body: { days: value } }, { token: operator.token });
  expect((await set(30)).data.clearingDays).toBe(30);
  await performer.sells(40);
  expect(await calculate(performer)).toMatchObject({ available: 60, clearing: 40 });
  expect((await set(null)).data.clearingDays).toBeNull();
  expect(
    (
      await world.call(
        'PUT /admin/performers/:id/clearing',
        { params: { id: performer.id }, body: { days: 91 } },
        { token: operator.token },
      )
    ).status,
  ).toBe(400);
  const nobody = { params: { id: crypto.randomUUID() }, body: { days: 1 } };
  expect((await world.call('PUT /admin/performers/:id/clearing', nobody, operator)).refusal.error).toBe('performer_not_found');
  const { data } = await world.call('GET /notifications', {}, { token: performer.token });
  expect(data.data.map(({ text }) => text)).toContain('What you sell from now on can be paid out after 30 days.');
});

test('a payout pays the sales that were available first, each once, and frees them when it is rejected', async () => {
  await setSettings(world, { earningsClearingDays: 0 });
  operator = await signUpOperator(world);
  const performer = await seller();
  for (const tokens of [30, 40, 50]) await performer.sells(tokens);
  const first = (await request(performer, 60)).data;
  expect(await salesOf(first._id)).toEqual([
    [30, 30],
    [40, 30],
  ]);
  expect((await world.call('PUT /payout-requests/:id', { params: { id: first._id }, body: { amount: 75 } }, performer)).status).toBe(200);
  expect(await salesOf(first._id)).toEqual([
    [30, 30],
    [40, 40],
    [50, 5],
  ]);
  await reject(first._id);
  expect(await salesOf(first._id)).toEqual([]);
  const unknown = await world.call('GET /payout-requests/:id/statement', { params: { id: crypto.randomUUID() } }, performer);
  expect(unknown.refusal.error).toBe('payout_not_found');
  const second = (await request(performer, 60)).data;
  await world.call('POST /admin/payout-requests/:id/done', { params: { id: second._id }, body: {} }, { token: operator.token });
  const third = (await request(performer, 60)).data;
  expect(await salesOf(third._id)).toEqual([
    [40, 10],
    [50, 50],
  ]);
  const paid = await world.ctx.db.select().from(earnings).where(eq(earnings.performerId, performer.id));
  expect(paid.map(({ netCents, paidCents }) => netCents - paidCents)).toEqual([0n, 0n, 0n]);
  const stranger = await signUpPerformer(world);
  const strange = await world.call('GET /payout-requests/:id/sales', { params: { id: third._id } }, { token: stranger.token });
  expect(strange.refusal.error).toBe('payout_not_found');
  const { data: text } = await world.call('GET /payout-requests/:id/statement', { params: { id: third._id } }, performer);
  expect(
    text
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(',').slice(4).join()),
  ).toEqual([
    "Gross,Site's share,Net,Refunded,Available on,Paid by this payout",
    `50.00,10.00,40.00,0.00,${world.clock.now().toISOString().slice(0, 10)},10.00`,
    `62.50,12.50,50.00,0.00,${world.clock.now().toISOString().slice(0, 10)},50.00`,
  ]);
});

test('what was given back of a sale is neither clearing nor paid', async () => {
  await setSettings(world, { earningsClearingDays: 7 });
  operator = await signUpOperator(world);
  const performer = await seller();
  const id = await performer.sells(80);
  await performer.sells(50);
  await world.call('POST /admin/charges/:id/refund', { params: { id }, body: { reason: 'Half', amount: 50 } }, { token: operator.token });
  expect(await calculate(performer)).toMatchObject({ available: 0, clearing: 90 });
  world.clock.advance({ days: 8 });
  await again(performer);
  operator = await signUpOperator(world);
  const { data } = await request(performer, 90);
  expect(await salesOf(data._id)).toEqual([
    [80, 40],
    [50, 50],
  ]);
});

test('refunds and payouts of the same sales, all at once, end without waiting for each other', async () => {
  await setSettings(world, { earningsClearingDays: 0 });
  operator = await signUpOperator(world);
  const performer = await seller();
  const sold: string[] = [];
  for (let count = 0; count < 10; count += 1) sold.push(await performer.sells(10));
  const refund = (id: string) =>
    world.call('POST /admin/charges/:id/refund', { params: { id }, body: { reason: 'Race', amount: 5 } }, { token: operator.token });
  const answers = await Promise.all([request(performer, 60), ...sold.map(refund), request(performer, 55)]);
  expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  const [open] = (await world.call('GET /payout-requests/search', {}, performer)).data.data;
  const rows = await world.ctx.db
    .select()
    .from(payoutSales)
    .where(eq(payoutSales.payoutId, open?._id ?? ''));
  expect(rows.reduce((sum, { cents }) => sum + cents, 0n)).toBeLessThanOrEqual(BigInt((open?.amount ?? 0) * 100));
});
