/** One order: what each party sees, what each can do, and what happens when its state has changed in the meantime. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { errors } from '@contract/kernel/errors';
import { SocketContext } from '@web/realtime/socket-events';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { fan, operator, performer } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockNetworkError, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { fileOrder, order, shippedOrder } from '../../../../tests/kit/fixtures/orders';
import { renderScreen } from '../../../../tests/kit/screens/render';
import type { AddressPickerProps } from './address-dialog';
import { OrderScreen } from './order-screen';

startFakeHost();
afterEach(() => toasts.read().forEach(({ id }) => dismissToast(id)));

const otherAddress = '0198c0de-0000-7000-8000-0000000000d9';
const Picker = ({ value, onChange }: AddressPickerProps) => (
  <button type="button" aria-pressed={value === otherAddress} onClick={() => onChange(otherAddress)}>
    The office
  </button>
);
const { _id: id } = order();
type RenderOptions = NonNullable<Parameters<typeof renderScreen>[1]>;
const openAs = (user: RenderOptions['user'] & object, wrap = (page: React.ReactElement) => page) =>
  renderScreen(wrap(<OrderScreen AddressPicker={Picker} />), { user, path: `/orders/${id}`, query: { id } });
const refunded = () =>
  order({
    deliveryStatus: 'refunded',
    refunded: 20,
    history: [...order().history, { status: 'refunded', note: 'Sold out', by: null, at: '2026-05-03T10:00:00.000Z' }],
  });

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('an order whose payment was reversed', () => {
  it('is on hold for its seller, who can only refund it', async () => {
    mockEndpoint('GET /orders/:id', order({ isWithheld: true }));
    openAs(performer());
    expect(await screen.findByText('Don’t ship this yet')).toBeVisible();
    expect(screen.getByText('On hold')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Mark as shipped' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Refund' })).toBeVisible();
  });

  it('links its buyer to the wallet', async () => {
    mockEndpoint('GET /orders/:id', order({ isWithheld: true }));
    openAs(fan());
    expect(await screen.findByRole('link', { name: 'Go to wallet' })).toHaveAttribute('href', '/wallet');
  });

  it('is no longer on hold once it has been shipped', async () => {
    mockEndpoint('GET /orders/:id', shippedOrder({ isWithheld: true }));
    openAs(performer());
    expect(await screen.findByRole('button', { name: 'Mark as delivered' })).toBeVisible();
    expect(screen.queryByText('Don’t ship this yet')).toBeNull();
  });
});

describe('the details of an order', () => {
  it('show its progress, with times and notes, and its tracking number', async () => {
    mockEndpoint('GET /orders/:id', shippedOrder({ shippingCode: 'https://parcels.example/9' }));
    openAs(fan());
    const progress = within(await screen.findByRole('list', { name: 'Delivery' }));
    const [processing, shipping, delivered] = progress.getAllByRole('listitem');
    expect(processing).toHaveTextContent('Processing (done)');
    expect(shipping).toHaveAttribute('aria-current', 'step');
    expect(shipping).toHaveTextContent('Well wrapped – Ada');
    expect(shipping?.querySelector('time')).toHaveAttribute('dateTime', '2026-05-02T10:00:00.000Z');
    expect(delivered).toHaveTextContent('Delivered (still to come)');
    const code = screen.getByRole('link', { name: /parcels\.example/ });
    expect(code).toHaveAttribute('href', 'https://parcels.example/9');
    expect(code).toHaveAttribute('rel', expect.stringContaining('noopener'));
  });

  it.each(['PARCEL-9', 'javascript:alert(1)', 'https://', 'ftp://parcels.example/9'])(
    'show a tracking number such as %s as plain text',
    async (shippingCode) => {
      mockEndpoint('GET /orders/:id', shippedOrder({ shippingCode }));
      openAs(fan());
      expect(await screen.findByText(shippingCode)).toBeVisible();
      expect(screen.queryByRole('link', { name: new RegExp(shippingCode.slice(0, 6)) })).toBeNull();
    },
  );

  it('show the split, the delivery address, and what was paid for in the same cart', async () => {
    mockEndpoint('GET /orders/:id', order());
    const first = openAs(fan());
    expect(await screen.findByText('You paid 20 · Ada receives 16 · site keeps 4')).toBeVisible();
    expect(screen.getByText('2 at 10 tokens')).toBeVisible();
    expect(screen.getByText('R-77')).toBeVisible();
    expect(screen.getByText(/Long Street 5/)).toHaveTextContent('Finn Fan Long Street 5 Mitte 10115 Berlin Germany');
    for (const text of ['Second floor', '+49301234567', 'Ring twice']) expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: /Mug/ })).toHaveAttribute('href', '/product/mug');
    expect(screen.getByRole('link', { name: 'Message Ada' })).toHaveAttribute('href', expect.stringContaining('source=performer'));
    first.unmount();
    openAs(performer());
    expect(await screen.findByRole('link', { name: 'Message Finn' })).toHaveAttribute('href', expect.stringContaining('source=user'));
    expect(await screen.findByText('Finn paid 20 · you receive 16 · site keeps 4')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to sales' })).toHaveAttribute('href', '/ada?tab=sales');
  });

  it('show a refund at the state that the order had reached', async () => {
    mockEndpoint('GET /orders/:id', refunded());
    openAs(performer());
    const progress = within(await screen.findByRole('list', { name: 'Delivery' }));
    expect(progress.getAllByRole('listitem').map((stage) => stage.textContent)).toEqual([
      expect.stringContaining('Processing (done)'),
      expect.stringMatching(/Refunded \(now\).*Sold out/),
    ]);
    expect(screen.getByText('Refunded', { selector: 'dt' })).toBeVisible();
    expect(screen.queryByText(/you receive/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
  });

  it('show a partial refund, and the split before it', async () => {
    mockEndpoint('GET /orders/:id', order({ refunded: 5 }));
    openAs(performer());
    expect(await screen.findByText('Finn paid 20 · you received 16 · site kept 4')).toBeVisible();
    expect(screen.getByText('Original split')).toBeVisible();
    expect(screen.getByText('Refunded', { selector: 'dt' }).nextSibling).toHaveTextContent('5 tokens');
    expect(screen.getByText('Remaining').nextSibling).toHaveTextContent('15 tokens');
  });

  it("report another person's order as missing", async () => {
    mockError('GET /orders/:id', 'order_not_found');
    openAs(fan());
    expect(await screen.findByRole('heading', { name: 'Order not found' })).toBeInTheDocument();
  });

  it('offer a retry when the API cannot be reached', async () => {
    mockNetworkError('GET /orders/:id');
    openAs(fan());
    const retryButton = await screen.findByRole('button', { name: 'Try again' });
    mockEndpoint('GET /orders/:id', order());
    await userEvent.click(retryButton);
    expect(await screen.findByRole('heading', { name: 'Order O-1001' })).toBeVisible();
  });

  it('are updated by a socket event', async () => {
    mockEndpoint('GET /orders/:id', order());
    const listeners = new Map<string, (payload: object) => void>();
    const socket = { on: (name: string, listener: (payload: object) => void) => listeners.set(name, listener), off: () => undefined };
    openAs(fan(), (page) => <SocketContext.Provider value={socket as never}>{page}</SocketContext.Provider>);
    expect(await screen.findByRole('button', { name: 'Change address' })).toBeVisible();
    act(() => listeners.get('order/changed')?.({ ...shippedOrder(), eventId: 'e1' }));
    expect(await screen.findByText('PARCEL-9')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Change address' })).toBeNull();
  });
});

describe('the buyer', () => {
  it('changes the address until the order is shipped', async () => {
    mockEndpoint('GET /orders/:id', order());
    const newAddress = { ...order().deliveryAddress, streetAddress: 'Office Road' } as NonNullable<
      ReturnType<typeof order>['deliveryAddress']
    >;
    const requests = mockEndpoint('PUT /orders/:id/update/delivery-address', order({ deliveryAddress: newAddress }));
    openAs(fan());
    await press('Change address');
    const dialog = within(await screen.findByRole('dialog', { name: 'Change address for order O-1001' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Change address' }));
    expect(dialog.getByText('Choose an address first.')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'The office' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Change address' }));
    expect(await screen.findByText('Address changed')).toBeVisible();
    expect(requests.map(({ body }) => body)).toEqual([{ deliveryAddressId: otherAddress }]);
    expect(screen.getByText(/Office Road 5/)).toBeVisible();
  });

  it('sees that the order was shipped in the meantime, and its current state', async () => {
    mockEndpoint('GET /orders/:id', order());
    mockError('PUT /orders/:id/update/delivery-address', 'order_changed');
    openAs(fan());
    await press('Change address');
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'The office' }));
    mockEndpoint('GET /orders/:id', shippedOrder());
    await userEvent.click(dialog.getByRole('button', { name: 'Change address' }));
    expect(await dialog.findByText(errors.order_changed[1])).toBeVisible();
    await userEvent.click(await dialog.findByRole('button', { name: 'See order' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('PARCEL-9')).toBeVisible();
  });

  it('downloads a file by a link that is created for each click, and sees the number of downloads', async () => {
    mockEndpoint('GET /orders/:id', fileOrder());
    const requests = mockEndpoint('GET /performer-assets/products/:id/download-link', {
      downloadLink: 'http://host.test/media/songs.zip?for=finn',
      expiresAt: '2026-05-01T10:10:00.000Z',
    });
    const saved: string[] = [];
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.href);
    });
    openAs(fan());
    expect(await screen.findByText(/Not downloaded yet/)).toBeVisible();
    mockEndpoint('GET /orders/:id', fileOrder({ totalDownloads: 1 }));
    await press('Download Songs');
    expect(await screen.findByText(/Downloaded once/)).toBeVisible();
    click.mockRestore();
    expect(saved).toEqual(['http://host.test/media/songs.zip?for=finn']);
    expect(requests[0]?.params['id']).toBe(fileOrder().product._id);
  });

  it('cannot download a refunded file, and sees the reason when the refund came after the page was loaded', async () => {
    mockEndpoint('GET /orders/:id', fileOrder());
    mockError('GET /performer-assets/products/:id/download-link', 'purchase_required');
    const first = openAs(fan());
    await press('Download Songs');
    expect(await screen.findByText(errors.purchase_required[1])).toBeVisible();
    first.unmount();
    mockEndpoint('GET /orders/:id', fileOrder({ deliveryStatus: 'refunded', refunded: 20 }));
    openAs(fan());
    await screen.findByRole('heading', { name: 'Order O-2001' });
    expect(screen.queryByRole('button', { name: 'Download Songs' })).toBeNull();
  });

  it('is not offered the seller’s actions', async () => {
    mockEndpoint('GET /orders/:id', order());
    openAs(fan());
    await screen.findByRole('heading', { name: 'Order O-1001' });
    for (const name of ['Mark as shipped', 'Mark as delivered', 'Refund']) expect(screen.queryByRole('button', { name })).toBeNull();
  });
});

describe('the seller', () => {
  it('marks an order as shipped with a tracking number and a note, once', async () => {
    mockEndpoint('GET /orders/:id', order());
    const updates = mockEndpoint('PUT /orders/:id/update', shippedOrder());
    openAs(performer());
    await press('Mark as shipped');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Mark order O-1001 as shipped?' }));
    await userEvent.type(dialog.getByLabelText(/Tracking number/), ' PARCEL-9 ');
    await userEvent.type(dialog.getByLabelText(/Note to the buyer/), 'Well wrapped');
    await userEvent.dblClick(dialog.getByRole('button', { name: 'Mark as shipped' }));
    expect(await screen.findByText('Marked as shipped')).toBeVisible();
    expect(updates.map(({ body }) => body)).toEqual([
      { deliveryStatus: 'shipping', shippingCode: 'PARCEL-9', note: 'Well wrapped', expectedStatus: 'processing' },
    ]);
    expect(updates[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
    expect(screen.getByRole('button', { name: 'Mark as delivered' })).toBeVisible();
  });

  it('resends the same request with the same key until its outcome is known', async () => {
    mockEndpoint('GET /orders/:id', shippedOrder());
    const lostRequests = mockNetworkError('PUT /orders/:id/update');
    openAs(performer());
    await press('Mark as delivered');
    const dialog = within(await screen.findByRole('alertdialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Mark as delivered' }));
    expect(await dialog.findByText(/Checking your change\. It won’t be made twice/)).toBeVisible();
    const updates = mockEndpoint('PUT /orders/:id/update', order({ deliveryStatus: 'delivered' }));
    await waitFor(() => expect(updates).toHaveLength(1));
    expect(updates[0]?.headers.get('idempotency-key')).toBe(lostRequests[0]?.headers.get('idempotency-key'));
    expect(await screen.findByText('Marked as delivered')).toBeVisible();
  });

  it('changes only the tracking number of a shipped order', async () => {
    mockEndpoint('GET /orders/:id', shippedOrder());
    const updates = mockEndpoint('PUT /orders/:id/update', shippedOrder({ shippingCode: 'PARCEL-10' }));
    openAs(performer());
    await press('Change tracking number');
    const dialog = within(await screen.findByRole('alertdialog'));
    await userEvent.clear(dialog.getByLabelText(/Tracking number/));
    await userEvent.type(dialog.getByLabelText(/Tracking number/), 'PARCEL-10');
    await userEvent.click(dialog.getByRole('button', { name: 'Save tracking number' }));
    expect(await screen.findByText('PARCEL-10')).toBeVisible();
    expect(updates[0]?.body).toEqual({ shippingCode: 'PARCEL-10', expectedStatus: 'shipping' });
  });

  it('refunds the total with a reason, after seeing who pays back what', async () => {
    mockEndpoint('GET /orders/:id', order());
    const updates = mockEndpoint('PUT /orders/:id/update', refunded());
    openAs(performer());
    await press('Refund');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Refund 20 tokens to Finn?' }));
    expect(dialog.getByText('The tokens go back to Finn’s wallet immediately.')).toBeVisible();
    expect(dialog.getByText('2 pieces go back in stock.')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Refund 20 tokens' }));
    expect(await dialog.findByText('Enter a reason.')).toBeVisible();
    await userEvent.type(dialog.getByLabelText('Reason'), 'Sold out');
    await userEvent.click(dialog.getByRole('button', { name: 'Refund 20 tokens' }));
    expect(await screen.findByText('20 tokens refunded to Finn')).toBeVisible();
    expect(updates.map(({ body }) => body)).toEqual([{ deliveryStatus: 'refunded', note: 'Sold out', expectedStatus: 'processing' }]);
    expect(within(screen.getByRole('list', { name: 'Delivery' })).getByText(/Sold out/)).toBeVisible();
  });

  it('refunds the rest of a file, whose link then stops working', async () => {
    mockEndpoint('GET /orders/:id', fileOrder({ refunded: 5 }));
    openAs(performer());
    expect(await screen.findByText('The buyer has not downloaded it yet.')).toBeVisible();
    await press('Refund');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Refund 15 tokens to Finn?' }));
    expect(dialog.getByText('The download link stops working immediately.')).toBeVisible();
  });

  it('sees that the order has changed state, and can continue from there', async () => {
    mockEndpoint('GET /orders/:id', order());
    mockError('PUT /orders/:id/update', 'order_changed');
    openAs(performer());
    await press('Refund');
    const dialog = within(await screen.findByRole('alertdialog'));
    await userEvent.type(dialog.getByLabelText('Reason'), 'Lost');
    mockEndpoint('GET /orders/:id', shippedOrder());
    await userEvent.click(dialog.getByRole('button', { name: 'Refund 20 tokens' }));
    expect(await dialog.findByText(`${errors.order_changed[1]} The order status is now “Shipped”.`)).toBeVisible();
    const updates = mockEndpoint('PUT /orders/:id/update', refunded());
    await userEvent.click(dialog.getByRole('button', { name: 'Refund 20 tokens' }));
    await waitFor(() => expect(updates[0]?.body).toMatchObject({ expectedStatus: 'shipping', note: 'Lost' }));
  });

  it('sees that the requested change is no longer possible', async () => {
    mockEndpoint('GET /orders/:id', order());
    mockError('PUT /orders/:id/update', 'transition_not_allowed');
    openAs(performer());
    await press('Mark as shipped');
    mockEndpoint('GET /orders/:id', refunded());
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Mark as shipped' }));
    expect(await screen.findByText(`${errors.transition_not_allowed[1]} The order status is now “Refunded”.`)).toBeVisible();
    await press('See order');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Mark as shipped' })).toBeNull();
  });
});

it('an operator can do what the seller can, and gets links to buyer and seller in the console', async () => {
  mockEndpoint('GET /orders/:id', order());
  openAs(operator());
  expect(await screen.findByRole('button', { name: 'Mark as shipped' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Refund' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Change address' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Finn' })).toHaveAttribute('href', `/admin/users/${fan()._id}`);
  expect(screen.getByRole('link', { name: 'Back to all orders' })).toHaveAttribute('href', '/admin/orders');
});
