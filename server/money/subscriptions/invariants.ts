/** Ledger invariants of subscriptions: a part of L8. */
import { sql } from 'drizzle-orm';
import type { LedgerInvariant } from '../ledger/check';
import { queryDifferences } from '../ledger/invariants';

const periodViolations = sql`
  select 'period ' || s.starts_at || ' of subscription ' || s.subscription_id || ' has payment ' || p.id || ', which paid for no period of it'
  from subscription_periods s join payments p on p.id = s.payment_id
  where p.type not in ('monthly_subscription', 'yearly_subscription', 'free_subscription')
    or p.status not in ('success', 'refunded', 'disputed') or p.subscription_id is distinct from s.subscription_id
  union all
  select 'period ' || s.starts_at || ' of subscription ' || s.subscription_id || ' cost ' || p.total_cents || ' hundredths and has no transfer of them'
  from subscription_periods s join payments p on p.id = s.payment_id
  left join ledger_transfers t on t.id = p.transfer_id and t.reason = 'subscription' and t.reversal_of is null
    and t.subject = p.id::text and t.amount_cents = p.total_cents
  where p.total_cents > 0 and t.id is null
  union all
  select 'transfer ' || t.id || ' paid for ' || count(s.payment_id) || ' periods'
  from ledger_transfers t left join payments p on p.transfer_id = t.id left join subscription_periods s on s.payment_id = p.id
  where t.reason = 'subscription' and t.reversal_of is null
  group by t.id having count(s.payment_id) <> 1
  union all
  select 'nothing holds payments of periods apart: the unique constraint on them is gone'
  where not exists (select from pg_constraint where conrelid = 'subscription_periods'::regclass and contype = 'u' and convalidated)`;

export const subscriptionInvariants: readonly LedgerInvariant[] = [
  {
    name: 'L8',
    statement: 'Every subscription period has exactly one payment, and every subscription transfer pays for one period.',
    violations: (ctx) => queryDifferences(ctx, periodViolations),
  },
];
