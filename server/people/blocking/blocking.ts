/**
 * The door of blocking: people block people, performers close their page to countries. A block between people holds both
 * ways, whoever set it; everything that shows one person to another asks here.
 */
import { and, eq, inArray, sql, type Placeholder, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { accountStatuses } from '@contract/values';
import { inTransaction, type Context } from '../../platform/context';
import { prepared } from '../../platform/db/prepared';
import { accounts, performerBlockedCountries, userBlocks } from '../../platform/db/schema/schema';
import { takeTurn } from '../../platform/db/advisory-lock';
import { fail } from '../../kernel/api-error';
import type { Room } from '../../platform/outbox/publish';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { isCountry } from '../../platform/reference/reference';
import { mayDo, seesAll } from '../../platform/rights';

/** Who looks: the account, where there is one, and the country of the visit. */
export interface Visitor {
  accountId: string | null;
  country: string | null;
}

/** The same with places in a prepared statement instead of values, where there are any. */
export interface VisitorToCome {
  accountId: string | Placeholder | null;
  country: string | Placeholder | null;
}

/** The visitor behind a request, or behind what a device says. */
export function visitorOf(actor: Pick<Actor, 'id' | 'rights'> | null, client: Pick<Client, 'country'>): Visitor {
  if (mayDo(actor, seesAll)) return { accountId: null, country: null };
  return { accountId: actor?.id ?? null, country: client.country };
}

/** Whether either of two accounts, columns of ids or values, has blocked the other. */
export const standApart = (one: SQLWrapper, other: SQLWrapper): SQL<boolean> =>
  sql<boolean>`(exists (select from ${userBlocks} where ${userBlocks.blockerId} = ${one} and ${userBlocks.targetId} = ${other})
    or exists (select from ${userBlocks} where ${userBlocks.blockerId} = ${other} and ${userBlocks.targetId} = ${one}))`;

/** The same, asked for by itself. */
export async function isBlockedBetween(ctx: Pick<Context, 'db'>, one: string, other: string): Promise<boolean> {
  const { rows } = await ctx.db.execute<{ apart: boolean }>(sql`select ${standApart(sql`${one}::uuid`, sql`${other}::uuid`)} as apart`);
  return rows[0]?.apart === true;
}

/** Which block stands between an account and another as the account sees it: the other's hides the other from her, whatever hers does. */
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
const keptOut = prepared<{ performerId: string } & Visitor, { kept_out: boolean }>(
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

/** Whether a block stands between a performer and a visitor, or her page is closed to the country of the visit. */
export async function isKeptOut(ctx: Context, { accountId, country }: Visitor, performerId: string): Promise<boolean> {
  const [row] = await keptOut(ctx.db, { accountId, country, performerId });
  return row?.kept_out ?? true;
}

/** The condition of a list that no block stands between `account`, a column of ids, and the viewer. Guests have no blocks. */
export function notBlocked(account: PgColumn, viewerId: VisitorToCome['accountId']): SQL | undefined {
  if (viewerId === null) return undefined;
  // Two lists of one person each, which are read once, not a look for every row.
  return sql`${account} not in (select ${userBlocks.targetId} from ${userBlocks} where ${userBlocks.blockerId} = ${viewerId}) and ${account} not in (select ${userBlocks.blockerId} from ${userBlocks} where ${userBlocks.targetId} = ${viewerId})`;
}

/** The condition of a list that `performer`, a column of ids, is not closed to the country. An unknown country is never closed. */
export function openToCountry(performer: PgColumn, country: VisitorToCome['country']): SQL | undefined {
  if (country === null) return undefined;
  return sql`not exists (select 1 from ${performerBlockedCountries} where ${performerBlockedCountries.performerId} = ${performer} and ${performerBlockedCountries.code} = ${country})`;
}

/**
 * The statuses of those whom nobody meets. Named one by one: of "not active" a planner that has no figures yet believes that it is
 * nearly everybody, and reads all there are.
 */
const gone = sql.raw(
  accountStatuses
    .filter((status) => status !== 'active')
    .map((status) => `'${status}'`)
    .join(', '),
);

/** The condition that a visitor meets a person, a column of ids, where others speak: nobody who is suspended or has left, apart from her, or closed to where she is. */
export const metBy = (person: PgColumn, { accountId, country }: Visitor): SQL | undefined =>
  and(
    sql`not exists (select 1 from ${accounts} met where met.id = ${person} and met.status in (${gone}))`,
    notBlocked(person, accountId),
    openToCountry(person, country),
  );

/** The same for many viewers at once: `viewer` and `person` are columns of ids, `country` is where the viewer is. */
export const meets = (viewer: SQLWrapper, person: SQLWrapper, country: SQLWrapper): SQL<boolean> =>
  sql<boolean>`(not ${standApart(viewer, person)}
    and not exists (select from ${accounts} met where met.id = ${person} and met.status in (${gone}))
    and not exists (select from ${performerBlockedCountries} where ${performerBlockedCountries.performerId} = ${person} and ${performerBlockedCountries.code} = ${country}))`;

/** The same of one person, asked for by itself. */
export async function isMet(ctx: Pick<Context, 'db'>, visitor: Visitor, personId: string): Promise<boolean> {
  const met = ctx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, personId), metBy(accounts.id, visitor)));
  return (await ctx.db.$count(met.as('met'))) > 0;
}

/** The countries to which pages are closed, by performer. */
export async function closedCountriesOf(ctx: Pick<Context, 'db'>, performerIds: readonly string[]): Promise<Map<string, string[]>> {
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

/** Whom an event about a performer leaves out: everybody in a country to which she is closed. */
export const closedRooms = (closed: ReadonlyMap<string, string[]>, performerId: string): Room[] =>
  (closed.get(performerId) ?? []).map((code): Room => `closed:${code}`);

/** Refuses with country_unknown and the places in the list where no country is named. */
export function assertCountries(codes: string[]): void {
  const unknown = codes.flatMap((code, index) =>
    isCountry(code) ? [] : [{ path: `countryCodes.${String(index)}`, message: `There is no country ${code}.` }],
  );
  if (unknown.length > 0) fail('country_unknown', { issues: unknown });
}

/** Replaces the list of countries from which a performer's page cannot be seen. Answers it sorted. Refuses with country_unknown. */
export async function closeCountries(ctx: Context, performerId: string, countryCodes: string[]): Promise<string[]> {
  const codes = [...new Set(countryCodes)].sort();
  assertCountries(codes);
  await inTransaction(ctx, async ({ db }) => {
    // Two lists that arrive at once follow each other, so that one of them holds whole.
    await takeTurn(db, `closed countries of ${performerId}`);
    await db.delete(performerBlockedCountries).where(eq(performerBlockedCountries.performerId, performerId));
    if (codes.length > 0) await db.insert(performerBlockedCountries).values(codes.map((code) => ({ performerId, code })));
  });
  return codes;
}
