/** The door of the address book: where somebody's orders may go. What is ordered keeps a copy of its own. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type addressesContract from '@contract/content/addresses';
import type { Parsed } from '@contract/endpoint';
import * as limits from '@contract/kernel/limits';
import type { Page } from '@contract/kernel/shapes';
import type { Address } from '@contract/content/store';
import { inTransaction, type Context } from '../../platform/context';
import { contains, readPage } from '../../platform/db/paging';
import { addresses, type StoredPlace } from '../../platform/db/schema/schema';
import { takeTurn } from '../../platform/db/advisory-lock';
import { fail } from '../../kernel/api-error';
import { isCountry } from '../../platform/reference/reference';

type Contract = typeof addressesContract;
type AddressAnswer = z.output<typeof Address>;
type AddressRow = typeof addresses.$inferSelect;

const answerOf = ({ id, place, createdAt, updatedAt }: AddressRow): AddressAnswer => ({ _id: id, ...place, createdAt, updatedAt });

function assertCountry(place: StoredPlace): StoredPlace {
  return isCountry(place.country)
    ? place
    : fail('country_unknown', { issues: [{ path: 'country', message: 'There is no such country.' }] });
}

/** Adds an address to an account's book. Refuses with country_unknown and address_limit. */
export async function addAddress(ctx: Context, accountId: string, place: StoredPlace): Promise<AddressAnswer> {
  assertCountry(place);
  return inTransaction(ctx, async (tx) => {
    // Two that are added at once are counted one after the other.
    await takeTurn(tx.db, `addresses ${accountId}`);
    if ((await tx.db.$count(addresses, eq(addresses.accountId, accountId))) >= limits.addressBookMax) fail('address_limit');
    const now = tx.clock.now();
    const row = { id: tx.chance.id(), accountId, place, createdAt: now, updatedAt: now };
    await tx.db.insert(addresses).values(row);
    return answerOf(row);
  });
}

/** Changes an own address. Refuses with country_unknown and address_not_found. */
export async function changeAddress(ctx: Context, accountId: string, id: string, place: StoredPlace): Promise<AddressAnswer> {
  const [row] = await ctx.db
    .update(addresses)
    .set({ place: assertCountry(place), updatedAt: ctx.clock.now() })
    .where(and(eq(addresses.id, id), eq(addresses.accountId, accountId)))
    .returning();
  return row ? answerOf(row) : fail('address_not_found');
}

/** Removes an own address. Refuses with address_not_found. */
export async function removeAddress(ctx: Context, accountId: string, id: string): Promise<void> {
  const gone = await ctx.db
    .delete(addresses)
    .where(and(eq(addresses.id, id), eq(addresses.accountId, accountId)))
    .returning({ id: addresses.id });
  if (gone.length === 0) fail('address_not_found');
}

/** What somebody knows an address by. */
const shownWords = sql`concat_ws(' ', ${sql.join(
  ['name', 'streetAddress', 'streetNumber', 'zipCode', 'city', 'district', 'state'].map(
    (part) => sql`${addresses.place} ->> ${sql.raw(`'${part}'`)}`,
  ),
  sql`, `,
)})`;

/** An account's addresses. */
export function searchAddresses(
  ctx: Context,
  accountId: string,
  query: Parsed<Contract['GET /addresses/search']>['query'],
): Promise<Page<AddressAnswer>> {
  const { id, createdAt, updatedAt } = addresses;
  const source = ctx.db
    .select({ id, createdAt, updatedAt })
    .from(addresses)
    .where(and(eq(addresses.accountId, accountId), query.q === undefined ? undefined : contains(shownWords, query.q)))
    .as('found');
  return readPage(ctx, query, source, async (ids) => {
    const rows = await ctx.db.select().from(addresses).where(inArray(id, ids));
    return new Map(rows.map((row) => [row.id, answerOf(row)]));
  });
}

/** The place of an own address, as an order copies it. Refuses with address_not_found. */
export async function placeOf(ctx: Pick<Context, 'db'>, accountId: string, id: string): Promise<StoredPlace> {
  const [row] = await ctx.db
    .select({ place: addresses.place })
    .from(addresses)
    .where(and(eq(addresses.id, id), eq(addresses.accountId, accountId)));
  return row ? row.place : fail('address_not_found');
}
