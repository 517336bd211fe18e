/** What accounts do by the clock. */
import { job } from '../../jobs/jobs';
import { refoldNames } from '../people/people';
import { sweepAccounts } from './sweep';

export const accountJobs = [
  job({ name: 'accounts/sweep', cron: '*/15 * * * *', retries: 2, retryDelay_s: 60, work: (ctx) => sweepAccounts(ctx) }),
  job({
    name: 'accounts/refold',
    cron: '* * * * *',
    retries: 0,
    retryDelay_s: 0,
    work: async (ctx) => {
      const done = await refoldNames(ctx);
      if (done > 0) ctx.log.info({ names: done }, 'what people are found by was folded anew');
    },
  }),
] as const;
