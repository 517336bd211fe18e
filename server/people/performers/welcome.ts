/** The video shown to first-time visitors of a performer's page. */
import { and, eq, sql } from 'drizzle-orm';
import { inTransaction, type Context } from '../../platform/context';
import { performers } from '../../platform/db/schema/performers';
import { entitlementTo } from '../../content/entitlements/entitlements';
import type { FileRule } from '../../content/entitlements/files';
import { claimFiles, detachFiles } from '../../platform/media/claims';
import { removeFile, type FileRow, type IncomingFile } from '../../platform/media/files';
import { storeMedia } from '../../platform/media/store-media';
import type { FileUse } from '../../platform/media/uses';
import { isPagePublic } from './view';

const usedBy = (id: string): FileUse => ({ kind: 'performer', id });

/** Replaces the welcome video. Fails as `storeMedia` does. */
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

/** Access rule: visible to everyone who can see the page, once the owner has switched it on. */
export const welcomeVideoRule: FileRule = async (ctx, viewer, client, { id, ownerId }) => {
  const isShown = await ctx.db.$count(
    performers,
    and(eq(performers.accountId, ownerId), eq(performers.welcomeVideoId, id), sql`${performers.activateWelcomeVideo}`),
  );
  if (isShown === 0 || !(await isPagePublic(ctx, ownerId))) return 'closed';
  return (await entitlementTo(ctx, viewer, client, { performerId: ownerId, audience: 'public' })).state;
};
