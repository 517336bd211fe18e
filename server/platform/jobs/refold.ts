/** Texts are folded for search as the code of the day does it. What an older version folded is folded again in the background. */
import type { Context } from '../context';
import { job, type JobKinds, type JobRule } from './jobs';

/** Folds in batches until a batch has nothing to do. Answers how many rows were folded. */
export async function refoldAll(ctx: Context, refoldBatch: (ctx: Context) => Promise<number>): Promise<number> {
  let done = 0;
  for (let folded = await refoldBatch(ctx); folded > 0; folded = await refoldBatch(ctx)) done += folded;
  return done;
}

type RefoldName = Extract<keyof JobKinds, `${string}/refold`>;

/** Declares the job that does it every minute; nothing is read but an index when all is up to date. */
export const refoldJob = <N extends RefoldName>(name: N, refold: (ctx: Context) => Promise<number>): JobRule<N> =>
  job({
    name,
    cron: '* * * * *',
    retries: 0,
    retryDelay_s: 0,
    work: async (ctx) => {
      const done = await refold(ctx);
      if (done > 0) ctx.log.info({ job: name, rows: done }, 'search texts were folded again');
    },
  });
