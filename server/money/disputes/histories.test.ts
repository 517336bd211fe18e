/**
 * Property-based test of every way that money moves: card payments that are disputed, won, lost and refunded, debts that later
 * top-ups settle, sales that clear, are refunded and are paid out. After each step the invariants hold, and at the end
 * each wallet and each debt matches plain sums. A failure prints the seed and the shortest failing history.
 */
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { charges } from '@server/platform/db/schema/money';
import { payments } from '@server/platform/db/schema/payments';
import { attemptCount } from '../../../tests/kit/timing/depth';
import { disputeActions } from '../../../tests/kit/money/disputes';
import { setPaypalPayout } from '../../../tests/kit/money/earners';
import {
  ledgerViolations,
  newIdempotencyKey,
  openStripeTestHost,
  walletBalance,
  type Payer,
  type StripeTestHost,
} from '../../../tests/kit/money/payments';
import { signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { runJob } from '../../../tests/kit/content/posts';
import { signInAgain } from '../../../tests/kit/money/subscriptions';

const histories = attemptCount(5, 400);
/** The invariants are checked on the whole ledger after each step, so the API server is replaced before its ledger grows long. */
const historiesPerServer = 20;

let stripe: StripeTestHost;
let actions: ReturnType<typeof disputeActions>;
let historiesRun = 0;
async function openStripe(): Promise<void> {
  stripe = await openStripeTestHost();
  actions = disputeActions(stripe);
}
beforeAll(openStripe);
afterAll(() => stripe.close());

const who = fc.nat({ max: 1 });
const tokens = fc.constantFrom(5, 10, 40);
/** Index into the earlier operations; there may be none. */
const earlier = fc.nat({ max: 10 });

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ action: fc.constant('top up'), who, tokens }) },
  { weight: 5, arbitrary: fc.record({ action: fc.constant('tip'), who, tokens }) },
  { weight: 4, arbitrary: fc.record({ action: fc.constantFrom('dispute', 'win', 'lose'), earlier }) },
  { weight: 3, arbitrary: fc.record({ action: fc.constantFrom('refund the tip', 'refund the top-up'), earlier, part: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ action: fc.constantFrom('request a payout', 'reject the payout', 'pay the payout') }) },
  { weight: 2, arbitrary: fc.record({ action: fc.constant('advance the clock'), days: fc.constantFrom(1, 7) }) },
  { weight: 2, arbitrary: fc.record({ action: fc.constantFrom('dispute while tipping', 'win while refunding', 'settle'), earlier, who }) },
);
/** Every history starts with a debt: a fan spent tokens of a payment that is then disputed. */
const initialDebt: readonly Step[] = [
  { action: 'top up', who: 0, tokens: 40 },
  { action: 'tip', who: 0, tokens: 40 },
  { action: 'dispute', earlier: 0 },
];
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

class History {
  private readonly topUps: { id: string; isDisputed: boolean; isClosed: boolean }[] = [];
  private readonly tips: string[] = [];
  private payout: string | null = null;

  constructor(
    private fans: readonly [Payer, Payer],
    private performer: Payer,
    private operator: Payer,
  ) {}

  private fan(index: number): Payer {
    return this.fans[index] ?? this.fans[0];
  }

  private async topUp(fan: Payer, amount: number): Promise<void> {
    const id = await actions.topUp(fan, amount);
    this.topUps.push({ id, isDisputed: false, isClosed: false });
  }

  private async tip(fan: Payer, price: number): Promise<void> {
    const { status, data } = await stripe.testHost.call(
      'POST /wallet/charges/tip/:id',
      { params: { id: this.performer.id }, body: { price } },
      { token: fan.token, key: newIdempotencyKey() },
    );
    if (status === 200) this.tips.push(data._id);
  }

  /** Delivers an event of the dispute of one top-up, if one is in the right state. */
  private async reportDispute(index: number, outcome: 'dispute' | 'win' | 'lose'): Promise<void> {
    const open = this.topUps.filter(({ isDisputed, isClosed }) => !isClosed && isDisputed === (outcome !== 'dispute'));
    const payment = open[index % Math.max(open.length, 1)];
    if (!payment) return;
    payment.isDisputed = true;
    payment.isClosed = outcome !== 'dispute';
    if (outcome === 'dispute') await actions.updateDispute(payment.id, 'charge.dispute.created', 'needs_response');
    else await actions.updateDispute(payment.id, 'charge.dispute.closed', outcome === 'win' ? 'won' : 'lost');
  }

  private async refundTip(index: number, isPart: boolean): Promise<void> {
    const id = this.tips[index % Math.max(this.tips.length, 1)];
    if (id === undefined) return;
    const body = { reason: 'They asked for it.', ...(isPart && { amount: 1 }) };
    await stripe.testHost.call(
      'POST /admin/charges/:id/refund',
      { params: { id }, body },
      { token: this.operator.token, key: newIdempotencyKey() },
    );
  }

  private async refundTopUp(index: number, isPart: boolean): Promise<void> {
    const payment = this.topUps[index % Math.max(this.topUps.length, 1)];
    if (!payment) return;
    const body = { reason: 'They asked for it.', ...(isPart && { amount: 1 }) };
    const { token } = this.operator;
    await stripe.testHost.call(
      'POST /admin/payments/:id/refund',
      { params: { id: payment.id }, body },
      { token, key: newIdempotencyKey() },
    );
  }

