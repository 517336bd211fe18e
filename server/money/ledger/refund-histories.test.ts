/**
 * Property-based test of refunds and reversals, posted as the domain modules post them: sales that clear and are paid out, tickets
 * whose show is canceled, partial refunds, disputes that are won and lost, debts that later credits settle. After each step every
 * account matches the balances of a simple model. A failure prints the seed and the shortest failing history. `npm run test:all` runs
 * ten thousand histories.
 */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { attemptCount } from '../../../tests/kit/timing/depth';
import { openLedger, type LedgerTestHost } from '../../../tests/kit/host/ledger';
import { ApiError } from '../../kernel/api-error';
import { apportion } from './apportion';
import {
  commissionAccount,
  earningsOf,
  gatewayAccount,
  heldFor,
  payoutsAccount,
  promotionsAccount,
  receivableOf,
  walletOf,
  type AccountId,
} from './chart';
import { checkLedger } from './check';
import { ledgerInvariants } from './invariants';
import { balancesOf, hold, post, release, settle } from './ledger';
import type { TransferEntry, PostedTransfer } from './post';
import { reverse } from './reverse';
import { splitPrice } from './split';

const histories = attemptCount(80, 10_000);
const concurrency = 8;
/** The full ledger check is run rarely: it takes longer as the ledger grows. */
const historiesPerFullCheck = 1000;

let testHost: LedgerTestHost;
beforeAll(async () => {
  testHost = await openLedger();
});
afterAll(() => testHost.close());

const fan = fc.nat({ max: 1 });
const performer = fc.nat({ max: 1 });
const cents = fc.oneof(fc.integer({ min: 1, max: 9_000 }), fc.integer({ min: 1, max: 20 }));
const rate = fc.integer({ min: 0, max: 10_000 }).map((tenThousandths) => tenThousandths / 10_000);
/** An index into the earlier operations, of which there may be none. */
const earlier = fc.nat({ max: 20 });
/** The whole remaining amount (`null`), or this many thousandths of it. */
const part = fc.option(fc.integer({ min: 1, max: 999 }), { nil: null });

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('top up'), fan, cents, discount: fc.nat({ max: 60 }) }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constantFrom('sell', 'sell a ticket'), fan, performer, cents, rate }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constantFrom('end the show', 'cancel the show', 'clear sales') }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom('refund', 'dispute', 'refund the top-up'), earlier, part }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constantFrom('win the dispute', 'lose the dispute'), earlier }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('request a payout'), performer, part }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constantFrom('pay the payout', 'reject the payout', 'return the payout'), earlier }) },
);
/** Every history starts with tokens that are spent on a ticket and on a clearing sale, and then reversed by the bank. */
const firstSteps: readonly Step[] = [
  { type: 'top up', fan: 0, cents: 5_000, discount: 7 },
  { type: 'sell a ticket', fan: 0, performer: 0, cents: 1_999, rate: 0.2 },
  { type: 'sell', fan: 0, performer: 1, cents: 2_501, rate: 0.15 },
  { type: 'dispute', earlier: 0, part: null },
];
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Sale {
  transferId: string;
  buyer: number;
  performer: number;
  price: bigint;
  commission: bigint;
  refunded: bigint;
  refundedCommission: bigint;
  /** Tickets clear only after their show; other sales clear after the clearing period. */
  status: 'awaits the show' | 'clearing' | 'cleared';
}
interface TopUp {
  transferId: string;
  fan: number;
  paid: bigint;
  tokens: bigint;
  refunded: bigint;
}
/** An amount that a bank has taken back and may return. */
interface OpenDispute {
  transferId: string;
  topUp: TopUp;
  part: bigint;
  entries: TransferEntry[];
}
interface Payout {
  subject: string;
  performer: number;
  requested: bigint;
  status: 'requested' | 'paid' | 'closed';
  settledBy: string | null;
}

