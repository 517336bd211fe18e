/** Videos: cards, grids, and the page of a video, unlocked and locked. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HeadManagerContext } from 'next/dist/shared/lib/head-manager-context.shared-runtime';
import type { ReactElement, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { fan, performer } from '../../../../tests/kit/fixtures/accounts';
import { author, forSale, video } from '../../../../tests/kit/fixtures/content';
import { lockedFile, videoFile } from '../../../../tests/kit/fixtures/media-files';
import { mockEndpoint, mockNetworkError, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { ExploreVideos } from './explore-videos';
import { ProfileVideos } from './profile-videos';
import type { Video } from './video-card';
import { VideoScreen } from './video-screen';
import { storePosition, storedPosition } from './watch-position';

startFakeHost();

const page = (data: Video[], total = data.length, nextCursor: string | null = null) => ({ data, total, nextCursor });
const other = video({ _id: '0198c0de-0000-7000-8000-0000000f0012', slug: 'second-video', title: 'Second video' });

beforeAll(() => {
  Object.defineProperty(HTMLMediaElement.prototype, 'play', { configurable: true, value: () => Promise.resolve() });
  Object.defineProperty(HTMLMediaElement.prototype, 'load', { configurable: true, value: () => undefined });
  Object.defineProperty(HTMLMediaElement.prototype, 'paused', { configurable: true, get: () => false });
});
beforeEach(() => localStorage.clear());

const renderVideo = (data: Video, options: Parameters<typeof renderScreen>[1] = {}) => {
  mockEndpoint('GET /performer-assets/videos/:id', data);
  mockEndpoint('GET /performer-assets/videos/search', page([other]));
  return renderScreen(<VideoScreen siteUrl="http://localhost:3000" comments={() => 'Comments here'} />, {
    path: '/video/first-video',
    query: { id: 'first-video' },
    ...options,
  });
};

/** The content of the document's head. */
async function headTagsOf(data: Video): Promise<string> {
  mockEndpoint('GET /performer-assets/videos/:id', data);
  mockEndpoint('GET /performer-assets/videos/search', page([]));
  let head: ReactElement[] = [];
  const manager = { mountedInstances: new Set<ReactNode>(), updateHead: (state: ReactElement[]) => (head = state) };
  const { unmount } = renderScreen(
    <HeadManagerContext.Provider value={manager}>
      <VideoScreen siteUrl="http://localhost:3000" />
    </HeadManagerContext.Provider>,
    { path: '/video/first-video', query: { id: 'first-video' } },
  );
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(head).not.toHaveLength(0));
  const text = renderToStaticMarkup(<>{head}</>);
  unmount();
  return text;
}

