/** Writing a post: what is sent, what validation rejects, and what is kept as a draft. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { performer } from '../../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockError, startFakeHost } from '../../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import { ownPost } from '../../../../../tests/kit/fixtures/own-items';
import { chosenFile, storedFile } from '../../../../../tests/kit/fixtures/stored-files';
import { readUploads } from '@web/uploads/upload-list';
import { discardUploads } from '@web/uploads/uploads';
import { PostEditor } from './post-editor';

startFakeHost();
beforeAll(() => {
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => undefined;
});
beforeEach(() => localStorage.clear());
afterEach(() => discardUploads(readUploads().map(({ id }) => id)));

const open = (id = 'new', user = performer()) => renderScreen(<PostEditor />, { user, path: `/creator/posts/${id}`, query: { id } });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const pick = async (label: string, files: File[]) => {
  const input = screen.getByLabelText<HTMLInputElement>(`${label}: choose files`);
  await userEvent.upload(input, files);
};

it('publishes photos in their order with a poll for everyone, and opens the post', async () => {
  let sent = 0;
  mockEndpoint('POST /performer/feeds/photo/upload', () => {
    sent += 1;
    return storedFile({ _id: `file-${String(sent)}`, name: `photo-${String(sent)}.jpg` });
  });
  const polls = mockEndpoint('POST /performer/feeds/polls', ownPost().poll ?? poll());
  const posts = mockEndpoint('POST /performer/feeds', ownPost({ _id: 'post-1' }));
  const { navigations } = open();
  await userEvent.type(screen.getByLabelText('Text'), 'Two of today');
  await pick('Add photos', [chosenFile('a.jpg', 'image/jpeg')]);
  await screen.findByText('Done');
  await pick('Add photos', [chosenFile('b.jpg', 'image/jpeg')]);
  await waitFor(() => expect(screen.getAllByText('Done')).toHaveLength(2));
  await press('Move b.jpg up');
  await userEvent.type(screen.getByLabelText('Description of b.jpg (optional)'), 'A blue door');
  await press('Add poll');
  await userEvent.type(screen.getByLabelText('Question'), 'Which one?');
  await userEvent.type(screen.getByLabelText('Answer 1'), 'First');
  await userEvent.type(screen.getByLabelText('Answer 2'), 'Second');
  await userEvent.click(screen.getByRole('radio', { name: /Everyone/ }));
  await press('Publish');
  await waitFor(() => expect(navigations()).toEqual(['/post/post-1']));
  expect(polls[0]?.body).toMatchObject({ question: 'Which one?', options: ['First', 'Second'] });
  expect(posts.map(({ body }) => body)).toEqual([
    {
      type: 'photo',
      text: 'Two of today',
      fileIds: ['file-2', 'file-1'],
      thumbnailId: null,
      teaserId: null,
      pollId: 'poll-1',
      altTexts: [
        { fileId: 'file-2', text: 'A blue door' },
        { fileId: 'file-1', text: '' },
      ],
      audience: 'public',
      isSale: false,
      price: null,
      scheduledAt: null,
      expiresAt: null,
      tags: [],
      participantIds: [],
      releaseIds: [],
      status: 'active',
      isPinned: false,
    },
  ]);
});

const poll = () => ({
  _id: 'poll-1',
  question: 'Which one?',
  expiresAt: null,
  isClosed: false,
  totalVotes: 0,
  votedOptionId: null,
  options: [],
});

it('uses a frame of the selected video as the thumbnail', async () => {
  const frames = [1, 2, 3].map((frame) => ({ frame, url: `/media/frame-${String(frame)}` }));
  const film = { ...storedFile({ _id: 'film', type: 'feed-video', mimeType: 'video/mp4', name: 'film.mp4' }), alt: 'A dance' };
  mockEndpoint('GET /performer/feeds/:id', ownPost({ type: 'video', files: [film] }));
  mockEndpoint('GET /files/:id/status', { ...film, frames });
  const sent = mockEndpoint('PUT /performer/feeds/:id', ownPost());
  open('0198c0de-0000-7000-8000-0000000000b1');
  const choices = within(await screen.findByRole('group', { name: 'Thumbnail frames' }));
  expect(screen.getByLabelText('Description of film.mp4 (optional)')).toHaveValue('A dance');
  await userEvent.click(choices.getByRole('button', { name: 'Frame 1 Choose' }));
  await userEvent.click(choices.getByRole('button', { name: 'Frame 2 Choose' }));
  expect(choices.getByRole('button', { name: 'Frame 2 Selected' })).toHaveAttribute('aria-pressed', 'true');
  expect(screen.queryByRole('button', { name: 'Add thumbnail' })).not.toBeInTheDocument();
  await press('Save changes');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ thumbnailFrame: 2, altTexts: [{ fileId: 'film', text: 'A dance' }] });
});

it('discards the selected frame together with its video', async () => {
  const frames = [1, 2, 3].map((frame) => ({ frame, url: `/media/frame-${String(frame)}` }));
  const film = { ...storedFile({ _id: 'film', type: 'feed-video', mimeType: 'video/mp4', name: 'film.mp4' }), alt: '' };
  mockEndpoint('POST /performer/feeds/photo/upload', storedFile({ _id: 'file-1' }));
  mockEndpoint('GET /performer/feeds/:id', ownPost({ _id: 'old', type: 'video', files: [film], state: 'draft', status: 'draft' }));
  mockEndpoint('GET /files/:id/status', { ...film, frames });
  const requests = mockEndpoint('POST /performer/feeds', ownPost());
  mockEndpoint('DELETE /performer/feeds/:id', { deleted: true });
  open('old');
  await press('Frame 2 Choose');
  await press('Remove film.mp4');
  await pick('Add photos', [chosenFile('a.jpg', 'image/jpeg')]);
  await screen.findByText('Done');
  expect(screen.getByRole('button', { name: 'Add thumbnail' })).toBeVisible();
  await press('Publish');
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]?.body).toMatchObject({ type: 'photo', fileIds: ['file-1'] });
  expect(requests[0]?.body).not.toHaveProperty('thumbnailFrame');
});

/** Stores a draft of a new post. */
const storeDraft = (draft: object) => localStorage.setItem(`draft:${performer()._id}:post:new`, JSON.stringify(draft));

