/** Ledger invariants (L8) of purchased items, and of purchases that are withheld because of a debt. */
import { sql } from 'drizzle-orm';
import type { LedgerInvariant } from '../ledger/check';
import { queryDifferences } from '../ledger/invariants';

/** Types that an account can buy only once per target. */
const boughtOnceTypes = sql.raw(`('feed', 'video', 'gallery', 'message', 'stream', 'ticket')`);
const itemTypes = sql.raw(`('feed', 'video', 'gallery')`);

const itemViolations = sql`
  select 'account ' || user_id || ' has bought item ' || target_id || ' ' || count(*) || ' times'
  from charges where type in ${boughtOnceTypes} and status = 'success' group by user_id, target_id having count(*) <> 1
  union all
  select 'charge ' || c.id || ' is for ' || c.type || ' ' || c.target_id || ', which does not exist'
  from charges c left join items i on i.id = c.target_id and i.kind = c.type and i.performer_id = c.performer_id
  where c.type in ${itemTypes} and i.id is null
  union all
  select 'charge ' || c.id || ' is for message ' || c.target_id || ', which was not sent to its buyer'
  from charges c left join messages m on m.id = c.target_id and m.sender_id = c.performer_id and m.receiver_id = c.user_id
  where c.type = 'message' and m.id is null
  union all
  select 'charge ' || c.id || ' is for session ' || c.target_id || ', which is not a public show of its performer'
  from charges c left join stream_sessions s on s.id = c.target_id and s.performer_id = c.performer_id and s.type = 'public'
  where c.type = 'stream' and s.id is null
  union all
  select 'item ' || i.id || ' is recorded as sold ' || i.sales || ' times, but its charges are for ' || coalesce(s.sold, 0)
  from items i left join (
    select target_id, sum(quantity) as sold from charges where (type in ${itemTypes} or type in ('product', 'ticket')) and status = 'success' group by target_id
  ) s on s.target_id = i.id
  where i.sales <> coalesce(s.sold, 0)
  union all
  select 'charge ' || c.id || ' has no transfer of its price'
  from charges c left join ledger_transfers t on t.id = c.transfer_id and t.reason = 'charge' and t.reversal_of is null
    and t.amount_cents = c.price_cents
  where c.type in ${boughtOnceTypes} and t.id is null
  union all
  select 'the unique index charges_bought_once, which prevents buying the same item twice, is missing or invalid'
  where not exists (
    select from pg_index x join pg_class c on c.oid = x.indexrelid where c.relname = 'charges_bought_once' and x.indisunique and x.indisvalid
  )`;

const hasDebt = (account: string) =>
  sql.raw(`coalesce((select sum(balance_cents) from ledger_balances where account_id = 'receivable:' || ${account}), 0) < 0`);

const withheldViolations = sql`
  select 'charge ' || c.id || ' is withheld from account ' || c.user_id || ', which owes nothing'
  from charges c where c.withheld_at is not null and not ${hasDebt('c.user_id')}
  union all
  select 'subscription ' || s.id || ' is withheld from account ' || s.user_id || ', which owes nothing'
  from subscriptions s where s.withheld_at is not null and not ${hasDebt('s.user_id')}`;

export const chargeInvariants: readonly LedgerInvariant[] = [
  {
    name: 'L8 items',
    statement: 'Every purchase has exactly one charge and is counted once.',
    violations: (ctx) => queryDifferences(ctx, itemViolations),
  },
  {
    name: 'L8 withheld',
    statement: 'Purchases are withheld only while the buyer owes the site money.',
    violations: (ctx) => queryDifferences(ctx, withheldViolations),
  },
];
