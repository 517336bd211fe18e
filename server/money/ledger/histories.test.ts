/**
 * Property-based test of every ledger operation against a model with plain numbers, with all invariants checked after each history.
 * A failure prints the seed and the shortest failing history. `npm run test:all` runs ten thousand histories.
 */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { openLedger, type LedgerTestHost } from '../../../tests/kit/host/ledger';
import { inTransaction, type Context } from '../../platform/context';
import { ApiError } from '../../kernel/api-error';
import {
  adjustmentsAccount,
  commissionAccount,
  earningsOf,
  gatewayAccount,
  heldFor,
  payoutsAccount,
  promotionsAccount,
  walletOf,
} from './chart';
import type { AccountId } from './chart';
import { checkLedger } from './check';
import { ledgerInvariants } from './invariants';
import { hold, post, release, settle } from './ledger';
import type { TransferEntry, PostedTransfer } from './post';
import { reverse } from './reverse';
import { splitPrice } from './split';
import { attemptCount } from '../../../tests/kit/timing/depth';

const histories = attemptCount(120, 10_000);
const concurrency = 8;
/** The full ledger check takes longer as the ledger grows, so it runs rarely, over all histories so far. */
const historiesPerFullCheck = 1000;

let testHost: LedgerTestHost;
beforeAll(async () => {
  testHost = await openLedger();
});
afterAll(() => testHost.close());

const fans = ['fan 1', 'fan 2'] as const;
const performers = ['performer 1', 'performer 2'] as const;
const fan = fc.constantFrom(...fans);
const performer = fc.constantFrom(...performers);
const cents = fc.oneof(fc.integer({ min: 1, max: 12_000 }), fc.integer({ min: 1, max: 20 }));
const rate = fc.integer({ min: 0, max: 10_000 }).map((parts) => parts / 10_000);
/** Index into the earlier operations; there may be none. */
const earlier = fc.nat({ max: 30 });

