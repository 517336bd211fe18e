/** What posts do by the clock; when they appear and leave is the items' own. */
import { job } from '@server/jobs/jobs';
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
];
