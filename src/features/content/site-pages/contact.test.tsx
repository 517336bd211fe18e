/** The contact form: missing values are reported at their fields, and a message is sent once. */
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fan } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { ContactScreen } from './contact';

startFakeHost();
beforeEach(() => localStorage.clear());
afterEach(() => jest.useRealTimers());

const text = 'When will my documents be looked at?';
const message = () => screen.getByRole('textbox', { name: 'Message' });
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send message' }));

it('shows an error at each invalid field, and sends nothing', async () => {
  const requests = mockEndpoint('POST /contact', { sent: true });
  renderScreen(<ContactScreen />, { path: '/contact' });
  await userEvent.type(screen.getByRole('textbox', { name: 'Email' }), 'nowhere');
  await userEvent.type(message(), 'Too short');
  await send();
  expect(await screen.findByText('Enter your name.')).toBeInTheDocument();
  expect(screen.getByText('Enter an email address, like ada@example.com.')).toBeInTheDocument();
  expect(message()).toBeInvalid();
  expect(screen.getByText('11 more characters needed')).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  expect(requests).toHaveLength(0);
});

it('shows API errors at their fields, and keeps the typed text', async () => {
  mockError('POST /contact', 'invalid_request', { issues: [{ path: 'email', message: 'This address cannot receive mail.' }] });
  renderScreen(<ContactScreen />, { user: fan(), path: '/contact' });
  await userEvent.type(message(), text);
  await send();
  expect(await screen.findByText('This address cannot receive mail.')).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Email' })).toBeInvalid();
  expect(message()).toHaveValue(text);
});

it('sends name, email address and message, and allows another one after a minute', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'setTimeout', 'clearTimeout', 'performance'] });
  const requests = mockEndpoint('POST /contact', { sent: true });
  renderScreen(<ContactScreen />, { user: fan(), path: '/contact' });
  await userEvent.type(message(), text);
  await send();
  expect(await screen.findByText('Message sent')).toBeInTheDocument();
  expect(requests.map(({ body }) => body)).toEqual([{ name: 'Finn', email: 'finn@example.com', message: text }]);
  expect(message()).toHaveValue('');
  expect(screen.getByRole('button', { name: 'Send message' })).toBeDisabled();

  await act(() => jest.advanceTimersByTimeAsync(59_000));
  expect(screen.getByRole('button', { name: 'Send message' })).toBeDisabled();
  await act(() => jest.advanceTimersByTimeAsync(2_000));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send message' })).toBeEnabled());
});
