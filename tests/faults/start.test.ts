/**
 * Starting under faults: the embedded database after kills, second starts and with inaccessible folders, and an invalid
 * environment.
 */
import { execFileSync, fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, readConfig } from '@server/kernel/config';
import { runningServer, clusterPaths, stopServer } from '@server/platform/db/engine/cluster';
import { LockHeldError, takeLock } from '@server/platform/db/engine/lock';
import pg from 'pg';
import { bundle } from '../kit/processes/bundle';
import { eventually } from '../kit/timing/eventually';

interface Started {
  child: ChildProcess;
  url: string;
  warnings: string[];
}

const children = new Set<ChildProcess>();
let program: string;
/** A data folder with an empty database, to copy: creating one takes seconds. */
let preparedFolder: string;
let folder: string;

beforeAll(async () => {
  program = bundle('tests/faults/processes/engine-process.ts');
  preparedFolder = mkdtempSync(join(tmpdir(), 'footlight-faults-'));
  folder = preparedFolder;
  await endProcess((await startDatabase()).child, 'SIGTERM');
});
afterAll(() => rmSync(preparedFolder, { recursive: true, force: true }));

/** mkdtemp creates it with mode 700: if the test runs as root, the database's own user cannot enter it. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'footlight-faults-'));
});

afterEach(async () => {
  for (const child of children) await endProcess(child, 'SIGKILL');
  children.clear();
  const leftover = runningServer(clusterPaths(folder).cluster);
  if (leftover) await stopServer(leftover.pid);
  rmSync(folder, { recursive: true, force: true });
});

function forkDatabase(mode: 'open' | 'attach'): ChildProcess {
  const child = fork(program, [mode, folder], { execArgv: [], silent: true });
  children.add(child);
  return child;
}

async function startDatabase(mode: 'open' | 'attach' = 'open'): Promise<Started> {
  const child = forkDatabase(mode);
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

async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await exited;
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
  // With its owners: the server is not run by root.
  const copyPreparedDatabase = (): unknown => execFileSync('cp', ['--archive', `${preparedFolder}/.`, folder]);

  it('is in a folder that only its owner can enter, and keeps its data between starts', async () => {
    const first = await startDatabase();
    await write(first.url);
    await endProcess(first.child, 'SIGTERM');
    expect(runningServer(clusterPaths(folder).cluster)).toBeNull();

    const second = await startDatabase();
    expect(await read(second.url)).toEqual([{ word: 'here' }]);
    expect(second.warnings).toEqual([]);
  });

  it('rejects a second start on the same data with a message that names the process', async () => {
    copyPreparedDatabase();
    const first = await startDatabase();
    const second = forkDatabase('open');
    let stderr = '';
    second.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const code = await new Promise((resolve) => second.once('close', resolve));
    expect(code).toBe(1);
    expect(stderr).toBe(
      `Footlight is already running with the data in ${folder} (process ${String(first.child.pid)}). Stop it first, or set another DATA_DIR for this one.`,
    );
    expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('is complete after its owner was killed, and stops the leftover server first', async () => {
    copyPreparedDatabase();
    const first = await startDatabase();
    await write(first.url);
    await endProcess(first.child, 'SIGKILL');
    expect(runningServer(clusterPaths(folder).cluster)).not.toBeNull();

    const second = await startDatabase();
    expect(second.warnings).toEqual([expect.stringContaining('left over from an earlier run')]);
    expect(await read(second.url)).toEqual([{ word: 'here' }]);
  });

  it('is reachable at the same address again, with all committed data, after its server is killed', async () => {
    copyPreparedDatabase();
    const { url } = await startDatabase();
    await write(url);
    const server = runningServer(clusterPaths(folder).cluster);
    process.kill(server?.pid ?? 0, 'SIGKILL');
    await eventually(async () => {
      expect(await read(url)).toEqual([{ word: 'here' }]);
    });
  });

  it('starts although the pid file of an ended server names a process id that is in use again', async () => {
    copyPreparedDatabase();
    const first = await startDatabase();
    await write(first.url);
    const { cluster } = clusterPaths(folder);
    const server = runningServer(cluster);
    const pidFile = readFileSync(join(cluster, 'postmaster.pid'), 'utf8');
    await endProcess(first.child, 'SIGKILL');
    await stopServer(server?.pid ?? 0);
    writeFileSync(join(cluster, 'postmaster.pid'), pidFile.replace(/^\d+/, String(process.pid)));

    const second = await startDatabase();
    expect(await read(second.url)).toEqual([{ word: 'here' }]);
  });

  it('can be used by another command while its owner runs, and keeps running after that command', async () => {
    copyPreparedDatabase();
    const owner = await startDatabase();
    await write(owner.url);
    const attached = await startDatabase('attach');
    expect(attached.url).toBe(owner.url);
    await endProcess(attached.child, 'SIGTERM');
    expect(await read(owner.url)).toEqual([{ word: 'here' }]);
  });
});

describe('a lock', () => {
  it('cannot be taken while its holder runs, and is taken over if its process id has been reused', () => {
    const file = join(folder, 'lock');
    const release = takeLock(file);
    expect(() => takeLock(file)).toThrow(LockHeldError);
    release();

    writeFileSync(file, `${process.pid} a time long ago\n`);
    takeLock(file)();
  });
});

describe('the configuration', () => {
  it('rejects an invalid environment with a list of every invalid variable', () => {
    const invalidEnvironment = {
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
    const configError = ((): ConfigError | null => {
      try {
        readConfig(invalidEnvironment);
        return null;
      } catch (error) {
        return error instanceof ConfigError ? error : null;
      }
    })();
    expect(configError?.problems.map(({ variable }) => variable).sort()).toEqual([
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
    expect(configError?.message).toContain('PORT=3000');
  });

  const problemsOf = (environment: Record<string, string>): string[] => {
    try {
      readConfig({ APP_SECRET: 'a secret for tests only, long enough', ...environment });
      return [];
    } catch (error) {
      return error instanceof ConfigError ? error.problems.map(({ variable, reason }) => `${variable} ${reason}`) : [String(error)];
    }
  };

  it.each(['PORT', 'API_PORT', 'LIVE_PORT', 'LIVE_UDP_PORT'])('rejects port 0 in %s', (variable) => {
    expect(problemsOf({ [variable]: '0' })).toEqual([`${variable} must be a port from 1 to 65535`]);
  });

  it('rejects unencrypted addresses for the browsers of an https site', () => {
    const site = { SITE_URL: 'https://example.com', API_URL: 'https://api.example.com' };
    const keys = { LIVEKIT_API_KEY: 'APIexample', LIVEKIT_API_SECRET: 'a-long-secret' };
    expect(problemsOf({ ...site, API_URL: 'http://api.example.com' })).toEqual([
      'API_URL must start with https:// because SITE_URL uses https',
    ]);
    expect(problemsOf({ ...site, ...keys, LIVEKIT_URL: 'ws://live.example.com' })).toEqual([
      'LIVEKIT_URL must start with wss:// because SITE_URL uses https',
    ]);
    expect(problemsOf({ ...site, ...keys, LIVEKIT_URL: 'wss://live.example.com' })).toEqual([]);
    expect(problemsOf({ SITE_URL: 'https://localhost:3000', API_URL: 'http://localhost:8080' })).toEqual([]);
  });

  it('rejects paths that do not exist', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const missingPath = join(folder, 'none');
    expect(problemsOf({ DATA_DIR: file, LOCALES_DIR: missingPath, FFMPEG_PATH: missingPath })).toEqual([
      `DATA_DIR is not a folder (${file})`,
      `LOCALES_DIR is not a folder (${missingPath})`,
      `FFMPEG_PATH is not an executable file (${missingPath})`,
    ]);
    expect(problemsOf({ DATA_DIR: join(file, 'below') })).toEqual([`DATA_DIR is not a folder (${join(file, 'below')})`]);
    expect(problemsOf({ FFMPEG_PATH: file })).toEqual([`FFMPEG_PATH is not an executable file (${file})`]);
    // The data folder is created.
    expect(problemsOf({ DATA_DIR: missingPath, LOCALES_DIR: folder, FFMPEG_PATH: process.execPath })).toEqual([]);
  });

  it('rejects misspelled variable names', () => {
    expect(
      problemsOf({ DATABASE_URI: 'postgres://127.0.0.1/stage', OPERATOR_EMIAL: 'a@example.com', stmp_url: 'smtp://127.0.0.1' }),
    ).toEqual([
      'DATABASE_URL is not set. You may have misspelled it as DATABASE_URI',
      'OPERATOR_EMAIL is not set. You may have misspelled it as OPERATOR_EMIAL',
      'SMTP_URL is not set. You may have misspelled it as stmp_url',
    ]);
    // Variables that shells, npm, services and CI machines set.
    const shellVariables = [
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
    const otherVariables = [
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
    expect(problemsOf(Object.fromEntries([...shellVariables, ...otherVariables].map((name) => [name, 'set'])))).toEqual([]);
    expect(problemsOf({ DATABASE_URL: 'postgres://127.0.0.1/stage', DATABASE_URI: 'of another program' })).toEqual([]);
  });

  it('accepts valid values, fixes the settings that the environment contains, and treats empty values as absent', () => {
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
