/** The address book among the account's settings. */
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { errors, messages } from '@contract/kernel/errors';
import * as limits from '@contract/kernel/limits';
import { endpointKeyText } from '@web/services/use-endpoint';
import { dropToast, toasts } from '@web/ui/feedback/toast-queue';
import { addressesRead } from '@web/session/use-addresses';
import { fan } from '../../../../tests/kit/answers/accounts';
import { answer, refuse, startTestHost } from '../../../../tests/kit/screens/fake-host';
import { pageOf } from '../../../../tests/kit/answers/payments';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { home } from '../../../../tests/kit/answers/store';
import { AddressBook } from './address-book';

startTestHost();

const finn = fan({ name: 'Finn Miller', country: 'AT' });
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const type = async (label: string | RegExp, text: string) => userEvent.type(screen.getByLabelText(label), text);
const work = home({ _id: '0198c0de-0000-7000-8000-0000000d00a2', name: 'Finn at work', streetAddress: 'Graben', streetNumber: '7' });

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
  for (const { id } of toasts.read()) dropToast(id);
  answer('GET /countries/list', [austria]);
  answer('GET /states/:country', [{ name: 'Vienna', code: '9' }]);
  answer('GET /cities/:country/:state', [{ name: 'Vienna' }, { name: 'Schwechat' }]);
});

const open = () => renderScreen(<AddressBook />, { user: finn });

it('lists the addresses as they are written on a parcel', async () => {
  answer('GET /addresses/search', pageOf(home(), work));
  open();
  expect(await screen.findByText('Ringstrasse 5, 1010 Vienna, Austria')).toBeVisible();
  expect(screen.getByText('Finn at work')).toBeVisible();
});

it('takes one away that came with the page', async () => {
  answer('DELETE /addresses/:id', { deleted: true });
  const given = { [endpointKeyText('GET /addresses/search', addressesRead)]: pageOf(home(), work) };
  renderScreen(<AddressBook />, { user: finn, fallback: given });
  await press('Delete address of Finn Miller');
  await waitFor(() => expect(screen.queryByText('Ringstrasse 5, 1010 Vienna, Austria')).toBeNull());
  expect(screen.getByText('Finn at work')).toBeVisible();
});

it('adds one, with the states and cities that are known as proposals', async () => {
  answer('GET /addresses/search', pageOf());
  const made = answer('POST /addresses/create', home());
  const cities = answer('GET /cities/:country/:state', [{ name: 'Vienna' }, { name: 'Schwechat' }]);
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
  await type('Number', '5');
  await type('Postal code', '1010');
  await press('Save address');
  expect(await screen.findByText('Ringstrasse 5, 1010 Vienna, Austria')).toBeVisible();
  expect(screen.getByText(messages.saved)).toBeVisible();
  expect(screen.queryByRole('form')).toBeNull();
  expect(made[0]?.body).toEqual({
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

it('asks for what is missing before it sends anything', async () => {
  answer('GET /addresses/search', pageOf());
  const made = answer('POST /addresses/create', home());
  renderScreen(<AddressBook />, { user: fan({ name: 'Finn' }) });
  await press('Add address');
  await userEvent.clear(screen.getByLabelText('Name'));
  await press('Save address');
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveAccessibleDescription(/Enter the name of who receives it/));
  expect(screen.getByText('Choose the country.')).toBeVisible();
  expect(screen.getByLabelText('City')).toHaveAccessibleDescription('Enter the city.');
  expect(screen.getByLabelText('Postal code')).toHaveAccessibleDescription('Use 2 to 10 characters.');
  expect(screen.getByLabelText('Name')).toHaveFocus();
  expect(made).toEqual([]);
});

it('keeps what was typed until it was saved', async () => {
  answer('GET /addresses/search', pageOf());
  const first = open();
  await press('Add address');
  await type('City', 'Schwechat');
  act(() => first.unmount());
  open();
  await press('Add address');
  expect(await screen.findByDisplayValue('Schwechat')).toBeVisible();
});

it('changes one in its place', async () => {
  answer('GET /addresses/search', pageOf(home(), work));
  const changed = answer('PUT /addresses/:id', home({ streetNumber: '6' }));
  open();
  await press('Edit address of Finn Miller');
  await userEvent.clear(screen.getByLabelText('Number'));
  await type('Number', '6');
  await press('Save address');
  expect(await screen.findByText('Ringstrasse 6, 1010 Vienna, Austria')).toBeVisible();
  expect(changed[0]?.params).toEqual({ id: home()._id });
  expect(changed[0]?.body).toMatchObject({ streetNumber: '6', city: 'Vienna' });
});

it.each([
  ['country_unknown', 'Country'],
  ['address_not_found', null],
] as const)('says a refusal where it belongs: %s', async (code, field) => {
  answer('GET /addresses/search', pageOf(home()));
  refuse('PUT /addresses/:id', code);
  open();
  await press('Edit address of Finn Miller');
  await press('Save address');
  expect(await screen.findByText(errors[code][1])).toBeVisible();
  if (field !== null) expect(await screen.findByLabelText(field)).toHaveAccessibleDescription(errors[code][1]);
  expect(screen.getByLabelText('City')).toHaveValue('Vienna');
});

it('deletes one, and brings it back when that is undone', async () => {
  answer('GET /addresses/search', pageOf(home(), work));
  const deleted = answer('DELETE /addresses/:id', { deleted: true });
  const made = answer('POST /addresses/create', home({ _id: '0198c0de-0000-7000-8000-0000000d00a3' }));
  open();
  await press('Delete address of Finn Miller');
  await waitFor(() => expect(screen.queryByText('Finn Miller')).toBeNull());
  expect(deleted[0]?.params).toEqual({ id: home()._id });
  await press(/Undo/);
  expect(await screen.findByText('Finn Miller')).toBeVisible();
  expect(made[0]?.body).toMatchObject({ name: 'Finn Miller', zipCode: '1010' });
});

it('keeps what the host did not delete', async () => {
  answer('GET /addresses/search', pageOf(home()));
  refuse('DELETE /addresses/:id', 'service_unavailable');
  open();
  await press('Delete address of Finn Miller');
  expect(await screen.findByText(errors.service_unavailable[1])).toBeVisible();
  expect(screen.getByText('Finn Miller')).toBeVisible();
});

it('takes no more than ten', async () => {
  const many = Array.from({ length: limits.addressBookMax }, (_, index) => home({ _id: `address-${String(index)}` }));
  answer('GET /addresses/search', pageOf(...many));
  open();
  expect(await screen.findByText('10 of 10 addresses. Delete one to add another.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add address' })).toBeNull();
});

it('says when the book cannot be read, and tries again', async () => {
  refuse('GET /addresses/search', 'service_unavailable');
  open();
  expect(await screen.findByText(errors.service_unavailable[1])).toBeVisible();
  answer('GET /addresses/search', pageOf(home()));
  await press('Try again');
  expect(await screen.findByText('Finn Miller')).toBeVisible();
});
