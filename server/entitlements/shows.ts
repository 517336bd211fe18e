/**
 * Who may watch a show. A public one is for subscribers where it is free, else for who has bought an entry of this session; a
 * private one is for its two people alone, operators not among them. The rule of all else that is paid judges public ones.
 */
import { sql, type SQL } from 'drizzle-orm';
import type { StreamType } from '@contract/values';
import type { Context } from '../platform/context';
import { charges, performerBlockedCountries, sessions, subscriptions } from '../platform/db/schema/schema';
import type { Actor } from '../platform/http/actor';
import type { Client } from '../platform/http/client';
import { isKeptOut, standApart } from '../people/blocking/blocking';
import { holds } from '../platform/rights';
import { entitlementTo, givesAccess, judge, type Entitlement, type Item, type Standing } from './entitlements';

/** A session of a stream, as far as the rule needs it. */
export interface Show {
  id: string;
  performerId: string;
  type: StreamType;
  isFree: boolean;
  /** The fan of a private one. */
  userId: string | null;
}
type Viewer = Pick<Actor, 'id' | 'rights'> | null;

const asItem = ({ id, performerId, isFree }: Show): Item => ({ id, performerId, audience: isFree ? 'subscribers' : 'paid' });

/** What a visitor may do with a show. */
export async function entitlementToShow(ctx: Context, viewer: Viewer, client: Pick<Client, 'country'>, show: Show): Promise<Entitlement> {
  if (show.type === 'public') return entitlementTo(ctx, viewer, client, asItem(show));
  if (viewer?.id === show.performerId) return { state: 'open' };
  if (viewer === null || viewer.id !== show.userId) return { state: 'closed' };
  const isOut = await isKeptOut(ctx, { accountId: viewer.id, country: client.country }, show.performerId);
  return { state: isOut ? 'closed' : 'open' };
}

/** The same for the rows of a list, of which nobody is kept out. */
export function judgeShow(viewer: Viewer, show: Show, standing: Standing): Entitlement {
  if (show.type === 'public') return judge(viewer, asItem(show), standing);
  return { state: viewer !== null && [show.performerId, show.userId].includes(viewer.id) ? 'open' : 'closed' };
}

/**
 * The condition that somebody who was let in may be there no more: `v` is her row among the viewers, `s` the session, `st` its
 * stream and `a` her account. The performer and operators who moderate stay.
 */
export function rightHasEnded(ctx: Pick<Context, 'clock' | 'closedCountries'>): SQL<boolean> {
  const closed = sql.param(ctx.closedCountries.all());
  const now = ctx.clock.now().toISOString();
  const isSignedIn = sql`exists (select from ${sessions} u where u.account_id = v.account_id and u.expires_at > ${now}::timestamptz)`;
  const hasSubscribed = sql`exists (select from ${subscriptions} where user_id = v.account_id and performer_id = s.performer_id and ${givesAccess(ctx.clock.now())})`;
  const hasBought = sql`exists (select from ${charges} where user_id = v.account_id and target_id = s.id and type = 'stream' and status = 'success' and withheld_at is null)`;
  return sql<boolean>`(v.account_id <> s.performer_id and (s.type = 'private' or a.role <> 'operator' or not ${holds(sql`a.id`, 'content.moderate')}) and (
    a.status <> 'active' or not ${isSignedIn} or ${standApart(sql`v.account_id`, sql`s.performer_id`)} or v.country = any(${closed}::text[])
    or exists (select from ${performerBlockedCountries} where performer_id = s.performer_id and code = v.country)
    or (s.type = 'public' and not ${hasBought} and not (s.is_free and ${hasSubscribed}))
    or (s.type = 'private' and v.account_id <> st.user_id)))`;
}
