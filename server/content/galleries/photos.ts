/** Photos: in a gallery, whose access rules then apply, or without a gallery. */
import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { ItemChanges } from '@contract/content/content';
import type { Parsed } from '@contract/kernel/endpoint';
import type galleriesContract from '@contract/content/galleries';
import * as limits from '@contract/kernel/limits';
import type { Page } from '@contract/kernel/shapes';
import { inTransaction, type Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { galleries, items, photos } from '../../platform/db/schema/content';
import { purchaseTimes } from '../entitlements/entitlements';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import type { TransactionRunner } from '../../platform/idempotency/idempotency';
import { claimFiles } from '../../platform/media/claims';
import type { IncomingFile } from '../../platform/media/files';
import { storeMedia } from '../../platform/media/store-media';
import { visitorOf } from '../../people/blocking/blocking';
import { requestConsentForPhoto } from '../items/people';
import { assertMayPublish, lockOwnItem, type ItemRow } from '../items/publishing-options';
import { createItem, deleteItems, updateItem } from '../items/write';
import { getVisibleItem } from '../items/access';
import { isOpenToBuyersSince, publishedItems, visibleItems } from '../items/visible';
import { ownFilters, textRank } from '../items/lists';
import { photoResponses, type GalleryResponse, type PhotoResponse } from '../items/asset-rows';
import { syncListing } from '../items/listing';
import { assertCanSeePage } from '../../people/performers/view';
import { getGallery, lockOwnGallery, ownGallery } from './gallery';
import { lockMove, movePhoto, nextPosition, positionIn, getGalleryOfPhoto, ensureCover, removedSince } from './positions';

type Contract = typeof galleriesContract;
type PublicQuery = Parsed<Contract['GET /performer-assets/photos']>['query'];
type OwnQuery = Parsed<Contract['GET /performer/performer-assets/photos/search']>['query'];
type Changes = z.output<typeof ItemChanges> & {
  title?: string | undefined;
  description?: string | undefined;
  galleryId?: string | null | undefined;
  ordering?: number | undefined;
};

async function photoFor(ctx: Context, viewer: Actor, id: string): Promise<PhotoResponse> {
  return (await photoResponses(ctx, viewer, [id])).get(id) ?? fail('photo_not_found');
}

async function lockOwnPhoto(tx: Context, performerId: string, id: string): Promise<ItemRow> {
  return (await lockOwnItem(tx, performerId, 'photo', id)) ?? fail('photo_not_found');
}

/**
 * Adds a photo; `inOneTransaction` makes it idempotent. The first photo of a gallery becomes its cover. Rejects with the errors of
 * `storeMedia`, and with performer_not_verified, gallery_not_found, gallery_full, price_out_of_range and schedule_in_past.
 */
export async function addPhoto<R>(
  ctx: Context,
  performer: Actor,
  file: IncomingFile,
  changes: Changes,
  inOneTransaction: TransactionRunner<PhotoResponse, R>,
): Promise<R> {
  await assertMayPublish(ctx, performer.id);
  const galleryId = changes.galleryId ?? null;
  // Checked before the file is stored: the gallery must belong to the performer.
  if (galleryId !== null) await ownGallery(ctx, performer, galleryId);
  const stored = await storeMedia(ctx, { ownerId: performer.id, type: 'photo', file });
  return inOneTransaction(async (tx) => {
    if (galleryId !== null) await lockOwnGallery(tx, performer.id, galleryId);
    const ordering = galleryId === null ? 0 : await nextPosition(tx, galleryId);
    const { id } = await createItem(tx, {
      kind: 'photo',
      performerId: performer.id,
      title: changes.title ?? '',
      body: changes.description ?? '',
      changes,
      readiness: 'ready',
      isPinned: false,
    });
    await claimFiles(tx, { ownerId: performer.id, ids: [stored.id], types: ['photo'], usedBy: { kind: 'photo', id } });
    await tx.db.insert(photos).values({ itemId: id, galleryId, fileId: stored.id, ordering });
    if (galleryId !== null) await requestConsentForPhoto(tx, { id, kind: 'photo', performerId: performer.id }, galleryId);
    await syncListing(tx, id);
    if (galleryId !== null) await ensureCover(tx, galleryId);
    return photoFor(tx, performer, id);
  });
}

/**
 * Changes one of the performer's photos. Rejects with photo_not_found, gallery_not_found, gallery_full, performer_not_verified,
 * price_out_of_range and schedule_in_past.
 */
export async function changePhoto(
  ctx: Context,
  performer: Actor,
  id: string,
  { title, description, galleryId, ordering, ...changes }: Changes,
): Promise<PhotoResponse> {
  await assertMayPublish(ctx, performer.id);
  return inTransaction(ctx, async (tx) => {
    const photoMove = galleryId === undefined ? null : await lockMove(tx, performer.id, id, galleryId);
    const before = await lockOwnPhoto(tx, performer.id, id);
    await updateItem(tx, before, { title, body: description, changes });
    if (photoMove !== null) await movePhoto(tx, before, photoMove);
    if (ordering !== undefined) await tx.db.update(photos).set({ ordering }).where(eq(photos.itemId, id));
    return photoFor(tx, performer, id);
  });
}

/**
 * Deletes one of the performer's photos. If it was the cover of its gallery, another photo becomes the cover. Rejects with
 * photo_not_found.
 */
export async function deletePhoto(ctx: Context, performer: Actor, id: string): Promise<void> {
  await inTransaction(ctx, (tx) => dropPhoto(tx, performer.id, id));
}

/** The same in the transaction of `tx`. */
export async function dropPhoto(tx: Context, performerId: string, id: string): Promise<void> {
  const galleryId = await getGalleryOfPhoto(tx, performerId, id);
  // Buyers pay for the gallery, so it is locked first. If the gallery was deleted concurrently, its photos were deleted with it.
  if (galleryId !== null) await lockOwnItem(tx, performerId, 'gallery', galleryId);
  const photo = await lockOwnPhoto(tx, performerId, id);
  await deleteItems(tx, [photo], galleryId ?? id);
  if (galleryId !== null) await ensureCover(tx, galleryId);
}

/** Makes a photo the cover of its gallery. Rejects with photo_not_found and photo_without_gallery. */
export async function setCover(ctx: Context, performer: Actor, photoId: string): Promise<GalleryResponse> {
  return inTransaction(ctx, async (tx) => {
    await lockOwnPhoto(tx, performer.id, photoId);
    const [row] = await tx.db.select({ galleryId: photos.galleryId }).from(photos).where(eq(photos.itemId, photoId));
    const galleryId = row?.galleryId ?? fail('photo_without_gallery');
    await tx.db.update(galleries).set({ coverPhotoId: photoId }).where(eq(galleries.itemId, galleryId));
    return getGallery(tx, performer, galleryId);
  });
}

const listedPhotos = (
  ctx: Pick<Context, 'db'>,
  condition: SQL | undefined,
  ordering: SQL<number> = sql`${photos.ordering}`,
  rank: SQL<number> | null = null,
) =>
  ctx.db
    .select({
      id: items.id,
      createdAt: items.createdAt,
      updatedAt: items.updatedAt,
      ordering: ordering.as('ordering'),
      ...(rank && { rank: rank.as('rank') }),
    })
    .from(photos)
    .innerJoin(items, eq(items.id, photos.itemId))
    // The condition on the kind makes the query use the performer's index instead of reading all photos.
    .where(and(eq(items.kind, 'photo'), condition))
    .as('found');

/** The performer's photos that match a query, in any state. */
export function searchOwnPhotos(ctx: Context, performer: Actor, query: OwnQuery): Promise<Page<PhotoResponse>> {
  const inGallery = query.galleryId === undefined ? undefined : eq(photos.galleryId, query.galleryId);
  const source = listedPhotos(ctx, and(ownFilters(ctx, performer.id, query), inGallery), undefined, textRank(query.q));
  return readPage(ctx, query, source, (ids) => photoResponses(ctx, performer, ids));
}

/**
 * Published photos of a performer or of a gallery. Photos of an unpublished gallery are left out. Buyers of a gallery also get the
 * photos that were removed from it later. Rejects with gallery_not_found, performer_not_found and blocked_by_performer.
 */
export async function searchPhotos(ctx: Context, viewer: Actor | null, client: Client, query: PublicQuery): Promise<Page<PhotoResponse>> {
  const { galleryId, performerId } = query;
  if (galleryId !== undefined) {
    const { row } = await getVisibleItem(ctx, viewer, client, 'gallery', galleryId);
    const purchasedAt = viewer === null ? undefined : (await purchaseTimes(ctx, viewer.id, [row.id])).get(row.id);
    const inside = eq(photos.galleryId, row.id);
    const source =
      purchasedAt === undefined
        ? listedPhotos(ctx, and(inside, publishedItems(ctx)))
        : listedPhotos(
            ctx,
            or(
              and(inside, or(publishedItems(ctx), isOpenToBuyersSince(purchasedAt))),
              and(removedSince(row.id, purchasedAt), isOpenToBuyersSince(purchasedAt)),
            ),
            positionIn(row.id),
          );
    return readPage(ctx, query, source, (ids) => photoResponses(ctx, viewer, ids));
  }
  if (performerId === undefined) return fail('performer_not_found');
  await assertCanSeePage(ctx, viewer, client, performerId);
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
    visibleItems(ctx, visitorOf(viewer, client)),
    sql`(${photos.galleryId} is null or ${isOpenGallery})`,
  );
  return readPage(ctx, query, listedPhotos(ctx, found), (ids) => photoResponses(ctx, viewer, ids), limits.page.countedInSearchMax);
}
