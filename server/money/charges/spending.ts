/** A fan's spending in a calendar month (UTC), and the limit that they may set for themselves. */
import { and, eq, gte, inArray, lt, ne, sql } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { prepared } from '../../platform/db/prepared';
import { accounts } from '../../platform/db/schema/accounts';
import { charges } from '../../platform/db/schema/money';
import { payments } from '../../platform/db/schema/payments';
import { privateRequests } from '../../platform/db/schema/streaming';
import { fail } from '../../kernel/api-error';
import { heldFor, receivableOf } from '../ledger/chart';
import { balanceOf } from '../ledger/ledger';

/** Amounts in hundredths. */
export interface Spending {
  spent: bigint;
  /** Held for a private show, and not spent yet. */
  reserved: bigint;
  /** Debt to the site, which the next top-up settles first. */
  owed: bigint;
  limit: bigint | null;
  from: Date;
  until: Date;
}

/** Statuses of payments that took money or may still take it. */
const countedStatuses = ['created', 'processing', 'requires_action', 'success', 'disputed'] as const;

/** The calendar month (UTC) of an instant: its start, and the start of the next month. */
export function calendarMonthOf(now: Date): { from: Date; until: Date } {
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
        inArray(payments.status, [...countedStatuses]),
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

/**
 * The fan's spending this month: purchases and subscriptions, however they were paid. Top-ups do not count, because the tokens are
 * still theirs.
 */
export async function spendingOf(ctx: Context, userId: string): Promise<Spending> {
  const { from, until } = calendarMonthOf(ctx.clock.now());
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
 * Rejects with spending_limit_reached when another `price_cents` would exceed the limit. Call it in the transaction that spends:
 * where a limit is set, it locks the account's row, so that two concurrent purchases cannot both pass.
 */
export async function assertWithinLimit(tx: Context, userId: string, price_cents: bigint): Promise<void> {
  const [row] = await limitOf(tx.db, { userId });
  if (!row || row.limit === null) return;
  await tx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, userId)).for('no key update');
  const { spent, reserved, limit } = await spendingOf(tx, userId);
  if (limit !== null && spent + reserved + price_cents > limit) fail('spending_limit_reached');
}

/** What is left of the monthly limit after spending and holds, in hundredths; null without a limit. Locks as `assertWithinLimit` does. */
export async function remainingSpending(tx: Context, userId: string): Promise<bigint | null> {
  const [row] = await limitOf(tx.db, { userId });
  if (!row || row.limit === null) return null;
  await tx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, userId)).for('no key update');
  const { spent, reserved, limit } = await spendingOf(tx, userId);
  return limit === null ? null : limit - spent - reserved;
}
