/** Where fans find shows: the page of shows, the strip on the home page, and a performer's page. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { LoadContext } from '@web/services/load-context';
import { PrimaryLayout } from '@web/shell/layouts/primary-layout';
import { endpointKeyText } from '@web/services/use-endpoint';
import livePage from '../../../../../pages/live/index';
import { fan } from '../../../../../tests/kit/fixtures/accounts';
import { post } from '../../../../../tests/kit/fixtures/content';
import { mockEndpoint, mockNetworkError, startFakeHost } from '../../../../../tests/kit/screens/fake-host';
import { singlePage, profileOfAda } from '../../../../../tests/kit/fixtures/payments';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import { stream } from '../../../../../tests/kit/fixtures/streams';
import { LiveScreen } from './live-screen';
import { LiveStrip } from './live-strip';
import { ProfileLive } from './profile-live';

startFakeHost();

const paid = stream({
  _id: 'paid',
  title: 'A paid evening',
  audience: 'paid',
  isFree: false,
  price: 12,
  canWatch: false,
  unlock: ['buy'],
  viewers: 1,
});
const scheduledPost = (at: string, title: string) =>
  post({ _id: title, slug: title, title, type: 'scheduled-stream', streamScheduledAt: at });
const later = '2090-05-02T10:00:00.000Z';
const sooner = '2090-05-01T10:00:00.000Z';
const past = '2020-05-01T10:00:00.000Z';

function open(path = '/live', user?: ReturnType<typeof fan>) {
  const requests = mockEndpoint('GET /streaming/user/search', singlePage(stream(), paid));
  const feedRequests = mockEndpoint(
    'GET /user/feeds',
    singlePage(scheduledPost(later, 'second'), scheduledPost(past, 'past'), scheduledPost(sooner, 'first')),
  );
  return { requests, feedRequests, ...renderScreen(<LiveScreen />, { path, ...(user ? { user } : {}) }) };
}

describe('the page of shows', () => {
  it('shows performer, title, viewers and access terms of each running show', async () => {
    const { requests } = open();
    const shows = within(await screen.findByRole('list', { name: 'Streams' }));
    expect(shows.getByRole('link', { name: 'Evening songs' })).toHaveAttribute('href', expect.stringMatching(/^\/live\//));
    expect(shows.getAllByText('LIVE')).toHaveLength(2);
    expect(shows.getByText('12 viewers')).toBeInTheDocument();
    expect(shows.getByText(/Ada · Free for subscribers/)).toBeInTheDocument();
    expect(shows.getByText(/Ada · .*12/)).toBeInTheDocument();
    expect(shows.getAllByRole('img', { name: 'Locked' })).toHaveLength(1);
    expect(Object.fromEntries(requests[0]?.query ?? [])).toMatchObject({ sortBy: 'viewers', sort: 'desc' });
  });

  it('shows upcoming shows, the soonest first, and no past ones', async () => {
    const { feedRequests } = open();
    const upcoming = within(await screen.findByRole('region', { name: 'Coming up' }));
    expect(upcoming.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['first', 'second']);
    expect(feedRequests[0]?.query.get('type')).toBe('scheduled-stream');
  });

  it('marks public and followers-only shows, and locks only the latter for guests', async () => {
    const publicShow = stream({ _id: 'open', title: 'Open evening', audience: 'public', canWatch: false });
    const followersShow = stream({ _id: 'for-followers', title: 'Circle', audience: 'followers', canWatch: false, unlock: ['follow'] });
    const requests = mockEndpoint('GET /streaming/user/search', singlePage(publicShow, followersShow));
    mockEndpoint('GET /user/feeds', singlePage());
    const { navigations } = renderScreen(<LiveScreen />, { path: '/live?show=open' });
    const shows = within(await screen.findByRole('list', { name: 'Streams' }));
    expect(shows.getByText(/Ada · Open to everyone/)).toBeInTheDocument();
    expect(shows.getByText(/Ada · For followers/)).toBeInTheDocument();
    expect(shows.getAllByRole('img', { name: 'Locked' })).toHaveLength(1);
    expect(requests[0]?.query.get('audience')).toBe('public');
    await userEvent.click(screen.getByRole('button', { name: 'No entry fee' }));
    expect(navigations()).toEqual(['/live?show=free']);
  });

  it('takes its filter from the URL: free shows, and for members also shows of followed performers', async () => {
    const guest = open('/live?show=free');
    await screen.findByRole('list', { name: 'Streams' });
    expect(guest.requests[0]?.query.get('isFree')).toBe('true');
    expect(screen.queryByRole('button', { name: 'Followed' })).toBeNull();
    guest.unmount();
    const member = open('/live', fan());
    await userEvent.click(await screen.findByRole('button', { name: 'Followed' }));
    expect(member.navigations()).toEqual(['/live?show=followed']);
  });

  it('shows an empty state with a next step when no one is live', async () => {
    mockEndpoint('GET /streaming/user/search', singlePage());
    mockNetworkError('GET /user/feeds');
    renderScreen(<LiveScreen />, { path: '/live' });
    expect(await screen.findByText('No one is live right now')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Explore creators' })).toHaveAttribute('href', '/explore');
  });

  it('is server-rendered', async () => {
    const fallback: Record<string, unknown> = {};
    const read = (name: 'GET /streaming/user/search' | 'GET /user/feeds', input: never) => {
      const found = name === 'GET /streaming/user/search' ? singlePage(stream()) : singlePage();
      fallback[endpointKeyText(name, input)] = found;
      return Promise.resolve(found);
    };
    await livePage.definition.load?.({ read, readShared: read, query: {} } as unknown as LoadContext);
    renderScreen(<livePage.definition.screen />, { path: '/live', fallback });
    expect(screen.getByRole('link', { name: 'Evening songs' })).toBeInTheDocument();
  });
});

describe('the strip of shows', () => {
  it('links to shows and to the page of all shows', async () => {
    mockEndpoint('GET /streaming/user/search', singlePage(stream()));
    renderScreen(<LiveStrip />, { user: fan() });
    const strip = within(await screen.findByRole('region', { name: 'Live now' }));
    expect(strip.getByRole('link', { name: 'Evening songs' })).toBeInTheDocument();
    expect(strip.getByRole('link', { name: 'All streams' })).toHaveAttribute('href', '/live');
  });
});

describe("a performer's page", () => {
  const running = {
    _id: 's',
    sessionId: 'x',
    title: 'Evening songs',
    status: 'live' as const,
    audience: 'paid' as const,
    isFree: false,
    price: 12,
    startedAt: null,
    viewers: 3,
  };

  it('links to the running show, and lists scheduled ones', async () => {
    mockEndpoint('GET /user/feeds', singlePage(scheduledPost(sooner, 'first')));
    renderScreen(<ProfileLive performer={profileOfAda({ stream: running })} />);
    expect(screen.getByRole('link', { name: 'Watch live' })).toHaveAttribute('href', '/live/ada');
    expect(screen.getByText('3 viewers')).toBeInTheDocument();
    expect(await screen.findByRole('region', { name: 'Upcoming streams' })).toBeInTheDocument();
  });

  it('shows that the performer is not live', async () => {
    const requests = mockEndpoint('GET /user/feeds', singlePage());
    renderScreen(<ProfileLive performer={profileOfAda({ stream: null })} />);
    expect(screen.getByText(/^Ada isn’t live right now\./)).toBeInTheDocument();
    expect(await screen.findByText(/^Ada isn’t live right now\./)).toBeInTheDocument();
    expect(requests[0]?.query.get('performerId')).toBe(profileOfAda()._id);
  });
});

it.each([
  ['a guest', undefined],
  ['a fan', fan()],
])('%s finds the page of shows in the navigation', async (_who, user) => {
  renderScreen(<PrimaryLayout>Page</PrimaryLayout>, user ? { user } : {});
  for (const link of await screen.findAllByRole('link', { name: 'Live' })) expect(link).toHaveAttribute('href', '/live');
});
