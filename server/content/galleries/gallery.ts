/** Galleries: making, finding and changing them. */
import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { ItemChanges } from '@contract/content/content';
import type { Parsed } from '@contract/endpoint';
import type galleriesContract from '@contract/content/galleries';
import type { Page } from '@contract/kernel/shapes';
import { inTransaction, type Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { galleries, items, photos } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { visitorOf } from '../../people/blocking/blocking';
import {
  assertMayPublish,
  countItemView,
  createItem,
  galleryAnswers,
  hideForGood,
  itemToSee,
  listedItems,
  lockOwnItem,
  ownFilters,
  ownItems,
  readFound,
  relist,
  updateItem,
  type GalleryAnswer,
  type ItemRow,
} from '../../modules/items/items';

type Contract = typeof galleriesContract;
type SearchQuery = Parsed<Contract['GET /performer-assets/galleries/search']>['query'];
type OwnQuery = Parsed<Contract['GET /performer/performer-assets/galleries/search']>['query'];
type Changes = z.output<typeof ItemChanges> & { title?: string | undefined; description?: string | undefined };

/** A gallery as its reader meets it. Refuses with gallery_not_found. */
export async function galleryFor(ctx: Context, reader: Actor, id: string): Promise<GalleryAnswer> {
  return (await galleryAnswers(ctx, reader, [id])).get(id) ?? fail('gallery_not_found');
}

/** The own gallery, locked until the transaction ends. Refuses with gallery_not_found. */
export async function lockOwnGallery(tx: Context, performerId: string, id: string): Promise<ItemRow> {
  return (await lockOwnItem(tx, performerId, 'gallery', id)) ?? fail('gallery_not_found');
}

/** Makes a gallery. Refuses with performer_not_verified, price_out_of_range and schedule_in_past. */
export async function createGallery(ctx: Context, performer: Actor, { title, description, ...changes }: Changes): Promise<GalleryAnswer> {
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
    await relist(tx, id);
    return galleryFor(tx, performer, id);
  });
}

/** Changes an own gallery. Refuses with gallery_not_found, performer_not_verified, price_out_of_range and schedule_in_past. */
export async function changeGallery(
  ctx: Context,
  performer: Actor,
  id: string,
  { title, description, ...changes }: Changes,
): Promise<GalleryAnswer> {
  await assertMayPublish(ctx, performer.id);
  return inTransaction(ctx, async (tx) => {
    const before = await lockOwnGallery(tx, performer.id, id);
    await updateItem(tx, before, { title, body: description, changes });
    return galleryFor(tx, performer, id);
  });
}

/** Deletes an own gallery and its photos; who bought it keeps them. Refuses with gallery_not_found. */
export async function deleteGallery(ctx: Context, performer: Actor, id: string): Promise<void> {
  await inTransaction(ctx, (tx) => dropGallery(tx, performer.id, id));
}

/** The same in the transaction of `tx`. */
export async function dropGallery(tx: Context, performerId: string, id: string): Promise<void> {
  const gallery = await lockOwnGallery(tx, performerId, id);
  const inside = await tx.db
    .select({ id: items.id, kind: items.kind })
    .from(photos)
    .innerJoin(items, eq(items.id, photos.itemId))
    .where(and(eq(photos.galleryId, id), isNull(items.deletedAt)));
  await hideForGood(tx, [gallery, ...inside], id);
}

/** An own gallery, whatever its state. Refuses with gallery_not_found. */
export async function ownGallery(ctx: Context, performer: Actor, id: string): Promise<GalleryAnswer> {
  const [row] = await ctx.db
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.id, id), eq(items.kind, 'gallery'), ownItems(performer.id)));
  return row ? galleryFor(ctx, performer, id) : fail('gallery_not_found');
}

/** A gallery by id or slug; looking counts. Refuses with gallery_not_found and blocked_by_performer. */
export async function viewGallery(ctx: Context, viewer: Actor | null, client: Client, idOrSlug: string): Promise<GalleryAnswer> {
  const { row } = await itemToSee(ctx, viewer, client, 'gallery', idOrSlug);
  await countItemView(ctx, viewer, client, row);
  return (await galleryAnswers(ctx, viewer, [row.id])).get(row.id) ?? fail('gallery_not_found');
}

/** Published galleries that match. */
export function searchGalleries(ctx: Context, viewer: Actor | null, client: Client, query: SearchQuery): Promise<Page<GalleryAnswer>> {
  return readFound(ctx, visitorOf(viewer, client), 'gallery', query, (ids) => galleryAnswers(ctx, viewer, ids));
}

/** Own galleries that match, whatever their state. */
export function searchOwnGalleries(ctx: Context, performer: Actor, query: OwnQuery): Promise<Page<GalleryAnswer>> {
  return readPage(ctx, query, listedItems(ctx, 'gallery', ownFilters(ctx, performer.id, query)), (ids) =>
    galleryAnswers(ctx, performer, ids),
  );
}
