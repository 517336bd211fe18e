/**
 * Public API of blocking: people block people, performers block countries. A block between people applies in both directions. Everything
 * that shows one person to another checks it here.
 */
import { and, eq, inArray, sql, type Placeholder, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { accountStatuses } from '@contract/kernel/values/people';
import { inTransaction, type Context } from '../../platform/context';
import { prepared } from '../../platform/db/prepared';
import { accounts, userBlocks } from '../../platform/db/schema/accounts';
import { performerBlockedCountries } from '../../platform/db/schema/performers';
import { takeAdvisoryLock } from '../../platform/db/advisory-lock';
import { fail } from '../../kernel/api-error';
import type { SocketRoom } from '../../platform/outbox/publish';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { isCountry } from '../../platform/reference/reference';
import { hasRight, seesAllRight } from '../../platform/rights';

/** The viewer: the account, if signed in, and the country of the request. */
export interface Visitor {
  accountId: string | null;
  country: string | null;
}

/** A `Visitor` in a prepared statement: placeholders are allowed instead of values. */
export interface VisitorPlaceholders {
  accountId: string | Placeholder | null;
  country: string | Placeholder | null;
}

/** The visitor of a request or socket. Operators with the right to see everything are never blocked. */
export function visitorOf(actor: Pick<Actor, 'id' | 'rights'> | null, client: Pick<Client, 'country'>): Visitor {
  if (hasRight(actor, seesAllRight)) return { accountId: null, country: null };
  return { accountId: actor?.id ?? null, country: client.country };
}

/** Whether either of two accounts (id columns or values) has blocked the other. */
export const isBlockedBetweenSql = (one: SQLWrapper, other: SQLWrapper): SQL<boolean> =>
  sql<boolean>`(exists (select from ${userBlocks} where ${userBlocks.blockerId} = ${one} and ${userBlocks.targetId} = ${other})
    or exists (select from ${userBlocks} where ${userBlocks.blockerId} = ${other} and ${userBlocks.targetId} = ${one}))`;

/** Whether the first account (id columns or values) has blocked the second. Not symmetric. */
export const hasBlocked = (one: SQLWrapper, other: SQLWrapper): SQL<boolean> =>
  sql<boolean>`exists (select from ${userBlocks} where ${userBlocks.blockerId} = ${one} and ${userBlocks.targetId} = ${other})`;

/** Whether either of two accounts has blocked the other; one query. */
export async function isBlockedBetween(ctx: Pick<Context, 'db'>, one: string, other: string): Promise<boolean> {
  const { rows } = await ctx.db.execute<{ is_blocked: boolean }>(
    sql`select ${isBlockedBetweenSql(sql`${one}::uuid`, sql`${other}::uuid`)} as is_blocked`,
  );
  return rows[0]?.is_blocked === true;
}

/** The block between two accounts as `accountId` sees it. A block set by the other account takes precedence and hides that account. */
export async function blockOf(ctx: Pick<Context, 'db'>, accountId: string, otherId: string): Promise<'none' | 'own' | 'theirs'> {
  const { rows } = await ctx.db.execute<{ blocker_id: string }>(sql`
    select blocker_id from ${userBlocks} where (blocker_id = ${accountId} and target_id = ${otherId}) or (blocker_id = ${otherId} and target_id = ${accountId})`);
  if (rows.some((row) => row.blocker_id === otherId)) return 'theirs';
  return rows.length > 0 ? 'own' : 'none';
}

const placeholder = {
  performerId: sql.placeholder('performerId'),
  accountId: sql.placeholder('accountId'),
  country: sql.placeholder('country'),
};
const isBlockedQuery = prepared<{ performerId: string } & Visitor, { kept_out: boolean }>(
  'kept_out',
  sql`
    select exists (
      select from ${performerBlockedCountries} where performer_id = ${placeholder.performerId} and code = ${placeholder.country}
    ) or exists (
      select from ${userBlocks} where blocker_id = ${placeholder.accountId} and target_id = ${placeholder.performerId}
    ) or exists (
      select from ${userBlocks} where blocker_id = ${placeholder.performerId} and target_id = ${placeholder.accountId}
    ) as kept_out`,
);

/** Whether a block exists between a performer and a visitor, or the page is blocked in the visitor's country. */
export async function isBlockedForVisitor(ctx: Context, { accountId, country }: Visitor, performerId: string): Promise<boolean> {
  const [row] = await isBlockedQuery(ctx.db, { accountId, country, performerId });
  return row?.kept_out ?? true;
}

/** A list condition: no block exists between `account` (an id column) and the viewer. Guests have no blocks. */
export function notBlocked(account: PgColumn, viewerId: VisitorPlaceholders['accountId']): SQL | undefined {
  if (viewerId === null) return undefined;
  // Two uncorrelated subqueries, each evaluated once, instead of a lookup per row.
  return sql`${account} not in (select ${userBlocks.targetId} from ${userBlocks} where ${userBlocks.blockerId} = ${viewerId}) and ${account} not in (select ${userBlocks.blockerId} from ${userBlocks} where ${userBlocks.targetId} = ${viewerId})`;
}

/** A list condition: `performer` (an id column) is not blocked in the country. An unknown country is never blocked. */
export function notBlockedInCountry(performer: PgColumn, country: VisitorPlaceholders['country']): SQL | undefined {
  if (country === null) return undefined;
  return sql`not exists (select 1 from ${performerBlockedCountries} where ${performerBlockedCountries.performerId} = ${performer} and ${performerBlockedCountries.code} = ${country})`;
}

/**
 * Statuses of accounts that are not visible. They are listed explicitly: without statistics the planner estimates that "not active" matches
 * nearly all rows, and scans the table.
 */
const invisibleStatuses = sql.raw(
  accountStatuses
    .filter((status) => status !== 'active')
    .map((status) => `'${status}'`)
    .join(', '),
);

/**
 * A condition: the visitor can see a person (an id column). Excludes suspended and deleted accounts, blocks in either direction, and
 * countries the person has blocked.
 */
export const isVisibleToVisitor = (person: PgColumn, { accountId, country }: Visitor): SQL | undefined =>
  and(
    sql`not exists (select 1 from ${accounts} hidden where hidden.id = ${person} and hidden.status in (${invisibleStatuses}))`,
    notBlocked(person, accountId),
    notBlockedInCountry(person, country),
  );

/** `isVisibleToVisitor` for a viewer per row: `viewer` and `person` are id columns, `country` is the viewer's country. */
export const isVisibleTo = (viewer: SQLWrapper, person: SQLWrapper, country: SQLWrapper): SQL<boolean> =>
  sql<boolean>`(not ${isBlockedBetweenSql(viewer, person)}
    and not exists (select from ${accounts} hidden where hidden.id = ${person} and hidden.status in (${invisibleStatuses}))
    and not exists (select from ${performerBlockedCountries} where ${performerBlockedCountries.performerId} = ${person} and ${performerBlockedCountries.code} = ${country}))`;

/** `isVisibleToVisitor` for one person; one query. */
export async function canVisitorSee(ctx: Pick<Context, 'db'>, visitor: Visitor, personId: string): Promise<boolean> {
  const visible = ctx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, personId), isVisibleToVisitor(accounts.id, visitor)));
  return (await ctx.db.$count(visible.as('visible'))) > 0;
}

