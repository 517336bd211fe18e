/** Public API of the videos module: creating, changing and finding videos. */
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { errors } from '@contract/kernel/errors';
import type { ItemChanges } from '@contract/content/content';
import type { Parsed } from '@contract/kernel/endpoint';
import type { Page } from '@contract/kernel/shapes';
import type { VideoFileRole } from '@contract/kernel/values/files';
import type videosContract from '@contract/content/videos';
import { inTransaction, type Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { items, videos } from '../../platform/db/schema/content';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import type { TransactionRunner } from '../../platform/idempotency/idempotency';
import { claimFiles, detachFiles, filesById, lockUnfinishedFiles } from '../../platform/media/claims';
import type { FileRow, IncomingFile } from '../../platform/media/files';
import { storeFrame } from '../../platform/media/converting/frames';
import { isShowable, type Viewer } from '../../platform/media/links';
import { storeMedia } from '../../platform/media/store-media';
import type { FileUse } from '../../platform/media/uses';
import { itemLink, isolateText } from '../../platform/notification-texts';
import { visitorOf } from '../../people/blocking/blocking';
import { notify } from '../../people/notifications/notify';
import { assertMayPublish, lockOwnItem, type ItemRow } from '../items/publishing-options';
import { countItemView, getVisibleItem } from '../items/access';
import { createItem, deleteItems, isSold, setReadiness, updateItem } from '../items/write';
import { ownItemList, readItemSearch } from '../items/lists';
import { ownItems } from '../items/visible';
import { videoResponses, type VideoResponse } from '../items/asset-rows';

type Contract = typeof videosContract;
type SearchQuery = Parsed<Contract['GET /performer-assets/videos/search']>['query'];
type OwnQuery = Parsed<Contract['GET /performer/performer-assets/videos/search']>['query'];
type Changes = z.output<typeof ItemChanges> & {
  title?: string | undefined;
  description?: string | undefined;
};
type Uploads = Partial<Record<VideoFileRole, IncomingFile | undefined>>;
type StoredFiles = Partial<Record<VideoFileRole, FileRow>>;
type VideoRow = typeof videos.$inferSelect;

/** Rejects with item_sold if the video was bought: buyers keep the file that they paid for. */
async function assertNotSold(ctx: Pick<Context, 'db'>, id: string): Promise<void> {
  if (await isSold(ctx, id))
    fail('item_sold', {
      message: 'Fans have bought this video. Upload the new file as a separate video.',
      issues: [{ path: 'video', message: errors.item_sold[1] }],
    });
}

const fileTypes = { video: 'video', teaser: 'video-teaser', thumbnail: 'video-thumbnail' } as const;
const usedBy = (id: string): FileUse => ({ kind: 'video', id });

async function videoFor(ctx: Context, viewer: Viewer | null, id: string, country: string | null = null): Promise<VideoResponse> {
  return (await videoResponses(ctx, viewer, [id], country)).get(id) ?? fail('video_not_found');
}

/** One of the performer's videos, locked after its unfinished files. Rejects with video_not_found. */
async function lockOwnVideo(tx: Context, performerId: string, id: string): Promise<ItemRow> {
  await lockUnfinishedFiles(tx, usedBy(id));
  return (await lockOwnItem(tx, performerId, 'video', id)) ?? fail('video_not_found');
}

async function videoRowOf(tx: Pick<Context, 'db'>, id: string): Promise<VideoRow> {
  const [row] = await tx.db.select().from(videos).where(eq(videos.itemId, id));
  return row ?? fail('video_not_found');
}

/** Stores the uploads, small ones first, so that an invalid thumbnail is rejected before a conversion starts. */
async function storeUploads(ctx: Context, ownerId: string, uploads: Uploads): Promise<StoredFiles> {
  const stored: StoredFiles = {};
  for (const field of ['thumbnail', 'teaser', 'video'] as const) {
    const file = uploads[field];
    if (file) stored[field] = await storeMedia(ctx, { ownerId, type: fileTypes[field], file });
  }
  return stored;
}

/** Stores a frame of the current video as a thumbnail. Rejects with file_not_found, and with the errors of `storeImage`. */
async function storeFrameOf(ctx: Context, id: string, frame: number): Promise<FileRow> {
  const { fileId, nextFileId } = await videoRowOf(ctx, id);
  const currentId = fileId ?? nextFileId;
  const row = currentId === null ? undefined : (await filesById(ctx, [currentId])).get(currentId);
  return storeFrame(ctx, row, frame, 'video-thumbnail');
}

async function claim(tx: Context, performerId: string, itemId: string, stored: StoredFiles): Promise<void> {
  const ids = Object.values(stored).map(({ id }) => id);
  await claimFiles(tx, { ownerId: performerId, ids, types: Object.values(fileTypes), usedBy: usedBy(itemId) });
}

/**
 * Adds a video; `inOneTransaction` makes it idempotent. The video is listed once it can be played and everyone in it has consented.
 * Rejects with the errors of `storeMedia` and `createItem`, and with performer_not_verified.
 */
export async function addVideo<R>(
  ctx: Context,
  performer: Viewer,
  uploads: Uploads,
  changes: Changes,
  inOneTransaction: TransactionRunner<VideoResponse, R>,
): Promise<R> {
  await assertMayPublish(ctx, performer.id);
  const { title, description, ...itemChanges } = changes;
  const stored = await storeUploads(ctx, performer.id, uploads);
  return inOneTransaction(async (tx) => {
    const { id } = await createItem(tx, {
      kind: 'video',
      performerId: performer.id,
      title: title ?? '',
      body: description ?? '',
      changes: itemChanges,
      readiness: 'processing',
      isPinned: false,
    });
    await claim(tx, performer.id, id, stored);
    await tx.db.insert(videos).values({
      itemId: id,
      fileId: stored.video?.id ?? null,
      teaserId: stored.teaser?.id ?? null,
      thumbnailId: stored.thumbnail?.id ?? null,
    });
    await syncVideoFiles(tx, id);
    return videoFor(tx, performer, id);
  });
}

/**
 * Changes one of the performer's videos. A new file replaces the old one once it can be played. Rejects with the errors of `addVideo`
 * and with video_not_found; with item_sold for a new file of a sold video; and with file_not_found if the video has no frame
 * `thumbnailFrame`.
 */
export async function changeVideo(
  ctx: Context,
  performer: Actor,
  id: string,
  uploads: Uploads,
  { thumbnailFrame, ...changes }: Changes & { thumbnailFrame?: number | undefined },
): Promise<VideoResponse> {
  await assertMayPublish(ctx, performer.id);
  const { title, description, ...itemChanges } = changes;
  // Checked before anything is stored: the video must belong to the performer.
  await ownVideo(ctx, performer, id);
  if (uploads.video) await assertNotSold(ctx, id);
  const stored = await storeUploads(ctx, performer.id, uploads);
  if (thumbnailFrame !== undefined && !stored.thumbnail) stored.thumbnail = await storeFrameOf(ctx, id, thumbnailFrame);
  return inTransaction(ctx, async (tx) => {
    await claim(tx, performer.id, id, stored);
    const before = await lockOwnVideo(tx, performer.id, id);
    // Purchases lock the item too, so there can be no sale after this check.
    if (stored.video) await assertNotSold(tx, id);
    const files = await videoRowOf(tx, id);
    const replaced = [
      stored.video ? files.nextFileId : null,
      stored.teaser ? files.teaserId : null,
      stored.thumbnail ? files.thumbnailId : null,
    ];
    await tx.db
      .update(videos)
      .set({
        nextFileId: stored.video?.id ?? files.nextFileId,
        teaserId: stored.teaser?.id ?? files.teaserId,
        thumbnailId: stored.thumbnail?.id ?? files.thumbnailId,
      })
      .where(eq(videos.itemId, id));
    await detachFiles(
      tx,
      replaced.filter((file) => file !== null),
      usedBy(id),
    );
    await updateItem(tx, before, { title, body: description, hasChangedFiles: Object.keys(stored).length > 0, changes: itemChanges });
    await syncVideoFiles(tx, id);
    return videoFor(tx, performer, id);
  });
}

const fileColumn = { video: 'fileId', teaser: 'teaserId', thumbnail: 'thumbnailId' } as const;

/**
 * Removes a file from one of the performer's videos. Without its video file the item becomes a draft. Rejects with video_not_found,
 * file_not_found and item_sold.
 */
export async function removeVideoFile(ctx: Context, performer: Actor, id: string, type: VideoFileRole): Promise<VideoResponse> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockOwnVideo(tx, performer.id, id);
    const files = await videoRowOf(tx, id);
    const removed = type === 'video' ? [files.fileId, files.nextFileId] : [files[fileColumn[type]]];
    const fileIds = removed.filter((file) => file !== null);
    if (fileIds.length === 0) fail('file_not_found');
    if (type === 'video' && (await isSold(tx, id))) fail('item_sold');
    await tx.db
      .update(videos)
      .set({ [fileColumn[type]]: null, ...(type === 'video' && { nextFileId: null }) })
      .where(eq(videos.itemId, id));
    await detachFiles(tx, fileIds, usedBy(id));
    if (type === 'video') await updateItem(tx, before, { changes: { status: 'draft' }, readiness: 'processing' });
    return videoFor(tx, performer, id);
  });
}

