/** A performer's payouts: balance, requests, and changing a pending request. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ResponseOf } from '@web/services/call';
import { performer } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { PayoutsPanel } from './payouts-panel';

startFakeHost();

type Payout = ResponseOf<'GET /payout-requests/search'>['data'][number];

const holdings = {
  totalEarned: 100,
  previouslyPaid: 20,
  held: 0,
  clearing: 0,
  clearsAt: null,
  available: 80,
  minimum: 50,
  afterRequest: 80,
};
const { _id, username, name, avatar } = performer();
const payout = (changes: Partial<Payout> = {}): Payout => ({
  _id: '0198c0de-0000-7000-8000-0000000000a1',
  amount: 80,
  method: 'paypal',
  account: 'PayPal a***@example.com',
  status: 'pending',
  reversed: 0,
  requestNote: '',
  operatorNote: '',
  reference: '',
  batchId: null,
  performer: { _id, username, name, avatar, isPerformer: true, isVerified: true, isOnline: false },
  decidedAt: null,
  createdAt: '2026-05-01T10:00:00.000Z',
  updatedAt: '2026-05-01T10:00:00.000Z',
  ...changes,
});
const ready = performer({
  payoutMethods: { banking: null, paypal: { email: 'a***@example.com' }, stripe: null, preferred: 'paypal' },
});

function show({ user = ready, open = null as Payout | null, holdingsChanges = {}, list = [] as Payout[] } = {}) {
  mockEndpoint('POST /payout-requests/calculate', { ...holdings, ...holdingsChanges });
  mockEndpoint('GET /payout-requests/check/pending-review', { isPending: open !== null, payoutRequest: open });
  mockEndpoint('GET /payout-requests/search', { data: list, total: list.length, nextCursor: null });
  return renderScreen(<PayoutsPanel />, { user, path: '/ada?tab=payouts' });
}
const press = async (label: string) => userEvent.click(await screen.findByRole('button', { name: label }));

test('a request sends the amount with an idempotency key', async () => {
  show();
  const requests = mockEndpoint('POST /payout-requests', payout());
  await press('Request payout');
  await waitFor(() => expect(screen.getByLabelText('Amount')).toHaveValue('80.00'));
  mockEndpoint('GET /payout-requests/check/pending-review', { isPending: true, payoutRequest: payout() });
  await press('Request 80.00');
  expect(await screen.findByRole('region', { name: 'Open request' })).toHaveTextContent('80 tokens');
  expect(requests.map(({ body }) => body)).toEqual([{ amount: 80, method: 'paypal', requestNote: '' }]);
  expect(requests[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
});

test('an amount below the minimum or above the balance is rejected before it is sent', async () => {
  show();
  const requests = mockEndpoint('POST /payout-requests', payout());
  await press('Request payout');
  const amount = await screen.findByLabelText('Amount');
  for (const [typed, message] of [
    ['49.99', 'The minimum payout is 50.00 tokens.'],
    ['80.01', 'You have 80.00 tokens available.'],
  ] as const) {
    await userEvent.clear(amount);
    await userEvent.type(amount, typed);
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: `Request ${typed}` }));
    expect(await screen.findByText(message)).toBeVisible();
  }
  expect(requests).toEqual([]);
});

test('the API’s error is shown, and the dialog stays open', async () => {
  show();
  mockError('POST /payout-requests', 'performer_not_verified');
  await press('Request payout');
  await press('Request 80.00');
  expect(await screen.findByText('Available once your identity is verified.')).toBeVisible();
  expect(screen.getByLabelText('Amount')).toHaveValue('80.00');
});

test('below the minimum the missing amount is shown; without a payout method there is a link to set one up', async () => {
  const { unmount } = show({ holdingsChanges: { available: 30 } });
  expect(await screen.findByText(/more to reach the minimum payout of/)).toHaveTextContent('20 tokens');
  expect(screen.queryByRole('button', { name: 'Request payout' })).toBeNull();
  unmount();
  show({ user: performer() });
  await press('Request payout');
  expect(await screen.findByRole('link', { name: 'Set up payout method' })).toHaveAttribute(
    'href',
    '/creator/account?section=payout-method',
  );
});

test('earnings that are not available yet are shown separately, with the date when the next ones become available', async () => {
  const { unmount } = show({ holdingsChanges: { available: 30, clearing: 50, clearsAt: '2026-05-08T12:00:00.000Z' } });
  const figures = await screen.findByLabelText('Your balance');
  expect(figures).toHaveTextContent(/Available30\.00/);
  expect(figures).toHaveTextContent(/Available later50\.00/);
  expect(screen.getByText(/^Your next earnings become available on/)).toHaveTextContent('on May 8, 2026.');
  // They do not count towards the minimum of 50 tokens.
  expect(screen.queryByRole('button', { name: 'Request payout' })).toBeNull();
  unmount();
  show();
  expect(await screen.findByLabelText('Your balance')).toHaveTextContent(/Available later0\.00/);
  expect(screen.queryByText(/Your next earnings become available on/)).toBeNull();
});

test('a pending request can be changed, an approved one cannot', async () => {
  const { unmount } = show({ open: payout({ amount: 60 }), holdingsChanges: { available: 20, held: 60 } });
  const requests = mockEndpoint('PUT /payout-requests/:id', payout({ amount: 70 }));
  await press('Edit request');
  const amount = await screen.findByLabelText('Amount');
  await userEvent.clear(amount);
  await userEvent.type(amount, '70');
  await press('Save changes');
  await waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ amount: 70, method: 'paypal', requestNote: '' }]));
  unmount();
  show({ open: payout({ status: 'approved' }) });
  expect(await screen.findByText(/Your payout is on its way/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Edit request' })).toBeNull();
});

test('the amount that the gateway returned is shown, in full or in part', async () => {
  const done = (changes: Partial<Payout>) => payout({ status: 'done', ...changes });
  const partlyReturned = done({ _id: '0198c0de-0000-7000-8000-0000000000a2', amount: 50, reversed: 20 });
  show({ list: [done({ reversed: 80 }), partlyReturned] });
  expect(await screen.findByRole('row', { name: /80 tokens/ })).toHaveTextContent('Returned');
  expect(screen.getByRole('row', { name: /50 tokens/ })).toHaveTextContent('Done, 20.00 returned');
  expect(screen.getByRole('row', { name: /80 tokens/ })).toHaveTextContent(/PayPal a\*\*\*@example.com/);
  expect(screen.queryByText(/PayPal PayPal/)).toBeNull();
});
