/** The audit log: who did what to which target, with before and after. Append-only; each row is chained to the previous one. */
import type { Context } from '../context';
import type { Client } from '../http/client';
import { auditLog } from '../db/schema/site';

export interface AuditEntry {
  action: string;
  targetType: string;
  targetId: string;
  before?: unknown;
  after?: unknown;
}

export { eraseFromAudit } from './erase';

/** The account that acts, with the delegate who acts for it or the API key of the program that does, if any. */
interface AuditActor {
  id: string;
  delegate?: { id: string };
  apiKeyId?: string;
}

const withApiKeyId = (after: unknown, apiKeyId: string | undefined): unknown =>
  apiKeyId === undefined ? after : { ...(typeof after === 'object' ? after : { value: after }), apiKeyId };

/** Writes an entry, in the transaction of `ctx` if there is one. */
export function audit(ctx: Context, { id, delegate, apiKeyId }: AuditActor, client: Client, entry: AuditEntry): Promise<void> {
  return write(ctx, delegate?.id ?? id, client.address, { ...entry, after: withApiKeyId(entry.after ?? null, apiKeyId) });
}

/** Writes an entry about an automatic action of the site. */
export function auditSystem(ctx: Context, entry: AuditEntry): Promise<void> {
  return write(ctx, null, null, entry);
}

async function write(ctx: Context, actorId: string | null, address: string | null, entry: AuditEntry): Promise<void> {
  await ctx.db.insert(auditLog).values({
    id: ctx.random.id(),
    actorId,
    action: entry.action,
    targetType: entry.targetType,
    targetId: entry.targetId,
    before: entry.before ?? null,
    after: entry.after ?? null,
    address,
    createdAt: ctx.clock.now(),
  });
}