/** Deletes one of the performer's videos; buyers keep access. Rejects with video_not_found. */
export async function deleteVideo(ctx: Context, performer: Actor, id: string): Promise<void> {
  await inTransaction(ctx, (tx) => dropVideo(tx, performer.id, id));
}

/** `deleteVideo` in the transaction of `tx`. */
export async function dropVideo(tx: Context, performerId: string, id: string): Promise<void> {
  await deleteItems(tx, [await lockOwnVideo(tx, performerId, id)], id);
}

/** One of the performer's videos, in any state. Rejects with video_not_found. */
export async function ownVideo(ctx: Context, performer: Actor, id: string): Promise<VideoResponse> {
  const [row] = await ctx.db
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.id, id), eq(items.kind, 'video'), ownItems(performer.id)));
  return row ? videoFor(ctx, performer, id) : fail('video_not_found');
}

/** A video by id or slug; counts a view. Rejects with video_not_found and blocked_by_performer. */
export async function viewVideo(ctx: Context, viewer: Actor | null, client: Client, idOrSlug: string): Promise<VideoResponse> {
  const { row } = await getVisibleItem(ctx, viewer, client, 'video', idOrSlug);
  await countItemView(ctx, viewer, client, row);
  return videoFor(ctx, viewer, row.id, client.country);
}