describe('the page of a video', () => {
  it('shows the video, its performer, the people in it, and more of the performer', async () => {
    renderVideo(
      video({
        video: videoFile(),
        description: 'Rain on a roof.',
        tags: ['rain'],
        participants: [author({ name: 'Bea', username: 'bea', _id: '0198c0de-0000-7000-8000-00000000000b' })],
      }),
    );
    expect(await screen.findByRole('heading', { level: 1, name: 'First video' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Play First video' })).toBeInTheDocument();
    expect(screen.getAllByText('10 views').length).toBeGreaterThan(0);
    expect(screen.getByRole('link', { name: 'Bea' })).toHaveAttribute('href', '/bea');
    expect(screen.getByRole('link', { name: '#rain' })).toHaveAttribute('href', '/explore?tab=videos&tag=rain');
    expect(await screen.findByRole('link', { name: 'Second video' })).toHaveAttribute('href', '/video/second-video');
    expect(screen.getByText('Comments here')).toBeInTheDocument();
  });

  it('resumes at the last position, and can start over', async () => {
    const data = video({ video: videoFile() });
    storePosition(fan()._id, data._id, 245.6, 520);
    renderVideo(data, { user: fan() });
    expect(await screen.findByText(/Resumes at 4:05/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Start over' }));
    expect(screen.queryByText(/Resumes at/)).not.toBeInTheDocument();
  });

  it('stores the last position', async () => {
    const data = video({ video: videoFile() });
    renderVideo(data, { user: fan() });
    await userEvent.click(await screen.findByRole('button', { name: 'Play First video' }));
    await screen.findByRole('region', { name: 'Video: First video' });
    const videoElement = document.querySelector('video') as HTMLVideoElement;
    videoElement.currentTime = 61;
    fireEvent.timeUpdate(videoElement);
    expect(storedPosition(fan()._id, data._id)).toBe(61);
    expect(storedPosition(null, data._id)).toBe(0);
  });

  it('requests new file URLs when they have expired', async () => {
    const file = videoFile();
    renderVideo(video({ video: file }));
    const requests = mockEndpoint('GET /files/:id/status', { ...file, sources: [{ type: 'mp4', url: '/media/new.mp4', height: 720 }] });
    await userEvent.click(await screen.findByRole('button', { name: 'Play First video' }));
    await screen.findByRole('region', { name: 'Video: First video' });
    const videoElement = document.querySelector('video') as HTMLVideoElement;
    fireEvent.error(videoElement);
    await waitFor(() => expect(videoElement).toHaveAttribute('src', '/media/new.mp4'));
    expect(requests).toHaveLength(1);
  });

  it('shows what unlocks a locked video, and no player', async () => {
    renderVideo(video({ ...forSale, video: lockedFile({ duration: 520 }) }), { user: fan() });
    expect(await screen.findByText('For 12 tokens. Yours to keep.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Unlock for 12.00' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Play/ })).not.toBeInTheDocument();
  });

  it('shows the teaser before the lock, with the unlock button beside it', async () => {
    renderVideo(video({ ...forSale, video: lockedFile(), teaser: videoFile() }), { user: fan() });
    expect(await screen.findByRole('button', { name: 'Unlock for 12.00' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Play teaser for First video' }));
    await screen.findByRole('region', { name: 'Video: teaser for First video' });
    fireEvent.ended(document.querySelector('video') as HTMLVideoElement);
    await userEvent.click(await screen.findByRole('button', { name: 'Replay teaser' }));
    expect(screen.getByRole('button', { name: 'Unlock for 12.00' })).toBeInTheDocument();
  });

  it('shows the progress while it is being processed', async () => {
    renderVideo(video({ video: videoFile({ sources: [], status: 'processing', progress: 40 }), state: 'processing' }), {
      user: performer(),
    });
    expect(await screen.findByText('Processing 40%')).toBeInTheDocument();
  });

  it('excludes non-public videos from search engines, and has one canonical URL', async () => {
    const lockedTags = await headTagsOf(
      video({ ...forSale, video: lockedFile({ thumbnailUrl: 'http://host.test/media/blurred.webp?expires=1&signature=x' }) }),
    );
    expect(lockedTags).toContain('name="robots" content="noindex"');
    expect(lockedTags).toContain('rel="canonical" href="http://localhost:3000/video/first-video"');
    expect(lockedTags).toContain('property="og:image" content="http://host.test/media/blurred.webp"');
    expect(await headTagsOf(video({ video: videoFile(), description: 'Rain on a roof.' }))).not.toContain('noindex');
  });

  it('offers fans to follow the performer, and the performer neither follow nor tip', async () => {
    const requests = mockEndpoint('POST /follows/:id', { isFollowed: true, totalFollowers: 1 });
    const { unmount } = renderVideo(video({ video: videoFile() }), { user: fan() });
    await userEvent.click(await screen.findByRole('button', { name: 'Follow Ada' }));
    expect(await screen.findByRole('button', { name: 'Following Ada' })).toBeInTheDocument();
    await waitFor(() => expect(requests).toHaveLength(1));
    unmount();
    renderVideo(video({ video: videoFile() }), { user: performer() });
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('button', { name: 'Follow Ada' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Tip' })).not.toBeInTheDocument();
  });

  it("shows only the API's error for a missing video", async () => {
    mockError('GET /performer-assets/videos/:id', 'video_not_found');
    renderScreen(<VideoScreen siteUrl="" />, { path: '/video/none', query: { id: 'none' } });
    expect(await screen.findByRole('heading', { level: 1, name: 'Video not found' })).toBeInTheDocument();
  });

  it('can be retried when the API could not be reached', async () => {
    mockNetworkError('GET /performer-assets/videos/:id');
    renderScreen(<VideoScreen siteUrl="" />, { path: '/video/first-video', query: { id: 'first-video' } });
    const retryButton = await screen.findByRole('button', { name: 'Try again' });
    mockEndpoint('GET /performer-assets/videos/:id', video({ video: videoFile() }));
    mockEndpoint('GET /performer-assets/videos/search', page([]));
    await userEvent.click(retryButton);
    expect(await screen.findByRole('heading', { level: 1, name: 'First video' })).toBeInTheDocument();
  });
});

describe('stored playback positions', () => {
  it('are deleted near the beginning and near the end', () => {
    storePosition(null, 'one', 100, 520);
    storePosition(null, 'one', 515, 520);
    expect(storedPosition(null, 'one')).toBe(0);
    storePosition(null, 'two', 4, 520);
    expect(storedPosition(null, 'two')).toBe(0);
  });

  it('are limited to 100, the oldest deleted first', () => {
    for (let count = 0; count <= 100; count += 1) storePosition(null, `video-${count}`, 60, 520);
    expect(storedPosition(null, 'video-0')).toBe(0);
    expect(storedPosition(null, 'video-100')).toBe(60);
  });
});

describe('grids of videos', () => {
  it('show a placeholder, and never the video itself, while there is no picture', async () => {
    const file = videoFile({ thumbnailUrl: null, blur: null, url: '/media/720.mp4' });
    mockEndpoint('GET /performer-assets/videos/search', page([video({ video: file })]));
    const { container } = renderScreen(<ProfileVideos performer={author()} />, { path: '/ada?tab=videos' });
    await screen.findByRole('link', { name: 'First video' });
    expect(container.querySelector('article img')).toHaveAttribute('src', '/images/leaf.svg');
  });

  it('show duration, price and the lock', async () => {
    mockEndpoint('GET /performer-assets/videos/search', page([video({ ...forSale, video: lockedFile({ duration: 520 }) })]));
    renderScreen(<ProfileVideos performer={author()} />, { path: '/ada?tab=videos' });
    const list = await screen.findByRole('list', { name: 'Videos' });
    expect(within(list).getByText('08:40')).toBeInTheDocument();
    expect(within(list).getByText('12 tokens')).toBeInTheDocument();
    expect(within(list).getByRole('img', { name: 'Locked' })).toBeInTheDocument();
  });

  it('mark what was bought and what a subscription includes', async () => {
    const included = video({
      audience: 'subscribers',
      isSubscribed: true,
      _id: '0198c0de-0000-7000-8000-0000000f0021',
      video: videoFile(),
    });
    mockEndpoint('GET /performer-assets/videos/search', page([video({ ...forSale, isLocked: false, isBought: true }), included]));
    renderScreen(<ProfileVideos performer={author()} />, { path: '/ada?tab=videos' });
    expect(await screen.findByText('Bought')).toBeInTheDocument();
    expect(screen.getByText('Included')).toBeInTheDocument();
  });

  it('query the videos of one performer by the URL', async () => {
    const requests = mockEndpoint('GET /performer-assets/videos/search', page([]));
    const { navigations } = renderScreen(<ProfileVideos performer={author()} />, { path: '/ada?tab=videos&sort=price&q=rain' });
    expect(await screen.findByText('No videos match')).toBeInTheDocument();
    expect(requests[0]?.query.get('performerId')).toBe(author()._id);
    expect(requests[0]?.query.get('sortBy')).toBe('price');
    expect(requests[0]?.query.get('q')).toBe('rain');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Most viewed');
    expect(navigations()).toEqual(['/ada?tab=videos&sort=popular&q=rain']);
  });

  it('filter all videos by tag and price, and can be cleared', async () => {
    const requests = mockEndpoint('GET /performer-assets/videos/search', page([]));
    const { navigations } = renderScreen(<ExploreVideos />, { path: '/explore?tab=videos&tag=rain&sale=1' });
    await userEvent.click(await screen.findByRole('button', { name: 'Show all videos' }));
    expect(requests[0]?.query.getAll('tags')).toEqual(['rain']);
    expect(requests[0]?.query.get('isSale')).toBe('true');
    expect(navigations()).toEqual(['/explore?tab=videos']);
  });

  it('can be retried after an error', async () => {
    mockNetworkError('GET /performer-assets/videos/search');
    renderScreen(<ExploreVideos />, { path: '/explore?tab=videos' });
    const retryButton = await screen.findByRole('button', { name: 'Try again' });
    mockEndpoint('GET /performer-assets/videos/search', page([video()]));
    act(() => retryButton.click());
    expect(await screen.findByRole('link', { name: 'First video' })).toBeInTheDocument();
  });
});
