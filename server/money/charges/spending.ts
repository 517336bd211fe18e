/** What a fan has spent in a calendar month (UTC), and the limit that she may set for herself. */
import { and, eq, gte, inArray, lt, ne, sql } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { prepared } from '../../platform/db/prepared';
import { accounts, charges, payments, privateRequests } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import { heldFor, receivableOf } from '../ledger/chart';
import { balanceOf } from '../ledger/ledger';

export interface Spending {
  spent: bigint;
  /** Set aside for a private show, and not spent yet. */
  reserved: bigint;
  /** What the next top-up settles first. */
  owed: bigint;
  limit: bigint | null;
  from: Date;
  until: Date;
}

/** Payments that took money, or are about to. */
const counting = ['created', 'processing', 'requires_action', 'success', 'disputed'] as const;

/** The month around an instant: its first instant, and that of the next one. */
export function monthAround(now: Date): { from: Date; until: Date } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { from: new Date(Date.UTC(year, month, 1)), until: new Date(Date.UTC(year, month + 1, 1)) };
}

async function spentBetween(ctx: Context, userId: string, from: Date, until: Date): Promise<bigint> {
  const [bought] = await ctx.db
    .select({ cents: sql`coalesce(sum(${charges.priceCents} - ${charges.refundedCents}), 0)`.mapWith(BigInt) })
    .from(charges)
    .where(and(eq(charges.userId, userId), gte(charges.createdAt, from), lt(charges.createdAt, until)));
  const [subscribed] = await ctx.db
    .select({ cents: sql`coalesce(sum(${payments.totalCents} - ${payments.refundedCents}), 0)`.mapWith(BigInt) })
    .from(payments)
    .where(
      and(
        eq(payments.userId, userId),
        ne(payments.type, 'top_up'),
        inArray(payments.status, [...counting]),
        gte(payments.createdAt, from),
        lt(payments.createdAt, until),
      ),
    );
  return (bought?.cents ?? 0n) + (subscribed?.cents ?? 0n);
}

async function reservedFor(ctx: Context, userId: string): Promise<bigint> {
  const isAccepted = and(eq(privateRequests.userId, userId), eq(privateRequests.status, 'accepted'));
  const [show] = await ctx.db.select({ id: privateRequests.id }).from(privateRequests).where(isAccepted);
  return show ? balanceOf(ctx, heldFor(show.id)) : 0n;
}

/** What the fan has spent this month: purchases and subscriptions, whatever paid for them. Top-ups are hers still. */
export async function spendingOf(ctx: Context, userId: string): Promise<Spending> {
  const { from, until } = monthAround(ctx.clock.now());
  const [row] = await ctx.db.select({ limit: accounts.monthlySpendingLimitCents }).from(accounts).where(eq(accounts.id, userId));
  const [spent, reserved] = [await spentBetween(ctx, userId, from, until), await reservedFor(ctx, userId)];
  const receivable = await balanceOf(ctx, receivableOf(userId));
  return { spent, reserved, owed: receivable < 0n ? -receivable : 0n, limit: row?.limit ?? null, from, until };
}

const limitOf = prepared<{ userId: string }, { limit: string | null }>(
  'spending_limit',
  sql`select monthly_spending_limit_cents as "limit" from ${accounts} where id = ${sql.placeholder('userId')}`,
);

/**
 * Refuses with spending_limit_reached when another `price_cents` would go beyond the limit. Call it in the transaction that
 * spends: where a limit is set, the account's row is held, so that two purchases at once cannot pass together.
 */
export async function assertWithinLimit(tx: Context, userId: string, price_cents: bigint): Promise<void> {
  const [row] = await limitOf(tx.db, { userId });
  if (!row || row.limit === null) return;
  await tx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, userId)).for('no key update');
  const { spent, reserved, limit } = await spendingOf(tx, userId);
  if (limit !== null && spent + reserved + price_cents > limit) fail('spending_limit_reached');
}

/** What the fan may still spend this month beside what is spent and set aside, or null without a limit. Held as in `assertWithinLimit`. */
export async function leftToSpend(tx: Context, userId: string): Promise<bigint | null> {
  const [row] = await limitOf(tx.db, { userId });
  if (!row || row.limit === null) return null;
  await tx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, userId)).for('no key update');
  const { spent, reserved, limit } = await spendingOf(tx, userId);
  return limit === null ? null : limit - spent - reserved;
}
