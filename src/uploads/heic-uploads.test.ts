/** HEIC photos in the upload queue. */
import { waitFor } from '@testing-library/react';
import { installFakeWorkers, heicFile, jpeg } from '../../tests/kit/screens/fake-worker';
import { mockEndpoint, startFakeHost, fakeHostUrl } from '../../tests/kit/screens/fake-host';
import { storedFile } from '../../tests/kit/fixtures/stored-files';
import { setApiUrl } from '@web/services/api';
import { services } from '@web/services/services';
import { readUploads } from './upload-list';
import { cancelUpload, discardUploads, retryUpload, startUpload } from './uploads';
import type { Finish } from './uploads';

startFakeHost();
beforeAll(() => {
  setApiUrl(fakeHostUrl);
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => discardUploads(readUploads().map(({ id }) => id)));

const asPhoto: Finish = (sent, options) => services.feeds['POST /performer/feeds/photo/upload']({ files: { file: sent } }, options);
const start = () => startUpload({ file: heicFile(), type: 'feed-photo', formKey: 'post:new', href: '/creator/posts/new', finish: asPhoto });
const upload = (id: string) => readUploads().find((one) => one.id === id);

it('converts a HEIC photo, and sends the JPEG', async () => {
  const workers = installFakeWorkers();
  const sent = mockEndpoint('POST /performer/feeds/photo/upload', storedFile({ type: 'feed-photo' }));
  const id = start();
  expect(upload(id)).toMatchObject({ state: 'converting', preview: null });
  await waitFor(() => expect(workers).toHaveLength(1));
  workers[0]?.respond({ blob: jpeg });
  await waitFor(() => expect(upload(id)).toMatchObject({ state: 'done', name: 'IMG_1.jpg', preview: 'blob:preview' }));
  expect(sent).toHaveLength(1);
});

it('shows an error for a HEIC photo that cannot be read, and can retry it', async () => {
  const workers = installFakeWorkers();
  mockEndpoint('POST /performer/feeds/photo/upload', storedFile({ type: 'feed-photo' }));
  const id = start();
  await waitFor(() => expect(workers).toHaveLength(1));
  workers[0]?.respond({ problem: 'unreadable' });
  await waitFor(() => expect(upload(id)).toMatchObject({ state: 'failed', reason: expect.stringContaining('Couldn’t read') as string }));
  retryUpload(id);
  expect(upload(id)?.state).toBe('converting');
  await waitFor(() => expect(workers).toHaveLength(2));
  workers[1]?.respond({ blob: jpeg });
  await waitFor(() => expect(upload(id)?.state).toBe('done'));
});

it('can be canceled during the conversion, and sends nothing', async () => {
  const workers = installFakeWorkers();
  const sent = mockEndpoint('POST /performer/feeds/photo/upload', storedFile({ type: 'feed-photo' }));
  const id = start();
  await waitFor(() => expect(workers).toHaveLength(1));
  cancelUpload(id);
  expect([upload(id)?.state, workers[0]?.isEnded]).toEqual(['cancelled', true]);
  workers[0]?.respond({ blob: jpeg });
  expect([upload(id)?.state, sent]).toEqual(['cancelled', []]);
});

it('does not convert HEIC files that are sold as downloads', () => {
  const workers = installFakeWorkers();
  const id = startUpload({ file: heicFile(), type: 'product-digital', formKey: 'product:new', href: '/creator/products/new' });
  expect([upload(id)?.state === 'converting', workers]).toEqual([false, []]);
});
