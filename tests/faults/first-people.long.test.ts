/** Whom an empty site begins with, made by a process of their own whose end is told apart from its death. */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { placesBelow, runningServer, stopServer } from '@server/platform/db/engine/cluster';

let folder: string;

/** The pictures and films of the demonstration are really made. */
const demonstration_ms = 120_000;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'footlight-faults-'));
});
afterEach(async () => {
  const left = runningServer(placesBelow(folder).cluster);
  if (left) await stopServer(left.pid);
  rmSync(folder, { recursive: true, force: true });
});

/** Starts on the folder's data; answers who may sign in, or rejects with what the person at the terminal reads. */
function begin(env: Record<string, string>): Promise<string[]> {
  const child = fork('tests/faults/processes/first-people-process.ts', [], {
    execArgv: ['--import', 'tsx'],
    silent: true,
    env: { NODE_ENV: 'test', PATH: process.env['PATH'], APP_SECRET: 'a secret for tests only, long enough', DATA_DIR: folder, ...env },
  });
  return new Promise((resolve, reject) => {
    let people: string[] = [];
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.on('message', (message: { people: string[] }) => (people = message.people));
    child.once('close', (code) => {
      if (code === 0) resolve(people);
      else reject(new Error(said));
    });
  });
}

test(
  'an empty site has its people after the first start, and the same ones after the next',
  async () => {
    const first = await begin({ DEMO: '1', DEMO_PASSWORD: 'a password for the demo' });
    expect(first).toEqual(['olive', 'ada', 'bruno', 'chen', 'finn', 'greta', 'hugo']);
    expect(await begin({ DEMO: '1', DEMO_PASSWORD: 'a password for the demo' })).toEqual(first);
  },
  demonstration_ms,
);

test('a site without a demonstration begins with the operator that the environment names, and starts again with the same', async () => {
  const env = { DEMO: '0', OPERATOR_EMAIL: 'owner@example.com', OPERATOR_PASSWORD: 'a passphrase of the owner 7' };
  expect(await begin(env)).toEqual([]);
  expect(await begin(env)).toEqual([]);
});
