/** API keys: created with rights that the operator holds, shown once, and removed after a confirmation. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ResponseOf } from '@web/services/call';
import { operator } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { KeysScreen } from './keys-screen';

startFakeHost();
const apiKey: ResponseOf<'GET /admin/api-keys'>[number] = {
  _id: '0198a000-0000-7000-8000-000000000001',
  name: 'Weekly sheet',
  hint: 'wxyz',
  rights: ['people.read'],
  maker: null,
  state: 'active',
  expiresAt: null,
  lastUsedAt: null,
  createdAt: '2026-03-04T05:06:07.000Z',
};

it("a key is created with a subset of the operator's rights, shown once, and hidden after that", async () => {
  mockEndpoint('GET /admin/api-keys', []);
  const requests = mockEndpoint('POST /admin/api-keys', { ...apiKey, key: 'key_abcdef' });
  renderScreen(<KeysScreen />, { user: { ...operator(), rights: ['people.read', 'keys.change'] }, path: '/admin/keys' });
  await screen.findByText('No keys yet');
  await userEvent.click(screen.getByRole('button', { name: 'New key' }));
  const form = screen.getByRole('dialog');
  expect(within(form).getAllByRole('checkbox')).toHaveLength(1);
  await userEvent.type(within(form).getByRole('textbox', { name: 'Name' }), 'Weekly sheet');
  await userEvent.click(within(form).getByRole('button', { name: 'Create key' }));
  expect(await within(form).findByText('Choose at least 1 permission.')).toBeInTheDocument();
  await userEvent.click(within(form).getByRole('checkbox'));
  await userEvent.click(within(form).getByRole('button', { name: 'Create key' }));
  expect(await screen.findByText('key_abcdef')).toBeInTheDocument();
  expect(requests[0]?.body).toEqual({ name: 'Weekly sheet', rights: ['people.read'], expiresAt: null });
  await userEvent.click(screen.getByRole('button', { name: 'I’ve saved it' }));
  expect(screen.queryByText('key_abcdef')).not.toBeInTheDocument();
});

it('a key is removed after a confirmation', async () => {
  mockEndpoint('GET /admin/api-keys', [apiKey]);
  const requests = mockEndpoint('DELETE /admin/api-keys/:id', { deleted: true as const });
  renderScreen(<KeysScreen />, { user: operator(), path: '/admin/keys' });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Weekly sheet' }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove key' }));
  await waitFor(() => expect(requests).toHaveLength(1));
});
