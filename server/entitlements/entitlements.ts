/**
 * Who may see what. Every read of paid or private things asks here and nowhere else. One rule judges (`judge`); what it needs
 * to know of a viewer comes with the rows of a list (`standingOf`), or is asked for one item (`entitlementTo`). The rule, first
 * match wins: the owner and operators always; nobody behind a block or in a closed country; then whoever the audience names.
 */
import { and, eq, inArray, is, isNotNull, isNull, ne, SQL, sql, type Column, type Placeholder } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { unlockTypes, type Audience, type UnlockWay } from '@contract/values';
import type { Context } from '../platform/context';
import { charges, follows, orders, subscriptions } from '../platform/db/schema/schema';
import type { Actor } from '../platform/http/actor';
import type { Client } from '../platform/http/client';
import { isKeptOut } from '../people/blocking/blocking';
import { mayDo } from '../platform/rights';

/** Anything of a performer's that somebody asks to see; what is sold has an id that purchases name. */
export type Item = { performerId: string } & ({ audience: Exclude<Audience, 'paid'> } | { audience: Audience; id: string });

/** `open`; `closed` to this visitor whatever she pays; or `locked`, with what would open it, the cheapest way first. */
export type Entitlement = { state: 'open' } | { state: 'closed' } | { state: 'locked'; unlock: UnlockWay[] };

/** What a viewer is to an item. */
export interface Standing {
  isFollowed: boolean;
  isSubscribed: boolean;
  isBought: boolean;
}

const open: Entitlement = { state: 'open' };

/**
 * The condition that a subscription gives access. One that renews keeps it past its end until the renewal has been tried, and
 * a failed renewal keeps it while it is tried again. One whose tokens are owed gives none until they are paid.
 */
export const givesAccessAt = (now: SQL): SQL => sql`(${subscriptions.status} <> 'expired' and ${subscriptions.withheldAt} is null and (
  ${subscriptions.expiresAt} > ${now} or ${subscriptions.status} = 'past_due'
  or (${subscriptions.status} = 'active' and ${subscriptions.isRenewing})))`;
/** The same at an instant of the host. */
export const givesAccess = (now: Date): SQL => givesAccessAt(sql`${now.toISOString()}::timestamptz`);

/** A column, or a value in its place. */
type Ids = Column | SQL;
/** Who looks: an id, the place of one in a prepared statement, or null for a guest. */
export type ViewerId = string | Placeholder | null;
/** When she looks: by a clock, or as a prepared statement is told. */
export type Moment = Pick<Context, 'clock'> | SQL;

/** Whether the viewer has access as a subscriber of `performer`, a column of ids; false for guests. For lists: no query of its own. */
export function isSubscribed(moment: Moment, performer: Ids, viewerId: ViewerId): SQL<boolean> {
  if (viewerId === null) return sql<boolean>`false`;
  return sql<boolean>`exists (select 1 from ${subscriptions} where ${and(
    eq(subscriptions.userId, viewerId),
    sql`${subscriptions.performerId} = ${performer}`,
    is(moment, SQL) ? givesAccessAt(moment) : givesAccess(moment.clock.now()),
  )})`;
}

/** Whether the viewer follows `performer`, a column of ids; false for guests. For lists: no query of its own. */
export function isFollowed(performer: Ids, viewerId: ViewerId): SQL<boolean> {
  if (viewerId === null) return sql<boolean>`false`;
  return sql<boolean>`exists (select 1 from ${follows} where ${follows.followerId} = ${viewerId} and ${follows.performerId} = ${performer})`;
}

/**
 * Whether the viewer has bought `item`, a column of ids, was not given the money back and does not owe it. A purchase is the charge
 * itself.
 */
export function isBought(item: Ids, viewerId: ViewerId): SQL<boolean> {
  if (viewerId === null) return sql<boolean>`false`;
  return sql<boolean>`exists (select 1 from ${charges} where ${charges.userId} = ${viewerId} and ${charges.targetId} = ${item} and ${charges.status} = 'success' and ${charges.withheldAt} is null and ${charges.type} in ('feed', 'video', 'gallery', 'product', 'stream'))`;
}

const messageCharge = (message: Ids, receiver: Ids): SQL =>
  sql`select from ${charges} bought where bought.target_id = ${message} and bought.user_id = ${receiver} and bought.type = 'message' and bought.status = 'success'`;

/** Whether the receiver of a message has paid for it and was not given the money back. `message` and `receiver` are ids. */
export const isMessageBought = (message: Ids, receiver: Ids): SQL<boolean> => sql<boolean>`exists (${messageCharge(message, receiver)})`;