class History {
  private readonly id = testHost.ctx.random.id();
  private readonly modelBalances = new Map<AccountId, bigint>();
  private readonly sales: Sale[] = [];
  private readonly topUps: TopUp[] = [];
  private readonly openDisputes: OpenDispute[] = [];
  private readonly payouts: Payout[] = [];
  private count = 0;
  private posted = 0;

  private uniqueName = (name: string): string => `${this.id}/${name}`;
  private wallet = (index: number) => walletOf(this.uniqueName(`fan ${String(index)}`));
  private receivable = (index: number) => receivableOf(this.uniqueName(`fan ${String(index)}`));
  private earnings = (index: number) => earningsOf(this.uniqueName(`performer ${String(index)}`));
  private key = (): string => this.uniqueName(`key ${String((this.count += 1))}`);
  private modelBalance = (account: AccountId): bigint => this.modelBalances.get(account) ?? 0n;
  private pick = <T>(list: readonly T[], index: number): T | undefined => (list.length > 0 ? list[index % list.length] : undefined);

  private async expectPosted(entries: readonly TransferEntry[], posting: Promise<PostedTransfer>): Promise<string> {
    const { transferId, isReplayed, balances } = await posting;
    expect(isReplayed).toBe(false);
    for (const { account, cents: change } of entries) this.modelBalances.set(account, this.modelBalance(account) + change);
    // All histories share the site's accounts.
    const own = Object.entries(balances).filter(([account]) => account.includes(this.id));
    expect(own).toEqual(own.map(([account]) => [account, this.modelBalance(account as AccountId)]));
    this.posted += 1;
    return transferId;
  }

  private post(reason: 'top_up' | 'charge' | 'debt', entries: TransferEntry[]): Promise<string> {
    const key = this.key();
    return this.expectPosted(entries, post(testHost.ctx, { reason, subject: key, key, entries }));
  }
  private reverseTransfer(transferId: string, reason: 'refund' | 'dispute' | 'payout_return', entries: TransferEntry[]): Promise<string> {
    return this.expectPosted(entries, reverse(testHost.ctx, { transferId, reason, key: this.key(), entries }));
  }

  /** As `charges/debt.ts`: debt is taken from the wallet, and an overpaid debt is returned to it. */
  private async settleDebt(index: number): Promise<void> {
    const [walletBalance, due] = [this.modelBalance(this.wallet(index)), -this.modelBalance(this.receivable(index))];
    const moved = due < walletBalance ? due : walletBalance;
    if (moved === 0n) return;
    await this.post('debt', [
      { account: this.wallet(index), cents: -moved },
      { account: this.receivable(index), cents: moved },
    ]);
  }

  private async topUp(index: number, tokens: bigint, amount: bigint): Promise<void> {
    const discount = amount < tokens ? amount : 0n;
    const transferId = await this.post('top_up', [
      { account: gatewayAccount('sandbox'), cents: discount - tokens },
      { account: promotionsAccount, cents: -discount },
      { account: this.wallet(index), cents: tokens },
    ]);
    this.topUps.push({ transferId, fan: index, paid: tokens - discount, tokens, refunded: 0n });
    await this.settleDebt(index);
  }

  private async sell(buyer: number, seller: number, price: bigint, commissionRate: number, isTicket: boolean): Promise<void> {
    const { commission, earning } = splitPrice(price, commissionRate);
    const entries = [
      { account: this.wallet(buyer), cents: -price },
      { account: this.earnings(seller), cents: earning },
      { account: commissionAccount, cents: commission },
    ];
    if (this.modelBalance(this.wallet(buyer)) < price) {
      const key = this.key();
      expect(await codeOf(post(testHost.ctx, { reason: 'charge', subject: key, key, entries }))).toBe('insufficient_balance');
      return;
    }
    const transferId = await this.post('charge', entries);
    const status = isTicket ? 'awaits the show' : 'clearing';
    this.sales.push({ transferId, buyer, performer: seller, price, commission, refunded: 0n, refundedCommission: 0n, status });
  }

