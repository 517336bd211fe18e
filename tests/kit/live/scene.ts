/** The embedded engine in a separate process, the API server's client of it, and publishers and viewers. */
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
  clientProcess: LiveClientProcess;
  /** Connects with credentials, as a browser would. Rejects with JoinRejected when the engine or the API server rejects them. */
  join(
    credentials: Credentials,
    role: LiveRole,
    route?: 'direct' | 'relay',
    media?: PublisherMedia,
  ): Promise<LiveClient & { resource: string }>;
  /** Publishes and watches for the conformance tests of engines. */
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

const poll_ms = 50;

/** Polls the engine, because a connection does not notify its publisher when it has ended. */
async function waitUntilGone({ signalling }: EmbeddedEngine, resource: string): Promise<void> {
  while ((await signalling.ownerOf(resource).catch(() => null)) !== null) await pause(poll_ms, undefined, { ref: false });
}

/** Opens it. `environment` overrides variables of the engine and the API server. */
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
  const clientProcess = await startLiveClients(bundle('tests/faults/processes/live-people-process.ts'));
  const joinRoom: EmbeddedEngineTest['join'] = async ({ token }, role, route, media = film) => {
    const claims = engine.signalling.readToken(token);
    if (claims?.role !== role) throw new JoinRejected('the API server rejects the token');
    let resource = '';
    const answerFor = async (offer: string): Promise<string> => {
      const joined = await engine.signalling.answerOffer(claims, offer).catch((error: unknown) => {
        throw error instanceof RejectedError ? new JoinRejected(error.message, { cause: error }) : error;
      });
      ({ resource } = joined);
      return joined.answer;
    };
    const client = await clientProcess.join(role === 'publisher' ? media : { watches: 'frames' }, answerFor, route);
    return { ...client, resource };
  };
  const participate = async (credentials: Credentials, role: LiveRole): Promise<ParticipantConnection> => {
    const client = await joinRoom(credentials, role);
    return {
      ended: Promise.race([client.ended, waitUntilGone(engine, client.resource)]),
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
    clientProcess,
    join: joinRoom,
    people: {
      publish: (credentials) => participate(credentials, 'publisher'),
      watch: (credentials) => participate(credentials, 'viewer'),
    },
    film,
    pid: sfu.pid,
    output: sfu.output,
    killEngine: sfu.kill,
    startEngine: sfu.start,
    close: async () => {
      await engine.close();
      await clientProcess.close();
      await sfu.kill();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
