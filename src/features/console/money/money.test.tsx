/** Money in the console: payouts are decided once, refunds need a reason, coupons and packages are created, the ledger is checked. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ResponseOf } from '@web/services/call';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { fan, operator, performer } from '../../../../tests/kit/fixtures/accounts';
import { noStats } from '../../../../tests/kit/fixtures/cards';
import { mockEndpoint, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { singlePage, payment, tip } from '../../../../tests/kit/fixtures/payments';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { ClearingPanel } from '../people/clearing-panel';
import { CommissionPanel } from '../people/commission-panel';
import { CouponsScreen } from './coupons-screen';
import { PayoutScreen } from '../payouts/payout-page';
import { TransactionsScreen } from './transactions-screen';

startFakeHost();
beforeEach(() => {
  // A toast outlives the screen that showed it.
  for (const { id } of toasts.read()) dismissToast(id);
});

type Payout = ResponseOf<'GET /payout-requests/:id/view'>;
type Coupon = ResponseOf<'GET /admin/coupons/search'>['data'][number];

const user = operator();
const at = '2026-05-01T10:00:00.000Z';
const { _id, username, name, avatar } = performer();
const payout = (changes: Partial<Payout> = {}): Payout => ({
  _id: '0198c0de-0000-7000-8000-0000000000a1',
  amount: 80,
  method: 'paypal',
  account: 'PayPal a***@example.com',
  status: 'pending',
  reversed: 0,
  requestNote: 'For the rent',
  operatorNote: '',
  reference: '',
  batchId: null,
  performer: { _id, username, name, avatar, isPerformer: true, isVerified: true, isOnline: false },
  decidedAt: null,
  createdAt: at,
  updatedAt: at,
  entries: [],
  ...changes,
});
const press = async (label: string) => userEvent.click(await screen.findByRole('button', { name: label }));
const confirm = (label: string) => userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: label }));

function showPayout(state: Payout) {
  mockEndpoint('GET /payout-requests/:id/view', state);
  mockEndpoint('GET /payout-requests/:id/sales', singlePage());
  return renderScreen(<PayoutScreen />, { user, path: '/admin/payouts/1', query: { id: state._id } });
}

describe('a payout', () => {
  it('is approved after a confirmation, and asks for the password when the server requires it', async () => {
    showPayout(payout());
    mockError('POST /admin/payout-requests/:id/approve', 'reauthentication_required');
    await press('Approve');
    const reauthentications = mockEndpoint('POST /auth/reauthenticate', { until: at });
    await confirm('Approve payout');
    const requests = mockEndpoint('POST /admin/payout-requests/:id/approve', payout({ status: 'approved' }));
    await userEvent.type(await screen.findByLabelText('Password'), 'correct horse');
    mockEndpoint('GET /payout-requests/:id/view', payout({ status: 'approved' }));
    await press('Confirm');
    expect(await screen.findByText('Payout approved')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Mark as paid' })).toBeVisible();
    expect([reauthentications.length, requests.length]).toEqual([1, 1]);
  });

  it('is marked as paid with the same idempotency key on every click', async () => {
    showPayout(payout({ status: 'approved' }));
    const requests = mockError('POST /admin/payout-requests/:id/done', 'service_unavailable');
    await press('Mark as paid');
    await userEvent.type(screen.getByLabelText(/Reference/), 'PP-1');
    await confirm('Mark as paid');
    expect(await screen.findByText('This service isn’t responding right now. Try again soon.')).toBeVisible();
    await confirm('Mark as paid');
    await waitFor(() => expect(requests).toHaveLength(2));
    const keys = requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toBeTruthy();
    expect(new Set(keys).size).toBe(1);
    expect(requests[0]?.body).toEqual({ reference: 'PP-1' });
  });

  it('is rejected only with a message', async () => {
    showPayout(payout());
    const requests = mockEndpoint('POST /admin/payout-requests/:id/reject', payout({ status: 'rejected' }));
    await press('Reject');
    await confirm('Reject payout');
    expect(await screen.findByText('Enter a reason.')).toBeVisible();
    await userEvent.type(screen.getByLabelText('Reason'), 'The account name differs.');
    await confirm('Reject payout');
    await waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ note: 'The account name differs.' }]));
  });

  it('that was decided offers no further action', async () => {
    showPayout(payout({ status: 'done', reference: 'PP-1' }));
    expect(await screen.findByText('PP-1')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Reject' })).toBeNull();
  });

  it('shows the amount that the gateway returned', async () => {
    showPayout(payout({ status: 'done', reversed: 30 }));
    expect(await screen.findByText('Done, 30.00 returned')).toBeVisible();
    expect(screen.getByText(/Returned to the creator by the gateway/)).toBeVisible();
    expect(screen.getByText('PayPal a***@example.com')).toBeVisible();
  });
});

test('payments are searched by names, and the exported file uses the same search', async () => {
  const requests = mockEndpoint('GET /admin/transactions/search', singlePage(payment()));
  const file = mockEndpoint('GET /admin/transactions/csv', '');
  renderScreen(<TransactionsScreen />, { user, path: '/admin/transactions?q=finn' });
  await waitFor(() => expect(screen.getByRole('searchbox', { name: 'Search by name' })).toHaveValue('finn'));
  await waitFor(() => expect(requests.at(-1)?.query.get('q')).toBe('finn'));
  await press('Download CSV');
  await waitFor(() => expect(file[0]?.query.get('q')).toBe('finn'));
});

test('a refund that the bank rejected is shown with its payment, which can be refunded again', async () => {
  mockEndpoint('GET /admin/transactions/search', singlePage(payment({ returned: 20 })));
  renderScreen(<TransactionsScreen />, { user, path: '/admin/transactions' });
  expect(await screen.findByText(/rejected a refund of \$20.00/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Refund' })).toBeEnabled();
});

test('a card payment is refunded in its own currency', async () => {
  mockEndpoint('GET /admin/transactions/search', singlePage(payment()));
  renderScreen(<TransactionsScreen />, { user, path: '/admin/transactions' });
  await press('Refund');
  const dialog = screen.getByRole('alertdialog');
  expect(within(dialog).queryByText('tokens')).toBeNull();
  const amount = within(dialog).getByLabelText('Amount');
  await userEvent.clear(amount);
  await userEvent.type(amount, '50.01');
  await userEvent.type(within(dialog).getByLabelText('Reason'), 'Paid twice');
  await confirm('Refund');
  expect(await within(dialog).findByText('Enter an amount up to $50.00.')).toBeVisible();
  await userEvent.clear(amount);
  await userEvent.type(amount, '5');
  const requests = mockEndpoint('POST /admin/payments/:id/refund', payment());
  await confirm('Refund');
  expect(await screen.findByText(`$5.00 refunded to ${fan().name}`)).toBeVisible();
  expect(requests[0]?.body).toEqual({ amount: 5, reason: 'Paid twice' });
});

test('a charge is refunded up to its price, with a reason and one idempotency key for the same input', async () => {
  mockEndpoint('GET /admin/charges/search', { data: [tip(20)], total: 1, nextCursor: null });
  renderScreen(<TransactionsScreen />, { user, path: '/admin/transactions?tab=charges' });
  await press('Refund');
  const dialog = screen.getByRole('alertdialog');
  const amount = within(dialog).getByLabelText('Amount');
  await userEvent.clear(amount);
  await userEvent.type(amount, '20.01');
  await userEvent.type(within(dialog).getByLabelText('Reason'), 'Sent twice');
  await confirm('Refund');
  expect(await within(dialog).findByText('Enter an amount up to 20.00.')).toBeVisible();
  await userEvent.clear(amount);
  await userEvent.type(amount, '5');
  const failedRequests = mockError('POST /admin/charges/:id/refund', 'request_in_progress');
  await confirm('Refund');
  expect(await within(dialog).findByText('This is still being processed. Wait a moment.')).toBeVisible();
  const requests = mockEndpoint('POST /admin/charges/:id/refund', tip(20, { refunded: 5 }));
  await confirm('Refund');
  expect(await screen.findByText(`5.00 refunded to ${fan().name}`)).toBeVisible();
  expect(requests[0]?.body).toEqual({ amount: 5, reason: 'Sent twice' });
  expect(requests[0]?.headers.get('idempotency-key')).toBe(failedRequests[0]?.headers.get('idempotency-key'));
});

test('the ledger check names the violated invariant', async () => {
  mockEndpoint('GET /admin/ledger/checks', []);
  const invariant = (ok: boolean, differences: string[]) => ({
    law: 'L5',
    says: 'Balances are the sums of their entries',
    ok,
    differences,
  });
  mockEndpoint('GET /admin/ledger/check', {
    ok: false,
    laws: [invariant(false, ['wallet:1 holds 5.00, its entries say 4.00'])],
    checkedAt: at,
  });
  renderScreen(<TransactionsScreen />, { user, path: '/admin/transactions?tab=check' });
  expect(await screen.findByText('Ledger not balanced')).toBeVisible();
  expect(screen.getByText('wallet:1 holds 5.00, its entries say 4.00')).toBeVisible();
  mockEndpoint('GET /admin/ledger/check', { ok: true, laws: [invariant(true, [])], checkedAt: at });
  await press('Check again');
  expect(await screen.findByText('Ledger balanced')).toBeVisible();
  expect(screen.getByText('No nightly checks yet')).toBeVisible();
});

test('a coupon is created from a percentage, and a duplicate code is reported at its field', async () => {
  const coupon: Coupon = {
    _id: '0198c0de-0000-7000-8000-0000000000e1',
    code: 'SUMMER',
    name: 'Summer',
    description: '',
    value: 0.25,
    expiresAt: null,
    status: 'active',
    totalUses: 0,
    maximumUses: null,
    createdAt: at,
    updatedAt: at,
  };
  mockEndpoint('GET /admin/coupons/search', { data: [], total: 0, nextCursor: null });
  renderScreen(<CouponsScreen />, { user, path: '/admin/coupons' });
  await press('New coupon');
  await userEvent.type(screen.getByLabelText('Code'), 'SUMMER');
  await userEvent.type(screen.getByLabelText('Name'), 'Summer');
  const percent = screen.getByLabelText('Percent off');
  await userEvent.clear(percent);
  await userEvent.type(percent, '25');
  mockError('POST /admin/coupons', 'code_taken');
  await press('Create coupon');
  expect(await screen.findByText('A coupon with this code already exists. Choose another code.')).toBeVisible();
  const requests = mockEndpoint('POST /admin/coupons', coupon);
  mockEndpoint('GET /admin/coupons/search', { data: [coupon], total: 1, nextCursor: null });
  await press('Create coupon');
  expect(await screen.findByText('25%')).toBeVisible();
  expect(requests[0]?.body).toMatchObject({ code: 'SUMMER', value: 0.25, maximumUses: null, expiresAt: null, status: 'active' });
});

test('a performer’s own clearing period is sent in days, and the default as null', async () => {
  const onChanged = jest.fn();
  const adminPerformer = { ...performer(), stats: noStats, status: 'active' as const, clearingDays: 14 };
  renderScreen(<ClearingPanel performer={adminPerformer} onChanged={onChanged} />, { user });
  const field = await screen.findByLabelText('Clearing period (days)');
  expect(field).toHaveValue('14');
  await userEvent.clear(field);
  await userEvent.type(field, '91');
  await press('Set clearing period');
  expect(await screen.findByText('Use a number from 0 to 90.')).toBeVisible();
  await userEvent.clear(field);
  await userEvent.type(field, '0');
  const requests = mockEndpoint('PUT /admin/performers/:id/clearing', { ...adminPerformer, clearingDays: 0 });
  await press('Set clearing period');
  await waitFor(() => expect(onChanged).toHaveBeenCalledTimes(1));
  await press('Reset to default');
  await waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ days: 0 }, { days: null }]));
});

test('a performer’s own commission is sent as a fraction, and the default as null', async () => {
  const onChanged = jest.fn();
  const adminPerformer = { ...performer(), stats: noStats, status: 'active' as const, clearingDays: null };
  renderScreen(<CommissionPanel performer={adminPerformer} onChanged={onChanged} />, { user });
  const field = await screen.findByLabelText('The site’s share of future sales');
  await userEvent.clear(field);
  await userEvent.type(field, '12.5');
  const requests = mockEndpoint('PUT /admin/performers/:id/commission', { ...adminPerformer, commissionRate: 0.125 });
  await press('Set commission');
  await waitFor(() => expect(onChanged).toHaveBeenCalled());
  expect(requests.map(({ body }) => body)).toEqual([{ rate: 0.125 }]);
});
