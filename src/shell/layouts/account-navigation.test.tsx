/** The navigation of signed-in people, with unread counts. */
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useContext } from 'react';
import { unreadUpdated } from '@web/session/store/user.slice';
import { SiteTitleContext, titleOf } from '@web/ui/page/site-context';
import { fan, operator, performer } from '../../../tests/kit/fixtures/accounts';
import { startFakeHost } from '../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../tests/kit/screens/render';
import { definePage } from '../page/define-page';
import { Frame } from '../frame';
import { PrimaryLayout } from './primary-layout';

jest.mock('../socket/socket-provider', () => ({ SocketProvider: ({ children }: { children: unknown }) => children }));

startFakeHost();

type User = ReturnType<typeof fan> | ReturnType<typeof performer>;
const open = (user?: User) => renderScreen(<PrimaryLayout>Page</PrimaryLayout>, user ? { user } : {});
const bar = async (name: string) => within(await screen.findByRole('navigation', { name }));
const labelsOf = async (name: string) => {
  const nav = await bar(name);
  await nav.findAllByText(/^(You|Log in)$/);
  return nav.getAllByText(/^[A-Z][A-Za-z ]+$/, { selector: 'a span, button span' }).map(({ textContent }) => textContent);
};

it('shows fans Home, Explore, Live, Messages and You in the bottom bar', async () => {
  open(fan());
  expect(await labelsOf('Places')).toEqual(['Home', 'Explore', 'Live', 'Messages', 'You']);
  expect((await bar('Places')).getByRole('link', { name: 'Messages' })).toHaveAttribute('href', '/messages');
});

it('shows performers Create in the middle of the bottom bar', async () => {
  open(performer());
  expect(await labelsOf('Places')).toEqual(['Profile', 'Home', 'Create', 'Messages', 'You']);
});

it.each([
  ['a fan', fan(), ['Home', 'Explore', 'Live', 'Messages', 'Notifications', 'Library']],
  ['a performer', performer(), ['Profile', 'Home', 'Explore', 'Messages', 'Notifications', 'Go live', 'Sales']],
  ['an operator', operator(), ['Home', 'Explore', 'Live', 'Messages', 'Notifications', 'Console']],
] as const)('shows the rail items of %s in order', async (_role, user, places) => {
  open(user);
  await screen.findAllByText('You');
  const links = (await bar('Main')).getAllByRole('link').map(({ textContent }) => textContent);
  expect(links).toEqual(expect.arrayContaining([...places]));
  expect(links.filter((link) => (places as readonly (string | null)[]).includes(link))).toEqual(places);
});

it('shows a fan the balance in the rail, and below it their account and the log-out button', async () => {
  open(fan({ balance: 20 }));
  const rail = await bar('Main');
  expect(await rail.findByRole('link', { name: 'Wallet, 20 tokens' })).toHaveAttribute('href', '/wallet');
  expect(await rail.findByRole('link', { name: 'Your account, Finn' })).toHaveAttribute('href', '/user/account');
  expect(rail.getByRole('button', { name: 'Log out' })).toBeInTheDocument();
});

it('shows the tabs of the library on its pages only, and marks Library as current there', async () => {
  renderScreen(<PrimaryLayout>Page</PrimaryLayout>, { user: fan(), path: '/bookmarks' });
  const tabs = await bar('Library');
  expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Purchases',
    'Subscriptions',
    'Following',
    'Bookmarks',
    'Orders',
  ]);
  expect(tabs.getByRole('link', { name: 'Bookmarks' })).toHaveAttribute('aria-current', 'page');
  expect((await bar('Main')).getByRole('link', { name: 'Library' })).toHaveAttribute('aria-current', 'page');
});

it('shows no tabs of the library elsewhere', async () => {
  renderScreen(<PrimaryLayout>Page</PrimaryLayout>, { user: fan(), path: '/orders/7' });
  expect((await bar('Main')).getByRole('link', { name: 'Library' })).toHaveAttribute('aria-current', 'page');
  expect(screen.queryByRole('navigation', { name: 'Library' })).toBeNull();
});

it('hides the console from operators without rights', async () => {
  open(operator({ rights: [] }));
  await screen.findAllByText('You');
  const [you] = screen.getAllByRole('button', { name: 'You' });
  if (you) await userEvent.click(you);
  expect(screen.queryByText('Console')).toBeNull();
});

it('shows unread counts, with labels for screen readers', async () => {
  const { store } = open(fan({ unread: { conversations: 3, notifications: 120 } }));
  const top = within(await screen.findByRole('banner'));
  expect(await top.findByRole('link', { name: 'Notifications, 99+ unread' })).toHaveAttribute('href', '/notifications');
  expect((await bar('Places')).getByRole('link', { name: 'Messages, 3 unread' })).toHaveTextContent('3');
  act(() => void store.dispatch(unreadUpdated({ conversations: 0, notifications: 1 })));
  expect(top.getByRole('link', { name: 'Notifications, 1 unread' })).toBeInTheDocument();
  expect((await bar('Places')).getByRole('link', { name: 'Messages' })).not.toHaveTextContent('3');
});

it('shows guests neither messages nor notifications', async () => {
  open();
  expect(await labelsOf('Places')).toEqual(['Explore', 'Live', 'Search', 'Log in']);
  expect(screen.queryByRole('link', { name: /Messages|Notifications/ })).toBeNull();
});

it.each([
  ['a fan', fan(), 'Search'],
  ['a performer', performer(), 'Explore'],
])('the sheet of %s has the items that do not fit into the bottom bar', async (_role, user, place) => {
  open(user);
  const [you] = await screen.findAllByRole('button', { name: 'You' });
  if (you) await userEvent.click(you);
  expect(within(screen.getByRole('dialog', { name: 'You' })).getByRole('link', { name: place })).toBeVisible();
});

function Title() {
  return <p>{titleOf('Messages', useContext(SiteTitleContext))}</p>;
}
const page = definePage({ access: 'login', screen: Title });

it('shows the sum of both in the document title', async () => {
  const user = fan({ unread: { conversations: 1, notifications: 1 } });
  const { store } = renderScreen(
    <Frame page={page} pageError={null}>
      <Title />
    </Frame>,
    { user, settings: { siteName: 'Footlight' } },
  );
  expect(await screen.findByText('(2) Messages · Footlight')).toBeVisible();
  act(() => void store.dispatch(unreadUpdated({ conversations: 0, notifications: 0 })));
  expect(screen.getByText('Messages · Footlight')).toBeVisible();
});
