/** Creating, finding and changing galleries. */
import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { ItemChanges } from '@contract/content/content';
import type { Parsed } from '@contract/kernel/endpoint';
import type galleriesContract from '@contract/content/galleries';
import type { Page } from '@contract/kernel/shapes';
import { inTransaction, type Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { galleries, items, photos } from '../../platform/db/schema/content';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { visitorOf } from '../../people/blocking/blocking';
import { assertMayPublish, lockOwnItem, type ItemRow } from '../items/publishing-options';
import { countItemView, getVisibleItem } from '../items/access';
import { createItem, deleteItems, updateItem } from '../items/write';
import { galleryResponses, type GalleryResponse } from '../items/asset-rows';
import { ownItemList, readItemSearch } from '../items/lists';
import { ownItems } from '../items/visible';
import { syncListing } from '../items/listing';

type Contract = typeof galleriesContract;
type SearchQuery = Parsed<Contract['GET /performer-assets/galleries/search']>['query'];
type OwnQuery = Parsed<Contract['GET /performer/performer-assets/galleries/search']>['query'];
type Changes = z.output<typeof ItemChanges> & { title?: string | undefined; description?: string | undefined };

/** A gallery as the viewer sees it. Rejects with gallery_not_found. */
export async function getGallery(ctx: Context, viewer: Actor, id: string): Promise<GalleryResponse> {
  return (await galleryResponses(ctx, viewer, [id])).get(id) ?? fail('gallery_not_found');
}

/** The performer's gallery, locked until the transaction ends. Rejects with gallery_not_found. */
export async function lockOwnGallery(tx: Context, performerId: string, id: string): Promise<ItemRow> {
  return (await lockOwnItem(tx, performerId, 'gallery', id)) ?? fail('gallery_not_found');
}

/** Creates a gallery. Rejects with performer_not_verified, price_out_of_range and schedule_in_past. */
export async function createGallery(ctx: Context, performer: Actor, { title, description, ...changes }: Changes): Promise<GalleryResponse> {
  await assertMayPublish(ctx, performer.id);
  return inTransaction(ctx, async (tx) => {
    const { id } = await createItem(tx, {
      kind: 'gallery',
      performerId: performer.id,
      title: title ?? '',
      body: description ?? '',
      changes,
      readiness: 'ready',
      isPinned: false,
    });
    await tx.db.insert(galleries).values({ itemId: id });
    await syncListing(tx, id);
    return getGallery(tx, performer, id);
  });
}

/**
 * Changes one of the performer's galleries. Rejects with gallery_not_found, performer_not_verified, price_out_of_range and
 * schedule_in_past.
 */
export async function changeGallery(
  ctx: Context,
  performer: Actor,
  id: string,
  { title, description, ...changes }: Changes,
): Promise<GalleryResponse> {
  await assertMayPublish(ctx, performer.id);
  return inTransaction(ctx, async (tx) => {
    const before = await lockOwnGallery(tx, performer.id, id);
    await updateItem(tx, before, { title, body: description, changes });
    return getGallery(tx, performer, id);
  });
}

/** Deletes one of the performer's galleries with its photos; buyers keep access. Rejects with gallery_not_found. */
export async function deleteGallery(ctx: Context, performer: Actor, id: string): Promise<void> {
  await inTransaction(ctx, (tx) => dropGallery(tx, performer.id, id));
}

/** The same in the transaction of `tx`. */
export async function dropGallery(tx: Context, performerId: string, id: string): Promise<void> {
  const gallery = await lockOwnGallery(tx, performerId, id);
  const galleryPhotos = await tx.db
    .select({ id: items.id, kind: items.kind })
    .from(photos)
    .innerJoin(items, eq(items.id, photos.itemId))
    .where(and(eq(photos.galleryId, id), isNull(items.deletedAt)));
  await deleteItems(tx, [gallery, ...galleryPhotos], id);
}

/** One of the performer's galleries, in any state. Rejects with gallery_not_found. */
export async function ownGallery(ctx: Context, performer: Actor, id: string): Promise<GalleryResponse> {
  const [row] = await ctx.db
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.id, id), eq(items.kind, 'gallery'), ownItems(performer.id)));
  return row ? getGallery(ctx, performer, id) : fail('gallery_not_found');
}

/** A gallery by id or slug; counts a view. Rejects with gallery_not_found and blocked_by_performer. */
export async function viewGallery(ctx: Context, viewer: Actor | null, client: Client, idOrSlug: string): Promise<GalleryResponse> {
  const { row } = await getVisibleItem(ctx, viewer, client, 'gallery', idOrSlug);
  await countItemView(ctx, viewer, client, row);
  return (await galleryResponses(ctx, viewer, [row.id])).get(row.id) ?? fail('gallery_not_found');
}

/** Published galleries that match a query. */
export function searchGalleries(ctx: Context, viewer: Actor | null, client: Client, query: SearchQuery): Promise<Page<GalleryResponse>> {
  return readItemSearch(ctx, visitorOf(viewer, client), 'gallery', query, (ids) => galleryResponses(ctx, viewer, ids));
}

/** The performer's galleries that match a query, in any state. */
export function searchOwnGalleries(ctx: Context, performer: Actor, query: OwnQuery): Promise<Page<GalleryResponse>> {
  return readPage(ctx, query, ownItemList(ctx, 'gallery', performer.id, query), (ids) => galleryResponses(ctx, performer, ids));
}
