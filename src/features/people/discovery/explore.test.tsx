/** Explore: the URL and the filters stay in sync. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as limits from '@contract/kernel/limits';
import { endpointKeyText } from '@web/services/use-endpoint';
import { mockEndpoint, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { performerCardOf } from '../../../../tests/kit/fixtures/cards';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { ExploreScreen } from './explore';
import { urlQueryOfFilters, explorePath, filterCount, filtersOf, defaultFilters, searchQueryOf } from './explore-filters';
import type { Performer } from './performer-card';

startFakeHost();

const page = (data: Performer[], total = data.length, nextCursor: string | null = null) => ({ data, total, nextCursor });

describe('the filters in the URL', () => {
  it('survive a round trip', () => {
    const filters = {
      ...defaultFilters,
      q: 'ada',
      sort: 'online' as const,
      flags: ['free', 'new'] as const,
      choices: { gender: ['female', 'male'], country: ['FR'] },
    };
    expect(filtersOf(urlQueryOfFilters(filters))).toEqual(filters);
  });

  it('ignore invalid values', () => {
    expect(filtersOf({ gender: 'female,robot', sort: 'random', free: 'yes', country: 'france', eyes: '' })).toEqual({
      ...defaultFilters,
      choices: { gender: ['female'] },
    });
  });

  it('leave the URL without a query when none is active', () => {
    expect(explorePath(defaultFilters)).toBe('/explore');
  });

  it('are counted without the search text', () => {
    expect(filterCount({ ...defaultFilters, q: 'ada', flags: ['free'], choices: { hair: ['red', 'blue'] } })).toBe(3);
  });

  it('request users who joined in the last 30 days when filtered by new', () => {
    expect(searchQueryOf({ ...defaultFilters, flags: ['new'] }, new Date('2026-03-31T23:00:00Z'))).toMatchObject({
      fromDate: '2026-03-01',
    });
  });

  it('request performers who are live now when filtered by live', () => {
    expect(searchQueryOf({ ...defaultFilters, flags: ['live'] }, new Date())).toMatchObject({ isLive: true });
  });
});

describe('the explore page', () => {
  it('requests the results for the filters in the URL and shows them', async () => {
    const requests = mockEndpoint('GET /performers/user/search', page([performerCardOf('Ada'), performerCardOf('Bea')]));
    renderScreen(<ExploreScreen />, { path: '/explore?gender=female&free=1' });

    expect(await screen.findByRole('link', { name: 'Ada' })).toHaveAttribute('href', '/ada');
    expect(screen.getByText('2 creators')).toBeInTheDocument();
    expect(requests[0]?.query.getAll('gender')).toEqual(['female']);
    expect(requests[0]?.query.get('isFreeSubscription')).toBe('true');
    expect(screen.getByRole('button', { name: 'Filters (2)' })).toBeInTheDocument();
  });

  it("adds a chip's filter to the URL, and removes it again", async () => {
    mockEndpoint('GET /performers/user/search', page([performerCardOf('Ada')]));
    const { navigations } = renderScreen(<ExploreScreen />, { path: '/explore?new=1' });
    const chips = within(screen.getByRole('group', { name: 'Quick filters' }));

    expect(chips.getByRole('button', { name: 'New' })).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(chips.getByRole('button', { name: 'Free' }));
    await userEvent.click(chips.getByRole('button', { name: 'New' }));
    await userEvent.click(screen.getByRole('button', { name: 'Clear all' }));
    expect(navigations()).toEqual(['/explore?new=1&free=1', '/explore', '/explore']);
  });

  it('suggests filters to remove when nothing matches, and hides those whose removal does not help', async () => {
    mockEndpoint('GET /performers/user/search', ({ query }) => (query.has('hair') ? page([]) : page([performerCardOf('Ada')], 7)));
    const { navigations } = renderScreen(<ExploreScreen />, { path: '/explore?hair=blue&free=1' });

    expect(await screen.findByText('No results')).toBeInTheDocument();
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Hair: blue · 7 found' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Remove Free/ })).not.toBeInTheDocument());
    expect(navigations()).toEqual(['/explore?free=1']);
  });

  it('loads the next page below the last card, and offers no more at the end', async () => {
    mockEndpoint('GET /performers/user/search', ({ query }) =>
      query.get('cursor') === 'second' ? page([performerCardOf('Bea')], 2) : page([performerCardOf('Ada')], 2, 'second'),
    );
    renderScreen(<ExploreScreen />, { path: '/explore' });

    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByRole('link', { name: 'Bea' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Ada' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
  });

  it('prefetches a page for users who scroll, and nothing before', async () => {
    // The end of the list is half a screen below: within the margin of an observer that looks a screen ahead, and of no other.
    const FakeObserver = function (onIntersect: (seen: { isIntersecting: boolean }[]) => void, options?: { rootMargin?: string }) {
      return { disconnect: () => undefined, observe: () => onIntersect([{ isIntersecting: options?.rootMargin === '100% 0px' }]) };
    };
    const requests = mockEndpoint('GET /performers/user/search', ({ query }) =>
      query.get('cursor') === 'second' ? page([performerCardOf('Bea')], 2) : page([performerCardOf('Ada')], 2, 'second'),
    );
    Object.assign(window, { IntersectionObserver: FakeObserver });
    try {
      renderScreen(<ExploreScreen />, { path: '/explore' });
      await screen.findByRole('button', { name: 'Load more' });
      expect(requests).toHaveLength(1);
      fireEvent.scroll(window);
      expect(await screen.findByRole('link', { name: 'Bea' })).toBeInTheDocument();
    } finally {
      Reflect.deleteProperty(window, 'IntersectionObserver');
    }
  });

  it('shows what was loaded with the page without requesting it again', async () => {
    const requests = mockEndpoint('GET /performers/user/search', page([]));
    const key = endpointKeyText('GET /performers/user/search', { query: searchQueryOf(defaultFilters, new Date()) });
    renderScreen(<ExploreScreen />, { path: '/explore', fallback: { [key]: page([performerCardOf('Ada')]) } });

    expect(screen.getByRole('link', { name: 'Ada' })).toBeInTheDocument();
    await new Promise((resolve) => setTimeout(resolve));
    expect(requests).toHaveLength(0);
  });

  it('shows that there may be more than the counted results', async () => {
    mockEndpoint('GET /performers/user/search', page([performerCardOf('Ada')], limits.page.countedInSearchMax));
    renderScreen(<ExploreScreen />, { path: '/explore' });
    expect(await screen.findByText('1,000+ creators')).toBeInTheDocument();
  });

  it('shows an error and retries', async () => {
    mockError('GET /performers/user/search', 'too_many_requests');
    renderScreen(<ExploreScreen />, { path: '/explore' });
    expect(await screen.findByText(/Too many attempts/)).toBeInTheDocument();
    mockEndpoint('GET /performers/user/search', page([performerCardOf('Ada')]));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Ada' })).toBeInTheDocument();
  });
});
