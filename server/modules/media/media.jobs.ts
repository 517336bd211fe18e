/** Files that were uploaded and never used go after a day. */
import { sweepUnattached } from '@server/media/files';
import { job } from '@server/jobs/jobs';

export const fileJobs = [
  job({
    name: 'files/sweep',
    cron: '17 * * * *',
    retries: 2,
    retryDelay_s: 60,
    work: async (ctx) => {
      const dropped = await sweepUnattached(ctx);
      if (dropped > 0) ctx.log.info({ dropped }, 'unused files were dropped');
    },
  }),
];
