/** Reading one item: whether the viewer may know of it, and counting views. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { Id } from '@contract/kernel/shapes';
import type { ErrorCode } from '@contract/kernel/errors';
import type { ItemKind } from '@contract/kernel/values/content';
import type { Context } from '../../platform/context';
import { items, itemViews } from '../../platform/db/schema/content';
import { purchaseTimes, entitlementTo, hasBoughtInGallery, ownsRecording, type Entitlement } from '../entitlements/entitlements';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { ignoringFullDisk } from '../../platform/media/storage/disk-space';
import type { Visitor } from '../../people/blocking/blocking';
import { dayOf } from '../../people/performers/age';
import { isPerformerDeleted, isPagePublic, viewerKey } from '../../people/performers/view';
import { hasRight } from '../../platform/rights';
import { entitlementOf, isShownIn, isOwnerOrModerator, selectItems, type ViewableItem } from './rows';
import { isOpenToBuyers, hasOpenOrDeletedPage } from './visible';

type Viewer = Pick<Actor, 'id' | 'rights'> | null;

const notFound = {
  feed: 'feed_not_found',
  video: 'video_not_found',
  gallery: 'gallery_not_found',
  photo: 'photo_not_found',
  product: 'product_not_found',
} as const satisfies Record<ItemKind, ErrorCode>;

export interface ItemAccess {
  row: ViewableItem;
  entitlement: Exclude<Entitlement, { state: 'closed' }>;
}

/** Whether an item and its gallery are published and not expired. */
function isPublished({ isListed, expiresAt, galleryId, galleryIsListed, galleryExpiresAt }: ViewableItem, now: Date): boolean {
  const isExpired = [expiresAt, galleryExpiresAt].some((at) => at !== null && at <= now);
  return isListed && !isExpired && (galleryId === null || galleryIsListed === true);
}

/**
 * Whether the item is the recording of a show that the viewer has a ticket for. Ticket holders have access in every state once everyone in
 * it agrees, until its creator deletes it.
 */
const hasRecordingAccess = async (
  ctx: Context,
  viewer: NonNullable<Viewer>,
  { id, kind, deletedAt, hiddenAt, consent }: ViewableItem,
): Promise<boolean> =>
  kind === 'video' && deletedAt === null && hiddenAt === null && consent === 'given' && ownsRecording(ctx, viewer.id, id);

/** Whether the viewer keeps access to an unpublished item because they bought it, or a gallery that contained it. */
async function keepsAccess(ctx: Context, viewer: Viewer, row: ViewableItem): Promise<boolean> {
  if (viewer === null || !row.isBought) return false;
  if (await hasRecordingAccess(ctx, viewer, row)) return true;
  if (row.publishedAt === null || row.hiddenAt !== null || row.galleryHiddenAt !== null) return false;
  if (row.consent === 'refused' || row.galleryConsent === 'refused') return false;
  const soldItemId = row.galleryId ?? row.id;
  const at = (await purchaseTimes(ctx, viewer.id, [soldItemId])).get(soldItemId);
  if (at !== undefined && (row.deletedAt === null || row.deletedAt > at)) return true;
  // The photo was removed from the gallery after the purchase, and deleted later.
  return row.kind === 'photo' && hasBoughtInGallery(ctx, viewer.id, row.id);
}

/**
 * The viewer's entitlement to an item; null if they may not know of it. Its owner, the people in it and operators see it in every
 * state. Buyers keep access after it was unpublished, unless an operator hid it or a person in it declined, and after its performer's
 * account was deleted.
 */
