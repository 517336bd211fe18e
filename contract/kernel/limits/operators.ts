/** Limits of what operators do, and of what is told to them. */
import { day, hour } from '../units';

export const reasonLengthMax = 300;
export const reportTextLengthMax = 1000;
/** What a report keeps of files is kept so long after it was decided. */
export const evidenceKept_s = 180 * day;
/** So much of a reported chat is kept. */
export const evidenceLinesMax = 30;
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
/** What needs a second operator waits so long before the first one may decide alone, where there is no second one. */
export const aloneAfter_s = 3 * day;
export const apiKeysMax = 100;
export const webhooksMax = 20;
export const webhookUrlLengthMax = 1000;
/** A message to another program is tried for so long, and kept for so long. */
export const webhookTried_s = day;
export const webhookKept_s = 30 * day;
/** So much of why a job failed is shown. */
export const jobFailureLengthMax = 300;
/** An archive of somebody's data can be fetched for so long. */
export const exportKept_s = 7 * day;
/** Whoever deletes her account can take that back for so long. */
export const deletionGrace_s = 30 * day;
/** An invitation to the team. */
export const teamInvitation_s = 7 * day;
/** Members and invitations together. */
export const teamMax = 200;
/** Days that the operators' overview counts. */
export const statistics = { daysDefault: 30, daysMax: 366 } as const;
export const promo = { titleLengthMax: 100, descriptionLengthMax: 300, linkLengthMax: 500, orderingMax: 10_000 } as const;
/** The books are checked once a night, from this hour on (UTC). Of each law that broke, so many cases are kept, for so many nights. */
export const bookCheck = { hour_utc: 3, casesMax: 20, nightsKept: 400, nightsShownMax: 60, nightsShown: 14 } as const;
/** What a gateway has not settled for so long is in doubt: by then it was asked many times. */
export const doubtAfter_s = 2 * hour;
