/** The owner's list of products. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { performer } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { digitalProduct, product } from '../../../../tests/kit/fixtures/listed-products';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { ContentPanel } from './content-panel';

startFakeHost();
afterEach(() => toasts.read().forEach(({ id }) => dismissToast(id)));

const listEndpoint = 'GET /performer/performer-assets/products/search';
const updateEndpoint = 'PUT /performer/performer-assets/products/:id';
const page = <T,>(...data: T[]) => ({ data, total: data.length, nextCursor: null });
const open = (parameters = '') =>
  renderScreen(<ContentPanel photoEditor={() => null} />, { user: performer(), path: `/ada?tab=content&kind=store${parameters}` });
const chooseAction = async (name: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await userEvent.click(screen.queryByRole('link', { name: action }) ?? screen.getByRole('button', { name: action }));
};

it('queries by the URL, and marks products with low stock, without stock or without a file', async () => {
  const requests = mockEndpoint(
    listEndpoint,
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
    q: 'print',
    type: 'physical',
    state: 'published',
    sortBy: 'stock',
    sort: 'asc',
  });
  expect(screen.queryByText('Everyone')).toBeNull();
});

it('changes the stock in place, one request per tap in order', async () => {
  let stock = 2;
  mockEndpoint(listEndpoint, () => page(product({ stock })));
  const changed = mockEndpoint(updateEndpoint, ({ body }) => {
    stock += Number((body as { stockBy: string }).stockBy);
    return product({ stock });
  });
  open();
  const increase = await screen.findByRole('button', { name: 'Stock of First print: increase' });
  await userEvent.click(increase);
  await userEvent.click(increase);
  expect(screen.getByRole('textbox', { name: 'Stock of First print' })).toHaveValue('4');
  await waitFor(() => expect(changed.map(({ body }) => body)).toEqual([{ stockBy: '1' }, { stockBy: '1' }]));
  await waitFor(() => expect(screen.queryByText(/^Low/)).toBeNull());
});

it('restores the actual stock when the API rejects a change', async () => {
  mockEndpoint(listEndpoint, page(product({ stock: 2 })));
  mockError(updateEndpoint, 'product_not_found');
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Stock of First print: decrease' }));
  expect(await screen.findByText('This product no longer exists.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Stock of First print' })).toHaveValue('2');
});

it('unpublishes a product with undo, and links to its editor', async () => {
  mockEndpoint(listEndpoint, page(product()));
  const changed = mockEndpoint(updateEndpoint, product());
  open();
  await chooseAction('First print', 'Unpublish');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(changed.map(({ body }) => body)).toEqual([{ status: 'inactive' }, { status: 'active' }]));
  expect(screen.getByRole('link', { name: 'First print' })).toHaveAttribute('href', `/creator/products/${product()._id}`);
  expect(screen.getByRole('link', { name: 'New product' })).toHaveAttribute('href', '/creator/products/new');
});

it('deletes a draft with undo, and asks before deleting a product on sale', async () => {
  mockEndpoint(listEndpoint, page(product(), digitalProduct({ _id: 'c', state: 'draft', status: 'draft' })));
  const deleted = mockEndpoint('DELETE /performer/performer-assets/products/:id', { deleted: true });
  open();
  await chooseAction('First preset', 'Delete');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('First preset')).toBeVisible();
  await chooseAction('First print', 'Delete');
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete “First print”?' });
  expect(deleted).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete product' }));
  await waitFor(() => expect(deleted.map(({ params }) => params['id'])).toEqual([product()._id]));
});

it('has an empty state', async () => {
  mockEndpoint(listEndpoint, page());
  open();
  expect(await screen.findByText('No products yet')).toBeVisible();
});