it('omits the thumbnail frame of a stored draft that has only photos', async () => {
  storeDraft({ kind: 'photo', frame: 2, media: [{ key: 'file-1', file: storedFile({ _id: 'file-1', name: 'a.jpg' }), alt: '' }] });
  const requests = mockEndpoint('POST /performer/feeds', ownPost());
  open();
  expect(await screen.findByText('a.jpg')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Add thumbnail' })).toBeVisible();
  await press('Publish');
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]?.body).not.toHaveProperty('thumbnailFrame');
});

it('sends a draft from before files had descriptions', async () => {
  storeDraft({ kind: 'photo', media: [{ key: 'file-1', file: storedFile({ _id: 'file-1', name: 'a.jpg' }) }] });
  const requests = mockEndpoint('POST /performer/feeds', ownPost());
  open();
  await waitFor(() => expect(screen.getByLabelText('Description of a.jpg (optional)')).toHaveValue(''));
  await press('Publish');
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]?.body).toMatchObject({ fileIds: ['file-1'], altTexts: [{ fileId: 'file-1', text: '' }] });
});

it('reports what is missing before anything is sent', async () => {
  const posts = mockEndpoint('POST /performer/feeds', ownPost());
  open();
  await userEvent.click(screen.getByRole('radio', { name: /Pay-per-view/ }));
  await press('Publish');
  expect(screen.getByLabelText('Text')).toHaveAccessibleDescription(/Add text, photos, a video or audio/);
  expect(screen.getByLabelText('Price')).toHaveAccessibleDescription(/Enter a price/);
  expect(screen.getByLabelText('Text')).toHaveFocus();
  expect(posts).toEqual([]);
});

