/** Snapshots of items for the audit log of delegates' changes: the visible fields and the audience. */
import { and, eq } from 'drizzle-orm';
import { isDeepStrictEqual } from 'node:util';
import { Id } from '@contract/kernel/shapes';
import { amountOf } from '@contract/kernel/values/amounts';
import type { Context } from '../context';
import { items } from '../db/schema/content';

export type ItemFields = Readonly<Record<string, unknown>>;

const { title, body, audience, priceCents, status, isPinned, tags, scheduledAt, expiresAt, deletedAt } = items;

/** The current fields of a performer's item; empty if it does not exist. */
export async function readItemFields(ctx: Pick<Context, 'db'>, performerId: string, id: string | null): Promise<ItemFields> {
  if (!Id.safeParse(id).success || id === null) return {};
  const [row] = await ctx.db
    .select({ title, text: body, audience, priceCents, status, isPinned, tags, scheduledAt, expiresAt, deletedAt })
    .from(items)
    .where(and(eq(items.id, id), eq(items.performerId, performerId)));
  if (!row) return {};
  const { priceCents: cents, ...fields } = row;
  return { ...fields, price: cents === null ? null : amountOf(cents) };
}

/** The fields of `one` that differ in `other`. */
export const changedFields = (one: ItemFields, other: ItemFields): ItemFields =>
  Object.fromEntries(Object.entries(one).filter(([field, value]) => !isDeepStrictEqual(value, other[field])));
