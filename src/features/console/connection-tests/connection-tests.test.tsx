/** Trying what the site stands on: the button waits, and then says what was found or what to do. */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { operator } from '../../../../tests/kit/answers/accounts';
import { answer, refuse, startTestHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { Trials } from './connection-tests';

startTestHost();
const user = operator();
const press = async (name: string) => userEvent.click(screen.getByRole('button', { name }));

it.each([
  ['storage', 'POST /admin/settings/storage-test', 'Try the storage'],
  ['payment', 'POST /admin/settings/gateway-test', 'Try the gateway'],
  ['streaming', 'POST /admin/settings/live-test', 'Try the live engine'],
] as const)('the trial of %s says what works, and what to do when it does not', async (group, name, button) => {
  refuse(name, 'trial_failed', { message: 'Nobody answers there: check the address.' });
  renderScreen(<Trials group={group} />, { user });
  await press(button);
  expect(await screen.findByRole('alert')).toHaveTextContent('Nobody answers there: check the address.');
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  answer(name, async () => {
    await released;
    return { detail: 'All is well.', took_ms: 12 };
  });
  await press(button);
  expect(screen.getByRole('button', { name: new RegExp(button) })).toHaveAttribute('aria-busy', 'true');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  release();
  expect(await screen.findByText('All is well. It took 12 ms.')).toBeVisible();
});

it('an address is looked up, and one that is none stands at its field', async () => {
  renderScreen(<Trials group="geo" />, { user });
  await press('Look up');
  expect(await screen.findByText('Enter an IP address.')).toBeVisible();
  const issues = [{ path: 'address', message: 'Enter an IP address, such as 203.0.113.9.' }];
  refuse('POST /admin/settings/geo-test', 'invalid_request', { issues });
  await userEvent.type(screen.getByLabelText('IP address'), ' 8.8.8.8 ');
  await press('Look up');
  expect(await screen.findByText('Enter an IP address, such as 203.0.113.9.')).toBeVisible();
  const heard = answer('POST /admin/settings/geo-test', { detail: '8.8.8.8 belongs to United States (US).', took_ms: 1 });
  await press('Look up');
  expect(await screen.findByText('8.8.8.8 belongs to United States (US). It took 1 ms.')).toBeVisible();
  expect(heard[0]?.body).toEqual({ address: '8.8.8.8' });
});

it('most groups have nothing to try', () => {
  renderScreen(<Trials group="general" />, { user });
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
