/** Where people find their places once they are signed in, and how much waits there. */
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useContext } from 'react';
import { unreadHeard } from '@web/session/store/user.slice';
import { SiteTitleContext, titleOf } from '@web/ui/page/site-context';
import { fan, operator, performer } from '../../../tests/kit/answers/accounts';
import { startTestHost } from '../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../tests/kit/screens/render';
import { definePage } from '../define-page';
import { Frame } from '../frame';
import { PrimaryLayout } from './primary-layout';

jest.mock('../socket/socket-provider', () => ({ SocketProvider: ({ children }: { children: unknown }) => children }));

startTestHost();

type User = ReturnType<typeof fan> | ReturnType<typeof performer>;
const open = (user?: User) => renderScreen(<PrimaryLayout>Page</PrimaryLayout>, user ? { user } : {});
const bar = async (name: string) => within(await screen.findByRole('navigation', { name }));
const wordsOf = async (name: string) => {
  const nav = await bar(name);
  await nav.findAllByText(/^(You|Log in)$/);
  return nav.getAllByText(/^[A-Z][A-Za-z ]+$/, { selector: 'a span, button span' }).map(({ textContent }) => textContent);
};

it('gives fans home, explore, shows, messages and their own at the foot of phones', async () => {
  open(fan());
  expect(await wordsOf('Places')).toEqual(['Home', 'Explore', 'Live', 'Messages', 'You']);
  expect((await bar('Places')).getByRole('link', { name: 'Messages' })).toHaveAttribute('href', '/messages');
});

it('gives performers the way to make something in the middle', async () => {
  open(performer());
  expect(await wordsOf('Places')).toEqual(['Profile', 'Home', 'Create', 'Messages', 'You']);
});

it.each([
  ['a fan', fan(), ['Home', 'Explore', 'Live', 'Search', 'Messages', 'Notifications', 'Following']],
  ['a performer', performer(), ['Profile', 'Home', 'Explore', 'Search', 'Messages', 'Notifications', 'Go live', 'Sales']],
  ['an operator', operator(), ['Home', 'Explore', 'Live', 'Search', 'Messages', 'Notifications', 'Account', 'Console']],
] as const)('offers messages and notifications in the rail of %s', async (_who, user, places) => {
  open(user);
  await screen.findAllByText('You');
  const links = (await bar('Main')).getAllByRole('link').map(({ textContent }) => textContent);
  expect(links).toEqual(expect.arrayContaining([...places]));
  expect(links.filter((link) => (places as readonly (string | null)[]).includes(link))).toEqual(places);
});

it('leads no operator into the console who may do nothing there', async () => {
  open(operator({ rights: [] }));
  await screen.findAllByText('You');
  const [you] = screen.getAllByRole('button', { name: 'You' });
  if (you) await userEvent.click(you);
  expect(screen.queryByText('Console')).toBeNull();
});

it('has a bell on top, and says aloud how much waits', async () => {
  const { store } = open(fan({ unread: { conversations: 3, notifications: 120 } }));
  const top = within(await screen.findByRole('banner'));
  expect(await top.findByRole('link', { name: 'Notifications, 99+ unread' })).toHaveAttribute('href', '/notifications');
  expect((await bar('Places')).getByRole('link', { name: 'Messages, 3 unread' })).toHaveTextContent('3');
  act(() => void store.dispatch(unreadHeard({ conversations: 0, notifications: 1 })));
  expect(top.getByRole('link', { name: 'Notifications, 1 unread' })).toBeInTheDocument();
  expect((await bar('Places')).getByRole('link', { name: 'Messages' })).not.toHaveTextContent('3');
});

it('shows guests none of it', async () => {
  open();
  expect(await wordsOf('Places')).toEqual(['Explore', 'Live', 'Search', 'Log in']);
  expect(screen.queryByRole('link', { name: /Messages|Notifications/ })).toBeNull();
});

it.each([
  ['a fan', fan(), 'Search'],
  ['a performer', performer(), 'Explore'],
])('keeps in the sheet of %s what the foot has no room for', async (_who, user, place) => {
  open(user);
  const [you] = await screen.findAllByRole('button', { name: 'You' });
  if (you) await userEvent.click(you);
  expect(within(screen.getByRole('dialog', { name: 'You' })).getByRole('link', { name: place })).toBeVisible();
});

function Title() {
  return <p>{titleOf('Messages', useContext(SiteTitleContext))}</p>;
}
const page = definePage({ access: 'login', screen: Title });

it('counts both in the title of the document', async () => {
  const user = fan({ unread: { conversations: 1, notifications: 1 } });
  const { store } = renderScreen(
    <Frame page={page} fault={null}>
      <Title />
    </Frame>,
    { user, settings: { siteName: 'Footlight' } },
  );
  expect(await screen.findByText('(2) Messages · Footlight')).toBeVisible();
  act(() => void store.dispatch(unreadHeard({ conversations: 0, notifications: 0 })));
  expect(screen.getByText('Messages · Footlight')).toBeVisible();
});
