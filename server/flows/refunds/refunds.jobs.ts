/** Automatic refunds after a show. They run after the response, and are retried until they succeed. */
import { job } from '../../platform/jobs/jobs';
import { refundEntries } from './entries';
import { refundTickets } from './tickets';

export const refundJobs = [
  job({ name: 'charges/refund-entries', retries: 10, retryDelay_s: 15, work: (ctx, { sessionId }) => refundEntries(ctx, sessionId) }),
  job({ name: 'charges/refund-tickets', retries: 10, retryDelay_s: 15, work: (ctx, payload) => refundTickets(ctx, payload) }),
] as const;
