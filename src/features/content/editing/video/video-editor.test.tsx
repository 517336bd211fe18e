/** Uploading and editing videos. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { performer } from '../../../../../tests/kit/fixtures/accounts';
import { performerCardOf as person } from '../../../../../tests/kit/fixtures/cards';
import { mockEndpoint, mockError, startFakeHost } from '../../../../../tests/kit/screens/fake-host';
import { ownVideo } from '../../../../../tests/kit/fixtures/own-items';
import { singlePage } from '../../../../../tests/kit/fixtures/payments';
import { release } from '../../../../../tests/kit/fixtures/release';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import { chosenFile, storedFile } from '../../../../../tests/kit/fixtures/stored-files';
import { readUploads } from '@web/uploads/upload-list';
import { discardUploads } from '@web/uploads/uploads';
import { VideoEditor } from './video-editor';

startFakeHost();
beforeAll(() => {
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => undefined;
});
beforeEach(() => localStorage.clear());
afterEach(() => {
  mockEndpoint('DELETE /uploads/:id', { deleted: true });
  discardUploads(readUploads().map(({ id }) => id));
});

const open = (id = 'new') => renderScreen(<VideoEditor />, { user: performer(), path: `/creator/videos/${id}`, query: { id } });
const upload = (offset: number) => ({ uploadId: 'u-1', offset, size: 1000, expiresAt: '2026-01-02T00:00:00.000Z' });
const card = async (name: string) => within(await screen.findByRole('form', { name }));

it('shows one card per selected file, and publishes a video once it is uploaded', async () => {
  mockEndpoint('POST /uploads', upload(0));
  mockEndpoint('PATCH /uploads/:id', upload(1000));
  const requests = mockEndpoint(
    'POST /performer/performer-assets/videos/upload',
    ownVideo({ video: storedFile({ type: 'video', status: 'processing' }) }),
  );
  const { navigations } = open();
  const files = [chosenFile('my_first-film.mp4', 'video/mp4'), chosenFile('second.mp4', 'video/mp4')];
  await userEvent.upload(screen.getByLabelText('Choose files: choose files'), files);
  const first = await card('my_first-film.mp4');
  const title = first.getByLabelText('Title');
  expect(title).toHaveValue('my first film');
  await userEvent.clear(title);
  await userEvent.click(first.getByRole('button', { name: 'Publish when ready' }));
  expect(title).toHaveAccessibleDescription('Enter a title.');
  await waitFor(() => expect(title).toHaveFocus());
  await userEvent.type(title, 'Evening');
  await userEvent.click(first.getByRole('button', { name: 'Publish when ready' }));
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]?.body).toMatchObject({ video: 'u-1', title: 'Evening', audience: 'subscribers', status: 'active' });
  expect(screen.queryByRole('form', { name: 'my_first-film.mp4' })).toBeNull();
  expect(navigations()).toEqual([]);
  await userEvent.click((await card('second.mp4')).getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(requests[1]?.body).toMatchObject({ title: 'second', status: 'draft' }));
  await waitFor(() => expect(navigations()).toEqual(['/ada?tab=content&kind=videos']));
});

it('restores the card of a video that the API rejects, with its typed values', async () => {
  mockEndpoint('POST /uploads', upload(0));
  mockEndpoint('PATCH /uploads/:id', upload(1000));
  mockError('POST /performer/performer-assets/videos/upload', 'price_out_of_range');
  open();
  await userEvent.upload(screen.getByLabelText('Choose files: choose files'), chosenFile('film.mp4', 'video/mp4'));
  const first = await card('film.mp4');
  await userEvent.type(first.getByLabelText('Title'), ' two');
  await userEvent.click(first.getByRole('button', { name: 'Publish when ready' }));
  expect(await screen.findByText(/This amount is outside the site’s limits/)).toBeVisible();
  expect((await card('film.mp4')).getByLabelText('Title')).toHaveValue('film two');
});

it('adds other people in a video, by account or by signed release, and shows their consent', async () => {
  const grace = { ...person('Grace'), _id: 'grace' };
  const alan = { _id: 'a-1', person: { ...person('Alan'), _id: 'alan' }, release: null, consent: 'declined' as const };
  mockEndpoint('GET /performers/user/search', { data: [grace], total: 1, nextCursor: null });
  mockEndpoint('GET /performer/performer-assets/videos/:id/view', ownVideo({ title: 'Old', people: [alan] }));
  const releases = mockEndpoint(
    'GET /performer/releases',
    singlePage(release({ status: 'approved' }), release({ _id: 'old', name: 'Old one', status: 'rejected' })),
  );
  const saved = mockEndpoint('PUT /performer/performer-assets/videos/edit/:id', ownVideo());
  open('v-1');
  await userEvent.type(await screen.findByLabelText(/^Find a creator/), 'gra');
  await userEvent.click(await screen.findByRole('button', { name: /^Add Grace/ }));
  expect(screen.getByRole('list', { name: 'Consent status' })).toHaveTextContent('Alan Refused');
  await userEvent.click(screen.getByRole('button', { name: 'Remove Alan' }));
  expect(releases).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Add someone without an account' }));
  expect(await screen.findByRole('option', { name: 'Mina Roth' })).toBeInTheDocument();
  expect(screen.queryByRole('option', { name: 'Old one' })).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('People without an account'), 'Mina Roth');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(saved[0]?.body).toMatchObject({ participantIds: 'grace', releaseIds: release()._id }));
});

it('uses one of three frames of the video as the thumbnail', async () => {
  const film = storedFile({ type: 'video', mimeType: 'video/mp4', name: 'film.mp4' });
  const frames = [1, 2, 3].map((frame) => ({ frame, url: `/media/frame-${String(frame)}` }));
  mockEndpoint('GET /performer/performer-assets/videos/:id/view', ownVideo({ title: 'Old', video: film }));
  mockEndpoint('GET /files/:id/status', { ...film, frames });
  const saved = mockEndpoint('PUT /performer/performer-assets/videos/edit/:id', ownVideo({ title: 'Old', video: film }));
  open('v-1');
  await userEvent.click(await screen.findByRole('button', { name: 'Frame 3 Choose' }));
  expect(screen.queryByRole('button', { name: 'Add thumbnail' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(saved[0]?.body).toMatchObject({ thumbnailFrame: '3' }));
  expect(await screen.findByRole('button', { name: 'Frame 3 Choose' })).toHaveAttribute('aria-pressed', 'false');
});

it('edits a video, replaces a file and removes one', async () => {
  const teaser = storedFile({ type: 'video-teaser', name: 'teaser.mp4' });
  mockEndpoint('GET /performer/performer-assets/videos/:id/view', ownVideo({ title: 'Old', tags: ['sea'], teaser }));
  const removed = mockEndpoint('DELETE /performer/performer-assets/videos/remove-file/:id', ownVideo({ title: 'Old' }));
  mockEndpoint('POST /uploads', upload(0));
  mockEndpoint('PATCH /uploads/:id', upload(1000));
  const saved = mockEndpoint('PUT /performer/performer-assets/videos/edit/:id', ownVideo({ title: 'New' }));
  open('v-1');
  const title = await screen.findByLabelText('Title');
  await userEvent.click(screen.getByRole('button', { name: 'Remove teaser' }));
  await waitFor(() => expect(removed[0]?.body).toEqual({ type: 'teaser' }));
  await userEvent.upload(screen.getByLabelText('Add thumbnail: choose files'), chosenFile('still.jpg', 'image/jpeg'));
  expect(await screen.findByText('Sent')).toBeVisible();
  await userEvent.clear(title);
  await userEvent.type(title, 'New');
  await userEvent.clear(screen.getByLabelText(/^Tags/));
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.body).toMatchObject({ title: 'New', thumbnail: 'u-1', tags: '', scheduledAt: '' });
});

it('moves the focus to the first invalid field', async () => {
  mockEndpoint('GET /performer/performer-assets/videos/:id/view', ownVideo({ title: 'Old' }));
  open('v-1');
  await userEvent.clear(await screen.findByLabelText('Title'));
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(screen.getByLabelText('Title')).toHaveFocus());
  expect(screen.getByLabelText('Title')).toBeInvalid();
});
