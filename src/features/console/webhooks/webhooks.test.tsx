/** Webhooks in the console: created, failed deliveries with their error, and redelivery. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ResponseOf } from '@web/services/call';
import { operator } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { WebhooksScreen } from './webhooks-screen';

startFakeHost();
const at = '2026-03-04T05:06:07.000Z';
const webhook: ResponseOf<'GET /admin/webhooks'>[number] = {
  _id: '0198a000-0000-7000-8000-000000000001',
  url: 'https://example.com/hooks',
  events: ['payout.done'],
  isActive: true,
  failingSince: null,
  lastDeliveredAt: at,
  createdAt: at,
  updatedAt: at,
};
const delivery: ResponseOf<'GET /admin/webhooks/deliveries/search'>['data'][number] = {
  _id: '0198a000-0000-7000-8000-000000000002',
  webhookId: webhook._id,
  url: webhook.url,
  event: 'payout.done',
  tries: 12,
  state: 'failed',
  outcome: 'Connection refused.',
  runsAt: null,
  body: '{"event":"payout.done"}',
  createdAt: at,
  updatedAt: at,
};
const page = (data: (typeof delivery)[]) => ({ data, total: data.length, nextCursor: null });
const show = () => renderScreen(<WebhooksScreen />, { user: operator(), path: '/admin/webhooks' });
const { click, type } = userEvent;

it('a webhook is created with its events, and its secret is shown once', async () => {
  mockEndpoint('GET /admin/webhooks', []);
  mockEndpoint('GET /admin/webhooks/deliveries/search', page([]));
  const requests = mockEndpoint('POST /admin/webhooks', { ...webhook, secret: 'whsec_abc' });
  show();
  expect(await screen.findByText('No webhooks yet')).toBeVisible();
  expect(await screen.findByText('No deliveries yet')).toBeVisible();
  await click(screen.getByRole('button', { name: 'New webhook' }));
  const form = within(screen.getByRole('dialog'));
  await type(form.getByRole('textbox', { name: 'Address' }), webhook.url);
  await click(form.getByRole('button', { name: 'Create webhook' }));
  expect(await form.findByText('Choose at least 1 event.')).toBeVisible();
  await click(form.getByRole('checkbox', { name: 'Payout paid' }));
  await click(form.getByRole('button', { name: 'Create webhook' }));
  expect(await screen.findByText('whsec_abc')).toBeVisible();
  expect(requests[0]?.body).toEqual({ url: webhook.url, events: ['payout.done'] });
  await click(screen.getByRole('button', { name: 'I’ve saved it' }));
  expect(screen.queryByText('whsec_abc')).not.toBeInTheDocument();
});

it('a failed delivery shows why, and is redelivered after a confirmation', async () => {
  mockEndpoint('GET /admin/webhooks', [{ ...webhook, isActive: false, failingSince: at }]);
  mockEndpoint('GET /admin/webhooks/deliveries/search', page([delivery]));
  const requests = mockEndpoint('POST /admin/webhooks/deliveries/:id/replay', { ...delivery, state: 'pending' });
  show();
  expect(await screen.findByText(/The webhook was turned off/)).toBeVisible();
  const row = within(await screen.findByRole('table', { name: 'Deliveries' }));
  expect(row.getByText('Failed')).toBeVisible();
  expect(row.getByText('Connection refused.')).toBeVisible();
  await click(row.getByRole('button', { name: 'Send again: Payout paid' }));
  await click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(await screen.findByText('Sending the event again')).toBeVisible();
});

it('a webhook is turned off and removed, each after a confirmation', async () => {
  mockEndpoint('GET /admin/webhooks', [webhook]);
  mockEndpoint('GET /admin/webhooks/deliveries/search', page([]));
  const [changed, removed] = [
    mockEndpoint('PUT /admin/webhooks/:id', { ...webhook, isActive: false }),
    mockEndpoint('DELETE /admin/webhooks/:id', { deleted: true as const }),
  ];
  show();
  await click(await screen.findByRole('button', { name: `Turn off ${webhook.url}` }));
  await click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Turn off' }));
  await waitFor(() => expect(changed[0]?.body).toEqual({ isActive: false }));
  await click(await screen.findByRole('button', { name: `Remove ${webhook.url}` }));
  await click(within(await screen.findByRole('alertdialog', { name: /Remove/ })).getByRole('button', { name: 'Remove webhook' }));
  await waitFor(() => expect(removed).toHaveLength(1));
});

it('a list that fails to load shows an error, and can be retried', async () => {
  mockError('GET /admin/webhooks', 'service_unavailable');
  mockEndpoint('GET /admin/webhooks/deliveries/search', page([]));
  show();
  const retryButton = await within(screen.getByRole('region', { name: 'Recipients' })).findByRole('button', { name: /try again/i });
  mockEndpoint('GET /admin/webhooks', [webhook]);
  await click(retryButton);
  expect(await screen.findByText(webhook.url)).toBeVisible();
});
