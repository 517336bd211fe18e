/** The embedded engine in its process, the host's side of it, and people who come and go. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '@server/kernel/config';
import type { Config } from '@server/kernel/config';
import { embeddedEngine } from '@server/live/engines/embedded/embedded.engine';
import type { EmbeddedEngine } from '@server/live/engines/embedded/embedded.engine';
import { Refused } from '@server/streaming/embedded/wire';
import { NotLetIn } from '@server/live/engines/conformance';
import type { People, Presence } from '@server/live/engines/conformance';
import type { Credentials, LiveRole } from '@server/streaming/engine';
import { bundled } from '../processes/bundle';
import { freeLivePorts } from '../processes/ports';
import { testClock } from '../host/test-clock';
import type { TestClock } from '../host/test-clock';
import { clipFiles, makeClip } from './clip';
import { engineProcess } from './engine-process';
import { openPeople } from './live-clients';
import type { PeopleProcess, Sent, Somebody } from './live-clients';

export interface LiveScene {
  config: Config;
  engine: EmbeddedEngine;
  clock: TestClock;
  process: PeopleProcess;
  /** Comes in with credentials, as a browser would. Rejects with NotLetIn when the engine or the host says no. */
  enter(credentials: Credentials, role: LiveRole, way?: 'straight' | 'by road', sends?: Sent): Promise<Somebody & { resource: string }>;
  people: People;
  /** The film that publishers send unless told otherwise. */
  film: Sent;
  /** The id of the engine's process. */
  pid(): number;
  /** What the engine's process said. */
  said(): string;
  killEngine(): Promise<void>;
  startEngine(): Promise<void>;
  close(): Promise<void>;
}

const look_ms = 50;

/** A publisher is told nothing of its end by the connection: the engine is asked. */
async function forgotten({ door }: EmbeddedEngine, resource: string): Promise<void> {
  while ((await door.ownerOf(resource).catch(() => null)) !== null) await pause(look_ms, undefined, { ref: false });
}

/** Opens it. `environment` overrides variables of the engine and the host. */
export async function openLive(environment: Record<string, string> = {}): Promise<LiveScene> {
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
  const film: Sent = { files: clipFiles(dataDir) };
  const people = await openPeople(bundled('tests/faults/live-people-process.ts'));
  const enter: LiveScene['enter'] = async ({ token }, role, way, sends = film) => {
    const read = engine.door.readToken(token);
    if (read?.role !== role) throw new NotLetIn('the host refuses the token');
    let resource = '';
    const answered = async (offer: string): Promise<string> => {
      const entered = await engine.door.answerOffer(read, offer).catch((error: unknown) => {
        throw error instanceof Refused ? new NotLetIn(error.message, { cause: error }) : error;
      });
      ({ resource } = entered);
      return entered.answer;
    };
    const somebody = await people.enter(role === 'publisher' ? sends : { watches: 'pictures' }, answered, way);
    return { ...somebody, resource };
  };
  const presence = async (credentials: Credentials, role: LiveRole): Promise<Presence> => {
    const somebody = await enter(credentials, role);
    return {
      ended: Promise.race([somebody.ended, forgotten(engine, somebody.resource)]),
      leave: async () => {
        await engine.door.leave(somebody.resource);
        await somebody.leave();
      },
      ...(role === 'viewer' && { frames: async () => (await somebody.look()).frames }),
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
    said: sfu.said,
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
