/** Processing status of a video, as its owner follows it: by request, and by socket events. */
import { copyFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileRow } from '@server/platform/media/files';
import { storeMedia } from '@server/platform/media/store-media';
import { originalKey } from '@server/platform/media/pictures/variants';
import { videoFileWithoutFrames, videoFile } from '../../../tests/kit/files/media-clips';
import { openSocket } from '../../../tests/kit/host/test-socket';
import { eventually } from '../../../tests/kit/timing/eventually';
import { signUpFan, signUpOperator, signUpPerformer, sampleImage } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let performer: Awaited<ReturnType<typeof signUpPerformer>>;
let fan: Awaited<ReturnType<typeof signUpFan>>;

beforeAll(async () => {
  testHost = await openTestHost();
  performer = await signUpPerformer(testHost);
  fan = await signUpFan(testHost);
  await testHost.ctx.jobs.work(testHost.ctx);
});
afterAll(() => testHost.close());

async function uploaded(from: string): Promise<FileRow> {
  const path = join(await mkdtemp(join(tmpdir(), 'footlight-status-')), 'clip.mp4');
  await copyFile(from, path);
  return storeMedia(testHost.ctx, { ownerId: performer.id, type: 'feed-video', file: { path, name: 'clip.mp4' } });
}
const status = (id: string, token: string | null = performer.token) =>
  testHost.call('GET /files/:id/status', { params: { id } }, { token });
const retry = (id: string, token = performer.token) => testHost.call('POST /files/:id/retry', { params: { id } }, { token });

test('the owner of a video receives progress events and can request its status; fans and guests cannot', async () => {
  const socket = await openSocket(testHost, performer.token);
  const { id } = await uploaded(await videoFile({ width: 640, height: 480 }));
  expect((await status(id)).data).toMatchObject({ _id: id, type: 'feed-video', name: 'clip.mp4', duration: 2 });
  for (const token of [null, fan.token]) expect((await status(id, token)).errorBody.error).toBe('file_not_found');
  await eventually(() => expect(socket.received('file/processed').at(-1)).toMatchObject({ _id: id, status: 'finished', progress: 100 }));
  const steps = socket.received('file/processed').map(({ progress }) => progress);
  expect(steps.length).toBeGreaterThan(2);
  expect(steps.every((step) => step % 10 === 0)).toBe(true);
  socket.close();
  const operator = await signUpOperator(testHost);
  for (const token of [performer.token, operator.token]) {
    const { data } = await status(id, token);
    expect(data).toMatchObject({ status: 'finished', progress: 100, failure: null });
    expect(data.sources.map(({ type }) => type)).toEqual(['hls', 'mp4', 'mp4']);
  }
});

test('a failed file has a reason and can only be retried by its owner', async () => {
  const broken = await uploaded(await videoFileWithoutFrames());
  await eventually(async () => expect((await status(broken.id)).data.status).toBe('error'));
  expect((await status(broken.id)).data).toMatchObject({ url: null, sources: [], failure: expect.stringContaining('damaged') as string });
  expect((await retry(broken.id, fan.token)).errorBody.error).toBe('file_not_found');
  expect((await retry('01890000-0000-7000-8000-000000000000')).errorBody.error).toBe('file_not_found');

  await testHost.ctx.storage.adopt(originalKey(broken.id), await videoFile(), { contentType: 'video/mp4' });
  const again = await retry(broken.id);
  expect([again.status, again.data.status]).toEqual([202, 'created']);
  await eventually(async () => expect((await status(broken.id)).data.status).toBe('finished'));
  expect((await retry(broken.id)).errorBody.error).toBe('already_so');
});

test('a logged-in caller gets the media cookie again, and guests do not', async () => {
  const { id } = await uploaded(await videoFile());
  const own = (await status(id)).headers.get('set-cookie');
  const again = (await testHost.call('GET /users/me', {}, { token: performer.token })).headers.get('set-cookie');
  expect(own).toMatch(/^media=[^;]+; Path=\/media; /);
  // A second may pass between the two.
  const withoutAge = (cookie: string | null) => cookie?.replace(/Max-Age=\d+/, 'Max-Age');
  expect(withoutAge(own)).toBe(withoutAge(again));
  expect((await status(id, null)).headers.get('set-cookie')).toBeNull();
});

test('images are ready immediately', async () => {
  const { data } = await testHost.call(
    'POST /performers/cover/upload',
    { files: { cover: await sampleImage() } },
    { token: performer.token },
  );
  expect((await status(data._id, null)).data).toMatchObject({ status: 'finished', progress: 100, type: 'cover' });
});
