/**
 * The door of blocking: people block people, performers close their page to countries. A block between people holds both
 * ways, whoever set it; everything that shows one person to another asks here.
 */
import { eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { inTransaction, type Context } from '../../context';
import { prepared } from '../../db/prepared';
import { performerBlockedCountries, userBlocks } from '../../db/schema/schema';
import { fail } from '../../failure';
import type { Actor } from '../../http/actor';
import type { Client } from '../../http/client';
import { isCountry } from '../reference/reference';
import { mayDo } from '../../rights';

/** Who looks: the account, where there is one, and the country of the visit. */
export interface Visitor {
  accountId: string | null;
  country: string | null;
}

/** The visitor behind a request. Operators see everybody, wherever they are. */
export function visitorOf(actor: Actor | null, client: Client): Visitor {
  if (mayDo(actor, 'content.moderate')) return { accountId: null, country: null };
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
export function notBlocked(account: PgColumn, viewerId: string | null): SQL | undefined {
  if (viewerId === null) return undefined;
  // Two lists of one person each, which are read once, not a look for every row.
  return sql`${account} not in (select ${userBlocks.targetId} from ${userBlocks} where ${userBlocks.blockerId} = ${viewerId}) and ${account} not in (select ${userBlocks.blockerId} from ${userBlocks} where ${userBlocks.targetId} = ${viewerId})`;
}

/** The condition of a list that `performer`, a column of ids, is not closed to the country. An unknown country is never closed. */
export function openToCountry(performer: PgColumn, country: string | null): SQL | undefined {
  if (country === null) return undefined;
  return sql`not exists (select 1 from ${performerBlockedCountries} where ${performerBlockedCountries.performerId} = ${performer} and ${performerBlockedCountries.code} = ${country})`;
}

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
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`closed countries of ${performerId}`}, 0))`);
    await db.delete(performerBlockedCountries).where(eq(performerBlockedCountries.performerId, performerId));
    if (codes.length > 0) await db.insert(performerBlockedCountries).values(codes.map((code) => ({ performerId, code })));
  });
  return codes;
}