it('marks a poll answer without text, and moves focus to it on publishing', async () => {
  open();
  await userEvent.type(screen.getByLabelText('Text'), 'Which one?');
  await press('Add poll');
  await userEvent.type(screen.getByLabelText('Question'), 'Which one?');
  await userEvent.type(screen.getByLabelText('Answer 1'), 'First');
  await press('Publish');
  expect(screen.getByLabelText('Answer 2')).toHaveAccessibleDescription('Add at least 2 answers.');
  expect(screen.getByLabelText('Answer 1')).not.toHaveAccessibleDescription();
  expect(screen.getByLabelText('Answer 2')).toHaveFocus();
});

it('shows how much of a price the performer receives', async () => {
  open();
  await userEvent.click(screen.getByRole('radio', { name: /Pay-per-view/ }));
  await userEvent.type(screen.getByLabelText('Price'), '20');
  expect(screen.getByText('You receive 16 tokens')).toBeVisible();
});

it('schedules a post and rejects a time in the past', async () => {
  const posts = mockEndpoint('POST /performer/feeds', ownPost({ state: 'scheduled' }));
  const { navigations } = open();
  await userEvent.type(screen.getByLabelText('Text'), 'Later');
  const time = screen.getByLabelText(/^Publish at/);
  await userEvent.type(time, '2001-01-01T10:00');
  await press('Schedule');
  expect(time).toHaveAccessibleDescription(/This time has passed/);
  await userEvent.clear(time);
  await userEvent.type(time, '2999-01-01T10:00');
  await press('Schedule');
  expect(await screen.findByText('Post scheduled')).toBeVisible();
  expect(posts).toHaveLength(1);
  await waitFor(() => expect(navigations()).toEqual(['/ada?tab=content&kind=feeds']));
});

it('keeps typed text after an error and after leaving the page, until it is saved', async () => {
  mockError('POST /performer/feeds', 'price_out_of_range');
  const first = open();
  await userEvent.type(screen.getByLabelText('Text'), 'Long thoughts');
  await press('Save draft');
  expect(await screen.findByText('This amount is outside the site’s limits.')).toBeVisible();
  first.unmount();
  const second = open();
  expect(screen.getByLabelText('Text')).toHaveValue('Long thoughts');
  mockEndpoint('POST /performer/feeds', ownPost({ status: 'draft', state: 'draft' }));
  await press('Save draft');
  await waitFor(() => expect(second.navigations()).toHaveLength(1));
  second.unmount();
  open();
  expect(screen.getByLabelText('Text')).toHaveValue('');
});

it('continues uploading after the page is left, and restores text and files on return', async () => {
  const releases: (() => void)[] = [];
  const photo = storedFile({ _id: 'file-1' });
  const requests = mockEndpoint('POST /performer/feeds/photo/upload', () => new Promise((resolve) => releases.push(() => resolve(photo))));
  const posts = mockEndpoint('POST /performer/feeds', ownPost());
  const first = open();
  await userEvent.type(screen.getByLabelText('Text'), 'With a photo');
  await pick('Add photos', [chosenFile('a.jpg', 'image/jpeg')]);
  await waitFor(() => expect(requests).toHaveLength(1));
  first.unmount();
  releases.forEach((release) => release());
  await waitFor(() => expect(readUploads()[0]?.state).toBe('done'));
  const second = open();
  expect(await screen.findByText('Done')).toBeVisible();
  expect(screen.getAllByText('a.jpg')).toHaveLength(1);
  second.unmount();
  const third = open();
  expect(screen.getByLabelText('Text')).toHaveValue('With a photo');
  await press('Publish');
  await waitFor(() => expect(third.navigations()).toHaveLength(1));
  expect(posts[0]?.body).toMatchObject({ type: 'photo', text: 'With a photo', fileIds: ['file-1'] });
});

