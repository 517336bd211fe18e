/** The ledger's own laws as questions to its tables: L1 to L5 of README.md. Each answers what breaks it. */
import { sql, type SQL } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { differencesMax, type Law } from './check';

/** What `question`, whose one column is a sentence, answers. */
export async function ask(ctx: Pick<Context, 'db'>, question: SQL): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ difference: string }>(
    sql`select difference from (${question}) found(difference) limit ${differencesMax}`,
  );
  return rows.map(({ difference }) => difference);
}

/** Hundredths as people read them. */
export const tokens = (cents: string): SQL => sql.raw(`to_char(coalesce(${cents}, 0) / 100.0, 'FM999999999999990.00')`);

const balanced = sql`
  select 'transfer ' || t.id || ' is of ' || ${tokens('t.amount_cents')} || ', its entries move ' || ${tokens('s.moved')} || ' and add up to ' || ${tokens('s.total')}
  from ledger_transfers t left join (
    select transfer_id, sum(amount_cents) as total, sum(amount_cents) filter (where amount_cents > 0) as moved from ledger_entries group by transfer_id
  ) s on s.transfer_id = t.id
  where s.total is distinct from 0 or s.moved is distinct from t.amount_cents
  union all
  select 'entries name transfer ' || e.transfer_id || ', which does not exist'
  from ledger_entries e left join ledger_transfers t on t.id = e.transfer_id where t.id is null
  union all
  select 'transfer ' || t.id || ' of ' || ${tokens('t.amount_cents')} || ' is reversed by ' || ${tokens('r.back')}
  from ledger_transfers t join (
    select r.reversal_of, sum(r.amount_cents - coalesce(b.amount_cents, 0)) as back
    from ledger_transfers r
    left join (select reversal_of, sum(amount_cents) as amount_cents from ledger_transfers where reversal_of is not null group by 1) b
      on b.reversal_of = r.id
    where r.reversal_of is not null group by 1
  ) r on r.reversal_of = t.id and r.back > t.amount_cents`;

/** What cannot be seen in the rows is asked of what guards them. */
const guarded = (table: string, trigger: string): SQL => sql`
  select 'nothing holds ' || ${table}::text || ': its trigger ' || ${trigger}::text || ' is gone or can be escaped'
  where not exists (select from pg_trigger where tgrelid = ${table}::regclass and tgname = ${trigger} and tgenabled = 'A')`;

const constrained = (table: string, constraint: string): SQL => sql`
  select 'nothing holds ' || ${table}::text || ': its constraint ' || ${constraint}::text || ' is gone'
  where not exists (select from pg_constraint where conrelid = ${table}::regclass and conname = ${constraint} and convalidated)`;

const unchanged = sql`
  ${guarded('ledger_transfers', 'ledger_transfers_never_change')}
  union all ${guarded('ledger_entries', 'ledger_entries_never_change')}
  union all ${guarded('ledger_transfers', 'ledger_transfers_balance')}
  union all ${guarded('ledger_entries', 'ledger_entries_balance')}
  union all ${guarded('ledger_transfers', 'ledger_bound_reversals')}`;

const once = sql`
  select 'the key ' || key || ' has ' || count(*) || ' transfers' from ledger_transfers group by key having count(*) > 1
  union all
  select 'nothing holds keys apart: the unique index on them is gone'
  where not exists (select from pg_index where indexrelid = to_regclass('ledger_transfers_key') and indisunique and indisvalid)`;

const covered = sql`
  select account_id || ' holds ' || ${tokens('balance_cents')} from ledger_balances where keeps_floor and balance_cents < 0
  union all
  select account_id || ' held ' || ${tokens('balance_after_cents')} || ' after transfer ' || transfer_id from ledger_entries where balance_after_cents < 0
  union all ${constrained('ledger_balances', 'ledger_balances_floor')}`;

const summed = sql`
  select coalesce(b.account_id, e.account_id) || ' holds ' || ${tokens('b.cents')} || ', its entries add up to ' || ${tokens('e.cents')}
  from (select account_id, sum(balance_cents) as cents from ledger_balances group by 1) b
  full join (select account_id, sum(amount_cents) as cents from ledger_entries group by 1) e on e.account_id = b.account_id
  where coalesce(b.cents, 0) <> coalesce(e.cents, 0)
  union all
  select account_id || ' held ' || ${tokens('balance_after_cents')} || ' after transfer ' || transfer_id || ', its entries until then add up to ' || ${tokens('counted')}
  from (
    select account_id, transfer_id, balance_after_cents, sum(amount_cents) over (partition by account_id order by seq) as counted
    from ledger_entries where account_id like 'wallet:%' or account_id like 'held:%'
  ) w where balance_after_cents is distinct from counted
  union all
  select 'all accounts together hold ' || ${tokens('sum(balance_cents)')} from ledger_balances having sum(balance_cents) <> 0`;

export const ledgerLaws: readonly Law[] = [
  {
    law: 'L1',
    says: 'The entries of a transfer add up to zero, and no more of it is reversed than it moved.',
    differences: (ctx) => ask(ctx, balanced),
  },
  { law: 'L2', says: 'Transfers and entries never change.', differences: (ctx) => ask(ctx, unchanged) },
  { law: 'L3', says: 'The same key posts once.', differences: (ctx) => ask(ctx, once) },
  { law: 'L4', says: 'No wallet and no hold is ever below its floor.', differences: (ctx) => ask(ctx, covered) },
  {
    law: 'L5',
    says: 'Every balance is the sum of its entries, and all balances add up to zero.',
    differences: (ctx) => ask(ctx, summed),
  },
];
