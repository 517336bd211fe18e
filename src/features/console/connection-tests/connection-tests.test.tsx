/** Connection tests of settings: the button shows progress, then the result or what to do. */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { operator } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { ConnectionTests } from './connection-tests';

startFakeHost();
const user = operator();
const press = async (name: string) => userEvent.click(screen.getByRole('button', { name }));

it.each([
  ['storage', 'POST /admin/settings/storage-test', 'Test storage'],
  ['payment', 'POST /admin/settings/gateway-test', 'Test payment gateway'],
  ['streaming', 'POST /admin/settings/live-test', 'Test live streaming'],
] as const)('the connection test of %s shows the result, and what to do after a failure', async (group, name, button) => {
  mockError(name, 'trial_failed', { message: 'Connection refused. Check the address.' });
  renderScreen(<ConnectionTests group={group} />, { user });
  await press(button);
  expect(await screen.findByRole('alert')).toHaveTextContent('Connection refused. Check the address.');
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  mockEndpoint(name, async () => {
    await released;
    return { detail: 'All is well.', took_ms: 12 };
  });
  await press(button);
  expect(screen.getByRole('button', { name: new RegExp(button) })).toHaveAttribute('aria-busy', 'true');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  release();
  expect(await screen.findByText('All is well. It took 12 ms.')).toBeVisible();
});

it('an IP address is looked up, and an invalid one is reported at its field', async () => {
  renderScreen(<ConnectionTests group="geo" />, { user });
  await press('Look up');
  expect(await screen.findByText('Enter an IP address.')).toBeVisible();
  const issues = [{ path: 'address', message: 'Enter an IP address, such as 203.0.113.9.' }];
  mockError('POST /admin/settings/geo-test', 'invalid_request', { issues });
  await userEvent.type(screen.getByLabelText('IP address'), ' 8.8.8.8 ');
  await press('Look up');
  expect(await screen.findByText('Enter an IP address, such as 203.0.113.9.')).toBeVisible();
  const requests = mockEndpoint('POST /admin/settings/geo-test', { detail: '8.8.8.8 belongs to United States (US).', took_ms: 1 });
  await press('Look up');
  expect(await screen.findByText('8.8.8.8 belongs to United States (US). It took 1 ms.')).toBeVisible();
  expect(requests[0]?.body).toEqual({ address: '8.8.8.8' });
});

it('most groups have no connection test', () => {
  renderScreen(<ConnectionTests group="general" />, { user });
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
