/** The video that greets who comes to a performer's page for the first time. */
import { and, eq, sql } from 'drizzle-orm';
import { inTransaction, type Context } from '../../platform/context';
import { performers } from '../../platform/db/schema/schema';
import { entitlementTo } from '../../entitlements/entitlements';
import type { FileRule } from '../../entitlements/files';
import { claimFiles, detachFiles } from '../../platform/media/claims';
import { removeFile, type FileRow, type IncomingFile } from '../../platform/media/files';
import { storeMedia } from '../../platform/media/store-media';
import { isPageOpen } from './view';

const usedBy = (performerId: string): string => `performer:${performerId}`;

/** Replaces the welcome video. Refuses as `storeMedia` does. */
export async function replaceWelcomeVideo(ctx: Context, performerId: string, file: IncomingFile): Promise<FileRow> {
  const stored = await storeMedia(ctx, { ownerId: performerId, type: 'welcome-video', file });
  const before = await inTransaction(ctx, async (tx) => {
    await claimFiles(tx, { ownerId: performerId, ids: [stored.id], types: ['welcome-video'], usedBy: usedBy(performerId) });
    const [row] = await tx.db
      .select({ id: performers.welcomeVideoId })
      .from(performers)
      .where(eq(performers.accountId, performerId))
      .for('update');
    await tx.db.update(performers).set({ welcomeVideoId: stored.id }).where(eq(performers.accountId, performerId));
    if (row?.id) await detachFiles(tx, [row.id], usedBy(performerId));
    return row?.id ?? null;
  });
  if (before !== null) await removeFile(ctx, before);
  return stored;
}

/** A welcome video is for whoever may see the page, once its owner has switched it on. */
export const welcomeVideoRule: FileRule = async (ctx, viewer, client, { id, ownerId }) => {
  const isShown = await ctx.db.$count(
    performers,
    and(eq(performers.accountId, ownerId), eq(performers.welcomeVideoId, id), sql`${performers.activateWelcomeVideo}`),
  );
  if (isShown === 0 || !(await isPageOpen(ctx, ownerId))) return 'closed';
  return (await entitlementTo(ctx, viewer, client, { performerId: ownerId, audience: 'public' })).state;
};
