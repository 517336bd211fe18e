/** Of an erasure: the account itself, and what opens it. */
import { or } from 'drizzle-orm';
import * as t from '../../../platform/db/schema/schema';
import { searchable } from '../../../platform/words/searchable';
import { leftName } from '../../people/people';
import { addressed, names, type Rule } from './rule';

/** The account's own row is emptied last: what she is found by stands there. */
export const account: readonly Rule[] = [
  { table: t.sessions, goes: names(t.sessions.accountId) },
  { table: t.knownDevices, goes: names(t.knownDevices.accountId) },
  { table: t.identities, goes: names(t.identities.accountId) },
  { table: t.mailedLinks, goes: names(t.mailedLinks.accountId) },
  { table: t.formerAddresses, goes: names(t.formerAddresses.accountId) },
  { table: t.userBlocks, goes: names(t.userBlocks.blockerId, t.userBlocks.targetId) },
  { table: t.passkeys, goes: names(t.passkeys.accountId) },
  { table: t.passkeyChallenges, goes: names(t.passkeyChallenges.accountId) },
  { table: t.secondFactors, goes: names(t.secondFactors.accountId) },
  { table: t.recoveryCodes, goes: names(t.recoveryCodes.accountId) },
  { table: t.signInTickets, goes: names(t.signInTickets.accountId) },
  { table: t.trustedDevices, goes: names(t.trustedDevices.accountId) },
  { table: t.apiKeys, goes: names(t.apiKeys.accountId) },
  { table: t.dataExports, goes: names(t.dataExports.accountId) },
  { table: t.addresses, goes: names(t.addresses.accountId) },
  { table: t.idempotencyKeys, goes: names(t.idempotencyKeys.accountId) },
  { table: t.notificationPreferences, goes: names(t.notificationPreferences.accountId) },
  { table: t.pushDevices, goes: names(t.pushDevices.accountId) },
  { table: t.openSockets, goes: names(t.openSockets.accountId) },
  { table: t.uploads, goes: names(t.uploads.ownerId) },
  { table: t.teamMembers, goes: names(t.teamMembers.accountId) },
  // Whom she helped, who helps her, and who wanted her to: neither side is left with one that is gone.
  {
    table: t.performerHelpers,
    goes: (her) => or(names(t.performerHelpers.performerId, t.performerHelpers.accountId)(her), addressed(t.performerHelpers.email)(her)),
  },
  {
    table: t.helperActs,
    goes: names(t.helperActs.performerId),
    emptied: [{ where: names(t.helperActs.helperId), set: { helperId: null } }],
    stays: { endpoint: 'What was done for another, who keeps that somebody did.', targetId: 'On what of the other it was.' },
  },
  {
    table: t.teamInvitations,
    goes: addressed(t.teamInvitations.email),
    stays: {
      email: 'Whom she invited is another.',
      bundle: 'What another may do.',
      rights: 'What another may do.',
      tokenHash: 'A digest.',
    },
  },
  { table: t.performerDocuments, goes: names(t.performerDocuments.performerId) },
  { table: t.performerBlockedCountries, goes: names(t.performerBlockedCountries.performerId) },
  { table: t.performerViews, goes: names(t.performerViews.performerId) },
  { table: t.closedPerformers, goes: names(t.closedPerformers.performerId) },
  { table: t.performerListings, goes: names(t.performerListings.performerId) },
  {
    table: t.performers,
    emptied: [
      {
        where: names(t.performers.accountId),
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
        where: names(t.accounts.id),
        set: {
          ...{
            username: null,
            email: null,
            pendingEmail: null,
            emailVerifiedAt: null,
            name: leftName,
            nameKey: searchable(leftName),
            firstName: null,
            lastName: null,
          },
          ...{ phone: null, gender: null, country: null, locale: null, passwordHash: null, twoFactorAt: null },
          ...{ suspendedReason: null, suspendedAt: null, avatarId: null, coverId: null, lastSeenAt: null, isOnline: false },
          ...{ monthlySpendingLimitCents: null, confirmTipAboveCents: null, deletesAt: null },
        },
      },
    ],
    stays: { role: 'The books need to know on which side she stood.', status: 'That she is gone.' },
  },
];
