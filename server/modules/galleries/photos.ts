/** Photos: in a gallery, whose terms they then follow, or on their own. */
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { ItemChanges } from '@contract/content/content';
import type { Parsed } from '@contract/endpoint';
import type galleriesContract from '@contract/content/galleries';
import * as limits from '@contract/kernel/limits';
import type { Page } from '@contract/kernel/shapes';
import { inTransaction, type Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { galleries, items, photos } from '../../platform/db/schema/schema';
import { takeTurn } from '../../platform/db/advisory-lock';
import { boughtAt } from '../../entitlements/entitlements';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import type { InOne } from '../../platform/idempotency/idempotency';
import { claimFiles } from '../../platform/media/claims';
import type { IncomingFile } from '../../platform/media/files';
import { storeMedia } from '../../platform/media/store-media';
import { visitorOf } from '../../people/blocking/blocking';
import {
  assertMayPublish,
  createItem,
  hideForGood,
  isSold,
  itemToSee,
  keptSince,
  lockOwnItem,
  ownFilters,
  ownItems,
  photoAnswers,
  publishedItems,
  relist,
  shownItems,
  updateItem,
  type GalleryAnswer,
  type ItemRow,
  type PhotoAnswer,
} from '../items/items';
import { assertMaySee } from '../performers/performers';
import { galleryFor, lockOwnGallery, ownGallery } from '../../content/galleries/gallery';

type Contract = typeof galleriesContract;
type PublicQuery = Parsed<Contract['GET /performer-assets/photos']>['query'];
type OwnQuery = Parsed<Contract['GET /performer/performer-assets/photos/search']>['query'];
type Changes = z.output<typeof ItemChanges> & {
  title?: string | undefined;
  description?: string | undefined;
  galleryId?: string | null | undefined;
  ordering?: number | undefined;
};

async function photoFor(ctx: Context, reader: Actor, id: string): Promise<PhotoAnswer> {
  return (await photoAnswers(ctx, reader, [id])).get(id) ?? fail('photo_not_found');
}

async function lockOwnPhoto(tx: Context, performerId: string, id: string): Promise<ItemRow> {
  return (await lockOwnItem(tx, performerId, 'photo', id)) ?? fail('photo_not_found');
}

/** The place behind the last photo of a locked gallery. Refuses with gallery_full. */
async function nextPlace(tx: Context, galleryId: string): Promise<number> {
  const [inside] = await tx.db
    .select({ count: sql<number>`count(*)::int`, last: sql<number>`coalesce(max(${photos.ordering}), -1)` })
    .from(photos)
    .innerJoin(items, eq(items.id, photos.itemId))
    .where(and(eq(photos.galleryId, galleryId), sql`${items.deletedAt} is null`));
  if ((inside?.count ?? 0) >= limits.galleryPhotosMax) fail('gallery_full');
  return (inside?.last ?? -1) + 1;
}

/** Gives a gallery without a cover its first photo as one. */
async function settleCover(tx: Context, galleryId: string): Promise<void> {
  await tx.db
    .update(galleries)
    .set({
      coverPhotoId: sql`(select ${photos.itemId} from ${photos} inner join ${items} on ${items.id} = ${photos.itemId} where ${photos.galleryId} = ${galleryId} and ${items.deletedAt} is null order by ${photos.ordering}, ${photos.itemId} limit 1)`,
    })
    .where(
      and(
        eq(galleries.itemId, galleryId),
        sql`not exists (select 1 from ${photos} inner join ${items} on ${items.id} = ${photos.itemId} where ${photos.itemId} = ${galleries.coverPhotoId} and ${photos.galleryId} = ${galleryId} and ${items.deletedAt} is null)`,
      ),
    );
}

/**
 * Adds a photo, within `inOne`. The first one of a gallery becomes its cover. Refuses as `storeMedia` does, and with performer_not_verified,
 * gallery_not_found, gallery_full, price_out_of_range and schedule_in_past.
 */
export async function addPhoto<R>(
  ctx: Context,
  performer: Actor,
  file: IncomingFile,
  changes: Changes,
  inOne: InOne<PhotoAnswer, R>,
): Promise<R> {
  await assertMayPublish(ctx, performer.id);
  const galleryId = changes.galleryId ?? null;
  // Asked before anything is stored: another's gallery takes no photo.
  if (galleryId !== null) await ownGallery(ctx, performer, galleryId);
  const stored = await storeMedia(ctx, { ownerId: performer.id, type: 'photo', file });
  return inOne(async (tx) => {
    if (galleryId !== null) await lockOwnGallery(tx, performer.id, galleryId);
    const ordering = galleryId === null ? 0 : await nextPlace(tx, galleryId);
    const { id } = await createItem(tx, {
      kind: 'photo',
      performerId: performer.id,
      title: changes.title ?? '',
      body: changes.description ?? '',
      changes,
      readiness: 'ready',
      isPinned: false,
    });
    await claimFiles(tx, { ownerId: performer.id, ids: [stored.id], types: ['photo'], usedBy: `photo:${id}` });
    await tx.db.insert(photos).values({ itemId: id, galleryId, fileId: stored.id, ordering });
    await relist(tx, id);
    if (galleryId !== null) await settleCover(tx, galleryId);
    return photoFor(tx, performer, id);
  });
}

async function recount(tx: Context, galleryId: string | null): Promise<void> {
  if (galleryId === null) return;
  await tx.db
    .update(galleries)
    .set({
      totalPhotos: sql`(select count(*) from ${photos} inner join ${items} on ${items.id} = ${photos.itemId} where ${photos.galleryId} = ${galleryId} and ${items.isListed})`,
    })
    .where(eq(galleries.itemId, galleryId));
  await settleCover(tx, galleryId);
}

/** The gallery of an own photo, for as long as the transaction lasts: a performer's photos are moved one after the other. */
async function placeOf(tx: Context, performerId: string, photoId: string): Promise<string | null> {
  await takeTurn(tx.db, `photos of ${performerId}`);
  const [place] = await tx.db
    .select({ galleryId: photos.galleryId })
    .from(photos)
    .innerJoin(items, eq(items.id, photos.itemId))
    .where(and(eq(photos.itemId, photoId), ownItems(performerId)));
  return place?.galleryId ?? null;
}

interface Move {
  from: string | null;
  to: string | null;
}

/** Holds the galleries between which a photo is to move; a gallery is held before its photos. Refuses with gallery_not_found. */
async function holdMove(tx: Context, performerId: string, photoId: string, to: string | null): Promise<Move> {
  const from = await placeOf(tx, performerId, photoId);
  // Both galleries in one order: two who move photos across never wait for each other in a circle.
  const galleryIds = from === to ? [] : [from, to].filter((id) => id !== null).sort();
  for (const id of galleryIds) await lockOwnGallery(tx, performerId, id);
  return { from, to };
}

/**
 * Moves a held photo to another gallery, or out of every gallery; both keep their count and have a cover. Refuses with item_sold:
 * who bought the gallery has bought what was published in it.
 */
async function move(tx: Context, { id: photoId, publishedAt }: ItemRow, { from, to }: Move): Promise<void> {
  if (from === to) return;
  if (from !== null && publishedAt !== null && (await isSold(tx, from))) fail('item_sold');
  await tx.db
    .update(photos)
    .set({ galleryId: to, ordering: to === null ? 0 : await nextPlace(tx, to) })
    .where(eq(photos.itemId, photoId));
  await recount(tx, from);
  await recount(tx, to);
}

/**
 * Changes an own photo. Refuses with photo_not_found, gallery_not_found, gallery_full, item_sold, performer_not_verified,
 * price_out_of_range and schedule_in_past.
 */
export async function changePhoto(
  ctx: Context,
  performer: Actor,
  id: string,
  { title, description, galleryId, ordering, ...changes }: Changes,
): Promise<PhotoAnswer> {
  await assertMayPublish(ctx, performer.id);
  return inTransaction(ctx, async (tx) => {
    const held = galleryId === undefined ? null : await holdMove(tx, performer.id, id, galleryId);
    const before = await lockOwnPhoto(tx, performer.id, id);
    await updateItem(tx, before, { title, body: description, changes });
    if (held !== null) await move(tx, before, held);
    if (ordering !== undefined) await tx.db.update(photos).set({ ordering }).where(eq(photos.itemId, id));
    return photoFor(tx, performer, id);
  });
}

/** Deletes an own photo; its gallery gets another cover if it was one. Refuses with photo_not_found. */
export async function deletePhoto(ctx: Context, performer: Actor, id: string): Promise<void> {
  await inTransaction(ctx, (tx) => dropPhoto(tx, performer.id, id));
}

/** The same in the transaction of `tx`. */
export async function dropPhoto(tx: Context, performerId: string, id: string): Promise<void> {
  const galleryId = await placeOf(tx, performerId, id);
  // What buyers pay for is the gallery. Where it has just gone, the photo went with it.
  if (galleryId !== null) await lockOwnItem(tx, performerId, 'gallery', galleryId);
  const photo = await lockOwnPhoto(tx, performerId, id);
  await hideForGood(tx, [photo], galleryId ?? id);
  if (galleryId !== null) await settleCover(tx, galleryId);
}

/** Makes a photo the cover of its gallery. Refuses with photo_not_found and photo_without_gallery. */
export async function setCover(ctx: Context, performer: Actor, photoId: string): Promise<GalleryAnswer> {
  return inTransaction(ctx, async (tx) => {
    await lockOwnPhoto(tx, performer.id, photoId);
    const [place] = await tx.db.select({ galleryId: photos.galleryId }).from(photos).where(eq(photos.itemId, photoId));
    const galleryId = place?.galleryId ?? fail('photo_without_gallery');
    await tx.db.update(galleries).set({ coverPhotoId: photoId }).where(eq(galleries.itemId, galleryId));
    return galleryFor(tx, performer, galleryId);
  });
}

const listedPhotos = (ctx: Pick<Context, 'db'>, condition: ReturnType<typeof and>) =>
  ctx.db
    .select({ id: items.id, createdAt: items.createdAt, updatedAt: items.updatedAt, ordering: photos.ordering })
    .from(photos)
    .innerJoin(items, eq(items.id, photos.itemId))
    // By their kind as well: else all photos of the site are read to find those of one performer.
    .where(and(eq(items.kind, 'photo'), condition))
    .as('found');

/** Own photos that match, whatever their state. */
export function searchOwnPhotos(ctx: Context, performer: Actor, query: OwnQuery): Promise<Page<PhotoAnswer>> {
  const inGallery = query.galleryId === undefined ? undefined : eq(photos.galleryId, query.galleryId);
  const source = listedPhotos(ctx, and(ownFilters(ctx, performer.id, query), inGallery));
  return readPage(ctx, query, source, (ids) => photoAnswers(ctx, performer, ids));
}

/**
 * Published photos of a performer or of a gallery; those of a gallery that is not published are not among them. Refuses with
 * gallery_not_found, performer_not_found and blocked_by_performer.
 */
export async function searchPhotos(ctx: Context, viewer: Actor | null, client: Client, query: PublicQuery): Promise<Page<PhotoAnswer>> {
  const { galleryId, performerId } = query;
  if (galleryId !== undefined) {
    const { row } = await itemToSee(ctx, viewer, client, 'gallery', galleryId);
    const bought = viewer === null ? undefined : (await boughtAt(ctx, viewer.id, [row.id])).get(row.id);
    const inside = and(eq(photos.galleryId, row.id), or(publishedItems(ctx), bought && keptSince(bought)));
    return readPage(ctx, query, listedPhotos(ctx, inside), (ids) => photoAnswers(ctx, viewer, ids));
  }
  if (performerId === undefined) return fail('performer_not_found');
  await assertMaySee(ctx, viewer, client, performerId);
  const isOpenGallery = inArray(
    photos.galleryId,
    ctx.db
      .select({ id: sql<string>`g.id` })
      .from(sql`${items} g`)
      .where(
        sql`g.performer_id = ${performerId} and g.kind = 'gallery' and g.is_listed and (g.expires_at is null or g.expires_at > ${ctx.clock.now()})`,
      ),
  );
  const found = and(
    eq(items.performerId, performerId),
    shownItems(ctx, visitorOf(viewer, client)),
    sql`(${photos.galleryId} is null or ${isOpenGallery})`,
  );
  return readPage(ctx, query, listedPhotos(ctx, found), (ids) => photoAnswers(ctx, viewer, ids), limits.page.countedInSearchMax);
}
