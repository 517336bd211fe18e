/**
 * Access to shows. Access to a public show depends on its audience, as for other content. With the audience `paid` it is for those who have
 * bought this session or a ticket for it. All viewers need an account, because the streaming engine counts and evicts viewers by
 * account. A private show is only for its two participants; operators have no access.
 */
import { sql, type SQL } from 'drizzle-orm';
import type { Audience } from '@contract/kernel/values/content';
import type { StreamType } from '@contract/kernel/values/live';
import { fail } from '../../kernel/api-error';
import type { Context } from '../../platform/context';
import { sessions } from '../../platform/db/schema/accounts';
import { feeds } from '../../platform/db/schema/content';
import { charges } from '../../platform/db/schema/money';
import { performerBlockedCountries } from '../../platform/db/schema/performers';
import { follows } from '../../platform/db/schema/responses';
import { subscriptions } from '../../platform/db/schema/subscriptions';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { isBlockedForVisitor, isBlockedBetweenSql } from '../../people/blocking/blocking';
import { hasRightSql } from '../../platform/rights';
import { entitlementTo, givesAccess, decideEntitlement, type Entitlement, type ProtectedItem, type ViewerRelation } from './entitlements';

/** A session of a stream, as far as access control needs it. */
export interface ProtectedShow {
  id: string;
  performerId: string;
  type: StreamType;
  audience: Audience;
  /** The fan of a private show. */
  userId: string | null;
}
/** Whether joining is free. */
export const isFreeAudience = (audience: Audience): boolean => audience !== 'paid';

/** Rejects with invalid_request if there is a price although the audience does not pay: it would be ignored silently. */
export function rejectPriceUnlessPaid(price: bigint | null | undefined): void {
  if (price === null || price === undefined) return;
  fail('invalid_request', {
    issues: [{ path: 'audience', message: 'Prices need the audience “paid”. Choose it or remove the price.' }],
  });
}

/** The price of joining, as in API responses. The stored price, in cents, is kept when the audience changes, and is then left out. */
export const showPriceOf = ({ audience, priceCents }: { audience: Audience; priceCents: bigint | null }) => {
  const isFree = isFreeAudience(audience);
  return { audience, isFree, price: isFree ? null : priceCents };
};

type Viewer = Pick<Actor, 'id' | 'rights'> | null;

const itemOf = ({ id, performerId, audience }: ProtectedShow): ProtectedItem => ({ id, performerId, audience });

/** Guests need an account even for an open show. */
const requireAccount = (viewer: Viewer, entitlement: Entitlement): Entitlement =>
  viewer === null && entitlement.state === 'open' ? { state: 'locked', unlock: [] } : entitlement;

/** The entitlement of a viewer to a show. */
export async function entitlementToShow(
  ctx: Context,
  viewer: Viewer,
  client: Pick<Client, 'country'>,
  show: ProtectedShow,
): Promise<Entitlement> {
  if (show.type === 'public') return requireAccount(viewer, await entitlementTo(ctx, viewer, client, itemOf(show)));
  if (viewer?.id === show.performerId) return { state: 'open' };
  if (viewer === null || viewer.id !== show.userId) return { state: 'closed' };
  const isBlocked = await isBlockedForVisitor(ctx, { accountId: viewer.id, country: client.country }, show.performerId);
  return { state: isBlocked ? 'closed' : 'open' };
}

/** As above for the rows of a list. The list already excludes performers who block the viewer. */
export function decideShowEntitlement(viewer: Viewer, show: ProtectedShow, relation: ViewerRelation): Entitlement {
  if (show.type === 'public') return requireAccount(viewer, decideEntitlement(viewer, itemOf(show), relation));
  return { state: viewer !== null && [show.performerId, show.userId].includes(viewer.id) ? 'open' : 'closed' };
}

/**
 * The condition that a viewer of a show has lost access: `v` is their row among the viewers, `s` the session, `st` its stream and
 * `a` their account. The performer always has access, moderating operators have it to public shows.
 */
export function hasLostAccess(ctx: Pick<Context, 'clock' | 'siteBlockedCountries'>): SQL<boolean> {
  const blockedCountries = sql.param(ctx.siteBlockedCountries.all());
  const now = ctx.clock.now().toISOString();
  const isSignedIn = sql`exists (select from ${sessions} u where u.account_id = v.account_id and u.expires_at > ${now}::timestamptz)`;
  const hasFollowed = sql`exists (select from ${follows} where follower_id = v.account_id and performer_id = s.performer_id)`;
  const hasSubscribed = sql`exists (select from ${subscriptions} where user_id = v.account_id and performer_id = s.performer_id and ${givesAccess(ctx.clock.now())})`;
  const hasBought = sql`exists (select from ${charges} where user_id = v.account_id and status = 'success' and withheld_at is null
    and ((type = 'stream' and target_id = s.id) or (type = 'ticket' and target_id = (select item_id from ${feeds} where show_session_id = s.id))))`;
  const isInAudience = sql`case s.audience when 'public' then true when 'followers' then ${hasFollowed} when 'subscribers' then ${hasSubscribed} else false end`;
  return sql<boolean>`(v.account_id <> s.performer_id and (s.type = 'private' or a.role <> 'operator' or not ${hasRightSql(sql`a.id`, 'content.moderate')}) and (
    a.status <> 'active' or not ${isSignedIn} or ${isBlockedBetweenSql(sql`v.account_id`, sql`s.performer_id`)} or v.country = any(${blockedCountries}::text[])
    or exists (select from ${performerBlockedCountries} where performer_id = s.performer_id and code = v.country)
    or (s.type = 'public' and not ${isInAudience} and not ${hasBought})
    or (s.type = 'private' and v.account_id <> st.user_id)))`;
}
