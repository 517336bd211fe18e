/** The nightly ledger check in the console: the tile with the last result, and the results of the last nights. */
import { screen, within } from '@testing-library/react';
import { operator } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { LedgerCheckTile } from '../overview/ledger-check-tile';
import { NightlyChecks } from './nights';

startFakeHost();
const user = operator();
const balanced = {
  night: '2026-05-02',
  startedAt: '2026-05-02T03:00:00.000Z',
  endedAt: '2026-05-02T03:00:04.000Z',
  ok: true,
  broken: [],
};
const unbalanced = {
  ...balanced,
  night: '2026-05-01',
  ok: false,
  broken: [{ law: 'L5', says: 'Every balance is the sum of its entries.', differences: ['wallet:1 holds 5.00, its entries say 4.00'] }],
};

it('the nightly checks list each result, and can be retried after an error', async () => {
  mockEndpoint('GET /admin/ledger/checks', [balanced, unbalanced]);
  const { unmount } = renderScreen(<NightlyChecks />, { user });
  const nights = within(await screen.findByRole('list', { name: 'Nightly checks' }));
  expect(nights.getByText('May 2, 2026').closest('li')).toHaveTextContent('Balanced May 2, 2026 checked in 4 seconds');
  expect(nights.getByText('May 1, 2026').closest('li')).toHaveTextContent('wallet:1 holds 5.00');
  unmount();
  mockError('GET /admin/ledger/checks', 'service_unavailable');
  renderScreen(<NightlyChecks />, { user });
  expect(await screen.findByRole('button', { name: /try again/i })).toBeVisible();
});

it.each([
  ['Balanced', 'ledger, checked May 2, 2026', [balanced], '2026-05-03T10:00:00.000Z'],
  ['Not balanced', 'ledger, checked May 1, 2026', [unbalanced], '2026-05-02T10:00:00.000Z'],
  ['Balanced', 'ledger, not checked since May 2, 2026', [balanced], '2026-05-09T10:00:00.000Z'],
  ['None', 'nightly ledger check', [], '2026-05-09T10:00:00.000Z'],
])('the tile shows %s, %s', async (figure, label, nights, serverTime) => {
  mockEndpoint('GET /admin/ledger/checks', nights);
  renderScreen(<LedgerCheckTile serverTime={serverTime} />, { user });
  expect(await screen.findByRole('link', { name: `${figure} ${label}` })).toHaveAttribute('href', '/admin/transactions?tab=check');
});
