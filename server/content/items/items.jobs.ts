/** Scheduled publication and expiry of items. */
import { job } from '@server/platform/jobs/jobs';
import { refoldJob } from '@server/platform/jobs/refold';
import { syncDueListings } from './listing';
import { recomputeSearchTexts } from './recompute-search-texts';

export const itemJobs = [
  job({
    name: 'items/relist',
    // Also every minute, for times that were set while no job could be enqueued.
    cron: '* * * * *',
    retries: 3,
    retryDelay_s: 5,
    work: async (ctx) => {
      await syncDueListings(ctx);
    },
  }),
  refoldJob('items/refold', recomputeSearchTexts),
];
