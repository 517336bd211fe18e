/** Explore: the address is the filters, and the filters are the address. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as limits from '@contract/kernel/limits';
import { endpointKeyText } from '@web/services/use-endpoint';
import { answer, refuse, startTestHost } from '../../../../tests/kit/screens/fake-host';
import { card } from '../../../../tests/kit/answers/cards';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { ExploreScreen } from './explore';
import { addressOfFilters, explorePath, filterCount, filtersOf, noFilters, searchQueryOf } from './explore-filters';
import type { Performer } from './performer-card';

startTestHost();

const page = (data: Performer[], total = data.length, nextCursor: string | null = null) => ({ data, total, nextCursor });

describe('the filters of an address', () => {
  it('come back as they were written', () => {
    const filters = {
      ...noFilters,
      q: 'ada',
      sort: 'online' as const,
      flags: ['free', 'new'] as const,
      choices: { gender: ['female', 'male'], country: ['FR'] },
    };
    expect(filtersOf(addressOfFilters(filters))).toEqual(filters);
  });

  it('leave out what makes no sense', () => {
    expect(filtersOf({ gender: 'female,robot', sort: 'random', free: 'yes', country: 'france', eyes: '' })).toEqual({
      ...noFilters,
      choices: { gender: ['female'] },
    });
  });

  it('make a clean address when nothing is chosen', () => {
    expect(explorePath(noFilters)).toBe('/explore');
  });

  it('count without the words searched for', () => {
    expect(filterCount({ ...noFilters, q: 'ada', flags: ['free'], choices: { hair: ['red', 'blue'] } })).toBe(3);
  });

  it('ask the host for those who joined in the last 30 days when only new people are wanted', () => {
    expect(searchQueryOf({ ...noFilters, flags: ['new'] }, new Date('2026-03-31T23:00:00Z'))).toMatchObject({ fromDate: '2026-03-01' });
  });

  it('ask the host for those who show themselves now when only they are wanted', () => {
    expect(searchQueryOf({ ...noFilters, flags: ['live'] }, new Date())).toMatchObject({ isLive: true });
  });
});

describe('the explore page', () => {
  it('asks the host for what the address says and shows who was found', async () => {
    const heard = answer('GET /performers/user/search', page([card('Ada'), card('Bea')]));
    renderScreen(<ExploreScreen />, { path: '/explore?gender=female&free=1' });

    expect(await screen.findByRole('link', { name: 'Ada' })).toHaveAttribute('href', '/ada');
    expect(screen.getByText('2 performers')).toBeInTheDocument();
    expect(heard[0]?.query.getAll('gender')).toEqual(['female']);
    expect(heard[0]?.query.get('isFreeSubscription')).toBe('true');
    expect(screen.getByRole('button', { name: 'Filters (2)' })).toBeInTheDocument();
  });

  it('writes a chip into the address, and takes it out again', async () => {
    answer('GET /performers/user/search', page([card('Ada')]));
    const { navigations } = renderScreen(<ExploreScreen />, { path: '/explore?new=1' });
    const chips = within(screen.getByRole('group', { name: 'Quick filters' }));

    expect(chips.getByRole('button', { name: 'New' })).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(chips.getByRole('button', { name: 'Free' }));
    await userEvent.click(chips.getByRole('button', { name: 'New' }));
    await userEvent.click(screen.getByRole('button', { name: 'Clear all' }));
    expect(navigations()).toEqual(['/explore?new=1&free=1', '/explore', '/explore']);
  });

  it('says which filter to remove when nobody matches, and hides ways that help nobody', async () => {
    answer('GET /performers/user/search', ({ query }) => (query.has('hair') ? page([]) : page([card('Ada')], 7)));
    const { navigations } = renderScreen(<ExploreScreen />, { path: '/explore?hair=blue&free=1' });

    expect(await screen.findByText('Nobody matches all of this')).toBeInTheDocument();
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Hair: blue · 7 found' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Remove Free/ })).not.toBeInTheDocument());
    expect(navigations()).toEqual(['/explore?free=1']);
  });

  it('loads the next page behind the last card and then offers no more', async () => {
    answer('GET /performers/user/search', ({ query }) =>
      query.get('cursor') === 'second' ? page([card('Bea')], 2) : page([card('Ada')], 2, 'second'),
    );
    renderScreen(<ExploreScreen />, { path: '/explore' });

    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByRole('link', { name: 'Bea' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Ada' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
  });

  it('fetches a page ahead for those who scroll, and nothing for a first look', async () => {
    // The end of the list is half a screen below: in reach of those who look a screen ahead, and of nobody else.
    const watch = function (tell: (seen: { isIntersecting: boolean }[]) => void, options?: { rootMargin?: string }) {
      return { disconnect: () => undefined, observe: () => tell([{ isIntersecting: options?.rootMargin === '100% 0px' }]) };
    };
    const heard = answer('GET /performers/user/search', ({ query }) =>
      query.get('cursor') === 'second' ? page([card('Bea')], 2) : page([card('Ada')], 2, 'second'),
    );
    Object.assign(window, { IntersectionObserver: watch });
    try {
      renderScreen(<ExploreScreen />, { path: '/explore' });
      await screen.findByRole('button', { name: 'Load more' });
      expect(heard).toHaveLength(1);
      fireEvent.scroll(window);
      expect(await screen.findByRole('link', { name: 'Bea' })).toBeInTheDocument();
    } finally {
      Reflect.deleteProperty(window, 'IntersectionObserver');
    }
  });

  it('shows what came with the page without asking again', async () => {
    const heard = answer('GET /performers/user/search', page([]));
    const key = endpointKeyText('GET /performers/user/search', { query: searchQueryOf(noFilters, new Date()) });
    renderScreen(<ExploreScreen />, { path: '/explore', fallback: { [key]: page([card('Ada')]) } });

    expect(screen.getByRole('link', { name: 'Ada' })).toBeInTheDocument();
    await new Promise((resolve) => setTimeout(resolve));
    expect(heard).toHaveLength(0);
  });

  it('says that there may be more where counting stopped', async () => {
    answer('GET /performers/user/search', page([card('Ada')], limits.page.countedInSearchMax));
    renderScreen(<ExploreScreen />, { path: '/explore' });
    expect(await screen.findByText('1,000+ performers')).toBeInTheDocument();
  });

  it('says what failed and tries again', async () => {
    refuse('GET /performers/user/search', 'too_many_requests');
    renderScreen(<ExploreScreen />, { path: '/explore' });
    expect(await screen.findByText(/Too many tries/)).toBeInTheDocument();
    answer('GET /performers/user/search', page([card('Ada')]));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Ada' })).toBeInTheDocument();
  });
});
