/** How an item is published: its audience, price and schedule. */
import { errors } from '@contract/kernel/errors';
import { centsOf } from '@contract/kernel/values/amounts';
import { type Audience, type ItemStatus } from '@contract/kernel/values/content';
import * as limits from '@contract/kernel/limits';
import type { ItemChanges } from '@contract/content/content';
import type { Context } from '../../platform/context';
import { rejectPriceUnlessPaid } from '../entitlements/shows';
import { items } from '../../platform/db/schema/content';
import { performers } from '../../platform/db/schema/performers';
import { fail, failAt } from '../../kernel/api-error';
import { and, eq, isNull } from 'drizzle-orm';

export type ItemRow = typeof items.$inferSelect;

/** The publishing columns of `items`. */
export interface PublishingOptions {
  audience: Audience;
  priceCents: bigint | null;
  status: ItemStatus;
  scheduledAt: Date | null;
  expiresAt: Date | null;
  tags: string[];
}

const defaults: PublishingOptions & { publishedAt: Date | null } = {
  audience: 'subscribers',
  priceCents: null,
  status: 'active',
  scheduledAt: null,
  expiresAt: null,
  tags: [],
  publishedAt: null,
};

function audienceOf({ audience, isSale }: ItemChanges, before: Audience): Audience {
  if (audience !== undefined) return audience;
  if (isSale === undefined) return before;
  if (isSale) return 'paid';
  return before === 'paid' ? 'subscribers' : before;
}

/** Rejects with invalid_request if a price would be ignored silently: for sale, or priced, with an audience other than `paid`. */
function assertPriceApplies({ isSale, price }: ItemChanges, audience: Audience): void {
  if (audience === 'paid' || isSale === false) return;
  if (isSale === true)
    fail('invalid_request', {
      issues: [{ path: 'audience', message: 'To sell this, choose the audience “paid”.' }],
    });
  rejectPriceUnlessPaid(price);
}

/** Rejects with price_out_of_range and a message that names the limits. */
export function assertPrice(price_cents: bigint | null): bigint {
  const { min, max } = limits.itemPrice;
  if (price_cents !== null && price_cents >= (centsOf(min) ?? 0n) && price_cents <= (centsOf(max) ?? 0n)) return price_cents;
  const message = `Set a price between ${String(min)} and ${String(max)} tokens.`;
  return fail('price_out_of_range', { message, issues: [{ path: 'price', message: errors.price_out_of_range[1] }] });
}

function assertInFuture(ctx: Context, path: string, at: Date | null, after: Date | null): void {
  if (at !== null && (at <= ctx.clock.now() || (after !== null && at <= after))) failAt(path, 'schedule_in_past');
}

const isSameTime = (left: Date | null, right: Date | null): boolean => left?.getTime() === right?.getTime();

/**
 * The publishing options after a change; `before` is null for a new item. A published item cannot be rescheduled. Rejects with
 * price_out_of_range and schedule_in_past.
 */
export function publishingOptionsAfter(ctx: Context, changes: ItemChanges, before: ItemRow | null): PublishingOptions {
  const old = before ?? defaults;
  const audience = audienceOf(changes, old.audience);
  assertPriceApplies(changes, audience);
  const price = changes.price === undefined ? old.priceCents : changes.price;
  const isPublished = old.publishedAt !== null;
  const scheduledAt = isPublished || changes.scheduledAt === undefined ? old.scheduledAt : changes.scheduledAt;
  const expiresAt = changes.expiresAt === undefined ? old.expiresAt : changes.expiresAt;
  // Unchanged times may be in the past by now, because forms submit all fields.
  const isRescheduled = !isSameTime(scheduledAt, old.scheduledAt);
  if (isRescheduled) assertInFuture(ctx, 'scheduledAt', scheduledAt, null);
  if (isRescheduled || !isSameTime(expiresAt, old.expiresAt)) assertInFuture(ctx, 'expiresAt', expiresAt, scheduledAt);
  return {
    audience,
    priceCents: audience === 'paid' ? assertPrice(price) : null,
    status: changes.status ?? old.status,
    scheduledAt,
    expiresAt,
    tags: changes.tags === undefined ? old.tags : [...new Set(changes.tags)],
  };
}

/** Asserts that a performer may publish: their identity is verified. Rejects with performer_not_verified. */
export async function assertMayPublish(ctx: Context, performerId: string): Promise<void> {
  const [row] = await ctx.db
    .select({ verification: performers.verification })
    .from(performers)
    .where(eq(performers.accountId, performerId));
  if (row?.verification !== 'approved') fail('performer_not_verified');
}

/**
 * One of the performer's items, locked against other changes and against buyers until the transaction ends, or null. It waits for
 * payments in progress, so `isSold` is accurate afterwards.
 */
export async function lockOwnItem(tx: Context, performerId: string, kind: ItemRow['kind'], id: string): Promise<ItemRow | null> {
  const [row] = await tx.db
    .select()
    .from(items)
    .where(and(eq(items.id, id), eq(items.kind, kind), eq(items.performerId, performerId), isNull(items.deletedAt)))
    .for('update');
  return row ?? null;
}
