/** Posts: the card, polls, the home feed, a performer's posts, and a post's page. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { errors } from '@contract/kernel/errors';
import { endpointKeyText } from '@web/services/use-endpoint';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { fan, performer } from '../../../../tests/kit/fixtures/accounts';
import { forSale, photo, poll, post } from '../../../../tests/kit/fixtures/content';
import { photoFile, videoFile } from '../../../../tests/kit/fixtures/media-files';
import { mockEndpoint, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { ExplorePosts } from './explore-posts';
import { FeedList } from './feed-list';
import { HomeFeed } from './home-feed';
import { PostCard } from './post-card';
import { PostScreen } from './post-screen';
import { PostFilters } from './post-filters';
import { PostTile } from './post-tile';
import { ProfileFeed } from './profile-feed';
import { homeRequest } from './requests';

startFakeHost();
afterEach(() => {
  for (const { id } of toasts.read()) dismissToast(id);
});

type Post = ReturnType<typeof post>;
const page = (data: Post[], nextCursor: string | null = null) => ({ data, total: data.length, nextCursor });
const another = (name: string, changes: Partial<Post> = {}): Post =>
  post({ _id: `0198c0de-0000-7000-8000-0000000f1${name}`, slug: `post-${name}`, text: `Post ${name}`, ...changes });

/** A list of posts that are in the query cache, so that changes to a post appear in it. */
function Posts() {
  return <FeedList query={{ limit: 12 }} label="Posts" empty={null} />;
}

