/** The wallet pill on every page. */
import { act, screen, waitFor } from '@testing-library/react';
import { balanceReceived } from '@web/session/store/user.slice';
import { useCurrentUser } from '@web/session/store/hooks';
import { fan, operator, performer } from '../../../tests/kit/fixtures/accounts';
import { renderScreen } from '../../../tests/kit/screens/render';
import { LazyWalletPill } from './lazy-wallet-pill';
import { WalletPill } from './wallet-pill';

function CurrentUserPill() {
  const user = useCurrentUser();
  return user === null ? null : <WalletPill user={user} />;
}

it('links a fan to the wallet, and updates the balance from events', async () => {
  const { store } = renderScreen(<CurrentUserPill />, { user: fan({ balance: 20 }) });
  expect(screen.getByRole('link', { name: 'Wallet, 20 tokens' })).toHaveAttribute('href', '/wallet');
  act(() => void store.dispatch(balanceReceived(70.5)));
  expect(screen.getByRole('link', { name: 'Wallet, 70.50 tokens' })).toBeInTheDocument();
  await waitFor(() => expect(screen.getByText('70.50')).toBeInTheDocument());
});

it('links a performer to the payouts', () => {
  renderScreen(<CurrentUserPill />, { user: performer({ balance: 80 }) });
  expect(screen.getByRole('link', { name: 'Earnings, 80 tokens' })).toHaveAttribute('href', '/ada?tab=payouts');
});

it('warns a fan whose wallet does not cover the next renewal, visually and for screen readers', () => {
  const { store } = renderScreen(<CurrentUserPill />, { user: fan({ balance: 9.98, nextWalletRenewal: 9.99 }) });
  expect(screen.getByRole('link', { name: 'Wallet, 9.98 tokens, not enough for the next renewal' })).toHaveClass('short');
  act(() => void store.dispatch(balanceReceived(9.99)));
  expect(screen.getByRole('link', { name: 'Wallet, 9.99 tokens' })).not.toHaveClass('short');
});

it('is hidden for operators, who have no wallet', async () => {
  const { unmount } = renderScreen(<LazyWalletPill user={fan()} />, { user: fan() });
  expect(await screen.findByRole('link', { name: /^Wallet/ })).toBeVisible();
  unmount();
  renderScreen(<LazyWalletPill user={operator()} />, { user: operator() });
  expect(screen.queryByRole('link')).toBeNull();
});
