/** Payments in conversations, as the wallet lists them. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fan } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { singlePage, tip } from '../../../../tests/kit/fixtures/payments';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { ChargesTable } from './charges-table';

startFakeHost();

test('unlocked messages and message fees are listed with the performer and a receipt, and can be filtered', async () => {
  const requests = mockEndpoint(
    'GET /wallet/charges/search',
    singlePage(tip(5, { _id: 'a', type: 'message' }), tip(0.5, { _id: 'b', type: 'message_fee', text: '' })),
  );
  const { navigations } = renderScreen(<ChargesTable />, { user: fan(), path: '/wallet?tab=charges&type=message_fee' });
  const opened = await screen.findByRole('row', { name: /Unlocked message/ });
  expect(
    within(opened)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/ada']);
  expect(screen.getByRole('row', { name: /Message fee/ })).toHaveTextContent('0.50 tokens');
  expect(requests[0]?.query.get('type')).toBe('message_fee');
  await userEvent.click(screen.getByRole('button', { name: 'Receipt: Message fee, Ada' }));
  const receipt = screen.getByRole('dialog', { name: 'Message fee, Ada' });
  expect(receipt).toHaveTextContent('You pay 0.50');
  await userEvent.click(within(receipt).getByRole('button', { name: 'Close' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Unlocked message');
  expect(navigations()[0]).toContain('type=message');
});
