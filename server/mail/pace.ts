/** How many mails one worker hands over side by side. */

/** Transactional mails: links, receipts, order updates. */
export const awaitedAtOnce = 4;
/** Digests: many are due at the same hour, so they have their own queue. */
export const bulkAtOnce = 2;
/** Connections to the mail server: one for each of these, and two for `sendAtOnce`. */
export const atOnceMax = awaitedAtOnce + bulkAtOnce + 2;
