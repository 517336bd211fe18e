/** Chunked uploads: requests, resumption after a lost connection, and the upload tray. */
import * as limits from '@contract/kernel/limits';
import type * as Limits from '@contract/kernel/limits';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { performer } from '../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockNetworkError, mockError, server, startFakeHost, fakeHostUrl } from '../../tests/kit/screens/fake-host';
import { renderScreen } from '../../tests/kit/screens/render';
import { chosenFile, storedFile } from '../../tests/kit/fixtures/stored-files';
import { UploadTrayHost } from '@web/shell/hosts/upload-tray-host';
import { setApiUrl } from '@web/services/api';
import { services } from '@web/services/services';
import { readUploads } from './upload-list';
import { cancelUpload, discardUploads, applyFileState, finishUpload, moveUpload, removeFinishedUploads, startUpload } from './uploads';
import type { Finish } from './uploads';

/** Small chunks: the tests check only their offsets, since jsdom sends no bytes of a blob. */
jest.mock('@contract/kernel/limits', () => {
  const real = jest.requireActual<typeof Limits>('@contract/kernel/limits');
  return { ...real, uploadChunk_bytes: 8000 };
});

startFakeHost();
beforeAll(() => {
  setApiUrl(fakeHostUrl);
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => discardUploads(readUploads().map(({ id }) => id)));

const chunkSize = limits.uploadChunk_bytes;
const uploadId = '0198c0de-0000-7000-8000-0000000000a1';
const asVideo: Finish = (sent, options) => services.feeds['POST /performer/feeds/video/upload']({ files: { file: sent } }, options);
const asPhoto: Finish = (sent, options) => services.feeds['POST /performer/feeds/photo/upload']({ files: { file: sent } }, options);
const upload = (offset: number, size: number) => ({ uploadId, offset, size, expiresAt: '2026-01-02T00:00:00.000Z' });
const start = (file: File, finish?: Finish) =>
  startUpload({ file, type: 'feed-video', formKey: 'post:new', href: '/creator/posts/new', ...(finish ? { finish } : {}) });
const stateOf = (id: string) => readUploads().find((one) => one.id === id)?.state;

it('sends a large file in chunks, then attaches it by its upload id', async () => {
  const size = chunkSize + 1000;
  const createRequests = mockEndpoint('POST /uploads', upload(0, size));
  const chunkRequests = mockEndpoint('PATCH /uploads/:id', ({ headers }) =>
    upload(Math.min(size, Number(headers.get('upload-offset')) + chunkSize), size),
  );
  const finishRequests = mockEndpoint(
    'POST /performer/feeds/video/upload',
    storedFile({ type: 'feed-video', status: 'processing', progress: 10 }),
  );
  const id = start(chosenFile('film.mp4', 'video/mp4', size), asVideo);
  await waitFor(() => expect(stateOf(id)).toBe('processing'));
  expect(createRequests[0]?.body).toEqual({ name: 'film.mp4', size, mimeType: 'video/mp4', purpose: 'feed-video' });
  expect(chunkRequests.map(({ headers }) => headers.get('upload-offset'))).toEqual(['0', String(chunkSize)]);
  expect(finishRequests[0]?.body).toEqual({ file: uploadId });
});

it('shortens a long name and keeps its extension', async () => {
  const createRequests = mockEndpoint('POST /uploads', upload(0, chunkSize * 2));
  mockEndpoint('PATCH /uploads/:id', upload(chunkSize * 2, chunkSize * 2));
  mockEndpoint('POST /performer/feeds/video/upload', storedFile({ type: 'feed-video' }));
  const id = start(chosenFile(`Act one ${'a'.repeat(240)}.mp4`, 'video/mp4', chunkSize * 2), asVideo);
  await waitFor(() => expect(stateOf(id)).toBe('done'));
  expect((createRequests[0]?.body as { name: string }).name).toBe(`Act one ${'a'.repeat(188)}.mp4`);
});

it('waits for the connection and then sends only the missing bytes', async () => {
  const size = chunkSize * 2;
  const arrived = chunkSize - 5000;
  mockEndpoint('POST /uploads', upload(0, size));
  mockNetworkError('PATCH /uploads/:id');
  const offsetRequests = mockEndpoint('GET /uploads/:id', upload(arrived, size));
  const id = start(chosenFile('film.mp4', 'video/mp4', size), asVideo);
  await waitFor(() => expect(stateOf(id)).toBe('waiting'));
  const chunkRequests = mockEndpoint('PATCH /uploads/:id', ({ headers }) =>
    upload(Math.min(size, Number(headers.get('upload-offset')) + chunkSize), size),
  );
  mockEndpoint('POST /performer/feeds/video/upload', storedFile({ type: 'feed-video' }));
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(stateOf(id)).toBe('done'));
  expect(offsetRequests).toHaveLength(1);
  expect(chunkRequests.map(({ headers }) => Number(headers.get('upload-offset')))).toEqual([arrived, arrived + chunkSize]);
});

