/** The owner's content lists: their queries, the actions on rows, and undo. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { performer } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockError, server, startFakeHost, fakeHostUrl } from '../../../../tests/kit/screens/fake-host';
import { ownGallery, ownPhoto, ownPost, ownVideo } from '../../../../tests/kit/fixtures/own-items';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { storedFile } from '../../../../tests/kit/fixtures/stored-files';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import type { Name } from '@contract/api';
import * as limits from '@contract/kernel/limits';
import { errors } from '@contract/kernel/errors';
import { endpointKeyText } from '@web/services/use-endpoint';
import type { LoadContext } from '@web/services/load-context';
import { OwnContent } from '@web/shell/screens/own-content';
import { readContent } from './requests';

startFakeHost();
afterEach(() => toasts.read().forEach(({ id }) => dismissToast(id)));

const page = <T,>(...data: T[]) => ({ data, total: data.length, nextCursor: null });
const open = (parameters = '') => renderScreen(<OwnContent />, { user: performer(), path: `/ada?tab=content${parameters}` });
const chooseAction = async (name: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  const item = screen.queryByRole('link', { name: action }) ?? screen.getByRole('button', { name: action });
  await userEvent.click(item);
};

it('queries posts by the URL, and shows the status of each', async () => {
  const requests = mockEndpoint(
    'GET /performer/feeds',
    page(ownPost({ text: 'Hello', totalSold: 3 }), ownPost({ _id: 'b', text: 'Later', state: 'draft', status: 'draft' })),
  );
  open('&q=hello&state=draft&audience=paid&from=2026-01-01&sortBy=totalLike');
  const row = await screen.findByRole('row', { name: /Hello/ });
  expect(within(row).getByText('Published')).toBeVisible();
  expect(within(screen.getByRole('row', { name: /Later/ })).getByText('Draft')).toBeVisible();
  expect(Object.fromEntries(requests[0]?.query ?? [])).toMatchObject({
    q: 'hello',
    state: 'draft',
    audience: 'paid',
    fromDate: '2026-01-01',
    sortBy: 'totalLike',
  });
});

it('deletes a draft only after the undo message has closed', async () => {
  mockEndpoint('GET /performer/feeds', page(ownPost({ text: 'A draft', state: 'draft', status: 'draft' })));
  const deleted = mockEndpoint('DELETE /performer/feeds/:id', { deleted: true });
  open();
  await chooseAction('A draft', 'Delete');
  expect(await screen.findByText('Post deleted')).toBeVisible();
  expect(screen.queryByText('A draft')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('A draft')).toBeVisible();
  expect(deleted).toEqual([]);
  await chooseAction('A draft', 'Delete');
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(deleted).toHaveLength(1));
});

it('deletes immediately when the page is left, and shows items again that the API did not delete', async () => {
  mockEndpoint('GET /performer/feeds', page(ownPost({ text: 'A draft', state: 'draft', status: 'draft' })));
  const rejected = mockError('DELETE /performer/feeds/:id', 'internal_error');
  const first = open();
  await chooseAction('A draft', 'Delete');
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }));
  expect(await screen.findByText('A draft')).toBeVisible();
  const deleted = mockEndpoint('DELETE /performer/feeds/:id', { deleted: true });
  await chooseAction('A draft', 'Delete');
  first.unmount();
  await waitFor(() => expect(deleted).toHaveLength(1));
  expect(rejected).toHaveLength(1);
});

it('asks before deleting a published item, and explains what buyers keep', async () => {
  mockEndpoint('GET /performer/feeds', page(ownPost({ text: 'Sold one', totalSold: 2 })));
  const deleted = mockEndpoint('DELETE /performer/feeds/:id', { deleted: true });
  open();
  await chooseAction('Sold one', 'Delete');
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete “Sold one”?' });
  expect(dialog).toHaveTextContent('Fans who bought it keep it.');
  expect(deleted).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete post' }));
  await waitFor(() => expect(deleted).toHaveLength(1));
});

const selectAndDeleteBoth = async () => {
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Choose One' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Choose Two' }));
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
};
/** Mocks the deletion of posts. The one with `failingId` fails. */
const mockDeletion = () => {
  const api: { failingId: string | null; requests: unknown[] } = { failingId: 'b', requests: [] };
  server.use(
    http.delete(`${fakeHostUrl}/performer/feeds/:id`, ({ params: { id } }) => {
      api.requests.push(id);
      return id === api.failingId ? HttpResponse.error() : HttpResponse.json({ data: { deleted: true } });
    }),
  );
  return api;
};

