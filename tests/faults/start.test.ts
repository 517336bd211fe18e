/** What a start survives: the embedded database under kills, second starts, closed folders, and a wrong environment. */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, readConfig } from '@server/kernel/config';
import { runningServer, placesBelow, stopServer } from '@server/platform/db/engine/cluster';
import { LockHeld, takeLock } from '@server/platform/db/engine/lock';
import pg from 'pg';
import { eventually } from '../kit/timing/eventually';

interface Started {
  child: ChildProcess;
  url: string;
  warnings: string[];
}

const children = new Set<ChildProcess>();
let folder: string;

/** mkdtemp makes it with mode 700: as root the database's own user may not walk into it. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'footlight-faults-'));
});

afterEach(async () => {
  for (const child of children) await ended(child, 'SIGKILL');
  children.clear();
  const left = runningServer(placesBelow(folder).cluster);
  if (left) await stopServer(left.pid);
  rmSync(folder, { recursive: true, force: true });
});

function launch(way: 'open' | 'attach'): ChildProcess {
  const child = fork('tests/faults/processes/engine-process.ts', [way, folder], { execArgv: ['--import', 'tsx'], silent: true });
  children.add(child);
  return child;
}

async function started(way: 'open' | 'attach' = 'open'): Promise<Started> {
  const child = launch(way);
  const warnings: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    child.on('message', (message: { url?: string; warning?: string }) => {
      if (message.warning !== undefined) warnings.push(message.warning);
      if (message.url !== undefined) resolve(message.url);
    });
    child.once('exit', (code) => {
      reject(new Error(`ended with ${String(code)}: ${String(child.stderr?.read() ?? '')}`));
    });
  });
  return { child, url, warnings };
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await gone;
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

const write = (url: string): Promise<unknown> => query(url, 'create table kept (word text); insert into kept values ($$here$$)');
const read = (url: string): Promise<Record<string, unknown>[]> => query(url, 'select word from kept');

describe('the embedded database', () => {
  it('lives in a folder that only its owner may enter, and keeps its data from one start to the next', async () => {
    const first = await started();
    await write(first.url);
    await ended(first.child, 'SIGTERM');
    expect(runningServer(placesBelow(folder).cluster)).toBeNull();

    const second = await started();
    expect(await read(second.url)).toEqual([{ word: 'here' }]);
    expect(second.warnings).toEqual([]);
  });

  it('refuses a second start on the same data in one sentence that names the process', async () => {
    const first = await started();
    const second = launch('open');
    let said = '';
    second.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const code = await new Promise((resolve) => second.once('close', resolve));
    expect(code).toBe(1);
    expect(said).toBe(
      `Footlight already runs on the data in ${folder} (process ${String(first.child.pid)}). Stop that one first, or give this one a DATA_DIR of its own.`,
    );
    expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('is all there after its owner was killed, and the server left behind is stopped first', async () => {
    const first = await started();
    await write(first.url);
    await ended(first.child, 'SIGKILL');
    expect(runningServer(placesBelow(folder).cluster)).not.toBeNull();

    const second = await started();
    expect(second.warnings).toEqual([expect.stringContaining('left behind')]);
    expect(await read(second.url)).toEqual([{ word: 'here' }]);
  });

  it('comes back on the same address with all that was committed when its server is killed', async () => {
    const { url } = await started();
    await write(url);
    const server = runningServer(placesBelow(folder).cluster);
    process.kill(server?.pid ?? 0, 'SIGKILL');
    await eventually(async () => {
      expect(await read(url)).toEqual([{ word: 'here' }]);
    });
  });

  it('starts although the mark of a server that is gone names a process that somebody else has now', async () => {
    const first = await started();
    await write(first.url);
    const { cluster } = placesBelow(folder);
    const server = runningServer(cluster);
    const mark = readFileSync(join(cluster, 'postmaster.pid'), 'utf8');
    await ended(first.child, 'SIGKILL');
    await stopServer(server?.pid ?? 0);
    writeFileSync(join(cluster, 'postmaster.pid'), mark.replace(/^\d+/, String(process.pid)));

    const second = await started();
    expect(await read(second.url)).toEqual([{ word: 'here' }]);
  });

  it('lets another command work beside its owner, and outlives that command', async () => {
    const owner = await started();
    await write(owner.url);
    const beside = await started('attach');
    expect(beside.url).toBe(owner.url);
    await ended(beside.child, 'SIGTERM');
    expect(await read(owner.url)).toEqual([{ word: 'here' }]);
  });
});

describe('a lock', () => {
  it('is refused while its holder lives, and taken over from a process whose id was given to another since', () => {
    const file = join(folder, 'lock');
    const release = takeLock(file);
    expect(() => takeLock(file)).toThrow(LockHeld);
    release();

    writeFileSync(file, `${process.pid} a time long ago\n`);
    takeLock(file)();
  });
});

describe('a wrong environment', () => {
  it('is refused as a list that names every wrong variable', () => {
    const wrong = {
      PORT: 'door',
      SITE_URL: 'example.com',
      GOOGLE_CLIENT_ID: 'half',
      LOG_LEVEL: 'loud',
      NOT_OURS: 'kept out',
      RATE_LIMIT_FACTOR: '0',
      LIVE_PUBLIC_IP: '203.0.113.7, at home',
      LIVE_BITRATE_KBPS: '5',
      TURN_URLS: 'turn:turn.example.com',
    };
    const refused = ((): ConfigError | null => {
      try {
        readConfig(wrong);
        return null;
      } catch (error) {
        return error instanceof ConfigError ? error : null;
      }
    })();
    expect(refused?.problems.map(({ variable }) => variable).sort()).toEqual([
      'APP_SECRET',
      'GOOGLE_CLIENT_SECRET',
      'LIVE_BITRATE_KBPS',
      'LIVE_PUBLIC_IP',
      'LOG_LEVEL',
      'PORT',
      'RATE_LIMIT_FACTOR',
      'SITE_URL',
      'TURN_SECRET',
    ]);
    expect(refused?.message).toContain('PORT=3000');
  });

  const reasons = (given: Record<string, string>): string[] => {
    try {
      readConfig({ APP_SECRET: 'a secret for tests only, long enough', ...given });
      return [];
    } catch (error) {
      return error instanceof ConfigError ? error.problems.map(({ variable, reason }) => `${variable} ${reason}`) : [String(error)];
    }
  };

  it.each(['PORT', 'API_PORT', 'LIVE_PORT', 'LIVE_UDP_PORT'])('has no port 0: %s', (variable) => {
    expect(reasons({ [variable]: '0' })).toEqual([`${variable} is not a port (1 to 65535)`]);
  });

  it('has no addresses without encryption for the browsers of a site with it', () => {
    const site = { SITE_URL: 'https://example.com', API_URL: 'https://api.example.com' };
    const keys = { LIVEKIT_API_KEY: 'APIexample', LIVEKIT_API_SECRET: 'a-long-secret' };
    expect(reasons({ ...site, API_URL: 'http://api.example.com' })).toEqual([
      'API_URL must begin with https:// because SITE_URL is an https address',
    ]);
    expect(reasons({ ...site, ...keys, LIVEKIT_URL: 'ws://live.example.com' })).toEqual([
      'LIVEKIT_URL must begin with wss:// because SITE_URL is an https address',
    ]);
    expect(reasons({ ...site, ...keys, LIVEKIT_URL: 'wss://live.example.com' })).toEqual([]);
    expect(reasons({ SITE_URL: 'https://localhost:3000', API_URL: 'http://localhost:8080' })).toEqual([]);
  });

  it('has no paths that lead nowhere', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const none = join(folder, 'none');
    expect(reasons({ DATA_DIR: file, LOCALES_DIR: none, FFMPEG_PATH: none })).toEqual([
      `DATA_DIR is no folder (${file})`,
      `LOCALES_DIR is no folder (${none})`,
      `FFMPEG_PATH is no program that can be run (${none})`,
    ]);
    expect(reasons({ DATA_DIR: join(file, 'below') })).toEqual([`DATA_DIR is no folder (${join(file, 'below')})`]);
    expect(reasons({ FFMPEG_PATH: file })).toEqual([`FFMPEG_PATH is no program that can be run (${file})`]);
    // The folder of the data is made.
    expect(reasons({ DATA_DIR: none, LOCALES_DIR: folder, FFMPEG_PATH: process.execPath })).toEqual([]);
  });

  it('has no names that are nearly ours', () => {
    expect(reasons({ DATABASE_URI: 'postgres://127.0.0.1/stage', OPERATOR_EMIAL: 'a@example.com', stmp_url: 'smtp://127.0.0.1' })).toEqual([
      'DATABASE_URL is not set, but DATABASE_URI is, a name that means nothing here',
      'OPERATOR_EMAIL is not set, but OPERATOR_EMIAL is, a name that means nothing here',
      'SMTP_URL is not set, but stmp_url is, a name that means nothing here',
    ]);
    // What shells, npm, services and CI machines set.
    const usual = [
      'HOME',
      'PATH',
      'HOSTNAME',
      'LOGNAME',
      'PGPORT',
      'PGDATA',
      'PWD',
      'SHLVL',
      'npm_config_cache',
      'npm_config_local_prefix',
    ];
    const others = [
      'NODE_ENV',
      'NODE_PATH',
      'XDG_DATA_DIRS',
      'XDG_DATA_HOME',
      'LOGS_DIRECTORY',
      'STATE_DIRECTORY',
      'CI',
      'GITHUB_API_URL',
      'APP_URL',
    ];
    expect(reasons(Object.fromEntries([...usual, ...others].map((name) => [name, 'set'])))).toEqual([]);
    expect(reasons({ DATABASE_URL: 'postgres://127.0.0.1/stage', DATABASE_URI: 'of another program' })).toEqual([]);
  });

  it('takes what is set, fixes the settings that it names, and treats empty values as absent', () => {
    const config = readConfig({
      APP_SECRET: 'a secret for tests only, long enough',
      STREAMING_ENGINE: 'agora',
      AGORA_APP_ID: '0123456789abcdef0123456789abcdef',
      AGORA_APP_CERTIFICATE: 'fedcba9876543210fedcba9876543210',
      PASSWORD_CLIENT_HASH: '1',
      SMTP_URL: ' ',
      API_PORT: '9000',
      LIVE_PUBLIC_IP: '203.0.113.7, 2001:db8::7',
      LIVE_PORT: '9001',
      TURN_URLS: 'turn:turn.example.com, turns:turn.example.com:5349?transport=tcp',
      TURN_SECRET: 'north',
    });
    expect(config).toMatchObject({
      fixedSettings: { streamingEngine: 'agora', agoraAppId: '0123456789abcdef0123456789abcdef', hashPasswordOnClient: true },
      smtpUrl: null,
      apiUrl: 'http://localhost:9000',
      live: {
        udpPort: 40_000,
        publicIps: ['203.0.113.7', '2001:db8::7'],
        url: 'http://127.0.0.1:9001',
        turn: { urls: ['turn:turn.example.com', 'turns:turn.example.com:5349?transport=tcp'], secret: 'north' },
      },
    });
  });
});
