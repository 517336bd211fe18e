/** What is left on the disk of one machine by uploads and work that never ended: each host and worker removes it from its own. */
import type { Context } from '../../context';
import { sweepUploads } from '../uploads';
import { sweepWorkspaces } from '../converting/workspace';

/** How often a host looks; a worker does by the clock of its jobs. */
export const sweepOwnDisk_ms = 3_600_000;

/** Sweeps this machine's disk once. */
export async function sweepOwnDisk(ctx: Context): Promise<void> {
  const forgotten = await sweepUploads(ctx);
  if (forgotten > 0) ctx.log.info({ forgotten }, 'uploads that were never finished were dropped');
  await sweepWorkspaces(ctx.config, ctx.clock.now());
  await ctx.storage.sweep();
}
