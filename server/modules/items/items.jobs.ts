/** What is published at a time, and what ends at one. */
import { job } from '@server/jobs/jobs';
import { refoldJob } from '@server/jobs/refolding';
import { relistDue } from './listing';
import { refold } from './refold';

export const itemJobs = [
  job({
    name: 'items/relist',
    // Also by itself each minute: a time that was set while no job could be written is kept all the same.
    cron: '* * * * *',
    retries: 3,
    retryDelay_s: 5,
    work: async (ctx) => {
      await relistDue(ctx);
    },
  }),
  refoldJob('items/refold', refold),
];
