/** Blocking a country: blocking the operator's own country requires its code. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { errors } from '@contract/kernel/errors';
import type { ResponseOf } from '@web/services/call';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { operator } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { CountryBlocksScreen } from './country-blocks';

startFakeHost();
afterEach(() => {
  for (const { id } of toasts.read()) dismissToast(id);
});

const country = (code: string, name: string): ResponseOf<'GET /countries/list'>[number] => ({
  name,
  code,
  capital: '',
  region: '',
  currency: { code: '', name: '', symbol: '' },
  language: { code: 'en', name: 'English' },
  flag: `/flags/${code}.svg`,
  demonym: null,
});

async function choose(name: string): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole('button', { name: 'Block country' }));
  const dialog = await screen.findByRole('alertdialog');
  const field = await within(dialog).findByRole('combobox', { name: 'Country' });
  await userEvent.type(field, name);
  await userEvent.click(await within(dialog).findByText(name));
  return dialog;
}

beforeEach(() => {
  mockEndpoint('GET /admin/blocked-countries', { countryCodes: [], refused: [] });
  mockEndpoint('GET /countries/list', [country('FR', 'France'), country('DE', 'Germany')]);
});

it('blocks another country immediately', async () => {
  const requests = mockEndpoint('PUT /admin/blocked-countries', { countryCodes: ['DE'], refused: [] });
  renderScreen(<CountryBlocksScreen ownCountry="FR" />, { user: operator(), path: '/admin/countries' });
  const dialog = await choose('Germany');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Block' }));
  expect(await screen.findByRole('button', { name: 'Unblock Germany' })).toBeInTheDocument();
  expect(requests[0]?.body).toEqual({ countryCodes: ['DE'] });
});

it("blocks the operator's own country only after its code was typed", async () => {
  const requests = mockEndpoint('PUT /admin/blocked-countries', { countryCodes: ['FR'], refused: [] });
  renderScreen(<CountryBlocksScreen ownCountry="FR" />, { user: operator(), path: '/admin/countries' });
  const dialog = await choose('France');
  expect(await within(dialog).findByText('This is your own country')).toBeInTheDocument();
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Type FR to confirm' }), 'DE');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Block' }));
  expect(await within(dialog).findByText('Type FR to block your own country.')).toBeInTheDocument();
  expect(requests).toHaveLength(0);

  const code = within(dialog).getByRole('textbox', { name: 'Type FR to confirm' });
  await userEvent.clear(code);
  await userEvent.type(code, 'fr');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Block' }));
  await waitFor(() => expect(requests[0]?.body).toEqual({ countryCodes: ['FR'] }));
  expect(await screen.findByRole('button', { name: 'Unblock France' })).toBeInTheDocument();
});

it('unblocks two countries one after the other, and blocks neither again', async () => {
  mockEndpoint('GET /admin/blocked-countries', { countryCodes: ['DE', 'FR'], refused: [] });
  const waiting: (() => void)[] = [];
  const requests = mockEndpoint('PUT /admin/blocked-countries', async ({ body }) => {
    await new Promise<void>((done) => waiting.push(done));
    return { ...(body as { countryCodes: string[] }), refused: [] };
  });
  renderScreen(<CountryBlocksScreen ownCountry={null} />, { user: operator(), path: '/admin/countries' });
  await userEvent.click(await screen.findByRole('button', { name: 'Unblock Germany' }));
  await userEvent.click(screen.getByRole('button', { name: 'Unblock France' }));
  await waitFor(() => expect(waiting).toHaveLength(1));
  waiting[0]?.();
  await waitFor(() => expect(waiting).toHaveLength(2));
  waiting[1]?.();
  expect(await screen.findByText('Available worldwide')).toBeInTheDocument();
  expect(requests.map(({ body }) => body)).toEqual([{ countryCodes: ['FR'] }, { countryCodes: [] }]);
});

it('shows an error when undoing an unblock fails', async () => {
  mockEndpoint('GET /admin/blocked-countries', { countryCodes: ['DE'], refused: [] });
  mockEndpoint('PUT /admin/blocked-countries', { countryCodes: [], refused: [] });
  renderScreen(<CountryBlocksScreen ownCountry={null} />, { user: operator(), path: '/admin/countries' });
  await userEvent.click(await screen.findByRole('button', { name: 'Unblock Germany' }));
  const undo = await screen.findByRole('button', { name: 'Undo' });
  mockError('PUT /admin/blocked-countries', 'right_missing');
  await userEvent.click(undo);
  expect(await screen.findByText(errors.right_missing[1])).toBeInTheDocument();
});
