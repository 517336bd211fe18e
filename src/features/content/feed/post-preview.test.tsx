/** What other sites read from a post's page: its preview image, description and canonical URL. */
import { screen, waitFor } from '@testing-library/react';
import { HeadManagerContext } from 'next/dist/shared/lib/head-manager-context.shared-runtime';
import type { ReactElement, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { forSale, photo, post } from '../../../../tests/kit/fixtures/content';
import { lockedFile } from '../../../../tests/kit/fixtures/media-files';
import { mockEndpoint, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { PostScreen } from './post-screen';

startFakeHost();

const media = 'http://host.test/media';
const signed = '?expires=1&viewer=guest&signature=x';

/** The content of the document's head on the page of a post, as a guest gets it. */
async function headTagsOf(data: ReturnType<typeof post>): Promise<string> {
  mockEndpoint('GET /user/feeds/:id', data);
  mockEndpoint('GET /user/feeds', { data: [], total: 0, nextCursor: null });
  let head: ReactElement[] = [];
  const manager = { mountedInstances: new Set<ReactNode>(), updateHead: (state: ReactElement[]) => (head = state) };
  const { unmount } = renderScreen(
    <HeadManagerContext.Provider value={manager}>
      <PostScreen siteUrl="http://localhost:3000" comments={() => null} />
    </HeadManagerContext.Provider>,
    { path: '/post/first-post', query: { id: 'first-post' } },
  );
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(head).not.toHaveLength(0));
  const text = renderToStaticMarkup(<>{head}</>);
  unmount();
  return text;
}

test.each([
  ['its thumbnail', { thumbnail: photo({ url: null, thumbnailUrl: `${media}/cover/small${signed}` }) }, `${media}/cover/small`],
  ['its first photo', { files: [photo({ thumbnailUrl: `${media}/first/small${signed}` })] }, `${media}/first/small`],
  ['a photo without a small size', { files: [photo({ thumbnailUrl: null, url: `${media}/first/full${signed}` })] }, `${media}/first/full`],
  [
    'the blurred photo of a locked post',
    { ...forSale, files: [photo(lockedFile({ thumbnailUrl: `${media}/first/locked${signed}` }))] },
    `${media}/first/locked`,
  ],
])('the preview image is %s, by a URL that does not expire', async (_what, changes, expected) => {
  const tags = await headTagsOf(post({ title: 'Morning', ...changes }));
  expect(tags).toContain(`property="og:image" content="${expected}"`);
  expect(tags).toContain('name="twitter:card" content="summary_large_image"');
  expect(tags).not.toContain('signature');
});

test('search engines index public posts only, by one canonical URL', async () => {
  const publicTags = await headTagsOf(post({ title: 'Morning', text: 'A walk\nby the river.' }));
  expect(publicTags).toContain('rel="canonical" href="http://localhost:3000/post/first-post"');
  expect(publicTags).toContain('property="og:description" content="A walk by the river."');
  expect(publicTags).not.toContain('noindex');
  expect(await headTagsOf(post(forSale))).toContain('name="robots" content="noindex"');
});
