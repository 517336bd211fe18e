/** What is done with messages in the background. */
import { job } from '../../jobs/jobs';
import { refoldMessages } from './words';

export const messageJobs = [
  job({
    name: 'messages/refold',
    cron: '* * * * *',
    retries: 0,
    retryDelay_s: 0,
    work: async (ctx) => {
      const done = await refoldMessages(ctx);
      if (done > 0) ctx.log.info({ messages: done }, 'what messages are found by was folded anew');
    },
  }),
] as const;
