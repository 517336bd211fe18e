/** The embedded live engine under load: clients of WHIP and WHEP in processes of their own and pages of a browser, over loopback. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { HealthBody, controlLabel } from '../../server/streaming/embedded/wire';
import { deriveKey } from '../../server/kernel/derive-key';
import { bundled } from '../kit/processes/bundle';
import { eventually } from '../kit/timing/eventually';
import { openPeople } from '../kit/live/live-clients';
import type { As, PeopleProcess, Somebody } from '../kit/live/live-clients';
import { openLive } from '../kit/live/scene';
import type { LiveScene } from '../kit/live/scene';
import { glassToGlass } from './live/glass-to-glass';
import type { Row } from './rows';

const bits_per_s = 500_000;
const lateJoiners = 20;
const crowd = 400;
/** A second, of one stream. */
const picturePackets = 60;
const arrivedMin = 0.97;
const crowdProcesses = 2;
const joiningAtOnce = 5;
const cut_ms = 10_000;
const settle_ms = 3_000;
const measured_ms = 10_000;
const patience_ms = 30_000;
const now = (): number => performance.timeOrigin + performance.now();
const quantile = (figures: number[], share: number): number =>
  [...figures].sort((a, b) => a - b)[Math.ceil(figures.length * share) - 1] ?? Infinity;
const p95 = (figures: number[]): number => quantile(figures, 0.95);
const ms = (figure: number): string => `${figure.toFixed(0)} ms`;

async function enter(scene: LiveScene, people: PeopleProcess, room: string, as: As, way?: 'by road'): Promise<Somebody> {
  const role = 'watches' in as ? 'viewer' : 'publisher';
  return people.enter(
    as,
    async (offer) => {
      const { token } = await scene.engine.credentials({ room, identity: randomUUID(), role, ttl_s: 600 });
      const read = scene.engine.door.readToken(token);
      if (!read) throw new Error('the token is worthless');
      return (await scene.engine.door.answerOffer(read, offer)).answer;
    },
    way,
  );
}

const moves = (viewer: Somebody, from: number): Promise<void> =>
  eventually(async () => {
    if ((await viewer.look()).frames <= from) throw new Error('the picture stands still');
  }, patience_ms);

async function firstFrames(scene: LiveScene): Promise<Row> {
  const room = randomUUID();
  await enter(scene, scene.process, room, { bits_per_s });
  const times: number[] = [];
  for (let joined = 0; joined < lateJoiners; joined += 1) {
    const begun = now();
    const viewer = await enter(scene, scene.process, room, { watches: 'pictures' });
    await moves(viewer, 0);
    times.push(((await viewer.look()).firstFrameAt_ms ?? Infinity) - begun);
  }
  const [worst, middle] = [p95(times), times.sort((a, b) => a - b)[lateJoiners / 2] ?? Infinity];
  return {
    what: `live: first frame of ${String(lateJoiners)} late joiners`,
    measured: `p95 ${ms(worst)}`,
    reach: 'p95 < 700 ms',
    holds: worst < 700,
    reference: `middle ${ms(middle)}, from before the offer is made`,
  };
}

async function resumeAfterReturn(scene: LiveScene): Promise<Row> {
  const room = randomUUID();
  const first = await enter(scene, scene.process, room, { bits_per_s });
  const viewer = await enter(scene, scene.process, room, { watches: 'pictures' });
  await moves(viewer, 20);
  await viewer.forget();
  await first.leave();
  await enter(scene, scene.process, room, { bits_per_s });
  await moves(viewer, (await viewer.look()).frames + 5);
  const still = (await viewer.look()).freeze_ms;
  return {
    what: 'live: picture stands still when the publisher comes anew',
    measured: ms(still),
    reach: '< 2000 ms',
    holds: still < 2_000,
    reference: 'same connection of the viewer; no page to load',
  };
}