async function accessTo(ctx: Context, viewer: Viewer, client: Pick<Client, 'country'>, row: ViewableItem): Promise<Entitlement | null> {
  if (isOwnerOrModerator(viewer, row)) return row.deletedAt === null || hasRight(viewer, 'content.moderate') ? { state: 'open' } : null;
  // People shown in it see what they are asked about, so that they can answer or withdraw.
  if (isShownIn(viewer, row)) return row.hiddenAt === null ? { state: 'open' } : null;
  const isOpen = await isPagePublic(ctx, row.performerId);
  if (!isOpen && !(await isPerformerDeleted(ctx, row.performerId))) return null;
  if (!(isOpen && isPublished(row, ctx.clock.now())) && !(await keepsAccess(ctx, viewer, row))) return null;
  const { state } = await entitlementTo(ctx, viewer, client, { performerId: row.performerId, audience: 'public' });
  return state === 'closed' ? { state } : entitlementOf(viewer, row);
}

/** An item by id or slug, or null if there is none that the viewer may know of. Rejects with blocked_by_performer. */
export async function findItem(
  ctx: Context,
  viewer: Viewer,
  client: Pick<Client, 'country'>,
  kind: ItemKind,
  idOrSlug: string,
): Promise<ItemAccess | null> {
  const id = Id.safeParse(idOrSlug);
  const [row] = await selectItems(ctx, viewer).where(
    and(eq(items.kind, kind), id.success ? eq(items.id, id.data) : eq(items.slug, idOrSlug.toLowerCase())),
  );
  const entitlement = row ? await accessTo(ctx, viewer, client, row) : null;
  if (!row || entitlement === null) return null;
  return entitlement.state === 'closed' ? fail('blocked_by_performer') : { row, entitlement };
}

/** An item that the viewer may know of, locked or open. Rejects with the `…_not_found` of the kind and with blocked_by_performer. */
export async function getVisibleItem(
  ctx: Context,
  viewer: Viewer,
  client: Pick<Client, 'country'>,
  kind: ItemKind,
  idOrSlug: string,
): Promise<ItemAccess> {
  return (await findItem(ctx, viewer, client, kind, idOrSlug)) ?? fail(notFound[kind]);
}

/** The viewer's entitlement to an item of any kind, by id; `closed` also if there is none or they may not know of it. */
export async function entitlementToItem(ctx: Context, viewer: Viewer, client: Pick<Client, 'country'>, id: string): Promise<Entitlement> {
  const [row] = await selectItems(ctx, viewer).where(eq(items.id, id));
  return (row ? await accessTo(ctx, viewer, client, row) : null) ?? { state: 'closed' };
}

/** As `getVisibleItem`, and rejects locked items with content_locked. */
export async function getUnlockedItem(
  ctx: Context,
  viewer: Viewer,
  client: Pick<Client, 'country'>,
  kind: ItemKind,
  id: string,
): Promise<ViewableItem> {
  const { row, entitlement } = await getVisibleItem(ctx, viewer, client, kind, id);
  return entitlement.state === 'open' ? row : fail('content_locked');
}

/** Counts a view of an item once per viewer and day, except by its owner. One statement, so that row and counter stay consistent. */
export async function countItemView(
  ctx: Context,
  viewer: Actor | null,
  client: Client,
  { id, performerId }: Pick<ViewableItem, 'id' | 'performerId'>,
): Promise<void> {
  if (viewer?.id === performerId) return;
  await ignoringFullDisk(() =>
    ctx.db.execute(sql`
      with seen as (
        insert into ${itemViews} (item_id, day, viewer) values (${id}, ${dayOf(ctx.clock.now())}, ${viewerKey(ctx, viewer, client)})
        on conflict do nothing returning item_id
      )
      update ${items} set views = views + 1 from seen where ${items.id} = seen.item_id`),
  );
}

/**
 * Those of the items that a buyer may still see: not hidden by an operator, and by a performer whose page is open to the visitor or whose
 * account was deleted. Blocks apply.
 */
export async function accessibleItemIds(ctx: Pick<Context, 'db'>, visitor: Visitor, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await ctx.db
    .select({ id: items.id })
    .from(items)
    .where(and(inArray(items.id, [...ids]), isOpenToBuyers(), hasOpenOrDeletedPage(items.performerId, visitor)));
  return new Set(rows.map(({ id }) => id));
}
