/** Scheduled jobs of the search. */
import { job } from '../../platform/jobs/jobs';
import { sweepKeywords } from './search';

export const searchJobs = [
  job({ name: 'search/sweep-keywords', cron: '41 4 * * *', retries: 2, retryDelay_s: 60, work: (ctx) => sweepKeywords(ctx) }),
] as const;
