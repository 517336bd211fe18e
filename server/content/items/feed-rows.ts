/** Posts as they leave the host: a constant number of queries beside the rows, however many posts there are. */
import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Feed } from '@contract/content/content';
import type { Context } from '../../platform/context';
import { preparedSelect } from '../../platform/db/prepared';
import { feedFiles, feeds, files } from '../../platform/db/schema/schema';
import { boughtAt } from '../../entitlements/entitlements';
import type { FileRow } from '../../platform/media/files';
import { pollAnswers } from './poll-rows';
import { baseAnswers, filesFor, metItems, runs, type Reader } from '../../modules/items/rows';

export type FeedAnswer = z.output<typeof Feed>;

type ListedFile = typeof feedFiles.$inferSelect;

/** What was taken out of a post is there only for whoever had bought it before. */
async function withoutTakenOut(
  ctx: Pick<Context, 'db'>,
  reader: Pick<NonNullable<Reader>, 'id'> | null,
  listed: ListedFile[],
): Promise<ListedFile[]> {
  const taken = listed.filter(({ takenOutAt }) => takenOutAt !== null).map(({ itemId }) => itemId);
  if (taken.length === 0) return listed;
  const bought = reader === null ? new Map<string, Date>() : await boughtAt(ctx, reader.id, [...new Set(taken)]);
  return listed.filter(({ itemId, takenOutAt }) => {
    const at = bought.get(itemId);
    return takenOutAt === null || (at !== undefined && at < takenOutAt);
  });
}

/** Whether a file that a post uses is in it for this reader: not where it was taken out before she bought the post, or she never did. */
export async function isInFeed(
  ctx: Pick<Context, 'db'>,
  reader: Pick<NonNullable<Reader>, 'id'> | null,
  itemId: string,
  fileId: string,
): Promise<boolean> {
  const listed = await ctx.db
    .select()
    .from(feedFiles)
    .where(and(eq(feedFiles.itemId, itemId), eq(feedFiles.fileId, fileId)));
  // A thumbnail and a teaser are never listed.
  return listed.length === 0 || (await withoutTakenOut(ctx, reader, listed)).length > 0;
}

const filesOf = preparedSelect<{ ids: readonly string[] }, { listed: ListedFile; file: FileRow }[]>('files_of_feeds', (db) =>
  db
    .select({ listed: getTableColumns(feedFiles), file: getTableColumns(files) })
    .from(feedFiles)
    .innerJoin(files, eq(files.id, feedFiles.fileId))
    .where(sql`${feedFiles.itemId} = any(${sql.placeholder('ids')}::uuid[])`)
    .orderBy(asc(feedFiles.ordering)),
);

/** Posts by id as this reader meets them. Whether she may know of them was decided before. */
export async function feedAnswers(ctx: Context, reader: Reader, ids: readonly string[]): Promise<Map<string, FeedAnswer>> {
  const rows = (await metItems(ctx, reader, ids)).flatMap(({ feed, ...row }) => (feed === null ? [] : [{ ...row, feed }]));
  if (rows.length === 0) return new Map();
  // One after the other: inside a transaction there is one connection.
  const bases = await baseAnswers(ctx, reader, rows);
  const ofFeeds = await filesOf(ctx.db, { ids: rows.map(({ id }) => id) });
  const present = await withoutTakenOut(
    ctx,
    reader,
    ofFeeds.map(({ listed }) => listed),
  );
  const beside = rows.flatMap(({ feed: { thumbnailId, teaserId } }) => [thumbnailId, teaserId]);
  const known = ofFeeds.map(({ file }) => file);
  const file = await filesFor(ctx, reader, beside, known);
  const asked = rows.flatMap((row) => {
    const { pollId } = row.feed;
    return pollId === null || bases.get(row.id)?.isLocked !== false ? [] : [{ pollId, isRun: runs(reader, row) }];
  });
  const polls = await pollAnswers(ctx, reader, asked);
  return new Map(
    rows.flatMap((row) => {
      const base = bases.get(row.id);
      if (!base) return [];
      const { feed } = row;
      const { isLocked, shared, words, stats } = base;
      const answer: FeedAnswer = Object.assign(shared, words, {
        kind: 'feed' as const,
        type: row.feedType ?? 'text',
        files: present
          .filter(({ itemId }) => itemId === row.id)
          .flatMap(({ fileId, alt }) => {
            const answered = file(fileId, isLocked);
            return answered === null ? [] : [{ ...answered, alt: isLocked ? '' : alt }];
          }),
        thumbnail: file(feed.thumbnailId, isLocked),
        teaser: file(feed.teaserId, false),
        poll: feed.pollId === null || isLocked ? null : (polls.get(feed.pollId) ?? null),
        isPinned: row.isPinned,
        streamScheduledAt: feed.streamScheduledAt,
        totalLike: stats.likes,
        totalComment: stats.comments,
        views: stats.views,
      });
      return [[row.id, answer] as const];
    }),
  );
}

/** The post that has this poll, or null while none has taken it. */
export async function feedOfPoll(ctx: Pick<Context, 'db'>, pollId: string): Promise<string | null> {
  const [row] = await ctx.db.select({ id: feeds.itemId }).from(feeds).where(eq(feeds.pollId, pollId));
  return row?.id ?? null;
}
