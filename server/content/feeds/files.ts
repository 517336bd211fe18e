/** The files of a post: which are allowed, when they are ready, and what happens to removed ones. */
import { and, eq, isNull, notInArray, sql } from 'drizzle-orm';
import type { FeedType } from '@contract/kernel/values/feeds';
import type { FileType } from '@contract/kernel/values/files';
import type { Context } from '../../platform/context';
import type { Readiness } from '../../platform/db/schema/content';
import { feedFiles, feeds, items } from '../../platform/db/schema/content';
import { files } from '../../platform/db/schema/files';
import { fail } from '../../kernel/api-error';
import { claimFiles, detachFiles, filesById } from '../../platform/media/claims';
import type { FileRow } from '../../platform/media/files';
import { storeFrame } from '../../platform/media/converting/frames';
import type { FileHandler } from '../../platform/media/file-handlers';
import { isAttachedTo, type FileUse } from '../../platform/media/uses';
import { setReadiness } from '../items/write';

/** The file types that each post type accepts. Posts of a type with an empty list have no files. */
const fileTypesOfPost = {
  text: [],
  photo: ['feed-photo'],
  video: ['feed-video'],
  audio: ['feed-audio'],
  'scheduled-stream': [],
} as const satisfies Record<FeedType, readonly FileType[]>;

const usedByFeed = (id: string): FileUse => ({ kind: 'feed', id });

/** The ids of a post's files by role. */
export interface FeedFiles {
  fileIds: string[];
  thumbnailId: string | null;
  teaserId: string | null;
}

const idsOf = ({ fileIds, thumbnailId, teaserId }: FeedFiles): string[] => [
  ...new Set([...fileIds, thumbnailId, teaserId].filter((id) => id !== null)),
];

/** The current files of a post. */
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
 * Claims the new files of a post and locks its current ones. Call it before locking the post: the job that processes a
 * file locks the file before its post. Rejects with file_not_found, file_already_used and file_type_mismatch.
 */
export async function claimFeedFiles(
  tx: Context,
  { id, performerId, type }: { id: string; performerId: string; type: FeedType },
  before: FeedFiles,
  after: FeedFiles,
): Promise<Map<string, FileRow>> {
  const claim = { ownerId: performerId, usedBy: usedByFeed(id) };
  const idsOfBoth = (left: string | null, right: string | null): string[] => [left, right].filter((id) => id !== null);
  const claimed = [
    ...(await claimFiles(tx, { ...claim, types: fileTypesOfPost[type], ids: [...before.fileIds, ...after.fileIds] })),
    ...(await claimFiles(tx, { ...claim, types: ['feed-thumbnail'], ids: idsOfBoth(before.thumbnailId, after.thumbnailId) })),
    ...(await claimFiles(tx, { ...claim, types: ['feed-teaser'], ids: idsOfBoth(before.teaserId, after.teaserId) })),
  ];
  return new Map(claimed.map((row) => [row.id, row]));
}

/** Locks every file of the performer's post, in the order of `claimFeedFiles`. Call it before locking the post. */
export async function lockFeedFiles(tx: Context, performerId: string, id: string): Promise<void> {
  await tx.db
    .select({ id: files.id })
    .from(files)
    .where(and(isAttachedTo(usedByFeed(id)), eq(files.ownerId, performerId)))
    .orderBy(sql`array_position(array['feed-thumbnail', 'feed-teaser'], ${files.type}) nulls first`, files.id)
    .for('update');
}

/** The readiness of a post with these files: the worst of their statuses. */
export function readinessOf(files: FeedFiles, rows: ReadonlyMap<string, Pick<FileRow, 'status'>>): Readiness {
  const statuses = idsOf(files).map((id) => rows.get(id)?.status ?? 'error');
  if (statuses.includes('error')) return 'failed';
  return statuses.every((status) => status === 'finished') ? 'ready' : 'processing';
}

/**
 * Stores the files of a locked post, and detaches the rest of `claimed`. Buyers of the post keep access to removed files. Returns
 * the files to delete after the transaction.
 */
export async function storeFeedFiles(
  tx: Context,
  id: string,
  after: FeedFiles,
  claimed: Iterable<string>,
  buyers: 'some' | 'none',
): Promise<string[]> {
  const isRemoved = and(
    eq(feedFiles.itemId, id),
    isNull(feedFiles.takenOutAt),
    after.fileIds.length === 0 ? undefined : notInArray(feedFiles.fileId, after.fileIds),
  );
  const removedRows =
    buyers === 'none'
      ? []
      : await tx.db.update(feedFiles).set({ takenOutAt: tx.clock.now() }).where(isRemoved).returning({ fileId: feedFiles.fileId });
  if (buyers === 'none') await tx.db.delete(feedFiles).where(isRemoved);
  for (const [ordering, fileId] of after.fileIds.entries())
    await tx.db
      .insert(feedFiles)
      .values({ itemId: id, fileId, ordering })
      .onConflictDoUpdate({ target: [feedFiles.itemId, feedFiles.fileId], set: { ordering, takenOutAt: null } });
  const used = new Set([...idsOf(after), ...removedRows.map(({ fileId }) => fileId)]);
  const unused = [...claimed].filter((fileId) => !used.has(fileId));
  await detachFiles(tx, unused, usedByFeed(id));
  return unused;
}

/** Stores the alt texts of files of a locked post. Rejects with file_not_found for a file that is not in it. */
export async function setAltTexts(tx: Context, id: string, altTexts: readonly { fileId: string; text: string }[]): Promise<void> {
  for (const { fileId, text } of altTexts) {
    const isListed = and(eq(feedFiles.itemId, id), eq(feedFiles.fileId, fileId), isNull(feedFiles.takenOutAt));
    const updated = await tx.db.update(feedFiles).set({ alt: text }).where(isListed).returning({ fileId: feedFiles.fileId });
    if (updated.length === 0) fail('file_not_found');
  }
}

/**
 * Makes a thumbnail from a frame of the first of these files, and returns its id. Call it outside a transaction. Rejects with
 * file_not_found if the first file is not the performer's video or has no such frame, and with the errors of `storeImage`.
 */
export async function createThumbnail(ctx: Context, performerId: string, fileIds: readonly string[], frame: number): Promise<string> {
  const [first] = fileIds;
  const row = first === undefined ? undefined : (await filesById(ctx, [first])).get(first);
  const isOwnVideo = row?.ownerId === performerId && row.type === 'feed-video';
  return (await storeFrame(ctx, isOwnVideo ? row : undefined, frame, 'feed-thumbnail')).id;
}

/** Detaches all files of a post, including removed ones. Returns them, to be deleted after the transaction. */
export async function dropFeedFiles(tx: Context, id: string): Promise<string[]> {
  const { thumbnailId, teaserId } = await filesOfFeed(tx, id);
  const deleted = await tx.db.delete(feedFiles).where(eq(feedFiles.itemId, id)).returning({ fileId: feedFiles.fileId });
  const ids = idsOf({ fileIds: deleted.map(({ fileId }) => fileId), thumbnailId, teaserId });
  await tx.db.update(feeds).set({ thumbnailId: null, teaserId: null }).where(eq(feeds.itemId, id));
  await detachFiles(tx, ids, usedByFeed(id));
  return ids;
}

/** Publishes a post once its last file is ready, and marks it as failed once one has failed. */
export const onFeedFileProcessed: FileHandler = async (tx, { attachedId: id }, outcome) => {
  if (outcome === 'playable') return;
  // Locked first: if two files are processed at the same time, the second sees the status of the first.
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
