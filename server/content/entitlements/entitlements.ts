/**
 * Access control. Every read of paid or private content is decided here and nowhere else. `decideEntitlement` applies the rule; the
 * viewer's relation to items comes with their rows (`viewerRelationColumns`), and that to a single show is queried (`entitlementTo`).
 * The rule, first match wins: the owner and operators always; never behind a block or in a blocked country; then by audience.
 */
import { and, eq, inArray, is, isNotNull, isNull, ne, SQL, sql, type Column, type Placeholder } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { type Audience, type UnlockMethod } from '@contract/kernel/values/content';
import { purchaseTypes } from '@contract/kernel/values/money';
import type { Context } from '../../platform/context';
import { feeds, items, removedPhotos } from '../../platform/db/schema/content';
import { charges } from '../../platform/db/schema/money';
import { follows } from '../../platform/db/schema/responses';
import { orders } from '../../platform/db/schema/store';
import { streamSessions } from '../../platform/db/schema/streaming';
import { subscriptions } from '../../platform/db/schema/subscriptions';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { isBlockedForVisitor } from '../../people/blocking/blocking';
import { hasRight } from '../../platform/rights';

/** Content of a performer to which access is checked. Paid content has an id that purchases refer to. */
export type ProtectedItem = { performerId: string } & ({ audience: Exclude<Audience, 'paid'> } | { audience: Audience; id: string });

/** `open`; `closed` to this viewer even if they pay; or `locked`, with the ways to unlock it, the cheapest first. */
export type Entitlement = { state: 'open' } | { state: 'closed' } | { state: 'locked'; unlock: UnlockMethod[] };

/** The viewer's relation to an item. */
export interface ViewerRelation {
  isFollowed: boolean;
  isSubscribed: boolean;
  isBought: boolean;
}

const open: Entitlement = { state: 'open' };

/**
 * The condition that a subscription gives access. A subscription that renews keeps access past its end until the renewal was
 * tried, and while a failed renewal is retried. A subscription whose tokens are owed gives no access until they are paid.
 */
export const givesAccessAt = (now: SQL): SQL => sql`(${subscriptions.status} <> 'expired' and ${subscriptions.withheldAt} is null and (
  ${subscriptions.expiresAt} > ${now} or ${subscriptions.status} = 'past_due'
  or (${subscriptions.status} = 'active' and ${subscriptions.isRenewing})))`;
/** The same at a time of the application clock. */
export const givesAccess = (now: Date): SQL => givesAccessAt(sql`${now.toISOString()}::timestamptz`);

/** A column or an expression. */
type IdExpression = Column | SQL;
/** The viewer: an id, a placeholder of a prepared statement, or null for a guest. */
export type ViewerId = string | Placeholder | null;
/** The time of the check: from a clock, or as an SQL expression in a prepared statement. */
export type QueryTime = Pick<Context, 'clock'> | SQL;

/** Whether the viewer has access as a subscriber of `performer`, a column of ids; false for guests. An expression for list queries. */
export function isSubscribed(moment: QueryTime, performer: IdExpression, viewerId: ViewerId): SQL<boolean> {
  if (viewerId === null) return sql<boolean>`false`;
  return sql<boolean>`exists (select 1 from ${subscriptions} where ${and(
    eq(subscriptions.userId, viewerId),
    sql`${subscriptions.performerId} = ${performer}`,
    is(moment, SQL) ? givesAccessAt(moment) : givesAccess(moment.clock.now()),
  )})`;
}

/** Whether the viewer follows `performer`, a column of ids; false for guests. An expression for list queries. */
export function isFollowed(performer: IdExpression, viewerId: ViewerId): SQL<boolean> {
  if (viewerId === null) return sql<boolean>`false`;
  return sql<boolean>`exists (select 1 from ${follows} where ${follows.followerId} = ${viewerId} and ${follows.performerId} = ${performer})`;
}

/**
 * Whether the viewer has bought `item`, a column of ids, was not refunded and does not owe the price. The charge is the record of
 * the purchase.
 */
export function isBought(item: IdExpression, viewerId: ViewerId): SQL<boolean> {
  if (viewerId === null) return sql<boolean>`false`;
  return sql<boolean>`exists (select 1 from ${charges} where ${charges.userId} = ${viewerId} and ${charges.targetId} = ${item} and ${charges.status} = 'success' and ${charges.withheldAt} is null and ${charges.type} in ('feed', 'video', 'gallery', 'product', 'stream', 'ticket'))`;
}