/** The countries in which performers have blocked their page, by performer; performers without any are left out. */
export async function blockedCountriesOf(ctx: Pick<Context, 'db'>, performerIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows =
    performerIds.length === 0
      ? []
      : await ctx.db
          .select()
          .from(performerBlockedCountries)
          .where(inArray(performerBlockedCountries.performerId, [...performerIds]));
  const byId = new Map<string, string[]>();
  for (const { performerId, code } of rows) byId.set(performerId, [...(byId.get(performerId) ?? []), code]);
  return byId;
}

/** Rooms excluded from events about a performer: viewers in countries the performer has blocked. */
export const blockedCountryRooms = (blockedCountries: ReadonlyMap<string, string[]>, performerId: string): SocketRoom[] =>
  (blockedCountries.get(performerId) ?? []).map((code): SocketRoom => `closed:${code}`);

/** Throws country_unknown with the index of each unknown code. */
export function assertCountriesExist(codes: string[]): void {
  const unknown = codes.flatMap((code, index) =>
    isCountry(code) ? [] : [{ path: `countryCodes.${String(index)}`, message: `“${code}” isn’t a valid country code.` }],
  );
  if (unknown.length > 0) fail('country_unknown', { issues: unknown });
}

/** Replaces the countries in which a performer's page is blocked. Returns them sorted. Rejects with country_unknown. */
export async function blockCountries(ctx: Context, performerId: string, countryCodes: string[]): Promise<string[]> {
  const codes = [...new Set(countryCodes)].sort();
  assertCountriesExist(codes);
  await inTransaction(ctx, async ({ db }) => {
    // Serializes concurrent replacements, so that one list is stored completely.
    await takeAdvisoryLock(db, `closed countries of ${performerId}`);
    await db.delete(performerBlockedCountries).where(eq(performerBlockedCountries.performerId, performerId));
    if (codes.length > 0) await db.insert(performerBlockedCountries).values(codes.map((code) => ({ performerId, code })));
  });
  return codes;
}
