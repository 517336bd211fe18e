/** Ledger invariants of orders: a part of L8. */
import { sql } from 'drizzle-orm';
import type { LedgerInvariant } from '../../money/ledger/check';
import { queryDifferences } from '../../money/ledger/invariants';

const mismatches = sql`
  select 'charge ' || c.id || ' for a product has no order'
  from charges c left join orders o on o.charge_id = c.id where c.type = 'product' and o.id is null
  union all
  select 'order ' || o.id || ' is not what its charge ' || c.id || ' paid'
  from orders o join charges c on c.id = o.charge_id
  where c.type <> 'product' or c.target_id <> o.product_id or c.user_id <> o.user_id or c.performer_id <> o.performer_id
    or c.price_cents <> o.total_price_cents or c.quantity <> o.quantity
  union all
  select 'order ' || o.id || ' is ' || o.delivery_status || ', its charge is ' || c.status
  from orders o join charges c on c.id = o.charge_id where (o.delivery_status = 'refunded') <> (c.status = 'refunded')
  union all
  select 'order ' || o.id || ' says ' || o.delivery_status || ', the last that became of it was ' || coalesce(e.status, 'nothing')
  from orders o left join lateral (
    select status from order_events where order_id = o.id order by at desc, id desc limit 1
  ) e on true where e.status is distinct from o.delivery_status`;

export const orderInvariants: readonly LedgerInvariant[] = [
  {
    name: 'L8 orders',
    statement: 'Every order has exactly one charge for its price, every product charge has one order, and refunds match.',
    violations: (ctx) => queryDifferences(ctx, mismatches),
  },
];
