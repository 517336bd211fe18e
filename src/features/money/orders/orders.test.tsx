/** Lists of orders: what each party sees, what is queried, and live updates. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { errors } from '@contract/kernel/errors';
import { SocketContext } from '@web/realtime/socket-events';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { fan, operator, performer } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockNetworkError, server, startFakeHost, fakeHostUrl } from '../../../../tests/kit/screens/fake-host';
import type { ReceivedRequest } from '../../../../tests/kit/screens/fake-host';
import { fileOrder, order, shippedOrder } from '../../../../tests/kit/fixtures/orders';
import { singlePage } from '../../../../tests/kit/fixtures/payments';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { AdminOrders } from './admin-orders';
import { OrdersScreen } from './orders-screen';
import { SalesTable } from './sales-table';

startFakeHost();
afterEach(() => toasts.read().forEach(({ id }) => dismissToast(id)));

const lastQuery = (requests: ReceivedRequest[]) => Object.fromEntries(requests.at(-1)?.query ?? []);

/** A socket whose events the test emits. */
function fakeSocket() {
  const listeners = new Map<string, (payload: object) => void>();
  const socket = { on: (name: string, listener: (payload: object) => void) => listeners.set(name, listener), off: () => undefined };
  return { socket: socket as never, emit: (name: string, payload: object) => act(() => listeners.get(name)?.(payload)) };
}

