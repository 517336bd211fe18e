/** The operators' trail: who did what to whom, with before and after. Rows are only ever added, each chained to the one before. */
import type { Context } from '../context';
import type { Client } from '../http/client';
import { auditLog } from '../db/schema/schema';

export interface AuditEntry {
  action: string;
  targetType: string;
  targetId: string;
  before?: unknown;
  after?: unknown;
}

export { forgetInAudit } from './forget';

/** Writes an entry, in the transaction of `ctx` where it has one. */
export async function audit(ctx: Context, actor: { id: string }, client: Client, entry: AuditEntry): Promise<void> {
  await ctx.db.insert(auditLog).values({
    id: ctx.chance.id(),
    actorId: actor.id,
    action: entry.action,
    targetType: entry.targetType,
    targetId: entry.targetId,
    before: entry.before ?? null,
    after: entry.after ?? null,
    address: client.address,
    createdAt: ctx.clock.now(),
  });
}
