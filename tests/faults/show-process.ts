/** A host that does nothing but tend one private show, in which both are, on a clock that leaps, until it is killed: what the fault test of private shows starts. */
import { realClock } from '../../server/kernel/random';
import { readConfig } from '../../server/kernel/config';
import { makeLogger } from '../../server/kernel/log';
import { tendPrivateShows } from '../../server/live/private-shows/private-shows';
import { openContext } from '../../server/open-context';
import { alwaysTogether } from '../support/together';

const [, , url = '', fanId = '', from = ''] = process.argv;
const leap_ms = 25_000;

let now_ms = Number(from);
const clock = { ...realClock, now: () => new Date(now_ms) };
const { ctx } = await openContext(readConfig(process.env), url, { log: makeLogger('silent'), clock, streaming: alwaysTogether(fanId) });

for (;;) {
  await tendPrivateShows(ctx);
  process.send?.(now_ms);
  now_ms += leap_ms;
}