  /** As `earnings/refund-sale.ts`: the refund is apportioned by what is left of the commission and of the earning. */
  private async refund(sale: Sale, amount: bigint): Promise<void> {
    const [left, commissionLeft] = [sale.price - sale.refunded, sale.commission - sale.refundedCommission];
    const [commissionPart = 0n, netPart = 0n] = apportion(amount, [commissionLeft, left - commissionLeft]);
    await this.reverseTransfer(sale.transferId, 'refund', [
      { account: this.wallet(sale.buyer), cents: amount },
      { account: this.earnings(sale.performer), cents: -netPart },
      { account: commissionAccount, cents: -commissionPart },
    ]);
    sale.refunded += amount;
    sale.refundedCommission += commissionPart;
    await this.settleDebt(sale.buyer);
  }

  /** As `payments/refunds/reverse-payment.ts`: tokens come from the wallet as far as it covers them, and the rest becomes a debt. */
  private async reverseTopUp(topUp: TopUp, reason: 'refund' | 'dispute', amount: bigint): Promise<void> {
    const tokensFor = (paid: bigint): bigint => (topUp.tokens * paid) / topUp.paid;
    const tokens = tokensFor(topUp.refunded + amount) - tokensFor(topUp.refunded);
    const balance = this.modelBalance(this.wallet(topUp.fan));
    const covered = balance < tokens ? balance : tokens;
    const entries = [
      { account: gatewayAccount('sandbox'), cents: amount },
      { account: promotionsAccount, cents: tokens - amount },
      { account: this.wallet(topUp.fan), cents: -covered },
      { account: this.receivable(topUp.fan), cents: covered - tokens },
    ];
    const transferId = await this.reverseTransfer(topUp.transferId, reason, entries);
    topUp.refunded += amount;
    if (reason === 'dispute') this.openDisputes.push({ transferId, topUp, part: amount, entries });
  }

  /** A won dispute: the bank returns what it has taken back, and an overpaid debt is returned with it. */
  private async winDispute(dispute: OpenDispute): Promise<void> {
    this.openDisputes.splice(this.openDisputes.indexOf(dispute), 1);
    const entries = dispute.entries.map(({ account, cents: change }) => ({ account, cents: -change }));
    await this.expectPosted(entries, reverse(testHost.ctx, { transferId: dispute.transferId, reason: 'dispute', key: this.key() }));
    dispute.topUp.refunded -= dispute.part;
    await this.settleDebt(dispute.topUp.fan);
  }

  /** What a performer can request: cleared sales, less their refunds and earlier requests. */
  private availableFor(index: number): bigint {
    const sold = this.sales
      .filter((sale) => sale.performer === index && sale.status === 'cleared')
      .reduce((sum, sale) => sum + sale.price - sale.commission - (sale.refunded - sale.refundedCommission), 0n);
    const requested = this.payouts
      .filter((payout) => payout.performer === index && payout.status !== 'closed')
      .reduce((sum, payout) => sum + payout.requested, 0n);
    const [available, balance] = [sold - requested, this.modelBalance(this.earnings(index))];
    return available < balance ? available : balance;
  }

  private async requestPayout(index: number, thousandths: number | null): Promise<void> {
    const from = this.earnings(index);
    const subject = this.uniqueName(`payout ${String(this.payouts.length)}`);
    const balance = this.modelBalance(from);
    const request = { from, subject, reason: 'payout_hold' } as const;
    const beyondBalance = hold(testHost.ctx, { ...request, key: this.key(), cents: (balance > 0n ? balance : 0n) + 1n });
    expect(await codeOf(beyondBalance)).toBe('insufficient_balance');
    const requested = partOf(this.availableFor(index), thousandths);
    if (requested <= 0n) return;
    const entries = [
      { account: from, cents: -requested },
      { account: heldFor(subject), cents: requested },
    ];
    await this.expectPosted(entries, hold(testHost.ctx, { ...request, key: this.key(), cents: requested }));
    this.payouts.push({ subject, performer: index, requested, status: 'requested', settledBy: null });
  }