/** As `isMessageBought`, and the receiver does not owe the price: the condition that a priced message is open to them. */
export const isMessageOpen = (message: Ids, receiver: Ids): SQL<boolean> =>
  sql<boolean>`exists (${messageCharge(message, receiver)} and bought.withheld_at is null)`;

/** The condition that an order, with its charge, was not given back. */
const ordersThatHold = and(eq(orders.productType, 'digital'), ne(orders.deliveryStatus, 'refunded'), eq(charges.status, 'success'));

/** Whether the price of what was ordered is owed. */
const isOwed = isNotNull(charges.withheldAt);

/**
 * Whether the viewer has ordered a product and was not refunded. Decides about its file: the product itself is open to all.
 * `withheld` while they owe its price.
 */
export async function orderOfFile(ctx: Pick<Context, 'db'>, viewerId: string, productId: string): Promise<'none' | 'holds' | 'withheld'> {
  const [row] = await ctx.db
    .select({ isOwed: sql<boolean>`${isOwed}` })
    .from(orders)
    .innerJoin(charges, eq(charges.id, orders.chargeId))
    .where(and(eq(orders.productId, productId), eq(orders.userId, viewerId), ordersThatHold))
    .orderBy(sql`${isOwed}`)
    .limit(1);
  if (!row) return 'none';
  return row.isOwed ? 'withheld' : 'holds';
}

/** When the viewer bought those of the items that are open to them by a purchase. */
export async function boughtAt(ctx: Pick<Context, 'db'>, viewerId: string, itemIds: readonly string[]): Promise<Map<string, Date>> {
  const rows = await ctx.db
    .select({ id: charges.targetId, at: charges.createdAt })
    .from(charges)
    .where(
      and(
        eq(charges.userId, viewerId),
        inArray(charges.targetId, [...itemIds]),
        eq(charges.status, 'success'),
        isNull(charges.withheldAt),
        inArray(charges.type, [...unlockTypes, 'product']),
      ),
    );
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** The columns that say what the viewer is to the items of a list. */
export const standingOf = (moment: Moment, { performer, item }: { performer: PgColumn; item: Ids }, viewerId: ViewerId) => ({
  isFollowed: isFollowed(performer, viewerId).as('is_followed'),
  isSubscribed: isSubscribed(moment, performer, viewerId).as('is_subscribed'),
  isBought: isBought(item, viewerId).as('is_bought'),
});

const way = { followers: 'follow', subscribers: 'subscribe', paid: 'buy' } as const;

/** The rule for whom no block and no country keeps out. What was bought stays open, whatever its audience is now. */
export function judge(
  viewer: Pick<Actor, 'id' | 'rights'> | null,
  { performerId, audience }: { performerId: string; audience: Audience },
  standing: Standing,
): Extract<Entitlement, { state: 'open' | 'locked' }> {
  if (viewer?.id === performerId || mayDo(viewer, 'content.moderate') || audience === 'public' || standing.isBought)
    return { state: 'open' };
  const isIn = { followers: standing.isFollowed, subscribers: standing.isSubscribed, paid: false }[audience];
  return isIn ? { state: 'open' } : { state: 'locked', unlock: [way[audience]] };
}

async function standingTo(ctx: Context, viewerId: string, performerId: string, itemId: string | null): Promise<Standing> {
  const given = (id: string | null): SQL => sql`${id}::uuid`;
  const { rows } = await ctx.db.execute<{ followed: boolean; subscribed: boolean; bought: boolean }>(sql`
    select ${isFollowed(given(performerId), viewerId)} as followed, ${isSubscribed(ctx, given(performerId), viewerId)} as subscribed,
      ${isBought(given(itemId), viewerId)} as bought`);
  const [row] = rows;
  return { isFollowed: row?.followed === true, isSubscribed: row?.subscribed === true, isBought: row?.bought === true };
}

const nothing: Standing = { isFollowed: false, isSubscribed: false, isBought: false };

/** What a visitor may do with one item; see the rule above. */
export async function entitlementTo(
  ctx: Context,
  viewer: Pick<Actor, 'id' | 'rights'> | null,
  client: Pick<Client, 'country'>,
  item: Item,
): Promise<Entitlement> {
  const { performerId, audience } = item;
  if (viewer?.id === performerId || mayDo(viewer, 'content.moderate')) return open;
  if (await isKeptOut(ctx, { accountId: viewer?.id ?? null, country: client.country }, performerId)) return { state: 'closed' };
  if (audience === 'public') return open;
  const standing = viewer === null ? nothing : await standingTo(ctx, viewer.id, performerId, 'id' in item ? item.id : null);
  return judge(viewer, item, standing);
}
