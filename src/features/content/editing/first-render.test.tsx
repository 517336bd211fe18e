/** Editors of an existing item show it in their first render, from data that the server loaded, without a request. */
import { screen } from '@testing-library/react';
import type { Name } from '@contract/api';
import { endpointKeyText } from '@web/services/use-endpoint';
import type { LoadContext } from '@web/services/load-context';
import galleryPage from '../../../../pages/creator/galleries/[id]';
import postPage from '../../../../pages/creator/posts/[id]';
import videoPage from '../../../../pages/creator/videos/[id]';
import { performer } from '../../../../tests/kit/fixtures/accounts';
import { startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { ownGallery, ownPhoto, ownPost, ownVideo } from '../../../../tests/kit/fixtures/own-items';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { storedFile } from '../../../../tests/kit/fixtures/stored-files';

startFakeHost();
beforeEach(() => localStorage.clear());

const responses: Partial<Record<Name, unknown>> = {
  'GET /performer/feeds/:id': ownPost({ text: 'As it was' }),
  'GET /performer/performer-assets/videos/:id/view': ownVideo({ title: 'As it was' }),
  'GET /performer/performer-assets/galleries/:id/view': ownGallery({ _id: 'g-1', title: 'As it was' }),
  'GET /performer/performer-assets/photos/search': {
    data: [ownPhoto(storedFile(), { description: 'A lamp' })],
    total: 1,
    nextCursor: null,
  },
};
const pages = { posts: postPage, videos: videoPage, galleries: galleryPage };

/** The data that the page's `load` requests for an id, by query key. */
async function loadedData(kind: keyof typeof pages, id: string): Promise<Record<string, unknown>> {
  const fallback: Record<string, unknown> = {};
  const read = (name: Name, input: never) => {
    fallback[endpointKeyText(name, input)] = responses[name];
    return Promise.resolve(responses[name]);
  };
  await pages[kind].definition.load?.({ read, query: { id } } as unknown as LoadContext);
  return fallback;
}

async function open(kind: keyof typeof pages, id: string) {
  const fallback = await loadedData(kind, id);
  const Page = pages[kind];
  renderScreen(<Page />, { user: performer(), path: `/creator/${kind}/${id}`, query: { id }, fallback });
}

it('shows an existing post in the first render', async () => {
  await open('posts', 'p-1');
  expect(screen.getByLabelText('Text')).toHaveValue('As it was');
});

it('shows an existing video in the first render', async () => {
  await open('videos', 'v-1');
  expect(screen.getByLabelText('Title')).toHaveValue('As it was');
});

it('shows an existing gallery with its photos in the first render', async () => {
  await open('galleries', 'g-1');
  expect(screen.getByLabelText('Title')).toHaveValue('As it was');
  expect(screen.getByLabelText('Description of photo 1 (optional)')).toHaveValue('A lamp');
});

it.each(['posts', 'videos', 'galleries'] as const)('loads no data for a new item (%s)', async (kind) => {
  expect(await loadedData(kind, 'new')).toEqual({});
});
