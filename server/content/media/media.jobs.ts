/** Converting what was uploaded, and sweeping what was never used or never finished. */
import { job } from '@server/platform/jobs/jobs';
import { convertFile, resumeConversions } from '@server/platform/media/converting/converting';
import { sweepUnattached } from '@server/platform/media/files';
import { sweepOwnDisk } from '@server/platform/media/storage/local-disk';
import { fileSettled } from '../../modules/file-settled';

/** Longer than the longest video takes; a worker that dies is noticed much sooner, by the file's lease. */
const expiry_s = 12 * 3600;

export const fileJobs = [
  job({
    name: 'files/sweep',
    cron: '17 * * * *',
    retries: 2,
    retryDelay_s: 60,
    work: async (ctx) => {
      const dropped = await sweepUnattached(ctx);
      if (dropped > 0) ctx.log.info({ dropped }, 'unused files were dropped');
      await sweepOwnDisk(ctx);
    },
  }),
  job({
    name: 'files/convert',
    retries: 3,
    retryDelay_s: 10,
    expiry_s,
    atOnce: 2,
    work: (ctx, { fileId }) => convertFile(ctx, fileId, fileSettled),
  }),
  job({
    name: 'files/resume',
    cron: '* * * * *',
    retries: 0,
    retryDelay_s: 1,
    work: async (ctx) => {
      const resumed = await resumeConversions(ctx);
      if (resumed > 0) ctx.log.info({ resumed }, 'files are converted again whose worker died');
    },
  }),
];
