/** The embedded live engine under load: WHIP and WHEP clients in separate processes and pages of a browser, over loopback. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { HealthBody } from '@sfu/wire';
import { controlKey } from '../../../server/live/engines/embedded/control-key';
import { bundle } from '../../kit/processes/bundle';
import { eventually } from '../../kit/timing/eventually';
import { startLiveClients } from '../../kit/live/live-clients';
import type { ClientRole, LiveClientProcess, LiveClient } from '../../kit/live/live-clients';
import { openEmbeddedEngineTest } from '../../kit/live/scene';
import type { EmbeddedEngineTest } from '../../kit/live/scene';
import { glassToGlass } from './glass-to-glass';
import type { Row } from '../tools/rows';

const bits_per_s = 500_000;
const lateJoiners = 20;
const viewerCount = 400;
/** Per second, of one stream. */
const videoPackets_perSecond = 60;
const arrivedShare_min = 0.97;
const crowdProcesses = 2;
const concurrentJoins = 5;
const outage_ms = 10_000;
const settle_ms = 3_000;
const measured_ms = 10_000;
const now = (): number => performance.timeOrigin + performance.now();
const quantile = (figures: number[], share: number): number =>
  [...figures].sort((a, b) => a - b)[Math.ceil(figures.length * share) - 1] ?? Infinity;
const p95 = (figures: number[]): number => quantile(figures, 0.95);
const ms = (figure: number): string => `${figure.toFixed(0)} ms`;

async function connectClient(
  scene: EmbeddedEngineTest,
  clients: LiveClientProcess,
  room: string,
  clientRole: ClientRole,
  route?: 'relay',
): Promise<LiveClient> {
  const role = 'watches' in clientRole ? 'viewer' : 'publisher';
  return clients.join(
    clientRole,
    async (offer) => {
      const { token } = await scene.engine.credentials({ room, identity: randomUUID(), role, ttl_s: 600 });
      const claims = scene.engine.signalling.readToken(token);
      if (!claims) throw new Error('the token is invalid');
      return (await scene.engine.signalling.answerOffer(claims, offer)).answer;
    },
    route,
  );
}

const waitForFrame = (viewer: LiveClient, frameCount: number): Promise<void> =>
  eventually(async () => {
    if ((await viewer.stats()).frames <= frameCount) throw new Error('the video is frozen');
  });

async function measureFirstFrames(scene: EmbeddedEngineTest): Promise<Row> {
  const room = randomUUID();
  await connectClient(scene, scene.clientProcess, room, { bits_per_s });
  const times: number[] = [];
  for (let joined = 0; joined < lateJoiners; joined += 1) {
    const start_ms = now();
    const viewer = await connectClient(scene, scene.clientProcess, room, { watches: 'frames' });
    await waitForFrame(viewer, 0);
    times.push(((await viewer.stats()).firstFrameAt_ms ?? Infinity) - start_ms);
  }
  const [worst, median] = [p95(times), times.sort((a, b) => a - b)[lateJoiners / 2] ?? Infinity];
  return {
    what: `live: first frame of ${String(lateJoiners)} late joiners`,
    measured: `p95 ${ms(worst)}`,
    target: 'p95 < 700 ms',
    isReached: worst < 700,
    reference: `median ${ms(median)}, measured from before the offer is created`,
  };
}

async function measureReconnect(scene: EmbeddedEngineTest): Promise<Row> {
  const room = randomUUID();
  const firstPublisher = await connectClient(scene, scene.clientProcess, room, { bits_per_s });
  const viewer = await connectClient(scene, scene.clientProcess, room, { watches: 'frames' });
  await waitForFrame(viewer, 20);
  await viewer.resetStats();
  await firstPublisher.disconnect();
  await connectClient(scene, scene.clientProcess, room, { bits_per_s });
  await waitForFrame(viewer, (await viewer.stats()).frames + 5);
  const freeze_ms = (await viewer.stats()).freeze_ms;
  return {
    what: 'live: freeze of the video when the publisher reconnects',
    measured: ms(freeze_ms),
    target: '< 2000 ms',
    isReached: freeze_ms < 2_000,
    reference: 'same connection of the viewer, without a reload',
  };
}

