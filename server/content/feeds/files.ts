/** The files of a post: what may be among them, when they are ready, and what becomes of those that are taken out. */
import { and, eq, isNull, notInArray, sql } from 'drizzle-orm';
import type { FeedType, FileType } from '@contract/values';
import type { Context } from '../../platform/context';
import type { Readiness } from '../../platform/db/schema/content';
import { feedFiles, feeds, files, items } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import { claimFiles, detachFiles, filesById } from '../../platform/media/claims';
import type { FileRow } from '../../platform/media/files';
import { storeFrame } from '../../platform/media/converting/frames';
import type { FileSettled } from '../../media/settled';
import { setReadiness } from '../../modules/items/items';

/** What a post of each type is made of; the others have no files. */
const filesOfType = {
  text: [],
  photo: ['feed-photo'],
  video: ['feed-video'],
  audio: ['feed-audio'],
  'scheduled-stream': [],
} as const satisfies Record<FeedType, readonly FileType[]>;

const usedByFeed = (id: string): string => `feed:${id}`;

/** The ids of a post's files, each in its place. */
export interface FeedFiles {
  fileIds: string[];
  thumbnailId: string | null;
  teaserId: string | null;
}

const idsOf = ({ fileIds, thumbnailId, teaserId }: FeedFiles): string[] => [
  ...new Set([...fileIds, thumbnailId, teaserId].filter((id) => id !== null)),
];

/** The files that a post has now. */
export async function filesOfFeed(tx: Pick<Context, 'db'>, id: string): Promise<FeedFiles> {
  const [feed] = await tx.db.select({ thumbnailId: feeds.thumbnailId, teaserId: feeds.teaserId }).from(feeds).where(eq(feeds.itemId, id));
  const listed = await tx.db
    .select({ fileId: feedFiles.fileId })
    .from(feedFiles)
    .where(and(eq(feedFiles.itemId, id), isNull(feedFiles.takenOutAt)))
    .orderBy(feedFiles.ordering);
  return { fileIds: listed.map(({ fileId }) => fileId), thumbnailId: feed?.thumbnailId ?? null, teaserId: feed?.teaserId ?? null };
}

/**
 * Claims the files that a post is to have, and holds those that it has. Call it before the post itself is held: a file that
 * settles holds itself first, and then its post. Refuses with file_not_found, file_already_used and file_type_mismatch.
 */
export async function claimFeedFiles(
  tx: Context,
  { id, performerId, type }: { id: string; performerId: string; type: FeedType },
  before: FeedFiles,
  after: FeedFiles,
): Promise<Map<string, FileRow>> {
  const claim = { ownerId: performerId, usedBy: usedByFeed(id) };
  const both = (one: string | null, other: string | null): string[] => [one, other].filter((each) => each !== null);
  const claimed = [
    ...(await claimFiles(tx, { ...claim, types: filesOfType[type], ids: [...before.fileIds, ...after.fileIds] })),
    ...(await claimFiles(tx, { ...claim, types: ['feed-thumbnail'], ids: both(before.thumbnailId, after.thumbnailId) })),
    ...(await claimFiles(tx, { ...claim, types: ['feed-teaser'], ids: both(before.teaserId, after.teaserId) })),
  ];
  return new Map(claimed.map((row) => [row.id, row]));
}

/** Holds every file that an own post uses, in the order in which `claimFeedFiles` does, before the post itself is held. */
export async function holdFeedFiles(tx: Context, performerId: string, id: string): Promise<void> {
  await tx.db
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.attachedTo, usedByFeed(id)), eq(files.ownerId, performerId)))
    .orderBy(sql`array_position(array['feed-thumbnail', 'feed-teaser'], ${files.type}) nulls first`, files.id)
    .for('update');
}

/** What becomes of a post with these files: the least happy of them counts. */
export function readinessOf(files: FeedFiles, rows: ReadonlyMap<string, Pick<FileRow, 'status'>>): Readiness {
  const statuses = idsOf(files).map((id) => rows.get(id)?.status ?? 'error');
  if (statuses.includes('error')) return 'failed';
  return statuses.every((status) => status === 'finished') ? 'ready' : 'processing';
}

