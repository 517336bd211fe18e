/** Scheduled jobs of performers. */
import { job } from '../../platform/jobs/jobs';
import { dropOldDocuments } from './retention';
import { sweepViews } from './sweep';

export const performerJobs = [
  job({ name: 'performers/sweep-views', cron: '7 * * * *', retries: 2, retryDelay_s: 60, work: (ctx) => sweepViews(ctx) }),
  job({ name: 'performers/drop-documents', cron: '23 3 * * *', retries: 2, retryDelay_s: 600, work: dropOldDocuments }),
] as const;
