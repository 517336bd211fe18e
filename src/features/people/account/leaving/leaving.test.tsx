/** Deleting the account, what is lost by it, and restoring it. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fan, performer } from '../../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockNetworkError, mockError, startFakeHost } from '../../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import { DeleteSection } from './delete-section';
import { DeletionScreen } from './deletion-screen';

startFakeHost();

const noLosses = { deletesAt: null, obstacles: [], balance: 0, renewals: 0, orders: 0, subscribers: 0, items: 0, itemsSold: 0 };
const deletesAt = '2026-06-01T12:00:00.000Z';
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('deleting the account', () => {
  it('shows the losses in numbers, and asks for the password', async () => {
    mockEndpoint('GET /account/deletion', { ...noLosses, balance: 12.5, renewals: 2, orders: 1 });
    const requests = mockError('POST /account/deletion', 'wrong_password', {
      issues: [{ path: 'currentPassword', message: 'This isn’t your current password.' }],
    });
    renderScreen(<DeleteSection />, { user: fan() });
    await press('Delete account');
    const dialog = await screen.findByRole('dialog', { name: 'Delete your account?' });
    for (const text of [/12.50 tokens in your wallet/, /2 subscriptions/, /1 order on the way/, /Payments, purchases and orders/])
      expect(within(dialog).getByText(text)).toBeVisible();
    await press('Delete my account');
    expect(await within(dialog).findByText('Enter your password.')).toBeVisible();
    expect(requests).toHaveLength(0);
    await userEvent.type(within(dialog).getByLabelText('Password'), 'not this');
    await press('Delete my account');
    expect(await within(dialog).findByText('This isn’t your current password.')).toBeVisible();
    const accepted = mockEndpoint('POST /account/deletion', { deletesAt });
    await userEvent.type(within(dialog).getByLabelText('Password'), ' one');
    await press('Delete my account');
    await screen.findByText(/will be deleted on Jun 1, 2026/).catch(() => undefined);
    expect(accepted).toHaveLength(1);
  });

  it('lists what has to be settled first, with links', async () => {
    mockEndpoint('GET /account/deletion', { ...noLosses, obstacles: ['payout_pending', 'orders_open'] });
    renderScreen(<DeleteSection />, { user: performer({ username: 'ada' }) });
    expect(await screen.findByRole('link', { name: 'Your payouts' })).toHaveAttribute('href', '/ada?tab=payouts');
    expect(screen.getByRole('link', { name: 'Your orders' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull();
  });

  it('links to the payments while one is pending', async () => {
    mockEndpoint('GET /account/deletion', { ...noLosses, obstacles: ['payment_pending'] });
    renderScreen(<DeleteSection />, { user: fan() });
    expect(await screen.findByRole('link', { name: 'Your payments' })).toHaveAttribute('href', '/wallet?tab=payments');
    expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull();
  });

  it('offers a retry when the deletion status cannot be loaded', async () => {
    mockNetworkError('GET /account/deletion');
    renderScreen(<DeleteSection />, { user: fan() });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

describe('an account that is scheduled for deletion', () => {
  it('is restored with one press, with an error when it is too late', async () => {
    renderScreen(<DeletionScreen />, { user: fan({ status: 'deleting', deletesAt }) });
    const rejected = mockError('DELETE /account/deletion', 'deletion_begun');
    await press('Keep my account');
    expect(await screen.findByText(/too late/)).toBeVisible();
    mockEndpoint('DELETE /account/deletion', { cancelled: true });
    const refreshed = mockEndpoint('GET /users/me', fan());
    await press('Keep my account');
    expect(rejected).toHaveLength(1);
    expect(await screen.findByText(/Nothing was deleted\. Everything is still there/)).toBeVisible();
    expect(refreshed).toHaveLength(1);
  });

  it('is shown as active once the deletion has been canceled', async () => {
    renderScreen(<DeletionScreen />, { user: fan() });
    expect(await screen.findByRole('link', { name: 'Continue' })).toBeVisible();
  });
});
