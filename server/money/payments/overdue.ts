/** What is still open although the reconciler has asked about it many times. */
import { sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { Law } from '../ledger/check';
import { ask } from '../ledger/invariants';

/** That nothing is in doubt at `now`: read as a law, though it is about gateways and not about what the books say. */
export function nothingInDoubt(now: Date): Law {
  const before = sql`${new Date(now.getTime() - limits.doubtAfter_s * 1000).toISOString()}::timestamptz`;
  const open = sql`
    select 'payment ' || p.id || ' at ' || p.gateway || ' is still ' || p.status
    from payments p where p.status in ('created', 'processing', 'requires_action') and p.created_at < ${before}
    union all
    select 'refund ' || r.id || ' of payment ' || r.payment_id || ' is still open'
    from payment_refunds r where r.status = 'created' and r.created_at < ${before}
    union all
    select 'event ' || e.event_id || ' of ' || e.gateway || ' was not applied'
    from gateway_events e where e.applied_at is null and e.received_at < ${before}`;
  return {
    law: 'Settled',
    says: 'Each payment and each refund is settled, and each message of a gateway was applied, within two hours.',
    differences: (ctx) => ask(ctx, open),
  };
}