it('lists unusable files and does not publish while files are uploading', async () => {
  mockEndpoint('POST /performer/feeds/photo/upload', () => new Promise(() => undefined));
  open();
  await userEvent
    .setup({ applyAccept: false })
    .upload(screen.getByLabelText('Add photos: choose files'), [chosenFile('notes.txt', 'text/plain'), chosenFile('a.jpg', 'image/jpeg')]);
  expect(await screen.findByText('notes.txt isn’t a supported file type. Choose another file.')).toBeVisible();
  await press('Publish');
  const error = (await screen.findByText(/1 file isn’t uploaded yet\. Wait, retry or remove it/)).closest('[role="alert"]');
  expect(error).toBeVisible();
  expect(error).toHaveFocus();
});

it('previews only the teaser for guests when the post is for subscribers', async () => {
  open();
  await userEvent.type(screen.getByLabelText('Text'), 'x'.repeat(130));
  await press('Preview');
  const dialog = screen.getByRole('dialog');
  expect(within(dialog).getByText(`${'x'.repeat(120)}…`)).toBeVisible();
  expect(within(dialog).getByText('Subscribe to view')).toBeVisible();
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Subscriber' }));
  expect(within(dialog).getByText('x'.repeat(130))).toBeVisible();
});

it('edits a published post, and leaves its expiry and a poll with votes unchanged', async () => {
  mockEndpoint(
    'GET /performer/feeds/:id',
    ownPost({ text: 'Old words', expiresAt: '2090-05-04T12:00:15.250Z', poll: { ...poll(), totalVotes: 3 } }),
  );
  const saved = mockEndpoint('PUT /performer/feeds/:id', ownPost());
  open('post-1');
  const text = await screen.findByLabelText('Text');
  expect(text).toHaveValue('Old words');
  expect(screen.getByText('Polls with votes can’t be changed. Votes so far: 3.')).toBeVisible();
  await userEvent.clear(text);
  await userEvent.type(text, 'New words');
  await press('Save changes');
  await waitFor(() => expect(saved[0]?.body).toMatchObject({ text: 'New words', expiresAt: '2090-05-04T12:00:15.250Z' }));
  expect(saved[0]?.body).not.toHaveProperty('pollId');
});

it('publishes without canceled uploads', async () => {
  let attempts = 0;
  mockEndpoint('POST /performer/feeds/photo/upload', () => {
    attempts += 1;
    return attempts === 3 ? new Promise(() => undefined) : storedFile({ _id: `file-${String(attempts)}` });
  });
  const posts = mockEndpoint('POST /performer/feeds', ownPost());
  const { navigations } = open();
  await pick(
    'Add photos',
    ['a.jpg', 'b.jpg', 'c.jpg'].map((name) => chosenFile(name, 'image/jpeg')),
  );
  await waitFor(() => expect(screen.getAllByText('Done')).toHaveLength(2));
  await press('Cancel c.jpg');
  await press('Publish');
  await waitFor(() => expect(navigations()).toHaveLength(1));
  expect(posts[0]?.body).toMatchObject({ type: 'photo', fileIds: ['file-1', 'file-2'] });
  expect(readUploads()).toEqual([]);
});

it('recreates a draft whose type changes', async () => {
  mockEndpoint('GET /performer/feeds/:id', ownPost({ _id: 'old', text: 'Words', state: 'draft', status: 'draft' }));
  mockEndpoint('POST /performer/feeds/photo/upload', storedFile({ _id: 'file-1' }));
  const requests = mockEndpoint('POST /performer/feeds', ownPost({ _id: 'new' }));
  const removed = mockEndpoint('DELETE /performer/feeds/:id', { deleted: true });
  const { navigations } = open('old');
  await screen.findByLabelText('Text');
  await pick('Add photos', [chosenFile('a.jpg', 'image/jpeg')]);
  await screen.findByText('Done');
  await press('Publish');
  await waitFor(() => expect(navigations()).toEqual(['/post/new']));
  expect(requests[0]?.body).toMatchObject({ type: 'photo', text: 'Words', fileIds: ['file-1'] });
  expect(removed[0]?.params).toEqual({ id: 'old' });
});

it('explains that the editor is locked until the identity documents are approved', () => {
  open('new', performer({ verification: 'pending' }));
  expect(screen.getByText('Your ID documents are in review')).toBeVisible();
  expect(screen.queryByLabelText('Text')).toBeNull();
});
