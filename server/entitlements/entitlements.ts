/**
 * Who may see what. Every read of paid or private things asks here and nowhere else: `entitlementTo` for one item,
 * `isSubscribed` as the fragment that annotates a list. The rule, first match wins: the owner and operators always; nobody
 * behind a block or in a closed country; then whoever the item's audience names.
 */
import { and, eq, gt, ne, or, sql, type Column, type SQL } from 'drizzle-orm';
import type { Context } from '../context';
import { subscriptions } from '../db/schema/schema';
import type { Actor } from '../http/actor';
import type { Client } from '../http/client';
import { closedCountriesOf, isBlockedBetween } from '../modules/blocking/blocking';

/** For whom something was published. */
export type Audience = 'public' | 'subscribers';

/** Anything of a performer's that somebody asks to see. */
export interface Item {
  performerId: string;
  audience: Audience;
}

/** `open`; `closed` to this visitor whatever she pays; or `locked`, with what would open it. */
export type Entitlement = { state: 'open' } | { state: 'closed' } | { state: 'locked'; unlock: 'subscribe'[] };

const open: Entitlement = { state: 'open' };

/**
 * The condition that a subscription gives access. One that renews keeps it past its end until the renewal has been tried, and
 * a failed renewal keeps it while it is tried again.
 */
export const givesAccess = (now: Date): SQL | undefined =>
  and(
    ne(subscriptions.status, 'expired'),
    ne(subscriptions.status, 'pending'),
    or(
      gt(subscriptions.expiresAt, now),
      eq(subscriptions.status, 'past_due'),
      and(eq(subscriptions.status, 'active'), eq(subscriptions.isRenewing, true)),
    ),
  );

/** Whether the viewer has access as a subscriber of `performer`, a column of ids; false for guests. For lists: no query of its own. */
export function isSubscribed(ctx: Pick<Context, 'clock'>, performer: Column, viewerId: string | null): SQL<boolean> {
  if (viewerId === null) return sql<boolean>`false`;
  return sql<boolean>`exists (select 1 from ${subscriptions} where ${and(
    eq(subscriptions.userId, viewerId),
    sql`${subscriptions.performerId} = ${performer}`,
    givesAccess(ctx.clock.now()),
  )})`;
}

async function subscribes(ctx: Context, userId: string, performerId: string): Promise<boolean> {
  const [row] = await ctx.db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.performerId, performerId), givesAccess(ctx.clock.now())));
  return row !== undefined;
}

async function isKeptOut(ctx: Context, viewer: Actor | null, client: Pick<Client, 'country'>, performerId: string): Promise<boolean> {
  if (client.country !== null && (await closedCountriesOf(ctx, performerId)).includes(client.country)) return true;
  return viewer !== null && (await isBlockedBetween(ctx, viewer.id, performerId));
}

/** What a visitor may do with one item; see the rule above. */
export async function entitlementTo(
  ctx: Context,
  viewer: Actor | null,
  client: Pick<Client, 'country'>,
  { performerId, audience }: Item,
): Promise<Entitlement> {
  if (viewer?.id === performerId || viewer?.role === 'operator') return open;
  if (await isKeptOut(ctx, viewer, client, performerId)) return { state: 'closed' };
  if (audience === 'public' || (viewer !== null && (await subscribes(ctx, viewer.id, performerId)))) return open;
  return { state: 'locked', unlock: ['subscribe'] };
}
