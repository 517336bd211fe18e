/** The page of a product, for each kind of viewer. */
import * as limits from '@contract/kernel/limits';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HeadManagerContext } from 'next/dist/shared/lib/head-manager-context.shared-runtime';
import type { ReactElement, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { fan, operator, performer } from '../../../../tests/kit/fixtures/accounts';
import { author } from '../../../../tests/kit/fixtures/content';
import { photoFile } from '../../../../tests/kit/fixtures/media-files';
import { mockEndpoint, mockNetworkError, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { digitalProduct, product } from '../../../../tests/kit/fixtures/listed-products';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { lineOf } from '@web/checkout/cart-lines';
import { storeCart, storedCart } from '@web/checkout/cart-storage';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { ProductScreen } from './product-screen';
import type { Product } from './requests';

startFakeHost();
beforeEach(() => localStorage.clear());
afterEach(() => act(() => toasts.read().forEach(({ id }) => dismissToast(id))));

const page = (data: Product[]) => ({ data, total: data.length, nextCursor: null });
const other = product({ _id: '0198c0de-0000-7000-8000-0000000d0012', slug: 'second-print', name: 'Second print' });

const renderProduct = (data: Product, options: Parameters<typeof renderScreen>[1] = {}) => {
  mockEndpoint('GET /performer-assets/products/:id', data);
  mockEndpoint('GET /performer-assets/products/search', page([other]));
  return renderScreen(<ProductScreen siteUrl="http://localhost:3000" comments={() => 'Comments here'} />, {
    path: `/product/${data.slug}`,
    query: { id: data.slug },
    ...options,
  });
};

/** The content of the document's head. */
async function headTagsOf(data: Product): Promise<string> {
  mockEndpoint('GET /performer-assets/products/:id', data);
  mockEndpoint('GET /performer-assets/products/search', page([]));
  let head: ReactElement[] = [];
  const manager = { mountedInstances: new Set<ReactNode>(), updateHead: (state: ReactElement[]) => (head = state) };
  const { unmount } = renderScreen(
    <HeadManagerContext.Provider value={manager}>
      <ProductScreen siteUrl="http://localhost:3000" />
    </HeadManagerContext.Provider>,
    { path: '/product/first-print', query: { id: 'first-print' } },
  );
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(head).not.toHaveLength(0));
  const text = renderToStaticMarkup(<>{head}</>);
  unmount();
  return text;
}

describe('the page of a product', () => {
  it('shows type, price, seller, delivery, and more products of the seller', async () => {
    renderProduct(
      product({
        images: [photoFile(), photoFile()],
        description: 'Printed by hand.',
        deliveryNote: 'By post within 3 days.',
        performer: author(),
      }),
    );
    expect(await screen.findByRole('heading', { level: 1, name: 'First print' })).toBeInTheDocument();
    expect(screen.getByRole('group', { name: 'First print, 2 files' })).toBeInTheDocument();
    expect(screen.getAllByText('12.50 tokens')[0]).toBeInTheDocument();
    expect(screen.getByText('In stock')).toBeInTheDocument();
    expect(screen.getByText('Physical', { selector: 'span' })).toBeInTheDocument();
    expect(screen.getByText('Printed by hand.')).toBeInTheDocument();
    expect(screen.getByText('By post within 3 days.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Follow Ada' })).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'Second print' })).toHaveAttribute('href', '/product/second-print');
    expect(screen.getByText('Comments here')).toBeInTheDocument();
  });

  it.each([
    ['none', []],
    ['one in portrait', [photoFile({ width: 600, height: 1200 })]],
    ['a wide and a portrait one', [photoFile({ width: 1600, height: 900 }), photoFile({ width: 600, height: 1200 })]],
  ])('shows its pictures in one square box: %s', async (_, images) => {
    const { container } = renderProduct(product({ images }));
    await screen.findByRole('heading', { level: 1, name: 'First print' });
    const boxes = [...container.querySelectorAll<HTMLElement>('.pictures [style*="aspect-ratio"]')];
    expect(boxes).not.toHaveLength(0);
    expect(new Set(boxes.map(({ style }) => style.aspectRatio))).toEqual(new Set(['1']));
  });

  it('opens a picture at full size', async () => {
    renderProduct(product({ images: [photoFile()] }));
    await userEvent.click(await screen.findByRole('button', { name: 'Open First print' }));
    expect(await screen.findByRole('dialog')).toBeInTheDocument();
  });

  it('adds the selected quantity to the cart, limited by the stock', async () => {
    renderProduct(product({ stock: 3 }), { user: fan() });
    const field = await screen.findByRole('textbox', { name: 'Quantity' });
    expect(screen.getByText('3 left')).toBeInTheDocument();
    await userEvent.clear(field);
    await userEvent.type(field, '7{Enter}');
    expect(field).toHaveValue('3');
    expect(screen.getByRole('button', { name: 'Quantity: increase' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Quantity: decrease' }));
    expect(screen.getByText('25 tokens total')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Add to cart' }));
    expect(await screen.findByText('First print is in your cart')).toBeInTheDocument();
    expect(screen.getByText(/2 already in your cart/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Update cart' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Quantity: increase' }));
    await userEvent.click(screen.getByRole('button', { name: 'Update cart' }));
    expect(screen.getByText(/You have the maximum of 3 in your cart/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See cart' })).toHaveAttribute('href', '/cart');
  });

  it('sends a guest who buys now to the checkout of this product alone', async () => {
    const { navigations } = renderProduct(digitalProduct());
    await userEvent.click(await screen.findByRole('button', { name: 'Buy now' }));
    expect(navigations()).toEqual([`/checkout?only=${digitalProduct()._id}`]);
    expect(screen.queryByRole('textbox', { name: 'Quantity' })).not.toBeInTheDocument();
  });

  it('sets the cart to the selected quantity when the product is already in it', async () => {
    const { navigations } = renderProduct(product(), { user: fan() });
    await userEvent.click(await screen.findByRole('button', { name: 'Add to cart' }));
    await userEvent.click(screen.getByRole('button', { name: 'Quantity: increase' }));
    await userEvent.click(screen.getByRole('button', { name: 'Buy now' }));
    expect(navigations()).toEqual([`/checkout?only=${product()._id}`]);
    expect(screen.getByText(/2 already in your cart/)).toBeInTheDocument();
  });

  it('starts with the quantity in the cart, and buys the selected quantity within the current stock at the current price', async () => {
    storeCart(fan()._id, [lineOf(product({ stock: 2, price: 10 }), 2)]);
    const { navigations } = renderProduct(product({ stock: 5, price: 12.5 }), { user: fan() });
    const field = await screen.findByRole('textbox', { name: 'Quantity' });
    expect(field).toHaveValue('2');
    await userEvent.clear(field);
    await userEvent.type(field, '4{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Buy now' }));
    expect(navigations()).toEqual([`/checkout?only=${product()._id}`]);
    expect(storedCart(fan()._id)).toMatchObject([{ quantity: 4, price: 12.5, stock: 5 }]);
  });

  it('reports a full cart', async () => {
    const lines = Array.from({ length: limits.cartLinesMax }, (_, index) => lineOf(product({ _id: `d-${String(index)}` }), 1));
    storeCart(fan()._id, lines);
    const { navigations } = renderProduct(product(), { user: fan() });
    await userEvent.click(await screen.findByRole('button', { name: 'Buy now' }));
    expect(await screen.findByText('Your cart holds up to 20 different items. Remove one first.')).toBeInTheDocument();
    expect(navigations()).toEqual([]);
  });

  it('shows that the product is sold out, and still offers the bookmark', async () => {
    renderProduct(product({ stock: 0 }), { user: fan() });
    const reacted = mockEndpoint('POST /reactions', { isLiked: false, isBookmarked: true, totalLike: 3 });
    expect((await screen.findAllByText('Sold out')).length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Add to cart' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Bookmark' }));
    await waitFor(() => expect(reacted[0]?.body).toEqual({ objectType: 'product', objectId: product()._id, action: 'bookmark' }));
  });

  it('offers the file to its buyer', async () => {
    renderProduct(digitalProduct({ isBought: true, stock: 0 }), { user: fan() });
    const requests = mockEndpoint('GET /performer-assets/products/:id/download-link', {
      downloadLink: '#the-file',
      expiresAt: '2026-05-01T10:10:00.000Z',
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Download' }));
    await waitFor(() => expect(window.location.hash).toBe('#the-file'));
    expect(requests[0]?.params).toEqual({ id: digitalProduct()._id });
    expect(screen.queryByRole('button', { name: 'Buy now' })).not.toBeInTheDocument();
  });

  it('shows why a file cannot be downloaded', async () => {
    renderProduct(digitalProduct({ isBought: true }), { user: fan() });
    mockError('GET /performer-assets/products/:id/download-link', 'purchase_required');
    await userEvent.click(await screen.findByRole('button', { name: 'Download' }));
    expect(await screen.findByRole('alert')).not.toBeEmptyDOMElement();
  });

  it('sells a physical product again to the same buyer', async () => {
    renderProduct(product({ isBought: true }), { user: fan() });
    expect(await screen.findByRole('button', { name: 'Buy now' })).toBeInTheDocument();
  });

  it('links its seller to the editor, and offers them no purchase', async () => {
    renderProduct(product({ totalSold: 4 }), { user: performer() });
    expect(await screen.findByRole('link', { name: 'Edit' })).toHaveAttribute('href', `/creator/products/${product()._id}`);
    expect(screen.getByText(/4 pieces sold/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Buy now' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Follow Ada' })).not.toBeInTheDocument();
  });

  it.each([operator(), performer({ _id: '0198c0de-0000-7000-8000-0000000000ff' })])(
    'offers no purchase to viewers who are not fans (%#)',
    async (user) => {
      renderProduct(product(), { user });
      expect(await screen.findByText(/Creator and operator accounts can’t buy products/)).toBeInTheDocument();
      expect(screen.queryByRole('button', { name: 'Buy now' })).not.toBeInTheDocument();
    },
  );

  it('reports a missing product, and retries after an error', async () => {
    mockError('GET /performer-assets/products/:id', 'product_not_found');
    const first = renderScreen(<ProductScreen siteUrl="" />, { path: '/product/gone', query: { id: 'gone' } });
    expect(await screen.findByRole('heading', { name: 'Product not found' })).toBeInTheDocument();
    first.unmount();
    mockNetworkError('GET /performer-assets/products/:id');
    renderScreen(<ProductScreen siteUrl="" />, { path: '/product/first-print', query: { id: 'first-print' } });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    mockEndpoint('GET /performer-assets/products/:id', product());
    mockEndpoint('GET /performer-assets/products/search', page([]));
    await userEvent.click(retry);
    expect(await screen.findByRole('heading', { level: 1, name: 'First print' })).toBeInTheDocument();
  });

  it('has Open Graph tags and a canonical URL, and excludes unpublished products from search engines', async () => {
    const tags = await headTagsOf(product({ description: 'Printed by hand.', image: photoFile({ url: 'http://host.test/print.webp' }) }));
    expect(tags).toContain('<link rel="canonical" href="http://localhost:3000/product/first-print"/>');
    expect(tags).toContain('property="og:image" content="http://host.test/print.webp"');
    expect(tags).toContain('property="og:type" content="product"');
    expect(tags).toContain('content="Printed by hand."');
    expect(tags).not.toContain('noindex');
    expect(await headTagsOf(product({ state: 'inactive', status: 'inactive' }))).toContain('noindex');
  });
});