it('retries a small file with the same idempotency key after a lost response or a request in progress', async () => {
  const keys: (string | null)[] = [];
  const answers = [
    () => HttpResponse.error(),
    () => HttpResponse.json({ statusCode: 409, error: 'request_in_progress', message: 'Wait.', requestId: 'r' }, { status: 409 }),
    () => HttpResponse.json({ data: storedFile() }),
  ];
  server.use(
    http.post(`${fakeHostUrl}/performer/feeds/photo/upload`, ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      return (answers[keys.length - 1] ?? HttpResponse.error)();
    }),
  );
  const id = start(chosenFile('a.jpg', 'image/jpeg'), asPhoto);
  for (const sent of [1, 2]) {
    await waitFor(() => expect([keys.length, stateOf(id)]).toEqual([sent, 'waiting']));
    act(() => void window.dispatchEvent(new Event('online')));
  }
  await waitFor(() => expect(stateOf(id)).toBe('done'));
  expect(keys).toHaveLength(3);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(keys).size).toBe(1);
});

it("continues at the server's offset after offset_mismatch", async () => {
  const size = chunkSize + 10;
  mockEndpoint('POST /uploads', upload(0, size));
  mockEndpoint('GET /uploads/:id', upload(chunkSize, size));
  let isFirst = true;
  server.use(
    http.patch(`${fakeHostUrl}/uploads/:id`, () => {
      if (!isFirst) return HttpResponse.json({ data: upload(size, size) });
      isFirst = false;
      return HttpResponse.json({ statusCode: 409, error: 'offset_mismatch', message: 'Elsewhere.', requestId: 'r' }, { status: 409 });
    }),
  );
  mockEndpoint('POST /performer/feeds/video/upload', storedFile());
  const id = start(chosenFile('film.mp4', 'video/mp4', size), asVideo);
  await waitFor(() => expect(stateOf(id)).toBe('done'));
});

it('sends small files in one request, two at a time', async () => {
  const release: (() => void)[] = [];
  const requests = mockEndpoint(
    'POST /performer/feeds/photo/upload',
    () => new Promise((resolve) => release.push(() => resolve(storedFile()))),
  );
  const ids = ['a.jpg', 'b.jpg', 'c.jpg'].map((name) => start(chosenFile(name, 'image/jpeg'), asPhoto));
  await waitFor(() => expect(requests).toHaveLength(2));
  expect(ids.map(stateOf)).toEqual(['sending', 'sending', 'queued']);
  release.forEach((go) => go());
  await waitFor(() => expect(requests).toHaveLength(3));
  release[2]?.();
  await waitFor(() => expect(ids.map(stateOf)).toEqual(['done', 'done', 'done']));
});

it('waits after the upload until finishUpload is called', async () => {
  mockEndpoint('POST /uploads', upload(0, 100));
  mockEndpoint('PATCH /uploads/:id', upload(100, 100));
  const finishRequests = mockEndpoint('POST /performer/feeds/video/upload', storedFile());
  const id = start(chosenFile('film.mp4', 'video/mp4', 100));
  await waitFor(() => expect(stateOf(id)).toBe('sent'));
  expect(finishRequests).toEqual([]);
  finishUpload(id, asVideo);
  await waitFor(() => expect(stateOf(id)).toBe('done'));
});

it('deletes a cancelled upload at the server', async () => {
  mockEndpoint('POST /uploads', upload(0, 100));
  mockNetworkError('PATCH /uploads/:id');
  const cancelled = mockEndpoint('DELETE /uploads/:id', { deleted: true });
  const id = start(chosenFile('film.mp4', 'video/mp4', 100));
  await waitFor(() => expect(stateOf(id)).toBe('waiting'));
  cancelUpload(id);
  await waitFor(() => expect(cancelled).toHaveLength(1));
  expect(stateOf(id)).toBe('cancelled');
});