describe("a fan's orders", () => {
  const open = (path = '/orders') => renderScreen(<OrdersScreen />, { user: fan(), path });

  it('are listed with number, product, total, delivery and a link to each', async () => {
    mockEndpoint('GET /orders/users/search', singlePage(order(), fileOrder({ _id: '0198c0de-0000-7000-8000-0000000000b1' })));
    open();
    const mug = within(await screen.findByRole('row', { name: /O-1001/ }));
    expect(mug.getByRole('link', { name: 'Order O-1001' })).toHaveAttribute('href', `/orders/${order()._id}`);
    expect(mug.getByText('Mug')).toBeVisible();
    expect(mug.getByText('2 pieces')).toBeVisible();
    expect(mug.getByText('20 tokens')).toBeInTheDocument();
    expect(mug.getByText('Processing')).toBeVisible();
    expect(within(screen.getByRole('row', { name: /O-2001/ })).getByText('Download')).toBeVisible();
  });

  it('are filtered by the URL, and a filter is written to the URL', async () => {
    const requests = mockEndpoint('GET /orders/users/search', singlePage(order()));
    const { navigations } = open('/orders?delivery=shipping&type=nonsense&sortBy=totalPrice');
    await screen.findByText('Mug');
    expect(lastQuery(requests)).toMatchObject({ deliveryStatus: 'shipping', sortBy: 'totalPrice', sort: 'desc' });
    expect(lastQuery(requests)).not.toHaveProperty('type');
    await userEvent.selectOptions(screen.getByLabelText('Type'), 'Download');
    expect(navigations().at(-1)).toBe('/orders?delivery=shipping&type=digital&sortBy=totalPrice');
  });

  it('have empty states for no order and no match', async () => {
    mockEndpoint('GET /orders/users/search', singlePage());
    const first = open();
    expect(await screen.findByText('No orders yet')).toBeVisible();
    first.unmount();
    open('/orders?type=digital');
    expect(await screen.findByText('No matching orders')).toBeVisible();
  });

  it('offer a retry when the API cannot be reached', async () => {
    mockNetworkError('GET /orders/users/search');
    open();
    const retryButton = await screen.findByRole('button', { name: 'Try again' });
    mockEndpoint('GET /orders/users/search', singlePage(order()));
    await userEvent.click(retryButton);
    expect(await screen.findByText('Mug')).toBeVisible();
  });

  it('are updated by a socket event', async () => {
    mockEndpoint('GET /orders/users/search', singlePage(order()));
    const { socket, emit } = fakeSocket();
    renderScreen(
      <SocketContext.Provider value={socket}>
        <OrdersScreen />
      </SocketContext.Provider>,
      { user: fan(), path: '/orders' },
    );
    await screen.findByText('Processing', { selector: 'span' });
    mockEndpoint('GET /orders/users/search', singlePage(shippedOrder()));
    emit('order/changed', { ...shippedOrder(), eventId: 'e1' });
    expect(await screen.findByText('Shipped', { selector: 'span' })).toBeVisible();
  });

  it('are not loaded for performers and operators, who get a link to their own lists', () => {
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

  it('start with those that wait to be shipped, the longest waiting first', async () => {
    const requests = mockEndpoint('GET /orders/search', singlePage(order()));
    open();
    const row = within(await screen.findByRole('row', { name: /O-1001/ }));
    expect(row.getByText('Finn')).toBeVisible();
    expect(row.getByText('16 tokens')).toBeInTheDocument();
    expect(lastQuery(requests)).toMatchObject({ deliveryStatus: 'processing', sortBy: 'createdAt', sort: 'asc' });
  });

  it("are sorted by their last change once they are done, and a state's sort order does not carry over to another state", async () => {
    const requests = mockEndpoint('GET /orders/search', singlePage(order()));
    const first = open();
    await screen.findByText('Mug');
    await userEvent.selectOptions(screen.getByLabelText('Delivery'), 'Any status');
    expect(first.navigations().at(-1)).toBe('/ada?delivery=all&tab=sales');
    first.unmount();
    open('/ada?tab=sales&delivery=all');
    await waitFor(() => expect(lastQuery(requests)).toMatchObject({ sortBy: 'updatedAt', sort: 'desc' }));
    expect(lastQuery(requests)).not.toHaveProperty('deliveryStatus');
  });

  it('show that no orders wait to be shipped, and link to all sales', async () => {
    mockEndpoint('GET /orders/search', singlePage());
    open();
    expect(await screen.findByText('No orders to ship')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See all sales' })).toHaveAttribute('href', '/ada?tab=sales&delivery=all');
  });

  it('can be selected only if they can be shipped', async () => {
    mockEndpoint('GET /orders/search', singlePage(order(), shippedOrder({ _id: second()._id, orderNumber: 'O-1002' })));
    open('/ada?tab=sales&delivery=all');
    expect(await screen.findByRole('checkbox', { name: 'Select order O-1001' })).toBeInTheDocument();
    expect(screen.queryByRole('checkbox', { name: 'Select order O-1002' })).toBeNull();
  });

  const shipped = ({ params }: ReceivedRequest) => shippedOrder({ _id: String(params['id']) });
  const selectBoth = async () => {
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select order O-1001' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select order O-1002' }));
    await userEvent.click(screen.getByRole('button', { name: 'Mark as shipped' }));
    return within(await screen.findByRole('dialog', { name: 'Mark 2 orders as shipped' }));
  };

  it('are shipped together, each by a request with its own idempotency key and tracking number', async () => {
    mockEndpoint('GET /orders/search', singlePage(order(), second()));
    const updates = mockEndpoint('PUT /orders/:id/update', shipped);
    open();
    const dialog = await selectBoth();
    await userEvent.type(dialog.getByLabelText(/Tracking number for O-1002/), 'X-2');
    await userEvent.click(dialog.getByRole('button', { name: 'Mark as shipped' }));
    expect(await screen.findByText('2 orders marked as shipped')).toBeVisible();
    expect(updates.map(({ params }) => params['id'])).toEqual([order()._id, second()._id]);
    expect(updates.map(({ body }) => body)).toEqual([
      { deliveryStatus: 'shipping', shippingCode: '', expectedStatus: 'processing' },
      { deliveryStatus: 'shipping', shippingCode: 'X-2', expectedStatus: 'processing' },
    ]);
    const keys = updates.map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
    expect(keys).not.toContain(null);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('that could not be shipped are listed with their error, and only those are retried', async () => {
    mockEndpoint('GET /orders/search', singlePage(order(), second()));
    const updates = mockEndpoint('PUT /orders/:id/update', shipped);
    const [statusCode, message] = errors.order_changed;
    server.use(
      http.put(`${fakeHostUrl}/orders/${order()._id}/update`, () =>
        HttpResponse.json({ statusCode, error: 'order_changed', message, requestId: 'request-1' }, { status: statusCode }),
      ),
    );
    open();
    const dialog = await selectBoth();
    await userEvent.click(dialog.getByRole('button', { name: 'Mark as shipped' }));
    expect(await dialog.findByText('1 of 2 orders marked as shipped. Not marked: O-1001.')).toBeVisible();
    expect(dialog.getByText(message)).toBeVisible();
    expect(dialog.getByText('Marked as shipped')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Try 1 order again' }));
    expect(dialog.getByText(message)).toBeVisible();
    expect(updates).toHaveLength(1);
  });

  it('are resent with the same keys while their outcome is unknown', async () => {
    mockEndpoint('GET /orders/search', singlePage(order(), second()));
    const lostRequests = mockNetworkError('PUT /orders/:id/update');
    open();
    const dialog = await selectBoth();
    await userEvent.click(dialog.getByRole('button', { name: 'Mark as shipped' }));
    const retryButton = await dialog.findByRole('button', { name: 'Try 2 orders again' });
    const updates = mockEndpoint('PUT /orders/:id/update', shipped);
    await userEvent.click(retryButton);
    expect(await screen.findByText('2 orders marked as shipped')).toBeVisible();
    const idempotencyKeysOf = (requests: ReceivedRequest[]) => requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(idempotencyKeysOf(updates)).toEqual(idempotencyKeysOf(lostRequests));
  });
});

describe('all orders', () => {
  it('show both parties and link to the order, filtered by state and by person', async () => {
    const requests = mockEndpoint('GET /admin/orders/search', singlePage(order({ refunded: 20, deliveryStatus: 'refunded' })));
    renderScreen(<AdminOrders />, { user: operator(), path: `/admin/orders?delivery=refunded&performer=${performer()._id}` });
    const row = within(await screen.findByRole('row', { name: /O-1001/ }));
    expect(row.getByRole('link', { name: 'Finn' })).toHaveAttribute('href', `/admin/users/${fan()._id}`);
    expect(row.getByRole('link', { name: 'Ada' })).toHaveAttribute('href', `/admin/performers/${performer()._id}`);
    expect(row.getByRole('link', { name: 'Order O-1001' })).toHaveAttribute('href', `/orders/${order()._id}`);
    expect(row.getByText('Mug, 2 pieces')).toBeVisible();
    expect(row.getByText('Refunded')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See all orders' })).toHaveAttribute('href', '/admin/orders');
    expect(lastQuery(requests)).toMatchObject({ deliveryStatus: 'refunded', performerId: performer()._id });
  });
});
