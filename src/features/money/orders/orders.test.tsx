/** Lists of orders: what each side is shown, what is asked for, and what changes by itself. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { errors } from '@contract/kernel/errors';
import { SocketContext } from '@web/realtime/socket-events';
import { dropToast, toasts } from '@web/ui/feedback/toast-queue';
import { fan, operator, performer } from '../../../../tests/kit/answers/accounts';
import { answer, cutOff, server, startTestHost, testHost } from '../../../../tests/kit/screens/fake-host';
import type { Heard } from '../../../../tests/kit/screens/fake-host';
import { fileOrder, order, shippedOrder } from '../../../../tests/kit/answers/orders';
import { pageOf } from '../../../../tests/kit/answers/payments';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { AdminOrders } from './admin-orders';
import { OrdersScreen } from './orders-screen';
import { SalesTable } from './sales-table';

startTestHost();
afterEach(() => toasts.read().forEach(({ id }) => dropToast(id)));

const asked = (heard: Heard[]) => Object.fromEntries(heard.at(-1)?.query ?? []);

/** A connection of which the test is the other end. */
function connection() {
  const listeners = new Map<string, (payload: object) => void>();
  const source = { on: (name: string, heard: (payload: object) => void) => listeners.set(name, heard), off: () => undefined };
  return { source: source as never, say: (name: string, payload: object) => act(() => listeners.get(name)?.(payload)) };
}

describe('what a fan has ordered', () => {
  const open = (path = '/orders') => renderScreen(<OrdersScreen />, { user: fan(), path });

  it('is listed with number, product, total, delivery and the way to each', async () => {
    answer('GET /orders/users/search', pageOf(order(), fileOrder({ _id: '0198c0de-0000-7000-8000-0000000000b1' })));
    open();
    const mug = within(await screen.findByRole('row', { name: /O-1001/ }));
    expect(mug.getByRole('link', { name: 'Order O-1001' })).toHaveAttribute('href', `/orders/${order()._id}`);
    expect(mug.getByText('Mug')).toBeVisible();
    expect(mug.getByText('2 pieces')).toBeVisible();
    expect(mug.getByText('20 tokens')).toBeInTheDocument();
    expect(mug.getByText('Processing')).toBeVisible();
    expect(within(screen.getByRole('row', { name: /O-2001/ })).getByText('Download')).toBeVisible();
  });

  it('is narrowed by what the address says, and a filter goes into the address', async () => {
    const heard = answer('GET /orders/users/search', pageOf(order()));
    const { navigations } = open('/orders?delivery=shipping&type=nonsense&sortBy=totalPrice');
    await screen.findByText('Mug');
    expect(asked(heard)).toMatchObject({ deliveryStatus: 'shipping', sortBy: 'totalPrice', sort: 'desc' });
    expect(asked(heard)).not.toHaveProperty('type');
    await userEvent.selectOptions(screen.getByLabelText('Kind'), 'Download');
    expect(navigations().at(-1)).toBe('/orders?delivery=shipping&type=digital&sortBy=totalPrice');
  });

  it('says that there is nothing yet, or that nothing matches', async () => {
    answer('GET /orders/users/search', pageOf());
    const first = open();
    expect(await screen.findByText('No orders yet')).toBeVisible();
    first.unmount();
    open('/orders?type=digital');
    expect(await screen.findByText('No order matches')).toBeVisible();
  });

  it('can be asked for again when the host is away', async () => {
    cutOff('GET /orders/users/search');
    open();
    const again = await screen.findByRole('button', { name: 'Try again' });
    answer('GET /orders/users/search', pageOf(order()));
    await userEvent.click(again);
    expect(await screen.findByText('Mug')).toBeVisible();
  });

  it('changes on the screen when the host says so', async () => {
    answer('GET /orders/users/search', pageOf(order()));
    const { source, say } = connection();
    renderScreen(
      <SocketContext.Provider value={source}>
        <OrdersScreen />
      </SocketContext.Provider>,
      { user: fan(), path: '/orders' },
    );
    await screen.findByText('Processing', { selector: 'span' });
    answer('GET /orders/users/search', pageOf(shippedOrder()));
    say('order/changed', { ...shippedOrder(), eventId: 'e1' });
    expect(await screen.findByText('Shipping', { selector: 'span' })).toBeVisible();
  });

  it('is not asked for by who sells or runs the site: the way to their own lists is shown', () => {
    const first = renderScreen(<OrdersScreen />, { user: performer(), path: '/orders' });
    expect(screen.getByRole('link', { name: 'See sales' })).toHaveAttribute('href', '/ada?tab=sales');
    first.unmount();
    renderScreen(<OrdersScreen />, { user: operator(), path: '/orders' });
    expect(screen.getByRole('link', { name: 'See all orders' })).toHaveAttribute('href', '/admin/orders');
  });
});

