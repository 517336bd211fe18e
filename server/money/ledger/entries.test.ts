/** Reading an account's entries: pages, ranges and streams that add up. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pg from 'pg';
import { attemptCount } from '../../../tests/kit/timing/depth';
import { openLedger, type LedgerTestHost } from '../../../tests/kit/host/ledger';
import { chargePosting, fundedParties, topUpPosting } from '../../../tests/kit/money/postings';
import { earningsOf, promotionsAccount, walletOf, type AccountId } from './chart';
import { balanceBefore, entriesOf, streamEntries, type AccountEntry, type EntryRange } from './entries';
import { balanceOf, post } from './ledger';

let testHost: LedgerTestHost;
beforeAll(async () => {
  testHost = await openLedger();
});
afterAll(() => testHost.close());

async function all(account: AccountId, range: EntryRange = {}): Promise<AccountEntry[]> {
  const entries: AccountEntry[] = [];
  for await (const entry of streamEntries(testHost.ctx, account, range)) entries.push(entry);
  return entries;
}

/** A wallet with a top-up and six charges, an hour apart. */
async function history(): Promise<{ fan: string; performer: string }> {
  const accounts = await fundedParties(testHost.ctx);
  for (let n = 1n; n <= 6n; n += 1n) {
    testHost.clock.advance({ hours: 1 });
    await post(testHost.ctx, chargePosting(accounts, `${n} of ${accounts.fan}`, n * 100n));
  }
  return accounts;
}

it('returns each entry with the balance after it, in pages from the newest or as a stream from the oldest', async () => {
  const { fan, performer } = await history();
  const paged: AccountEntry[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await entriesOf(testHost.ctx, walletOf(fan), { limit: 2, cursor: cursor ?? undefined });
    expect(page.entries.length).toBeLessThanOrEqual(2);
    paged.push(...page.entries);
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(paged.map(({ cents, balance_cents }) => [cents, balance_cents])).toEqual([
    [-600n, 7_900n],
    [-500n, 8_500n],
    [-400n, 9_000n],
    [-300n, 9_400n],
    [-200n, 9_700n],
    [-100n, 9_900n],
    [10_000n, 10_000n],
  ]);
  expect(await all(walletOf(fan))).toEqual([...paged].reverse());
  expect((await all(earningsOf(performer))).at(-1)).toMatchObject({
    cents: 480n,
    balance_cents: 1_680n,
    reason: 'charge',
    subject: `6 of ${fan}`,
  });
});

it('continues with the balance where the previous range ended, in both orders', async () => {
  const { fan } = await history();
  const entries = await all(walletOf(fan));
  for (const [index, entry] of entries.entries()) {
    const range = { from: entry.createdAt, to: entries.at(-2)?.createdAt };
    const expected = entries.slice(index, -1);
    expect(await all(walletOf(fan), range)).toEqual(expected);
    expect((await entriesOf(testHost.ctx, walletOf(fan), { ...range, limit: 100 })).entries).toEqual([...expected].reverse());
    expect(await balanceBefore(testHost.ctx, walletOf(fan), entry.createdAt)).toBe(entry.balance_cents - entry.cents);
  }
});

it('returns nothing for an account without entries, and rejects cursors that it did not issue', async () => {
  expect(await entriesOf(testHost.ctx, walletOf('unused'), { limit: 5 })).toEqual({ entries: [], nextCursor: null });
  expect(await all(walletOf('unused'))).toEqual([]);
  for (const cursor of ['', 'nonsense', Buffer.from('["2026-01-01","1","x"]').toString('base64url')])
    await expect(entriesOf(testHost.ctx, walletOf('unused'), { limit: 5, cursor })).rejects.toMatchObject({ code: 'invalid_request' });
});

it('sums in the returned order, although entries of an account without a floor are inserted in any order', async () => {
  const { fan } = await fundedParties(testHost.ctx);
  const dayEarlier = { ...testHost.ctx, clock: { ...testHost.clock, now: () => new Date(Date.now() - 86_400_000) } };
  await post(dayEarlier, topUpPosting(fan, 100n, `late:${fan}`));
  const entries = await all(walletOf(fan));
  expect(entries.map(({ balance_cents }) => balance_cents)).toEqual([100n, 10_100n]);
});

it('streams many entries with constant memory, each once, and they add up', async () => {
  const count = attemptCount(30_000, 100_000);
  const client = new pg.Client({ connectionString: testHost.url });
  await client.connect();
  // Inserted directly, because posting them one by one takes minutes. The triggers are disabled for that.
  await client.query(`
    set session_replication_role = replica;
    alter table ledger_transfers disable trigger ledger_transfers_balance;
    begin;
    create temp table made on commit drop as
      select gen_random_uuid() as id, n, now() - interval '1 hour' + (n / 10) * interval '1 millisecond' as at from generate_series(1, ${count}) n;
    insert into ledger_transfers (id, reason, subject, key, digest, amount_cents, metadata, created_at)
      select id, 'adjustment', 'many', 'many ' || n, '', n, '{}', at from made;
    insert into ledger_entries (transfer_id, account_id, amount_cents, created_at)
      select id, 'platform:promotions', -n, at from made union all select id, 'platform:adjustments', n, at from made;
    insert into ledger_balances (account_id, slot, balance_cents)
      select account_id, 0, sum(amount_cents) from ledger_entries where transfer_id in (select id from made) group by 1;
    commit;
    alter table ledger_transfers enable always trigger ledger_transfers_balance`);
  await client.end();

  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heap_bytes = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  let [seen, wrong, balance_cents, early_bytes] = [0, 0, 0n, 0];
  for await (const entry of streamEntries(testHost.ctx, promotionsAccount, {})) {
    seen += 1;
    balance_cents += entry.cents;
    if (entry.balance_cents !== balance_cents) wrong += 1;
    if (seen === 5_500) early_bytes = heap_bytes();
  }
  const grown_bytes = heap_bytes() - early_bytes;
  expect({ seen, wrong }).toEqual({ seen: count, wrong: 0 });
  expect(balance_cents).toBe((-BigInt(count) * BigInt(count + 1)) / 2n);
  expect(balance_cents).toBe(await balanceOf(testHost.ctx, promotionsAccount));
  expect(grown_bytes).toBeLessThan(4_000_000);
});
