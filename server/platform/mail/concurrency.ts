/** Concurrency of mail delivery per worker. */

/** Transactional mails: links, receipts, order updates. */
export const transactionalConcurrency = 4;
/** Digests. They have their own queue, because many are due at the same hour. */
export const bulkConcurrency = 2;
/** Connections to the mail server: one for each of the above, and two for `sendImmediately`. */
export const smtpConnectionsMax = transactionalConcurrency + bulkConcurrency + 2;
