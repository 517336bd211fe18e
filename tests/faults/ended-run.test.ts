/** A test run that is killed leaves nothing behind: neither its database server nor its files. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { eventually } from '../kit/timing/eventually';

let temporaryFolder: string;
let run: ChildProcess;
beforeEach(async () => {
  temporaryFolder = await mkdtemp(join(tmpdir(), 'footlight-ended-run-'));
});
afterEach(async () => {
  run.kill('SIGKILL');
  await rm(temporaryFolder, { recursive: true, force: true });
});

test('the database server and the files of a killed run are removed', async () => {
  const filesOfRun = async (): Promise<string[]> => (await readdir(temporaryFolder)).filter((name) => name.startsWith('footlight-tests-'));
  run = spawn(process.execPath, ['--import', 'tsx', 'tests/faults/processes/run-process.ts'], {
    env: { ...process.env, TMPDIR: temporaryFolder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = (await once(run.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  const client = new pg.Client({ connectionString: output.toString().trim() });
  client.on('error', () => undefined);
  await client.connect();
  const connectionLost = new Promise((resolve) => client.once('end', resolve));
  expect(await filesOfRun()).toHaveLength(1);
  run.kill('SIGKILL');
  await connectionLost;
  await eventually(async () => expect(await filesOfRun()).toEqual([]));
});
