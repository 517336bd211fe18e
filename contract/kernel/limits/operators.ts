/** Limits of the console, of data exports and deletions, and of integrations. */
import { day, hour } from '../units';

export const reasonLengthMax = 300;
export const reportTextLengthMax = 1000;
/** How long the files attached to a report as evidence are stored after its decision. */
export const evidenceRetention_s = 180 * day;
/** Messages of a reported chat that are stored as evidence. */
export const evidenceMessagesMax = 30;
export const settingKeysMax = 50;
export const menusMax = 60;
export const wordFilter = { wordsMax: 500, lengthMax: 60 } as const;
export const menu = { titleLengthMax: 60, pathLengthMax: 500, helpLengthMax: 200 } as const;
export const sitePage = {
  slugLengthMax: 100,
  titleLengthMax: 150,
  descriptionLengthMax: 300,
  contentLengthMax: 100_000,
  orderingMax: 10_000,
} as const;
export const operatorNoteLengthMax = 2000;
export const appeal = { lengthMin: 20, lengthMax: 2000 } as const;
/** After this delay, the only operator of a site can make a decision that otherwise requires two. */
export const soloDecisionAfter_s = 3 * day;
export const apiKeysMax = 100;
export const webhooksMax = 20;
export const webhookUrlLengthMax = 1000;
/** How long the delivery of an event is retried. */
export const webhookRetryPeriod_s = day;
/** How long deliveries are stored. */
export const webhookRetention_s = 30 * day;
/** The maximum length of a failed job's error, as shown. */
export const jobFailureLengthMax = 300;
/** How long a data export can be downloaded. */
export const exportRetention_s = 7 * day;
/** How long a requested account deletion can be canceled. */
export const deletionGrace_s = 30 * day;
/** Lifetime of an invitation to the team. */
export const teamInvitationLifetime_s = 7 * day;
/** Members and invitations together. */
export const teamMax = 200;
/** Days that the operators' statistics cover. */
export const statistics = { daysDefault: 30, daysMax: 366 } as const;
export const promo = { titleLengthMax: 100, descriptionLengthMax: 300, linkLengthMax: 500, orderingMax: 10_000 } as const;
/**
 * The ledger is checked every night, from this hour on (UTC). `violationsMax` violations of each invariant are stored, for `nightsKept`
 * nights.
 */
export const ledgerCheck = { hour_utc: 3, violationsMax: 20, nightsKept: 400, nightsShownMax: 60, nightsShownDefault: 14 } as const;
/** A payment that the gateway has not settled by then violates an invariant: it has been polled many times. */
export const unsettledAfter_s = 2 * hour;
