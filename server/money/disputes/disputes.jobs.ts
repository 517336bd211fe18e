/** Scheduled jobs of disputes. */
import { job } from '../../platform/jobs/jobs';
import { settleAnswers } from './answer';
import { remindOfDeadlines } from './reminders';

export const disputeJobs = [
  job({ name: 'disputes/settle', cron: '* * * * *', retries: 0, retryDelay_s: 0, work: (ctx) => settleAnswers(ctx) }),
  job({ name: 'disputes/remind', cron: '*/10 * * * *', retries: 0, retryDelay_s: 0, work: (ctx) => remindOfDeadlines(ctx) }),
] as const;
