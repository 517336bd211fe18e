/** A worker that dies in the middle of an archive: another makes it, and nothing temporary is left. */
import { mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { eq } from 'drizzle-orm';
import { dataExports, files } from '@server/platform/db/schema/schema';
import { keyOf } from '@server/platform/media/pictures/variants';
import { tendExports } from '@server/site/privacy/export';
import { eventually } from '../kit/timing/eventually';
import { signUpFan } from '../kit/people/people';
import { startWorker, type WorkerProcess } from '../kit/processes/worker-process';
import { openWorld, type World } from '../kit/host/test-host';

const patience_ms = 120_000;
/** Takes a worker some seconds. */
const size = 400 * 1_048_576;

let world: World;
const workers: WorkerProcess[] = [];
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  await world.close();
});

const work = async (): Promise<WorkerProcess> => {
  const worker = await startWorker(world.databaseUrl, world.ctx.config);
  workers.push(worker);
  return worker;
};
const folders = (): Promise<string[]> => readdir(join(world.ctx.config.dataDir, 'work')).catch(() => []);

/** A file that is large and takes no room on the disk. */
async function keepLargeFile(ownerId: string): Promise<void> {
  const id = world.ctx.chance.id();
  const key = keyOf(id, 'download');
  const path = join(world.ctx.config.dataDir, 'files', 'objects', key);
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'w');
  await file.truncate(size);
  await file.close();
  const sizes = { width: null, height: null };
  await world.ctx.db.insert(files).values({
    ...{ id, ownerId, type: 'product-digital', name: 'large.bin', mimeType: 'application/octet-stream', size, status: 'finished' },
    variants: [{ name: 'download', key, contentType: 'application/octet-stream', size, ...sizes }],
    ...{ attachedTo: 'product:none', createdAt: world.clock.now() },
  });
}

test('an archive whose worker is killed is made by the next one', async () => {
  const fan = await signUpFan(world);
  await keepLargeFile(fan.id);
  const state = async () => (await world.call('GET /account/export', {}, { token: fan.token })).data;
  await world.call('POST /account/export', {}, { token: fan.token });
  const first = await work();
  await eventually(async () => expect((await state()).progress).toBeGreaterThanOrEqual(30), patience_ms);
  await first.kill();
  expect((await state()).status).toBe('running');
  expect(await folders()).toHaveLength(1);

  world.clock.advance({ seconds: 31 });
  await tendExports(world.ctx);
  await work();
  await eventually(async () => expect(await state()).toMatchObject({ status: 'ready', progress: 100 }), patience_ms);
  await eventually(async () => expect(await folders()).toEqual([]));
  const [row] = await world.ctx.db.select().from(dataExports).where(eq(dataExports.accountId, fan.id));
  expect(row?.attempts).toBe(2);
  expect((await state()).size).toBeGreaterThan(size);
}, 300_000);
