/** Creating, editing and deleting a product. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { performer } from '../../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockError, startFakeHost } from '../../../../../tests/kit/screens/fake-host';
import { digitalProduct, product } from '../../../../../tests/kit/fixtures/listed-products';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import { chosenFile, storedFile } from '../../../../../tests/kit/fixtures/stored-files';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { readUploads } from '@web/uploads/upload-list';
import { discardUploads } from '@web/uploads/uploads';
import { ProductEditor } from './product-editor';

startFakeHost();
beforeAll(() => {
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => undefined;
});
beforeEach(() => localStorage.clear());
afterEach(() => {
  discardUploads(readUploads().map(({ id }) => id));
  toasts.read().forEach(({ id }) => dismissToast(id));
});

const open = (id = 'new', user = performer({ commissionRate: 0.2 })) =>
  renderScreen(<ProductEditor />, { user, path: `/creator/products/${id}`, query: { id } });
const view = 'GET /performer/performer-assets/products/:id/view';
const picture = (id: string) => storedFile({ _id: id, name: `${id}.jpg`, type: 'product-image' });
const storePath = '/ada?tab=content&kind=store';

/** Mocks the endpoints of resumable uploads. The first chunk completes the upload. */
const mockResumableUpload = () => {
  const upload = { uploadId: 'upload-1', offset: 0, size: 1000, expiresAt: '2026-05-02T10:00:00.000Z' };
  mockEndpoint('POST /uploads', upload);
  mockEndpoint('PATCH /uploads/:id', { ...upload, offset: 1000 });
  mockEndpoint('DELETE /uploads/:id', { deleted: true });
};

it('publishes a physical product with pictures, price, stock and shipping details', async () => {
  const requests = mockEndpoint('POST /performer/performer-assets/products', product());
  mockEndpoint('POST /performer/performer-assets/products/images/upload', picture('p-1'));
  const { navigations } = open();
  await userEvent.type(screen.getByLabelText('Name'), 'First print');
  await userEvent.type(screen.getByLabelText('Price'), '12.50');
  expect(screen.getByText('You receive 10 tokens')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'In stock: increase' }));
  await userEvent.type(screen.getByLabelText(/^Delivery info/), 'By post');
  await userEvent.upload(screen.getByLabelText('Add photos: choose files'), chosenFile('a.jpg', 'image/jpeg'));
  expect(await screen.findByText('Done')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(navigations()).toEqual([storePath]));
  expect(requests[0]?.body).toEqual({
    name: 'First print',
    description: '',
    type: 'physical',
    price: '12.5',
    stock: '2',
    deliveryNote: 'By post',
    imageIds: 'p-1',
    participantIds: '',
    releaseIds: '',
    status: 'active',
  });
});

it('reports missing values at their fields and sends nothing', async () => {
  open();
  await userEvent.type(screen.getByLabelText('Price'), '0.10');
  await userEvent.click(screen.getByRole('radio', { name: /^Digital/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByText('Enter a name.')).toBeVisible();
  expect(screen.getByText(/Enter a price. From 0.50 to 10,000.00 tokens/)).toBeVisible();
  expect(screen.getByText('Add the file that buyers get.')).toBeVisible();
});

it('sells a file with unlimited stock, uploaded in parts before the product is created', async () => {
  mockResumableUpload();
  const requests = mockEndpoint('POST /performer/performer-assets/products', digitalProduct());
  const { navigations } = open();
  await userEvent.click(screen.getByRole('radio', { name: /^Digital/ }));
  expect(screen.getByRole('switch', { name: 'Unlimited' })).toBeChecked();
  expect(screen.queryByLabelText('In stock')).toBeNull();
  expect(screen.queryByLabelText(/^Delivery info/)).toBeNull();
  await userEvent.type(screen.getByLabelText('Name'), 'First preset');
  await userEvent.type(screen.getByLabelText('Price'), '5');
  // user-event takes `*/*` for a literal MIME type.
  const file = chosenFile('preset.lut', '');
  await userEvent.setup({ applyAccept: false }).upload(screen.getByLabelText('Add file: choose files'), file);
  expect(await screen.findByText('Sent')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(navigations()).toEqual([storePath]));
  expect(requests[0]?.body).toMatchObject({ type: 'digital', stock: '', imageIds: '', status: 'active' });
  expect(JSON.stringify(requests[0]?.body)).toContain('upload-1');
});

it('saves a draft without its file', async () => {
  const requests = mockEndpoint('POST /performer/performer-assets/products', digitalProduct({ status: 'draft', state: 'draft' }));
  open();
  await userEvent.click(screen.getByRole('radio', { name: /^Digital/ }));
  await userEvent.type(screen.getByLabelText('Name'), 'First preset');
  await userEvent.type(screen.getByLabelText('Price'), '5');
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }));
  expect(await screen.findByText('Draft saved')).toBeVisible();
  expect(requests[0]?.body).toMatchObject({ status: 'draft' });
});

