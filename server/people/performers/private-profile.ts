/** A profile with its private part, for the performer herself and for operators. */
import { asc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { AdminPerformer, OwnPerformerProfile } from '@contract/kernel/entities';
import type { Context } from '../../platform/context';
import {
  accounts,
  files,
  payoutAccounts,
  performerBlockedCountries,
  performerDocuments,
  performers,
} from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import { fileAnswer } from '../../platform/media/files';
import type { Viewer } from '../../platform/media/links';
import { connectedTo, methodColumns, methodsOf } from './payout';
import { profileOf, selectProfiles, type ProfileRow } from './rows';

export type OwnProfile = z.output<typeof OwnPerformerProfile>;
export type ReviewedProfile = z.output<typeof AdminPerformer>;

const privateColumns = {
  id: performers.accountId,
  email: accounts.email,
  phone: accounts.phone,
  dateOfBirth: performers.dateOfBirth,
  address: performers.address,
  state: performers.state,
  zipCode: performers.zipCode,
  verification: performers.verification,
  verificationNote: performers.verificationNote,
  clearingDays: performers.clearingDays,
  ...methodColumns,
};

const byPerformer = <R extends { performerId: string }>(rows: R[], id: string): R[] => rows.filter((row) => row.performerId === id);

/** Adds the private parts to public rows: three queries, however many rows. */
async function withPrivateParts(ctx: Context, rows: ProfileRow[], viewer: Viewer | null): Promise<ReviewedProfile[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  // One after the other: inside a transaction there is one connection.
  const parts = await ctx.db
    .select(privateColumns)
    .from(performers)
    .innerJoin(accounts, eq(accounts.id, performers.accountId))
    .leftJoin(payoutAccounts, connectedTo(ctx, performers.accountId))
    .where(inArray(performers.accountId, ids));
  const documents = await ctx.db
    .select({ performerId: performerDocuments.performerId, type: performerDocuments.type, file: files })
    .from(performerDocuments)
    .innerJoin(files, eq(files.id, performerDocuments.fileId))
    .where(inArray(performerDocuments.performerId, ids))
    .orderBy(asc(performerDocuments.createdAt));
  const countries = await ctx.db
    .select()
    .from(performerBlockedCountries)
    .where(inArray(performerBlockedCountries.performerId, ids))
    .orderBy(asc(performerBlockedCountries.code));
  const partOf = new Map(parts.map((part) => [part.id, part]));
  return rows.flatMap((row) => {
    const part = partOf.get(row.id);
    if (!part) return [];
    const { banking, paypal, isReady, preferred, ...shown } = part;
    return {
      ...profileOf(ctx, row, { promotions: [], isFreeSubscriptionUsed: false, subscription: null }, viewer),
      ...shown,
      documents: byPerformer(documents, row.id).map(({ type, file }) => ({ type, file: fileAnswer(ctx, file, viewer) })),
      blockedCountries: byPerformer(countries, row.id).map(({ code }) => code),
      payoutMethods: methodsOf({ banking, paypal, isReady, preferred }),
      status: row.status,
      updatedAt: row.updatedAt,
    };
  });
}

/** The own profile with its private part. Refuses with performer_not_found when the account is no performer's. */
export async function ownProfile(ctx: Context, accountId: string): Promise<OwnProfile> {
  const rows = await selectProfiles(ctx, null).where(eq(performers.accountId, accountId));
  const [profile] = await withPrivateParts(ctx, rows, { id: accountId, rights: [] });
  return profile ?? fail('performer_not_found');
}

/**
 * Performers as operators see them, whatever their state; who does not exist is left out. Addresses of documents are there
 * only for the operator named.
 */
export async function reviewedProfiles(ctx: Context, ids: string[], operator: Viewer | null): Promise<Map<string, ReviewedProfile>> {
  const rows = await selectProfiles(ctx, null).where(inArray(performers.accountId, ids));
  const profiles = await withPrivateParts(ctx, rows, operator);
  return new Map(profiles.map((profile) => [profile._id, profile]));
}
