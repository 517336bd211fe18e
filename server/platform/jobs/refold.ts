/** Refolding: search texts that an older version of the code folded (normalized) are folded again in the background. */
import type { Context } from '../context';
import { job, type JobKinds, type JobRule } from './jobs';

/** Folds in batches until a batch is empty. Returns the number of folded rows. */
export async function refoldAll(ctx: Context, refoldBatch: (ctx: Context) => Promise<number>): Promise<number> {
  let done = 0;
  for (let folded = await refoldBatch(ctx); folded > 0; folded = await refoldBatch(ctx)) done += folded;
  return done;
}

type RefoldName = Extract<keyof JobKinds, `${string}/refold`>;

/** Declares a job that refolds every minute. If everything is up to date, it only reads an index. */
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