it('restores what was typed before the page was left', async () => {
  const first = open();
  await userEvent.type(screen.getByLabelText('Name'), 'Half a name');
  first.unmount();
  open();
  expect(await screen.findByDisplayValue('Half a name')).toBeVisible();
});

it('locks the editor until the identity documents are approved', () => {
  open('new', performer({ verification: 'pending' }));
  expect(screen.getByText('Your ID documents are in review')).toBeVisible();
  expect(screen.queryByLabelText('Name')).toBeNull();
});

it('discards an uploaded file when the type changes to physical', async () => {
  mockResumableUpload();
  mockEndpoint('POST /performer/performer-assets/products', product());
  const first = open();
  await userEvent.click(screen.getByRole('radio', { name: /^Digital/ }));
  const file = chosenFile('preset.lut', '');
  await userEvent.setup({ applyAccept: false }).upload(screen.getByLabelText('Add file: choose files'), file);
  expect(await screen.findByText('Sent')).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: /^Physical/ }));
  await userEvent.type(screen.getByLabelText('Name'), 'First print');
  await userEvent.type(screen.getByLabelText('Price'), '5');
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(first.navigations()).toEqual([storePath]));
  expect(readUploads()).toEqual([]);
  first.unmount();
  open();
  await userEvent.click(screen.getByRole('radio', { name: /^Digital/ }));
  expect(screen.queryByText('preset.lut')).toBeNull();
});

it('clears the text and the uploads on “Start over”', async () => {
  mockResumableUpload();
  const first = open();
  await userEvent.type(screen.getByLabelText('Name'), 'Half a name');
  await userEvent.click(screen.getByRole('radio', { name: /^Digital/ }));
  const file = chosenFile('preset.lut', '');
  await userEvent.setup({ applyAccept: false }).upload(screen.getByLabelText('Add file: choose files'), file);
  expect(await screen.findByText('Sent')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Start over' }));
  expect(screen.getByLabelText('Name')).toHaveValue('');
  expect(readUploads()).toEqual([]);
  first.unmount();
  open();
  expect(screen.getByLabelText('Name')).toHaveValue('');
});

describe('a stored draft of a product that has sold in the meantime', () => {
  const own = (stock: number) => product({ _id: 'd-1', stock });
  /** Opens the editor with this many in stock, makes an edit, and leaves. */
  const editAndLeave = async (stock: number, act: () => Promise<void>) => {
    mockEndpoint(view, own(stock));
    const { unmount } = open('d-1');
    await screen.findByLabelText('Name');
    await act();
    unmount();
  };
  const editName = () => userEvent.type(screen.getByLabelText('Name'), ', signed');

  it('does not restock sold items when only texts were changed', async () => {
    await editAndLeave(10, editName);
    mockEndpoint(view, own(7));
    const saved = mockEndpoint('PUT /performer/performer-assets/products/:id', own(7));
    const { navigations } = open('d-1');
    expect(await screen.findByDisplayValue('First print, signed')).toBeVisible();
    expect(screen.getByLabelText('In stock')).toHaveValue('7');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(navigations()).toEqual([storePath]));
    expect(saved[0]?.body).not.toHaveProperty('stock');
    expect(saved[0]?.body).not.toHaveProperty('stockBy');
  });

  it('applies its stock change to the current stock', async () => {
    await editAndLeave(10, () => userEvent.click(screen.getByRole('button', { name: 'In stock: increase' })));
    mockEndpoint(view, own(7));
    const saved = mockEndpoint('PUT /performer/performer-assets/products/:id', own(9));
    const { navigations } = open('d-1');
    await waitFor(() => expect(screen.getByLabelText('In stock')).toHaveValue('8'));
    await userEvent.click(screen.getByRole('button', { name: 'In stock: increase' }));
    expect(screen.getByLabelText('In stock')).toHaveValue('9');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(navigations()).toEqual([storePath]));
    expect(saved[0]?.body).toMatchObject({ stockBy: '2' });
    expect(screen.getByLabelText('In stock')).toHaveValue('9');
  });

  it('leaves the stock unchanged when it lacks its initial stock', async () => {
    await editAndLeave(10, editName);
    const [key = ''] = Object.keys(localStorage).filter((name) => name.includes('product:d-1'));
    const draft = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>;
    delete draft['stockSeen'];
    localStorage.setItem(key, JSON.stringify(draft));
    mockEndpoint(view, own(7));
    open('d-1');
    expect(await screen.findByDisplayValue('First print, signed')).toBeVisible();
    expect(screen.getByLabelText('In stock')).toHaveValue('7');
  });

  it('is discarded on request', async () => {
    await editAndLeave(10, editName);
    const second = open('d-1');
    expect(await screen.findByDisplayValue('First print, signed')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(screen.getByLabelText('Name')).toHaveValue('First print');
    second.unmount();
    open('d-1');
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('First print'));
  });
});

