/** Ledger invariants of payouts: what is held, and what was paid out. */
import { sql } from 'drizzle-orm';
import type { LedgerInvariant } from '../ledger/check';
import { queryDifferences, formatAmountSql } from '../ledger/invariants';

/** Each settled hold of a payout request, with the request's id. */
const settledHolds = sql`(
  select t.id, t.amount_cents, split_part(t.subject, '/', 1) as request_id, e.account_id as paid_to
  from ledger_transfers t join ledger_entries e on e.transfer_id = t.id and e.amount_cents > 0 where t.reason = 'payout_settle'
)`;

/** Each hold that was ever created for a request, with the request's id. */
const held = sql`(
  select account_id, balance_cents, split_part(substr(account_id, 6), '/', 1) as request_id from ledger_balances where account_id like 'held:%/%'
)`;

/** What was returned of each payout after it was paid, by request. */
const returned = sql`(
  select s.request_id, sum(t.amount_cents) as cents, sum(e.amount_cents) as earned
  from ledger_transfers t
  join ${settledHolds} s on s.id = t.reversal_of
  left join payout_requests r on r.id::text = s.request_id
  left join ledger_entries e on e.transfer_id = t.id and e.account_id = 'earnings:' || r.performer_id
  group by s.request_id
)`;

const payoutViolations = sql`
  select 'payout ' || r.id || ' of ' || ${formatAmountSql('r.amount_cents')} || ' is done and was settled ' || count(t.id) || ' times, by ' || ${formatAmountSql('sum(t.amount_cents)')}
  from payout_requests r left join ${settledHolds} t on t.request_id = r.id::text and t.paid_to = 'payouts:' || r.method
  where r.status = 'done' group by r.id having count(t.id) <> 1 or sum(t.amount_cents) <> r.amount_cents
  union all
  select 'transfer ' || t.id || ' paid ' || ${formatAmountSql('t.amount_cents')} || ' out, and no payout request is done by it'
  from ${settledHolds} t left join payout_requests r on r.id::text = t.request_id and r.status = 'done' where r.id is null
  union all
  select 'payout ' || r.id || ' waits with ' || ${formatAmountSql('r.amount_cents')} || ', ' || ${formatAmountSql('b.balance_cents')} || ' is held for it'
  from payout_requests r left join ledger_balances b on b.account_id = 'held:' || r.id || '/' || r.round
  where r.status in ('pending', 'approved') and b.balance_cents is distinct from r.amount_cents
  union all
  select b.account_id || ' holds ' || ${formatAmountSql('b.balance_cents')} || ' for a payout that is over'
  from ${held} b join payout_requests r on r.id::text = b.request_id
  where b.balance_cents <> 0 and (r.status in ('rejected', 'done') or b.account_id <> 'held:' || r.id || '/' || r.round)
  union all
  select 'of payout ' || r.id || ' ' || ${formatAmountSql('r.reversed_cents')} || ' came back, the books gave ' || ${formatAmountSql('b.earned')} || ' back to the performer by ' || ${formatAmountSql('b.cents')}
  from payout_requests r left join ${returned} b on b.request_id = r.id::text
  where (r.reversed_cents, r.reversed_cents) is distinct from (coalesce(b.cents, 0), coalesce(b.earned, 0))
  union all
  select 'transfer ' || t.id || ' says that a payout came back, and reverses none'
  from ledger_transfers t left join ${settledHolds} s on s.id = t.reversal_of where t.reason = 'payout_return' and s.id is null`;

export const payoutInvariants: readonly LedgerInvariant[] = [
  {
    name: 'L7 payouts',
    statement: 'Every paid payout is settled once, returned money goes back to its creator, and only open payouts are held, in full.',
    violations: (ctx) => queryDifferences(ctx, payoutViolations),
  },
];
