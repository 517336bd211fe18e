/** The address book in the account settings. */
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { errors } from '@contract/kernel/errors';
import * as messages from '@contract/kernel/messages';
import * as limits from '@contract/kernel/limits';
import { endpointKeyText } from '@web/services/use-endpoint';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { addressesRequest } from '@web/checkout/use-addresses';
import { fan } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { singlePage } from '../../../../tests/kit/fixtures/payments';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { deliveryAddress } from '../../../../tests/kit/fixtures/store';
import { AddressBook } from './address-book';

startFakeHost();

const finn = fan({ name: 'Finn Miller', country: 'AT' });
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const type = async (label: string | RegExp, text: string) => userEvent.type(screen.getByLabelText(label), text);
const work = deliveryAddress({
  _id: '0198c0de-0000-7000-8000-0000000d00a2',
  name: 'Finn at work',
  streetAddress: 'Graben',
  streetNumber: '7',
});

const austria = {
  code: 'AT',
  name: 'Austria',
  flag: '/flags/at.svg',
  capital: 'Vienna',
  region: 'Europe',
  currency: { code: 'EUR', name: 'Euro', symbol: '€' },
  language: { code: 'de', name: 'German' },
  demonym: 'Austrian',
};

beforeEach(() => {
  localStorage.clear();
  for (const { id } of toasts.read()) dismissToast(id);
  mockEndpoint('GET /countries/list', [austria]);
  mockEndpoint('GET /states/:country', [{ name: 'Vienna', code: '9' }]);
  mockEndpoint('GET /cities/:country/:state', [{ name: 'Vienna' }, { name: 'Schwechat' }]);
});

const open = () => renderScreen(<AddressBook />, { user: finn });

it('lists the addresses in postal format', async () => {
  mockEndpoint('GET /addresses/search', singlePage(deliveryAddress(), work));
  open();
  expect(await screen.findByText('Ringstrasse 5, 1010 Vienna, Austria')).toBeVisible();
  expect(screen.getByText('Finn at work')).toBeVisible();
});

it('deletes an address that was loaded with the page', async () => {
  mockEndpoint('DELETE /addresses/:id', { deleted: true });
  const fallback = { [endpointKeyText('GET /addresses/search', addressesRequest)]: singlePage(deliveryAddress(), work) };
  renderScreen(<AddressBook />, { user: finn, fallback });
  await press('Delete address for Finn Miller');
  await waitFor(() => expect(screen.queryByText('Ringstrasse 5, 1010 Vienna, Austria')).toBeNull());
  expect(screen.getByText('Finn at work')).toBeVisible();
});

it('adds an address, with known states and cities as suggestions', async () => {
  mockEndpoint('GET /addresses/search', singlePage());
  const requests = mockEndpoint('POST /addresses/create', deliveryAddress());
  const cities = mockEndpoint('GET /cities/:country/:state', [{ name: 'Vienna' }, { name: 'Schwechat' }]);
  const { container } = open();
  expect(await screen.findByText('No addresses yet')).toBeVisible();
  await press('Add address');
  expect(screen.getByLabelText('Name')).toHaveValue('Finn Miller');
  await waitFor(() => expect(container.querySelector('datalist option')).toHaveValue('Vienna'));
  await type(/^State or region/, 'vienna');
  await waitFor(() => expect(cities[0]?.params).toEqual({ country: 'AT', state: '9' }));
  await waitFor(() => expect(container.querySelectorAll('datalist option')).toHaveLength(3));
  await type('City', 'Vienna');
  await type('Street', 'Ringstrasse');
  await type('House number', '5');
  await type('Postal code', '1010');
  await press('Save address');
  expect(await screen.findByText('Ringstrasse 5, 1010 Vienna, Austria')).toBeVisible();
  expect(screen.getByText(messages.saved)).toBeVisible();
  expect(screen.queryByRole('form')).toBeNull();
  expect(requests[0]?.body).toEqual({
    name: 'Finn Miller',
    country: 'AT',
    state: 'vienna',
    city: 'Vienna',
    district: '',
    ward: '',
    streetAddress: 'Ringstrasse',
    streetNumber: '5',
    zipCode: '1010',
    note: '',
  });
});

