/** What accounts do by the clock. */
import { job } from '../../platform/jobs/jobs';
import { refoldJob } from '../../platform/jobs/refold';
import { refoldNames } from '../../modules/people/people';
import { sweepAccounts } from './sweep';

export const accountJobs = [
  job({ name: 'accounts/sweep', cron: '*/15 * * * *', retries: 2, retryDelay_s: 60, work: (ctx) => sweepAccounts(ctx) }),
  refoldJob('accounts/refold', refoldNames),
] as const;
