/** How something is published: for whom, for how much, from when until when. */
import { errors } from '@contract/kernel/errors';
import { centsOf, type Audience, type ItemStatus } from '@contract/values';
import * as limits from '@contract/kernel/limits';
import type { ItemChanges } from '@contract/content/content';
import type { Context } from '../../platform/context';
import { items, performers } from '../../platform/db/schema/schema';
import { fail, failAt } from '../../kernel/api-error';
import { and, eq, isNull } from 'drizzle-orm';

export type ItemRow = typeof items.$inferSelect;

/** What `items` keeps of the terms. */
export interface Terms {
  audience: Audience;
  priceCents: bigint | null;
  status: ItemStatus;
  scheduledAt: Date | null;
  expiresAt: Date | null;
  tags: string[];
}

const first: Terms & { publishedAt: Date | null } = {
  audience: 'subscribers',
  priceCents: null,
  status: 'active',
  scheduledAt: null,
  expiresAt: null,
  tags: [],
  publishedAt: null,
};

/** Refuses with invalid_request what would drop the price without a word: something is sold, or it is for another audience. */
function audienceOf({ audience, isSale }: ItemChanges, before: Audience): Audience {
  if (audience !== undefined && isSale === true && audience !== 'paid')
    fail('invalid_request', {
      issues: [{ path: 'audience', message: 'What is for sale is for those who pay: choose the audience “paid”.' }],
    });
  if (audience !== undefined) return audience;
  if (isSale === undefined) return before;
  if (isSale) return 'paid';
  return before === 'paid' ? 'subscribers' : before;
}

/** Refuses with price_out_of_range, in words that name the limits. */
export function assertPrice(price_cents: bigint | null): bigint {
  const { min, max } = limits.itemPrice;
  if (price_cents !== null && price_cents >= (centsOf(min) ?? 0n) && price_cents <= (centsOf(max) ?? 0n)) return price_cents;
  const message = `A price is between ${String(min)} and ${String(max)} tokens.`;
  return fail('price_out_of_range', { message, issues: [{ path: 'price', message: errors.price_out_of_range[1] }] });
}

function assertAhead(ctx: Context, path: string, at: Date | null, after: Date | null): void {
  if (at !== null && (at <= ctx.clock.now() || (after !== null && at <= after))) failAt(path, 'schedule_in_past');
}

const isSame = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime();

/**
 * The terms after a change; `before` is null for something new. What was published once is not scheduled again: its time
 * stays. Refuses with price_out_of_range and schedule_in_past.
 */
export function termsOf(ctx: Context, changes: ItemChanges, before: ItemRow | null): Terms {
  const old = before ?? first;
  const audience = audienceOf(changes, old.audience);
  const price = changes.price === undefined ? old.priceCents : changes.price;
  const isPublished = old.publishedAt !== null;
  const scheduledAt = isPublished || changes.scheduledAt === undefined ? old.scheduledAt : changes.scheduledAt;
  const expiresAt = changes.expiresAt === undefined ? old.expiresAt : changes.expiresAt;
  // What stays as it was may have passed meanwhile; forms send it along.
  const isMoved = !isSame(scheduledAt, old.scheduledAt);
  if (isMoved) assertAhead(ctx, 'scheduledAt', scheduledAt, null);
  if (isMoved || !isSame(expiresAt, old.expiresAt)) assertAhead(ctx, 'expiresAt', expiresAt, scheduledAt);
  return {
    audience,
    priceCents: audience === 'paid' ? assertPrice(price) : null,
    status: changes.status ?? old.status,
    scheduledAt,
    expiresAt,
    tags: changes.tags === undefined ? old.tags : [...new Set(changes.tags)],
  };
}

/** That a performer may publish: her papers are approved. Refuses with performer_not_verified. */
export async function assertMayPublish(ctx: Context, performerId: string): Promise<void> {
  const [row] = await ctx.db
    .select({ verification: performers.verification })
    .from(performers)
    .where(eq(performers.accountId, performerId));
  if (row?.verification !== 'approved') fail('performer_not_verified');
}

/**
 * An own item of a kind, locked against other changes and against buyers until the transaction ends, or null. Who is paying
 * for it is waited for: `isSold` says afterwards what holds.
 */
export async function lockOwnItem(tx: Context, performerId: string, kind: ItemRow['kind'], id: string): Promise<ItemRow | null> {
  const [row] = await tx.db
    .select()
    .from(items)
    .where(and(eq(items.id, id), eq(items.kind, kind), eq(items.performerId, performerId), isNull(items.deletedAt)))
    .for('update');
  return row ?? null;
}
