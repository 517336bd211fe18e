/** A performer's payouts: what she holds, asking, and changing what still waits. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AnswerOf } from '@web/services/call';
import { performer } from '../../../../tests/kit/answers/accounts';
import { answer, refuse, startTestHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { PayoutsPanel } from './payouts-panel';

startTestHost();

type Payout = AnswerOf<'GET /payout-requests/search'>['data'][number];

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

function show({ user = ready, open = null as Payout | null, changes = {}, list = [] as Payout[] } = {}) {
  answer('POST /payout-requests/calculate', { ...holdings, ...changes });
  answer('GET /payout-requests/check/pending-review', { isPending: open !== null, payoutRequest: open });
  answer('GET /payout-requests/search', { data: list, total: list.length, nextCursor: null });
  return renderScreen(<PayoutsPanel />, { user, path: '/ada?tab=payouts' });
}
const press = async (label: string) => userEvent.click(await screen.findByRole('button', { name: label }));

test('asking sends the amount with one key, however often a lost answer is asked for', async () => {
  show();
  const heard = answer('POST /payout-requests', payout());
  await press('Request payout');
  expect(await screen.findByLabelText('Amount')).toHaveValue('80.00');
  answer('GET /payout-requests/check/pending-review', { isPending: true, payoutRequest: payout() });
  await press('Request 80.00');
  expect(await screen.findByRole('region', { name: 'Open request' })).toHaveTextContent('80 tokens');
  expect(heard.map(({ body }) => body)).toEqual([{ amount: 80, method: 'paypal', requestNote: '' }]);
  expect(heard[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
});

test('an amount below the minimum or above what is there is refused before it is sent', async () => {
  show();
  const heard = answer('POST /payout-requests', payout());
  await press('Request payout');
  const amount = await screen.findByLabelText('Amount');
  for (const [typed, said] of [
    ['49.99', 'The smallest payout is 50.00.'],
    ['80.01', 'You have 80.00 available.'],
  ] as const) {
    await userEvent.clear(amount);
    await userEvent.type(amount, typed);
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: `Request ${typed}` }));
    expect(await screen.findByText(said)).toBeVisible();
  }
  expect(heard).toEqual([]);
});

test('the host’s refusal is told in its words, and the dialog stays', async () => {
  show();
  refuse('POST /payout-requests', 'performer_not_verified');
  await press('Request payout');
  await press('Request 80.00');
  expect(await screen.findByText('This waits until the documents have been approved.')).toBeVisible();
  expect(screen.getByLabelText('Amount')).toHaveValue('80.00');
});

test('below the minimum it says how much is missing; without a method it leads to one', async () => {
  const { unmount } = show({ changes: { available: 30 } });
  expect(await screen.findByText(/more until the smallest payout/)).toHaveTextContent('20 tokens');
  expect(screen.queryByRole('button', { name: 'Request payout' })).toBeNull();
  unmount();
  show({ user: performer() });
  await press('Request payout');
  expect(await screen.findByRole('link', { name: 'Set up method' })).toHaveAttribute('href', '/creator/account?section=payout-method');
});

test('a request that waits can be changed, one that was approved cannot', async () => {
  const { unmount } = show({ open: payout({ amount: 60 }), changes: { available: 20, held: 60 } });
  const heard = answer('PUT /payout-requests/:id', payout({ amount: 70 }));
  await press('Change request');
  const amount = await screen.findByLabelText('Amount');
  await userEvent.clear(amount);
  await userEvent.type(amount, '70');
  await press('Save changes');
  await waitFor(() => expect(heard.map(({ body }) => body)).toEqual([{ amount: 70, method: 'paypal', requestNote: '' }]));
  unmount();
  show({ open: payout({ status: 'approved' }) });
  expect(await screen.findByText(/It is on its way/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Change request' })).toBeNull();
});

test('what came back from the gateway is told, whole or in part', async () => {
  const done = (changes: Partial<Payout>) => payout({ status: 'done', ...changes });
  const twenty = done({ _id: '0198c0de-0000-7000-8000-0000000000a2', amount: 50, reversed: 20 });
  show({ list: [done({ reversed: 80 }), twenty] });
  expect(await screen.findByRole('row', { name: /80 tokens/ })).toHaveTextContent('Came back');
  expect(screen.getByRole('row', { name: /50 tokens/ })).toHaveTextContent('Done, 20.00 came back');
  expect(screen.getByRole('row', { name: /80 tokens/ })).toHaveTextContent(/PayPal a\*\*\*@example.com/);
  expect(screen.queryByText(/PayPal PayPal/)).toBeNull();
});
