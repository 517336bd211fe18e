/** Galleries, photos and videos as they leave the host: a constant number of queries, however many there are. */
import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { Gallery, Photo, Video } from '@contract/content/content';
import type { ItemKind } from '@contract/values';
import type { Context } from '../../platform/context';
import { galleries, items, photos, videoParticipants, videos } from '../../platform/db/schema/schema';
import { mayDo } from '../../platform/rights';
import { cardsById } from '../../modules/performers/performers';
import { baseAnswers, filesFor, metItems, runs, type MetItem, type Reader } from '../../modules/items/rows';
import { openPageOf } from './visible';

export type GalleryAnswer = z.output<typeof Gallery>;
export type PhotoAnswer = z.output<typeof Photo>;
export type VideoAnswer = z.output<typeof Video>;

const ofKind = async (ctx: Context, reader: Reader, kind: ItemKind, ids: readonly string[]): Promise<MetItem[]> =>
  (await metItems(ctx, reader, ids)).filter((row) => row.kind === kind);

const covers = alias(photos, 'covers');

/** Galleries by id as this reader meets them. */
export async function galleryAnswers(ctx: Context, reader: Reader, ids: readonly string[]): Promise<Map<string, GalleryAnswer>> {
  const rows = await ofKind(ctx, reader, 'gallery', ids);
  if (rows.length === 0) return new Map();
  const found = rows.map(({ id }) => id);
  const bases = await baseAnswers(ctx, reader, rows);
  const own = await ctx.db
    .select({ id: galleries.itemId, totalPhotos: galleries.totalPhotos, coverFileId: covers.fileId })
    .from(galleries)
    // A cover that an operator hides is none.
    .leftJoin(
      covers,
      and(
        eq(covers.itemId, galleries.coverPhotoId),
        sql`exists (select from ${items} where ${items.id} = ${covers.itemId} and ${items.hiddenAt} is null)`,
      ),
    )
    .where(inArray(galleries.itemId, found));
  const byId = new Map(own.map((gallery) => [gallery.id, gallery]));
  const file = await filesFor(
    ctx,
    reader,
    own.map(({ coverFileId }) => coverFileId),
  );
  return new Map(
    rows.flatMap((row) => {
      const [base, gallery] = [bases.get(row.id), byId.get(row.id)];
      if (!base || !gallery) return [];
      const answer: GalleryAnswer = Object.assign(base.shared, {
        kind: 'gallery' as const,
        description: base.words.text,
        isCut: base.words.isCut,
        coverPhoto: file(gallery.coverFileId, base.isLocked),
        totalPhotos: gallery.totalPhotos,
        stats: base.stats,
      });
      return [[row.id, answer] as const];
    }),
  );
}

/** Photos by id as this reader meets them. */
export async function photoAnswers(ctx: Context, reader: Reader, ids: readonly string[]): Promise<Map<string, PhotoAnswer>> {
  const rows = await ofKind(ctx, reader, 'photo', ids);
  if (rows.length === 0) return new Map();
  const found = rows.map(({ id }) => id);
  const bases = await baseAnswers(ctx, reader, rows);
  const own = await ctx.db
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
  const byId = new Map(own.map((photo) => [photo.id, photo]));
  const file = await filesFor(
    ctx,
    reader,
    own.map(({ fileId }) => fileId),
  );
  return new Map(
    rows.flatMap((row) => {
      const [base, photo] = [bases.get(row.id), byId.get(row.id)];
      const picture = photo && base ? file(photo.fileId, base.isLocked) : null;
      if (!base || !photo || !picture) return [];
      const answer: PhotoAnswer = Object.assign(base.shared, {
        kind: 'photo' as const,
        galleryId: photo.galleryId,
        performerId: row.performerId,
        description: base.words.text,
        isGalleryCover: photo.coverPhotoId === row.id,
        ordering: photo.ordering,
        photo: picture,
      });
      return [[row.id, answer] as const];
    }),
  );
}

/** Videos by id as this reader meets them, in her country where it is known: of the people in them those whose page is open to her. */
export async function videoAnswers(
  ctx: Context,
  reader: Reader,
  ids: readonly string[],
  country: string | null = null,
): Promise<Map<string, VideoAnswer>> {
  const rows = await ofKind(ctx, reader, 'video', ids);
  if (rows.length === 0) return new Map();
  const found = rows.map(({ id }) => id);
  const bases = await baseAnswers(ctx, reader, rows);
  const own = await ctx.db.select().from(videos).where(inArray(videos.itemId, found));
  const visitor = mayDo(reader, 'content.moderate') ? { accountId: null, country: null } : { accountId: reader?.id ?? null, country };
  const people = await ctx.db
    .select({
      ...getTableColumns(videoParticipants),
      isOpen: sql<boolean>`coalesce(${openPageOf(videoParticipants.performerId, visitor)}, false)`,
    })
    .from(videoParticipants)
    .where(inArray(videoParticipants.itemId, found))
    .orderBy(asc(videoParticipants.ordering));
  const byId = new Map(own.map((video) => [video.itemId, video]));
  const shown = own.flatMap(({ fileId, nextFileId, teaserId, thumbnailId }) => [fileId ?? nextFileId, teaserId, thumbnailId]);
  const file = await filesFor(ctx, reader, shown);
  const cards = await cardsById(ctx, reader?.id ?? null, [...new Set(people.map(({ performerId }) => performerId))]);
  return new Map(
    rows.flatMap((row) => {
      const [base, video] = [bases.get(row.id), byId.get(row.id)];
      if (!base || !video) return [];
      const answer: VideoAnswer = Object.assign(base.shared, {
        kind: 'video' as const,
        description: base.words.text,
        isCut: base.words.isCut,
        video: file(video.fileId ?? video.nextFileId, base.isLocked),
        teaser: file(video.teaserId, false),
        thumbnail: file(video.thumbnailId, base.isLocked),
        participants: people
          .filter(({ itemId, isOpen }) => itemId === row.id && (isOpen || runs(reader, row)))
          .flatMap(({ performerId }) => cards.get(performerId) ?? []),
        stats: base.stats,
      });
      return [[row.id, answer] as const];
    }),
  );
}
