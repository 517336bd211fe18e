/** Galleries, photos and videos as API responses: a constant number of queries, however many there are. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { Gallery, Photo, Video } from '@contract/content/content';
import type { ItemKind } from '@contract/kernel/values/content';
import type { Context } from '../../platform/context';
import { galleries, items, photos, videos } from '../../platform/db/schema/content';
import { baseResponses, filesFor, itemsForViewer, type ViewableItem, type ItemViewer } from './rows';
import { isOpenToBuyers } from './visible';

export type GalleryResponse = z.output<typeof Gallery>;
export type PhotoResponse = z.output<typeof Photo>;
export type VideoResponse = z.output<typeof Video>;

const itemsOfKind = async (ctx: Context, viewer: ItemViewer, kind: ItemKind, ids: readonly string[]): Promise<ViewableItem[]> =>
  (await itemsForViewer(ctx, viewer, ids)).filter((row) => row.kind === kind);

const covers = alias(photos, 'covers');

/** Galleries by id as the viewer sees them. */
export async function galleryResponses(ctx: Context, viewer: ItemViewer, ids: readonly string[]): Promise<Map<string, GalleryResponse>> {
  const rows = await itemsOfKind(ctx, viewer, 'gallery', ids);
  if (rows.length === 0) return new Map();
  const found = rows.map(({ id }) => id);
  const bases = await baseResponses(ctx, viewer, rows);
  const details = await ctx.db
    .select({ id: galleries.itemId, totalPhotos: galleries.totalPhotos, coverFileId: covers.fileId })
    .from(galleries)
    // A cover that an operator hides is left out.
    .leftJoin(
      covers,
      and(
        eq(covers.itemId, galleries.coverPhotoId),
        sql`exists (select from ${items} where ${items.id} = ${covers.itemId} and ${isOpenToBuyers()})`,
      ),
    )
    .where(inArray(galleries.itemId, found));
  const byId = new Map(details.map((gallery) => [gallery.id, gallery]));
  const file = await filesFor(
    ctx,
    viewer,
    details.map(({ coverFileId }) => coverFileId),
  );
  return new Map(
    rows.flatMap((row) => {
      const [base, gallery] = [bases.get(row.id), byId.get(row.id)];
      if (!base || !gallery) return [];
      const response: GalleryResponse = Object.assign(base.shared, {
        kind: 'gallery' as const,
        description: base.preview.text,
        isCut: base.preview.isCut,
        coverPhoto: file(gallery.coverFileId, base.isLocked),
        totalPhotos: gallery.totalPhotos,
        stats: base.stats,
      });
      return [[row.id, response] as const];
    }),
  );
}

/** Photos by id as the viewer sees them. */
export async function photoResponses(ctx: Context, viewer: ItemViewer, ids: readonly string[]): Promise<Map<string, PhotoResponse>> {
  const rows = await itemsOfKind(ctx, viewer, 'photo', ids);
  if (rows.length === 0) return new Map();
  const found = rows.map(({ id }) => id);
  const bases = await baseResponses(ctx, viewer, rows);
  const details = await ctx.db
    .select({
      id: photos.itemId,
      galleryId: photos.galleryId,
      fileId: photos.fileId,
      ordering: photos.ordering,
      coverPhotoId: galleries.coverPhotoId,
    })
    .from(photos)
    .leftJoin(galleries, eq(galleries.itemId, photos.galleryId))
    .where(inArray(photos.itemId, found));
  const byId = new Map(details.map((photo) => [photo.id, photo]));
  const file = await filesFor(
    ctx,
    viewer,
    details.map(({ fileId }) => fileId),
  );
  return new Map(
    rows.flatMap((row) => {
      const [base, photo] = [bases.get(row.id), byId.get(row.id)];
      const photoFile = photo && base ? file(photo.fileId, base.isLocked) : null;
      if (!base || !photo || !photoFile) return [];
      const response: PhotoResponse = Object.assign(base.shared, {
        kind: 'photo' as const,
        galleryId: photo.galleryId,
        performerId: row.performerId,
        description: base.preview.text,
        isGalleryCover: photo.coverPhotoId === row.id,
        ordering: photo.ordering,
        photo: photoFile,
      });
      return [[row.id, response] as const];
    }),
  );
}

/** Videos by id as the viewer sees them, in their country if it is known. */
export async function videoResponses(
  ctx: Context,
  viewer: ItemViewer,
  ids: readonly string[],
  country: string | null = null,
): Promise<Map<string, VideoResponse>> {
  const rows = await itemsOfKind(ctx, viewer, 'video', ids);
  if (rows.length === 0) return new Map();
  const found = rows.map(({ id }) => id);
  const bases = await baseResponses(ctx, viewer, rows, country);
  const details = await ctx.db.select().from(videos).where(inArray(videos.itemId, found));
  const byId = new Map(details.map((video) => [video.itemId, video]));
  const fileIds = details.flatMap(({ fileId, nextFileId, teaserId, thumbnailId }) => [fileId ?? nextFileId, teaserId, thumbnailId]);
  const file = await filesFor(ctx, viewer, fileIds);
  return new Map(
    rows.flatMap((row) => {
      const [base, video] = [bases.get(row.id), byId.get(row.id)];
      if (!base || !video) return [];
      const response: VideoResponse = Object.assign(base.shared, {
        kind: 'video' as const,
        description: base.preview.text,
        isCut: base.preview.isCut,
        video: file(video.fileId ?? video.nextFileId, base.isLocked),
        teaser: file(video.teaserId, false),
        thumbnail: file(video.thumbnailId, base.isLocked),
        stats: base.stats,
      });
      return [[row.id, response] as const];
    }),
  );
}