/** Whether the viewer has paid for the show `session`, an id: on entry, or with a ticket for the post that announced it. */
export const isShowBought = (session: IdExpression, viewerId: ViewerId): SQL<boolean> =>
  sql<boolean>`(${isBought(session, viewerId)} or ${isBought(sql`(select planned.item_id from ${feeds} planned where planned.show_session_id = ${session})`, viewerId)})`;

/** Whether `video`, a column of ids, is the recording of a show for which the viewer holds a ticket. */
export function isRecordingOwned(video: IdExpression, viewerId: ViewerId): SQL<boolean> {
  if (viewerId === null) return sql<boolean>`false`;
  return sql<boolean>`exists (select from ${streamSessions} rec join ${feeds} planned on planned.show_session_id = rec.id join ${charges} held on held.target_id = planned.item_id where rec.video_id = ${video} and held.user_id = ${viewerId} and held.type = 'ticket' and held.status = 'success' and held.withheld_at is null)`;
}

/** `isRecordingOwned` for one video. */
export async function ownsRecording(ctx: Pick<Context, 'db'>, viewerId: string, videoId: string): Promise<boolean> {
  const { rows } = await ctx.db.execute<{ owns: boolean }>(sql`select ${isRecordingOwned(sql`${videoId}::uuid`, viewerId)} as owns`);
  return rows[0]?.owns === true;
}

/** Sales of the galleries from which a photo was removed after the sale. `photo` is an id. */
const salesBeforeRemoval = (photo: IdExpression): SQL =>
  sql`select from ${removedPhotos} removed join ${charges} sold on sold.target_id = removed.gallery_id and sold.created_at < removed.taken_out_at where removed.item_id = ${photo} and sold.type = 'gallery' and sold.status = 'success'`;

/** Whether a buyer of a gallery keeps access to a photo that was removed from it later. `photo` is an id. */
export const isSoldInGallery = (photo: IdExpression): SQL<boolean> => sql<boolean>`exists (${salesBeforeRemoval(photo)})`;

/**
 * Whether the viewer bought a gallery from which `photo`, a column of ids, was removed later, by the rules of `isBought`. No purchase
 * gives access to a gallery that an operator hides, or in which a person declined to be shown.
 */
export function isBoughtInGallery(photo: IdExpression, viewerId: ViewerId): SQL<boolean> {
  if (viewerId === null) return sql<boolean>`false`;
  return sql<boolean>`exists (${salesBeforeRemoval(photo)} and sold.user_id = ${viewerId} and sold.withheld_at is null and not exists (select from ${items} hidden where hidden.id = removed.gallery_id and (hidden.hidden_at is not null or hidden.consent = 'refused')))`;
}

/** `isBoughtInGallery` for one photo. */
export async function hasBoughtInGallery(ctx: Pick<Context, 'db'>, viewerId: string, photoId: string): Promise<boolean> {
  const { rows } = await ctx.db.execute<{ keeps: boolean }>(sql`select ${isBoughtInGallery(sql`${photoId}::uuid`, viewerId)} as keeps`);
  return rows[0]?.keeps === true;
}

const messageCharge = (message: IdExpression, receiver: IdExpression): SQL =>
  sql`select from ${charges} bought where bought.target_id = ${message} and bought.user_id = ${receiver} and bought.type = 'message' and bought.status = 'success'`;

/** Whether the receiver of a message has paid for it and was not refunded. `message` and `receiver` are ids. */
export const isMessageBought = (message: IdExpression, receiver: IdExpression): SQL<boolean> =>
  sql<boolean>`exists (${messageCharge(message, receiver)})`;

/** As `isMessageBought`, and the receiver does not owe the price: whether a priced message is open to them. */
export const isMessageOpen = (message: IdExpression, receiver: IdExpression): SQL<boolean> =>
  sql<boolean>`exists (${messageCharge(message, receiver)} and bought.withheld_at is null)`;

/** Matches digital orders that were not refunded, joined with their charge. */
const isUnrefundedDigitalOrder = and(
  eq(orders.productType, 'digital'),
  ne(orders.deliveryStatus, 'refunded'),
  eq(charges.status, 'success'),
);

/** Whether the price of the order is owed. */
const isOwed = isNotNull(charges.withheldAt);

/**
 * Whether the viewer has ordered a product and was not refunded: `withheld` while they owe its price, otherwise `paid`. Applies only to
 * its file: the product itself is open to all.
 */
