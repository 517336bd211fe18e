/** Creating a performer's profile, and its identity documents. */
import { and, count, eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { centsOf } from '@contract/kernel/values/amounts';
import { documentTypes, type DocumentType } from '@contract/kernel/values/people';
import type { Context } from '../../platform/context';
import { performerDocuments, performers } from '../../platform/db/schema/performers';
import { fail, failAt } from '../../kernel/api-error';
import { attachFile, detachFile } from '../../platform/media/files';
import { notifyOperators } from '../notifications/notify';
import { dayOf, yearsSince } from './age';

/** Initial prices in cents, before the site's limits are applied. */
const initialPrices = { monthly: 999n, yearly: 9999n };
/** Rejects typing errors and years that the database cannot store. */
const ageMax_years = 120;

export interface InitialProfile {
  dateOfBirth?: string | null;
  bio?: string;
  city?: string | null;
  languages?: string[];
}

/** Throws under_age if a person born on that date may not be a performer yet, and invalid_request if the date is implausible. */
export function assertOfAge(ctx: Context, dateOfBirth: string): void {
  const years = yearsSince(dateOfBirth, dayOf(ctx.clock.now()));
  if (years < limits.performerAgeMin_years) failAt('dateOfBirth', 'under_age');
  if (years > ageMax_years) fail('invalid_request', { issues: [{ path: 'dateOfBirth', message: 'Check the year.' }] });
}

/** The site's minimum and maximum subscription price, in cents. */
export function subscriptionPrices(ctx: Context): { min: bigint; max: bigint } {
  const { minimumSubscriptionPrice, maximumSubscriptionPrice } = ctx.settings.values();
  return { min: centsOf(minimumSubscriptionPrice) ?? 0n, max: centsOf(maximumSubscriptionPrice) ?? 0n };
}

/** Creates the profile of a performer's account, in the transaction that creates the account. Rejects with under_age. */
export async function createProfile(ctx: Context, accountId: string, profile: InitialProfile): Promise<void> {
  if (profile.dateOfBirth) assertOfAge(ctx, profile.dateOfBirth);
  const { min, max } = subscriptionPrices(ctx);
  const clampPrice = (price: bigint): bigint => (price < min ? min : price > max ? max : price);
  await ctx.db.insert(performers).values({
    accountId,
    dateOfBirth: profile.dateOfBirth ?? null,
    bio: profile.bio ?? '',
    city: profile.city ?? null,
    languages: profile.languages ?? [],
    freeSubscriptionDays: ctx.settings.values().freeSubscriptionDuration,
    monthlyPriceCents: clampPrice(initialPrices.monthly),
    yearlyPriceCents: clampPrice(initialPrices.yearly),
  });
}

/** Whether the account has a performer's profile. It may be left over from an earlier role. */
export async function hasProfile(ctx: Context, accountId: string): Promise<boolean> {
  return (await ctx.db.$count(performers, eq(performers.accountId, accountId))) > 0;
}

/**
 * Attaches a stored document; call it in a transaction. Once both are present, the application is pending and operators are notified.
 * Returns the id of the replaced file, to be deleted after the transaction. Rejects with already_verified.
 */
export async function attachDocument(ctx: Context, performerId: string, type: DocumentType, fileId: string): Promise<string | null> {
  // The row lock serializes two documents that arrive at the same time.
  const [performer] = await ctx.db
    .select({ verification: performers.verification })
    .from(performers)
    .where(eq(performers.accountId, performerId))
    .for('update');
  if (!performer) return fail('performer_not_found');
  if (performer.verification === 'approved') return fail('already_verified');
  const createdAt = ctx.clock.now();
  const isThisDocument = and(eq(performerDocuments.performerId, performerId), eq(performerDocuments.type, type));
  const [before] = await ctx.db.select({ fileId: performerDocuments.fileId }).from(performerDocuments).where(isThisDocument);
  await ctx.db
    .insert(performerDocuments)
    .values({ performerId, type, fileId, createdAt })
    .onConflictDoUpdate({ target: [performerDocuments.performerId, performerDocuments.type], set: { fileId, createdAt } });
  await attachFile(ctx, fileId, { kind: 'performer', id: performerId });
  if (before) await detachFile(ctx, before.fileId);
  const [present] = await ctx.db.select({ count: count() }).from(performerDocuments).where(eq(performerDocuments.performerId, performerId));
  if (present?.count === documentTypes.length) {
    await ctx.db.update(performers).set({ verification: 'pending', verificationNote: null }).where(eq(performers.accountId, performerId));
    await notifyOperators(ctx, 'papers.decide', {
      type: 'verification',
      actorId: performerId,
      text: performer.verification === 'none' ? 'applied to become a creator.' : 'submitted new documents.',
      link: `/admin/performers/${performerId}`,
      event: `verification:${performerId}:${fileId}`,
    });
  }
  return before?.fileId ?? null;
}
