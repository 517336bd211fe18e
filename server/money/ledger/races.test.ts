/** Concurrent postings on a real PostgreSQL: their effect is that of some serial order, and they never deadlock. */
import { sql } from 'drizzle-orm';
import { openLedger, type LedgerTestHost } from '../../../tests/kit/host/ledger';
import { chargePosting, fundedParties, topUpPosting, type LedgerParties } from '../../../tests/kit/money/postings';
import { outbox } from '../../platform/db/schema/site';
import { ApiError } from '../../kernel/api-error';
import { commissionAccount, earningsOf, heldFor, payoutsAccount, walletOf, type AccountId } from './chart';
import { checkLedger } from './check';
import { ledgerInvariants } from './invariants';
import { balanceOf, hold, post, release, settle } from './ledger';
import type { PostedTransfer } from './post';
import { reverse } from './reverse';

let testHost: LedgerTestHost;
beforeAll(async () => {
  testHost = await openLedger();
});
afterAll(async () => {
  expect(await checkLedger(testHost.ctx, ledgerInvariants)).toMatchObject({ ok: true });
  await testHost.close();
});

const balance = (account: AccountId): Promise<bigint> => balanceOf(testHost.ctx, account);
const concurrently = <T>(count: number, start: (index: number) => Promise<T>): Promise<PromiseSettledResult<T>[]> =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => start(index)));
/** The error codes of the rejected calls. */
const codes = (results: PromiseSettledResult<unknown>[]): unknown[] =>
  results
    .filter((result) => result.status === 'rejected')
    .map(({ reason }: { reason: unknown }) => (reason instanceof ApiError ? reason.code : reason));

interface Scenario {
  parties: LedgerParties;
  id: string;
}
/** A fan who had 100.00, paid 30.00 to a performer (who earned 24.00 of it) and has 10.00 held. */
async function scenario(): Promise<Scenario & { paid: string }> {
  const accounts = await fundedParties(testHost.ctx);
  const { transferId } = await post(testHost.ctx, chargePosting(accounts));
  const id = testHost.ctx.random.id();
  await hold(testHost.ctx, { from: walletOf(accounts.fan), subject: id, cents: 1_000n, reason: 'show_hold', key: `held:${id}` });
  return { parties: accounts, id, paid: transferId };
}

const commands: Record<string, (scenario: Scenario & { paid: string }) => Promise<PostedTransfer>> = {
  'a top-up': ({ parties: accounts, id }) => post(testHost.ctx, topUpPosting(accounts.fan, 500n, id)),
  'a charge': ({ parties: accounts, id }) => post(testHost.ctx, chargePosting(accounts, id)),
  'a hold': ({ parties: accounts, id }) =>
    hold(testHost.ctx, { from: earningsOf(accounts.performer), subject: id, cents: 2_400n, reason: 'payout_hold', key: id }),
  'a settlement': ({ id }) =>
    settle(testHost.ctx, { subject: id, reason: 'payout_settle', key: id, to: [{ account: payoutsAccount('banking'), cents: 700n }] }),
  'a release': ({ parties: accounts, id }) =>
    release(testHost.ctx, { subject: id, reason: 'show_release', key: id, to: walletOf(accounts.fan), cents: 1_000n }),
  'a full refund': ({ paid, id }) => reverse(testHost.ctx, { transferId: paid, reason: 'refund', key: id }),
  'a partial refund': ({ paid, id }) => reverse(testHost.ctx, { transferId: paid, reason: 'refund', key: id, cents: 1_234n }),
};

