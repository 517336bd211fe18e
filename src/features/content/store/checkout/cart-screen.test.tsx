/** The buyer's cart: lines, totals, and changes since the items were added. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { errors } from '@contract/kernel/errors';
import type { ResponseOf } from '@web/services/call';
import type { CartLine } from '@web/session/store/cart.slice';
import { lineOf } from '@web/checkout/cart-lines';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { fan, performer } from '../../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockError, startFakeHost } from '../../../../../tests/kit/screens/fake-host';
import { singlePage } from '../../../../../tests/kit/fixtures/payments';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import { mug, scarf, song } from '../../../../../tests/kit/fixtures/store';
import { CartScreen } from './cart-screen';

startFakeHost();

type Product = ResponseOf<'GET /performer-assets/products/:id'>;
const finn = fan();
const key = `cart:${finn._id}`;
const storedLines = (): CartLine[] => JSON.parse(localStorage.getItem(key) ?? '[]') as CartLine[];
const storeLines = (...lines: CartLine[]) => localStorage.setItem(key, JSON.stringify(lines));
const mockProducts = (...products: Product[]) => mockEndpoint('GET /performer-assets/products/search', singlePage(...products));
const checkout = () => screen.findByRole('link', { name: 'Checkout' });
const lineNamed = (name: string) => {
  const line = screen.getByRole('link', { name }).closest('li');
  if (line === null) throw new Error(`No cart line contains ${name}.`);
  return within(line);
};

beforeEach(() => {
  localStorage.clear();
  for (const { id } of toasts.read()) dismissToast(id);
});

const open = () => renderScreen(<CartScreen />, { user: finn });

it('shows the lines by performer, the price of each, and the total', async () => {
  storeLines(lineOf(mug(), 2), lineOf(scarf(), 1), lineOf(song(), 1));
  const requests = mockProducts(mug(), scarf(), song());
  open();
  expect(await checkout()).toHaveAttribute('href', '/checkout');
  expect(requests[0]?.query.getAll('ids')).toEqual([mug()._id, scarf()._id, song()._id]);
  expect(requests[0]?.query.get('limit')).toBe('20');
  const ada = within(screen.getByRole('region', { name: 'From Ada' }));
  expect(ada.getAllByRole('listitem')).toHaveLength(2);
  expect(ada.getByText('45 tokens')).toBeInTheDocument();
  expect(within(screen.getByRole('region', { name: 'From Bruno' })).getAllByText('30 tokens')).not.toHaveLength(0);
  expect(within(screen.getByRole('region', { name: 'Total' })).getByText('75 tokens')).toBeInTheDocument();
});

it('changes quantities within the stock, and never those of digital files', async () => {
  storeLines(lineOf(mug(), 2), lineOf(song(), 1));
  mockProducts(mug({ stock: 3 }), song());
  open();
  await checkout();
  await userEvent.click(screen.getByRole('button', { name: 'Quantity of Mug: increase' }));
  expect(storedLines()[0]?.quantity).toBe(3);
  expect(lineNamed('Mug').getByText('37.50 tokens')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Quantity of Mug: increase' })).toBeDisabled();
  expect(screen.queryByLabelText('Quantity of Song')).toBeNull();
});

it('removes a line immediately, with undo', async () => {
  storeLines(lineOf(mug(), 2), lineOf(song(), 1));
  mockProducts(mug(), song());
  open();
  await checkout();
  await userEvent.click(screen.getByRole('button', { name: 'Remove Mug' }));
  expect(screen.queryByRole('link', { name: 'Mug' })).toBeNull();
  expect(screen.getByRole('heading', { name: 'Cart' })).toHaveFocus();
  expect(storedLines()).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: /Undo/ }));
  expect(await screen.findByRole('link', { name: 'Mug' })).toBeVisible();
  expect(storedLines().map(({ quantity }) => quantity)).toEqual([1, 2]);
});

it('shows the old and the new price of a line, and requires accepting the new one', async () => {
  storeLines(lineOf(mug(), 2), lineOf(song(), 1));
  mockProducts(mug({ price: 15 }), song());
  open();
  expect(await screen.findByText('Was 12.50 tokens, now 15 tokens')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Checkout' })).toBeDisabled();
  expect(storedLines()[0]?.price).toBe(12.5);
  await userEvent.click(screen.getByRole('button', { name: 'Accept new prices' }));
  expect(await checkout()).toBeVisible();
  expect(screen.queryByText(/^Was/)).toBeNull();
  expect(storedLines()[0]?.price).toBe(15);
});

it('marks sold-out lines and lines above the stock, and offers the available quantity', async () => {
  storeLines(lineOf(mug(), 4), lineOf(scarf(), 1));
  mockProducts(mug({ stock: 2 }), scarf({ stock: 0 }));
  open();
  expect(await screen.findByText('Sold out')).toBeInTheDocument();
  expect(lineNamed('Mug').getByText('Only 2 left')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Checkout' })).toBeDisabled();
  await userEvent.click(screen.getByRole('button', { name: 'Reduce to 2' }));
  expect(storedLines()[0]?.quantity).toBe(2);
  await userEvent.click(screen.getByRole('button', { name: 'Remove Scarf' }));
  expect(await checkout()).toBeVisible();
});

it('removes products that are no longer sold and files that the buyer owns, and says so', async () => {
  storeLines(lineOf(mug(), 1), lineOf(scarf(), 1), lineOf(song(), 1));
  mockProducts(mug(), song({ isBought: true }));
  open();
  expect(await screen.findByText('Scarf was removed from your cart.')).toBeInTheDocument();
  expect(screen.getByText(/^You already bought/)).toHaveTextContent('You already bought Song, so we removed it from your cart.');
  expect(screen.getByRole('link', { name: 'Song' })).toHaveAttribute('href', `/product/${song()._id}`);
  expect(storedLines().map(({ name }) => name)).toEqual(['Mug']);
  expect(await checkout()).toBeVisible();
});

it('links an empty cart to the stores, even after its last line was removed', async () => {
  storeLines(lineOf(mug(), 1));
  mockProducts();
  open();
  expect(await screen.findByText('Your cart is empty')).toBeVisible();
  expect(screen.getByText('Mug was removed from your cart.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Explore products' })).toHaveAttribute('href', '/explore?tab=products');
});

it('shows the stored cart while the API cannot be reached, and retries', async () => {
  storeLines(lineOf(mug(), 1));
  mockError('GET /performer-assets/products/search', 'service_unavailable');
  open();
  expect(await screen.findByText(errors.service_unavailable[1])).toBeVisible();
  expect(screen.getByRole('link', { name: 'Mug' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Checkout' })).toBeDisabled();
  mockProducts(mug());
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await checkout()).toBeVisible();
});

it('checks products that another tab has added', async () => {
  storeLines(lineOf(mug(), 1));
  const requests = mockProducts(mug(), scarf());
  open();
  await checkout();
  act(() => {
    storeLines(lineOf(mug(), 1), lineOf(scarf(), 1));
    window.dispatchEvent(new StorageEvent('storage', { key }));
  });
  await waitFor(() => expect(requests.at(-1)?.query.getAll('ids')).toEqual([mug()._id, scarf()._id]));
  expect(await checkout()).toBeVisible();
});

it('shows guests their cart', async () => {
  localStorage.setItem('cart:guest', JSON.stringify([lineOf(mug(), 1)]));
  mockProducts(mug());
  renderScreen(<CartScreen />);
  expect(await checkout()).toBeVisible();
});

it('tells performers that carts are for fans', () => {
  renderScreen(<CartScreen />, { user: performer() });
  expect(screen.getByText('Cart not available')).toBeVisible();
});
