/** Lists of fans: made, named, looked through and deleted. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { dropToast, toasts } from '@web/ui/feedback/toast-queue';
import { performer } from '../../../../../tests/kit/answers/accounts';
import { fanList, finn } from '../../../../../tests/kit/answers/fans';
import { answer, refuse, startTestHost } from '../../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import { ListsScreen } from './lists-screen';

startTestHost();
afterEach(() => act(() => toasts.read().forEach(({ id }) => dropToast(id))));

const kept = fanList({ _id: 'expired', rule: 'expired', name: 'expired', total: 1 });
const own = fanList({ name: 'Regulars', total: 3 });
const open = () => renderScreen(<ListsScreen />, { user: performer(), path: '/messages/lists' });
const choose = async (what: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Regulars' }));
  await userEvent.click(screen.getByRole('button', { name: what }));
};

it('shows own lists and those of the site with how many are on them, and leads to writing to each', async () => {
  answer('GET /performer/lists', [kept, own]);
  open();
  expect(within(await screen.findByRole('region', { name: 'Your lists' })).getByText('3 fans')).toBeVisible();
  const site = within(screen.getByRole('region', { name: 'Kept by the site' }));
  expect(site.getByText('Lapsed subscribers')).toBeVisible();
  expect(site.getByText('1 fan')).toBeVisible();
  expect(site.queryByRole('button')).toBeNull();
  expect(screen.getByRole('link', { name: 'Write to Regulars' })).toHaveAttribute('href', `/messages/mass/new?to=${own._id}`);
  expect(site.getByRole('link', { name: 'Write to Lapsed subscribers' })).toHaveAttribute('href', '/messages/mass/new?to=expired');
});

it('makes a list by keyboard alone, and keeps the name where it was refused', async () => {
  let lists = [kept];
  answer('GET /performer/lists', () => lists);
  refuse('POST /performer/lists', 'list_limit');
  open();
  expect(await screen.findByText('No lists of your own yet')).toBeVisible();
  screen.getByRole('button', { name: 'New list' }).focus();
  await userEvent.keyboard('{Enter}');
  const name = screen.getByLabelText('Name');
  await userEvent.type(name, 'Regulars{Enter}');
  expect(await screen.findByText('Fifty lists, and a thousand fans on each, are the most.')).toBeVisible();
  expect(name).toHaveValue('Regulars');
  const made = answer('POST /performer/lists', () => {
    lists = [kept, own];
    return { ...own, users: [] };
  });
  await userEvent.type(name, '{Enter}');
  expect(await screen.findByRole('link', { name: 'Write to Regulars' })).toBeVisible();
  expect(made.map(({ body }) => body)).toEqual([{ name: 'Regulars' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('gives a list another name, and never none', async () => {
  answer('GET /performer/lists', [own]);
  const renamed = answer('PUT /performer/lists/:id', { ...own, users: [] });
  open();
  await choose('Rename');
  const name = screen.getByLabelText('Name');
  await userEvent.clear(name);
  await userEvent.click(screen.getByRole('button', { name: 'Rename list' }));
  expect(screen.getByText('Give the list a name.')).toBeVisible();
  await userEvent.type(name, 'Friends{Enter}');
  await waitFor(() => expect(renamed.map(({ body }) => body)).toEqual([{ name: 'Friends' }]));
});

it('deletes a list with a way back, and shows one again that could not be deleted', async () => {
  answer('GET /performer/lists', [own]);
  const deleted = refuse('DELETE /performer/lists/:id', 'list_not_found');
  open();
  await choose('Delete');
  expect(screen.queryByText('3 fans')).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('3 fans')).toBeVisible();
  expect(deleted).toEqual([]);
  await choose('Delete');
  act(() => toasts.read().forEach(({ id }) => dropToast(id)));
  expect(await screen.findByText('This list does not exist any more.')).toBeVisible();
  expect(screen.getByText('3 fans')).toBeVisible();
  expect(deleted[0]?.params['id']).toBe(own._id);
});

it('shows who is on a list, takes one off and puts her back', async () => {
  let users = [finn];
  answer('GET /performer/lists', [own]);
  answer('GET /performer/lists/:id', () => ({ ...own, users }));
  const changed = answer('PUT /performer/lists/:id', ({ body }) => {
    users = 'removeIds' in (body as object) ? [] : [finn];
    return { ...own, users };
  });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'See fans on Regulars' }));
  expect(await screen.findByRole('link', { name: 'Message Finn' })).toHaveAttribute('href', `/messages?source=user&sourceId=${finn._id}`);
  await userEvent.click(screen.getByRole('button', { name: 'Take Finn off the list' }));
  expect(await screen.findByText('Taken off')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Put Finn back' }));
  expect(await screen.findByRole('button', { name: 'Take Finn off the list' })).toBeVisible();
  await waitFor(() => expect(changed.map(({ body }) => body)).toEqual([{ removeIds: [finn._id] }, { addIds: [finn._id] }]));
  refuse('PUT /performer/lists/:id', 'list_not_found');
  await userEvent.click(screen.getByRole('button', { name: 'Take Finn off the list' }));
  expect(await screen.findByText('This list does not exist any more.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Take Finn off the list' })).toBeVisible();
});

it('says how somebody comes onto a list where nobody is', async () => {
  answer('GET /performer/lists', [own]);
  answer('GET /performer/lists/:id', { ...own, users: [] });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'See fans on Regulars' }));
  expect(await screen.findByText('Nobody is on it yet')).toBeVisible();
});

it('can be asked again when the lists could not be read', async () => {
  refuse('GET /performer/lists', 'too_many_requests');
  open();
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
});
