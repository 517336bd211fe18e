/** What pages of performers do by the clock. */
import { job } from '../../jobs/jobs';
import { sweepViews } from './sweep';

export const performerJobs = [
  job({ name: 'performers/sweep-views', cron: '7 * * * *', retries: 2, retryDelay_s: 60, work: (ctx) => sweepViews(ctx) }),
] as const;
