/** The ledger's invariants L1 to L5 of README.md, as queries. Each returns its violations. */
import { sql, type SQL } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { differencesMax, type LedgerInvariant } from './check';

/** Runs a query whose only column is a sentence, and returns the sentences. */
export async function queryDifferences(ctx: Pick<Context, 'db'>, query: SQL): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ difference: string }>(
    sql`select difference from (${query}) found(difference) limit ${differencesMax}`,
  );
  return rows.map(({ difference }) => difference);
}

/** SQL that formats hundredths as a decimal amount. */
export const formatAmountSql = (cents: string): SQL => sql.raw(`to_char(coalesce(${cents}, 0) / 100.0, 'FM999999999999990.00')`);

const unbalancedTransfers = sql`
  select 'transfer ' || t.id || ' is of ' || ${formatAmountSql('t.amount_cents')} || ', its entries move ' || ${formatAmountSql('s.moved')} || ' and add up to ' || ${formatAmountSql('s.total')}
  from ledger_transfers t left join (
    select transfer_id, sum(amount_cents) as total, sum(amount_cents) filter (where amount_cents > 0) as moved from ledger_entries group by transfer_id
  ) s on s.transfer_id = t.id
  where s.total is distinct from 0 or s.moved is distinct from t.amount_cents
  union all
  select 'entries name transfer ' || e.transfer_id || ', which does not exist'
  from ledger_entries e left join ledger_transfers t on t.id = e.transfer_id where t.id is null
  union all
  select 'transfer ' || t.id || ' of ' || ${formatAmountSql('t.amount_cents')} || ' is reversed by ' || ${formatAmountSql('r.back')}
  from ledger_transfers t join (
    select r.reversal_of, sum(r.amount_cents - coalesce(b.amount_cents, 0)) as back
    from ledger_transfers r
    left join (select reversal_of, sum(amount_cents) as amount_cents from ledger_transfers where reversal_of is not null group by 1) b
      on b.reversal_of = r.id
    where r.reversal_of is not null group by 1
  ) r on r.reversal_of = t.id and r.back > t.amount_cents`;

/** Triggers reject violations on write, so the rows cannot show a missing one. This checks that the trigger exists and is enabled. */
const missingTrigger = (table: string, trigger: string): SQL => sql`
  select 'nothing holds ' || ${table}::text || ': its trigger ' || ${trigger}::text || ' is gone or can be escaped'
  where not exists (select from pg_trigger where tgrelid = ${table}::regclass and tgname = ${trigger} and tgenabled = 'A')`;

const missingConstraint = (table: string, constraint: string): SQL => sql`
  select 'nothing holds ' || ${table}::text || ': its constraint ' || ${constraint}::text || ' is gone'
  where not exists (select from pg_constraint where conrelid = ${table}::regclass and conname = ${constraint} and convalidated)`;

const missingAppendOnlyTriggers = sql`
  ${missingTrigger('ledger_transfers', 'ledger_transfers_never_change')}
  union all ${missingTrigger('ledger_entries', 'ledger_entries_never_change')}
  union all ${missingTrigger('ledger_transfers', 'ledger_transfers_balance')}
  union all ${missingTrigger('ledger_entries', 'ledger_entries_balance')}
  union all ${missingTrigger('ledger_transfers', 'ledger_bound_reversals')}`;

const repeatedKeys = sql`
  select 'the key ' || key || ' has ' || count(*) || ' transfers' from ledger_transfers group by key having count(*) > 1
  union all
  select 'nothing holds keys apart: the unique index on them is gone'
  where not exists (select from pg_index where indexrelid = to_regclass('ledger_transfers_key') and indisunique and indisvalid)`;

const belowFloor = sql`
  select account_id || ' holds ' || ${formatAmountSql('balance_cents')} from ledger_balances where keeps_floor and balance_cents < 0
  union all
  select account_id || ' held ' || ${formatAmountSql('balance_after_cents')} || ' after transfer ' || transfer_id from ledger_entries where balance_after_cents < 0
  union all ${missingConstraint('ledger_balances', 'ledger_balances_floor')}`;

const wrongBalances = sql`
  select coalesce(b.account_id, e.account_id) || ' holds ' || ${formatAmountSql('b.cents')} || ', its entries add up to ' || ${formatAmountSql('e.cents')}
  from (select account_id, sum(balance_cents) as cents from ledger_balances group by 1) b
  full join (select account_id, sum(amount_cents) as cents from ledger_entries group by 1) e on e.account_id = b.account_id
  where coalesce(b.cents, 0) <> coalesce(e.cents, 0)
  union all
  select account_id || ' held ' || ${formatAmountSql('balance_after_cents')} || ' after transfer ' || transfer_id || ', its entries until then add up to ' || ${formatAmountSql('counted')}
  from (
    select account_id, transfer_id, balance_after_cents, sum(amount_cents) over (partition by account_id order by seq) as counted
    from ledger_entries where account_id like 'wallet:%' or account_id like 'held:%'
  ) w where balance_after_cents is distinct from counted
  union all
  select 'all accounts together hold ' || ${formatAmountSql('sum(balance_cents)')} from ledger_balances having sum(balance_cents) <> 0`;

export const ledgerInvariants: readonly LedgerInvariant[] = [
  {
    name: 'L1',
    statement: 'Every transfer’s entries add up to zero, and reversals never exceed its amount.',
    violations: (ctx) => queryDifferences(ctx, unbalancedTransfers),
  },
  {
    name: 'L2',
    statement: 'Transfers and entries are never changed or deleted.',
    violations: (ctx) => queryDifferences(ctx, missingAppendOnlyTriggers),
  },
  { name: 'L3', statement: 'Each idempotency key creates only one transfer.', violations: (ctx) => queryDifferences(ctx, repeatedKeys) },
  { name: 'L4', statement: 'No wallet or hold is ever below zero.', violations: (ctx) => queryDifferences(ctx, belowFloor) },
  {
    name: 'L5',
    statement: 'Every balance equals the sum of its entries, and all balances add up to zero.',
    violations: (ctx) => queryDifferences(ctx, wrongBalances),
  },
];
