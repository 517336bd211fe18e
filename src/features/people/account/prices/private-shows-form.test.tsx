/** The performer's private show settings. */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { performer } from '../../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockError, startFakeHost } from '../../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import { PrivateShowsForm } from './private-shows-form';

startFakeHost();
afterEach(() => toasts.read().forEach(({ id }) => dismissToast(id)));

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save private shows' }));
const settings = {
  audience: 'subscribers' as const,
  isFree: true,
  price: null,
  isRecording: false,
  privateEnabled: true,
  privateMinutePrice: 4.5,
  privateMinimumMinutes: 5,
};

it('saves price and minimum once both are within the limits', async () => {
  const user = performer();
  mockEndpoint('GET /users/me', user);
  renderScreen(<PrivateShowsForm performer={user} />, { user });
  expect(screen.queryByRole('textbox', { name: 'Price per minute' })).toBeNull();
  await userEvent.click(screen.getByRole('switch', { name: 'Accept private show requests' }));
  const price = screen.getByRole('textbox', { name: 'Price per minute' });
  const minutes = screen.getByRole('textbox', { name: 'Minimum minutes' });
  await userEvent.clear(price);
  await userEvent.type(price, '500');
  await userEvent.clear(minutes);
  await userEvent.type(minutes, '0');
  const requests = mockEndpoint('PUT /streaming/update', settings);
  await save();
  expect(await screen.findByText(/to 100 tokens, with up to 2 decimals/)).toBeVisible();
  expect(screen.getByText('Enter 1 to 60 minutes.')).toBeVisible();
  await userEvent.clear(price);
  await userEvent.type(price, '4.50');
  await userEvent.clear(minutes);
  await userEvent.type(minutes, '5');
  expect(screen.getByText(/You receive 3.60 tokens/)).toBeVisible();
  await save();
  expect(await screen.findByText('Changes saved')).toBeVisible();
  expect(requests.map(({ body }) => body)).toEqual([{ privateEnabled: true, privateMinutePrice: 4.5, privateMinimumMinutes: 5 }]);
});

it('shows the API’s error message when saving is rejected', async () => {
  const user = performer({ privateEnabled: true });
  mockError('PUT /streaming/update', 'price_out_of_range', { message: 'This is between 0.5 and 100 tokens.' });
  renderScreen(<PrivateShowsForm performer={user} />, { user });
  await save();
  expect(await screen.findByText('This is between 0.5 and 100 tokens.')).toBeVisible();
});
