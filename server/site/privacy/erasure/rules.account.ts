/** Erasure rules: the account itself, and its credentials. */
import { or } from 'drizzle-orm';
import * as t from '../../../platform/db/schema/schema';
import { searchable } from '../../../platform/words/searchable';
import { deletedAccountName } from '../../../people/people/rows';
import { mentionsEmail, mentionsId, type ErasureRule } from './rule';

/** The account's own row is emptied last: the other rules find the account by it. */
export const accountRules: readonly ErasureRule[] = [
  { table: t.sessions, deletedRows: mentionsId(t.sessions.accountId) },
  { table: t.knownDevices, deletedRows: mentionsId(t.knownDevices.accountId) },
  { table: t.identities, deletedRows: mentionsId(t.identities.accountId) },
  { table: t.mailedLinks, deletedRows: mentionsId(t.mailedLinks.accountId) },
  { table: t.formerAddresses, deletedRows: mentionsId(t.formerAddresses.accountId) },
  { table: t.userBlocks, deletedRows: mentionsId(t.userBlocks.blockerId, t.userBlocks.targetId) },
  { table: t.passkeys, deletedRows: mentionsId(t.passkeys.accountId) },
  { table: t.passkeyChallenges, deletedRows: mentionsId(t.passkeyChallenges.accountId) },
  { table: t.secondFactors, deletedRows: mentionsId(t.secondFactors.accountId) },
  { table: t.recoveryCodes, deletedRows: mentionsId(t.recoveryCodes.accountId) },
  { table: t.signInTickets, deletedRows: mentionsId(t.signInTickets.accountId) },
  { table: t.trustedDevices, deletedRows: mentionsId(t.trustedDevices.accountId) },
  { table: t.apiKeys, deletedRows: mentionsId(t.apiKeys.accountId) },
  { table: t.dataExports, deletedRows: mentionsId(t.dataExports.accountId) },
  { table: t.addresses, deletedRows: mentionsId(t.addresses.accountId) },
  { table: t.idempotencyKeys, deletedRows: mentionsId(t.idempotencyKeys.accountId) },
  { table: t.notificationPreferences, deletedRows: mentionsId(t.notificationPreferences.accountId) },
  { table: t.pushDevices, deletedRows: mentionsId(t.pushDevices.accountId) },
  { table: t.openSockets, deletedRows: mentionsId(t.openSockets.accountId) },
  { table: t.uploads, deletedRows: mentionsId(t.uploads.ownerId) },
  { table: t.teamMembers, deletedRows: mentionsId(t.teamMembers.accountId) },
  // Delegations and invitations in both directions: neither side keeps a deleted account.
  {
    table: t.performerHelpers,
    deletedRows: (subject) =>
      or(
        mentionsId(t.performerHelpers.performerId, t.performerHelpers.accountId)(subject),
        mentionsEmail(t.performerHelpers.email)(subject),
      ),
  },
  {
    table: t.delegateActions,
    deletedRows: mentionsId(t.delegateActions.performerId),
    emptied: [{ where: mentionsId(t.delegateActions.helperId), set: { helperId: null } }],
    keepReasons: { endpoint: 'The act of a delegate, which the performer keeps.', targetId: "The performer's object that it was about." },
  },
  {
    table: t.teamInvitations,
    deletedRows: mentionsEmail(t.teamInvitations.email),
    keepReasons: {
      email: "An invited person's address.",
      bundle: "An invited person's rights.",
      rights: "An invited person's rights.",
      tokenHash: 'A digest.',
    },
  },
  { table: t.performerDocuments, deletedRows: mentionsId(t.performerDocuments.performerId) },
  { table: t.performerBlockedCountries, deletedRows: mentionsId(t.performerBlockedCountries.performerId) },
  { table: t.performerViews, deletedRows: mentionsId(t.performerViews.performerId) },
  { table: t.closedPerformers, deletedRows: mentionsId(t.closedPerformers.performerId) },
  { table: t.performerListings, deletedRows: mentionsId(t.performerListings.performerId) },
  {
    table: t.performers,
    emptied: [
      {
        where: mentionsId(t.performers.accountId),
        set: {
          ...{ bio: '', languages: [], city: null, state: null, zipCode: null, address: null, dateOfBirth: null },
          ...{ height: null, weight: null, bodyType: null, ethnicity: null, size: null, hair: null, eyes: null, sexualOrientation: null },
          ...{ verification: 'none', verificationNote: null, verifiedAt: null, decidedAt: null, isFeatured: false },
          ...{ messageAudience: 'everyone', privateEnabled: false, welcomeVideoId: null, activateWelcomeVideo: false },
          ...{ payoutPreferred: null, bankingSealed: null, bankingShown: null, paypalSealed: null, paypalShown: null },
        },
      },
    ],
  },
  {
    table: t.accounts,
    emptied: [
      {
        where: mentionsId(t.accounts.id),
        set: {
          ...{
            username: null,
            email: null,
            pendingEmail: null,
            emailVerifiedAt: null,
            name: deletedAccountName,
            nameKey: searchable(deletedAccountName),
            firstName: null,
            lastName: null,
          },
          ...{ phone: null, gender: null, country: null, locale: null, passwordHash: null, twoFactorAt: null },
          ...{ suspendedReason: null, suspendedAt: null, avatarId: null, coverId: null, lastSeenAt: null, isOnline: false },
          ...{ monthlySpendingLimitCents: null, confirmTipAboveCents: null, deletesAt: null },
        },
      },
    ],
    keepReasons: { role: 'The ledger needs the role of the account.', status: 'The state: deleted.' },
  },
];