describe('a product that is for sale', () => {
  const own = product({ _id: 'd-1', images: [picture('p-1'), picture('p-2')], image: picture('p-1'), stock: 4 });
  beforeEach(() => void mockEndpoint(view, own));

  it('can have its pictures reordered, and keeps its type', async () => {
    const saved = mockEndpoint('PUT /performer/performer-assets/products/:id', own);
    const { navigations } = open('d-1');
    await userEvent.click(await screen.findByRole('button', { name: 'Move p-2.jpg up' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove p-1.jpg' }));
    expect(screen.queryByRole('radio', { name: /^Digital/ })).toBeNull();
    expect(screen.getByText(/You can’t change this after the product is created/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(navigations()).toEqual([storePath]));
    expect(saved[0]?.body).toMatchObject({ imageIds: 'p-2', price: '12.5', status: 'active' });
    expect(saved[0]?.body).not.toHaveProperty('stock');
    expect(saved[0]?.body).not.toHaveProperty('type');
  });

  it('is saved with one idempotency key until its values change', async () => {
    const saved = mockError('PUT /performer/performer-assets/products/:id', 'service_unavailable');
    open('d-1');
    const save = () => userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await screen.findByRole('button', { name: 'Save changes' });
    for (let count = 1; count <= 2; count += 1) {
      await save();
      await waitFor(() => expect(saved).toHaveLength(count));
      await screen.findByRole('alert');
    }
    await userEvent.type(screen.getByLabelText('Name'), ' two');
    await save();
    await waitFor(() => expect(saved).toHaveLength(3));
    const [first, second, third] = saved.map(({ headers }) => headers.get('idempotency-key'));
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect([second === first, third === first]).toEqual([true, false]);
  });

  it('can be unpublished, and shows the error when that fails', async () => {
    mockError('PUT /performer/performer-assets/products/:id', 'product_not_found');
    open('d-1');
    await userEvent.click(await screen.findByRole('button', { name: 'Unpublish' }));
    expect(await screen.findByText('This product no longer exists.')).toBeVisible();
    const saved = mockEndpoint('PUT /performer/performer-assets/products/:id', own);
    await userEvent.click(screen.getByRole('button', { name: 'Unpublish' }));
    expect(await screen.findByText('Product unpublished')).toBeVisible();
    expect(saved[0]?.body).toMatchObject({ status: 'inactive' });
  });

  it('is deleted after a confirmation, unless it has open orders', async () => {
    mockError('DELETE /performer/performer-assets/products/:id', 'orders_open');
    const { navigations } = open('d-1');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete “First print”?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete product' }));
    expect(await within(dialog).findByText('This product has open orders. Unpublish it instead.')).toBeVisible();
    const deleted = mockEndpoint('DELETE /performer/performer-assets/products/:id', { deleted: true });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete product' }));
    await waitFor(() => expect(navigations()).toEqual([storePath]));
    expect(deleted[0]?.params).toEqual({ id: 'd-1' });
  });
});

it('offers to publish an unpublished product or to save it unpublished', async () => {
  mockEndpoint(view, product({ _id: 'd-1', status: 'inactive', state: 'inactive' }));
  const saved = mockEndpoint('PUT /performer/performer-assets/products/:id', product({ _id: 'd-1', status: 'inactive' }));
  open('d-1');
  expect(await screen.findByRole('button', { name: 'Publish' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(saved[0]?.body).toMatchObject({ status: 'inactive' }));
});