it('asks for missing fields before it sends anything', async () => {
  mockEndpoint('GET /addresses/search', singlePage());
  const requests = mockEndpoint('POST /addresses/create', deliveryAddress());
  renderScreen(<AddressBook />, { user: fan({ name: 'Finn' }) });
  await press('Add address');
  await userEvent.clear(screen.getByLabelText('Name'));
  await press('Save address');
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveAccessibleDescription(/Enter the recipient’s name/));
  expect(screen.getByText('Choose a country.')).toBeVisible();
  expect(screen.getByLabelText('City')).toHaveAccessibleDescription('Enter the city.');
  expect(screen.getByLabelText('Postal code')).toHaveAccessibleDescription('Use 2 to 10 characters.');
  expect(screen.getByLabelText('Name')).toHaveFocus();
  expect(requests).toEqual([]);
});

it('keeps what was typed until it is saved', async () => {
  mockEndpoint('GET /addresses/search', singlePage());
  const first = open();
  await press('Add address');
  await type('City', 'Schwechat');
  act(() => first.unmount());
  open();
  await press('Add address');
  expect(await screen.findByDisplayValue('Schwechat')).toBeVisible();
});

it('edits an address in place', async () => {
  mockEndpoint('GET /addresses/search', singlePage(deliveryAddress(), work));
  const changed = mockEndpoint('PUT /addresses/:id', deliveryAddress({ streetNumber: '6' }));
  open();
  await press('Edit address for Finn Miller');
  await userEvent.clear(screen.getByLabelText('House number'));
  await type('House number', '6');
  await press('Save address');
  expect(await screen.findByText('Ringstrasse 6, 1010 Vienna, Austria')).toBeVisible();
  expect(changed[0]?.params).toEqual({ id: deliveryAddress()._id });
  expect(changed[0]?.body).toMatchObject({ streetNumber: '6', city: 'Vienna' });
});

it.each([
  ['country_unknown', 'Country'],
  ['address_not_found', null],
] as const)('shows an error, at its field if it concerns one: %s', async (code, field) => {
  mockEndpoint('GET /addresses/search', singlePage(deliveryAddress()));
  mockError('PUT /addresses/:id', code);
  open();
  await press('Edit address for Finn Miller');
  await press('Save address');
  expect(await screen.findByText(errors[code][1])).toBeVisible();
  if (field !== null) expect(await screen.findByLabelText(field)).toHaveAccessibleDescription(errors[code][1]);
  expect(screen.getByLabelText('City')).toHaveValue('Vienna');
});

it('deletes an address, and restores it on undo', async () => {
  mockEndpoint('GET /addresses/search', singlePage(deliveryAddress(), work));
  const deleted = mockEndpoint('DELETE /addresses/:id', { deleted: true });
  const requests = mockEndpoint('POST /addresses/create', deliveryAddress({ _id: '0198c0de-0000-7000-8000-0000000d00a3' }));
  open();
  await press('Delete address for Finn Miller');
  await waitFor(() => expect(screen.queryByText('Finn Miller')).toBeNull());
  expect(deleted[0]?.params).toEqual({ id: deliveryAddress()._id });
  await press(/Undo/);
  expect(await screen.findByText('Finn Miller')).toBeVisible();
  expect(requests[0]?.body).toMatchObject({ name: 'Finn Miller', zipCode: '1010' });
});

it('keeps an address that the API did not delete', async () => {
  mockEndpoint('GET /addresses/search', singlePage(deliveryAddress()));
  mockError('DELETE /addresses/:id', 'service_unavailable');
  open();
  await press('Delete address for Finn Miller');
  expect(await screen.findByText(errors.service_unavailable[1])).toBeVisible();
  expect(screen.getByText('Finn Miller')).toBeVisible();
});

it('allows no more than ten addresses', async () => {
  const many = Array.from({ length: limits.addressBookMax }, (_, index) => deliveryAddress({ _id: `address-${String(index)}` }));
  mockEndpoint('GET /addresses/search', singlePage(...many));
  open();
  expect(await screen.findByText('10 of 10 addresses. Delete an address to add another.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add address' })).toBeNull();
});

it('shows an error when the addresses cannot be loaded, and retries', async () => {
  mockError('GET /addresses/search', 'service_unavailable');
  open();
  expect(await screen.findByText(errors.service_unavailable[1])).toBeVisible();
  mockEndpoint('GET /addresses/search', singlePage(deliveryAddress()));
  await press('Try again');
  expect(await screen.findByText('Finn Miller')).toBeVisible();
});
