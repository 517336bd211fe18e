/** Uploading videos and changing one. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { performer } from '../../../../../tests/kit/answers/accounts';
import { card as person } from '../../../../../tests/kit/answers/cards';
import { answer, refuse, startTestHost } from '../../../../../tests/kit/screens/fake-host';
import { ownVideo } from '../../../../../tests/kit/answers/own-items';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import { chosenFile, storedFile } from '../../../../../tests/kit/answers/stored-files';
import { readUploads } from '@web/uploads/upload-list';
import { dropUploads } from '@web/uploads/uploads';
import { VideoEditor } from './video-editor';

startTestHost();
beforeAll(() => {
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => undefined;
});
beforeEach(() => localStorage.clear());
afterEach(() => {
  answer('DELETE /uploads/:id', { deleted: true });
  dropUploads(readUploads().map(({ id }) => id));
});

const open = (id = 'new') => renderScreen(<VideoEditor />, { user: performer(), path: `/creator/videos/${id}`, query: { id } });
const upload = (offset: number) => ({ uploadId: 'u-1', offset, size: 1000, expiresAt: '2026-01-02T00:00:00.000Z' });
const card = async (name: string) => within(await screen.findByRole('form', { name }));

it('takes many files, one card each, and publishes one when it is ready', async () => {
  answer('POST /uploads', upload(0));
  answer('PATCH /uploads/:id', upload(1000));
  const made = answer(
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
  expect(title).toHaveAccessibleDescription('Give it a title.');
  await userEvent.type(title, 'Evening');
  await userEvent.click(first.getByRole('button', { name: 'Publish when ready' }));
  await waitFor(() => expect(made).toHaveLength(1));
  expect(made[0]?.body).toMatchObject({ video: 'u-1', title: 'Evening', audience: 'subscribers', status: 'active' });
  expect(screen.queryByRole('form', { name: 'my_first-film.mp4' })).toBeNull();
  expect(navigations()).toEqual([]);
  await userEvent.click((await card('second.mp4')).getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(made[1]?.body).toMatchObject({ title: 'second', status: 'draft' }));
  expect(navigations()).toEqual(['/ada?tab=content&kind=videos']);
});

it('brings back the card of a video that the host refuses, with what was typed', async () => {
  answer('POST /uploads', upload(0));
  answer('PATCH /uploads/:id', upload(1000));
  refuse('POST /performer/performer-assets/videos/upload', 'price_out_of_range');
  open();
  await userEvent.upload(screen.getByLabelText('Choose files: choose files'), chosenFile('film.mp4', 'video/mp4'));
  const first = await card('film.mp4');
  await userEvent.type(first.getByLabelText('Title'), ' two');
  await userEvent.click(first.getByRole('button', { name: 'Publish when ready' }));
  expect(await screen.findByText(/This price is outside the limits of this site/)).toBeVisible();
  expect((await card('film.mp4')).getByLabelText('Title')).toHaveValue('film two');
});

it('names the other performers in a video', async () => {
  const grace = { ...person('Grace'), _id: 'grace' };
  answer('GET /performers/user/search', { data: [grace], total: 1, nextCursor: null });
  answer('GET /performer/performer-assets/videos/:id/view', ownVideo({ title: 'Old', participants: [{ ...person('Alan'), _id: 'alan' }] }));
  const saved = answer('PUT /performer/performer-assets/videos/edit/:id', ownVideo());
  open('v-1');
  await userEvent.type(await screen.findByLabelText(/^Find a performer/), 'gra');
  await userEvent.click(await screen.findByRole('button', { name: /^Add Grace/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Remove Alan' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(saved[0]?.body).toMatchObject({ participantIds: 'grace' }));
});

it('makes the thumbnail of one of three moments of the video', async () => {
  const film = storedFile({ type: 'video', mimeType: 'video/mp4', name: 'film.mp4' });
  const frames = [1, 2, 3].map((frame) => ({ frame, url: `/media/frame-${String(frame)}` }));
  answer('GET /performer/performer-assets/videos/:id/view', ownVideo({ title: 'Old', video: film }));
  answer('GET /files/:id/status', { ...film, frames });
  const saved = answer('PUT /performer/performer-assets/videos/edit/:id', ownVideo({ title: 'Old', video: film }));
  open('v-1');
  await userEvent.click(await screen.findByRole('button', { name: 'Moment 3 Choose' }));
  expect(screen.queryByRole('button', { name: 'Add thumbnail' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(saved[0]?.body).toMatchObject({ thumbnailFrame: '3' }));
  expect(await screen.findByRole('button', { name: 'Moment 3 Choose' })).toHaveAttribute('aria-pressed', 'false');
});

it('changes a video, replaces a file and takes one away', async () => {
  const teaser = storedFile({ type: 'video-teaser', name: 'teaser.mp4' });
  answer('GET /performer/performer-assets/videos/:id/view', ownVideo({ title: 'Old', tags: ['sea'], teaser }));
  const removed = answer('DELETE /performer/performer-assets/videos/remove-file/:id', ownVideo({ title: 'Old' }));
  answer('POST /uploads', upload(0));
  answer('PATCH /uploads/:id', upload(1000));
  const saved = answer('PUT /performer/performer-assets/videos/edit/:id', ownVideo({ title: 'New' }));
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
