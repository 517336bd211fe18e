/** Ledger invariant L7: payments match their transfers. */
import { sql } from 'drizzle-orm';
import type { LedgerInvariant } from '../ledger/check';
import { queryDifferences } from '../ledger/invariants';

const paidStatuses = sql`('success', 'refunded', 'disputed')`;

/** What each refund's transfers moved: to the payer, and back when the bank returned it. Their keys contain the refund's id. */
const refundEntries = sql`(
  select split_part(replace(t.key, 'returned:', ''), ':', 2) as refund_id, e.amount_cents as cents
  from ledger_transfers t
  join payments p on p.id::text = t.subject
  join ledger_entries e on e.transfer_id = t.id
    and e.account_id = case when p.gateway = 'wallet' then 'wallet:' || p.user_id else 'gateway:' || p.gateway end
  where t.reason = 'refund'
) refund_entries`;

/** Each sentence names a row without its counterpart, or with a different amount. */
const differences = sql`
  select 'payment ' || p.id || ' took money and has no transfer'
  from payments p where p.status in ${paidStatuses} and p.transfer_id is null and p.total_cents > 0
  union all
  select 'payment ' || p.id || ' is ' || p.status || ' and has a transfer'
  from payments p where p.status not in ${paidStatuses} and p.transfer_id is not null
  union all
  select 'payment ' || p.id || ' of ' || p.total_cents || ' hundredths took ' || coalesce(-e.amount_cents, 0) || ' by transfer ' || p.transfer_id
  from payments p
  left join ledger_entries e on e.transfer_id = p.transfer_id
    and e.account_id = case when p.gateway = 'wallet' then 'wallet:' || p.user_id else 'gateway:' || p.gateway end
  where p.transfer_id is not null and p.total_cents > 0 and e.amount_cents is distinct from -p.total_cents
  union all
  select 'transfer ' || t.id || ' (' || t.reason || ') belongs to no payment'
  from ledger_transfers t left join payments p on p.transfer_id = t.id
  where t.reason in ('top_up', 'subscription', 'held_payment') and t.reversal_of is null and p.id is null
  union all
  select 'payment ' || p.id || ' gave back ' || p.refunded_cents + p.disputed_cents || ' hundredths, the books say ' || coalesce(b.cents, 0)
  from payments p
  left join (
    select t.subject, sum(e.amount_cents) as cents
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id and e.account_id like 'gateway:%'
    where t.reason in ('refund', 'dispute') group by t.subject
  ) b on b.subject = p.id::text
  where p.gateway <> 'wallet' and p.refunded_cents + p.disputed_cents <> coalesce(b.cents, 0)
  union all
  select 'payment ' || p.id || ' gave back ' || p.refunded_cents || ' hundredths, its refunds are of ' || coalesce(r.cents, 0)
  from payments p
  left join (select payment_id, sum(booked_cents) as cents from payment_refunds where status = 'success' group by 1) r on r.payment_id = p.id
  where p.refunded_cents <> coalesce(r.cents, 0)
  union all
  select 'refund ' || coalesce(r.id::text, b.refund_id) || ' of ' || coalesce(r.booked_cents, 0) || ' hundredths is ' || coalesce(r.status, 'unknown')
    || ', the books took ' || coalesce(b.taken, 0) || ' and gave ' || coalesce(b.given, 0) || ' again'
  from payment_refunds r full join (
    select refund_id, sum(cents) filter (where cents > 0) as taken, -sum(cents) filter (where cents < 0) as given from ${refundEntries} group by 1
  ) b on b.refund_id = r.id::text
  where (coalesce(b.taken, 0), coalesce(b.given, 0)) is distinct from
    (coalesce(r.booked_cents, 0)::numeric, case when r.status = 'returned' then r.booked_cents else 0 end::numeric)`;

export const paymentInvariants: readonly LedgerInvariant[] = [
  {
    name: 'L7',
    statement: 'Payments and refunds match their ledger transfers in amount, with none missing on either side.',
    violations: (ctx) => queryDifferences(ctx, differences),
  },
];