describe('sales', () => {
  const open = (path = '/ada?tab=sales') => renderScreen(<SalesTable />, { user: performer(), path });
  const second = () => order({ _id: '0198c0de-0000-7000-8000-0000000000b2', orderNumber: 'O-1002' });

  it('begin with what waits to be sent, the longest waiting first', async () => {
    const heard = answer('GET /orders/search', pageOf(order()));
    open();
    const row = within(await screen.findByRole('row', { name: /O-1001/ }));
    expect(row.getByText('Finn')).toBeVisible();
    expect(row.getByText('16 tokens')).toBeInTheDocument();
    expect(asked(heard)).toMatchObject({ deliveryStatus: 'processing', sortBy: 'createdAt', sort: 'asc' });
  });

  it('are ordered by their last change once they are done, and the order of one state does not follow into another', async () => {
    const heard = answer('GET /orders/search', pageOf(order()));
    const first = open();
    await screen.findByText('Mug');
    await userEvent.selectOptions(screen.getByLabelText('Delivery'), 'Any state');
    expect(first.navigations().at(-1)).toBe('/ada?delivery=all&tab=sales');
    first.unmount();
    open('/ada?tab=sales&delivery=all');
    await waitFor(() => expect(asked(heard)).toMatchObject({ sortBy: 'updatedAt', sort: 'desc' }));
    expect(asked(heard)).not.toHaveProperty('deliveryStatus');
  });

  it('tell that nothing waits, and where the others are', async () => {
    answer('GET /orders/search', pageOf());
    open();
    expect(await screen.findByText('Nothing waits to be sent')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See all sales' })).toHaveAttribute('href', '/ada?tab=sales&delivery=all');
  });

  it('offer for choosing only what can be sent', async () => {
    answer('GET /orders/search', pageOf(order(), shippedOrder({ _id: second()._id, orderNumber: 'O-1002' })));
    open('/ada?tab=sales&delivery=all');
    expect(await screen.findByRole('checkbox', { name: 'Choose order O-1001' })).toBeInTheDocument();
    expect(screen.queryByRole('checkbox', { name: 'Choose order O-1002' })).toBeNull();
  });

  const shipped = ({ params }: Heard) => shippedOrder({ _id: String(params['id']) });
  const chooseBoth = async () => {
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Choose order O-1001' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Choose order O-1002' }));
    await userEvent.click(screen.getByRole('button', { name: 'Mark as shipping' }));
    return within(await screen.findByRole('dialog', { name: 'Mark 2 orders as shipping' }));
  };

  it('leave together, each by a request with a key and a code of its own', async () => {
    answer('GET /orders/search', pageOf(order(), second()));
    const told = answer('PUT /orders/:id/update', shipped);
    open();
    const dialog = await chooseBoth();
    await userEvent.type(dialog.getByLabelText(/Shipping code of O-1002/), 'X-2');
    await userEvent.click(dialog.getByRole('button', { name: 'Mark as shipping' }));
    expect(await screen.findByText('2 orders marked as shipping')).toBeVisible();
    expect(told.map(({ params }) => params['id'])).toEqual([order()._id, second()._id]);
    expect(told.map(({ body }) => body)).toEqual([
      { deliveryStatus: 'shipping', shippingCode: '', expectedStatus: 'processing' },
      { deliveryStatus: 'shipping', shippingCode: 'X-2', expectedStatus: 'processing' },
    ]);
    const keys = told.map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
    expect(keys).not.toContain(null);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('name those that failed with the reason, and try them alone again', async () => {
    answer('GET /orders/search', pageOf(order(), second()));
    const told = answer('PUT /orders/:id/update', shipped);
    const [statusCode, message] = errors.order_changed;
    server.use(
      http.put(`${testHost}/orders/${order()._id}/update`, () =>
        HttpResponse.json({ statusCode, error: 'order_changed', message, requestId: 'request-1' }, { status: statusCode }),
      ),
    );
    open();
    const dialog = await chooseBoth();
    await userEvent.click(dialog.getByRole('button', { name: 'Mark as shipping' }));
    expect(await dialog.findByText('1 of 2 orders marked as shipping. Not marked: O-1001.')).toBeVisible();
    expect(dialog.getByText(message)).toBeVisible();
    expect(dialog.getByText('Marked as shipping')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Try 1 order again' }));
    expect(dialog.getByText(message)).toBeVisible();
    expect(told).toHaveLength(1);
  });

  it('go out again under the same keys when nobody knows what became of them', async () => {
    answer('GET /orders/search', pageOf(order(), second()));
    const lost = cutOff('PUT /orders/:id/update');
    open();
    const dialog = await chooseBoth();
    await userEvent.click(dialog.getByRole('button', { name: 'Mark as shipping' }));
    const again = await dialog.findByRole('button', { name: 'Try 2 orders again' });
    const told = answer('PUT /orders/:id/update', shipped);
    await userEvent.click(again);
    expect(await screen.findByText('2 orders marked as shipping')).toBeVisible();
    const keysOf = (heard: Heard[]) => heard.map(({ headers }) => headers.get('idempotency-key'));
    expect(keysOf(told)).toEqual(keysOf(lost));
  });
});

describe('all orders', () => {
  it('name both sides and lead to the order, narrowed by state and by people', async () => {
    const heard = answer('GET /admin/orders/search', pageOf(order({ refunded: 20, deliveryStatus: 'refunded' })));
    renderScreen(<AdminOrders />, { user: operator(), path: `/admin/orders?delivery=refunded&performer=${performer()._id}` });
    const row = within(await screen.findByRole('row', { name: /O-1001/ }));
    expect(row.getByRole('link', { name: 'Finn' })).toHaveAttribute('href', `/admin/users/${fan()._id}`);
    expect(row.getByRole('link', { name: 'Ada' })).toHaveAttribute('href', `/admin/performers/${performer()._id}`);
    expect(row.getByRole('link', { name: 'Order O-1001' })).toHaveAttribute('href', `/orders/${order()._id}`);
    expect(row.getByText('Mug, 2 pieces')).toBeVisible();
    expect(row.getByText('Refunded')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See orders of everybody' })).toHaveAttribute('href', '/admin/orders');
    expect(asked(heard)).toMatchObject({ deliveryStatus: 'refunded', performerId: performer()._id });
  });
});
