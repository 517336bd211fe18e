/** A profile with private fields, for its owner and for operators. */
import { asc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { AdminPerformer, OwnPerformerProfile } from '@contract/kernel/entities';
import type { Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { files } from '../../platform/db/schema/files';
import { payoutAccounts } from '../../platform/db/schema/money';
import { performerBlockedCountries, performerDocuments, performers } from '../../platform/db/schema/performers';
import { fail } from '../../kernel/api-error';
import { fileResponse } from '../../platform/media/files';
import type { Viewer } from '../../platform/media/links';
import { isConnectedPayoutAccount, payoutMethodColumns, toPayoutMethods } from './payout';
import { profileOf, selectProfiles, type ProfileRow } from './rows';

export type OwnProfile = z.output<typeof OwnPerformerProfile>;
export type ReviewedProfile = z.output<typeof AdminPerformer>;

/** Resolves `me`. Throws not_owner for another id. */
export const resolveOwnId = (actor: { id: string }, id: string): string => (id === 'me' || id === actor.id ? actor.id : fail('not_owner'));

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
  ...payoutMethodColumns,
};

const byPerformer = <R extends { performerId: string }>(rows: R[], id: string): R[] => rows.filter((row) => row.performerId === id);

/** Adds private fields to public rows; three queries in total. */
async function withPrivateFields(ctx: Context, rows: ProfileRow[], viewer: Viewer | null): Promise<ReviewedProfile[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  // Sequential, because a transaction has one connection.
  const privateRows = await ctx.db
    .select(privateColumns)
    .from(performers)
    .innerJoin(accounts, eq(accounts.id, performers.accountId))
    .leftJoin(payoutAccounts, isConnectedPayoutAccount(ctx, performers.accountId))
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
  const privateRowById = new Map(privateRows.map((privateRow) => [privateRow.id, privateRow]));
  return rows.flatMap((row) => {
    const privateRow = privateRowById.get(row.id);
    if (!privateRow) return [];
    const { banking, paypal, isReady, preferred, ...privateFields } = privateRow;
    return {
      ...profileOf(ctx, row, { promotions: [], isFreeSubscriptionUsed: false, subscription: null }, viewer),
      ...privateFields,
      documents: byPerformer(documents, row.id).map(({ type, file }) => ({ type, file: fileResponse(ctx, file, viewer) })),
      blockedCountries: byPerformer(countries, row.id).map(({ code }) => code),
      payoutMethods: toPayoutMethods({ banking, paypal, isReady, preferred }),
      status: row.status,
      updatedAt: row.updatedAt,
    };
  });
}

/** The caller's profile with private fields. Rejects with performer_not_found if the account is not a performer. */
export async function ownProfile(ctx: Context, accountId: string): Promise<OwnProfile> {
  const rows = await selectProfiles(ctx, null).where(eq(performers.accountId, accountId));
  const [profile] = await withPrivateFields(ctx, rows, { id: accountId, rights: [] });
  return profile ?? fail('performer_not_found');
}

/** Performers in any state, for operators. Unknown ids are left out. Document URLs are included only for the given operator. */
export async function reviewedProfiles(ctx: Context, ids: string[], operator: Viewer | null): Promise<Map<string, ReviewedProfile>> {
  const rows = await selectProfiles(ctx, null).where(inArray(performers.accountId, ids));
  const profiles = await withPrivateFields(ctx, rows, operator);
  return new Map(profiles.map((profile) => [profile._id, profile]));
}
