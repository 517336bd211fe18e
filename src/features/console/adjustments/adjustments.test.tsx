/** Balance adjustments: proposed with an idempotency key, decided by another operator after a confirmation. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { operator } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { AdjustmentsTable } from './adjustments-table';
import { BalancePanel } from './balance-panel';

startFakeHost();
const user = operator();
const at = '2026-03-04T05:06:07.000Z';
const id = '0198a000-0000-7000-8000-000000000001';
const person = {
  _id: id,
  username: 'wilma',
  name: 'Wilma',
  avatar: '/images/avatar.svg',
  isPerformer: false,
  isVerified: false,
  isOnline: false,
};
const adjustment = {
  _id: id,
  person,
  account: `wallet:${id}`,
  amount: -5,
  reason: 'Charged twice',
  status: 'pending' as const,
  proposedBy: person,
  decidedBy: null,
  decidedAt: null,
  note: null,
  isOwn: false,
  aloneFrom: null,
  createdAt: at,
  updatedAt: at,
};

it('requires an amount, and proposes a deduction as a negative adjustment', async () => {
  const requests = mockError('POST /admin/ledger/adjustments', 'service_unavailable');
  renderScreen(<BalancePanel person={{ ...person, balance: 20 }} />, { user });
  await userEvent.click(screen.getByRole('button', { name: 'Correct balance' }));
  const dialog = screen.getByRole('alertdialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Propose correction' }));
  expect(await within(dialog).findByText(/Enter an amount above 0, like 5\.00/)).toBeInTheDocument();
  await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: 'Direction' }), 'take');
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Amount' }), '5,00');
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Charged twice');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Propose correction' }));
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]?.body).toEqual({ personId: id, amount: -5, reason: 'Charged twice' });
});

it('lets another operator approve an adjustment after a confirmation, and its author only withdraw it', async () => {
  mockEndpoint('GET /admin/ledger/adjustments/search', {
    data: [adjustment, { ...adjustment, _id: id.replace(/1$/, '2'), isOwn: true }],
    total: 2,
    nextCursor: null,
  });
  const requests = mockEndpoint('POST /admin/ledger/adjustments/:id/approve', { ...adjustment, status: 'approved' as const });
  renderScreen(<AdjustmentsTable />, { user, path: '/admin/transactions?tab=corrections' });
  await screen.findByRole('button', { name: 'Withdraw' });
  expect(screen.getAllByRole('button', { name: 'Approve' })).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Approve' }));
  const dialog = screen.getByRole('alertdialog');
  expect(within(dialog).getByText('5.00 tokens are deducted from Wilma’s balance immediately.')).toBeInTheDocument();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Approve correction' }));
  await waitFor(() => expect(requests).toHaveLength(1));
});