const step = fc.oneof(
  fc.record({ type: fc.constant('top up'), fan, cents, discount: fc.nat({ max: 100 }) }),
  fc.record({ type: fc.constant('charge'), fan, performer, cents, rate }),
  fc.record({ type: fc.constant('charge'), fan, performer, cents, rate }),
  fc.record({ type: fc.constant('subscribe by card'), fan, performer, cents, rate }),
  fc.record({ type: fc.constant('hold'), from: fc.oneof(fan, performer), cents }),
  fc.record({ type: fc.constant('settle'), earlier, cents, performer, rate }),
  fc.record({ type: fc.constant('pay out'), earlier, cents }),
  fc.record({ type: fc.constant('release'), earlier, cents }),
  fc.record({ type: fc.constant('reverse'), earlier, cents: fc.option(cents, { nil: undefined }) }),
  fc.record({ type: fc.constant('adjust'), account: fc.oneof(fan, performer), cents, sign: fc.constantFrom(1, -1) }),
  fc.record({ type: fc.constant('repeat'), earlier }),
  fc.record({ type: fc.constant('repeat with another payload'), earlier }),
  fc.record({ type: fc.constant('fail after posting'), fan, performer, cents }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** What was posted, and how to post under its key again, with the same payload or with another one. */
interface Operation {
  transferId: string;
  entries: Map<AccountId, number>;
  moved: number;
  reversed: number;
  /** The operation that this one reverses. */
  reverses?: Operation;
  repeat(ctx: Context): Promise<PostedTransfer>;
  repeatWithOtherPayload(ctx: Context): Promise<PostedTransfer>;
}

/** Plain sums that model the ledger. */
class Model {
  readonly balances = new Map<AccountId, number>();
  readonly operations: Operation[] = [];
  readonly holds: { subject: string; owner: AccountId }[] = [];

  balanceOf(account: AccountId): number {
    return this.balances.get(account) ?? 0;
  }

  covers(entries: Map<AccountId, number>, covered: readonly AccountId[] = []): boolean {
    return [...entries].every(([account, change]) => {
      const hasFloor = account.startsWith('wallet:') || account.startsWith('held:') || covered.includes(account);
      return !hasFloor || this.balanceOf(account) + change >= 0;
    });
  }

  apply(entries: Map<AccountId, number>): void {
    for (const [account, change] of entries) this.balances.set(account, this.balanceOf(account) + change);
  }
}

const changesOf = (entries: readonly TransferEntry[]): Map<AccountId, number> => {
  const changes = new Map<AccountId, number>();
  for (const entry of entries) changes.set(entry.account, (changes.get(entry.account) ?? 0) + Number(entry.cents));
  return new Map([...changes].filter(([, change]) => change !== 0));
};

class History {
  private readonly id = testHost.ctx.random.id();
  private readonly model = new Model();
  private count = 0;

  /** Account names are unique to a history, so that many run on one ledger. */
  private uniqueName(name: string): string {
    return `${this.id}/${name}`;
  }
  private accountOf(name: string): ReturnType<typeof walletOf> | ReturnType<typeof earningsOf> {
    return name.startsWith('fan') ? walletOf(this.uniqueName(name)) : earningsOf(this.uniqueName(name));
  }

  private async codeOf(work: Promise<unknown>): Promise<string | null> {
    try {
      await work;
      return null;
    } catch (error) {
      if (error instanceof ApiError) return error.code;
      throw error;
    }
  }

  /** Posts, and compares the result with the model. */
  private async move(
    entries: readonly TransferEntry[],
    covered: readonly AccountId[],
    send: (ctx: Context, key: string, extra: bigint) => Promise<PostedTransfer>,
  ): Promise<boolean> {
    const key = this.uniqueName(`key ${this.count}`);
    const changes = changesOf(entries);
    const run =
      (extra = 0n) =>
      (ctx: Context) =>
        send(ctx, key, extra);
    if (!this.model.covers(changes, covered)) {
      expect(await this.codeOf(run()(testHost.ctx))).toBe('insufficient_balance');
      return false;
    }
    const posted = await run()(testHost.ctx);
    expect(posted.isReplayed).toBe(false);
    this.model.apply(changes);
    this.expectBalances(posted);
    const moved = [...changes.values()].reduce((total, change) => total + Math.max(change, 0), 0);
    this.model.operations.push({
      transferId: posted.transferId,
      entries: changes,
      moved,
      reversed: 0,
      repeat: run(),
      repeatWithOtherPayload: run(1n),
    });
    return true;
  }

  private expectBalances(posted: PostedTransfer): void {
    for (const [account, balance] of Object.entries(posted.balances))
      // Other histories use the site's accounts too.
      if (account.includes(this.id)) expect([account, Number(balance)]).toEqual([account, this.model.balanceOf(account as AccountId)]);
  }

  private post(reason: Parameters<typeof post>[1]['reason'], entriesWith: (extra: bigint) => TransferEntry[]): Promise<boolean> {
    const subject = this.uniqueName(`subject ${this.count}`);
    return this.move(entriesWith(0n), [], (ctx, key, extra) => post(ctx, { reason, subject, key, entries: entriesWith(extra) }));
  }

  private shares(performerName: string, price: bigint, commissionRate: number): TransferEntry[] {
    const { commission, earning } = splitPrice(price, commissionRate);
    return [
      { account: earningsOf(this.uniqueName(performerName)), cents: earning },
      { account: commissionAccount, cents: commission },
    ];
  }

  async runStep(next: Step): Promise<void> {
    this.count += 1;
    const amount = 'cents' in next && next.cents !== undefined ? BigInt(next.cents) : 0n;
    const pick = <T>(list: readonly T[]): T | undefined =>
      'earlier' in next && list.length > 0 ? list[next.earlier % list.length] : undefined;
    if ('discount' in next) {
      const discount = amount > BigInt(next.discount) ? BigInt(next.discount) : 0n;
      await this.post('top_up', (extra) => [
        { account: gatewayAccount('sandbox'), cents: discount - amount - extra },
        { account: promotionsAccount, cents: -discount },
        { account: walletOf(this.uniqueName(next.fan)), cents: amount + extra },
      ]);
    } else if (next.type === 'charge' && 'rate' in next && 'fan' in next) {
      await this.post('charge', (extra) => [
        { account: walletOf(this.uniqueName(next.fan)), cents: -amount - extra },
        ...this.shares(next.performer, amount + extra, next.rate),
      ]);
    } else if (next.type === 'subscribe by card' && 'rate' in next) {
      await this.post('subscription', (extra) => [
        { account: gatewayAccount('sandbox'), cents: -amount - extra },
        ...this.shares(next.performer, amount + extra, next.rate),
      ]);
    } else if ('from' in next) {
      const subject = this.uniqueName(`hold ${this.count}`);
      const from = this.accountOf(next.from);
      const entries = [
        { account: from, cents: -amount },
        { account: heldFor(subject), cents: amount },
      ];
      const isHeld = await this.move(entries, [from], (ctx, key, extra) =>
        hold(ctx, { from, subject, cents: amount + extra, reason: 'show_hold', key }),
      );
      if (isHeld) this.model.holds.push({ subject, owner: from });
    } else if (next.type === 'settle' || next.type === 'pay out') {
      const subject = pick(this.model.holds)?.subject;
      if (subject === undefined) return;
      const to = (extra: bigint): TransferEntry[] =>
        'performer' in next && 'rate' in next
          ? this.shares(next.performer, amount + extra, next.rate)
          : [{ account: payoutsAccount('banking'), cents: amount + extra }];
      await this.move([{ account: heldFor(subject), cents: -amount }, ...to(0n)], [], (ctx, key, extra) =>
        settle(ctx, { subject, reason: 'show_minute', key, to: to(extra) }),
      );
    } else if (next.type === 'release') {
      const found = pick(this.model.holds);
      if (!found) return;
      const to = found.owner as ReturnType<typeof walletOf>;
      const entries = [
        { account: heldFor(found.subject), cents: -amount },
        { account: to, cents: amount },
      ];
      await this.move(entries, [], (ctx, key, extra) =>
        release(ctx, { subject: found.subject, to, cents: amount + extra, reason: 'show_release', key }),
      );
    } else if (next.type === 'reverse') {
      await this.reverse(pick(this.model.operations), 'cents' in next && next.cents !== undefined ? amount : undefined);
    } else if ('sign' in next) {
      const change = amount * BigInt(next.sign);
      await this.post('adjustment', (extra) => [
        { account: this.accountOf(next.account), cents: change + extra * BigInt(next.sign) },
        { account: adjustmentsAccount, cents: -change - extra * BigInt(next.sign) },
      ]);
    } else if (next.type === 'repeat') {
      const found = pick(this.model.operations);
      if (!found) return;
      expect(await found.repeat(testHost.ctx)).toMatchObject({ transferId: found.transferId, isReplayed: true });
    } else if (next.type === 'repeat with another payload') {
      const found = pick(this.model.operations);
      if (found) expect(await this.codeOf(found.repeatWithOtherPayload(testHost.ctx))).toBe('idempotency_key_reused');
    } else if ('fan' in next) {
      const key = this.uniqueName(`failed ${this.count}`);
      const entries = [
        { account: gatewayAccount('sandbox'), cents: -amount },
        { account: walletOf(this.uniqueName(next.fan)), cents: amount },
      ];
      const failing = inTransaction(testHost.ctx, async (tx) => {
        await post(tx, { reason: 'top_up', subject: key, key, entries });
        throw new Error('what came after failed');
      });
      await expect(failing).rejects.toThrow('what came after failed');
    }
  }

  private async reverse(found: Operation | undefined, wanted: bigint | undefined): Promise<void> {
    if (!found) return;
    const key = this.uniqueName(`key ${this.count}`);
    const send = (amount: bigint | undefined, note?: string) => (ctx: Context) =>
      reverse(ctx, { transferId: found.transferId, reason: 'refund', key, cents: amount, ...(note && { metadata: { note } }) });
    // A reversal of a reversal cannot be reversed.
    const left = found.reverses?.reverses === undefined ? found.moved - found.reversed : 0;
    const amount = wanted === undefined ? left : Number(wanted);
    const code = await this.codeOf(
      send(wanted)(testHost.ctx).then(async (posted) => {
        const entries = await this.adoptReversal(
          posted,
          new Map([...found.entries].map(([account, original]) => [account, -(original * amount) / found.moved])),
        );
        this.model.operations.push({
          transferId: posted.transferId,
          entries,
          moved: amount,
          reversed: 0,
          reverses: found,
          repeat: send(wanted),
          repeatWithOtherPayload: send(wanted, 'otherwise'),
        });
      }),
    );
    if (left === 0 || amount > left) expect(code).toBe('already_refunded');
    else if (code === null) {
      found.reversed += amount;
      if (found.reverses) found.reverses.reversed -= amount;
    } else expect(code).toBe('insufficient_balance');
  }

  /** Adopts what a reversal moved, after checking that it is close to the expected shares. */
  private async adoptReversal(posted: PostedTransfer, shares: Map<AccountId, number>): Promise<Map<AccountId, number>> {
    const { rows } = await testHost.ctx.db.execute<{ account: AccountId; cents: string }>(
      sql`select account_id as account, amount_cents as cents from ledger_entries where transfer_id = ${posted.transferId}`,
    );
    const changes = new Map(rows.map(({ account, cents: change }) => [account, Number(change)]));
    // Partial reversals round once each.
    for (const [account, share] of shares)
      expect(Math.abs((changes.get(account) ?? 0) - share)).toBeLessThan(1 + this.model.operations.length);
    expect([...changes.keys()].every((account) => shares.has(account))).toBe(true);
    expect(this.model.covers(changes)).toBe(true);
    this.model.apply(changes);
    this.expectBalances(posted);
    return changes;
  }

  /** All invariants, for this history's accounts, computed differently from the product's own check. */
  async expectInvariants(): Promise<void> {
    const accountPattern = `${this.id}/%`;
    const { rows } = await testHost.ctx.db.execute<{
      account: AccountId;
      held: string;
      entries: string;
      lowest: string;
      broken: number;
    }>(sql`
      select b.account_id as account, b.held, coalesce(e.total, 0) as entries, coalesce(e.lowest, 0) as lowest, (
        select count(*)::int from ledger_transfers t where t.key like ${accountPattern} and (select sum(x.amount_cents) from ledger_entries x where x.transfer_id = t.id) is distinct from 0
      ) as broken
      from (select account_id, sum(balance_cents) as held from ledger_balances where account_id = any(${sql.param([...this.model.balances.keys()].filter((account) => account.includes(this.id)))}) group by 1) b
      left join lateral (select sum(amount_cents) as total, min(balance_after_cents) as lowest from ledger_entries where account_id = b.account_id) e on true`);
    const [transfers] = (
      await testHost.ctx.db.execute<{ count: number }>(
        sql`select count(*)::int as count from ledger_transfers where key like ${accountPattern}`,
      )
    ).rows;
    expect(transfers?.count).toBe(this.model.operations.length);
    for (const { account, held, entries, lowest, broken } of rows) {
      expect([account, Number(held)]).toEqual([account, this.model.balanceOf(account)]);
      expect([account, entries]).toEqual([account, held]);
      expect(Number(lowest)).toBeGreaterThanOrEqual(0);
      expect(broken).toBe(0);
    }
    const all = [...this.model.balances.values()].reduce((total, balance) => total + balance, 0);
    expect(all).toBe(0);
  }
}

test(`the invariants hold after each of ${histories} random histories`, async () => {
  let completed = 0;
  const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
    const history = new History();
    for (const next of steps) await history.runStep(next);
    await history.expectInvariants();
    completed += 1;
    if (completed % historiesPerFullCheck === 0) expect(await checkLedger(testHost.ctx, ledgerInvariants)).toMatchObject({ ok: true });
  });
  const seed = testHost.ctx.random.below(2 ** 31);
  const share = Math.ceil(histories / concurrency);
  // Each prints its seed when it fails.
  await Promise.all(
    Array.from({ length: concurrency }, (_, index) => fc.assert(property, { numRuns: share, seed: seed + index, endOnFailure: false })),
  );
  expect(await checkLedger(testHost.ctx, ledgerInvariants)).toMatchObject({ ok: true });
}, 1_200_000);
