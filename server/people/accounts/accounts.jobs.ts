/** Scheduled jobs of accounts. */
import { job } from '../../platform/jobs/jobs';
import { refoldJob } from '../../platform/jobs/refold';
import { refoldNames } from '../people/name-search';
import { sweepAccounts } from './sweep';

export const accountJobs = [
  job({ name: 'accounts/sweep', cron: '*/15 * * * *', retries: 2, retryDelay_s: 60, work: (ctx) => sweepAccounts(ctx) }),
  refoldJob('accounts/refold', refoldNames),
] as const;