it('continues with the other items when one of several could not be deleted', async () => {
  mockEndpoint('GET /performer/feeds', page(ownPost({ _id: 'a', text: 'One' }), ownPost({ _id: 'b', text: 'Two' })));
  const api = mockDeletion();
  open();
  await selectAndDeleteBoth();
  const dialog = within(await screen.findByRole('alertdialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Delete 2 posts' }));
  expect(await dialog.findByRole('alert')).toBeVisible();
  api.failingId = null;
  await userEvent.click(dialog.getByRole('button', { name: /^Delete/ }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(api.requests).toEqual(['a', 'b', 'b']);
});

it('restores only those drafts that the API did not delete', async () => {
  const draft = (_id: string, text: string) => ownPost({ _id, text, state: 'draft', status: 'draft' });
  mockEndpoint('GET /performer/feeds', page(draft('a', 'One'), draft('b', 'Two')));
  const api = mockDeletion();
  open();
  await selectAndDeleteBoth();
  mockEndpoint('GET /performer/feeds', page(draft('b', 'Two')));
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }));
  expect(await screen.findByText('Two')).toBeVisible();
  expect(api.requests).toEqual(['a', 'b']);
  await waitFor(() => expect(screen.queryByText('One')).toBeNull());
});

it('unpublishes several items, and publishes them again on undo', async () => {
  mockEndpoint('GET /performer/feeds', page(ownPost({ _id: 'a', text: 'One' }), ownPost({ _id: 'b', text: 'Two' })));
  const changed = mockEndpoint('PUT /performer/feeds/:id', ownPost());
  open();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Choose One' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Choose Two' }));
  expect(screen.getByText('2 selected')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Unpublish' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(changed).toHaveLength(4));
  expect(changed.map(({ params, body }) => [params['id'], body])).toEqual([
    ['a', { status: 'inactive' }],
    ['b', { status: 'inactive' }],
    ['a', { status: 'active' }],
    ['b', { status: 'active' }],
  ]);
});

it('pins a post', async () => {
  mockEndpoint('GET /performer/feeds', page(ownPost({ text: 'Hello' })));
  const changed = mockEndpoint('PUT /performer/feeds/:id', ownPost());
  open();
  await chooseAction('Hello', 'Pin');
  expect(await screen.findByText('Post pinned')).toBeVisible();
  expect(changed[0]?.body).toEqual({ isPinned: true });
});