describe('the tray', () => {
  it('shows progress and the reason of a failure, and retries on demand', async () => {
    mockError('POST /performer/feeds/photo/upload', 'quota_exceeded');
    renderScreen(<UploadTrayHost />, { user: performer() });
    expect(screen.queryByRole('complementary')).toBeNull();
    act(() => void start(chosenFile('a.jpg', 'image/jpeg'), asPhoto));
    await userEvent.click(await screen.findByRole('button', { name: '1 file failed' }));
    expect(within(screen.getByRole('complementary')).getByRole('status')).toHaveTextContent(
      'Upload failed: Your storage is full. Delete files you no longer need.',
    );
    mockEndpoint('POST /performer/feeds/photo/upload', storedFile({ status: 'processing', progress: 0 }));
    await userEvent.click(screen.getByRole('button', { name: 'Retry a.jpg' }));
    expect(await screen.findByText('Processing 1 file')).toBeVisible();
    act(() => applyFileState(storedFile({ status: 'processing', progress: 40 })));
    expect(within(screen.getByRole('complementary')).getByRole('status')).toHaveTextContent('Processing · 40%');
    act(() => applyFileState(storedFile()));
    await userEvent.click(screen.getByRole('button', { name: 'Clear finished' }));
    expect(screen.queryByText('a.jpg')).toBeNull();
  });

  it('offers to retry a file whose processing failed', async () => {
    const broken = storedFile({ status: 'error', failure: 'The picture is damaged.' });
    mockEndpoint('POST /performer/feeds/photo/upload', broken);
    renderScreen(<UploadTrayHost />, { user: performer() });
    act(() => void start(chosenFile('a.jpg', 'image/jpeg'), asPhoto));
    await userEvent.click(await screen.findByRole('button', { name: '1 file failed' }));
    expect(within(screen.getByRole('complementary')).getByRole('status')).toHaveTextContent('Processing failed: The picture is damaged.');
    const again = mockEndpoint('POST /files/:id/retry', storedFile());
    await userEvent.click(screen.getByRole('button', { name: 'Retry a.jpg' }));
    expect(await screen.findByText('1 file uploaded')).toBeVisible();
    expect(again).toHaveLength(1);
  });

  it('closes once all files are attached, and can be closed before', async () => {
    mockEndpoint('POST /performer/feeds/photo/upload', storedFile({ status: 'processing', progress: 0 }));
    renderScreen(<UploadTrayHost />, { user: performer() });
    act(() => void start(chosenFile('a.jpg', 'image/jpeg'), asPhoto));
    await screen.findByText('Processing 1 file');
    jest.useFakeTimers();
    try {
      // The post has taken the file.
      act(() => removeFinishedUploads('post:new'));
      act(() => applyFileState(storedFile()));
      expect(screen.getByText('1 file uploaded')).toBeVisible();
      act(() => jest.advanceTimersByTime(5000));
      expect(screen.queryByRole('complementary')).toBeNull();
    } finally {
      jest.useRealTimers();
    }
    mockEndpoint('POST /performer/feeds/photo/upload', storedFile());
    act(() => void start(chosenFile('b.jpg', 'image/jpeg'), asPhoto));
    await userEvent.click(await screen.findByRole('button', { name: 'Close uploads' }));
    expect(readUploads()).toEqual([]);
  });

  it('stays open while a file waits for its post', async () => {
    mockEndpoint('POST /performer/feeds/photo/upload', storedFile());
    const id = start(chosenFile('a.jpg', 'image/jpeg'), asPhoto);
    await waitFor(() => expect(stateOf(id)).toBe('done'));
    jest.useFakeTimers();
    try {
      renderScreen(<UploadTrayHost />, { user: performer() });
      await screen.findByText('1 file uploaded');
      act(() => jest.advanceTimersByTime(60_000));
      expect(screen.getByText('1 file uploaded')).toBeVisible();
      act(() => moveUpload(id, ''));
      act(() => jest.advanceTimersByTime(60_000));
      expect(screen.queryByText('1 file uploaded')).toBeNull();
    } finally {
      jest.useRealTimers();
    }
  });

  it('warns before the window is closed during an upload', async () => {
    mockEndpoint('POST /performer/feeds/photo/upload', () => new Promise(() => undefined));
    renderScreen(<UploadTrayHost />, { user: performer() });
    const closing = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(closing()).toBe(false);
    act(() => void start(chosenFile('a.jpg', 'image/jpeg'), asPhoto));
    expect(await screen.findByText('1 file · 0%')).toBeVisible();
    await waitFor(() => expect(closing()).toBe(true));
  });

  it('is hidden on the page that shows the files itself', async () => {
    mockEndpoint('POST /performer/feeds/photo/upload', () => new Promise(() => undefined));
    renderScreen(<UploadTrayHost />, { user: performer(), path: '/creator/posts/new' });
    act(() => void start(chosenFile('a.jpg', 'image/jpeg'), asPhoto));
    await waitFor(() => expect(readUploads()).toHaveLength(1));
    expect(screen.queryByRole('complementary')).toBeNull();
  });

  it('drops the uploads of another account', async () => {
    mockError('POST /performer/feeds/photo/upload', 'quota_exceeded');
    const first = renderScreen(<UploadTrayHost />, { user: performer() });
    act(() => void start(chosenFile('a.jpg', 'image/jpeg'), asPhoto));
    await screen.findByText('1 file failed');
    first.unmount();
    renderScreen(<UploadTrayHost />, { user: performer({ _id: '0198c0de-0000-7000-8000-000000000009' }) });
    await waitFor(() => expect(readUploads()).toEqual([]));
  });
});
