/** Uploads in pieces: what is sent, what a cut costs, and what people see of it. */
import * as limits from '@contract/kernel/limits';
import type * as Limits from '@contract/kernel/limits';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { performer } from '../../tests/kit/answers/accounts';
import { answer, cutOff, refuse, server, startTestHost, testHost } from '../../tests/kit/screens/fake-host';
import { renderScreen } from '../../tests/kit/screens/render';
import { chosenFile, storedFile } from '../../tests/kit/answers/stored-files';
import { UploadTrayHost } from '@web/shell/hosts/upload-tray-host';
import { reachHostAt } from '@web/services/api';
import { services } from '@web/services/services';
import { readUploads } from './upload-list';
import { cancelUpload, dropUploads, fileHeard, finishUpload, moveUpload, releaseUploads, startUpload } from './uploads';
import type { Finish } from './uploads';

/** Small pieces: what counts is where each begins. The browser of these tests sends no bytes of a blob. */
jest.mock('@contract/kernel/limits', () => {
  const real = jest.requireActual<typeof Limits>('@contract/kernel/limits');
  return { ...real, uploadPiece_bytes: 8000 };
});

startTestHost();
beforeAll(() => {
  reachHostAt(testHost);
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => dropUploads(readUploads().map(({ id }) => id)));

const piece = limits.uploadPiece_bytes;
const uploadId = '0198c0de-0000-7000-8000-0000000000a1';
const asVideo: Finish = (sent, options) => services.feeds['POST /performer/feeds/video/upload']({ files: { file: sent } }, options);
const asPhoto: Finish = (sent, options) => services.feeds['POST /performer/feeds/photo/upload']({ files: { file: sent } }, options);
const upload = (offset: number, size: number) => ({ uploadId, offset, size, expiresAt: '2026-01-02T00:00:00.000Z' });
const start = (file: File, finish?: Finish) =>
  startUpload({ file, type: 'feed-video', place: 'post:new', href: '/creator/posts/new', ...(finish ? { finish } : {}) });
const stateOf = (id: string) => readUploads().find((one) => one.id === id)?.state;

it('sends a large file piece by piece and names it where it belongs', async () => {
  const size = piece + 1000;
  const begun = answer('POST /uploads', upload(0, size));
  const pieces = answer('PATCH /uploads/:id', ({ headers }) => upload(Math.min(size, Number(headers.get('upload-offset')) + piece), size));
  const finished = answer('POST /performer/feeds/video/upload', storedFile({ type: 'feed-video', status: 'processing', progress: 10 }));
  const id = start(chosenFile('film.mp4', 'video/mp4', size), asVideo);
  await waitFor(() => expect(stateOf(id)).toBe('processing'));
  expect(begun[0]?.body).toEqual({ name: 'film.mp4', size, mimeType: 'video/mp4', purpose: 'feed-video' });
  expect(pieces.map(({ headers }) => headers.get('upload-offset'))).toEqual(['0', String(piece)]);
  expect(finished[0]?.body).toEqual({ file: uploadId });
});

it('begins with the start of a long name and its extension', async () => {
  const begun = answer('POST /uploads', upload(0, piece * 2));
  answer('PATCH /uploads/:id', upload(piece * 2, piece * 2));
  answer('POST /performer/feeds/video/upload', storedFile({ type: 'feed-video' }));
  const id = start(chosenFile(`Act one ${'a'.repeat(240)}.mp4`, 'video/mp4', piece * 2), asVideo);
  await waitFor(() => expect(stateOf(id)).toBe('done'));
  expect((begun[0]?.body as { name: string }).name).toBe(`Act one ${'a'.repeat(188)}.mp4`);
});

it('waits for the connection after a cut and sends only what has not arrived', async () => {
  const size = piece * 2;
  const arrived = piece - 5000;
  answer('POST /uploads', upload(0, size));
  cutOff('PATCH /uploads/:id');
  const asked = answer('GET /uploads/:id', upload(arrived, size));
  const id = start(chosenFile('film.mp4', 'video/mp4', size), asVideo);
  await waitFor(() => expect(stateOf(id)).toBe('waiting'));
  const pieces = answer('PATCH /uploads/:id', ({ headers }) => upload(Math.min(size, Number(headers.get('upload-offset')) + piece), size));
  answer('POST /performer/feeds/video/upload', storedFile({ type: 'feed-video' }));
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(stateOf(id)).toBe('done'));
  expect(asked).toHaveLength(1);
  expect(pieces.map(({ headers }) => Number(headers.get('upload-offset')))).toEqual([arrived, arrived + piece]);
});