async function measureNetworkLoss(scene: EmbeddedEngineTest): Promise<Row> {
  const room = randomUUID();
  const publisher = await connectClient(scene, scene.clientProcess, room, { bits_per_s }, 'relay');
  const viewer = await connectClient(scene, scene.clientProcess, room, { watches: 'frames' });
  await waitForFrame(viewer, 20);
  await publisher.dropPackets(1);
  await pause(outage_ms);
  const { frames } = await viewer.stats();
  const recovered_ms = now();
  await publisher.dropPackets(0);
  await waitForFrame(viewer, frames);
  const resume_ms = now() - recovered_ms;
  return {
    what: `live: video resumes after ${String(outage_ms / 1000)} s without the publisher's network`,
    measured: ms(resume_ms),
    target: '< 2000 ms',
    isReached: resume_ms < 2_000,
    reference: 'same connections',
  };
}

async function health(scene: EmbeddedEngineTest): Promise<{ cpu_ms: number; connections: number }> {
  const { url } = scene.config.live;
  const authorization = `Bearer ${controlKey(scene.config)}`;
  return HealthBody.parse(await (await fetch(`${url}/health`, { headers: { authorization } })).json());
}

async function measureUnderLoad(scene: EmbeddedEngineTest): Promise<Row[]> {
  const room = randomUUID();
  await connectClient(scene, scene.clientProcess, room, { bits_per_s });
  const program = bundle('tests/faults/processes/live-people-process.ts');
  const processes = await Promise.all(Array.from({ length: crowdProcesses }, () => startLiveClients(program)));
  try {
    const viewers: LiveClient[] = [];
    while (viewers.length < viewerCount) {
      const nextProcesses = Array.from({ length: concurrentJoins }, (_none, index) => processes[index % crowdProcesses]);
      viewers.push(
        ...(await Promise.all(
          nextProcesses.flatMap((process) => (process ? [connectClient(scene, process, room, { watches: 'packets' })] : [])),
        )),
      );
    }
    await pause(settle_ms);
    await Promise.all(viewers.map((viewer) => viewer.resetStats()));
    const [before, start_ms] = [await health(scene), performance.now()];
    const packetsBefore = (await Promise.all(viewers.map((viewer) => viewer.stats()))).reduce((sum, { packets }) => sum + packets, 0);
    await pause(measured_ms);
    const [after, took_ms] = [await health(scene), performance.now() - start_ms];
    const stats = await Promise.all(viewers.map((viewer) => viewer.stats()));
    const perSecond = (stats.reduce((sum, { packets }) => sum + packets, 0) - packetsBefore) / (took_ms / 1000);
    const cpuShare = (after.cpu_ms - before.cpu_ms) / took_ms;
    const delay_ms = p95(stats.flatMap(({ delay_p95_ms }) => delay_p95_ms ?? []));
    // Packets that do not arrive cost nothing: without this check a starved machine would look fast.
    const arrivedShare = perSecond / (viewerCount * videoPackets_perSecond);
    const reference = `${(arrivedShare * 100).toFixed(0)} % of the packets arrived, ${((cpuShare * 1e6) / perSecond).toFixed(1)} µs per arrived packet`;
    return [
      {
        what: `live: processor time of the engine with ${String(viewerCount)} viewers of 500 kbit/s`,
        measured: `${(cpuShare * 100).toFixed(0)} % of a core`,
        target: '< 50 % of a core',
        isReached: cpuShare < 0.5 && arrivedShare > arrivedShare_min,
        reference,
      },
      {
        what: `live: forwarding to ${String(viewerCount)} viewers, from sending to arriving`,
        measured: `p95 ${ms(delay_ms)}`,
        target: 'p95 < 100 ms',
        isReached: delay_ms < 100 && arrivedShare > arrivedShare_min,
        reference: 'the clients run on the same machine',
      },
    ];
  } finally {
    await Promise.all(processes.map((process) => process.close()));
  }
}

async function measureGlassToGlass(scene: EmbeddedEngineTest): Promise<Row> {
  const delays = await glassToGlass(scene);
  return {
    what: 'live: glass to glass, between two pages of a browser',
    measured: `p50 ${ms(quantile(delays, 0.5))}, p95 ${ms(p95(delays))}`,
    target: 'p95 < 100 ms',
    isReached: p95(delays) < 100,
    reference: `${String(delays.length)} frames, their time read from the pixels`,
  };
}

/** Measures the engine; passes each figure to `report` when it is known. */
export async function liveFigures(report: (figure: Row) => void): Promise<void> {
  const scene = await openEmbeddedEngineTest();
  try {
    report(await measureFirstFrames(scene));
    report(await measureReconnect(scene));
    report(await measureNetworkLoss(scene));
    report(await measureGlassToGlass(scene));
  } finally {
    await scene.close();
  }
  const loadTest = await openEmbeddedEngineTest();
  try {
    for (const figure of await measureUnderLoad(loadTest)) report(figure);
  } finally {
    await loadTest.close();
  }
}
