/** Sweeps unfinished uploads and work folders from the local disk. Each API process and worker does it on its own machine. */
import type { Context } from '../../context';
import { sweepUploads } from '../uploads';
import { sweepWorkspaces } from '../converting/workspace';

/** The interval of API processes; workers run it as a scheduled job. */
export const sweepOwnDisk_ms = 3_600_000;

/** Sweeps this machine's disk once. */
export async function sweepOwnDisk(ctx: Context): Promise<void> {
  const forgotten = await sweepUploads(ctx);
  if (forgotten > 0) ctx.log.info({ forgotten }, 'unfinished uploads were deleted');
  await sweepWorkspaces(ctx.config, ctx.clock.now());
  await ctx.storage.sweep();
}
