/** What is published at a time, and what ends at one. */
import { job } from '@server/jobs/jobs';
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
  job({
    name: 'items/refold',
    cron: '* * * * *',
    retries: 0,
    retryDelay_s: 0,
    work: async (ctx) => {
      const done = await refold(ctx);
      if (done > 0) ctx.log.info({ items: done }, 'what items are found by was folded anew');
    },
  }),
];
