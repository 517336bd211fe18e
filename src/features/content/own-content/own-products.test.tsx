/** The owner's list of products. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { performer } from '../../../../tests/kit/answers/accounts';
import { mockEndpoint, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { digitalProduct, product } from '../../../../tests/kit/answers/listed-products';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { dropToast, toasts } from '@web/ui/feedback/toast-queue';
import { ContentPanel } from './content-panel';

startFakeHost();
afterEach(() => toasts.read().forEach(({ id }) => dropToast(id)));

const list = 'GET /performer/performer-assets/products/search';
const change = 'PUT /performer/performer-assets/products/:id';
const page = <T,>(...data: T[]) => ({ data, total: data.length, nextCursor: null });
const open = (address = '') =>
  renderScreen(<ContentPanel photoEditor={() => null} />, { user: performer(), path: `/ada?tab=content&kind=store${address}` });
const act = async (name: string, what: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await userEvent.click(screen.queryByRole('link', { name: what }) ?? screen.getByRole('button', { name: what }));
};

it('queries what the URL says, and marks products with low stock, without stock or without a file', async () => {
  const requests = mockEndpoint(
    list,
    page(
      product({ totalSold: 4, stock: 2 }),
      product({ _id: 'b', name: 'Gone print', stock: 0 }),
      digitalProduct({ _id: 'c', state: 'draft', status: 'draft' }),
    ),
  );
  open('&q=print&type=physical&state=published&sortBy=stock&sort=asc');
  const low = await screen.findByRole('row', { name: /First print/ });
  expect(within(low).getByText('Low: 2 left')).toBeVisible();
  expect(within(low).getByText('12.50 tokens')).toBeInTheDocument();
  expect(within(low).getByText('4')).toBeVisible();
  expect(within(low).getByText('Physical')).toBeVisible();
  expect(within(screen.getByRole('row', { name: /Gone print/ })).getByText('Sold out')).toBeVisible();
  const file = screen.getByRole('row', { name: /First preset/ });
  expect(within(file).getByText('File missing')).toBeVisible();
  expect(within(file).getByText('Unlimited')).toBeVisible();
  expect(Object.fromEntries(requests[0]?.query ?? [])).toMatchObject({
    ...{ q: 'print', type: 'physical', state: 'published', sortBy: 'stock', sort: 'asc' },
  });
  expect(screen.queryByText('Everyone')).toBeNull();
});

it('changes the stock in place, one request per tap in order', async () => {
  let stock = 2;
  mockEndpoint(list, () => page(product({ stock })));
  const changed = mockEndpoint(change, ({ body }) => {
    stock += Number((body as { stockBy: string }).stockBy);
    return product({ stock });
  });
  open();
  const more = await screen.findByRole('button', { name: 'Stock of First print: increase' });
  await userEvent.click(more);
  await userEvent.click(more);
  expect(screen.getByRole('textbox', { name: 'Stock of First print' })).toHaveValue('4');
  await waitFor(() => expect(changed.map(({ body }) => body)).toEqual([{ stockBy: '1' }, { stockBy: '1' }]));
  await waitFor(() => expect(screen.queryByText(/^Low/)).toBeNull());
});

it('restores the actual stock when the API rejects a change', async () => {
  mockEndpoint(list, page(product({ stock: 2 })));
  mockError(change, 'product_not_found');
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Stock of First print: decrease' }));
  expect(await screen.findByText('This product does not exist any more.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Stock of First print' })).toHaveValue('2');
});

it('hides a product with undo, and links to its editor', async () => {
  mockEndpoint(list, page(product()));
  const changed = mockEndpoint(change, product());
  open();
  await act('First print', 'Unpublish');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(changed.map(({ body }) => body)).toEqual([{ status: 'inactive' }, { status: 'active' }]));
  expect(screen.getByRole('link', { name: 'First print' })).toHaveAttribute('href', `/creator/products/${product()._id}`);
  expect(screen.getByRole('link', { name: 'New product' })).toHaveAttribute('href', '/creator/products/new');
});

it('deletes a draft with undo, and asks before deleting a product on sale', async () => {
  mockEndpoint(list, page(product(), digitalProduct({ _id: 'c', state: 'draft', status: 'draft' })));
  const deleted = mockEndpoint('DELETE /performer/performer-assets/products/:id', { deleted: true });
  open();
  await act('First preset', 'Delete');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('First preset')).toBeVisible();
  await act('First print', 'Delete');
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete “First print”?' });
  expect(deleted).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete product' }));
  await waitFor(() => expect(deleted.map(({ params }) => params['id'])).toEqual([product()._id]));
});

it('explains its purpose while it is empty', async () => {
  mockEndpoint(list, page());
  open();
  expect(await screen.findByText('No products yet')).toBeVisible();
});