describe('a post', () => {
  it('shows its author and time, its text with safe links, and links to its page', async () => {
    renderScreen(<PostCard post={post({ title: 'Morning', text: 'See https://example.com/a. And <b>this</b>.' })} />);
    const card = screen.getByRole('article', { name: 'Morning' });
    expect(within(card).getByRole('link', { name: 'Ada' })).toHaveAttribute('href', '/ada');
    expect(within(card).getByRole('link', { name: 'Morning' })).toHaveAttribute('href', '/post/first-post');
    const link = await within(card).findByRole('link', { name: /example\.com/ });
    expect(link).toHaveAttribute('href', 'https://example.com/a');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc');
    expect(within(card).getByText(/<b>this<\/b>/)).toBeInTheDocument();
    expect(within(card).getByRole('link', { name: 'Comment, 2 comments' })).toHaveAttribute('href', '/post/first-post#comments');
  });

  it('is truncated in lists, and expands on demand', async () => {
    renderScreen(<PostCard post={post({ text: `${'word '.repeat(120)}end` })} />);
    expect(screen.queryByText(/end$/)).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(screen.getByText(/end$/)).toBeInTheDocument();
  });

  it('that is locked shows what is inside, why it is locked and what unlocks it, and only a blurred picture', () => {
    const files = [1, 2, 3].map(() => photo({ url: null, blur: 'data:image/webp;base64,AAAA' }));
    renderScreen(<PostCard post={post({ ...forSale, type: 'photo', text: 'The whole', isCut: true, files })} />, { user: fan() });
    expect(screen.getByText('3 photos')).toBeInTheDocument();
    expect(screen.getByText('For 12 tokens. Yours to keep.')).toBeInTheDocument();
    expect(screen.getByText('The whole…')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Unlock for 12.00' })).toBeInTheDocument();
    expect(screen.getByRole('article').querySelector('img[src*="/media/"]')).toBeNull();
    expect(screen.getByRole('img', { name: '2 comments' })).toBeInTheDocument();
  });

  it("gives screen readers its photos' descriptions, or its text for photos without one", () => {
    renderScreen(<PostCard post={post({ text: 'Today', files: [photo({ _id: 'a', alt: 'A blue door' }), photo({ _id: 'b' })] })} />);
    expect(screen.getAllByRole('img').map((image) => image.getAttribute('alt'))).toEqual(
      expect.arrayContaining(['A blue door', expect.stringContaining('2 of 2')]),
    );
  });

  it('shows the selected thumbnail for its video until that plays', () => {
    const film = { ...videoFile({ thumbnails: ['/media/poster'] }), alt: '' };
    const thumbnail = photoFile({ thumbnails: ['/media/chosen'] });
    const { container } = renderScreen(<PostCard post={post({ type: 'video', files: [film], thumbnail })} />);
    const shown = [...container.querySelectorAll('img')].map((image) => image.getAttribute('src'));
    expect(shown).toContain('/media/chosen');
    expect(shown).not.toContain('/media/poster');
  });

  it('opens its photos in the viewer', async () => {
    renderScreen(<PostCard post={post({ type: 'photo', title: 'Light', files: [photo()] })} />);
    await userEvent.click(screen.getByRole('button', { name: 'Open Light' }));
    expect(await screen.findByRole('dialog')).toBeInTheDocument();
  });

  it('has an edit link instead of tip and follow for its author', () => {
    renderScreen(<PostCard post={post()} />, { user: performer() });
    expect(screen.getByRole('link', { name: 'Edit post' })).toHaveAttribute('href', `/creator/posts/${post()._id}`);
    expect(screen.queryByRole('button', { name: 'Tip' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Follow/ })).not.toBeInTheDocument();
  });

  it('lets a fan tip its author in place', async () => {
    const { store } = renderScreen(<PostCard post={post()} />, { user: fan() });
    await userEvent.click(screen.getByRole('button', { name: 'Tip' }));
    expect(store.getState().dialogs.tip.performer).toMatchObject({ name: 'Ada', commissionRate: 0.2 });
  });

  it('lets a guest follow after logging in', async () => {
    const { navigations } = renderScreen(<PostCard post={post()} />, { path: '/explore?tab=posts' });
    await userEvent.click(screen.getByRole('button', { name: 'Follow Ada' }));
    expect(navigations()).toEqual([`/auth/login?next=${encodeURIComponent('/explore?tab=posts')}`]);
  });

  it('shows when the scheduled show starts', () => {
    renderScreen(<PostCard post={post({ type: 'scheduled-stream', streamScheduledAt: '2090-05-01T10:00:00.000Z' })} />);
    expect(screen.getByText(/Ada goes live/)).toBeInTheDocument();
  });
});

describe('a poll', () => {
  const open = post({ poll: poll() });
  const [oil, ink] = poll().options;
  const counted = poll({
    votedOptionId: ink?._id ?? null,
    totalVotes: 4,
    options: [
      { _id: oil?._id ?? '', text: 'Oil', totalVotes: 1 },
      { _id: ink?._id ?? '', text: 'Ink', totalVotes: 3 },
    ],
  });

  it('accepts one vote and then shows the results', async () => {
    mockEndpoint('GET /user/feeds', page([open]));
    const requests = mockEndpoint('POST /user/feeds/vote/:id', counted);
    renderScreen(<Posts />, { user: fan() });
    const box = await screen.findByRole('group', { name: 'Poll: Oil or ink?' });
    expect(within(box).queryByText(/%/)).not.toBeInTheDocument();
    await userEvent.dblClick(within(box).getByRole('button', { name: 'Ink' }));
    expect(await within(box).findByText('75%')).toBeInTheDocument();
    expect(within(box).getByText(', your vote')).toBeInTheDocument();
    expect(within(box).getByText(/^4 votes/)).toBeInTheDocument();
    expect(within(box).queryByRole('button')).not.toBeInTheDocument();
    expect(requests.map(({ params }) => params['id'])).toEqual([ink?._id]);
  });

  it('that was already voted on elsewhere says so and shows the results', async () => {
    mockEndpoint('GET /user/feeds', page([open]));
    mockError('POST /user/feeds/vote/:id', 'already_voted');
    mockEndpoint('GET /user/feeds/:id', post({ poll: counted }));
    renderScreen(<Posts />, { user: fan() });
    await userEvent.click(await screen.findByRole('button', { name: 'Oil' }));
    expect(await screen.findByText(errors.already_voted[1])).toBeInTheDocument();
    expect(await screen.findByText('75%')).toBeInTheDocument();
  });

  it('that has ended only shows its results', async () => {
    renderScreen(<PostCard post={post({ poll: poll({ ...counted, votedOptionId: null, isClosed: true }) })} />, { user: fan() });
    expect(await screen.findByText(/4 votes · ended/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Ink' })).not.toBeInTheDocument();
  });

  it('sends a guest to the login and back to the post', async () => {
    const { navigations } = renderScreen(<PostCard post={open} />, { path: '/ada' });
    await userEvent.click(await screen.findByRole('button', { name: 'Ink' }));
    expect(navigations()).toEqual([`/auth/login?next=${encodeURIComponent('/post/first-post')}`]);
  });
});

describe('the home feed', () => {
  const feed = <HomeFeed followSuggestions={<p>Creators to follow</p>} />;
  const follower = fan({ stats: { following: 2, subscriptions: 0 } });

  it('shows the posts of followed performers, page by page, and its end', async () => {
    const requests = mockEndpoint('GET /user/feeds', ({ query }) =>
      query.get('cursor') === 'next' ? page([another('002')]) : page([another('001')], 'next'),
    );
    renderScreen(feed, { user: follower, path: '/home' });
    expect(await screen.findByText('Post 001')).toBeInTheDocument();
    expect(requests[0]?.query.get('isHome')).toBe('true');
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('Post 002')).toBeInTheDocument();
    expect(screen.getByText('You’re all caught up.')).toBeInTheDocument();
  });

  it('keeps the type of posts in the URL', async () => {
    const requests = mockEndpoint('GET /user/feeds', page([another('001')]));
    const { navigations } = renderScreen(feed, { user: follower, path: '/home?type=photo' });
    await screen.findByText('Post 001');
    expect(requests[0]?.query.get('type')).toBe('photo');
    const chips = within(screen.getByRole('group', { name: 'Post type' }));
    expect(chips.getByRole('button', { name: 'Photos' })).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(chips.getByRole('button', { name: 'All' }));
    expect(navigations()).toEqual(['/home']);
  });

  it('filters by polls', async () => {
    const requests = mockEndpoint('GET /user/feeds', page([]));
    const { navigations } = renderScreen(feed, { user: follower, path: '/home?type=poll' });
    expect(await screen.findByText('No polls yet')).toBeInTheDocument();
    expect(requests[0]?.query.get('type')).toBe('poll');
    const chips = within(screen.getByRole('group', { name: 'Post type' }));
    expect(chips.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'All',
      'Photos',
      'Videos',
      'Audio clips',
      'Text',
      'Polls',
      'Live streams',
    ]);
    await userEvent.click(chips.getByRole('button', { name: 'Live streams' }));
    expect(navigations()).toEqual(['/home?type=scheduled-stream']);
  });

  it('suggests performers to viewers who follow no one', async () => {
    mockEndpoint('GET /user/feeds', page([]));
    renderScreen(feed, { user: fan(), path: '/home' });
    expect(await screen.findByRole('heading', { name: 'Follow a creator to get started' })).toBeInTheDocument();
    expect(screen.getByText('Creators to follow')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Show my feed' })).not.toBeInTheDocument();
  });

  it('shows an empty state when followed performers have not published anything', async () => {
    mockEndpoint('GET /user/feeds', page([]));
    renderScreen(feed, { user: follower, path: '/home' });
    expect(await screen.findByText('No posts yet')).toBeInTheDocument();
    expect(screen.queryByText('Creators to follow')).not.toBeInTheDocument();
  });

  it('announces new posts in a pill, and shows them when it is pressed', async () => {
    window.scrollTo = () => undefined;
    mockEndpoint('GET /user/feeds', page([another('001')]));
    renderScreen(feed, { user: follower, path: '/home' });
    await screen.findByText('Post 001');
    mockEndpoint('GET /user/feeds', page([another('003'), another('002'), another('001')]));
    fireEvent(document, new Event('visibilitychange'));
    const pill = await screen.findByRole('button', { name: '2 new posts' });
    expect(screen.queryByText('Post 003')).not.toBeInTheDocument();
    await userEvent.click(pill);
    expect(await screen.findByText('Post 003')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('button', { name: /new posts/ })).not.toBeInTheDocument());
  });

  it('shows a loading error and retries', async () => {
    mockError('GET /user/feeds', 'service_unavailable');
    renderScreen(feed, { user: follower, path: '/home' });
    expect(await screen.findByText(errors.service_unavailable[1])).toBeInTheDocument();
    mockEndpoint('GET /user/feeds', page([another('001')]));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Post 001')).toBeInTheDocument();
  });

  it('shows posts that the server loaded, without a request', () => {
    const fallback = { [endpointKeyText('GET /user/feeds', homeRequest({}))]: page([another('001')]) };
    renderScreen(feed, { user: follower, path: '/home', fallback });
    expect(screen.getByText('Post 001')).toBeInTheDocument();
  });

  it('links performers to the post editor', async () => {
    mockEndpoint('GET /user/feeds', page([]));
    renderScreen(feed, { user: performer(), path: '/home' });
    expect(screen.getByRole('link', { name: 'Write a post' })).toHaveAttribute('href', '/creator/posts/new');
    await screen.findByText('Creators to follow');
  });
});

describe("a performer's posts", () => {
  const ada = { _id: performer()._id, name: 'Ada' };
  const filters = <PostFilters name="Ada" />;

  it('are filtered by the text, type and dates in the URL, and the filters can be cleared', async () => {
    const requests = mockEndpoint('GET /user/feeds', page([]));
    const { navigations } = renderScreen(<ProfileFeed performer={ada} isOwner={false} filters={filters} tile={PostTile} />, {
      path: '/ada?q=ink&type=photo&from=2026-01-01&to=soon',
    });
    expect(await screen.findByText('No matching posts')).toBeInTheDocument();
    expect(Object.fromEntries(requests[0]?.query ?? [])).toEqual({
      limit: '6',
      performerId: ada._id,
      type: 'photo',
      q: 'ink',
      fromDate: '2026-01-01',
    });
    await userEvent.click(screen.getByRole('button', { name: 'Clear all' }));
    expect(navigations()).toEqual(['/ada']);
  });

  it('become a grid on request', async () => {
    mockEndpoint('GET /user/feeds', page([another('001')]));
    const { navigations } = renderScreen(<ProfileFeed performer={ada} isOwner={false} filters={filters} tile={PostTile} />, {
      path: '/ada?q=ink',
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Grid' }));
    await waitFor(() => expect(navigations()).toEqual(['/ada?q=ink&view=grid']));
  });

  it('can be shown as a grid of tiles that link to each post', async () => {
    mockEndpoint('GET /user/feeds', page([another('001'), another('002', { ...forSale, text: 'Blue' })]));
    renderScreen(<ProfileFeed performer={ada} isOwner={false} filters={filters} tile={PostTile} />, { path: '/ada?view=grid' });
    expect(await screen.findByRole('link', { name: 'Post 001' })).toHaveAttribute('href', '/post/post-001');
    expect(screen.getByRole('link', { name: 'Blue' })).toBeInTheDocument();
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
  });

  it('mark the pinned ones, and invite the owner to write the first', async () => {
    mockEndpoint('GET /user/feeds', page([another('001', { isPinned: true })]));
    const { unmount } = renderScreen(<ProfileFeed performer={ada} isOwner={false} filters={filters} tile={PostTile} />, { path: '/ada' });
    expect(await screen.findByText('Pinned')).toBeInTheDocument();
    unmount();
    mockEndpoint('GET /user/feeds', page([]));
    renderScreen(<ProfileFeed performer={ada} isOwner filters={filters} tile={PostTile} />, { path: '/ada', user: performer() });
    expect(await screen.findByRole('link', { name: 'Write a post' })).toHaveAttribute('href', '/creator/posts/new');
  });
});

describe('exploring posts', () => {
  it('searches by text and type, and keeps both in the URL', async () => {
    const requests = mockEndpoint('GET /user/feeds', page([another('001')]));
    const { navigations } = renderScreen(<ExplorePosts />, { path: '/explore?tab=posts&type=text' });
    await screen.findByText('Post 001');
    expect(requests[0]?.query.get('type')).toBe('text');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search posts' }), 'ink{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Text' }));
    expect(navigations()).toEqual(['/explore?tab=posts&type=text&q=ink', '/explore?tab=posts']);
  });
});

describe("a post's page", () => {
  const postScreen = <PostScreen siteUrl="http://localhost:3000" comments={({ totalComment }) => <p>{totalComment} comments here</p>} />;
  const route = { path: '/post/first-post', query: { id: 'first-post' } };

  it('shows the post, its comments, and more of its author', async () => {
    mockEndpoint('GET /user/feeds/:id', post({ title: 'Morning' }));
    mockEndpoint('GET /user/feeds', page([post(), another('001')]));
    renderScreen(postScreen, route);
    expect(await screen.findByRole('heading', { level: 1, name: 'Morning' })).toBeInTheDocument();
    expect(screen.getByText('2 comments here')).toBeInTheDocument();
    const others = await screen.findByRole('complementary', { name: 'More from Ada' });
    expect(
      within(others)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/post/post-001']);
  });

  it('hides the comments of a locked post', async () => {
    mockEndpoint('GET /user/feeds/:id', post(forSale));
    mockEndpoint('GET /user/feeds', page([]));
    renderScreen(postScreen, { ...route, user: fan() });
    expect(await screen.findByRole('button', { name: 'Unlock for 12.00' })).toBeInTheDocument();
    expect(screen.queryByText(/comments here/)).not.toBeInTheDocument();
  });

  it('tells the owner that a draft is not public', async () => {
    mockEndpoint('GET /user/feeds/:id', post({ status: 'draft', state: 'draft' }));
    mockEndpoint('GET /user/feeds', page([]));
    renderScreen(postScreen, { ...route, user: performer() });
    expect(await screen.findByText('This is a draft. Only you can see it.')).toBeInTheDocument();
  });

  it('says that a post does not exist', async () => {
    mockError('GET /user/feeds/:id', 'feed_not_found');
    renderScreen(postScreen, route);
    expect(await screen.findByRole('heading', { name: 'Post not found' })).toBeInTheDocument();
    expect(screen.getByText(errors.feed_not_found[1])).toBeInTheDocument();
  });
});
