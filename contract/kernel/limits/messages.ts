/** Limits of messages, lists of fans and notifications. */
import { day, minute } from '../units';

export const messagePriceMin = 1;
export const messagePriceMax = 1000;
export const messageTextLengthMax = 2000;
export const messageFilesMax = 6;
/** The highest sequence number of a message in a conversation: the maximum of the column. */
export const messageSeqMax = 2_147_483_647;
/** Messages that a conversation opens with, and that each step of scrolling up loads. */
export const messagesPage = 25;
/** How long after sending a message its text can be edited. */
export const messageEdit_s = 5 * minute;
/** Length of an emoji in UTF-16 units: the longest sequences of Unicode have 23. */
export const emojiLengthMax = 32;
/** Emoji that one person can add to one message. */
export const messageReactionsMax = 10;
export const clientKeyLengthMax = 64;
/** Length of the excerpt of the last message in the list of conversations, and of a quoted message. */
export const lastTextLengthMax = 80;
/** A client reports typing at most this often. Without a report for `typingEnds_ms` the person counts as having stopped. */
export const typingEvery_ms = 3000;
export const typingEnds_ms = 6000;
/** People whose presence one screen may watch. */
export const watchedMax = 100;
export const listsMax = 50;
export const listFansMax = 1000;
export const fanNoteLengthMax = 2000;
/** Recipients of a mass message that one transaction handles. */
export const massMessageBatch = 200;
/** Notifications that are unseen after this long are mailed. */
export const unseenMailDelay_s = 5 * minute;
export const notificationRetention_s = 90 * day;
/** How long operators can see sent mails. */
export const mailRetention_s = 90 * day;
/** Bounce and complaint reports: size of a request, reports in it, and how long each is stored. */
export const mailReports = { body_bytes: 256 * 1024, eventsMax: 500, reasonLengthMax: 300, retention_s: 90 * day } as const;
/** Mails per day that are still sent to an address that bounces: only those needed for access to the account or its security. */
export const undeliverableTriesMax = 3;
/** An address with this many soft bounces within this time receives no more mail. */
export const softBounces = { countMax: 5, within_s: 14 * day } as const;
export const unsubscribeTokenLengthMax = 200;
export const pushDevicesMax = 10;
export const pushEndpointLengthMax = 1000;
export const presenceGrace_ms = 30_000;
