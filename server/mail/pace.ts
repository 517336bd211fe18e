/** How many mails one worker hands over side by side. */

/** Mails that somebody waits for: links, receipts, what became of an order. */
export const awaitedAtOnce = 4;
/** Digests, which are many at the same hour: they have their own queue, so that nothing waits behind them. */
export const bulkAtOnce = 2;
/** Connections to the mail server: one for each, and some for those who wait for the answer themselves. */
export const atOnceMax = awaitedAtOnce + bulkAtOnce + 2;