  private async decide(payout: Payout, isPaid: boolean): Promise<void> {
    const { subject, requested } = payout;
    const to = isPaid ? payoutsAccount('banking') : this.earnings(payout.performer);
    const entries = [
      { account: heldFor(subject), cents: -requested },
      { account: to, cents: requested },
    ];
    const key = this.key();
    const posting = isPaid
      ? settle(testHost.ctx, { subject, reason: 'payout_settle', key, to: [{ account: to, cents: requested }] })
      : release(testHost.ctx, { subject, to: this.earnings(payout.performer), cents: requested, reason: 'payout_release', key });
    const settledBy = await this.expectPosted(entries, posting);
    Object.assign(payout, isPaid ? { status: 'paid', settledBy } : { status: 'closed' });
  }

  private async returnPayout(payout: Payout): Promise<void> {
    await this.reverseTransfer(payout.settledBy ?? '', 'payout_return', [
      { account: payoutsAccount('banking'), cents: -payout.requested },
      { account: this.earnings(payout.performer), cents: payout.requested },
    ]);
    payout.status = 'closed';
  }

  private async refundTickets(): Promise<void> {
    for (const sale of this.sales.filter(({ status }) => status === 'awaits the show')) {
      if (sale.refunded < sale.price) await this.refund(sale, sale.price - sale.refunded);
      sale.status = 'cleared';
    }
  }

  private advance(from: Sale['status'], to: Sale['status']): void {
    for (const sale of this.sales) if (sale.status === from) sale.status = to;
  }

  private pickPayout(status: Payout['status'], index: number): Payout | undefined {
    return this.pick(
      this.payouts.filter((payout) => payout.status === status),
      index,
    );
  }

  async apply(next: Step): Promise<void> {
    switch (next.type) {
      case 'top up':
        return this.topUp(next.fan, BigInt(next.cents), BigInt(next.discount));
      case 'sell':
      case 'sell a ticket':
        return this.sell(next.fan, next.performer, BigInt(next.cents), next.rate, next.type === 'sell a ticket');
      case 'end the show':
        this.advance('awaits the show', 'clearing');
        return;
      case 'cancel the show':
        return this.refundTickets();
      case 'clear sales':
        this.advance('clearing', 'cleared');
        return;
      case 'refund': {
        const sale = this.pick(this.sales, next.earlier);
        const amount = sale ? partOf(sale.price - sale.refunded, next.part) : 0n;
        if (sale && amount > 0n) await this.refund(sale, amount);
        else if (sale && sale.refunded === sale.price)
          expect(await codeOf(reverse(testHost.ctx, this.refundOfOneCent(sale.transferId)))).toBe('already_refunded');
        return;
      }
      case 'dispute':
      case 'refund the top-up': {
        const topUp = this.pick(this.topUps, next.earlier);
        const amount = topUp ? partOf(topUp.paid - topUp.refunded, next.part) : 0n;
        if (topUp && amount > 0n) await this.reverseTopUp(topUp, next.type === 'dispute' ? 'dispute' : 'refund', amount);
        return;
      }
      case 'win the dispute': {
        const dispute = this.pick(this.openDisputes, next.earlier);
        if (dispute) await this.winDispute(dispute);
        return;
      }
      case 'lose the dispute': {
        // The bank keeps what it has taken back.
        const dispute = this.pick(this.openDisputes, next.earlier);
        if (dispute) this.openDisputes.splice(this.openDisputes.indexOf(dispute), 1);
        return;
      }
      case 'request a payout':
        return this.requestPayout(next.performer, next.part);
      case 'pay the payout':
      case 'reject the payout': {
        const payout = this.pickPayout('requested', next.earlier);
        if (payout) await this.decide(payout, next.type === 'pay the payout');
        return;
      }
      case 'return the payout': {
        const payout = this.pickPayout('paid', next.earlier);
        if (payout) await this.returnPayout(payout);
      }
    }
  }

