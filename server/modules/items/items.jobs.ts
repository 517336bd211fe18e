/** What is published at a time, and what ends at one. */
import { job } from '@server/platform/jobs/jobs';
import { refoldJob } from '@server/platform/jobs/refold';
import { relistDue } from '../../content/items/listing';
import { refold } from '../../content/items/recompute-search-texts';

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
