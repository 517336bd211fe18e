/** What follows from sales after the answer. */
import { job } from '../../platform/jobs/jobs';
import { settleNow } from './debt';
import { refundEntries } from '../../flows/refunds/entries';

export const chargeJobs = [
  job({
    name: 'charges/refund-entries',
    isAwaited: true,
    retries: 10,
    retryDelay_s: 15,
    work: (ctx, { sessionId }) => refundEntries(ctx, sessionId),
  }),
  job({
    name: 'charges/settle-debt',
    isAwaited: true,
    retries: 10,
    retryDelay_s: 15,
    work: (ctx, { userId, cause, key }) => settleNow(ctx, userId, { cause, key }),
  }),
] as const;
