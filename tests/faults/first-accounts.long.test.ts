/** The initial accounts of an empty site, created in a separate process, so that its exit code can be checked. */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clusterPaths, runningServer, stopServer } from '@server/platform/db/engine/cluster';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'footlight-faults-'));
});
afterEach(async () => {
  const leftover = runningServer(clusterPaths(folder).cluster);
  if (leftover) await stopServer(leftover.pid);
  rmSync(folder, { recursive: true, force: true });
});

/** Starts on the data of the folder; resolves to the usernames that can sign in, or rejects with the terminal output. */
function startSite(env: Record<string, string>): Promise<string[]> {
  const child = fork('tests/faults/processes/first-accounts-process.ts', [], {
    execArgv: ['--import', 'tsx'],
    silent: true,
    env: { NODE_ENV: 'test', PATH: process.env['PATH'], APP_SECRET: 'a secret for tests only, long enough', DATA_DIR: folder, ...env },
  });
  return new Promise((resolve, reject) => {
    let usernames: string[] = [];
    let stderr = '';
    child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.on('message', (message: { usernames: string[] }) => (usernames = message.usernames));
    child.once('close', (code) => {
      if (code === 0) resolve(usernames);
      else reject(new Error(stderr));
    });
  });
}

test('an empty site has its accounts after the first start, and the same ones after the next', async () => {
  const first = await startSite({ DEMO: '1', DEMO_PASSWORD: 'a password for the demo' });
  expect(first).toEqual(['olive', 'ada', 'bruno', 'chen', 'finn', 'greta', 'hugo']);
  expect(await startSite({ DEMO: '1', DEMO_PASSWORD: 'a password for the demo' })).toEqual(first);
});

test('a site without demo accounts starts with the operator from the environment, and restarts with the same one', async () => {
  const env = { DEMO: '0', OPERATOR_EMAIL: 'owner@example.com', OPERATOR_PASSWORD: 'a passphrase of the owner 7' };
  expect(await startSite(env)).toEqual([]);
  expect(await startSite(env)).toEqual([]);
});
