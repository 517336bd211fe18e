/** A worker on a given database and folder: what the fault tests kill in the middle of a video. */
import { readConfig } from '../../../server/kernel/config';
import { sweepWorkspaces } from '../../../server/platform/media/converting/workspace';
import { openContext } from '../../../server/open-context';

const [, , url = ''] = process.argv;
const config = readConfig(process.env);
const { ctx } = await openContext(config, url);
await sweepWorkspaces(config, ctx.clock.now());
await ctx.jobs.work(ctx);
process.send?.('ready');
