/** What posts do by the clock; when they appear and leave is the items' own. */
import { job } from '@server/platform/jobs/jobs';
import { tellOfPlannedShows } from './planned-shows';
import { sweepPolls } from './polls';

export const feedJobs = [
  job({
    name: 'feeds/sweep-polls',
    cron: '27 * * * *',
    retries: 2,
    retryDelay_s: 60,
    work: async (ctx) => {
      const dropped = await sweepPolls(ctx);
      if (dropped > 0) ctx.log.info({ dropped }, 'polls that no post took were dropped');
    },
  }),
  job({
    name: 'feeds/tell-shows',
    // Also by itself each minute: a time that was set while no job could be written is kept all the same.
    cron: '* * * * *',
    retries: 3,
    retryDelay_s: 5,
    work: (ctx) => tellOfPlannedShows(ctx),
  }),
];