  private refundOfOneCent = (transferId: string) => ({ transferId, reason: 'refund' as const, key: this.key(), cents: 1n });

  /** No account is below its minimum. Each posting has already compared the ledger's balances with the model. */
  expectMinimumBalances(): void {
    for (const [account, balance] of this.modelBalances) {
      if (/^(wallet|held):/.test(account)) expect([account, balance >= 0n]).toEqual([account, true]);
      if (account.startsWith('receivable:')) expect([account, balance <= 0n]).toEqual([account, true]);
    }
    // A debt exists only where the wallet is empty.
    for (const index of [0, 1])
      expect(this.modelBalance(this.receivable(index)) === 0n || this.modelBalance(this.wallet(index)) === 0n).toBe(true);
    expect([...this.modelBalances.values()].reduce((sum, balance) => sum + balance, 0n)).toBe(0n);
  }

  /** The stored entries of this history, read again and summed differently from the product's own check. */
  async expectEntries(): Promise<void> {
    const accountPattern = `${this.id}/%`;
    const { rows } = await testHost.ctx.db.execute<{ account: AccountId; total: string; transfers: number; broken: number }>(sql`
      with own as (select id from ledger_transfers where key like ${accountPattern}),
        moved as (select e.transfer_id, e.account_id, e.amount_cents from ledger_entries e join own on own.id = e.transfer_id)
      select account_id as account, sum(amount_cents) as total, (select count(*)::int from own) as transfers,
        (select count(*)::int from (select transfer_id from moved group by 1 having sum(amount_cents) <> 0) b) as broken
      from moved group by 1`);
    const own = [...this.modelBalances.keys()].filter((account) => account.includes(this.id));
    expect([...(await balancesOf(testHost.ctx, own))]).toEqual(own.map((account) => [account, this.modelBalance(account)]));
    const totals = Object.fromEntries(rows.map(({ account, total }) => [account, BigInt(total)]));
    const expected = Object.fromEntries([...this.modelBalances].filter(([account, sum]) => sum !== 0n || account in totals));
    expect(totals).toEqual(expected);
    for (const { transfers, broken } of rows) expect([transfers, broken]).toEqual([this.posted, 0]);
    // Earnings are sales less refunds, less requested payouts.
    for (const index of [0, 1]) {
      const net = this.sales
        .filter((sale) => sale.performer === index)
        .reduce((sum, sale) => sum + sale.price - sale.commission - (sale.refunded - sale.refundedCommission), 0n);
      const requested = this.payouts
        .filter((payout) => payout.performer === index && payout.status !== 'closed')
        .reduce((sum, payout) => sum + payout.requested, 0n);
      expect(this.modelBalance(this.earnings(index))).toBe(net - requested);
    }
  }
}

const partOf = (whole: bigint, thousandths: number | null): bigint =>
  thousandths === null ? whole : (whole * BigInt(thousandths)) / 1000n;

async function codeOf(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

test(`the invariants hold after each of ${String(histories)} random histories of refunds and reversals`, async () => {
  let done = 0;
  const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
    const history = new History();
    for (const next of [...firstSteps, ...steps]) {
      await history.apply(next);
      history.expectMinimumBalances();
    }
    await history.expectEntries();
    done += 1;
    if (done % historiesPerFullCheck === 0) expect(await checkLedger(testHost.ctx, ledgerInvariants)).toMatchObject({ ok: true });
  });
  const seed = testHost.ctx.random.below(2 ** 31);
  // Each run prints its seed if it fails.
  await Promise.all(
    Array.from({ length: concurrency }, (_, index) =>
      fc.assert(property, { numRuns: Math.ceil(histories / concurrency), seed: seed + index, endOnFailure: false }),
    ),
  );
  expect(done).toBeGreaterThanOrEqual(histories);
  expect(await checkLedger(testHost.ctx, ledgerInvariants)).toMatchObject({ ok: true });
}, 2_400_000);