/**
 * Writes down which files a held post has, and lets go of the others among `claimed`. Those who bought the post keep what is
 * taken out of it: it stays, for them alone. Answers the files to be removed after the transaction.
 */
export async function keepFeedFiles(
  tx: Context,
  id: string,
  after: FeedFiles,
  claimed: Iterable<string>,
  buyers: 'some' | 'none',
): Promise<string[]> {
  const isGone = and(
    eq(feedFiles.itemId, id),
    isNull(feedFiles.takenOutAt),
    after.fileIds.length === 0 ? undefined : notInArray(feedFiles.fileId, after.fileIds),
  );
  const kept =
    buyers === 'none'
      ? []
      : await tx.db.update(feedFiles).set({ takenOutAt: tx.clock.now() }).where(isGone).returning({ fileId: feedFiles.fileId });
  if (buyers === 'none') await tx.db.delete(feedFiles).where(isGone);
  for (const [ordering, fileId] of after.fileIds.entries())
    await tx.db
      .insert(feedFiles)
      .values({ itemId: id, fileId, ordering })
      .onConflictDoUpdate({ target: [feedFiles.itemId, feedFiles.fileId], set: { ordering, takenOutAt: null } });
  const used = new Set([...idsOf(after), ...kept.map(({ fileId }) => fileId)]);
  const unused = [...claimed].filter((fileId) => !used.has(fileId));
  await detachFiles(tx, unused, usedByFeed(id));
  return unused;
}

/** Writes down what files of a held post show. Refuses with file_not_found what is not among them. */
export async function describeFiles(tx: Context, id: string, altTexts: readonly { fileId: string; text: string }[]): Promise<void> {
  for (const { fileId, text } of altTexts) {
    const named = and(eq(feedFiles.itemId, id), eq(feedFiles.fileId, fileId), isNull(feedFiles.takenOutAt));
    const described = await tx.db.update(feedFiles).set({ alt: text }).where(named).returning({ fileId: feedFiles.fileId });
    if (described.length === 0) fail('file_not_found');
  }
}

/**
 * Makes a thumbnail of a moment of the first of these files, and answers its id. Outside a transaction. Refuses with
 * file_not_found where that is no own video with such a moment, and as `storeImage`.
 */
export async function thumbnailOfFrame(ctx: Context, performerId: string, fileIds: readonly string[], frame: number): Promise<string> {
  const [first] = fileIds;
  const row = first === undefined ? undefined : (await filesById(ctx, [first])).get(first);
  const isOwnVideo = row?.ownerId === performerId && row.type === 'feed-video';
  return (await storeFrame(ctx, isOwnVideo ? row : undefined, frame, 'feed-thumbnail')).id;
}

/** Lets go of every file of a post, also of those that were taken out of it. Answers them, to be removed after the transaction. */
export async function dropFeedFiles(tx: Context, id: string): Promise<string[]> {
  const { thumbnailId, teaserId } = await filesOfFeed(tx, id);
  const gone = await tx.db.delete(feedFiles).where(eq(feedFiles.itemId, id)).returning({ fileId: feedFiles.fileId });
  const ids = idsOf({ fileIds: gone.map(({ fileId }) => fileId), thumbnailId, teaserId });
  await tx.db.update(feeds).set({ thumbnailId: null, teaserId: null }).where(eq(feeds.itemId, id));
  await detachFiles(tx, ids, usedByFeed(id));
  return ids;
}

/** A post is shown once its last file is ready, and called failed when one has failed. */
export const feedFileSettled: FileSettled = async (tx, row, outcome) => {
  const id = row.attachedTo?.slice(usedByFeed('').length);
  if (outcome === 'playable' || id === undefined) return;
  // Held first: of two files that settle at once, the second finds the first settled.
  const [item] = await tx.db
    .select({ readiness: items.readiness })
    .from(items)
    .where(and(eq(items.id, id), eq(items.kind, 'feed')))
    .for('no key update');
  if (!item) return;
  const files = await filesOfFeed(tx, id);
  const readiness = readinessOf(files, await filesById(tx, idsOf(files)));
  if (readiness !== item.readiness) await setReadiness(tx, id, readiness);
};
