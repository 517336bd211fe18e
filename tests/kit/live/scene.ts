/** The embedded engine in a separate process, the host's side of it, and publishers and viewers. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '@server/kernel/config';
import type { Config } from '@server/kernel/config';
import { embeddedEngine } from '@server/live/engines/embedded/embedded.engine';
import type { EmbeddedEngine } from '@server/live/engines/embedded/embedded.engine';
import { RejectedError } from '@sfu/wire';
import { JoinRejected } from '@server/live/engines/conformance';
import type { ParticipantDriver, ParticipantConnection } from '@server/live/engines/conformance';
import type { Credentials, LiveRole } from '@server/live/engines/engine';
import { bundle } from '../processes/bundle';
import { freeLivePorts } from '../processes/ports';
import { testClock } from '../host/test-clock';
import type { TestClock } from '../host/test-clock';
import { clipFiles, makeClip } from './clip';
import { engineProcess } from './engine-process';
import { startLiveClients } from './live-clients';
import type { LiveClientProcess, PublisherMedia, LiveClient } from './live-clients';

export interface EmbeddedEngineTest {
  config: Config;
  engine: EmbeddedEngine;
  clock: TestClock;
  process: LiveClientProcess;
  /** Connects with credentials, as a browser would. Rejects with JoinRejected when the engine or the host rejects them. */
  enter(
    credentials: Credentials,
    role: LiveRole,
    route?: 'direct' | 'relay',
    sends?: PublisherMedia,
  ): Promise<LiveClient & { resource: string }>;
  people: ParticipantDriver;
  /** The film that publishers send by default. */
  film: PublisherMedia;
  /** The process id of the engine. */
  pid(): number;
  /** The output of the engine's process. */
  output(): string;
  killEngine(): Promise<void>;
  startEngine(): Promise<void>;
  close(): Promise<void>;
}

const look_ms = 50;

/** The connection does not notify a publisher of its end: this polls the engine. */
async function resourceGone({ signalling }: EmbeddedEngine, resource: string): Promise<void> {
  while ((await signalling.ownerOf(resource).catch(() => null)) !== null) await pause(look_ms, undefined, { ref: false });
}

/** Opens it. `environment` overrides variables of the engine and the host. */
export async function openEmbeddedEngineTest(environment: Record<string, string> = {}): Promise<EmbeddedEngineTest> {
  const dataDir = await mkdtemp(join(tmpdir(), 'footlight-live-'));
  const variables = {
    APP_SECRET: 'a secret for tests only, long enough',
    DATA_DIR: dataDir,
    ...(await freeLivePorts()),
    LOG_LEVEL: 'error',
    ...environment,
  };
  const config = readConfig(variables);
  const sfu = engineProcess(variables);
  const clock = testClock();
  const addresses = { whip: 'http://host.example/whip', whep: 'http://host.example/whep' };
  const engine = embeddedEngine(config, addresses, clock);
  await makeClip(dataDir, 8);
  const film: PublisherMedia = { files: clipFiles(dataDir) };
  const people = await startLiveClients(bundle('tests/faults/processes/live-people-process.ts'));
  const enter: EmbeddedEngineTest['enter'] = async ({ token }, role, route, sends = film) => {
    const read = engine.signalling.readToken(token);
    if (read?.role !== role) throw new JoinRejected('the host refuses the token');
    let resource = '';
    const answerFor = async (offer: string): Promise<string> => {
      const entered = await engine.signalling.answerOffer(read, offer).catch((error: unknown) => {
        throw error instanceof RejectedError ? new JoinRejected(error.message, { cause: error }) : error;
      });
      ({ resource } = entered);
      return entered.answer;
    };
    const client = await people.enter(role === 'publisher' ? sends : { watches: 'pictures' }, answerFor, route);
    return { ...client, resource };
  };
  const presence = async (credentials: Credentials, role: LiveRole): Promise<ParticipantConnection> => {
    const client = await enter(credentials, role);
    return {
      ended: Promise.race([client.ended, resourceGone(engine, client.resource)]),
      leave: async () => {
        await engine.signalling.leave(client.resource);
        await client.disconnect();
      },
      ...(role === 'viewer' && { frames: async () => (await client.stats()).frames }),
    };
  };

  await sfu.start();
  return {
    config,
    engine,
    clock,
    process: people,
    enter,
    people: {
      publish: (credentials) => presence(credentials, 'publisher'),
      watch: (credentials) => presence(credentials, 'viewer'),
    },
    film,
    pid: sfu.pid,
    output: sfu.output,
    killEngine: sfu.kill,
    startEngine: sfu.start,
    close: async () => {
      await engine.close();
      await people.close();
      await sfu.kill();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
