/** Ledger invariants of private shows: their holds, the charges for their minutes, and their releases. */
import { sql } from 'drizzle-orm';
import type { LedgerInvariant } from '../../money/ledger/check';
import { queryDifferences, formatAmountSql } from '../../money/ledger/invariants';

const billingViolations = sql`
  select 'private show ' || r.id || ' has billed ' || r.minutes_billed || ' minutes for ' || ${formatAmountSql('r.billed_cents')} || ', but its charges are ' || coalesce(c.minutes, 0) || ' for ' || ${formatAmountSql('c.cents')}
  from private_requests r left join (
    select target_id, count(*) as minutes, sum(price_cents) as cents, sum(commission_cents) as commission from charges
    where type = 'private_minute' group by target_id
  ) c on c.target_id = r.id
  where (r.minutes_billed, r.billed_cents, r.commission_cents) is distinct from (coalesce(c.minutes, 0), coalesce(c.cents, 0), coalesce(c.commission, 0))
  union all
  select 'charge ' || c.id || ' is for a minute of ' || c.target_id || ', which is not a private show of its buyer and performer'
  from charges c left join private_requests r on r.id = c.target_id and r.user_id = c.user_id and r.performer_id = c.performer_id
    and r.minute_cents = c.price_cents and r.session_id = c.session_id
  where c.type = 'private_minute' and r.id is null`;

const holdViolations = sql`
  select 'private show ' || r.id || ' is ' || r.status || ' and holds ' || ${formatAmountSql('b.cents')}
  from private_requests r join (
    select account_id, sum(balance_cents) as cents from ledger_balances where account_id like 'held:%' group by 1
  ) b on b.account_id = 'held:' || r.id
  where r.status <> 'accepted' and b.cents <> 0
  union all
  select 'transfer ' || t.id || ' is a ' || t.reason || ' of ' || t.subject || ', which is not a private show'
  from ledger_transfers t left join private_requests r on r.id::text = t.subject
  where t.reason in ('show_hold', 'show_release') and r.id is null`;

export const privateShowInvariants: readonly LedgerInvariant[] = [
  {
    name: 'L8 private shows',
    statement: 'Every billed minute of a private show has exactly one charge for its price.',
    violations: (ctx) => queryDifferences(ctx, billingViolations),
  },
  {
    name: 'L7 private shows',
    statement: 'Tokens are held for a private show only while it runs.',
    violations: (ctx) => queryDifferences(ctx, holdViolations),
  },
];
