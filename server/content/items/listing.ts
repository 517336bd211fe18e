/**
 * Publishing. An item is listed while others may find it. `syncListing` alone decides that, updates the performer's totals, and
 * sets the publication time once. It is idempotent.
 */
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { ItemKind } from '@contract/kernel/values/content';
import { inTransaction, type Context } from '../../platform/context';
import { galleries, items, photos } from '../../platform/db/schema/content';
import { performers } from '../../platform/db/schema/performers';
import { itemLink } from '../../platform/notification-texts';
import { enqueueFanOut } from '../../people/notifications/notify';

const totalColumns = {
  feed: 'totalFeeds',
  video: 'totalVideos',
  gallery: 'totalGalleries',
  photo: 'totalPhotos',
  product: 'totalProducts',
} as const satisfies Record<ItemKind, keyof typeof performers>;

const shouldBeListed = (now: Date): SQL<boolean> => sql<boolean>`(
  ${items.status} = 'active' and ${items.readiness} = 'ready' and ${items.deletedAt} is null and ${items.hiddenAt} is null
  and ${items.consent} = 'given'
  and (${items.scheduledAt} is null or ${items.scheduledAt} <= ${now}) and (${items.expiresAt} is null or ${items.expiresAt} > ${now})
)`;

interface ListingChange {
  id: string;
  kind: ItemKind;
  performerId: string;
  isListed: boolean;
  publishedAt: Date | null;
}

async function updateTotals(tx: Context, changes: readonly ListingChange[]): Promise<void> {
  const sums = new Map<string, { kind: ItemKind; performerId: string; delta: number }>();
  for (const { kind, performerId, isListed } of changes) {
    const key = `${performerId} ${kind}`;
    const sum = sums.get(key) ?? { kind, performerId, delta: 0 };
    sums.set(key, { ...sum, delta: sum.delta + (isListed ? 1 : -1) });
  }
  // In a fixed order, so that concurrent publications cannot deadlock.
  for (const [, { kind, performerId, delta }] of [...sums].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (delta === 0) continue;
    const column = totalColumns[kind];
    await tx.db
      .update(performers)
      .set({ [column]: sql`${performers[column]} + ${delta}` })
      .where(eq(performers.accountId, performerId));
  }
  const photoIds = changes.filter(({ kind }) => kind === 'photo').map(({ id }) => id);
  if (photoIds.length === 0) return;
  await tx.db
    .update(galleries)
    .set({
      totalPhotos: sql`(select count(*) from ${photos} inner join ${items} on ${items.id} = ${photos.itemId} where ${photos.galleryId} = ${galleries.itemId} and ${items.isListed})`,
    })
    .where(sql`${galleries.itemId} in (select ${photos.galleryId} from ${photos} where ${inArray(photos.itemId, photoIds)})`);
}

const notificationText = {
  feed: 'published a new post.',
  video: 'published a new video.',
  gallery: 'published a new gallery.',
  product: 'added a new product to their store.',
} as const;

/** Notifies followers and subscribers about first publications. Photos are announced with their gallery. */
async function notifyOfPublications(tx: Context, now: Date, changes: readonly ListingChange[]): Promise<void> {
  for (const { id, kind, performerId, isListed, publishedAt } of changes) {
    // Republished items keep their publication time. If both times are equal, the event key prevents a second notification.
    if (kind === 'photo' || !isListed || publishedAt?.getTime() !== now.getTime()) continue;
    await enqueueFanOut(tx, {
      type: 'content',
      actorId: performerId,
      performerId,
      audience: 'both',
      text: notificationText[kind],
      link: itemLink(kind, id),
      event: `content:${id}`,
    });
  }
}

/** Lists or unlists the items that match the condition, in the transaction of `tx`. Returns the changed items. */
async function syncListingsWhere(tx: Context, condition: SQL | undefined): Promise<ListingChange[]> {
  const now = tx.clock.now();
  const changes = await tx.db
    .update(items)
    .set({
      isListed: sql`not ${items.isListed}`,
      publishedAt: sql`coalesce(${items.publishedAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(and(condition, sql`${items.isListed} <> ${shouldBeListed(now)}`))
    .returning({
      id: items.id,
      kind: items.kind,
      performerId: items.performerId,
      isListed: items.isListed,
      publishedAt: items.publishedAt,
    });
  await updateTotals(tx, changes);
  await notifyOfPublications(tx, now, changes);
  return changes;
}

/** Updates an item's listing to its current state. Call it in the transaction of every change to an item. */
export async function syncListing(tx: Context, itemId: string): Promise<void> {
  await syncAllListings(tx, [itemId]);
}

/** `syncListing` for several items. */
export async function syncAllListings(tx: Context, itemIds: readonly string[]): Promise<void> {
  await syncListingsWhere(tx, inArray(items.id, [...itemIds]));
}

/** Publishes scheduled items that are due, and unlists expired ones. Returns how many items changed. */
export async function syncDueListings(ctx: Context): Promise<number> {
  const now = ctx.clock.now();
  const due = sql`select ${items.id} from ${items} where
    (not ${items.isListed} and ${items.scheduledAt} is not null and ${items.scheduledAt} <= ${now} and ${shouldBeListed(now)})
    or (${items.isListed} and ${items.expiresAt} is not null and ${items.expiresAt} <= ${now})
    order by ${items.id} limit ${limits.listingBatchSize} for no key update skip locked`;
  const changes = await inTransaction(ctx, async (tx) => {
    // Locked rows are skipped: their transaction syncs the listing itself. This also prevents deadlocks.
    const { rows } = await tx.db.execute<{ id: string }>(due);
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return [];
    // All new words are inserted in a fixed order. Inserted item by item, two concurrent publications could deadlock on words.
    await tx.db.execute(sql`insert into search_words (word)
      select distinct word from ${items}, unnest(words_of(${items.searchText}, ${items.tags})) word
      where ${inArray(items.id, ids)} and ${items.kind} <> 'photo' order by word on conflict do nothing`);
    return syncListingsWhere(tx, inArray(items.id, ids));
  });
  return changes.length === limits.listingBatchSize ? changes.length + (await syncDueListings(ctx)) : changes.length;
}
