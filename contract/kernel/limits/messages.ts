/** Limits of messages, lists of fans and notices. */
import { day, minute } from '../units';

export const messagePriceMin = 1;
export const messagePriceMax = 1000;
export const messageTextLengthMax = 2000;
export const messageFilesMax = 6;
/** The highest place that a message of a conversation can have: what the column holds. */
export const messageSeqMax = 2_147_483_647;
/** Messages that a conversation opens with, and that are read at once on the way up. */
export const messagesPage = 25;
export const clientKeyLengthMax = 64;
/** So much of the last message stands in the list of conversations, and of one that is answered. */
export const lastTextLengthMax = 80;
/** Somebody who types says so this often at most, and is taken to have stopped after so long without a word. */
export const typingEvery_ms = 3000;
export const typingEnds_ms = 6000;
/** People whose presence one screen may watch. */
export const watchedMax = 100;
export const listsMax = 50;
export const listFansMax = 1000;
export const fanNoteLengthMax = 2000;
/** Fans who get a message to many in one transaction. */
export const massAtOnce = 200;
/** What was not seen by then is mailed. */
export const notificationMail_s = 5 * minute;
export const notificationsKept_s = 90 * day;
/** Operators see for so long what was mailed. */
export const mailsKept_s = 90 * day;
export const unsubscribeTokenLengthMax = 200;
export const pushDevicesMax = 10;
export const pushEndpointLengthMax = 1000;
export const presenceGrace_ms = 30_000;
