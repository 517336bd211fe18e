/** The storage quota of an account: its files and the declared sizes of its open uploads. */
import { and, eq, gt, isNull, ne, sum } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { Context } from '../context';
import { files, uploads } from '../db/schema/files';
import { fail } from '../../kernel/api-error';

type QuotaContext = Pick<Context, 'db' | 'clock'>;

async function usedBytes(ctx: QuotaContext, ownerId: string): Promise<number> {
  const [stored] = await ctx.db
    .select({ bytes: sum(files.size).mapWith(Number) })
    .from(files)
    // Data exports do not count: the site creates them from the other files.
    .where(and(eq(files.ownerId, ownerId), ne(files.type, 'export')));
  // Taken uploads are excluded: they count as files.
  const [open] = await ctx.db
    .select({ bytes: sum(uploads.size).mapWith(Number) })
    .from(uploads)
    .where(and(eq(uploads.ownerId, ownerId), isNull(uploads.takenAt), gt(uploads.expiresAt, ctx.clock.now())));
  return (stored?.bytes ?? 0) + (open?.bytes ?? 0);
}

/** Throws quota_exceeded if this many more bytes exceed the account's quota. */
export async function assertQuota(ctx: QuotaContext, ownerId: string, size_bytes: number): Promise<void> {
  if ((await usedBytes(ctx, ownerId)) + size_bytes > limits.quota_bytes) fail('quota_exceeded');
}
