/** Ledger invariants of tickets. */
import { sql } from 'drizzle-orm';
import type { LedgerInvariant } from '../ledger/check';
import { queryDifferences } from '../ledger/invariants';
import { availableAfterShow } from '../earnings/clearing';

const differences = sql`
  select 'charge ' || c.id || ' is for the show of post ' || c.target_id || ', which sells no tickets'
  from charges c left join items i on i.id = c.target_id and i.kind = 'feed' and i.performer_id = c.performer_id
    left join feeds f on f.item_id = i.id and f.ticket_cents is not null
  where c.type = 'ticket' and f.item_id is null
  union all
  select 'charge ' || c.id || ' can be paid out, and its show has not taken place'
  from charges c join earnings e on e.charge_id = c.id join feeds f on f.item_id = c.target_id
  where c.type = 'ticket' and c.status = 'success' and f.show_outcome is distinct from 'held' and e.available_at < ${availableAfterShow.toISOString()}::timestamptz
  union all
  select 'post ' || i.id || ' sold ' || i.sales || ' tickets for ' || f.ticket_capacity || ' places'
  from items i join feeds f on f.item_id = i.id where i.sales > f.ticket_capacity`;

export const ticketInvariants: readonly LedgerInvariant[] = [
  {
    name: 'L8 tickets',
    statement: 'Tickets are for streams that sell them, never exceed the places, and can’t be paid out before the stream.',
    violations: (ctx) => queryDifferences(ctx, differences),
  },
];
