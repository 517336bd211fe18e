/** Making, changing and deleting the part that all kinds of items share. */
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { ItemChanges } from '@contract/content/content';
import type { FeedType, ItemKind } from '@contract/values';
import type { Context } from '../../platform/context';
import { charges, files, items } from '../../platform/db/schema/schema';
import type { Readiness } from '../../platform/db/schema/content';
import { flag } from '../../safety/reports/reports';
import { relist, relistAll } from './listing';
import { assertPrice, termsOf, type ItemRow, type Terms } from './publishing-options';
import { searchVersion } from '../../platform/words/searchable';
import { searchTextOf } from './visible';

interface Made {
  performerId: string;
  title: string;
  body: string;
  changes: ItemChanges;
  readiness: Readiness;
  isPinned: boolean;
}

/** Posts alone say what they are made of, products alone what they cost whoever may see them. */
export type NewItem = Made &
  ({ kind: 'feed'; feedType: FeedType } | { kind: 'product'; price_cents: bigint } | { kind: Exclude<ItemKind, 'feed' | 'product'> });

const slugLengthMax = 60;
const suffixLength = 8;

/** A speaking part of an address: the first words, and some signs of the id, so that it is never taken. */
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

async function wakeAt(tx: Context, at: Date | null): Promise<void> {
  if (at !== null && at > tx.clock.now()) await tx.jobs.enqueue(tx.db, 'items/relist', {}, { at });
}

/** Terms with a price that is no lock: a product's. */
const priced = (terms: Terms, price_cents: bigint | null): Terms =>
  price_cents === null ? terms : { ...terms, priceCents: assertPrice(price_cents) };

/** Makes an item in the transaction of `tx`; it is not listed before `relist` is called. Refuses with price_out_of_range and schedule_in_past. */
export async function createItem(tx: Context, item: NewItem): Promise<ItemRow> {
  const { kind, performerId, title, body, changes, readiness, isPinned } = item;
  const [id, now] = [tx.chance.id(), tx.clock.now()];
  const terms = priced(termsOf(tx, changes, null), item.kind === 'product' ? item.price_cents : null);
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
      ...terms,
      isPinned,
      readiness,
      searchText: searchTextOf({ title, body, ...terms }),
      searchVersion,
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!row) throw new Error('an item was not made');
  await wakeAt(tx, terms.scheduledAt);
  await wakeAt(tx, terms.expiresAt);
  await flag(tx, { target: kind, targetId: id, ownerId: performerId });
  return row;
}

export interface ItemEdit {
  title?: string | undefined;
  body?: string | undefined;
  isPinned?: boolean | undefined;
  readiness?: Readiness;
  /** Of products alone. */
  price_cents?: bigint | undefined;
  changes: ItemChanges;
}

/** Changes a locked item and lists or unlists it. Refuses with price_out_of_range and schedule_in_past. */
export async function updateItem(
  tx: Context,
  before: ItemRow,
  { title, body, isPinned, readiness, price_cents, changes }: ItemEdit,
): Promise<void> {
  const terms = priced(termsOf(tx, changes, before), before.kind === 'product' ? (price_cents ?? before.priceCents) : null);
  const words = { title: title ?? before.title, body: body ?? before.body };
  await tx.db
    .update(items)
    .set({
      ...words,
      ...terms,
      isPinned: isPinned ?? before.isPinned,
      readiness: readiness ?? before.readiness,
      searchText: searchTextOf({ ...words, ...terms }),
      searchVersion,
      updatedAt: tx.clock.now(),
    })
    .where(eq(items.id, before.id));
  if (changes.scheduledAt) await wakeAt(tx, terms.scheduledAt);
  if (changes.expiresAt) await wakeAt(tx, terms.expiresAt);
  await relist(tx, before.id);
  await flag(tx, { target: before.kind, targetId: before.id, ownerId: before.performerId });
}

/** Whether anybody has bought the item and kept it. Ask with the item locked: somebody may be paying for it. */
export async function isSold(tx: Pick<Context, 'db'>, itemId: string): Promise<boolean> {
  return (await tx.db.$count(charges, and(eq(charges.targetId, itemId), eq(charges.status, 'success')))) > 0;
}

/**
 * Takes items from everybody but their buyers: their rows stay. `soldAs` is what buyers would have bought, locked: the item, or
 * the gallery around it. Files that nobody bought are let go, and the sweep removes them.
 */
export async function hideForGood(tx: Context, gone: readonly Pick<ItemRow, 'id' | 'kind'>[], soldAs: string): Promise<void> {
  const ids = gone.map(({ id }) => id);
  await tx.db.update(items).set({ deletedAt: tx.clock.now(), updatedAt: tx.clock.now() }).where(inArray(items.id, ids));
  if (!(await isSold(tx, soldAs))) {
    const uses = gone.map(({ kind, id }) => `${kind}:${id}`);
    await tx.db.update(files).set({ attachedTo: null }).where(inArray(files.attachedTo, uses));
  }
  await relistAll(tx, ids);
}

/** Takes an item from everybody but its owner, or gives it back as it was. Answers whether that changed anything. */
export async function setHidden(tx: Context, itemId: string, isHidden: boolean): Promise<boolean> {
  const now = tx.clock.now();
  const turned = await tx.db
    .update(items)
    .set({ hiddenAt: isHidden ? now : null, updatedAt: now })
    .where(and(eq(items.id, itemId), (isHidden ? isNull : isNotNull)(items.hiddenAt)))
    .returning({ id: items.id });
  await relist(tx, itemId);
  return turned.length > 0;
}

/** Says that an item's files are ready, still worked on, or failed, and lists it when it may be. */
export async function setReadiness(tx: Context, itemId: string, readiness: Readiness): Promise<void> {
  await tx.db.update(items).set({ readiness }).where(eq(items.id, itemId));
  await relist(tx, itemId);
}
