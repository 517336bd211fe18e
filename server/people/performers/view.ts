/** A performer's public page, and how often it was looked at. */
import { and, eq, sql } from 'drizzle-orm';
import { Id } from '@contract/kernel/shapes';
import type { AccountStatus } from '@contract/values';
import type { Context } from '../../platform/context';
import { accounts, performers, performerViews } from '../../platform/db/schema/schema';
import { prepared } from '../../platform/db/prepared';
import { keyedDigest } from '../../kernel/derive-key';
import { entitlementTo } from '../../entitlements/entitlements';
import { fail } from '../../kernel/api-error';
import { networkOf } from '../../platform/geo/client-address';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { offersTo, type Offers } from '../../money/offers/offers';
import { isGone } from '../../modules/people/people';
import { mayDo } from '../../platform/rights';
import { dayOf } from './age';
import { profileOf, selectProfiles, type Profile, type ProfileRow } from './rows';

const keyLabel = 'footlight page views';

async function rowBy(ctx: Context, viewerId: string | null, idOrUsername: string): Promise<ProfileRow> {
  const id = Id.safeParse(idOrUsername);
  const [row] = await selectProfiles(ctx, viewerId).where(
    id.success ? eq(accounts.id, id.data) : eq(accounts.username, idOrUsername.toLowerCase()),
  );
  return row ?? fail('performer_not_found');
}

/** The performer of a username, or null. */
export async function idByUsername(ctx: Pick<Context, 'db'>, username: string): Promise<string | null> {
  const [row] = await ctx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.username, username.toLowerCase()), eq(accounts.isPerformer, true)));
  return row?.id ?? null;
}

/** Who looks, for counting: guests are told apart by their address, which is not kept: only a keyed digest of it is. */
export function viewerKey(ctx: Context, viewer: Actor | null, client: Client): string {
  if (viewer) return viewer.id;
  return keyedDigest(ctx.config.appSecret, keyLabel, networkOf(client.address));
}

/** Looks of today that this host knows to be counted; others may have counted more. Bounded: the whole of it is forgotten when full. */
const countedLooks = new WeakMap<Context['settings'], { day: string; looks: Set<string> }>();
const looksKept = 20_000;

function looksOf(ctx: Context, day: string): Set<string> {
  const known = countedLooks.get(ctx.settings);
  if (known?.day === day && known.looks.size < looksKept) return known.looks;
  const looks = new Set<string>();
  countedLooks.set(ctx.settings, { day, looks });
  return looks;
}

/**
 * Counts a view once per viewer and day. One statement: the row and the counter move together or not at all. Who looks
 * again on the same day costs no statement as long as this host remembers it.
 */
async function countView(ctx: Context, performerId: string, viewer: string): Promise<void> {
  const day = dayOf(ctx.clock.now());
  const [looks, look] = [looksOf(ctx, day), `${performerId} ${viewer}`];
  if (looks.has(look)) return;
  await ctx.db.execute(sql`
    with seen as (
      insert into ${performerViews} (performer_id, day, viewer) values (${performerId}, ${day}, ${viewer})
      on conflict do nothing returning performer_id
    )
    update ${performers} set views = views + 1, recent_views = recent_views + 1 from seen where ${performers.accountId} = seen.performer_id`);
  looks.add(look);
}

const standing = prepared<{ performerId: string }, { status: AccountStatus; verification: string }>(
  'performer_standing',
  sql`
    select a.status, p.verification from ${performers} p join ${accounts} a on a.id = p.account_id and a.is_performer
    where p.account_id = ${sql.placeholder('performerId')}`,
);

const isOpen = (row: { status: AccountStatus; verification: string } | undefined): boolean =>
  row?.status === 'active' && row.verification === 'approved';

/** Whether a performer has left the site, or is about to: what was bought of her is kept by its buyers all the same. */
export async function hasLeft(ctx: Pick<Context, 'db'>, performerId: string): Promise<boolean> {
  const [row] = await standing(ctx.db, { performerId });
  return row !== undefined && isGone(row);
}

/** Whether a performer's page is open to anybody: she is active and approved. */
export async function isPageOpen(ctx: Pick<Context, 'db'>, performerId: string): Promise<boolean> {
  const [row] = await standing(ctx.db, { performerId });
  return isOpen(row);
}

/**
 * That this visitor may see a performer's page, and so deal with her. Refuses with performer_not_found, also when she is
 * suspended or not approved, and with blocked_by_performer.
 */
export async function assertMaySee(ctx: Context, viewer: Actor | null, client: Client, performerId: string): Promise<void> {
  if (!(await isPageOpen(ctx, performerId))) return fail('performer_not_found');
  const { state } = await entitlementTo(ctx, viewer, client, { performerId, audience: 'public' });
  if (state === 'closed') fail('blocked_by_performer');
}

/**
 * The page of a performer by id or username; looking counts. Refuses with performer_not_found, also when she is suspended
 * or not approved, and with blocked_by_performer. The owner and operators always see it.
 */
export async function viewPerformer(ctx: Context, viewer: Actor | null, client: Client, idOrUsername: string): Promise<Profile> {
  const row = await rowBy(ctx, viewer?.id ?? null, idOrUsername);
  const offers = (): Promise<Offers> =>
    offersTo(ctx, viewer?.id ?? null, row.id, { monthly: row.monthlyPriceCents, yearly: row.yearlyPriceCents });
  if (viewer?.id === row.id || mayDo(viewer, 'people.read')) return profileOf(ctx, row, await offers(), viewer);
  if (row.status !== 'active' || row.verification !== 'approved') return fail('performer_not_found');
  const { state } = await entitlementTo(ctx, viewer, client, { performerId: row.id, audience: 'public' });
  if (state === 'closed') return fail('blocked_by_performer');
  await countView(ctx, row.id, viewerKey(ctx, viewer, client));
  return profileOf(ctx, row, await offers(), viewer);
}
