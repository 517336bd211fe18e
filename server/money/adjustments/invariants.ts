/** Ledger invariant: an approved adjustment moved its amount once, and every adjustment transfer belongs to an adjustment. */
import { sql } from 'drizzle-orm';
import type { LedgerInvariant } from '../ledger/check';
import { queryDifferences, formatAmountSql } from '../ledger/invariants';

const moved = sql`(
  select t.id, t.subject, e.account_id, e.amount_cents from ledger_transfers t
  join ledger_entries e on e.transfer_id = t.id and e.account_id <> 'platform:adjustments' where t.key like 'ledger\\_adjustment:%'
)`;

const adjustmentViolations = sql`
  select 'correction ' || a.id || ' of ' || ${formatAmountSql('a.amount_cents')} || ' for ' || a.account || ' is ' || a.status || ' and moved ' || ${formatAmountSql('coalesce(sum(m.amount_cents), 0)')}
  from ledger_adjustments a left join ${moved} m on m.subject = a.id::text and m.account_id = a.account
  group by a.id having coalesce(sum(m.amount_cents), 0) <> case a.status when 'approved' then a.amount_cents else 0 end
  union all
  select 'transfer ' || m.id || ' corrects ' || m.account_id || ' without a proposed correction'
  from ${moved} m left join ledger_adjustments a on a.id::text = m.subject and a.account = m.account_id where a.id is null`;

export const adjustmentInvariants: readonly LedgerInvariant[] = [
  {
    name: 'L7 corrections',
    statement: 'Every approved correction moved exactly its amount, and pending or declined corrections moved nothing.',
    violations: (ctx) => queryDifferences(ctx, adjustmentViolations),
  },
];