it.each(Object.keys(commands))('twenty concurrent copies of %s have the effect of one', async (name) => {
  const run = commands[name];
  const one = await scenario();
  await testHost.ctx.db.delete(outbox);
  const results = await concurrently(20, async () => run?.(one));
  expect(codes(results)).toEqual([]);
  const posted = results.flatMap((result) => (result.status === 'fulfilled' && result.value ? [result.value] : []));
  expect(new Set(posted.map(({ transferId }) => transferId)).size).toBe(1);
  expect(posted.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
  const events = await testHost.ctx.db.select().from(outbox);
  expect(new Set(events.map(({ rooms }) => rooms.join())).size).toBe(events.length);
});

it('twenty concurrent charges of 30 against 100 leave 10', async () => {
  const accounts = await fundedParties(testHost.ctx);
  const results = await concurrently(20, (index) => post(testHost.ctx, chargePosting(accounts, `${index} of ${accounts.fan}`)));
  expect(codes(results)).toEqual(Array<string>(17).fill('insufficient_balance'));
  expect(await balance(walletOf(accounts.fan))).toBe(1_000n);
  expect(await balance(earningsOf(accounts.performer))).toBe(7_200n);
});

it('transfers in opposite directions never deadlock', async () => {
  const [one, other] = [await fundedParties(testHost.ctx), await fundedParties(testHost.ctx)];
  const give = (from: string, to: string, key: string) =>
    post(testHost.ctx, {
      reason: 'adjustment',
      subject: key,
      key,
      entries: [
        { account: walletOf(from), cents: -1n },
        { account: walletOf(to), cents: 1n },
      ],
    });
  const results = await concurrently(400, (index) =>
    index % 2 === 0 ? give(one.fan, other.fan, `${index} ${one.fan}`) : give(other.fan, one.fan, `${index} ${one.fan}`),
  );
  expect(codes(results)).toEqual([]);
  expect([await balance(walletOf(one.fan)), await balance(walletOf(other.fan))]).toEqual([10_000n, 10_000n]);
});

it('concurrent first postings to an account create it once', async () => {
  const { fan, performer } = await fundedParties(testHost.ctx, 0n);
  expect(codes(await concurrently(20, (index) => post(testHost.ctx, topUpPosting(fan, 100n, `${index} of ${fan}`))))).toEqual([]);
  expect(await balance(walletOf(fan))).toBe(2_000n);
  expect(
    codes(await concurrently(20, (index) => post(testHost.ctx, chargePosting({ fan, performer }, `${index} paid by ${fan}`, 100n)))),
  ).toEqual([]);
  expect(await balance(earningsOf(performer))).toBe(1_600n);
});

it('concurrent postings to one account neither wait for each other nor lose an update, and every read is consistent', async () => {
  const fans = await Promise.all(Array.from({ length: 32 }, () => fundedParties(testHost.ctx)));
  const { performer } = await fundedParties(testHost.ctx, 0n);
  const before = await balance(commissionAccount);
  const charging = { isDone: false };
  const reads: bigint[] = [];
  const reading = (async () => {
    while (!charging.isDone) {
      // Charges of 5.00: one statement that reads both accounts only sees whole charges.
      const { rows } = await testHost.ctx.db.execute<{ earned: string; kept: string }>(sql`select
        (select coalesce(sum(balance_cents), 0) from ledger_balances where account_id = ${earningsOf(performer)}) as earned,
        (select coalesce(sum(balance_cents), 0) from ledger_balances where account_id = ${commissionAccount}) as kept`);
      const [earned, commission] = [BigInt(rows[0]?.earned ?? 0), BigInt(rows[0]?.kept ?? 0) - before];
      expect(earned % 400n).toBe(0n);
      expect(earned).toBe(commission * 4n);
      reads.push(earned);
    }
  })();
  const results = await concurrently(32, async (index) => {
    const fan = fans[index]?.fan ?? '';
    for (let n = 0; n < 10; n += 1) await post(testHost.ctx, chargePosting({ fan, performer }, `${index} ${n} ${fan}`, 500n));
  });
  charging.isDone = true;
  await reading;
  expect(codes(results)).toEqual([]);
  expect(await balance(earningsOf(performer))).toBe(128_000n);
  expect([...reads].sort((a, b) => Number(a - b))).toEqual(reads);
  expect(reads.length).toBeGreaterThan(1);
});

it('a charge does not wait for an unfinished one to the same performer', async () => {
  const [one, other] = [await fundedParties(testHost.ctx), await fundedParties(testHost.ctx)];
  await testHost.ctx.db.transaction(async (db) => {
    await post({ ...testHost.ctx, db }, chargePosting(one));
    // Would wait forever if the performer's row were locked.
    await post(testHost.ctx, chargePosting({ ...other, performer: one.performer }));
    expect(await balance(earningsOf(one.performer))).toBe(2_400n);
  });
  expect(await balance(earningsOf(one.performer))).toBe(4_800n);
});

it('only one of several concurrent payouts of all earnings succeeds', async () => {
  const accounts = await fundedParties(testHost.ctx);
  await post(testHost.ctx, chargePosting(accounts));
  const results = await concurrently(20, (index) =>
    hold(testHost.ctx, {
      from: earningsOf(accounts.performer),
      subject: `${index} ${accounts.fan}`,
      cents: 2_400n,
      reason: 'payout_hold',
      key: `${index} ${accounts.fan}`,
    }),
  );
  expect(codes(results)).toEqual(Array<string>(19).fill('insufficient_balance'));
  expect(await balance(earningsOf(accounts.performer))).toBe(0n);
});

it('concurrent releases and settlements of a hold never exceed it', async () => {
  const { parties: accounts, id } = await scenario();
  const results = await concurrently(20, (index) =>
    index % 2 === 0
      ? release(testHost.ctx, { subject: id, reason: 'show_release', key: `${index} ${id}`, to: walletOf(accounts.fan), cents: 300n })
      : settle(testHost.ctx, {
          subject: id,
          reason: 'show_minute',
          key: `${index} ${id}`,
          to: [{ account: earningsOf(accounts.performer), cents: 300n }],
        }),
  );
  expect(codes(results)).toEqual(Array<string>(17).fill('insufficient_balance'));
  expect(await balance(heldFor(id))).toBe(100n);
});

it('concurrent reversals never reverse more than was moved', async () => {
  const { parties: accounts, paid } = await scenario();
  const results = await concurrently(20, (index) =>
    reverse(testHost.ctx, { transferId: paid, reason: 'refund', key: `${index} ${paid}`, cents: 700n }),
  );
  expect(codes(results)).toEqual(Array<string>(16).fill('already_refunded'));
  expect(await balance(walletOf(accounts.fan))).toBe(8_800n);
  expect(await balance(earningsOf(accounts.performer))).toBe(160n);
});
