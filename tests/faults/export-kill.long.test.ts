/** A worker is killed while it writes a data export: another one creates it, and no temporary file remains. */
import { mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { eq } from 'drizzle-orm';
import { files } from '@server/platform/db/schema/files';
import { dataExports } from '@server/platform/db/schema/privacy';
import { keyOf } from '@server/platform/media/pictures/variants';
import { maintainExports } from '@server/site/privacy/export';
import { eventually } from '../kit/timing/eventually';
import { signUpFan } from '../kit/people/people';
import { startWorker, type WorkerProcess } from '../kit/processes/worker-process';
import { openTestHost, type TestHost } from '../kit/host/test-host';

/** Large enough that a worker needs some seconds. */
const size = 400 * 1_048_576;

let testHost: TestHost;
const workers: WorkerProcess[] = [];
beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  await testHost.close();
});

const startTestWorker = async (): Promise<WorkerProcess> => {
  const worker = await startWorker(testHost.databaseUrl, testHost.ctx.config);
  workers.push(worker);
  return worker;
};
const workFolders = (): Promise<string[]> => readdir(join(testHost.ctx.config.dataDir, 'work')).catch(() => []);

/** Stores a sparse file: large, but without disk usage. */
async function storeLargeFile(ownerId: string): Promise<void> {
  const id = testHost.ctx.random.id();
  const key = keyOf(id, 'download');
  const path = join(testHost.ctx.config.dataDir, 'files', 'objects', key);
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'w');
  await file.truncate(size);
  await file.close();
  const dimensions = { width: null, height: null };
  await testHost.ctx.db.insert(files).values({
    id,
    ownerId,
    type: 'product-digital',
    name: 'large.bin',
    mimeType: 'application/octet-stream',
    size,
    status: 'finished',
    variants: [{ name: 'download', key, contentType: 'application/octet-stream', size, ...dimensions }],
    attachedKind: 'account',
    attachedId: ownerId,
    createdAt: testHost.clock.now(),
  });
}

test('an export whose worker is killed is created by the next worker', async () => {
  const fan = await signUpFan(testHost);
  await storeLargeFile(fan.id);
  const state = async () => (await testHost.call('GET /account/export', {}, { token: fan.token })).data;
  await testHost.call('POST /account/export', {}, { token: fan.token });
  const first = await startTestWorker();
  await eventually(async () => expect((await state()).progress).toBeGreaterThanOrEqual(30));
  await first.kill();
  expect((await state()).status).toBe('running');
  expect(await workFolders()).toHaveLength(1);

  testHost.clock.advance({ seconds: 31 });
  await maintainExports(testHost.ctx);
  await startTestWorker();
  await eventually(async () => expect(await state()).toMatchObject({ status: 'ready', progress: 100 }));
  await eventually(async () => expect(await workFolders()).toEqual([]));
  const [row] = await testHost.ctx.db.select().from(dataExports).where(eq(dataExports.accountId, fan.id));
  expect(row?.attempts).toBe(2);
  expect((await state()).size).toBeGreaterThan(size);
});
