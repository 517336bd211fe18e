/** A worker on a given database and folder, for fault tests that kill it during its work. */
import { readConfig } from '../../../server/kernel/config';
import { sweepWorkspaces } from '../../../server/platform/media/converting/workspace';
import { openContext } from '../../../server/open-context';

const [, , url = ''] = process.argv;
const config = readConfig(process.env);
const { ctx } = await openContext(config, url);
await sweepWorkspaces(config, ctx.clock.now());
await ctx.jobs.work(ctx);
process.send?.('ready');
