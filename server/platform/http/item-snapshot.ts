/** What the operators' log keeps of an item that a helper changes: what others are shown of it, and who they are. */
import { and, eq } from 'drizzle-orm';
import { isDeepStrictEqual } from 'node:util';
import { Id } from '@contract/kernel/shapes';
import { amountOf } from '@contract/values';
import type { Context } from '../context';
import { items } from '../db/schema/schema';

export type ItemFields = Readonly<Record<string, unknown>>;

const { title, body, audience, priceCents, status, isPinned, tags, scheduledAt, expiresAt, deletedAt } = items;

/** An item of the performer as it is now; without a field where there is none of this id. */
export async function itemNow(ctx: Pick<Context, 'db'>, performerId: string, id: string | null): Promise<ItemFields> {
  if (!Id.safeParse(id).success || id === null) return {};
  const [row] = await ctx.db
    .select({ title, text: body, audience, priceCents, status, isPinned, tags, scheduledAt, expiresAt, deletedAt })
    .from(items)
    .where(and(eq(items.id, id), eq(items.performerId, performerId)));
  if (!row) return {};
  const { priceCents: cents, ...fields } = row;
  return { ...fields, price: cents === null ? null : amountOf(cents) };
}

/** What of `one` is otherwise in `other`. */
export const differing = (one: ItemFields, other: ItemFields): ItemFields =>
  Object.fromEntries(Object.entries(one).filter(([field, value]) => !isDeepStrictEqual(value, other[field])));
