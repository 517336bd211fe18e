/** How a performer's profile begins, and the papers that prove who she is. */
import { and, count, eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { centsOf, documentTypes, type DocumentType } from '@contract/values';
import type { Context } from '../../platform/context';
import { performerDocuments, performers } from '../../platform/db/schema/schema';
import { fail, failAt } from '../../kernel/api-error';
import { attachFile, detachFile } from '../../platform/media/files';
import { notifyOperators } from '../notifications/notifications';
import { dayOf, yearsSince } from './age';

/** Prices of a page that has not set its own, in hundredths, before the site's limits. */
const firstPrices = { monthly: 999n, yearly: 9999n };
/** Nobody is older: a slip of the pen, or a year that the database cannot store. */
const ageMax_years = 120;

export interface FirstProfile {
  dateOfBirth?: string | null;
  bio?: string;
  city?: string | null;
  languages?: string[];
}

/** Refuses with under_age when somebody born on that day may not be a performer yet, or with invalid_request when nobody can be born then. */
export function assertOfAge(ctx: Context, dateOfBirth: string): void {
  const years = yearsSince(dateOfBirth, dayOf(ctx.clock.now()));
  if (years < limits.performerAgeMin_years) failAt('dateOfBirth', 'under_age');
  if (years > ageMax_years) fail('invalid_request', { issues: [{ path: 'dateOfBirth', message: 'Check the year.' }] });
}

/** The site's lowest and highest subscription price, in hundredths. */
export function subscriptionPrices(ctx: Context): { min: bigint; max: bigint } {
  const { minimumSubscriptionPrice, maximumSubscriptionPrice } = ctx.settings.values();
  return { min: centsOf(minimumSubscriptionPrice) ?? 0n, max: centsOf(maximumSubscriptionPrice) ?? 0n };
}

/** Makes the profile of a new performer's account, in the transaction that makes the account. Refuses with under_age. */
export async function createProfile(ctx: Context, accountId: string, first: FirstProfile): Promise<void> {
  if (first.dateOfBirth) assertOfAge(ctx, first.dateOfBirth);
  const { min, max } = subscriptionPrices(ctx);
  const within = (price: bigint): bigint => (price < min ? min : price > max ? max : price);
  await ctx.db.insert(performers).values({
    accountId,
    dateOfBirth: first.dateOfBirth ?? null,
    bio: first.bio ?? '',
    city: first.city ?? null,
    languages: first.languages ?? [],
    freeSubscriptionDays: ctx.settings.values().freeSubscriptionDuration,
    monthlyPriceCents: within(firstPrices.monthly),
    yearlyPriceCents: within(firstPrices.yearly),
  });
}

/** Whether the account has a performer's profile, as it may from earlier even when it is no performer's now. */
export async function hasProfile(ctx: Context, accountId: string): Promise<boolean> {
  return (await ctx.db.$count(performers, eq(performers.accountId, accountId))) > 0;
}

/**
 * Puts a stored document in its place; call it in a transaction. With both present the application waits for an operator, and all
 * of them are told. Answers the id of the file that it replaced, to be removed after the transaction. Refuses with already_verified.
 */
export async function attachDocument(ctx: Context, performerId: string, type: DocumentType, fileId: string): Promise<string | null> {
  // The row's lock makes two papers that arrive at once see each other.
  const [performer] = await ctx.db
    .select({ verification: performers.verification })
    .from(performers)
    .where(eq(performers.accountId, performerId))
    .for('update');
  if (!performer) return fail('performer_not_found');
  if (performer.verification === 'approved') return fail('already_verified');
  const createdAt = ctx.clock.now();
  const place = and(eq(performerDocuments.performerId, performerId), eq(performerDocuments.type, type));
  const [before] = await ctx.db.select({ fileId: performerDocuments.fileId }).from(performerDocuments).where(place);
  await ctx.db
    .insert(performerDocuments)
    .values({ performerId, type, fileId, createdAt })
    .onConflictDoUpdate({ target: [performerDocuments.performerId, performerDocuments.type], set: { fileId, createdAt } });
  await attachFile(ctx, fileId, `performer:${performerId}`);
  if (before) await detachFile(ctx, before.fileId);
  const [present] = await ctx.db.select({ count: count() }).from(performerDocuments).where(eq(performerDocuments.performerId, performerId));
  if (present?.count === documentTypes.length) {
    await ctx.db.update(performers).set({ verification: 'pending', verificationNote: null }).where(eq(performers.accountId, performerId));
    await notifyOperators(ctx, 'papers.decide', {
      type: 'verification',
      actorId: performerId,
      text: performer.verification === 'none' ? 'wants to be a performer.' : 'handed in new documents.',
      link: `/admin/performers/${performerId}`,
      event: `verification:${performerId}:${fileId}`,
    });
  }
  return before?.fileId ?? null;
}
