/** What payouts do by the clock. */
import { job } from '../../platform/jobs/jobs';
import { settlePayoutsInDoubt } from '../../modules/payouts/pay';

export const payoutJobs = [
  job({ name: 'payouts/settle', cron: '* * * * *', retries: 0, retryDelay_s: 0, work: (ctx) => settlePayoutsInDoubt(ctx) }),
] as const;