async function resumeAfterCut(scene: LiveScene): Promise<Row> {
  const room = randomUUID();
  const publisher = await enter(scene, scene.process, room, { bits_per_s }, 'by road');
  const viewer = await enter(scene, scene.process, room, { watches: 'pictures' });
  await moves(viewer, 20);
  await publisher.lose(1);
  await pause(cut_ms);
  const { frames } = await viewer.look();
  const mended = now();
  await publisher.lose(0);
  await moves(viewer, frames);
  const took = now() - mended;
  return {
    what: `live: picture moves again after ${String(cut_ms / 1000)} s of cut network of the publisher`,
    measured: ms(took),
    reach: '< 2000 ms',
    holds: took < 2_000,
    reference: 'same connections',
  };
}

async function health(scene: LiveScene): Promise<{ cpu_ms: number; connections: number }> {
  const { url } = scene.config.live;
  const authorization = `Bearer ${deriveKey(scene.config.appSecret, controlLabel).toString('hex')}`;
  return HealthBody.parse(await (await fetch(`${url}/health`, { headers: { authorization } })).json());
}

async function underLoad(scene: LiveScene): Promise<Row[]> {
  const room = randomUUID();
  await enter(scene, scene.process, room, { bits_per_s });
  const program = bundled('tests/faults/live-people-process.ts');
  const processes = await Promise.all(Array.from({ length: crowdProcesses }, () => openPeople(program)));
  try {
    const viewers: Somebody[] = [];
    while (viewers.length < crowd) {
      const next = Array.from({ length: joiningAtOnce }, (_none, index) => processes[index % crowdProcesses]);
      viewers.push(...(await Promise.all(next.flatMap((one) => (one ? [enter(scene, one, room, { watches: 'packets' })] : [])))));
    }
    await pause(settle_ms);
    await Promise.all(viewers.map((viewer) => viewer.forget()));
    const [before, begun] = [await health(scene), performance.now()];
    const packetsBefore = (await Promise.all(viewers.map((viewer) => viewer.look()))).reduce((sum, { packets }) => sum + packets, 0);
    await pause(measured_ms);
    const [after, took_ms] = [await health(scene), performance.now() - begun];
    const looks = await Promise.all(viewers.map((viewer) => viewer.look()));
    const perSecond = (looks.reduce((sum, { packets }) => sum + packets, 0) - packetsBefore) / (took_ms / 1000);
    const share = (after.cpu_ms - before.cpu_ms) / took_ms;
    const delay = p95(looks.flatMap(({ delay_p95_ms }) => delay_p95_ms ?? []));
    // What does not arrive costs nothing: without this a starved machine would look fast.
    const arrived = perSecond / (crowd * picturePackets);
    const reference = `${(arrived * 100).toFixed(0)} % of the packets arrived, ${((share * 1e6) / perSecond).toFixed(1)} µs for each that did`;
    return [
      {
        what: `live: processor time of the engine with ${String(crowd)} viewers of 500 kbit/s`,
        measured: `${(share * 100).toFixed(0)} % of a core`,
        reach: '< 50 % of a core',
        holds: share < 0.5 && arrived > arrivedMin,
        reference,
      },
      {
        what: `live: forwarding to ${String(crowd)} viewers, from sending to arriving`,
        measured: `p95 ${ms(delay)}`,
        reach: 'p95 < 100 ms',
        holds: delay < 100 && arrived > arrivedMin,
        reference: 'the clients run beside it on the same machine',
      },
    ];
  } finally {
    await Promise.all(processes.map((one) => one.close()));
  }
}

async function betweenBrowsers(scene: LiveScene): Promise<Row> {
  const delays = await glassToGlass(scene);
  return {
    what: 'live: glass to glass, between two pages of a browser',
    measured: `p50 ${ms(quantile(delays, 0.5))}, p95 ${ms(p95(delays))}`,
    reach: 'p95 < 100 ms',
    holds: p95(delays) < 100,
    reference: `${String(delays.length)} pictures, their time read from their pixels`,
  };
}

/** Measures it; every figure is given to `measured` at once. */
export async function liveFigures(measured: (figure: Row) => void): Promise<void> {
  const scene = await openLive();
  try {
    measured(await firstFrames(scene));
    measured(await resumeAfterReturn(scene));
    measured(await resumeAfterCut(scene));
    measured(await betweenBrowsers(scene));
  } finally {
    await scene.close();
  }
  const loaded = await openLive();
  try {
    for (const figure of await underLoad(loaded)) measured(figure);
  } finally {
    await loaded.close();
  }
}
