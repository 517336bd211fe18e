/** Jobs: collect the bounce mailbox, and unsubscribe recipients who complained. */
import { job } from '../../platform/jobs/jobs';
import { collectBounceMailbox, unsubscribeAddress } from './bounces';

export const bounceJobs = [
  job({
    name: 'bounces/collect',
    cron: '*/5 * * * *',
    retries: 0,
    retryDelay_s: 0,
    expiry_s: 280,
    work: (ctx) => collectBounceMailbox(ctx),
  }),
  job({ name: 'bounces/unsubscribe', retries: 8, retryDelay_s: 10, work: (ctx, { email }) => unsubscribeAddress(ctx, email) }),
] as const;
