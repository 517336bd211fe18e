/** A performer's public page, and its view count. */
import { and, eq, sql } from 'drizzle-orm';
import { Id } from '@contract/kernel/shapes';
import type { AccountStatus } from '@contract/kernel/values/people';
import type { Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { performers, performerViews } from '../../platform/db/schema/performers';
import { prepared } from '../../platform/db/prepared';
import { keyedDigest } from '../../kernel/derive-key';
import { entitlementTo } from '../../content/entitlements/entitlements';
import { fail } from '../../kernel/api-error';
import { networkOf } from '../../platform/geo/client-address';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { ignoringFullDisk } from '../../platform/media/storage/disk-space';
import { isDeletedOrDeleting } from '../people/rows';
import { hasRight } from '../../platform/rights';
import { dayOf } from './age';
import { profileOf, selectProfiles, type PageOffers, type Profile, type ProfileRow } from './rows';

/** The offers of a page for a viewer, at these prices in cents. */
export type LoadOffers = (
  ctx: Context,
  viewerId: string | null,
  performerId: string,
  prices: { monthly: bigint; yearly: bigint },
) => Promise<PageOffers>;

const keyLabel = 'footlight page views';

async function profileRowBy(ctx: Context, viewerId: string | null, idOrUsername: string): Promise<ProfileRow> {
  const id = Id.safeParse(idOrUsername);
  const [row] = await selectProfiles(ctx, viewerId).where(
    id.success ? eq(accounts.id, id.data) : eq(accounts.username, idOrUsername.toLowerCase()),
  );
  return row ?? fail('performer_not_found');
}

/** The id of the performer with this username, or null. */
export async function idByUsername(ctx: Pick<Context, 'db'>, username: string): Promise<string | null> {
  const [row] = await ctx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.username, username.toLowerCase()), eq(accounts.isPerformer, true)));
  return row?.id ?? null;
}

/** Identifies a viewer for counting. Guests are identified by a keyed digest of their network address, which is not stored itself. */
export function viewerKey(ctx: Context, viewer: Actor | null, client: Client): string {
  if (viewer) return viewer.id;
  return keyedDigest(ctx.config.appSecret, keyLabel, networkOf(client.address));
}

/** Views of today that this process knows to be counted. Other processes may have counted more. Cleared when full. */
const countedViews = new WeakMap<Context['settings'], { day: string; views: Set<string> }>();
const countedViewsMax = 20_000;

function countedViewsOf(ctx: Context, day: string): Set<string> {
  const cached = countedViews.get(ctx.settings);
  if (cached?.day === day && cached.views.size < countedViewsMax) return cached.views;
  const counted = new Set<string>();
  countedViews.set(ctx.settings, { day, views: counted });
  return counted;
}

/**
 * Counts a view once per viewer and day. One statement, so that row and counter stay consistent. Repeated views are skipped without a
 * statement while the process remembers them.
 */
async function countView(ctx: Context, performerId: string, viewer: string): Promise<void> {
  const day = dayOf(ctx.clock.now());
  const [counted, viewKey] = [countedViewsOf(ctx, day), `${performerId} ${viewer}`];
  if (counted.has(viewKey)) return;
  await ignoringFullDisk(async () => {
    await ctx.db.execute(sql`
      with inserted as (
        insert into ${performerViews} (performer_id, day, viewer) values (${performerId}, ${day}, ${viewer})
        on conflict do nothing returning performer_id
      )
      update ${performers} set views = views + 1, recent_views = recent_views + 1
      from inserted where ${performers.accountId} = inserted.performer_id`);
    counted.add(viewKey);
  });
}

const performerStatus = prepared<{ performerId: string }, { status: AccountStatus; verification: string }>(
  'performer_standing',
  sql`
    select a.status, p.verification from ${performers} p join ${accounts} a on a.id = p.account_id and a.is_performer
    where p.account_id = ${sql.placeholder('performerId')}`,
);

const isPublic = (row: { status: AccountStatus; verification: string } | undefined): boolean =>
  row?.status === 'active' && row.verification === 'approved';

/** Whether a performer is deleted or scheduled for deletion. Buyers keep the content they bought. */
export async function isPerformerDeleted(ctx: Pick<Context, 'db'>, performerId: string): Promise<boolean> {
  const [row] = await performerStatus(ctx.db, { performerId });
  return row !== undefined && isDeletedOrDeleting(row);
}

/** Whether a performer's page is public: active and approved. */
export async function isPagePublic(ctx: Pick<Context, 'db'>, performerId: string): Promise<boolean> {
  const [row] = await performerStatus(ctx.db, { performerId });
  return isPublic(row);
}

/**
 * Asserts that the viewer can see a performer's page. Rejects with performer_not_found, including if the performer is suspended or not
 * approved, and with blocked_by_performer.
 */
export async function assertCanSeePage(ctx: Context, viewer: Actor | null, client: Client, performerId: string): Promise<void> {
  if (!(await isPagePublic(ctx, performerId))) return fail('performer_not_found');
  const { state } = await entitlementTo(ctx, viewer, client, { performerId, audience: 'public' });
  if (state === 'closed') fail('blocked_by_performer');
}

/**
 * A performer's page by id or username; counts the view. Rejects with performer_not_found, including if the performer is suspended or not
 * approved, and with blocked_by_performer. The owner and operators always see it. `loadOffers` returns its offers.
 */
export async function viewPerformer(
  ctx: Context,
  viewer: Actor | null,
  client: Client,
  idOrUsername: string,
  loadOffers: LoadOffers,
): Promise<Profile> {
  const row = await profileRowBy(ctx, viewer?.id ?? null, idOrUsername);
  const offers = (): Promise<PageOffers> =>
    loadOffers(ctx, viewer?.id ?? null, row.id, { monthly: row.monthlyPriceCents, yearly: row.yearlyPriceCents });
  if (viewer?.id === row.id || hasRight(viewer, 'people.read')) return profileOf(ctx, row, await offers(), viewer);
  if (row.status !== 'active' || row.verification !== 'approved') return fail('performer_not_found');
  const { state } = await entitlementTo(ctx, viewer, client, { performerId: row.id, audience: 'public' });
  if (state === 'closed') return fail('blocked_by_performer');
  await countView(ctx, row.id, viewerKey(ctx, viewer, client));
  return profileOf(ctx, row, await offers(), viewer);
}
