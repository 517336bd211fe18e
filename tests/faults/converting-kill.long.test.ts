/** A worker that dies in the middle of a video: another finishes it, nobody keeps working on it, and nothing temporary is left. */
import { execFileSync } from 'node:child_process';
import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findFile, type FileRow } from '@server/platform/media/files';
import { resumeConversions } from '@server/platform/media/converting/converting';
import { storeMedia } from '@server/platform/media/store-media';
import { longVideoFile } from '../kit/files/media-clips';
import { eventually } from '../kit/timing/eventually';
import { openPart, someAccount, type Part } from '../kit/host/partial-host';
import { startWorker, type WorkerProcess } from '../kit/processes/worker-process';

const patience_ms = 120_000;

let part: Part;
const workers: WorkerProcess[] = [];
beforeAll(async () => {
  part = await openPart(() => undefined);
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  await part.close();
});

const work = async (): Promise<WorkerProcess> => {
  const worker = await startWorker(part.databaseUrl, part.ctx.config);
  workers.push(worker);
  return worker;
};

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

  const first = await work();
  await eventually(async () => expect((await rowOf(id)).progress).toBeGreaterThanOrEqual(20), patience_ms);
  await eventually(() => expect(converters()).toBeGreaterThan(0), patience_ms);
  expect(await folders()).toHaveLength(1);
  await first.kill();
  await eventually(() => expect(converters()).toBe(0));
  expect((await rowOf(id)).status).toBe('processing');
  expect(await resumeConversions(part.ctx)).toBe(0);

  part.clock.advance({ seconds: 31 });
  expect(await resumeConversions(part.ctx)).toBe(1);
  await work();
  await eventually(async () => expect(await rowOf(id)).toMatchObject({ status: 'finished', progress: 100, attempts: 2 }), patience_ms);
  await eventually(async () => expect(await folders()).toEqual([]));
  const { variants } = await rowOf(id);
  expect(variants.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['mp4-first', 'mp4', 'hls', 'hls-1', 'hls-2', 'poster', 'locked']),
  );
}, 400_000);
