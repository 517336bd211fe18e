/**
 * A process that only reconciles one private show with both participants connected, on a clock that jumps, until the fault test of
 * private shows kills it.
 */
import { realClock } from '../../../server/kernel/random';
import { readConfig } from '../../../server/kernel/config';
import { makeLogger } from '../../../server/kernel/log';
import { reconcilePrivateShows } from '../../../server/live/private-shows/reconcile';
import { openContext } from '../../../server/open-context';
import { engineWithViewer } from '../../kit/live/engine-with-viewer';

const [, , url = '', fanId = '', from = ''] = process.argv;
const step_ms = 25_000;

let now_ms = Number(from);
const clock = { ...realClock, now: () => new Date(now_ms) };
const { ctx } = await openContext(readConfig(process.env), url, { log: makeLogger('silent'), clock, streaming: engineWithViewer(fanId) });

for (;;) {
  await reconcilePrivateShows(ctx);
  process.send?.(now_ms);
  now_ms += step_ms;
}
