/** A video on its way, as its owner follows it: by asking, and by the socket. */
import { copyFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileRow } from '@server/platform/media/files';
import { storeMedia } from '@server/platform/media/store-media';
import { originalKey } from '@server/platform/media/pictures/variants';
import { hollowVideoFile, videoFile } from '../../../tests/kit/files/media-clips';
import { listenAs } from '../../../tests/support/ear';
import { eventually } from '../../../tests/kit/timing/eventually';
import { signUpFan, signUpOperator, signUpPerformer, somePicture } from '../../../tests/kit/people/people';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

const patience_ms = 60_000;

let world: World;
let performer: Awaited<ReturnType<typeof signUpPerformer>>;
let fan: Awaited<ReturnType<typeof signUpFan>>;

beforeAll(async () => {
  world = await openWorld();
  performer = await signUpPerformer(world);
  fan = await signUpFan(world);
  await world.ctx.jobs.work(world.ctx);
});
afterAll(() => world.close());

async function uploaded(from: string): Promise<FileRow> {
  const path = join(await mkdtemp(join(tmpdir(), 'footlight-status-')), 'clip.mp4');
  await copyFile(from, path);
  return storeMedia(world.ctx, { ownerId: performer.id, type: 'feed-video', file: { path, name: 'clip.mp4' } });
}
const status = (id: string, token: string | null = performer.token) => world.call('GET /files/:id/status', { params: { id } }, { token });
const retry = (id: string, token = performer.token) => world.call('POST /files/:id/retry', { params: { id } }, { token });

test('its owner hears of it tenth by tenth until it is finished, and may ask meanwhile; nobody else may', async () => {
  const ear = await listenAs(world, performer.token);
  const { id } = await uploaded(await videoFile({ width: 640, height: 480 }));
  expect((await status(id)).data).toMatchObject({ _id: id, type: 'feed-video', name: 'clip.mp4', duration: 2 });
  for (const token of [null, fan.token]) expect((await status(id, token)).refusal.error).toBe('file_not_found');
  await eventually(
    () => expect(ear.heard('file/processed').at(-1)).toMatchObject({ _id: id, status: 'finished', progress: 100 }),
    patience_ms,
  );
  const steps = ear.heard('file/processed').map(({ progress }) => progress);
  expect(steps.length).toBeGreaterThan(2);
  expect(steps.every((step) => step % 10 === 0)).toBe(true);
  ear.close();
  const operator = await signUpOperator(world);
  for (const token of [performer.token, operator.token]) {
    const { data } = await status(id, token);
    expect(data).toMatchObject({ status: 'finished', progress: 100, failure: null });
    expect(data.sources.map(({ type }) => type)).toEqual(['hls', 'mp4', 'mp4']);
  }
}, 120_000);

test('one that failed says why and is tried again by its owner alone', async () => {
  const broken = await uploaded(await hollowVideoFile());
  await eventually(async () => expect((await status(broken.id)).data.status).toBe('error'), patience_ms);
  expect((await status(broken.id)).data).toMatchObject({ url: null, sources: [], failure: expect.stringContaining('damaged') as string });
  expect((await retry(broken.id, fan.token)).refusal.error).toBe('file_not_found');
  expect((await retry('01890000-0000-7000-8000-000000000000')).refusal.error).toBe('file_not_found');

  await world.ctx.storage.adopt(originalKey(broken.id), await videoFile(), { contentType: 'video/mp4' });
  const again = await retry(broken.id);
  expect([again.status, again.data.status]).toEqual([202, 'created']);
  await eventually(async () => expect((await status(broken.id)).data.status).toBe('finished'), patience_ms);
  expect((await retry(broken.id)).refusal.error).toBe('already_so');
}, 180_000);

test('whoever asks while signed in gets the cookie again that opens her media, and guests get none', async () => {
  const { id } = await uploaded(await videoFile());
  const own = (await status(id)).headers.get('set-cookie');
  const again = (await world.call('GET /users/me', {}, { token: performer.token })).headers.get('set-cookie');
  expect(own).toMatch(/^media=[^;]+; Path=\/media; /);
  expect(own).toBe(again);
  expect((await status(id, null)).headers.get('set-cookie')).toBeNull();
});

test('pictures are ready at once, and documents are for their owner', async () => {
  const { data } = await world.call('POST /performers/cover/upload', { files: { cover: await somePicture() } }, { token: performer.token });
  expect((await status(data._id, null)).data).toMatchObject({ status: 'finished', progress: 100, type: 'cover' });
});
