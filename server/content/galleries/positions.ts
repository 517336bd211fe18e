/**
 * Positions of photos: their gallery and their order in it. Buyers of a gallery keep the photos that were published in it, even after
 * the photos were removed from it.
 */
import { and, eq, sql, type SQL } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { Context } from '../../platform/context';
import { galleries, items, photos, removedPhotos } from '../../platform/db/schema/content';
import { takeAdvisoryLock } from '../../platform/db/advisory-lock';
import { fail } from '../../kernel/api-error';
import { requestConsentForPhoto, copyPeopleFromGallery } from '../items/people';
import { isSold, setHidden } from '../items/write';
import { ownItems } from '../items/visible';
import { syncListing } from '../items/listing';
import type { ItemRow } from '../items/publishing-options';
import { lockOwnGallery } from './gallery';

/** The position after the last photo of a locked gallery. Rejects with gallery_full. */
export async function nextPosition(tx: Context, galleryId: string): Promise<number> {
  const [existing] = await tx.db
    .select({ count: sql<number>`count(*)::int`, last: sql<number>`coalesce(max(${photos.ordering}), -1)` })
    .from(photos)
    .innerJoin(items, eq(items.id, photos.itemId))
    .where(and(eq(photos.galleryId, galleryId), sql`${items.deletedAt} is null`));
  if ((existing?.count ?? 0) >= limits.galleryPhotosMax) fail('gallery_full');
  return (existing?.last ?? -1) + 1;
}

/** Makes the first photo of a gallery its cover if it has none. */
export async function ensureCover(tx: Context, galleryId: string): Promise<void> {
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

async function updateCountAndCover(tx: Context, galleryId: string | null): Promise<void> {
  if (galleryId === null) return;
  await tx.db
    .update(galleries)
    .set({
      totalPhotos: sql`(select count(*) from ${photos} inner join ${items} on ${items.id} = ${photos.itemId} where ${photos.galleryId} = ${galleryId} and ${items.isListed})`,
    })
    .where(eq(galleries.itemId, galleryId));
  await ensureCover(tx, galleryId);
}

/** The gallery of the performer's photo. Takes an advisory lock, so that moves of the photos of one performer are serialized. */
export async function getGalleryOfPhoto(tx: Context, performerId: string, photoId: string): Promise<string | null> {
  await takeAdvisoryLock(tx.db, `photos of ${performerId}`);
  const [row] = await tx.db
    .select({ galleryId: photos.galleryId })
    .from(photos)
    .innerJoin(items, eq(items.id, photos.itemId))
    .where(and(eq(photos.itemId, photoId), ownItems(performerId)));
  return row?.galleryId ?? null;
}

/** A move of a photo between two locked galleries. */
export interface PhotoMove {
  from: string | null;
  to: string | null;
  /** Whether an operator has hidden the gallery that the photo leaves. */
  isHidden: boolean;
}

/** Locks the galleries of a photo's move. A gallery is locked before its photos. Rejects with gallery_not_found. */
export async function lockMove(tx: Context, performerId: string, photoId: string, to: string | null): Promise<PhotoMove> {
  const from = await getGalleryOfPhoto(tx, performerId, photoId);
  // Locked in a fixed order, so that concurrent moves cannot deadlock.
  const galleryIds = from === to ? [] : [from, to].filter((id) => id !== null).sort();
  const locked: ItemRow[] = [];
  for (const id of galleryIds) locked.push(await lockOwnGallery(tx, performerId, id));
  return { from, to, isHidden: locked.some(({ id, hiddenAt }) => id === from && hiddenAt !== null) };
}

/** Records for the buyers of a locked gallery that a photo, published in it, is removed. */
async function retainForBuyers(tx: Context, { id: photoId, publishedAt }: ItemRow, galleryId: string): Promise<void> {
  // Buyers have not seen a draft.
  if (publishedAt === null || !(await isSold(tx, galleryId))) return;
  await tx.db.execute(sql`
    insert into ${removedPhotos} (item_id, gallery_id, ordering, taken_out_at)
    select item_id, gallery_id, ordering, ${tx.clock.now().toISOString()}::timestamptz from ${photos} where item_id = ${photoId}
    on conflict (item_id, gallery_id) do update set ordering = excluded.ordering, taken_out_at = excluded.taken_out_at`);
}

/**
 * Moves a locked photo to another gallery or out of its gallery, and updates count and cover of both. Buyers of the gallery that it
 * leaves keep it there.
 */
export async function movePhoto(tx: Context, photo: ItemRow, { from, to, isHidden }: PhotoMove): Promise<void> {
  if (from === to) return;
  if (from !== null) await retainForBuyers(tx, photo, from);
  await tx.db
    .update(photos)
    .set({ galleryId: to, ordering: to === null ? 0 : await nextPosition(tx, to) })
    .where(eq(photos.itemId, photo.id));
  if (from !== null) await copyPeopleFromGallery(tx, photo, from);
  if (to !== null) await requestConsentForPhoto(tx, photo, to);
  await syncListing(tx, photo.id);
  // A photo hidden by an operator stays hidden after a move.
  if (isHidden) await setHidden(tx, photo.id, true);
  await updateCountAndCover(tx, from);
  await updateCountAndCover(tx, to);
}

/** Photos that were in a gallery when it was bought at `boughtAt` and were removed later, unless their current gallery is hidden. */
export const removedSince = (galleryId: string, boughtAt: Date): SQL =>
  sql`(${photos.itemId} = any(array(select ${removedPhotos.itemId} from ${removedPhotos} where ${removedPhotos.galleryId} = ${galleryId} and ${removedPhotos.takenOutAt} > ${boughtAt.toISOString()}::timestamptz))
    and not exists (select from ${items} parent where parent.id = ${photos.galleryId} and parent.hidden_at is not null))`;

/** The position of a photo in a gallery, for those who see it there. */
export const positionIn = (galleryId: string): SQL<number> =>
  sql<number>`case when ${photos.galleryId} = ${galleryId} then ${photos.ordering} else (select ${removedPhotos.ordering} from ${removedPhotos} where ${removedPhotos.itemId} = ${photos.itemId} and ${removedPhotos.galleryId} = ${galleryId}) end`;
