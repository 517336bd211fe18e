/** A worker is killed while it converts a video: another one finishes it, no converter keeps running, and no temporary file remains. */
import { execFileSync } from 'node:child_process';
import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findFile, type FileRow } from '@server/platform/media/files';
import { resumeConversions } from '@server/platform/media/converting/converting';
import { storeMedia } from '@server/platform/media/store-media';
import { longVideoFile } from '../kit/files/media-clips';
import { eventually } from '../kit/timing/eventually';
import { openPartialHost, insertAccount, type PartialHost } from '../kit/host/partial-host';
import { startWorker, type WorkerProcess } from '../kit/processes/worker-process';

let host: PartialHost;
const workers: WorkerProcess[] = [];
beforeAll(async () => {
  host = await openPartialHost(() => undefined);
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  await host.close();
});

const startTestWorker = async (): Promise<WorkerProcess> => {
  const worker = await startWorker(host.databaseUrl, host.ctx.config);
  workers.push(worker);
  return worker;
};

const rowOf = async (id: string): Promise<FileRow> => {
  const row = await findFile(host.ctx, id);
  if (!row) throw new Error('the file is gone');
  return row;
};
const workFolders = (): Promise<string[]> => readdir(join(host.dataDir, 'work')).catch(() => []);
/** The number of running ffmpeg processes on the files of this test. */
const converterCount = (): number => {
  const lines = execFileSync('ps', ['-eo', 'args']).toString().split('\n');
  return lines.filter((line) => line.includes(host.dataDir) && line.includes('protocol_whitelist')).length;
};

test('a video whose worker is killed is converted by the next worker', async () => {
  const owner = await insertAccount(host.ctx);
  const path = join(host.dataDir, 'upload');
  await copyFile(await longVideoFile(12), path);
  const { id } = await storeMedia(host.ctx, { ownerId: owner.id, type: 'video', file: { path, name: 'long.mp4' } });

  const first = await startTestWorker();
  await eventually(async () => expect((await rowOf(id)).progress).toBeGreaterThanOrEqual(20));
  await eventually(() => expect(converterCount()).toBeGreaterThan(0));
  expect(await workFolders()).toHaveLength(1);
  await first.kill();
  await eventually(() => expect(converterCount()).toBe(0));
  expect((await rowOf(id)).status).toBe('processing');
  expect(await resumeConversions(host.ctx)).toBe(0);

  host.clock.advance({ seconds: 31 });
  expect(await resumeConversions(host.ctx)).toBe(1);
  await startTestWorker();
  await eventually(async () => expect(await rowOf(id)).toMatchObject({ status: 'finished', progress: 100, attempts: 2 }));
  await eventually(async () => expect(await workFolders()).toEqual([]));
  const { variants } = await rowOf(id);
  expect(variants.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['mp4-first', 'mp4', 'hls', 'hls-1', 'hls-2', 'poster', 'locked']),
  );
});
