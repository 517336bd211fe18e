/** How much one account may keep: its files and what its open uploads have announced. */
import { and, eq, gt, isNull, ne, sum } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { Context } from '../context';
import { files, uploads } from '../db/schema/files';
import { fail } from '../../kernel/api-error';

type World = Pick<Context, 'db' | 'clock'>;

async function usedBy(ctx: World, ownerId: string): Promise<number> {
  const [stored] = await ctx.db
    .select({ bytes: sum(files.size).mapWith(Number) })
    .from(files)
    // An archive of the others, made by the site, takes no room of hers.
    .where(and(eq(files.ownerId, ownerId), ne(files.type, 'export')));
  // One that has been taken is on its way to be a file, and counts as that.
  const [announced] = await ctx.db
    .select({ bytes: sum(uploads.size).mapWith(Number) })
    .from(uploads)
    .where(and(eq(uploads.ownerId, ownerId), isNull(uploads.takenAt), gt(uploads.expiresAt, ctx.clock.now())));
  return (stored?.bytes ?? 0) + (announced?.bytes ?? 0);
}

/** Refuses with quota_exceeded when the account has no room for so many bytes more. */
export async function assertQuota(ctx: World, ownerId: string, size_bytes: number): Promise<void> {
  if ((await usedBy(ctx, ownerId)) + size_bytes > limits.quota_bytes) fail('quota_exceeded');
}
