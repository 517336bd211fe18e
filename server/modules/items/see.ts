/** One item, looked at by somebody: whether she may know of it, and that looking counts. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { Id } from '@contract/kernel/shapes';
import type { ErrorCode } from '@contract/kernel/errors';
import type { ItemKind } from '@contract/values';
import type { Context } from '../../platform/context';
import { items, itemViews } from '../../platform/db/schema/schema';
import { boughtAt, entitlementTo, type Entitlement } from '../../entitlements/entitlements';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import type { Visitor } from '../../people/blocking/blocking';
import { dayOf, hasLeft, isPageOpen, viewerKey } from '../performers/performers';
import { mayDo } from '../../platform/rights';
import { entitlementOf, runs, selectItems, type MetItem } from './rows';
import { openOrLeft } from '../../content/items/visible';

type Viewer = Pick<Actor, 'id' | 'rights'> | null;

const notFound = {
  feed: 'feed_not_found',
  video: 'video_not_found',
  gallery: 'gallery_not_found',
  photo: 'photo_not_found',
  product: 'product_not_found',
} as const satisfies Record<ItemKind, ErrorCode>;

export interface Seen {
  row: MetItem;
  entitlement: Exclude<Entitlement, { state: 'closed' }>;
}

/** Whether an item is published and not over, and the gallery around it too. */
function isPublished({ isListed, expiresAt, galleryId, galleryIsListed, galleryExpiresAt }: MetItem, now: Date): boolean {
  const isOver = [expiresAt, galleryExpiresAt].some((at) => at !== null && at <= now);
  return isListed && !isOver && (galleryId === null || galleryIsListed === true);
}

/** Whether the viewer has bought it, or the gallery around it, and keeps it. */
async function isKept(ctx: Context, viewer: Viewer, row: MetItem): Promise<boolean> {
  if (viewer === null || !row.isBought) return false;
  const soldAs = row.galleryId ?? row.id;
  const at = (await boughtAt(ctx, viewer.id, [soldAs])).get(soldAs);
  return (
    at !== undefined &&
    row.publishedAt !== null &&
    row.hiddenAt === null &&
    row.galleryHiddenAt === null &&
    (row.deletedAt === null || row.deletedAt > at)
  );
}

/**
 * What a visitor may do with an item; null when she may not even know of it. Its owner and operators see it in every state;
 * who bought it keeps it when it was taken down, unless an operator did that, and when its performer leaves the site.
 */
async function accessTo(ctx: Context, viewer: Viewer, client: Pick<Client, 'country'>, row: MetItem): Promise<Entitlement | null> {
  if (runs(viewer, row)) return row.deletedAt === null || mayDo(viewer, 'content.moderate') ? { state: 'open' } : null;
  const isOpen = await isPageOpen(ctx, row.performerId);
  if (!isOpen && !(await hasLeft(ctx, row.performerId))) return null;
  if (!(isOpen && isPublished(row, ctx.clock.now())) && !(await isKept(ctx, viewer, row))) return null;
  const { state } = await entitlementTo(ctx, viewer, client, { performerId: row.performerId, audience: 'public' });
  return state === 'closed' ? { state } : entitlementOf(viewer, row);
}

/** An item by id or slug, or null when there is none that this visitor may know of. Refuses with blocked_by_performer. */
export async function findItem(
  ctx: Context,
  viewer: Viewer,
  client: Pick<Client, 'country'>,
  kind: ItemKind,
  idOrSlug: string,
): Promise<Seen | null> {
  const id = Id.safeParse(idOrSlug);
  const [row] = await selectItems(ctx, viewer).where(
    and(eq(items.kind, kind), id.success ? eq(items.id, id.data) : eq(items.slug, idOrSlug.toLowerCase())),
  );
  const entitlement = row ? await accessTo(ctx, viewer, client, row) : null;
  if (!row || entitlement === null) return null;
  return entitlement.state === 'closed' ? fail('blocked_by_performer') : { row, entitlement };
}

/** An item that this visitor may know of, locked or open. Refuses with the kind's `…_not_found` and with blocked_by_performer. */
export async function itemToSee(
  ctx: Context,
  viewer: Viewer,
  client: Pick<Client, 'country'>,
  kind: ItemKind,
  idOrSlug: string,
): Promise<Seen> {
  return (await findItem(ctx, viewer, client, kind, idOrSlug)) ?? fail(notFound[kind]);
}

/** What a visitor may do with the item of an id, whatever its kind; `closed` also when there is none or she may not know of it. */
export async function entitlementToItem(ctx: Context, viewer: Viewer, client: Pick<Client, 'country'>, id: string): Promise<Entitlement> {
  const [row] = await selectItems(ctx, viewer).where(eq(items.id, id));
  return (row ? await accessTo(ctx, viewer, client, row) : null) ?? { state: 'closed' };
}

/** As `itemToSee`, and refuses with content_locked what is locked. */
export async function itemToUse(
  ctx: Context,
  viewer: Viewer,
  client: Pick<Client, 'country'>,
  kind: ItemKind,
  id: string,
): Promise<MetItem> {
  const { row, entitlement } = await itemToSee(ctx, viewer, client, kind, id);
  return entitlement.state === 'open' ? row : fail('content_locked');
}

/** Counts a look at an item once per viewer and day; her own does not count. One statement: row and counter move together. */
export async function countItemView(
  ctx: Context,
  viewer: Actor | null,
  client: Client,
  { id, performerId }: Pick<MetItem, 'id' | 'performerId'>,
): Promise<void> {
  if (viewer?.id === performerId) return;
  await ctx.db.execute(sql`
    with seen as (
      insert into ${itemViews} (item_id, day, viewer) values (${id}, ${dayOf(ctx.clock.now())}, ${viewerKey(ctx, viewer, client)})
      on conflict do nothing returning item_id
    )
    update ${items} set views = views + 1 from seen where ${items.id} = seen.item_id`);
}

/** Those of the items that no operator hides and whose performer's page is open to this visitor or who has left: what she has bought she keeps, but not across a block. */
export async function withinReach(ctx: Pick<Context, 'db'>, visitor: Visitor, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await ctx.db
    .select({ id: items.id })
    .from(items)
    .where(and(inArray(items.id, [...ids]), isNull(items.hiddenAt), openOrLeft(items.performerId, visitor)));
  return new Set(rows.map(({ id }) => id));
}
