/** Token packages: a price, and the tokens that it buys. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type adminContract from '@contract/money/admin-money';
import type { Parsed } from '@contract/kernel/endpoint';
import type { AdminTokenPackage as AdminPackageSchema, TokenPackage as PackageSchema } from '@contract/money/money';
import type { Page } from '@contract/kernel/shapes';
import { centsOf } from '@contract/kernel/values/amounts';
import { audit } from '../../../platform/audit/audit';
import { changesOf } from '../../../platform/audit/changes';
import { inTransaction, type Context } from '../../../platform/context';
import { contains, readPage, type PageQuery } from '../../../platform/db/paging';
import { tokenPackages } from '../../../platform/db/schema/payments';
import { fail, failAt } from '../../../kernel/api-error';
import { isPayable } from '../../gateways/currency';
import type { Actor } from '../../../platform/http/actor';
import type { Client } from '../../../platform/http/client';

type Row = typeof tokenPackages.$inferSelect;
type Fields = Parsed<(typeof adminContract)['POST /admin/packages']>['body'];
type Query = PageQuery<'createdAt' | 'updatedAt' | 'ordering' | 'price' | 'tokens'> & { q?: string | undefined };
export type TokenPackage = z.output<typeof PackageSchema>;
export type AdminPackage = z.output<typeof AdminPackageSchema>;

const packageOf = ({ id, name, description, priceCents, tokensCents, ordering }: Row): TokenPackage => ({
  _id: id,
  name,
  description,
  price: priceCents,
  tokens: tokensCents,
  ordering,
});
const adminPackageOf = (row: Row): AdminPackage => ({
  ...packageOf(row),
  isActive: row.isActive,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

async function search<T>(ctx: Context, query: Query, toResponse: (row: Row) => T, scope: 'all' | 'on sale'): Promise<Page<T>> {
  const { id, createdAt, updatedAt, ordering, priceCents, tokensCents, isActive, removedAt, name } = tokenPackages;
  const source = ctx.db
    .select({ id, createdAt, updatedAt, ordering, price: priceCents, tokens: tokensCents })
    .from(tokenPackages)
    .where(
      and(
        isNull(removedAt),
        scope === 'on sale' ? eq(isActive, true) : undefined,
        query.q === undefined ? undefined : contains(name, query.q),
      ),
    )
    .as('found');
  return readPage(ctx, query, source, async (ids) => {
    const rows = await ctx.db.select().from(tokenPackages).where(inArray(tokenPackages.id, ids));
    return new Map(rows.map((row) => [row.id, toResponse(row)]));
  });
}

/** Packages on sale. */
export const packagesOnSale = (ctx: Context, query: Query): Promise<Page<TokenPackage>> => search(ctx, query, packageOf, 'on sale');
/** All packages that have not been withdrawn. */
export const searchPackages = (ctx: Context, query: Query): Promise<Page<AdminPackage>> => search(ctx, query, adminPackageOf, 'all');

/** A package price obeys the limits of a top-up, and must be payable in the currency. */
function assertPrice(ctx: Context, price_cents: bigint): void {
  const { minimumWalletPrice, maximumWalletPrice, currency } = ctx.settings.values();
  const isWithin = price_cents >= (centsOf(minimumWalletPrice) ?? 0n) && price_cents <= (centsOf(maximumWalletPrice) ?? 0n);
  if (!isWithin || !isPayable(price_cents, currency)) failAt('price', 'price_out_of_range');
}

const columnsOf = ({ price, tokens, ...fields }: Fields) => ({ ...fields, priceCents: price, tokensCents: tokens });

/** Creates a package. Rejects with price_out_of_range. */
export function createPackage(ctx: Context, operator: Actor, client: Client, fields: Fields): Promise<AdminPackage> {
  assertPrice(ctx, fields.price);
  return inTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    const [row] = await tx.db
      .insert(tokenPackages)
      .values({ id: tx.random.id(), ...columnsOf(fields), createdAt: now, updatedAt: now })
      .returning();
    if (!row) return fail('package_not_found');
    await audit(tx, operator, client, { action: 'package.create', targetType: 'package', targetId: row.id, ...changesOf({}, row) });
    return adminPackageOf(row);
  });
}

async function lockPackage(tx: Context, id: string): Promise<Row> {
  const [row] = await tx.db
    .select()
    .from(tokenPackages)
    .where(and(eq(tokenPackages.id, id), isNull(tokenPackages.removedAt)))
    .for('no key update');
  return row ?? fail('package_not_found');
}

/** Changes a package. Rejects with package_not_found and price_out_of_range. */
export function changePackage(ctx: Context, operator: Actor, client: Client, id: string, fields: Fields): Promise<AdminPackage> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockPackage(tx, id);
    assertPrice(tx, fields.price);
    const [row] = await tx.db
      .update(tokenPackages)
      .set({ ...columnsOf(fields), updatedAt: tx.clock.now() })
      .where(eq(tokenPackages.id, id))
      .returning();
    if (!row) return fail('package_not_found');
    await audit(tx, operator, client, { action: 'package.change', targetType: 'package', targetId: id, ...changesOf(before, row) });
    return adminPackageOf(row);
  });
}

/** Withdraws a package. Rejects with package_not_found. */
export async function withdrawPackage(ctx: Context, operator: Actor, client: Client, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { name } = await lockPackage(tx, id);
    await tx.db.update(tokenPackages).set({ removedAt: tx.clock.now() }).where(eq(tokenPackages.id, id));
    await audit(tx, operator, client, { action: 'package.withdraw', targetType: 'package', targetId: id, before: { name } });
  });
}