/** Published videos that match the query. */
export function searchVideos(ctx: Context, viewer: Actor | null, client: Client, query: SearchQuery): Promise<Page<VideoResponse>> {
  return readItemSearch(ctx, visitorOf(viewer, client), 'video', query, (ids) => videoResponses(ctx, viewer, ids, client.country));
}

/** The performer's videos that match the query, in any state. */
export function searchOwnVideos(ctx: Context, performer: Actor, query: OwnQuery): Promise<Page<VideoResponse>> {
  return readPage(ctx, query, ownItemList(ctx, 'video', performer.id, query), (ids) => videoResponses(ctx, performer, ids));
}

/**
 * Discards a new file if the video was bought while the file was being processed, and notifies the performer. Locks the item; its files
 * are already locked.
 */
async function discardNextFileIfSold(tx: Context, id: string): Promise<void> {
  const { fileId, nextFileId } = await videoRowOf(tx, id);
  if (fileId === null || nextFileId === null) return;
  const [item] = await tx.db.select().from(items).where(eq(items.id, id)).for('no key update');
  if (!item || !(await isSold(tx, id))) return;
  await tx.db.update(videos).set({ nextFileId: null }).where(eq(videos.itemId, id));
  await detachFiles(tx, [nextFileId], usedBy(id));
  await notify(tx, item.performerId, {
    type: 'item_sold',
    actorId: null,
    link: itemLink('video', id),
    event: `file-left-out:${nextFileId}`,
    text: `“${isolateText(item.title)}” was sold before its new file was ready, so the original file stays.`,
  });
}

/**
 * Updates a video to the state of its files. A new file that can be played replaces the old one, unless the old one was bought. The
 * video is listed once it has a playable file. Call it whenever a file is added or processed.
 */
export async function syncVideoFiles(tx: Context, id: string): Promise<void> {
  await discardNextFileIfSold(tx, id);
  const files = await videoRowOf(tx, id);
  const rows = await filesById(
    tx,
    [files.fileId, files.nextFileId].filter((file) => file !== null),
  );
  const next = files.nextFileId === null ? undefined : rows.get(files.nextFileId);
  const isReplacing = next !== undefined && (isShowable(next) || files.fileId === null);
  if (isReplacing) {
    await tx.db.update(videos).set({ fileId: next.id, nextFileId: null }).where(eq(videos.itemId, id));
    if (files.fileId !== null) await detachFiles(tx, [files.fileId], usedBy(id));
  }
  const current = isReplacing ? next : files.fileId === null ? undefined : rows.get(files.fileId);
  await setReadiness(
    tx,
    id,
    current === undefined ? 'processing' : isShowable(current) ? 'ready' : current.status === 'error' ? 'failed' : 'processing',
  );
}
