/**
 * `npm start` on a disk that becomes full: it contains the database with its WAL, the files, and the logs of all processes. Uses a
 * small tmpfs.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { clusterPaths, runningServer } from '@server/platform/db/engine/cluster';
import { itUnless } from '../kit/timing/depth';
import { eventually } from '../kit/timing/eventually';
import { freeLivePorts, freePort } from '../kit/processes/ports';

const size_mb = 400;
/** May include a build of the site. */
const startTimeout_ms = 600_000;
/** A stopped database is restarted after at most five seconds, and then replays its WAL. */
const recoveryTimeout_ms = 60_000;
const password = 'a password for the demo';

const disk = mkdtempSync(join(tmpdir(), 'footlight-full-disk-'));
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${String(size_mb)}m,mode=0755`, 'tmpfs', disk]).status === 0;
const filler = join(disk, 'filler');

let supervisor: ChildProcess | null = null;
let output = '';

afterAll(async () => {
  if (supervisor?.pid !== undefined && supervisor.exitCode === null) {
    const exited = once(supervisor, 'exit');
    process.kill(-supervisor.pid, 'SIGTERM');
    await exited;
  }
  if (isMounted) spawnSync('umount', ['-l', disk]);
  rmSync(disk, { recursive: true, force: true });
});

/** Starts a site with demo accounts; returns the URLs of the site and the API. */
async function start(): Promise<{ site: string; host: string }> {
  const [port, apiPort] = [await freePort(), await freePort()];
  const [site, host] = [`http://127.0.0.1:${String(port)}`, `http://127.0.0.1:${String(apiPort)}`];
  supervisor = spawn('npm', ['start'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_ENV: 'production',
      DATA_DIR: disk,
      APP_SECRET: 'a secret for tests only, long enough',
      DEMO: '1',
      DEMO_PASSWORD: password,
      PORT: String(port),
      API_PORT: String(apiPort),
      SITE_URL: site,
      API_URL: host,
      RATE_LIMIT_FACTOR: '1000',
      ...(await freeLivePorts()),
    },
  });
  for (const stream of [supervisor.stdout, supervisor.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await eventually(() => {
    if (supervisor?.exitCode !== null || output.includes('Footlight is ready')) return;
    throw new Error(output);
  }, startTimeout_ms);
  expect(output).toContain('Footlight is ready');
  return { site, host };
}

/** Fills the disk. */
function fill(): void {
  for (let remaining = 1; remaining > 0;) {
    const { bavail, bsize } = statfsSync(disk);
    remaining = bavail;
    try {
      appendFileSync(filler, Buffer.alloc(bavail * bsize));
    } catch {
      // Another process took some of the space first.
    }
  }
}
const freeSpace = (): void => rmSync(filler, { force: true });

/**
 * Opens a database connection; the returned function switches WAL files until there is no space for the next one, and returns the
 * error message. Connect while there is space: a full server may reject new connections.
 */
async function walFiller(): Promise<() => Promise<string>> {
  const paths = clusterPaths(disk);
  const port = runningServer(paths.cluster)?.port ?? 0;
  const secret = readFileSync(paths.password, 'utf8').trim();
  const client = new pg.Client({ connectionString: `postgres://footlight:${secret}@127.0.0.1:${String(port)}/footlight` });
  client.on('error', () => undefined);
  await client.connect();
  return async () => {
    try {
      for (let file = 0; file < 20; file += 1) {
        await client.query('select pg_switch_wal()');
        await client.query('update accounts set name = name where id in (select id from accounts limit 1)');
      }
      return 'no error';
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    } finally {
      await client.end().catch(() => undefined);
    }
  };
}

itUnless(
  isMounted ? null : 'this user may not mount a disk',
  'on a full disk reads and pages work, writes fail with an error, and everything works once there is space',
  async () => {
    const { site, host } = await start();
    const call = async (method: string, path: string, token?: string, body?: unknown): Promise<{ status: number; data: unknown }> => {
      const response = await fetch(host + path, {
        method,
        headers: {
          ...(token !== undefined && { authorization: token }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, data: await response.json() };
    };
    const dataOf = ({ data }: { data: unknown }) => (data as { data: Record<string, string> }).data;
    const signIn = async (username: string) =>
      dataOf(await call('POST', '/auth/login', undefined, { username, password }))['token'] as string;
    const [finn, ada, bruno] = [await signIn('finn'), await signIn('ada'), await signIn('bruno')];
    const adaId = dataOf(await call('GET', '/users/me', ada))['_id'];
    const conversationId = dataOf(await call('POST', '/conversations', finn, { source: 'performer', sourceId: adaId }))['_id'] ?? '';

    let count = 0;
    const longText = (): string => `n${String((count += 1))}${'x'.repeat(1_500)}`;
    const writes: Record<string, () => Promise<{ status: number; data: unknown }>> = {
      message: () => call('POST', `/messages/conversations/${conversationId}`, finn, { text: longText() }),
      post: () => call('POST', '/performer/feeds', ada, { type: 'text', text: longText(), audience: 'public' }),
      upload: async () => {
        const createdUpload = await call('POST', '/uploads', ada, {
          name: 'song.zip',
          size: 2_000_000,
          mimeType: 'application/zip',
          purpose: 'product-digital',
        });
        if (createdUpload.status >= 400) return createdUpload;
        const response = await fetch(`${host}/uploads/${dataOf(createdUpload)['uploadId'] ?? ''}`, {
          method: 'PATCH',
          headers: { authorization: ada, 'content-type': 'application/octet-stream', 'upload-offset': '0' },
          body: Buffer.alloc(2_000_000, 1),
        });
        return { status: response.status, data: await response.json() };
      },
      'sign-up': () => {
        const username = `newcomer${String((count += 1))}`;
        return call('POST', '/auth/users/register', undefined, {
          username,
          email: `${username}@example.com`,
          name: 'Ann',
          password: 'a long passphrase of mine 9',
          dateOfBirth: '1990-01-01',
        });
      },
    };
    const reads: Record<string, () => Promise<{ status: number }>> = {
      'the first page': () => fetch(site),
      'a page that counts views': () => fetch(`${site}/ada`),
      account: () => call('GET', '/users/me', finn),
      profile: () => call('GET', '/performers/ada', bruno),
      posts: () => call('GET', '/user/feeds', finn),
      messages: () => call('GET', `/messages/conversations/${conversationId}`, ada),
    };
    const statusesOf = async (requests: typeof reads): Promise<Record<string, number>> => {
      const statuses: Record<string, number> = {};
      for (const [name, request] of Object.entries(requests)) statuses[name] = (await request()).status;
      return statuses;
    };
    const allWith = (requests: object, status: number) => Object.fromEntries(Object.keys(requests).map((name) => [name, status]));
    const diskFullError = { error: 'service_unavailable', message: 'The site’s storage is full. Try again later.' };

    expect(await statusesOf(writes)).toEqual(allWith(writes, 200));
    fill();
    // Free space in the last page of a table fits a few more rows.
    for (const [name, write] of Object.entries(writes)) {
      const statuses: number[] = [];
      for (let status = 0; status !== 503 && statuses.length < 300;) {
        fill();
        const response = await write();
        statuses.push((status = response.status));
        if (status >= 400) expect([name, response]).toMatchObject([name, { status: 503, data: diskFullError }]);
      }
      expect([name, statuses.at(-1)]).toEqual([name, 503]);
    }
    expect(await statusesOf(reads)).toEqual(allWith(reads, 200));
    freeSpace();
    await eventually(async () =>
      expect({ ...(await statusesOf(writes)), ...(await statusesOf(reads)) }).toEqual(allWith({ ...writes, ...reads }, 200)),
    );

    // The WAL finds no space for its next file: the database stops, and restarts by itself.
    const fillWal = await walFiller();
    fill();
    expect(await fillWal()).toMatch(/No space left on device|Connection terminated/);
    for (const [name, write] of Object.entries(writes))
      expect([name, await write()]).toMatchObject([name, { status: 503, data: diskFullError }]);
    freeSpace();
    await eventually(
      async () => expect({ ...(await statusesOf(writes)), ...(await statusesOf(reads)) }).toEqual(allWith({ ...writes, ...reads }, 200)),
      recoveryTimeout_ms,
    );
    expect(supervisor?.exitCode).toBeNull();
    expect(output).not.toMatch(/(live|host|worker|site) ended/);
    // The logs of the surviving processes are written again.
    expect(readFileSync(join(disk, 'logs', 'host.log'), 'utf8')).toContain('the disk is full');
  },
);
