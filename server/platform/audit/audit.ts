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

export { forgetInAudit } from './erase';

/** Who acts, and by which API key where a program does it for her; `by` who does it where the account is one that she helps. */
interface Doer {
  id: string;
  by?: { id: string };
  apiKeyId?: string;
}

const withKey = (after: unknown, apiKeyId: string | undefined): unknown =>
  apiKeyId === undefined ? after : { ...(typeof after === 'object' ? after : { value: after }), apiKeyId };

/** Writes an entry, in the transaction of `ctx` where it has one. */
export function audit(ctx: Context, { id, by, apiKeyId }: Doer, client: Client, entry: AuditEntry): Promise<void> {
  return write(ctx, by?.id ?? id, client.address, { ...entry, after: withKey(entry.after ?? null, apiKeyId) });
}

/** Writes an entry about what the site does by itself. */
export function auditOfSite(ctx: Context, entry: AuditEntry): Promise<void> {
  return write(ctx, null, null, entry);
}

async function write(ctx: Context, actorId: string | null, address: string | null, entry: AuditEntry): Promise<void> {
  await ctx.db.insert(auditLog).values({
    id: ctx.chance.id(),
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
