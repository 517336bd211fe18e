/** The door of the videos: making, changing and finding them. */
import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { ItemChanges } from '@contract/content/content';
import type { Parsed } from '@contract/endpoint';
import type { Page } from '@contract/kernel/shapes';
import type { VideoFile } from '@contract/values';
import type videosContract from '@contract/content/videos';
import { inTransaction, type Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { accounts, items, videoParticipants, videos } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import type { InOne } from '../../platform/idempotency/idempotency';
import { claimFiles, detachFiles, filesById, holdUnsettled } from '../../platform/media/claims';
import type { FileRow, IncomingFile } from '../../platform/media/files';
import { storeFrame } from '../../platform/media/converting/frames';
import { isShowable, type Viewer } from '../../platform/media/links';
import { storeMedia } from '../../platform/media/store-media';
import { visitorOf } from '../../people/blocking/blocking';
import {
  assertMayPublish,
  countItemView,
  createItem,
  hideForGood,
  isSold,
  itemToSee,
  listedItems,
  lockOwnItem,
  ownFilters,
  ownItems,
  readFound,
  setReadiness,
  updateItem,
  videoAnswers,
  type ItemRow,
  type VideoAnswer,
} from '../../modules/items/items';

type Contract = typeof videosContract;
type SearchQuery = Parsed<Contract['GET /performer-assets/videos/search']>['query'];
type OwnQuery = Parsed<Contract['GET /performer/performer-assets/videos/search']>['query'];
type Changes = z.output<typeof ItemChanges> & {
  title?: string | undefined;
  description?: string | undefined;
  participantIds?: string[] | undefined;
};
type Sent = Partial<Record<VideoFile, IncomingFile | undefined>>;
type Stored = Partial<Record<VideoFile, FileRow>>;
type Files = typeof videos.$inferSelect;

const fileTypes = { video: 'video', teaser: 'video-teaser', thumbnail: 'video-thumbnail' } as const;
const usedBy = (id: string): string => `video:${id}`;

async function videoFor(ctx: Context, reader: Viewer | null, id: string, country: string | null = null): Promise<VideoAnswer> {
  return (await videoAnswers(ctx, reader, [id], country)).get(id) ?? fail('video_not_found');
}

/** An own video, held, with the files that may settle held before it. Refuses with video_not_found. */
async function lockOwnVideo(tx: Context, performerId: string, id: string): Promise<ItemRow> {
  await holdUnsettled(tx, usedBy(id));
  return (await lockOwnItem(tx, performerId, 'video', id)) ?? fail('video_not_found');
}

async function filesOf(tx: Pick<Context, 'db'>, id: string): Promise<Files> {
  const [row] = await tx.db.select().from(videos).where(eq(videos.itemId, id));
  return row ?? fail('video_not_found');
}

/** Stores what was sent, the quick ones first: a refused thumbnail costs no conversion. */
async function store(ctx: Context, ownerId: string, sent: Sent): Promise<Stored> {
  const stored: Stored = {};
  for (const field of ['thumbnail', 'teaser', 'video'] as const) {
    const file = sent[field];
    if (file) stored[field] = await storeMedia(ctx, { ownerId, type: fileTypes[field], file });
  }
  return stored;
}

/** A picture of a moment of the video as it is shown. Refuses with file_not_found, and as `storeImage`. */
async function frameOf(ctx: Context, id: string, frame: number): Promise<FileRow> {
  const { fileId, nextFileId } = await filesOf(ctx, id);
  const shown = fileId ?? nextFileId;
  const row = shown === null ? undefined : (await filesById(ctx, [shown])).get(shown);
  return storeFrame(ctx, row, frame, 'video-thumbnail');
}

async function claim(tx: Context, performerId: string, itemId: string, stored: Stored): Promise<void> {
  const ids = Object.values(stored).map(({ id }) => id);
  await claimFiles(tx, { ownerId: performerId, ids, types: Object.values(fileTypes), usedBy: usedBy(itemId) });
}

/** Refuses with performer_not_found when one of them is no performer. */
async function setParticipants(tx: Context, itemId: string, participantIds: string[] | undefined): Promise<void> {
  if (participantIds === undefined) return;
  const ids = [...new Set(participantIds)];
  const known = ids.length === 0 ? 0 : await tx.db.$count(accounts, and(inArray(accounts.id, ids), eq(accounts.isPerformer, true)));
  if (known < ids.length) fail('performer_not_found');
  await tx.db.delete(videoParticipants).where(eq(videoParticipants.itemId, itemId));
  if (ids.length > 0) await tx.db.insert(videoParticipants).values(ids.map((performerId, ordering) => ({ itemId, performerId, ordering })));
}

/**
 * Adds a video, within `inOne`; it is listed once it can be played. Refuses as `storeMedia` does, and with performer_not_verified,
 * performer_not_found, price_out_of_range and schedule_in_past.
 */
export async function addVideo<R>(ctx: Context, performer: Viewer, sent: Sent, changes: Changes, inOne: InOne<VideoAnswer, R>): Promise<R> {
  await assertMayPublish(ctx, performer.id);
  const { title, description, participantIds, ...terms } = changes;
  const stored = await store(ctx, performer.id, sent);
  return inOne(async (tx) => {
    const { id } = await createItem(tx, {
      kind: 'video',
      performerId: performer.id,
      title: title ?? '',
      body: description ?? '',
      changes: terms,
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
    await setParticipants(tx, id, participantIds);
    await settleVideo(tx, id);
    return videoFor(tx, performer, id);
  });
}

/**
 * Changes an own video. A new file is shown once it can be played, and the old one until then. Refuses as `addVideo` does, and
 * with video_not_found; and with file_not_found where the video has no moment of the number `thumbnailFrame`.
 */
export async function changeVideo(
  ctx: Context,
  performer: Actor,
  id: string,
  sent: Sent,
  { thumbnailFrame, ...changes }: Changes & { thumbnailFrame?: number | undefined },
): Promise<VideoAnswer> {
  await assertMayPublish(ctx, performer.id);
  const { title, description, participantIds, ...terms } = changes;
  // Asked before anything is stored: another's video takes no files.
  await ownVideo(ctx, performer, id);
  const stored = await store(ctx, performer.id, sent);
  if (thumbnailFrame !== undefined && !stored.thumbnail) stored.thumbnail = await frameOf(ctx, id, thumbnailFrame);
  return inTransaction(ctx, async (tx) => {
    await claim(tx, performer.id, id, stored);
    const before = await lockOwnVideo(tx, performer.id, id);
    const files = await filesOf(tx, id);
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
    await setParticipants(tx, id, participantIds);
    await updateItem(tx, before, { title, body: description, changes: terms });
    await settleVideo(tx, id);
    return videoFor(tx, performer, id);
  });
}

const column = { video: 'fileId', teaser: 'teaserId', thumbnail: 'thumbnailId' } as const;

/** Takes a file from an own video; without the video itself it is a draft. Refuses with video_not_found, file_not_found and item_sold. */
export async function removeVideoFile(ctx: Context, performer: Actor, id: string, type: VideoFile): Promise<VideoAnswer> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockOwnVideo(tx, performer.id, id);
    const files = await filesOf(tx, id);
    const gone = type === 'video' ? [files.fileId, files.nextFileId] : [files[column[type]]];
    const fileIds = gone.filter((file) => file !== null);
    if (fileIds.length === 0) fail('file_not_found');
    if (type === 'video' && (await isSold(tx, id))) fail('item_sold');
    await tx.db
      .update(videos)
      .set({ [column[type]]: null, ...(type === 'video' && { nextFileId: null }) })
      .where(eq(videos.itemId, id));
    await detachFiles(tx, fileIds, usedBy(id));
    if (type === 'video') await updateItem(tx, before, { changes: { status: 'draft' }, readiness: 'processing' });
    return videoFor(tx, performer, id);
  });
}

