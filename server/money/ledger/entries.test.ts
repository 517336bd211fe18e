/** Reading an account: pages, ranges and streams that add up. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pg from 'pg';
import { tries } from '../../../tests/support/depth';
import { openLedger, type LedgerWorld } from '../../../tests/kit/host/ledger';
import { charge, people, topUp } from '../../../tests/kit/money/postings';
import { earningsOf, promotionsAccount, walletOf, type AccountId } from './chart';
import { balanceBefore, entriesOf, streamEntries, type AccountEntry, type Range } from './entries';
import { balanceOf, post } from './ledger';

let world: LedgerWorld;
beforeAll(async () => {
  world = await openLedger();
});
afterAll(() => world.close());

async function all(account: AccountId, range: Range = {}): Promise<AccountEntry[]> {
  const entries: AccountEntry[] = [];
  for await (const entry of streamEntries(world.ctx, account, range)) entries.push(entry);
  return entries;
}

/** A wallet with a top-up and six charges, an hour apart. */
async function history(): Promise<{ fan: string; performer: string }> {
  const who = await people(world.ctx);
  for (let n = 1n; n <= 6n; n += 1n) {
    world.clock.advance({ hours: 1 });
    await post(world.ctx, charge(who, `${n} of ${who.fan}`, n * 100n));
  }
  return who;
}

it('shows each entry with the balance after it, in pages from the newest or as a stream from the oldest', async () => {
  const { fan, performer } = await history();
  const paged: AccountEntry[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await entriesOf(world.ctx, walletOf(fan), { limit: 2, cursor: cursor ?? undefined });
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

it('goes on with the balance where the range before ended, from both sides', async () => {
  const { fan } = await history();
  const entries = await all(walletOf(fan));
  for (const [index, entry] of entries.entries()) {
    const range = { from: entry.createdAt, to: entries.at(-2)?.createdAt };
    const expected = entries.slice(index, -1);
    expect(await all(walletOf(fan), range)).toEqual(expected);
    expect((await entriesOf(world.ctx, walletOf(fan), { ...range, limit: 100 })).entries).toEqual([...expected].reverse());
    expect(await balanceBefore(world.ctx, walletOf(fan), entry.createdAt)).toBe(entry.balance_cents - entry.cents);
  }
});

it('has nothing to show of an account that nothing moved, and refuses places that it did not give', async () => {
  expect(await entriesOf(world.ctx, walletOf('nobody'), { limit: 5 })).toEqual({ entries: [], nextCursor: null });
  expect(await all(walletOf('nobody'))).toEqual([]);
  for (const cursor of ['', 'nonsense', Buffer.from('["2026-01-01","1","x"]').toString('base64url')])
    await expect(entriesOf(world.ctx, walletOf('nobody'), { limit: 5, cursor })).rejects.toMatchObject({ code: 'invalid_request' });
});

it('counts along the order it shows, though entries of an account without a floor are written in any order', async () => {
  const { fan } = await people(world.ctx);
  const late = { ...world.ctx, clock: { ...world.clock, now: () => new Date(Date.now() - 86_400_000) } };
  await post(late, topUp(fan, 100n, `late:${fan}`));
  const entries = await all(walletOf(fan));
  expect(entries.map(({ balance_cents }) => balance_cents)).toEqual([100n, 10_100n]);
});

it('streams very many entries of an account in the memory of a few, each once, and they add up', async () => {
  const count = tries(30_000, 100_000);
  const client = new pg.Client({ connectionString: world.url });
  await client.connect();
  // By hand, for posting them one by one takes minutes; what guards each transfer rests meanwhile.
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
  for await (const entry of streamEntries(world.ctx, promotionsAccount, {})) {
    seen += 1;
    balance_cents += entry.cents;
    if (entry.balance_cents !== balance_cents) wrong += 1;
    if (seen === 5_500) early_bytes = heap_bytes();
  }
  const grown_bytes = heap_bytes() - early_bytes;
  expect({ seen, wrong }).toEqual({ seen: count, wrong: 0 });
  expect(balance_cents).toBe((-BigInt(count) * BigInt(count + 1)) / 2n);
  expect(balance_cents).toBe(await balanceOf(world.ctx, promotionsAccount));
  expect(grown_bytes).toBeLessThan(4_000_000);
}, 60_000);
