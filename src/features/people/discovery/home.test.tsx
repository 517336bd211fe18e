/** The home page around the feed: missing setup steps, promos, and suggested performers. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fan } from '../../../../tests/kit/fixtures/accounts';
import { performerCardOf, noStats } from '../../../../tests/kit/fixtures/cards';
import { storedFile } from '../../../../tests/kit/fixtures/files';
import { mockEndpoint, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { HomeScreen } from './home';

startFakeHost();

const people = [
  performerCardOf('Ada', { isFeatured: true }),
  performerCardOf('Bea', { isOnline: true }),
  performerCardOf('Dee', { stats: { ...noStats, followers: 1 } }),
  performerCardOf('Eva'),
];
const suggestions = { data: people, total: people.length, nextCursor: null };
const emptyPage = { data: [], total: 0, nextCursor: null };
const home = <HomeScreen feed={() => <p>The feed</p>} />;

it('suggests performers with the reason, and follows them in place', async () => {
  mockEndpoint('GET /performers/search/random', suggestions);
  mockEndpoint('GET /site-promo/search', emptyPage);
  const requests = mockEndpoint('POST /follows/:id', { isFollowed: true, totalFollowers: 1 });
  renderScreen(home, { user: fan() });
  const list = await screen.findByRole('list', { name: 'Creators to discover' });
  const lines = within(list).getAllByRole('listitem');
  expect(lines.map((line) => /Featured|Online now|Followed by 1 person|Suggested for you/.exec(line.textContent)?.[0])).toEqual([
    'Featured',
    'Online now',
    'Followed by 1 person',
    'Suggested for you',
  ]);
  await userEvent.click(within(list).getByRole('button', { name: 'Follow Bea' }));
  expect(await within(list).findByRole('button', { name: 'Following Bea' })).toBeInTheDocument();
  expect(requests[0]?.params['id']).toBe(people[1]?._id);
});

it('shows other suggestions on request', async () => {
  mockEndpoint('GET /performers/search/random', suggestions);
  mockEndpoint('GET /site-promo/search', emptyPage);
  renderScreen(home, { user: fan() });
  await screen.findByRole('button', { name: 'Follow Ada' });
  mockEndpoint('GET /performers/search/random', { ...suggestions, data: [performerCardOf('Fay')] });
  await userEvent.click(screen.getByRole('button', { name: 'Refresh suggestions' }));
  expect(await screen.findByRole('button', { name: 'Follow Fay' })).toBeInTheDocument();
});

it("shows the site's promos, and works without them", async () => {
  const stamps = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
  const promo = {
    _id: 'p1',
    title: 'Summer week',
    description: 'Half price.',
    link: '/page/summer',
    position: 'top' as const,
    ordering: 0,
  };
  mockEndpoint('GET /performers/search/random', suggestions);
  mockEndpoint('GET /site-promo/search', { data: [{ ...promo, ...stamps, image: storedFile('site-image') }], total: 1, nextCursor: null });
  const { unmount } = renderScreen(home, { user: fan() });
  expect(await screen.findByRole('link', { name: 'Summer week' })).toHaveAttribute('href', '/page/summer');
  unmount();

  const promos = [
    { ...promo, _id: 'p2', title: 'Beside', position: 'left' as const, link: 'https://shows.example/week' },
    { ...promo, _id: 'p3', title: 'No way', position: 'middle' as const, link: 'javascript:alert(1)' },
    { ...promo, _id: 'p4', title: 'For guests', position: 'bottom' as const },
  ].map((one) => ({ ...one, ...stamps, image: storedFile('site-image') }));
  mockEndpoint('GET /site-promo/search', { data: promos, total: 3, nextCursor: null });
  const { unmount: unmountSecond } = renderScreen(home, { user: fan() });
  const outside = await within(screen.getByRole('complementary')).findByRole('link', { name: 'Beside (opens in a new window)' });
  expect([outside.getAttribute('href'), outside.getAttribute('rel')]).toEqual(['https://shows.example/week', 'noopener noreferrer']);
  expect(screen.getByText('No way')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'No way' })).not.toBeInTheDocument();
  expect(screen.queryByText('For guests')).not.toBeInTheDocument();
  unmountSecond();

  mockError('GET /site-promo/search', 'service_unavailable');
  renderScreen(home, { user: fan() });
  expect(await screen.findByText('The feed')).toBeInTheDocument();
  await screen.findByRole('button', { name: 'Follow Ada' });
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('lists missing account details, and nothing when none are missing', async () => {
  mockEndpoint('GET /performers/search/random', emptyPage);
  mockEndpoint('GET /site-promo/search', emptyPage);
  const { unmount } = renderScreen(home, { user: fan() });
  expect(await screen.findByRole('link', { name: 'Add a profile photo' })).toHaveAttribute('href', '/user/account?section=profile');
  expect(await screen.findByText('No suggestions yet')).toBeInTheDocument();
  unmount();
  renderScreen(home, { user: fan({ avatar: 'http://host.test/a.webp' }) });
  await screen.findByText('The feed');
  expect(screen.queryByRole('list', { name: 'Next steps' })).not.toBeInTheDocument();
});