it('sends a small file whose answer was lost again as the same wish, and waits while the host is still at it', async () => {
  const keys: (string | null)[] = [];
  const answers = [
    () => HttpResponse.error(),
    () => HttpResponse.json({ statusCode: 409, error: 'request_in_progress', message: 'Wait.', requestId: 'r' }, { status: 409 }),
    () => HttpResponse.json({ data: storedFile() }),
  ];
  server.use(
    http.post(`${testHost}/performer/feeds/photo/upload`, ({ request }) => {
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

it('goes on where the host stands when both disagree', async () => {
  const size = piece + 10;
  answer('POST /uploads', upload(0, size));
  answer('GET /uploads/:id', upload(piece, size));
  let isFirst = true;
  server.use(
    http.patch(`${testHost}/uploads/:id`, () => {
      if (!isFirst) return HttpResponse.json({ data: upload(size, size) });
      isFirst = false;
      return HttpResponse.json({ statusCode: 409, error: 'offset_mismatch', message: 'Elsewhere.', requestId: 'r' }, { status: 409 });
    }),
  );
  answer('POST /performer/feeds/video/upload', storedFile());
  const id = start(chosenFile('film.mp4', 'video/mp4', size), asVideo);
  await waitFor(() => expect(stateOf(id)).toBe('done'));
});

it('sends a small file at once, two files at a time', async () => {
  const release: (() => void)[] = [];
  const heard = answer('POST /performer/feeds/photo/upload', () => new Promise((resolve) => release.push(() => resolve(storedFile()))));
  const ids = ['a.jpg', 'b.jpg', 'c.jpg'].map((name) => start(chosenFile(name, 'image/jpeg'), asPhoto));
  await waitFor(() => expect(heard).toHaveLength(2));
  expect(ids.map(stateOf)).toEqual(['sending', 'sending', 'queued']);
  release.forEach((go) => go());
  await waitFor(() => expect(heard).toHaveLength(3));
  release[2]?.();
  await waitFor(() => expect(ids.map(stateOf)).toEqual(['done', 'done', 'done']));
});

it('waits with what is sent until somebody says what becomes of it', async () => {
  answer('POST /uploads', upload(0, 100));
  answer('PATCH /uploads/:id', upload(100, 100));
  const finished = answer('POST /performer/feeds/video/upload', storedFile());
  const id = start(chosenFile('film.mp4', 'video/mp4', 100));
  await waitFor(() => expect(stateOf(id)).toBe('sent'));
  expect(finished).toEqual([]);
  finishUpload(id, asVideo);
  await waitFor(() => expect(stateOf(id)).toBe('done'));
});

it('tells the host that a cancelled upload is not wanted', async () => {
  answer('POST /uploads', upload(0, 100));
  cutOff('PATCH /uploads/:id');
  const cancelled = answer('DELETE /uploads/:id', { deleted: true });
  const id = start(chosenFile('film.mp4', 'video/mp4', 100));
  await waitFor(() => expect(stateOf(id)).toBe('waiting'));
  cancelUpload(id);
  await waitFor(() => expect(cancelled).toHaveLength(1));
  expect(stateOf(id)).toBe('cancelled');
});

describe('the tray', () => {
  it('shows what goes on, says why a file failed, and sends it again on demand', async () => {
    refuse('POST /performer/feeds/photo/upload', 'quota_exceeded');
    renderScreen(<UploadTrayHost />, { user: performer() });
    expect(screen.queryByRole('complementary')).toBeNull();
    act(() => void start(chosenFile('a.jpg', 'image/jpeg'), asPhoto));
    await userEvent.click(await screen.findByRole('button', { name: '1 file failed' }));
    expect(within(screen.getByRole('complementary')).getByRole('status')).toHaveTextContent(
      'Not sent: Your storage is full. Delete files that you no longer need.',
    );
    answer('POST /performer/feeds/photo/upload', storedFile({ status: 'processing', progress: 0 }));
    await userEvent.click(screen.getByRole('button', { name: 'Retry a.jpg' }));
    expect(await screen.findByText('Processing 1 file')).toBeVisible();
    act(() => fileHeard(storedFile({ status: 'processing', progress: 40 })));
    expect(within(screen.getByRole('complementary')).getByRole('status')).toHaveTextContent('Processing · 40 %');
    act(() => fileHeard(storedFile()));
    await userEvent.click(screen.getByRole('button', { name: 'Clear finished' }));
    expect(screen.queryByText('a.jpg')).toBeNull();
  });

  it('offers to try again what the host could not make ready', async () => {
    const broken = storedFile({ status: 'error', failure: 'The picture is damaged.' });
    answer('POST /performer/feeds/photo/upload', broken);
    renderScreen(<UploadTrayHost />, { user: performer() });
    act(() => void start(chosenFile('a.jpg', 'image/jpeg'), asPhoto));
    await userEvent.click(await screen.findByRole('button', { name: '1 file failed' }));
    expect(within(screen.getByRole('complementary')).getByRole('status')).toHaveTextContent(
      'Could not be made ready: The picture is damaged.',
    );
    const again = answer('POST /files/:id/retry', storedFile());
    await userEvent.click(screen.getByRole('button', { name: 'Retry a.jpg' }));
    expect(await screen.findByText('1 file sent')).toBeVisible();
    expect(again).toHaveLength(1);
  });

  it('leaves by itself once everything is where it belongs, and can be closed before', async () => {
    answer('POST /performer/feeds/photo/upload', storedFile({ status: 'processing', progress: 0 }));
    renderScreen(<UploadTrayHost />, { user: performer() });
    act(() => void start(chosenFile('a.jpg', 'image/jpeg'), asPhoto));
    await screen.findByText('Processing 1 file');
    jest.useFakeTimers();
    try {
      // The post has it now.
      act(() => releaseUploads('post:new'));
      act(() => fileHeard(storedFile()));
      expect(screen.getByText('1 file sent')).toBeVisible();
      act(() => jest.advanceTimersByTime(5000));
      expect(screen.queryByRole('complementary')).toBeNull();
    } finally {
      jest.useRealTimers();
    }
    answer('POST /performer/feeds/photo/upload', storedFile());
    act(() => void start(chosenFile('b.jpg', 'image/jpeg'), asPhoto));
    await userEvent.click(await screen.findByRole('button', { name: 'Close uploads' }));
    expect(readUploads()).toEqual([]);
  });

  it('stays while a file waits for the post that it was sent for', async () => {
    answer('POST /performer/feeds/photo/upload', storedFile());
    const id = start(chosenFile('a.jpg', 'image/jpeg'), asPhoto);
    await waitFor(() => expect(stateOf(id)).toBe('done'));
    jest.useFakeTimers();
    try {
      renderScreen(<UploadTrayHost />, { user: performer() });
      await screen.findByText('1 file sent');
      act(() => jest.advanceTimersByTime(60_000));
      expect(screen.getByText('1 file sent')).toBeVisible();
      act(() => moveUpload(id, ''));
      act(() => jest.advanceTimersByTime(60_000));
      expect(screen.queryByText('1 file sent')).toBeNull();
    } finally {
      jest.useRealTimers();
    }
  });

  it('warns before the window is closed while something is sent', async () => {
    answer('POST /performer/feeds/photo/upload', () => new Promise(() => undefined));
    renderScreen(<UploadTrayHost />, { user: performer() });
    const closing = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(closing()).toBe(false);
    act(() => void start(chosenFile('a.jpg', 'image/jpeg'), asPhoto));
    expect(await screen.findByText('1 file · 0 %')).toBeVisible();
    await waitFor(() => expect(closing()).toBe(true));
  });

  it('keeps back on the page that shows the files itself', async () => {
    answer('POST /performer/feeds/photo/upload', () => new Promise(() => undefined));
    renderScreen(<UploadTrayHost />, { user: performer(), path: '/creator/posts/new' });
    act(() => void start(chosenFile('a.jpg', 'image/jpeg'), asPhoto));
    await waitFor(() => expect(readUploads()).toHaveLength(1));
    expect(screen.queryByRole('complementary')).toBeNull();
  });

  it('forgets what another account has left behind', async () => {
    refuse('POST /performer/feeds/photo/upload', 'quota_exceeded');
    const first = renderScreen(<UploadTrayHost />, { user: performer() });
    act(() => void start(chosenFile('a.jpg', 'image/jpeg'), asPhoto));
    await screen.findByText('1 file failed');
    first.unmount();
    renderScreen(<UploadTrayHost />, { user: performer({ _id: '0198c0de-0000-7000-8000-000000000009' }) });
    await waitFor(() => expect(readUploads()).toEqual([]));
  });
});