it('shows the progress of a video, and retries a failed one', async () => {
  const file = storedFile({ type: 'video' });
  mockEndpoint(
    'GET /performer/performer-assets/videos/search',
    page(
      ownVideo({ _id: 'a', title: 'Coming', state: 'processing', video: { ...file, status: 'processing', progress: 40 } }),
      ownVideo({
        _id: 'b',
        title: 'Broken',
        state: 'failed',
        video: { ...file, _id: 'file-b', status: 'error', failure: 'The file is damaged.' },
      }),
    ),
  );
  const retried = mockEndpoint('POST /files/:id/retry', file);
  open('&kind=videos');
  expect(await screen.findByText('Processing 40%')).toBeVisible();
  expect(screen.getByText('The file is damaged.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(retried[0]?.params).toEqual({ id: 'file-b' }));
});

it('polls while a post is being processed, even without socket events', async () => {
  const requests = mockEndpoint('GET /performer/feeds', page(ownPost({ text: 'On its way', state: 'processing' })));
  open();
  await screen.findByText('On its way');
  const initialCount = requests.length;
  await waitFor(() => expect(requests.length).toBeGreaterThan(initialCount));
});

it('lists galleries, and photos with an action that sets the cover', async () => {
  mockEndpoint('GET /performer/performer-assets/galleries/search', page(ownGallery({ title: 'Summer', totalPhotos: 12 })));
  const galleries = open('&kind=galleries');
  expect(await screen.findByRole('link', { name: 'Summer' })).toHaveAttribute('href', expect.stringContaining('/creator/galleries/'));
  galleries.unmount();
  mockEndpoint('GET /performer/performer-assets/photos/search', page(ownPhoto(storedFile(), { title: 'Beach', galleryId: 'g' })));
  const covers = mockEndpoint('POST /performer/performer-assets/photos/set-cover/:id', ownGallery());
  open('&kind=photos');
  await chooseAction('Beach', 'Set as cover');
  expect(await screen.findByText('Cover set')).toBeVisible();
  expect(covers).toHaveLength(1);
});

describe('a photo', () => {
  const summer = ownGallery({ _id: 'summer', title: 'Summer', totalSold: 2, audience: 'paid', price: 5 });
  const autumn = ownGallery({ _id: 'autumn', title: 'Autumn' });
  const openPhotos = (changes = {}) => {
    mockEndpoint('GET /performer/performer-assets/galleries/search', page(summer, autumn));
    mockEndpoint('GET /performer/performer-assets/photos/search', page(ownPhoto(storedFile(), { title: 'Beach', ...changes })));
    const sent = mockEndpoint('PUT /performer/performer-assets/photos/:id', ownPhoto(storedFile()));
    open('&kind=photos');
    return sent;
  };
  const field = (name: string) => screen.findByLabelText(name);

  it('outside a gallery has texts and an audience; it is not sold separately', async () => {
    const sent = openPhotos();
    await chooseAction('Beach', 'Edit');
    await userEvent.type(await field('Description (optional)'), 'Waves at noon');
    expect(screen.queryByRole('radio', { name: /Pay-per-view/ })).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: /^Followers/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Save photo' }));
    expect(await screen.findByText('Changes saved')).toBeVisible();
    expect(sent[0]?.body).toMatchObject({ title: 'Beach', description: 'Waves at noon', audience: 'followers' });
    expect(sent[0]?.body).not.toHaveProperty('galleryId');
  });

  it('moves the focus to the first invalid field', async () => {
    const sent = openPhotos();
    await chooseAction('Beach', 'Edit');
    await userEvent.type(await field('Tags (optional)'), 'x'.repeat(limits.tagLengthMax + 1));
    await userEvent.click(screen.getByRole('button', { name: 'Save photo' }));
    await waitFor(() => expect(screen.getByLabelText('Tags (optional)')).toHaveFocus());
    expect(screen.getByLabelText('Tags (optional)')).toBeInvalid();
    expect(sent).toEqual([]);
  });

  it('moves into a gallery, whose terms apply there, and back with undo', async () => {
    const sent = openPhotos();
    await chooseAction('Beach', 'Edit');
    await userEvent.selectOptions(await field('Gallery'), 'Autumn');
    expect(screen.queryByRole('radio', { name: /Pay-per-view/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Save photo' }));
    expect(await screen.findByText('Photo moved')).toBeVisible();
    expect(sent[0]?.body).toEqual({ title: 'Beach', description: '', galleryId: 'autumn', participantIds: [], releaseIds: [] });
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(sent[1]?.body).toEqual({ galleryId: null }));
  });

  it('leaves a sold gallery only after a confirmation', async () => {
    const sent = openPhotos({ galleryId: 'summer' });
    await chooseAction('Beach', 'Edit');
    await userEvent.selectOptions(await field('Gallery'), 'Autumn');
    await userEvent.click(screen.getByRole('button', { name: 'Save photo' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove from “Summer”?' }));
    expect(dialog.getByText(/^Fans who bought the gallery keep this photo/)).toBeVisible();
    expect(sent).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Move photo' }));
    expect(await screen.findByText('Photo moved')).toBeVisible();
    expect(sent[0]?.body).toMatchObject({ galleryId: 'autumn' });
  });

  it('shows why it was not saved, and keeps the typed text', async () => {
    openPhotos();
    mockError('PUT /performer/performer-assets/photos/:id', 'gallery_full');
    await chooseAction('Beach', 'Edit');
    await userEvent.type(await field('Title (optional)'), ' at noon');
    await userEvent.click(screen.getByRole('button', { name: 'Save photo' }));
    expect(await screen.findByText(errors.gallery_full[1])).toBeVisible();
    expect(screen.getByLabelText('Title (optional)')).toHaveValue('Beach at noon');
  });
});

it.each(['feeds', 'videos', 'galleries', 'photos'])('shows the %s that the server loaded, without a request', async (kind) => {
  const rows = { feeds: ownPost({ text: 'Here' }), videos: ownVideo({ title: 'Here' }), galleries: ownGallery({ title: 'Here' }) };
  const rowOf: Record<string, unknown> = { ...rows, photos: ownPhoto(storedFile(), { title: 'Here' }) };
  const fallback: Record<string, unknown> = {};
  const read = (name: Name, input: never) => {
    fallback[endpointKeyText(name, input)] = page(rowOf[kind]);
    return Promise.resolve();
  };
  const query = { tab: 'content', kind, state: 'draft', profileId: 'ada' };
  await readContent({ read, query } as unknown as LoadContext);
  const path = `/ada?tab=content&kind=${kind}&state=draft`;
  renderScreen(<OwnContent />, { user: performer(), path, query: { profileId: 'ada' }, fallback });
  expect(screen.getAllByText('Here').length).toBeGreaterThan(0);
});

it('has an empty state, and offers a retry when the API cannot be reached', async () => {
  mockEndpoint('GET /performer/feeds', page());
  const empty = open();
  expect(await screen.findByText('No posts yet')).toBeVisible();
  empty.unmount();
  mockError('GET /performer/feeds', 'internal_error');
  open('&state=draft');
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
});
