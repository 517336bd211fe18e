/** Deleting the account, with what is lost by it, and keeping it after all. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fan, performer } from '../../../../../tests/kit/answers/accounts';
import { answer, cutOff, refuse, startTestHost } from '../../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import { DeleteSection } from './delete-section';
import { DeletionScreen } from './deletion-screen';

startTestHost();

const nothing = { deletesAt: null, obstacles: [], balance: 0, renewals: 0, orders: 0, subscribers: 0, items: 0, itemsSold: 0 };
const deletesAt = '2026-06-01T12:00:00.000Z';
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('deleting the account', () => {
  it('says what is lost in figures, and asks for the password', async () => {
    answer('GET /account/deletion', { ...nothing, balance: 12.5, renewals: 2, orders: 1 });
    const asked = refuse('POST /account/deletion', 'wrong_password', {
      issues: [{ path: 'currentPassword', message: 'This is not your present password.' }],
    });
    renderScreen(<DeleteSection />, { user: fan() });
    await press('Delete account');
    const dialog = await screen.findByRole('dialog', { name: 'Delete your account?' });
    for (const words of [/12.50 tokens in your wallet/, /2 subscriptions/, /1 order on the way/, /Payments, purchases and orders/])
      expect(within(dialog).getByText(words)).toBeVisible();
    await press('Delete my account');
    expect(await within(dialog).findByText('Enter your password.')).toBeVisible();
    expect(asked).toHaveLength(0);
    await userEvent.type(within(dialog).getByLabelText('Password'), 'not this');
    await press('Delete my account');
    expect(await within(dialog).findByText('This is not your present password.')).toBeVisible();
    const sent = answer('POST /account/deletion', { deletesAt });
    await userEvent.type(within(dialog).getByLabelText('Password'), ' one');
    await press('Delete my account');
    await screen.findByText(/will be deleted on Jun 1, 2026/).catch(() => undefined);
    expect(sent).toHaveLength(1);
  });

  it('names what has to be settled first, with the way there', async () => {
    answer('GET /account/deletion', { ...nothing, obstacles: ['payout_pending', 'orders_open'] });
    renderScreen(<DeleteSection />, { user: performer({ username: 'ada' }) });
    expect(await screen.findByRole('link', { name: 'Your payouts' })).toHaveAttribute('href', '/ada?tab=payouts');
    expect(screen.getByRole('link', { name: 'Your orders' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull();
  });

  it('says when its state cannot be read', async () => {
    cutOff('GET /account/deletion');
    renderScreen(<DeleteSection />, { user: fan() });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

describe('an account that is being deleted', () => {
  it('is kept with one press', async () => {
    renderScreen(<DeletionScreen />, { user: fan({ status: 'deleting', deletesAt }) });
    const sent = refuse('DELETE /account/deletion', 'deletion_begun');
    await press('Keep my account');
    expect(await screen.findByText(/too late/)).toBeVisible();
    answer('DELETE /account/deletion', { cancelled: true });
    const refreshed = answer('GET /users/me', fan());
    await press('Keep my account');
    expect(sent).toHaveLength(1);
    expect(await screen.findByText(/everything is there again/)).toBeVisible();
    expect(refreshed).toHaveLength(1);
  });

  it('is told when it stays', async () => {
    renderScreen(<DeletionScreen />, { user: fan() });
    expect(await screen.findByRole('link', { name: 'Go on' })).toBeVisible();
  });
});
