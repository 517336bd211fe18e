/** Searching the whole site, and the tabs of the explore page. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { performerCardOf } from '../../../../tests/kit/fixtures/cards';
import { mockEndpoint, mockNetworkError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { ExploreScreen } from './explore';
import { recentSearches } from './recent-searches';
import { SearchScreen } from './search-screen';
import type { SearchResultGroup } from './search-screen';

startFakeHost();
beforeEach(() => localStorage.clear());

const groups: readonly SearchResultGroup[] = [
  {
    kind: 'videos',
    label: 'Videos',
    href: (searchText) => `/explore?tab=videos&q=${searchText}`,
    list: (searchText) => `Videos about ${searchText}`,
  },
  { kind: 'galleries', label: 'Galleries', href: () => '/explore?tab=galleries', list: () => 'Galleries' },
  { kind: 'products', label: 'Products', href: () => '/explore?tab=products', list: () => 'Prints and files' },
];
const totals = (changes: Partial<Record<'performers' | 'feeds' | 'videos' | 'galleries' | 'products', number>> = {}) => ({
  keyword: 'rain',
  totals: { performers: 0, feeds: 0, videos: 0, galleries: 0, products: 0, ...changes },
});
const keywords = (...texts: string[]) => ({
  data: texts.map((keyword) => ({ keyword, attempts: 9 })),
  total: texts.length,
  nextCursor: null,
});
const show = (path: string) => renderScreen(<SearchScreen groups={groups} />, { path });

describe('the search page', () => {
  it('groups results by kind with counts, and links to all of each', async () => {
    const requests = mockEndpoint('POST /search/keywords', totals({ performers: 12, videos: 1204, products: 2 }));
    mockEndpoint('GET /performers/user/search', { data: [performerCardOf('Ada')], total: 12, nextCursor: null });
    show('/search?q=rain');
    const found = await screen.findByRole('region', { name: 'Creators (12)' });
    expect(within(found).getByRole('link', { name: 'See all creators' })).toHaveAttribute('href', '/explore?q=rain');
    expect(await within(found).findByRole('link', { name: 'Ada' })).toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Videos (1,204)' })).toHaveTextContent('Videos about rain');
    expect(screen.getByRole('region', { name: 'Products (2)' })).toHaveTextContent('Prints and files');
    expect(screen.getByText('1218 found')).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: /Galleries/ })).not.toBeInTheDocument();
    expect(requests).toHaveLength(1);
    expect(requests[0]?.body).toEqual({ keyword: 'rain' });
  });

  it('suggests alternatives when nothing matches', async () => {
    mockEndpoint('POST /search/keywords', totals());
    mockEndpoint('GET /search/list/keywords', keywords('sea', 'forest'));
    show('/search?q=rian');
    expect(await screen.findByText('No results for “rian”')).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'sea' })).toHaveAttribute('href', '/search?q=sea');
    expect(screen.getByRole('link', { name: 'Explore creators' })).toBeInTheDocument();
  });

  it('asks for more than one letter, and does not search', async () => {
    show('/search?q=r');
    expect(await screen.findByText('Enter at least 2 letters.')).toBeInTheDocument();
  });

  it("remembers the user's last five searches and forgets them on request", async () => {
    for (const word of ['one', 'two', 'three', 'four', 'five', 'six', 'Two']) recentSearches.add(null, word);
    mockEndpoint('GET /search/list/keywords', keywords('sea'));
    show('/search');
    const own = await screen.findByRole('list', { name: 'Recent searches' });
    expect(
      within(own)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Two', 'six', 'five', 'four', 'three']);
    await userEvent.click(screen.getByRole('button', { name: 'Clear searches' }));
    expect(screen.queryByRole('list', { name: 'Recent searches' })).not.toBeInTheDocument();
    expect(await screen.findByRole('list', { name: 'Popular searches' })).toBeInTheDocument();
  });

  it('suggests popular searches while the user types, and searches for what they submit', async () => {
    const requests = mockEndpoint('GET /search/list/keywords', keywords('rainbow'));
    const { navigations, container } = show('/search');
    await userEvent.type(screen.getByRole('combobox', { name: 'Search the site' }), 'rai');
    await waitFor(() => expect(requests.some(({ query }) => query.get('q') === 'rai')).toBe(true));
    await waitFor(() => expect(container.querySelector('datalist option')).toHaveValue('rainbow'));
    await userEvent.keyboard('{Enter}');
    expect(navigations()).toEqual(['/search?q=rai']);
  });

  it('offers a retry when the search fails', async () => {
    mockNetworkError('POST /search/keywords');
    show('/search?q=rain');
    const again = await screen.findByRole('button', { name: 'Try again' });
    mockEndpoint('POST /search/keywords', totals({ videos: 1 }));
    await userEvent.click(again);
    expect(await screen.findByRole('region', { name: 'Videos (1)' })).toBeInTheDocument();
  });
});

describe('the tabs of the explore page', () => {
  const tabs = [{ value: 'videos', label: 'Videos', panel: 'All videos' }].map((tab) => ({ ...tab, panel: <p>{tab.panel}</p> }));

  it('show performers first and keep the search text', async () => {
    mockEndpoint('GET /performers/user/search', { data: [performerCardOf('Ada')], total: 1, nextCursor: null });
    renderScreen(<ExploreScreen tabs={tabs} />, { path: '/explore?q=rain&gender=female' });
    expect(await screen.findByRole('link', { name: 'Ada' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Videos' })).toHaveAttribute('href', '/explore?tab=videos&q=rain');
    expect(screen.getByRole('link', { name: 'Creators' })).toHaveAttribute('aria-current', 'page');
  });

  it('show the tab named in the URL and request no performers', async () => {
    const requests = mockEndpoint('GET /performers/user/search', { data: [], total: 0, nextCursor: null });
    renderScreen(<ExploreScreen tabs={tabs} />, { path: '/explore?tab=videos' });
    expect(await screen.findByText('All videos')).toBeInTheDocument();
    expect(requests).toHaveLength(0);
  });
});
