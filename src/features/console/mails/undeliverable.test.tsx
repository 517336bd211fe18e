/** Addresses with bounced mail, as operators see them. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { operator } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { UndeliverableScreen } from './undeliverable-screen';

startFakeHost();
const undeliverable = {
  _id: '0198c0de-0000-7000-8000-00000000000a',
  address: 'fin@example.com',
  reason: '550 5.1.1 no such user',
  since: '2026-05-01T10:00:00.000Z',
  createdAt: '2026-05-01T10:00:00.000Z',
};
const mockSearch = (data: (typeof undeliverable)[]) =>
  mockEndpoint('GET /admin/mails/undeliverable/search', { data, total: data.length, nextCursor: null });
const path = '/admin/mails/undeliverable';
beforeEach(() => {
  const bounceSources = { hearsByWebhook: true, hearsByMailbox: true };
  mockEndpoint('GET /admin/mails/health', { hard: 4, soft: 2, complaint: 1, undeliverable: 1, ...bounceSources });
});

test('a bounce is listed with its reason, and mail to its address can be allowed again', async () => {
  mockSearch([undeliverable]);
  const cleared = mockEndpoint('DELETE /admin/mails/undeliverable/:id', { cleared: true });
  renderScreen(<UndeliverableScreen />, { user: operator(), path });
  expect((await screen.findAllByText('550 5.1.1 no such user')).length).toBeGreaterThan(0);
  const figures = within(screen.getByRole('region', { name: 'Last 30 days' }));
  expect(figures.getByText('Webhook, Mailbox')).toBeInTheDocument();
  await userEvent.click(screen.getAllByRole('button', { name: 'Resume emails to fin@example.com' })[0] as HTMLElement);
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/fin@example.com gets all emails again/)).toBeInTheDocument();
  mockSearch([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Resume emails' }));
  expect(await screen.findByText('No undeliverable addresses')).toBeInTheDocument();
  expect(cleared).toHaveLength(1);
});

test('the list is read-only without the right to change it', async () => {
  mockSearch([undeliverable]);
  renderScreen(<UndeliverableScreen />, { user: operator({ rights: ['mails.read'] }), path });
  expect((await screen.findAllByText('fin@example.com')).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: /Resume emails/ })).not.toBeInTheDocument();
});