  private async requestPayout(): Promise<void> {
    const { token } = this.performer;
    const { data } = await stripe.testHost.call('POST /payout-requests/calculate', { body: {} }, { token });
    const body = { amount: data.available, method: 'paypal' as const };
    const requested = await stripe.testHost.call('POST /payout-requests', { body }, { token, key: newIdempotencyKey() });
    if (requested.status === 200) this.payout = requested.data._id;
  }

  private async decidePayout(isPaid: boolean): Promise<void> {
    if (this.payout === null) return;
    const params = { id: this.payout };
    const { token } = this.operator;
    this.payout = null;
    if (isPaid)
      await stripe.testHost.call('POST /admin/payout-requests/:id/done', { params, body: {} }, { token, key: newIdempotencyKey() });
    else await stripe.testHost.call('POST /admin/payout-requests/:id/reject', { params, body: { note: 'Not yet.' } }, { token });
  }

  /** Advances the clock by `days`, which ends all sessions. */
  private async advanceClock(days: number): Promise<void> {
    const { testHost } = stripe;
    testHost.clock.advance({ days });
    this.fans = [await signInAgain(testHost, this.fans[0]), await signInAgain(testHost, this.fans[1])];
    this.performer = await signInAgain(testHost, this.performer);
    this.operator = await signInAgain(testHost, this.operator);
  }

  async apply(next: Step): Promise<void> {
    switch (next.action) {
      case 'top up':
        return this.topUp(this.fan(next.who), next.tokens);
      case 'tip':
        return this.tip(this.fan(next.who), next.tokens);
      case 'dispute':
      case 'win':
      case 'lose':
        return this.reportDispute(next.earlier, next.action);
      case 'refund the tip':
        return this.refundTip(next.earlier, next.part);
      case 'refund the top-up':
        return this.refundTopUp(next.earlier, next.part);
      case 'request a payout':
        return this.requestPayout();
      case 'reject the payout':
        return this.decidePayout(false);
      case 'pay the payout':
        return this.decidePayout(true);
      case 'advance the clock':
        return this.advanceClock(next.days);
      case 'dispute while tipping':
        await Promise.all([this.reportDispute(next.earlier, 'dispute'), this.tip(this.fan(next.who), 3), this.tip(this.fan(next.who), 10)]);
        return;
      case 'settle':
        return this.settle(this.fan(next.who));
      case 'win while refunding':
        await Promise.all([this.reportDispute(next.earlier, 'win'), this.refundTip(next.earlier, next.earlier % 2 === 0)]);
        // The refund leaves withheld purchases to a background job.
        for (const fan of this.fans) await this.settle(fan);
    }
  }

  /** Runs the job that a refund enqueues. */
  private async settle({ id }: Payer): Promise<void> {
    await runJob(stripe.testHost, 'charges/settle-debt', { userId: id, cause: id, key: newIdempotencyKey() });
  }

  /** Each wallet, less its debt, equals the payments that were not reversed, less the charges that were not refunded. */
  async expectSums(): Promise<void> {
    for (const fan of this.fans) {
      await this.settle(fan);
      const paymentRows = await stripe.testHost.ctx.db.select().from(payments).where(eq(payments.userId, fan.id));
      const chargeRows = await stripe.testHost.ctx.db.select().from(charges).where(eq(charges.userId, fan.id));
      const received = paymentRows.reduce((sum, row) => sum + row.totalCents - row.refundedCents - row.disputedCents, 0n);
      const netSpent = chargeRows.reduce((sum, row) => sum + row.priceCents - row.refundedCents, 0n);
      const { data } = await stripe.testHost.call('GET /wallet/spending', {}, { token: fan.token });
      const owed = BigInt(Math.round(data.owed * 100));
      const wallet = await walletBalance(stripe.testHost.ctx, fan.id);
      expect({ wallet, owed, net: wallet - owed }).toEqual({ wallet, owed, net: received - netSpent });
      // A debt exists only where the wallet is empty.
      expect(owed === 0n || wallet === 0n).toBe(true);
      if (owed === 0n) expect(chargeRows.filter(({ withheldAt }) => withheldAt !== null)).toEqual([]);
    }
  }
}

async function run(steps: readonly Step[]): Promise<void> {
  historiesRun += 1;
  if (historiesRun % historiesPerServer === 0) {
    await stripe.close();
    await openStripe();
  }
  const { testHost } = stripe;
  // An invariant that a longer history broke stays broken while fast-check shrinks it.
  const before = new Set(await ledgerViolations(testHost.ctx));
  const [performer, operator] = [await signUpPerformer(testHost), await signUpOperator(testHost)];
  await setPaypalPayout(testHost, performer);
  const history = new History([await stripe.payer(), await stripe.payer()], performer, operator);
  for (const next of [...initialDebt, ...steps]) {
    await history.apply(next);
    expect((await ledgerViolations(testHost.ctx)).filter((difference) => !before.has(difference))).toEqual([]);
  }
  await history.expectSums();
}

test('the invariants hold over random histories of disputes, debts, refunds and payouts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      await run(steps);
      return true;
    }),
    { numRuns: histories },
  );
}, 900_000);
