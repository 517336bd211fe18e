/**
 * Bounces and complaints from mail servers and mail services, each counted once, and the resulting state of addresses. An
 * undeliverable address only gets essential mails until mail to it proves deliverable again.
 */
import { and, count, eq, gt, inArray, isNotNull, isNull, lte, notExists, or, sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { second_ms } from '@contract/kernel/units';
import type { MailReturnKind } from '@contract/kernel/values/site';
import { inTransaction, type Context } from '../context';
import { accounts } from '../db/schema/accounts';
import { bounceReports, bouncedAddresses } from '../db/schema/site';

/** A report. `key` identifies it; `at` is when its mail was sent or, if unknown, when it was rejected. */
export interface BounceReport {
  key: string;
  address: string;
  kind: MailReturnKind;
  reason: string;
  at: Date;
}

const secondsAgo = (ctx: Context, seconds: number): Date => new Date(ctx.clock.now().getTime() - seconds * second_ms);

/** The locked row of an address: serializes reports about it until the transaction ends. */
async function lockAddress(tx: Context, address: string) {
  const now = tx.clock.now();
  const [row] = await tx.db
    .insert(bouncedAddresses)
    .values({ id: tx.random.id(), address, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({ target: bouncedAddresses.address, set: { address } })
    .returning();
  return row;
}

/** Whether the address has reached the maximum of soft bounces, including the current report. */
async function hasTooManySoftBounces(tx: Context, address: string, provenAt: Date | null): Promise<boolean> {
  const since = secondsAgo(tx, limits.softBounces.within_s);
  const [found] = await tx.db
    .select({ softBounces: count() })
    .from(bounceReports)
    .where(
      and(
        eq(bounceReports.address, address),
        eq(bounceReports.kind, 'soft'),
        gt(bounceReports.createdAt, since),
        provenAt === null ? undefined : gt(bounceReports.at, provenAt),
      ),
    );
  return (found?.softBounces ?? 0) >= limits.softBounces.countMax;
}

/** Stores a report and updates its address. Returns whether it is new; duplicates change nothing. */
export function storeBounceReport(ctx: Context, report: BounceReport): Promise<boolean> {
  const address = report.address.toLowerCase();
  return inTransaction(ctx, async (tx) => {
    const row = await lockAddress(tx, address);
    const now = tx.clock.now();
    const reason = report.reason.replaceAll(/\s+/g, ' ').trim().slice(0, limits.mailReports.reasonLengthMax);
    const inserted = await tx.db
      .insert(bounceReports)
      .values({ ...report, id: tx.random.id(), address, reason, createdAt: now })
      .onConflictDoNothing({ target: bounceReports.key })
      .returning({ id: bounceReports.id });
    if (inserted.length === 0) return false;
    const provenAt = row?.provenAt ?? null;
    const isOutdated = provenAt !== null && report.at <= provenAt;
    const isUndeliverable = row !== undefined && row.undeliverableSince !== null;
    if (report.kind === 'complaint' || isOutdated || isUndeliverable) return true;
    if (report.kind === 'soft' && !(await hasTooManySoftBounces(tx, address, provenAt))) return true;
    await tx.db
      .update(bouncedAddresses)
      .set({ undeliverableSince: now, reason, updatedAt: now })
      .where(eq(bouncedAddresses.address, address));
    return true;
  });
}

/** The first undeliverable address, or null. */
export async function firstUndeliverable(ctx: Context, addresses: readonly (string | null)[]): Promise<string | null> {
  const requested = addresses.flatMap((address) => address?.toLowerCase() ?? []);
  if (requested.length === 0) return null;
  const rows = await ctx.db
    .select({ address: bouncedAddresses.address })
    .from(bouncedAddresses)
    .where(and(inArray(bouncedAddresses.address, requested), isNotNull(bouncedAddresses.undeliverableSince)));
  return requested.find((address) => rows.some((row) => row.address === address)) ?? null;
}

/** Marks an address as deliverable, in the transaction of the event that proved it. */
export async function markDeliverable(ctx: Context, address: string): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db
    .update(bouncedAddresses)
    .set({ undeliverableSince: null, reason: null, provenAt: now, updatedAt: now })
    .where(eq(bouncedAddresses.address, address.toLowerCase()));
}

/** Deletes old reports, and old addresses that are deliverable again or belong to no account. */
export async function sweepBounces(ctx: Context): Promise<void> {
  const cutoff = secondsAgo(ctx, limits.mailReports.retention_s);
  await ctx.db.delete(bounceReports).where(lte(bounceReports.createdAt, cutoff));
  const belongsToNoAccount = [accounts.email, accounts.pendingEmail].map((column) =>
    notExists(
      ctx.db
        .select({ one: sql`1` })
        .from(accounts)
        .where(eq(column, bouncedAddresses.address)),
    ),
  );
  await ctx.db
    .delete(bouncedAddresses)
    .where(and(lte(bouncedAddresses.updatedAt, cutoff), or(isNull(bouncedAddresses.undeliverableSince), and(...belongsToNoAccount))));
}
