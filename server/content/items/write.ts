/** Creating, changing and deleting items: the part that all kinds share. */
import { and, eq, inArray, isNotNull, isNull, not, sql } from 'drizzle-orm';
import type { ItemChanges } from '@contract/content/content';
import type { ItemKind } from '@contract/kernel/values/content';
import type { FeedType } from '@contract/kernel/values/feeds';
import type { Context } from '../../platform/context';
import { items } from '../../platform/db/schema/content';
import { files } from '../../platform/db/schema/files';
import { charges } from '../../platform/db/schema/money';
import type { Readiness } from '../../platform/db/schema/content';
import { attachedTo } from '../../platform/media/uses';
import { isSoldInGallery } from '../entitlements/entitlements';
import { reportFlaggedWords } from '../../people/flagging/flagging';
import { syncListing, syncAllListings } from './listing';
import { requestConsentAgain, setPeople } from './people';
import { assertPrice, publishingOptionsAfter, type ItemRow, type PublishingOptions } from './publishing-options';
import { searchVersion } from '../../platform/words/searchable';
import { searchTextOf } from './visible';

interface NewItemFields {
  performerId: string;
  title: string;
  body: string;
  changes: ItemChanges;
  readiness: Readiness;
  isPinned: boolean;
}

/** Only posts have a type, and only products have a price regardless of audience. */
export type NewItem = NewItemFields &
  ({ kind: 'feed'; feedType: FeedType } | { kind: 'product'; price_cents: bigint } | { kind: Exclude<ItemKind, 'feed' | 'product'> });

const slugLengthMax = 60;
const suffixLength = 8;

/** A slug: the first words, and the end of the id to make it unique. */
function slugOf(text: string, id: string): string {
  const words = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, slugLengthMax)
    .replaceAll(/^-+|-+$/g, '');
  const suffix = id.replaceAll('-', '').slice(-suffixLength);
  return words === '' ? suffix : `${words}-${suffix}`;
}

async function scheduleListing(tx: Context, at: Date | null): Promise<void> {
  if (at !== null && at > tx.clock.now()) await tx.jobs.enqueue(tx.db, 'items/relist', {}, { at });
}

/** Adds the price of a product, which does not lock the item. */
const withProductPrice = (options: PublishingOptions, price_cents: bigint | null): PublishingOptions =>
  price_cents === null ? options : { ...options, priceCents: assertPrice(price_cents) };

/**
 * Creates an item in the transaction of `tx`. It is not listed until `syncListing` is called. Rejects with price_out_of_range,
 * schedule_in_past, performer_not_found and release_not_found.
 */
export async function createItem(tx: Context, item: NewItem): Promise<ItemRow> {
  const { kind, performerId, title, body, changes, readiness, isPinned } = item;
  const [id, now] = [tx.random.id(), tx.clock.now()];
  const options = withProductPrice(publishingOptionsAfter(tx, changes, null), item.kind === 'product' ? item.price_cents : null);
  const [row] = await tx.db
    .insert(items)
    .values({
      id,
      kind,
      feedType: item.kind === 'feed' ? item.feedType : null,
      performerId,
      slug: kind === 'photo' ? null : slugOf(title || body, id),
      title,
      body,
      ...options,
      isPinned,
      readiness,
      searchText: searchTextOf({ title, body, ...options }),
      searchVersion,
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!row) throw new Error('an item was not made');
  await setPeople(tx, row, changes);
  await scheduleListing(tx, options.scheduledAt);
  await scheduleListing(tx, options.expiresAt);
  await reportFlaggedWords(tx, { target: kind, targetId: id, ownerId: performerId });
  return row;
}

export interface ItemEdit {
  title?: string | undefined;
  body?: string | undefined;
  isPinned?: boolean | undefined;
  readiness?: Readiness;
  /** Only for products. */
  price_cents?: bigint | undefined;
  /** Whether it shows different files than before. The people in it are then asked for consent again. */
  hasChangedFiles?: boolean;
  changes: ItemChanges;
}

/** Changes a locked item and syncs its listing. Rejects with price_out_of_range, schedule_in_past, and the errors of `setPeople`. */
export async function updateItem(
  tx: Context,
  before: ItemRow,
  { title, body, isPinned, readiness, price_cents, hasChangedFiles = false, changes }: ItemEdit,
): Promise<void> {
  const options = withProductPrice(
    publishingOptionsAfter(tx, changes, before),
    before.kind === 'product' ? (price_cents ?? before.priceCents) : null,
  );
  const texts = { title: title ?? before.title, body: body ?? before.body };
  await tx.db
    .update(items)
    .set({
      ...texts,
      ...options,
      isPinned: isPinned ?? before.isPinned,
      readiness: readiness ?? before.readiness,
      searchText: searchTextOf({ ...texts, ...options }),
      searchVersion,
      updatedAt: tx.clock.now(),
    })
    .where(eq(items.id, before.id));
  if (changes.scheduledAt) await scheduleListing(tx, options.scheduledAt);
  if (changes.expiresAt) await scheduleListing(tx, options.expiresAt);
  await setPeople(tx, before, changes);
  if (hasChangedFiles) await requestConsentAgain(tx, before);
  await syncListing(tx, before.id);
  await reportFlaggedWords(tx, { target: before.kind, targetId: before.id, ownerId: before.performerId });
}

/** Whether anyone has bought the item and was not refunded. Call it with the item locked, because a payment may be in progress. */
export async function isSold(tx: Pick<Context, 'db'>, itemId: string): Promise<boolean> {
  return (await tx.db.$count(charges, and(eq(charges.targetId, itemId), eq(charges.status, 'success')))) > 0;
}

/**
 * Deletes items for everyone except their buyers; the rows stay. `soldItemId` is the locked item that buyers would have bought: the item,
 * or its gallery. Files without buyers, also of a previous gallery, are detached, and the sweep deletes them.
 */
export async function deleteItems(tx: Context, deleted: readonly Pick<ItemRow, 'id'>[], soldItemId: string): Promise<void> {
  const ids = deleted.map(({ id }) => id);
  await tx.db.update(items).set({ deletedAt: tx.clock.now(), updatedAt: tx.clock.now() }).where(inArray(items.id, ids));
  if (!(await isSold(tx, soldItemId))) {
    const unsold = tx.db
      .select({ kind: items.kind, id: sql`${items.id}::text` })
      .from(items)
      .where(and(inArray(items.id, ids), not(isSoldInGallery(items.id))));
    await tx.db
      .update(files)
      .set(attachedTo(null))
      .where(sql`(${files.attachedKind}, ${files.attachedId}) in ${unsold}`);
  }
  await syncAllListings(tx, ids);
}

/** Hides an item from everyone except its owner, or restores it. Returns whether anything changed. */
export async function setHidden(tx: Context, itemId: string, isHidden: boolean): Promise<boolean> {
  const now = tx.clock.now();
  const changed = await tx.db
    .update(items)
    .set({ hiddenAt: isHidden ? now : null, updatedAt: now })
    .where(and(eq(items.id, itemId), (isHidden ? isNull : isNotNull)(items.hiddenAt)))
    .returning({ id: items.id });
  await syncListing(tx, itemId);
  return changed.length > 0;
}

/** Stores whether an item's files are ready, processing or failed, and syncs its listing. */
export async function setReadiness(tx: Context, itemId: string, readiness: Readiness): Promise<void> {
  await tx.db.update(items).set({ readiness }).where(eq(items.id, itemId));
  await syncListing(tx, itemId);
}
