/** Posts as API responses: a constant number of queries, however many posts there are. */
import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Feed } from '@contract/content/content';
import type { Context } from '../../platform/context';
import { preparedSelect } from '../../platform/db/prepared';
import { feedFiles, feeds } from '../../platform/db/schema/content';
import { files } from '../../platform/db/schema/files';
import { purchaseTimes } from '../entitlements/entitlements';
import type { FileRow } from '../../platform/media/files';
import { pollResponses } from './poll-rows';
import { ticketResponses } from './ticket-rows';
import { baseResponses, filesFor, itemsForViewer, isOwnerOrModerator, type ItemViewer } from './rows';

export type FeedResponse = z.output<typeof Feed>;

type ListedFile = typeof feedFiles.$inferSelect;

/** Leaves out files that were removed from a post, except for viewers who bought the post before. */
async function withoutRemoved(
  ctx: Pick<Context, 'db'>,
  viewer: Pick<NonNullable<ItemViewer>, 'id'> | null,
  listed: ListedFile[],
): Promise<ListedFile[]> {
  const removedItemIds = listed.filter(({ takenOutAt }) => takenOutAt !== null).map(({ itemId }) => itemId);
  if (removedItemIds.length === 0) return listed;
  const purchases = viewer === null ? new Map<string, Date>() : await purchaseTimes(ctx, viewer.id, [...new Set(removedItemIds)]);
  return listed.filter(({ itemId, takenOutAt }) => {
    const at = purchases.get(itemId);
    return takenOutAt === null || (at !== undefined && at < takenOutAt);
  });
}

/** Whether a file of a post is visible to this viewer. A removed file is only visible to those who bought the post before. */
export async function isPostFileVisible(
  ctx: Pick<Context, 'db'>,
  viewer: Pick<NonNullable<ItemViewer>, 'id'> | null,
  itemId: string,
  fileId: string,
): Promise<boolean> {
  const listed = await ctx.db
    .select()
    .from(feedFiles)
    .where(and(eq(feedFiles.itemId, itemId), eq(feedFiles.fileId, fileId)));
  // A thumbnail and a teaser are never listed.
  return listed.length === 0 || (await withoutRemoved(ctx, viewer, listed)).length > 0;
}

const filesOfFeeds = preparedSelect<{ ids: readonly string[] }, { listed: ListedFile; file: FileRow }[]>('files_of_feeds', (db) =>
  db
    .select({ listed: getTableColumns(feedFiles), file: getTableColumns(files) })
    .from(feedFiles)
    .innerJoin(files, eq(files.id, feedFiles.fileId))
    .where(sql`${feedFiles.itemId} = any(${sql.placeholder('ids')}::uuid[])`)
    .orderBy(asc(feedFiles.ordering)),
);

/** Posts by id as the viewer sees them. The caller has checked that the viewer may know of them. */
export async function feedResponses(ctx: Context, viewer: ItemViewer, ids: readonly string[]): Promise<Map<string, FeedResponse>> {
  const rows = (await itemsForViewer(ctx, viewer, ids)).flatMap(({ feed, ...row }) => (feed === null ? [] : [{ ...row, feed }]));
  if (rows.length === 0) return new Map();
  // Sequential: inside a transaction there is one connection.
  const bases = await baseResponses(ctx, viewer, rows);
  const fileRows = await filesOfFeeds(ctx.db, { ids: rows.map(({ id }) => id) });
  const visibleFiles = await withoutRemoved(
    ctx,
    viewer,
    fileRows.map(({ listed }) => listed),
  );
  const otherFileIds = rows.flatMap(({ feed: { thumbnailId, teaserId } }) => [thumbnailId, teaserId]);
  const loaded = fileRows.map(({ file }) => file);
  const file = await filesFor(ctx, viewer, otherFileIds, loaded);
  const pollRequests = rows.flatMap((row) => {
    const { pollId } = row.feed;
    return pollId === null || bases.get(row.id)?.isLocked !== false ? [] : [{ pollId, isManaged: isOwnerOrModerator(viewer, row) }];
  });
  const polls = await pollResponses(ctx, viewer, pollRequests);
  const tickets = await ticketResponses(ctx, viewer, rows);
  return new Map(
    rows.flatMap((row) => {
      const base = bases.get(row.id);
      if (!base) return [];
      const { feed } = row;
      const { isLocked, shared, preview, stats } = base;
      const response: FeedResponse = Object.assign(shared, preview, {
        kind: 'feed' as const,
        type: row.feedType ?? 'text',
        files: visibleFiles
          .filter(({ itemId }) => itemId === row.id)
          .flatMap(({ fileId, alt }) => {
            const fileResponse = file(fileId, isLocked);
            return fileResponse === null ? [] : [{ ...fileResponse, alt: isLocked ? '' : alt }];
          }),
        thumbnail: file(feed.thumbnailId, isLocked),
        teaser: file(feed.teaserId, false),
        poll: feed.pollId === null || isLocked ? null : (polls.get(feed.pollId) ?? null),
        isPinned: row.isPinned,
        streamScheduledAt: feed.streamScheduledAt,
        tickets: tickets.get(row.id) ?? null,
        totalLike: stats.likes,
        totalComment: stats.comments,
        views: stats.views,
      });
      return [[row.id, response] as const];
    }),
  );
}

/** The id of the post that has this poll, or null if none uses it. */
export async function feedOfPoll(ctx: Pick<Context, 'db'>, pollId: string): Promise<string | null> {
  const [row] = await ctx.db.select({ id: feeds.itemId }).from(feeds).where(eq(feeds.pollId, pollId));
  return row?.id ?? null;
}