/** Deletes an own video; who bought it keeps it. Refuses with video_not_found. */
export async function deleteVideo(ctx: Context, performer: Actor, id: string): Promise<void> {
  await inTransaction(ctx, (tx) => dropVideo(tx, performer.id, id));
}

/** The same in the transaction of `tx`. */
export async function dropVideo(tx: Context, performerId: string, id: string): Promise<void> {
  await hideForGood(tx, [await lockOwnVideo(tx, performerId, id)], id);
}

/** An own video, whatever its state. Refuses with video_not_found. */
export async function ownVideo(ctx: Context, performer: Actor, id: string): Promise<VideoAnswer> {
  const [row] = await ctx.db
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.id, id), eq(items.kind, 'video'), ownItems(performer.id)));
  return row ? videoFor(ctx, performer, id) : fail('video_not_found');
}

/** A video by id or slug; looking counts. Refuses with video_not_found and blocked_by_performer. */
export async function viewVideo(ctx: Context, viewer: Actor | null, client: Client, idOrSlug: string): Promise<VideoAnswer> {
  const { row } = await itemToSee(ctx, viewer, client, 'video', idOrSlug);
  await countItemView(ctx, viewer, client, row);
  return videoFor(ctx, viewer, row.id, client.country);
}

/** Published videos that match. */
export function searchVideos(ctx: Context, viewer: Actor | null, client: Client, query: SearchQuery): Promise<Page<VideoAnswer>> {
  return readFound(ctx, visitorOf(viewer, client), 'video', query, (ids) => videoAnswers(ctx, viewer, ids, client.country));
}

/** Own videos that match, whatever their state. */
export function searchOwnVideos(ctx: Context, performer: Actor, query: OwnQuery): Promise<Page<VideoAnswer>> {
  return readPage(ctx, query, listedItems(ctx, 'video', ownFilters(ctx, performer.id, query)), (ids) => videoAnswers(ctx, performer, ids));
}

/**
 * Brings a video in step with its files: a new one that can be played takes the place of the old, and the video is listed once
 * it has one. Called whenever a file of it was given, or settled.
 */
export async function settleVideo(tx: Context, id: string): Promise<void> {
  const files = await filesOf(tx, id);
  const known = await filesById(
    tx,
    [files.fileId, files.nextFileId].filter((file) => file !== null),
  );
  const next = files.nextFileId === null ? undefined : known.get(files.nextFileId);
  const takesOver = next !== undefined && (isShowable(next) || files.fileId === null);
  if (takesOver) {
    await tx.db.update(videos).set({ fileId: next.id, nextFileId: null }).where(eq(videos.itemId, id));
    if (files.fileId !== null) await detachFiles(tx, [files.fileId], usedBy(id));
  }
  const shown = takesOver ? next : files.fileId === null ? undefined : known.get(files.fileId);
  await setReadiness(
    tx,
    id,
    shown === undefined ? 'processing' : isShowable(shown) ? 'ready' : shown.status === 'error' ? 'failed' : 'processing',
  );
}
