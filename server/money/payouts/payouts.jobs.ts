/** Scheduled jobs of payouts. */
import { job } from '../../platform/jobs/jobs';
import { reconcilePayouts } from './pay';

export const payoutJobs = [
  job({ name: 'payouts/settle', cron: '* * * * *', retries: 0, retryDelay_s: 0, work: (ctx) => reconcilePayouts(ctx) }),
] as const;
