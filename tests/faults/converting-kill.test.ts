/** A worker that dies in the middle of a video: another finishes it, nobody keeps working on it, and nothing temporary is left. */
import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findFile, type FileRow } from '@server/media/files';
import { resumeConversions } from '@server/media/converting';
import { storeMedia } from '@server/media/store-media';
import { longVideoFile } from '../support/clips';
import { eventually } from '../support/eventually';
import { openPart, someAccount, type Part } from '../support/part';

const patience_ms = 120_000;

let part: Part;
const workers = new Set<ChildProcess>();
beforeAll(async () => {
  part = await openPart(() => undefined);
});
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await part.close();
});

function startWorker(): Promise<ChildProcess> {
  const child = fork('tests/faults/worker-process.ts', [part.databaseUrl], {
    execArgv: ['--import', 'tsx'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      APP_SECRET: part.ctx.config.appSecret,
      DATA_DIR: part.dataDir,
      DEMO: '0',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  workers.add(child);
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve(child));
    child.once('exit', (code) => reject(new Error(`the worker ended with ${String(code)}`)));
  });
}

const rowOf = async (id: string): Promise<FileRow> => {
  const row = await findFile(part.ctx, id);
  if (!row) throw new Error('the file is gone');
  return row;
};
const folders = (): Promise<string[]> => readdir(join(part.dataDir, 'work')).catch(() => []);
/** Converters that work on the files of this test. */
const converters = (): number => {
  const lines = execFileSync('ps', ['-eo', 'args']).toString().split('\n');
  return lines.filter((line) => line.includes(part.dataDir) && line.includes('protocol_whitelist')).length;
};

test('a video whose worker is killed is finished by the next one', async () => {
  const owner = await someAccount(part.ctx);
  const path = join(part.dataDir, 'upload');
  await copyFile(await longVideoFile(12), path);
  const { id } = await storeMedia(part.ctx, { ownerId: owner.id, type: 'video', file: { path, name: 'long.mp4' } });

  const first = await startWorker();
  await eventually(async () => expect((await rowOf(id)).progress).toBeGreaterThanOrEqual(20), patience_ms);
  await eventually(() => expect(converters()).toBeGreaterThan(0), patience_ms);
  expect(await folders()).toHaveLength(1);
  const gone = new Promise((resolve) => first.once('exit', resolve));
  first.kill('SIGKILL');
  await gone;
  await eventually(() => expect(converters()).toBe(0));
  expect((await rowOf(id)).status).toBe('processing');
  expect(await resumeConversions(part.ctx)).toBe(0);

  part.clock.advance({ seconds: 31 });
  expect(await resumeConversions(part.ctx)).toBe(1);
  await startWorker();
  await eventually(async () => expect(await rowOf(id)).toMatchObject({ status: 'finished', progress: 100, attempts: 2 }), patience_ms);
  await eventually(async () => expect(await folders()).toEqual([]));
  const { variants } = await rowOf(id);
  expect(variants.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['mp4-first', 'mp4', 'hls', 'hls-1', 'hls-2', 'poster', 'locked']),
  );
}, 400_000);
