/** Scheduled jobs for posts. The items module publishes and expires them. */
import { job } from '@server/platform/jobs/jobs';
import { notifyOfScheduledShows } from './planned-shows';
import { sweepPolls } from './polls';

export const feedJobs = [
  job({
    name: 'feeds/sweep-polls',
    cron: '27 * * * *',
    retries: 2,
    retryDelay_s: 60,
    work: async (ctx) => {
      const deleted = await sweepPolls(ctx);
      if (deleted > 0) ctx.log.info({ deleted }, 'deleted polls that no post uses');
    },
  }),
  job({
    name: 'feeds/tell-shows',
    // Also every minute, for times that were set while no job could be enqueued.
    cron: '* * * * *',
    retries: 3,
    retryDelay_s: 5,
    work: (ctx) => notifyOfScheduledShows(ctx),
  }),
];
