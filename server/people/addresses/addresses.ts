/** Public API of the address book: delivery addresses of an account. Orders store their own copy. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type addressesContract from '@contract/content/addresses';
import type { Parsed } from '@contract/kernel/endpoint';
import * as limits from '@contract/kernel/limits';
import type { Page } from '@contract/kernel/shapes';
import type { Address } from '@contract/content/store';
import { inTransaction, type Context } from '../../platform/context';
import { contains, readPage } from '../../platform/db/paging';
import { addresses, type StoredAddress } from '../../platform/db/schema/store';
import { takeAdvisoryLock } from '../../platform/db/advisory-lock';
import { fail } from '../../kernel/api-error';
import { isCountry } from '../../platform/reference/reference';

type Contract = typeof addressesContract;
type AddressResponse = z.output<typeof Address>;
type AddressRow = typeof addresses.$inferSelect;

const responseOf = ({ id, place, createdAt, updatedAt }: AddressRow): AddressResponse => ({ _id: id, ...place, createdAt, updatedAt });

function assertCountry(address: StoredAddress): StoredAddress {
  return isCountry(address.country)
    ? address
    : fail('country_unknown', { issues: [{ path: 'country', message: 'Choose a country from the list.' }] });
}

/** Adds an address to an account. Rejects with country_unknown and address_limit. */
export async function addAddress(ctx: Context, accountId: string, address: StoredAddress): Promise<AddressResponse> {
  assertCountry(address);
  return inTransaction(ctx, async (tx) => {
    // Serializes concurrent additions, so that the count is exact.
    await takeAdvisoryLock(tx.db, `addresses ${accountId}`);
    if ((await tx.db.$count(addresses, eq(addresses.accountId, accountId))) >= limits.addressBookMax) fail('address_limit');
    const now = tx.clock.now();
    const row = { id: tx.random.id(), accountId, place: address, createdAt: now, updatedAt: now };
    await tx.db.insert(addresses).values(row);
    return responseOf(row);
  });
}

/** Changes one of the account's addresses. Rejects with country_unknown and address_not_found. */
export async function changeAddress(ctx: Context, accountId: string, id: string, address: StoredAddress): Promise<AddressResponse> {
  const [row] = await ctx.db
    .update(addresses)
    .set({ place: assertCountry(address), updatedAt: ctx.clock.now() })
    .where(and(eq(addresses.id, id), eq(addresses.accountId, accountId)))
    .returning();
  return row ? responseOf(row) : fail('address_not_found');
}

/** Removes one of the account's addresses. Rejects with address_not_found. */
export async function removeAddress(ctx: Context, accountId: string, id: string): Promise<void> {
  const removed = await ctx.db
    .delete(addresses)
    .where(and(eq(addresses.id, id), eq(addresses.accountId, accountId)))
    .returning({ id: addresses.id });
  if (removed.length === 0) fail('address_not_found');
}

/** The searchable text of an address. */
const searchText = sql`concat_ws(' ', ${sql.join(
  ['name', 'streetAddress', 'streetNumber', 'zipCode', 'city', 'district', 'state'].map(
    (part) => sql`${addresses.place} ->> ${sql.raw(`'${part}'`)}`,
  ),
  sql`, `,
)})`;

/** The addresses of an account; `q` matches every field except country, ward and note. */
export function searchAddresses(
  ctx: Context,
  accountId: string,
  query: Parsed<Contract['GET /addresses/search']>['query'],
): Promise<Page<AddressResponse>> {
  const { id, createdAt, updatedAt } = addresses;
  const source = ctx.db
    .select({ id, createdAt, updatedAt })
    .from(addresses)
    .where(and(eq(addresses.accountId, accountId), query.q === undefined ? undefined : contains(searchText, query.q)))
    .as('found');
  return readPage(ctx, query, source, async (ids) => {
    const rows = await ctx.db.select().from(addresses).where(inArray(id, ids));
    return new Map(rows.map((row) => [row.id, responseOf(row)]));
  });
}

/** One of the account's addresses, as an order copies it. Rejects with address_not_found. */
export async function postalAddressOf(ctx: Pick<Context, 'db'>, accountId: string, id: string): Promise<StoredAddress> {
  const [row] = await ctx.db
    .select({ place: addresses.place })
    .from(addresses)
    .where(and(eq(addresses.id, id), eq(addresses.accountId, accountId)));
  return row ? row.place : fail('address_not_found');
}
