/** Products in lists: a performer's store, the explore page, and search results. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fan, performer } from '../../../../tests/kit/fixtures/accounts';
import { author } from '../../../../tests/kit/fixtures/content';
import { mockEndpoint, mockNetworkError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { digitalProduct, product } from '../../../../tests/kit/fixtures/listed-products';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { ExploreProducts } from './explore-products';
import { FoundProducts } from './found-products';
import { ProfileStore } from './profile-store';
import type { Product } from './requests';

startFakeHost();

const page = (data: Product[]) => ({ data, total: data.length, nextCursor: null });
const other = product({ _id: '0198c0de-0000-7000-8000-0000000d0012', slug: 'second-print', name: 'Second print' });

describe('lists of products', () => {
  it("show each product's type, price and stock", async () => {
    mockEndpoint('GET /performer-assets/products/search', page([product({ stock: 2 }), digitalProduct({ _id: 'b', isBought: true })]));
    renderScreen(<FoundProducts searchText="first" />);
    const [print, preset] = within(await screen.findByRole('list', { name: 'Matching products' })).getAllByRole('listitem');
    expect(print).toHaveTextContent(/2 left.*First print.*Ada · Physical/);
    expect(within(print as HTMLElement).getByText('12.50 tokens')).toBeInTheDocument();
    expect(preset).toHaveTextContent(/Bought.*First preset.*Ada · Digital/);
  });

  it('include sold-out products, with a bookmark button', async () => {
    mockEndpoint('GET /performer-assets/products/search', page([product({ stock: 0 }), other]));
    const reacted = mockEndpoint('POST /reactions', { isLiked: false, isBookmarked: true, totalLike: 3 });
    renderScreen(<ProfileStore performer={author()} isOwner={false} />, { user: fan() });
    expect(await screen.findByText('Sold out')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Bookmark Second print' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Bookmark First print' }));
    expect(await screen.findByRole('button', { name: 'Remove First print from bookmarks' })).toHaveAttribute('aria-pressed', 'true');
    expect(reacted).toHaveLength(1);
  });

  it('are filtered and sorted by the URL', async () => {
    const requests = mockEndpoint('GET /performer-assets/products/search', page([product()]));
    const { navigations } = renderScreen(<ExploreProducts />, {
      path: '/explore?tab=products&q=print&sort=price&type=physical&stock=1',
    });
    expect(await screen.findByText('1 product')).toBeInTheDocument();
    expect(Object.fromEntries(requests[0]?.query ?? [])).toMatchObject({
      q: 'print',
      sortBy: 'price',
      sort: 'asc',
      type: 'physical',
      inStock: 'true',
    });
    await userEvent.click(screen.getByRole('button', { name: 'Digital' }));
    await userEvent.click(screen.getByRole('button', { name: 'In stock' }));
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'popular');
    expect(navigations()).toEqual([
      '/explore?tab=products&q=print&sort=price&type=digital&stock=1',
      '/explore?tab=products&q=print&sort=price&type=physical',
      '/explore?tab=products&q=print&sort=popular&type=physical&stock=1',
    ]);
  });

  it('offer to clear the filters when nothing matches', async () => {
    mockEndpoint('GET /performer-assets/products/search', page([]));
    const { navigations } = renderScreen(<ExploreProducts />, { path: '/explore?tab=products&q=nothing&type=digital' });
    await userEvent.click(await screen.findByRole('button', { name: 'Show all products' }));
    expect(navigations()).toEqual(['/explore?tab=products']);
  });

  it('link the owner of an empty store to the product editor, and suggest following to others', async () => {
    const requests = mockEndpoint('GET /performer-assets/products/search', page([]));
    const first = renderScreen(<ProfileStore performer={author()} isOwner />, { user: performer() });
    expect(await screen.findByRole('link', { name: 'Add product' })).toHaveAttribute('href', '/creator/products/new');
    expect(requests[0]?.query.get('performerId')).toBe(author()._id);
    first.unmount();
    renderScreen(<ProfileStore performer={author()} isOwner={false} />);
    expect(await screen.findByText('Follow Ada so you don’t miss anything.')).toBeInTheDocument();
  });

  it('can be retried after an error', async () => {
    mockNetworkError('GET /performer-assets/products/search');
    renderScreen(<ProfileStore performer={author()} isOwner={false} />);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    mockEndpoint('GET /performer-assets/products/search', page([product()]));
    await userEvent.click(retry);
    expect(await screen.findByRole('link', { name: 'First print' })).toBeInTheDocument();
  });
});