export async function digitalOrderState(
  ctx: Pick<Context, 'db'>,
  viewerId: string,
  productId: string,
): Promise<'none' | 'paid' | 'withheld'> {
  const [row] = await ctx.db
    .select({ isOwed: sql<boolean>`${isOwed}` })
    .from(orders)
    .innerJoin(charges, eq(charges.id, orders.chargeId))
    .where(and(eq(orders.productId, productId), eq(orders.userId, viewerId), isUnrefundedDigitalOrder))
    .orderBy(sql`${isOwed}`)
    .limit(1);
  if (!row) return 'none';
  return row.isOwed ? 'withheld' : 'paid';
}

/** When the viewer bought those of the items that they have access to by a purchase. */
export async function purchaseTimes(ctx: Pick<Context, 'db'>, viewerId: string, itemIds: readonly string[]): Promise<Map<string, Date>> {
  const rows = await ctx.db
    .select({ id: charges.targetId, at: charges.createdAt })
    .from(charges)
    .where(
      and(
        eq(charges.userId, viewerId),
        inArray(charges.targetId, [...itemIds]),
        eq(charges.status, 'success'),
        isNull(charges.withheldAt),
        inArray(charges.type, [...purchaseTypes, 'product']),
      ),
    );
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/**
 * The columns of the viewer's relation to the rows of a list. `item` is what is sold: for a photo, its gallery; without `photo`, a
 * session of a show.
 */
export const viewerRelationColumns = (
  moment: QueryTime,
  { performer, item, photo }: { performer: PgColumn; item: IdExpression; photo?: IdExpression },
  viewerId: ViewerId,
) => ({
  isFollowed: isFollowed(performer, viewerId).as('is_followed'),
  isSubscribed: isSubscribed(moment, performer, viewerId).as('is_subscribed'),
  isBought: (photo === undefined
    ? isShowBought(item, viewerId)
    : // Only for items: shows have neither photos nor a recording.
      sql<boolean>`(${isBought(item, viewerId)} or (${photo} is not null and ${isBoughtInGallery(photo, viewerId)}) or ${isRecordingOwned(item, viewerId)})`
  ).as('is_bought'),
});

const unlockOption = { followers: 'follow', subscribers: 'subscribe', paid: 'buy' } as const;

/** The rule for viewers who are not blocked by account or country. A purchase gives access whatever the audience is now. */
export function decideEntitlement(
  viewer: Pick<Actor, 'id' | 'rights'> | null,
  { performerId, audience }: { performerId: string; audience: Audience },
  relation: ViewerRelation,
): Extract<Entitlement, { state: 'open' | 'locked' }> {
  if (viewer?.id === performerId || hasRight(viewer, 'content.moderate') || audience === 'public' || relation.isBought)
    return { state: 'open' };
  const isEntitled = { followers: relation.isFollowed, subscribers: relation.isSubscribed, paid: false }[audience];
  return isEntitled ? { state: 'open' } : { state: 'locked', unlock: [unlockOption[audience]] };
}

/** The viewer's relation to one show. The relation to items comes with their rows. */
async function relationToShow(ctx: Context, viewerId: string, performerId: string, sessionId: string | null): Promise<ViewerRelation> {
  const uuid = (id: string | null): SQL => sql`${id}::uuid`;
  const { rows } = await ctx.db.execute<{ followed: boolean; subscribed: boolean; bought: boolean }>(sql`
    select ${isFollowed(uuid(performerId), viewerId)} as followed, ${isSubscribed(ctx, uuid(performerId), viewerId)} as subscribed,
      ${isShowBought(uuid(sessionId), viewerId)} as bought`);
  const [row] = rows;
  return { isFollowed: row?.followed === true, isSubscribed: row?.subscribed === true, isBought: row?.bought === true };
}

const noRelation: ViewerRelation = { isFollowed: false, isSubscribed: false, isBought: false };

/** The entitlement of a viewer to one show, or to content that is public, by the rule above. */
export async function entitlementTo(
  ctx: Context,
  viewer: Pick<Actor, 'id' | 'rights'> | null,
  client: Pick<Client, 'country'>,
  item: ProtectedItem,
): Promise<Entitlement> {
  const { performerId, audience } = item;
  if (viewer?.id === performerId || hasRight(viewer, 'content.moderate')) return open;
  if (await isBlockedForVisitor(ctx, { accountId: viewer?.id ?? null, country: client.country }, performerId)) return { state: 'closed' };
  if (audience === 'public') return open;
  const relation = viewer === null ? noRelation : await relationToShow(ctx, viewer.id, performerId, 'id' in item ? item.id : null);
  return decideEntitlement(viewer, item, relation);
}
