/** Ledger invariants of sales and refunds. */
import { sql } from 'drizzle-orm';
import type { LedgerInvariant } from '../ledger/check';
import { queryDifferences, formatAmountSql } from '../ledger/invariants';

/** Every sale with its transfer, whether a charge or a payment paid for it. */
const sales = sql`(
  select e.*, coalesce(c.transfer_id, p.transfer_id) as transfer_id from earnings e
  left join charges c on c.id = e.charge_id left join payments p on p.id = e.payment_id
)`;

/** What a transfer moved to the performer, to the site, and to or from the paying account. */
const parts = sql`(
  select transfer_id,
    coalesce(sum(amount_cents) filter (where account_id like 'earnings:%'), 0) as net,
    coalesce(sum(amount_cents) filter (where account_id = 'platform:commission'), 0) as commission,
    coalesce(sum(amount_cents) filter (where account_id not like 'earnings:%' and account_id <> 'platform:commission'), 0) as paid
  from ledger_entries group by transfer_id
)`;

const splitViolations = sql`
  select 'charge ' || id || ' of ' || ${formatAmountSql('price_cents')} || ' is split into ' || ${formatAmountSql('commission_cents')} || ' and ' || ${formatAmountSql('earning_cents')}
  from charges where commission_cents + earning_cents <> price_cents
  union all
  select 'sale ' || id || ' of ' || ${formatAmountSql('gross_cents')} || ' is split into ' || ${formatAmountSql('commission_cents')} || ' and ' || ${formatAmountSql('net_cents')}
  from earnings where commission_cents + net_cents <> gross_cents
  union all
  select 'charge ' || c.id || ' and its sale do not say the same'
  from charges c left join earnings e on e.charge_id = c.id
  where (e.gross_cents, e.commission_cents, e.net_cents, e.refunded_cents, e.performer_id, e.user_id, e.created_at)
    is distinct from (c.price_cents, c.commission_cents, c.earning_cents, c.refunded_cents, c.performer_id, c.user_id, c.created_at)
  union all
  select 'sale ' || s.id || ' of ' || ${formatAmountSql('s.gross_cents')} || ' moved ' || ${formatAmountSql('l.net')} || ' to the performer and ' || ${formatAmountSql('l.commission')} || ' to the site'
  from ${sales} s left join ${parts} l on l.transfer_id = s.transfer_id
  where (l.net, l.commission, -l.paid) is distinct from (s.net_cents::numeric, s.commission_cents::numeric, s.gross_cents::numeric)
  union all
  select 'refund ' || r.id || ' of ' || ${formatAmountSql('r.gross_cents')} || ' took ' || ${formatAmountSql('-l.net')} || ' from the performer and ' || ${formatAmountSql('-l.commission')} || ' from the site'
  from refunds r left join ${parts} l on l.transfer_id = r.transfer_id
  where (-l.net, -l.commission, l.paid) is distinct from (r.net_cents::numeric, r.commission_cents::numeric, r.gross_cents::numeric)
  union all
  select 'sale ' || e.id || ' says that ' || ${formatAmountSql('e.refunded_cents')} || ' went back, its refunds are of ' || ${formatAmountSql('r.cents')}
  from earnings e left join (select earning_id, sum(gross_cents) as cents from refunds group by 1) r on r.earning_id = e.id
  where e.refunded_cents <> coalesce(r.cents, 0) or e.refunded_cents > e.gross_cents or (e.status = 'refunded') <> (e.refunded_cents = e.gross_cents)`;

const transferViolations = sql`
  select 'sale ' || s.id || ' has no transfer'
  from ${sales} s left join ledger_transfers t on t.id = s.transfer_id and t.reason in ('charge', 'subscription', 'show_minute') and t.reversal_of is null
  where t.id is null
  union all
  select 'transfer ' || t.id || ' sold something ' || count(s.id) || ' times'
  from ledger_transfers t left join ${sales} s on s.transfer_id = t.id
  where t.reason in ('charge', 'subscription', 'show_minute') and t.reversal_of is null group by t.id having count(s.id) <> 1
  union all
  select 'refund ' || r.id || ' reverses another transfer than that of its sale'
  from refunds r join ${sales} s on s.id = r.earning_id left join ledger_transfers t on t.id = r.transfer_id
  where t.reversal_of is distinct from s.transfer_id
  union all
  select 'transfer ' || t.id || ' gave a sale back, and no refund says so'
  from ledger_transfers t join ${sales} s on s.transfer_id = t.reversal_of left join refunds r on r.transfer_id = t.id
  where r.id is null`;

export const earningInvariants: readonly LedgerInvariant[] = [
  {
    name: 'L6',
    statement: 'For every sale and refund, commission and earnings add up to the price and match the ledger.',
    violations: (ctx) => queryDifferences(ctx, splitViolations),
  },
  {
    name: 'L7 sales',
    statement: 'Sales and refunds match their ledger transfers one to one.',
    violations: (ctx) => queryDifferences(ctx, transferViolations),
  },
];
