/** Creating a gallery, and ordering its photos. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { performer } from '../../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, startFakeHost } from '../../../../../tests/kit/screens/fake-host';
import { ownGallery, ownPhoto } from '../../../../../tests/kit/fixtures/own-items';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import { chosenFile, storedFile } from '../../../../../tests/kit/fixtures/stored-files';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { readUploads } from '@web/uploads/upload-list';
import { discardUploads } from '@web/uploads/uploads';
import { GalleryEditor } from './gallery-editor';

startFakeHost();
beforeAll(() => {
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => undefined;
});
beforeEach(() => localStorage.clear());
afterEach(() => {
  discardUploads(readUploads().map(({ id }) => id));
  toasts.read().forEach(({ id }) => dismissToast(id));
});

const open = (id = 'new') => renderScreen(<GalleryEditor />, { user: performer(), path: `/creator/galleries/${id}`, query: { id } });
const photo = (id: string, ordering: number, changes = {}) =>
  ownPhoto(storedFile({ _id: `file-${id}`, name: `${id}.jpg` }), { _id: id, ordering, galleryId: 'g-1', ...changes });
const photos = (...data: ReturnType<typeof photo>[]) => ({ data, total: data.length, nextCursor: null });

it('creates a draft when the first photos are selected, and uploads them to it', async () => {
  const requests = mockEndpoint('POST /performer/performer-assets/galleries', ownGallery({ _id: 'g-1' }));
  const sent = mockEndpoint('POST /performer/performer-assets/photos/upload', photo('a', 0));
  const { navigations } = open();
  await userEvent.type(screen.getByLabelText('Title'), 'Summer');
  const files = [chosenFile('a.jpg', 'image/jpeg'), chosenFile('b.jpg', 'image/jpeg')];
  await userEvent.upload(screen.getByLabelText('Add photos: choose files'), files);
  await waitFor(() => expect(navigations()).toEqual(['/creator/galleries/g-1']));
  expect(requests[0]?.body).toMatchObject({ title: 'Summer', status: 'draft' });
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[0]?.body).toMatchObject({ galleryId: 'g-1' });
});

it('creates only one draft when more photos are selected before it exists', async () => {
  let release: () => void = () => undefined;
  const requests = mockEndpoint('POST /performer/performer-assets/galleries', async () => {
    await new Promise<void>((resolve) => (release = resolve));
    return ownGallery({ _id: 'g-1' });
  });
  mockEndpoint('POST /performer/performer-assets/photos/upload', photo('a', 0));
  const { navigations } = open();
  const field = screen.getByLabelText('Add photos: choose files');
  await userEvent.upload(field, chosenFile('a.jpg', 'image/jpeg'));
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(screen.getByRole('button', { name: 'Add photos' })).toBeDisabled();
  await userEvent.upload(field, chosenFile('b.jpg', 'image/jpeg'));
  release();
  await waitFor(() => expect(navigations()).toEqual(['/creator/galleries/g-1']));
  expect(requests).toHaveLength(1);
});

describe('the editor of a gallery with photos', () => {
  beforeEach(() => {
    mockEndpoint(
      'GET /performer/performer-assets/galleries/:id/view',
      ownGallery({ _id: 'g-1', title: 'Summer', state: 'draft', status: 'draft' }),
    );
    mockEndpoint(
      'GET /performer/performer-assets/photos/search',
      photos(photo('a', 0, { isGalleryCover: true }), photo('b', 1), photo('c', 2)),
    );
  });

  it('moves a photo with a button and sends both positions to the API', async () => {
    const changed = mockEndpoint('PUT /performer/performer-assets/photos/:id', photo('a', 1));
    open('g-1');
    await userEvent.click(await screen.findByRole('button', { name: 'Move photo 1 later' }));
    await waitFor(() => expect(changed).toHaveLength(2));
    expect(changed.map(({ params, body }) => [params['id'], body])).toEqual([
      ['b', { ordering: 0 }],
      ['a', { ordering: 1 }],
    ]);
  });

  it('sets another photo as the cover, describes one, and deletes one with undo', async () => {
    const covers = mockEndpoint('POST /performer/performer-assets/photos/set-cover/:id', ownGallery());
    const changed = mockEndpoint('PUT /performer/performer-assets/photos/:id', photo('a', 0));
    const deleted = mockEndpoint('DELETE /performer/performer-assets/photos/:id', { deleted: true });
    open('g-1');
    await userEvent.click(await screen.findByRole('button', { name: 'Set photo 2 as cover' }));
    await waitFor(() => expect(covers[0]?.params).toEqual({ id: 'b' }));
    await userEvent.type(screen.getByLabelText(/^Description of photo 1/), 'The sea');
    await userEvent.tab();
    await waitFor(() => expect(changed[0]?.body).toEqual({ description: 'The sea' }));
    await userEvent.click(screen.getByRole('button', { name: 'Delete photo 3' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('button', { name: 'Delete photo 3' })).toBeVisible();
    expect(deleted).toEqual([]);
  });

  it('publishes the gallery', async () => {
    const saved = mockEndpoint('PUT /performer/performer-assets/galleries/:id', ownGallery());
    const { navigations } = open('g-1');
    await userEvent.click(await screen.findByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(navigations()).toEqual(['/ada?tab=content&kind=galleries']));
    expect(saved[0]?.body).toMatchObject({ title: 'Summer', status: 'active' });
  });
});

it('moves the focus to the first invalid field', async () => {
  open();
  await userEvent.click(screen.getByRole('button', { name: /^Publish/ }));
  await waitFor(() => expect(screen.getByLabelText('Title')).toHaveFocus());
  expect(screen.getByLabelText('Title')).toBeInvalid();
});
