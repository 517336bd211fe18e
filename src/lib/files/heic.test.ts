/** HEIC photos are detected and converted before the upload. */
import { waitFor } from '@testing-library/react';
import { installFakeWorkers, heicFile, jpeg } from '../../../tests/kit/screens/fake-worker';
import { toSupportedImage, isHeic } from './heic';
import { HeicConversionError } from './heic-conversion-error';

test('HEIC files are detected by their type, or by their name where the system reports no type', () => {
  expect([heicFile(), heicFile('a.heif'), heicFile('a', 'image/heic'), heicFile('a.jpg', 'image/heif')].map(isHeic)).toEqual(
    Array<boolean>(4).fill(true),
  );
  expect([heicFile('a.jpg'), heicFile('a.heic', 'image/jpeg'), heicFile('heic')].map(isHeic)).toEqual([false, false, false]);
});

test('other images are returned unchanged', async () => {
  const opened = installFakeWorkers();
  const file = heicFile('a.png', 'image/png');
  expect(await toSupportedImage(file)).toBe(file);
  expect(opened).toEqual([]);
});

test('photos are converted one at a time, and each worker ends with its photo', async () => {
  const opened = installFakeWorkers();
  const both = [toSupportedImage(heicFile()), toSupportedImage(heicFile('b.heif'))];
  await waitFor(() => expect(opened).toHaveLength(1));
  expect([opened[0]?.path, opened[0]?.receivedNames]).toEqual(['/heic.js', ['IMG_1.HEIC']]);
  opened[0]?.respond({ blob: jpeg });
  await waitFor(() => expect(opened).toHaveLength(2));
  expect(opened.map(({ isEnded }) => isEnded)).toEqual([true, false]);
  opened[1]?.respond({ blob: jpeg });
  expect((await Promise.all(both)).map(({ name, type }) => [name, type])).toEqual([
    ['IMG_1.jpg', 'image/jpeg'],
    ['b.jpg', 'image/jpeg'],
  ]);
  expect(opened.every(({ isEnded }) => isEnded)).toBe(true);
});

test.each([
  ['unreadable', 'Couldn’t read IMG_1.HEIC. Export it as JPEG and try again.'],
  ['large', 'IMG_1.HEIC has more than 50 million pixels. Choose a smaller photo.'],
] as const)('the error for a photo that is %s names the file', async (problem, message) => {
  const opened = installFakeWorkers();
  const photo = toSupportedImage(heicFile());
  const rejected = expect(photo).rejects.toEqual(new HeicConversionError(message));
  await waitFor(() => expect(opened).toHaveLength(1));
  opened[0]?.respond({ problem });
  await rejected;
});

test('aborting ends the worker and does not delay the next photo', async () => {
  const opened = installFakeWorkers();
  const [current, queued] = [new AbortController(), new AbortController()];
  const stopped = [toSupportedImage(heicFile('a.heic'), current.signal), toSupportedImage(heicFile('b.heic'), queued.signal)];
  const next = toSupportedImage(heicFile('c.heic'));
  await waitFor(() => expect(opened).toHaveLength(1));
  const names = Promise.all(stopped.map((one) => one.catch((error: unknown) => (error as Error).name)));
  queued.abort();
  current.abort();
  expect(await names).toEqual(['AbortError', 'AbortError']);
  await waitFor(() => expect(opened).toHaveLength(2));
  expect([opened[0]?.isEnded, opened[1]?.receivedNames]).toEqual([true, ['c.heic']]);
  opened[1]?.respond({ blob: jpeg });
  expect((await next).name).toBe('c.jpg');
});
