/** One order: what each side reads of it, what each can do to it, and what happens when it has moved on meanwhile. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { errors } from '@contract/kernel/errors';
import { SocketContext } from '@web/realtime/socket-events';
import { dropToast, toasts } from '@web/ui/feedback/toast-queue';
import { fan, operator, performer } from '../../../../tests/kit/answers/accounts';
import { answer, cutOff, refuse, startTestHost } from '../../../../tests/kit/screens/fake-host';
import { fileOrder, order, shippedOrder } from '../../../../tests/kit/answers/orders';
import { renderScreen } from '../../../../tests/kit/screens/render';
import type { AddressPickerProps } from './address-dialog';
import { OrderScreen } from './order-screen';

startTestHost();
afterEach(() => toasts.read().forEach(({ id }) => dropToast(id)));

const otherAddress = '0198c0de-0000-7000-8000-0000000000d9';
const Picker = ({ value, onChange }: AddressPickerProps) => (
  <button type="button" aria-pressed={value === otherAddress} onClick={() => onChange(otherAddress)}>
    The office
  </button>
);
const { _id: id } = order();
type Viewer = Parameters<typeof renderScreen>[1];
const openAs = (user: NonNullable<Viewer>['user'] & object, around = (screenOf: React.ReactElement) => screenOf) =>
  renderScreen(around(<OrderScreen AddressPicker={Picker} />), { user, path: `/orders/${id}`, query: { id } });
const refunded = () =>
  order({
    deliveryStatus: 'refunded',
    refunded: 20,
    history: [...order().history, { status: 'refunded', note: 'Sold out', by: null, at: '2026-05-03T10:00:00.000Z' }],
  });

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('what is read of an order', () => {
  it('is how far it is, with when and what was said, and by which code it is followed', async () => {
    answer('GET /orders/:id', shippedOrder({ shippingCode: 'https://parcels.example/9' }));
    openAs(fan());
    const line = within(await screen.findByRole('list', { name: 'Delivery' }));
    const [processing, shipping, delivered] = line.getAllByRole('listitem');
    expect(processing).toHaveTextContent('Processing (done)');
    expect(shipping).toHaveAttribute('aria-current', 'step');
    expect(shipping).toHaveTextContent('Well wrapped – Ada');
    expect(shipping?.querySelector('time')).toHaveAttribute('dateTime', '2026-05-02T10:00:00.000Z');
    expect(delivered).toHaveTextContent('Delivered (still to come)');
    const code = screen.getByRole('link', { name: /parcels\.example/ });
    expect(code).toHaveAttribute('href', 'https://parcels.example/9');
    expect(code).toHaveAttribute('rel', expect.stringContaining('noopener'));
  });

  it.each(['PARCEL-9', 'javascript:alert(1)', 'https://', 'ftp://parcels.example/9'])('opens no code like %s', async (shippingCode) => {
    answer('GET /orders/:id', shippedOrder({ shippingCode }));
    openAs(fan());
    expect(await screen.findByText(shippingCode)).toBeVisible();
    expect(screen.queryByRole('link', { name: new RegExp(shippingCode.slice(0, 6)) })).toBeNull();
  });

  it('is who gets what, where it goes, and what was paid together with it', async () => {
    answer('GET /orders/:id', order());
    const first = openAs(fan());
    expect(await screen.findByText('You paid 20 · Ada receives 16 · site keeps 4')).toBeVisible();
    expect(screen.getByText('2 at 10 tokens')).toBeVisible();
    expect(screen.getByText('R-77')).toBeVisible();
    expect(screen.getByText(/Long Street 5/)).toHaveTextContent('Finn Fan Long Street 5 Mitte 10115 Berlin Germany');
    for (const words of ['Second floor', '+49301234567', 'Ring twice']) expect(screen.getByText(words)).toBeVisible();
    expect(screen.getByRole('link', { name: /Mug/ })).toHaveAttribute('href', '/product/mug');
    expect(screen.getByRole('link', { name: 'Message Ada' })).toHaveAttribute('href', expect.stringContaining('source=performer'));
    first.unmount();
    openAs(performer());
    expect(await screen.findByRole('link', { name: 'Message Finn' })).toHaveAttribute('href', expect.stringContaining('source=user'));
    expect(await screen.findByText('Finn paid 20 · you receive 16 · site keeps 4')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to sales' })).toHaveAttribute('href', '/ada?tab=sales');
  });

  it('tells of a refund as far as the order came', async () => {
    answer('GET /orders/:id', refunded());
    openAs(performer());
    const line = within(await screen.findByRole('list', { name: 'Delivery' }));
    expect(line.getAllByRole('listitem').map((stage) => stage.textContent)).toEqual([
      expect.stringContaining('Processing (done)'),
      expect.stringMatching(/Refunded \(now\).*Sold out/),
    ]);
    expect(screen.getByText('Given back')).toBeVisible();
    expect(screen.queryByText(/you receive/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
  });

  it('says that a part was given back, and who received what before', async () => {
    answer('GET /orders/:id', order({ refunded: 5 }));
    openAs(performer());
    expect(await screen.findByText('Finn paid 20 · you received 16 · site kept 4')).toBeVisible();
    expect(screen.getByText('Split at first')).toBeVisible();
    expect(screen.getByText('Given back').nextSibling).toHaveTextContent('5 tokens');
    expect(screen.getByText('Left').nextSibling).toHaveTextContent('15 tokens');
  });

  it('says no more of the order of somebody else than that there is none', async () => {
    refuse('GET /orders/:id', 'order_not_found');
    openAs(fan());
    expect(await screen.findByRole('heading', { name: 'No such order' })).toBeInTheDocument();
  });

  it('can be asked for again when the host is away', async () => {
    cutOff('GET /orders/:id');
    openAs(fan());
    const again = await screen.findByRole('button', { name: 'Try again' });
    answer('GET /orders/:id', order());
    await userEvent.click(again);
    expect(await screen.findByRole('heading', { name: 'Order O-1001' })).toBeVisible();
  });

  it('changes on the screen when the host says so', async () => {
    answer('GET /orders/:id', order());
    const listeners = new Map<string, (payload: object) => void>();
    const source = { on: (name: string, heard: (payload: object) => void) => listeners.set(name, heard), off: () => undefined };
    openAs(fan(), (page) => <SocketContext.Provider value={source as never}>{page}</SocketContext.Provider>);
    expect(await screen.findByRole('button', { name: 'Change address' })).toBeVisible();
    act(() => listeners.get('order/changed')?.({ ...shippedOrder(), eventId: 'e1' }));
    expect(await screen.findByText('PARCEL-9')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Change address' })).toBeNull();
  });
});

describe('its buyer', () => {
  it('sends it to another address while nothing has been sent', async () => {
    answer('GET /orders/:id', order());
    const place = { ...order().deliveryAddress, streetAddress: 'Office Road' } as NonNullable<ReturnType<typeof order>['deliveryAddress']>;
    const changed = answer('PUT /orders/:id/update/delivery-address', order({ deliveryAddress: place }));
    openAs(fan());
    await press('Change address');
    const dialog = within(await screen.findByRole('dialog', { name: 'Change the address of order O-1001' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Change address' }));
    expect(dialog.getByText('Choose an address first.')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'The office' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Change address' }));
    expect(await screen.findByText('Address changed')).toBeVisible();
    expect(changed.map(({ body }) => body)).toEqual([{ deliveryAddressId: otherAddress }]);
    expect(screen.getByText(/Office Road 5/)).toBeVisible();
  });

  it('is told when it has been sent meanwhile, and sees where it is', async () => {
    answer('GET /orders/:id', order());
    refuse('PUT /orders/:id/update/delivery-address', 'order_changed');
    openAs(fan());
    await press('Change address');
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'The office' }));
    answer('GET /orders/:id', shippedOrder());
    await userEvent.click(dialog.getByRole('button', { name: 'Change address' }));
    expect(await dialog.findByText(errors.order_changed[1])).toBeVisible();
    await userEvent.click(await dialog.findByRole('button', { name: 'See the order' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('PARCEL-9')).toBeVisible();
  });

  it('downloads a file by a link made for that press, and reads how often she has', async () => {
    answer('GET /orders/:id', fileOrder());
    const asked = answer('GET /performer-assets/products/:id/download-link', {
      downloadLink: 'http://host.test/media/songs.zip?for=finn',
      expiresAt: '2026-05-01T10:10:00.000Z',
    });
    const saved: string[] = [];
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.href);
    });
    openAs(fan());
    expect(await screen.findByText(/Not downloaded yet/)).toBeVisible();
    answer('GET /orders/:id', fileOrder({ totalDownloads: 1 }));
    await press('Download Songs');
    expect(await screen.findByText(/Downloaded once/)).toBeVisible();
    click.mockRestore();
    expect(saved).toEqual(['http://host.test/media/songs.zip?for=finn']);
    expect(asked[0]?.params['id']).toBe(fileOrder().product._id);
  });

  it('cannot download what was given back, and reads why when that came first', async () => {
    answer('GET /orders/:id', fileOrder());
    refuse('GET /performer-assets/products/:id/download-link', 'purchase_required');
    const first = openAs(fan());
    await press('Download Songs');
    expect(await screen.findByText(errors.purchase_required[1])).toBeVisible();
    first.unmount();
    answer('GET /orders/:id', fileOrder({ deliveryStatus: 'refunded', refunded: 20 }));
    openAs(fan());
    await screen.findByRole('heading', { name: 'Order O-2001' });
    expect(screen.queryByRole('button', { name: 'Download Songs' })).toBeNull();
  });

  it('is offered nothing that is the seller’s to do', async () => {
    answer('GET /orders/:id', order());
    openAs(fan());
    await screen.findByRole('heading', { name: 'Order O-1001' });
    for (const name of ['Mark as shipping', 'Mark as delivered', 'Refund']) expect(screen.queryByRole('button', { name })).toBeNull();
  });
});

describe('its seller', () => {
  it('marks it as shipping with a code and a note, once', async () => {
    answer('GET /orders/:id', order());
    const told = answer('PUT /orders/:id/update', shippedOrder());
    openAs(performer());
    await press('Mark as shipping');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Mark order O-1001 as shipping?' }));
    await userEvent.type(dialog.getByLabelText(/Shipping code/), ' PARCEL-9 ');
    await userEvent.type(dialog.getByLabelText(/Note to the buyer/), 'Well wrapped');
    await userEvent.dblClick(dialog.getByRole('button', { name: 'Mark as shipping' }));
    expect(await screen.findByText('Marked as shipping')).toBeVisible();
    expect(told.map(({ body }) => body)).toEqual([
      { deliveryStatus: 'shipping', shippingCode: 'PARCEL-9', note: 'Well wrapped', expectedStatus: 'processing' },
    ]);
    expect(told[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
    expect(screen.getByRole('button', { name: 'Mark as delivered' })).toBeVisible();
  });

  it('sends the same wish under the same key until its outcome is known', async () => {
    answer('GET /orders/:id', shippedOrder());
    const lost = cutOff('PUT /orders/:id/update');
    openAs(performer());
    await press('Mark as delivered');
    const dialog = within(await screen.findByRole('alertdialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Mark as delivered' }));
    expect(await dialog.findByText(/Checking what became of it/)).toBeVisible();
    const told = answer('PUT /orders/:id/update', order({ deliveryStatus: 'delivered' }));
    await waitFor(() => expect(told).toHaveLength(1), { timeout: 5000 });
    expect(told[0]?.headers.get('idempotency-key')).toBe(lost[0]?.headers.get('idempotency-key'));
    expect(await screen.findByText('Marked as delivered')).toBeVisible();
  });

  it('changes the code of what is on its way, and nothing else of it', async () => {
    answer('GET /orders/:id', shippedOrder());
    const told = answer('PUT /orders/:id/update', shippedOrder({ shippingCode: 'PARCEL-10' }));
    openAs(performer());
    await press('Change shipping code');
    const dialog = within(await screen.findByRole('alertdialog'));
    await userEvent.clear(dialog.getByLabelText(/Shipping code/));
    await userEvent.type(dialog.getByLabelText(/Shipping code/), 'PARCEL-10');
    await userEvent.click(dialog.getByRole('button', { name: 'Save shipping code' }));
    expect(await screen.findByText('PARCEL-10')).toBeVisible();
    expect(told[0]?.body).toEqual({ shippingCode: 'PARCEL-10', expectedStatus: 'shipping' });
  });

  it('refunds the whole sum with a reason, and reads before what goes back', async () => {
    answer('GET /orders/:id', order());
    const told = answer('PUT /orders/:id/update', refunded());
    openAs(performer());
    await press('Refund');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Refund 20 tokens to Finn?' }));
    expect(dialog.getByText('The tokens go back to Finn’s wallet at once.')).toBeVisible();
    expect(dialog.getByText('2 pieces go back to the store.')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Refund 20 tokens' }));
    expect(await dialog.findByText('Write a reason first.')).toBeVisible();
    await userEvent.type(dialog.getByLabelText('Reason'), 'Sold out');
    await userEvent.click(dialog.getByRole('button', { name: 'Refund 20 tokens' }));
    expect(await screen.findByText('20 tokens refunded to Finn')).toBeVisible();
    expect(told.map(({ body }) => body)).toEqual([{ deliveryStatus: 'refunded', note: 'Sold out', expectedStatus: 'processing' }]);
    expect(within(screen.getByRole('list', { name: 'Delivery' })).getByText(/Sold out/)).toBeVisible();
  });

  it('refunds what is left of a file, whose link then stops', async () => {
    answer('GET /orders/:id', fileOrder({ refunded: 5 }));
    openAs(performer());
    expect(await screen.findByText('The buyer has not downloaded it yet.')).toBeVisible();
    await press('Refund');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Refund 15 tokens to Finn?' }));
    expect(dialog.getByText('The download link stops working at once.')).toBeVisible();
  });

  it('is told that it has moved on, and may go on from where it is', async () => {
    answer('GET /orders/:id', order());
    refuse('PUT /orders/:id/update', 'order_changed');
    openAs(performer());
    await press('Refund');
    const dialog = within(await screen.findByRole('alertdialog'));
    await userEvent.type(dialog.getByLabelText('Reason'), 'Lost');
    answer('GET /orders/:id', shippedOrder());
    await userEvent.click(dialog.getByRole('button', { name: 'Refund 20 tokens' }));
    expect(await dialog.findByText(`${errors.order_changed[1]} It is now: Shipping.`)).toBeVisible();
    const told = answer('PUT /orders/:id/update', refunded());
    await userEvent.click(dialog.getByRole('button', { name: 'Refund 20 tokens' }));
    await waitFor(() => expect(told[0]?.body).toMatchObject({ expectedStatus: 'shipping', note: 'Lost' }));
  });

  it('is told that what she asked for is not possible any more', async () => {
    answer('GET /orders/:id', order());
    refuse('PUT /orders/:id/update', 'transition_not_allowed');
    openAs(performer());
    await press('Mark as shipping');
    answer('GET /orders/:id', refunded());
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Mark as shipping' }));
    expect(await screen.findByText(`${errors.transition_not_allowed[1]} It is now: Refunded.`)).toBeVisible();
    await press('See the order');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Mark as shipping' })).toBeNull();
  });
});

it('an operator can do what the seller can, and finds both in the console', async () => {
  answer('GET /orders/:id', order());
  openAs(operator());
  expect(await screen.findByRole('button', { name: 'Mark as shipping' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Refund' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Change address' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Finn' })).toHaveAttribute('href', `/admin/users/${fan()._id}`);
  expect(screen.getByRole('link', { name: 'Back to all orders' })).toHaveAttribute('href', '/admin/orders');
});
