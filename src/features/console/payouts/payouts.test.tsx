/** Executing payouts in the console: one by one with the bank details, or many with a payment file. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ResponseOf } from '@web/services/call';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { operator, performer } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { singlePage } from '../../../../tests/kit/fixtures/payments';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { PayoutScreen } from './payout-page';
import { PayoutsScreen } from './payouts-screen';

startFakeHost();
beforeEach(() => {
  for (const { id } of toasts.read()) dismissToast(id);
  mockEndpoint('GET /payout-requests/:id/sales', singlePage());
});

type Payout = ResponseOf<'GET /payout-requests/:id/view'>;
type Batch = ResponseOf<'GET /admin/payout-batches/search'>['data'][number];

const user = operator();
const at = '2026-05-01T10:00:00.000Z';
const { _id, username, name, avatar } = performer();
const person = { _id, username, name, avatar, isPerformer: true, isVerified: true, isOnline: false };
const payout = (changes: Partial<Payout> = {}): Payout => ({
  _id: '0198c0de-0000-7000-8000-0000000000a1',
  amount: 80,
  method: 'banking',
  account: 'Good Bank ••5432',
  status: 'approved',
  reversed: 0,
  requestNote: '',
  operatorNote: '',
  reference: '',
  batchId: null,
  performer: person,
  decidedAt: at,
  createdAt: at,
  updatedAt: at,
  entries: [],
  ...changes,
});
const batch = (changes: Partial<Batch> = {}): Batch => ({
  _id: '0198c0de-0000-7000-8000-0000000000b1',
  format: 'sepa',
  count: 2,
  total: 155,
  currency: 'EUR',
  done: 0,
  madeBy: person,
  createdAt: at,
  ...changes,
});
const other = payout({ _id: '0198c0de-0000-7000-8000-0000000000a2', amount: 75, performer: { ...person, name: 'Zed' } });
const press = async (label: string | RegExp) => userEvent.click(await screen.findByRole('button', { name: label }));

it('shows the bank details of an approved payout on demand, or why they cannot be shown', async () => {
  mockEndpoint('GET /payout-requests/:id/view', payout());
  renderScreen(<PayoutScreen />, { user, path: '/admin/payouts/1', query: { id: payout()._id } });
  mockError('POST /admin/payout-requests/:id/destination', 'payout_account_changed');
  await press('Show account');
  expect(await screen.findByText(/The payout account changed after the request/)).toBeVisible();
  mockEndpoint('POST /admin/payout-requests/:id/destination', {
    method: 'banking',
    holder: 'Ada Winters',
    bankName: 'Good Bank',
    country: 'GB',
    iban: 'GB82 WEST 1234 5698 7654 32',
    accountNumber: null,
    routing: null,
    swift: 'WESTGB22',
    taxId: null,
    address: '',
  });
  await press('Show account');
  const account = within(await screen.findByRole('region', { name: 'Account' }));
  expect(account.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Account holder',
    'IBAN',
    'SWIFT / BIC',
    'Bank',
    'Country',
  ]);
  expect(account.getByText('GB82 WEST 1234 5698 7654 32')).toBeVisible();
});

it('offers no bank details before the approval, after the payout, or for payouts by the gateway', async () => {
  for (const changes of [{ status: 'pending' }, { method: 'stripe' }, { status: 'done' }] as const) {
    mockEndpoint('GET /payout-requests/:id/view', payout(changes));
    const { unmount } = renderScreen(<PayoutScreen />, { user, path: '/admin/payouts/1', query: { id: payout()._id } });
    await screen.findByRole('region', { name: 'Request' });
    expect(screen.queryByRole('button', { name: 'Show account' })).toBeNull();
    unmount();
  }
});

describe('payment files', () => {
  const open = (currency = 'EUR') => {
    mockEndpoint('GET /admin/payout-requests/search', singlePage(payout(), other, payout({ _id: at, method: 'stripe' })));
    return renderScreen(<PayoutsScreen />, { user, path: '/admin/payouts?tab=files', settings: { currency } });
  };

  it('are created from approved payouts of one method, and downloaded', async () => {
    mockEndpoint('GET /admin/payout-batches/search', singlePage());
    open();
    const bank = within(await screen.findByRole('region', { name: 'To bank accounts' }));
    expect(await bank.findByText('2 approved payouts · €155.00')).toBeVisible();
    expect(screen.getByText('No approved payouts to pay.')).toBeVisible();
    await press('Create file');
    await userEvent.click(screen.getByRole('checkbox', { name: /^Zed/ }));
    expect(screen.getByText(/^1 payout · €80.00/)).toBeVisible();
    const requests = mockEndpoint('POST /admin/payout-batches', batch({ count: 1, total: 80 }));
    mockEndpoint('GET /admin/payout-batches/search', singlePage(batch({ count: 1, total: 80 })));
    const downloaded = mockEndpoint('POST /admin/payout-batches/:id/file', {
      name: 'payouts.xml',
      mediaType: 'application/xml',
      content: '<a/>',
    });
    await press('Create and download');
    await waitFor(() => expect(downloaded).toHaveLength(1));
    expect(requests.map(({ body }) => body)).toEqual([{ format: 'sepa', payoutRequestIds: [payout()._id] }]);
    expect(await screen.findByRole('row', { name: /SEPA transfer.*0 of 1.*€80.00/ })).toBeVisible();
  });

  it('are CSV tables outside the SEPA area', async () => {
    mockEndpoint('GET /admin/payout-batches/search', singlePage());
    open('USD');
    await press('Create file');
    expect(screen.getByRole('radio', { name: /SEPA/ })).toBeDisabled();
    expect(screen.getByRole('radio', { name: /Table/ })).toBeChecked();
  });

  it('are marked as paid as a whole', async () => {
    mockEndpoint('GET /admin/payout-batches/search', singlePage(batch()));
    open();
    const marked = mockEndpoint('POST /admin/payout-batches/:id/done', batch({ done: 2 }));
    await press('Actions for the file with 2 payouts');
    await press('Mark all as paid');
    await userEvent.type(screen.getByLabelText(/Reference/), 'May');
    mockEndpoint('GET /admin/payout-batches/search', singlePage(batch({ done: 2 })));
    await press('Mark as paid');
    await waitFor(() => expect(marked.map(({ body }) => body)).toEqual([{ reference: 'May' }]));
    expect(await screen.findByText('2 of 2')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Actions for the file/ })).toBeNull();
  });
});
