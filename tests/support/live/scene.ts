/** The embedded engine in its process, the host's side of it, and people who come and go. */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '@server/config';
import type { Config } from '@server/config';
import { embeddedEngine } from '@server/streaming/embedded/embedded.engine';
import type { EmbeddedEngine } from '@server/streaming/embedded/embedded.engine';
import { Refused } from '@server/streaming/embedded/wire';
import { NotLetIn } from '@server/streaming/conformance';
import type { People, Presence } from '@server/streaming/conformance';
import type { Credentials, LiveRole } from '@server/streaming/engine';
import { bundled } from '../bundled';
import { testClock } from '../test-clock';
import type { TestClock } from '../test-clock';
import { clipFiles, makeClip } from './clip';
import { openPeople } from './people';
import type { PeopleProcess, Sent, Somebody } from './people';

const local = '127.0.0.1';

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

async function freePorts(): Promise<{ tcp: number; udp: number }> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, local, done));
  const tcp = (probe.address() as AddressInfo).port;
  await new Promise((done) => probe.close(done));
  const socket = createSocket('udp4');
  await new Promise<void>((done) => socket.bind(0, local, done));
  const udp = socket.address().port;
  await new Promise<void>((done) => socket.close(done));
  return { tcp, udp };
}

const look_ms = 50;

/** A publisher is told nothing of its end by the connection: the engine is asked. */
async function forgotten({ door }: EmbeddedEngine, resource: string): Promise<void> {
  while (await door.trickle(resource).catch(() => false)) await pause(look_ms, undefined, { ref: false });
}

/** Opens it. `environment` overrides variables of the engine and the host. */
export async function openLive(environment: Record<string, string> = {}): Promise<LiveScene> {
  const dataDir = await mkdtemp(join(tmpdir(), 'footlight-live-'));
  const ports = await freePorts();
  const variables = {
    APP_SECRET: 'a secret for tests only, long enough',
    DATA_DIR: dataDir,
    LIVE_PORT: String(ports.tcp),
    LIVE_UDP_PORT: String(ports.udp),
    LIVE_PUBLIC_IP: local,
    LOG_LEVEL: 'error',
    ...environment,
  };
  const config = readConfig(variables);
  const program = bundled('server/streaming/embedded/live.ts');
  const clock = testClock();
  const addresses = { whip: 'http://host.example/whip', whep: 'http://host.example/whep' };
  const engine = embeddedEngine(config, addresses, clock);
  await makeClip(dataDir, 8);
  const film: Sent = { files: clipFiles(dataDir) };
  const people = await openPeople(bundled('tests/faults/live-people-process.ts'));
  let child: ChildProcess | null = null;
  let gone: Promise<unknown> = Promise.resolve();
  let said = '';

  const startEngine = async (): Promise<void> => {
    const started = fork(program, [], { env: { PATH: process.env['PATH'], NODE_ENV: 'test', ...variables }, execArgv: [], silent: true });
    child = started;
    gone = new Promise((resolve) => started.once('close', resolve));
    for (const stream of [started.stdout, started.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await Promise.race([
      new Promise((resolve) => started.once('message', resolve)),
      gone.then(() => {
        throw new Error(`the engine did not start: ${said}`);
      }),
    ]);
  };
  const killEngine = async (): Promise<void> => {
    child?.kill('SIGKILL');
    await gone;
  };
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

  await startEngine();
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
    pid: () => child?.pid ?? 0,
    said: () => said,
    killEngine,
    startEngine,
    close: async () => {
      await engine.close();
      await people.close();
      await killEngine();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
