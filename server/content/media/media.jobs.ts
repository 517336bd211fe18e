/** Converting uploads, and deleting unused and unfinished ones. */
import { job } from '@server/platform/jobs/jobs';
import { convertFile, resumeConversions } from '@server/platform/media/converting/converting';
import { sweepUnattached } from '@server/platform/media/files';
import { sweepOwnDisk } from '@server/platform/media/storage/local-disk';

/** Longer than the longest video takes. A dead worker is detected much sooner, by the lease of the file. */
const expiry_s = 12 * 3600;

export const fileJobs = [
  job({
    name: 'files/sweep',
    cron: '17 * * * *',
    retries: 2,
    retryDelay_s: 60,
    work: async (ctx) => {
      const dropped = await sweepUnattached(ctx);
      if (dropped > 0) ctx.log.info({ dropped }, 'deleted unused files');
      await sweepOwnDisk(ctx);
    },
  }),
  job({
    name: 'files/convert',
    retries: 3,
    retryDelay_s: 10,
    expiry_s,
    concurrency: 2,
    work: (ctx, { fileId }) => convertFile(ctx, fileId, ctx.hooks.fileHandlers),
  }),
  job({
    name: 'files/resume',
    cron: '* * * * *',
    retries: 0,
    retryDelay_s: 1,
    work: async (ctx) => {
      const resumed = await resumeConversions(ctx);
      if (resumed > 0) ctx.log.info({ resumed }, 'restarted conversions whose worker died');
    },
  }),
];
