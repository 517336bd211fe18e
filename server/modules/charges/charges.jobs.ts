/** What follows from sales after the answer. */
import { job } from '../../jobs/jobs';
import { refundEntries } from './refund-entries';

export const chargeJobs = [
  job({
    name: 'charges/refund-entries',
    isAwaited: true,
    retries: 10,
    retryDelay_s: 15,
    work: (ctx, { sessionId }) => refundEntries(ctx, sessionId),
  }),
] as const;
