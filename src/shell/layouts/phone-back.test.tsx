/** Back in the top bar of phones. */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fan, performer } from '../../../tests/kit/fixtures/accounts';
import { startFakeHost } from '../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../tests/kit/screens/render';
import { PhoneBack } from './phone-back';

startFakeHost();
afterEach(() => {
  Reflect.deleteProperty(window, 'navigation');
});

const back = () => screen.queryByRole('link', { name: 'Back' });

it.each(['/home', '/explore?q=mia', '/live', '/search', '/messages'])('is hidden on %s, which the bottom bar links to', (path) => {
  renderScreen(<PhoneBack user={fan()} />, { path });
  expect(back()).toBeNull();
});

it('is hidden on a performer’s own profile, which the bottom bar links to', () => {
  const user = performer();
  renderScreen(<PhoneBack user={user} />, { path: `/${user.username ?? user._id}?tab=videos` });
  expect(back()).toBeNull();
});

it('goes back to the previous page', async () => {
  Object.assign(window, { navigation: { canGoBack: true } });
  const { navigations } = renderScreen(<PhoneBack user={fan()} />, { path: '/mia' });
  const link = screen.getByRole('link', { name: 'Back' });
  await userEvent.click(link);
  expect(navigations()).toEqual(['(back)']);
});

it('links to the home page if the page was opened from outside the site', () => {
  renderScreen(<PhoneBack user={fan()} />, { path: '/mia' });
  expect(back()).toHaveAttribute('href', '/home');
});
