/** Payments, refunds and gateway events that are still open long after the reconciler should have settled them. */
import { sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { LedgerInvariant } from '../ledger/check';
import { queryDifferences } from '../ledger/invariants';

/** Checks that nothing is still unsettled at `now`. It has the form of a ledger invariant, although it is about gateways. */
export function unsettledInvariant(now: Date): LedgerInvariant {
  const before = sql`${new Date(now.getTime() - limits.unsettledAfter_s * 1000).toISOString()}::timestamptz`;
  const unsettledRows = sql`
    select 'payment ' || p.id || ' at ' || p.gateway || ' is still ' || p.status
    from payments p where p.status in ('created', 'processing', 'requires_action') and p.created_at < ${before}
    union all
    select 'refund ' || r.id || ' of payment ' || r.payment_id || ' is still open'
    from payment_refunds r where r.status = 'created' and r.created_at < ${before}
    union all
    select 'event ' || e.event_id || ' of ' || e.gateway || ' was not applied'
    from gateway_events e where e.applied_at is null and e.received_at < ${before}`;
  return {
    name: 'Settled',
    statement: 'Every payment and refund is settled, and every gateway event applied, within 2 hours.',
    violations: (ctx) => queryDifferences(ctx, unsettledRows),
  };
}
