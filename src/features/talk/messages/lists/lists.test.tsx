/** Fan lists: creating, renaming, viewing and deleting. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { performer } from '../../../../../tests/kit/fixtures/accounts';
import { fanList, finn } from '../../../../../tests/kit/fixtures/fans';
import { mockEndpoint, mockError, startFakeHost } from '../../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import { ListsScreen } from './lists-screen';

startFakeHost();
afterEach(() => act(() => toasts.read().forEach(({ id }) => dismissToast(id))));

const builtInList = fanList({ _id: 'expired', rule: 'expired', name: 'expired', total: 1 });
const own = fanList({ name: 'Regulars', total: 3 });
const open = () => renderScreen(<ListsScreen />, { user: performer(), path: '/messages/lists' });
const choose = async (action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Regulars' }));
  await userEvent.click(screen.getByRole('button', { name: action }));
};

it('shows own and built-in lists with their counts, and links to a mass message to each', async () => {
  mockEndpoint('GET /performer/lists', [builtInList, own]);
  open();
  expect(within(await screen.findByRole('region', { name: 'Your lists' })).getByText('3 fans')).toBeVisible();
  const automaticLists = within(screen.getByRole('region', { name: 'Automatic lists' }));
  expect(automaticLists.getByText('Lapsed subscribers')).toBeVisible();
  expect(automaticLists.getByText('1 fan')).toBeVisible();
  expect(automaticLists.queryByRole('button')).toBeNull();
  expect(screen.getByRole('link', { name: 'Message Regulars' })).toHaveAttribute('href', `/messages/mass/new?to=${own._id}`);
  expect(automaticLists.getByRole('link', { name: 'Message Lapsed subscribers' })).toHaveAttribute('href', '/messages/mass/new?to=expired');
});

it('creates a list by keyboard alone, and keeps the name when it is rejected', async () => {
  let lists = [builtInList];
  mockEndpoint('GET /performer/lists', () => lists);
  mockError('POST /performer/lists', 'list_limit');
  open();
  expect(await screen.findByText('No lists yet')).toBeVisible();
  screen.getByRole('button', { name: 'New list' }).focus();
  await userEvent.keyboard('{Enter}');
  const name = screen.getByLabelText('Name');
  await userEvent.type(name, 'Regulars{Enter}');
  expect(await screen.findByText('You can have up to 50 lists with 1,000 fans each.')).toBeVisible();
  expect(name).toHaveValue('Regulars');
  const requests = mockEndpoint('POST /performer/lists', () => {
    lists = [builtInList, own];
    return { ...own, users: [] };
  });
  await userEvent.type(name, '{Enter}');
  expect(await screen.findByRole('link', { name: 'Message Regulars' })).toBeVisible();
  expect(requests.map(({ body }) => body)).toEqual([{ name: 'Regulars' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('renames a list, and requires a name', async () => {
  mockEndpoint('GET /performer/lists', [own]);
  const renamed = mockEndpoint('PUT /performer/lists/:id', { ...own, users: [] });
  open();
  await choose('Rename');
  const name = screen.getByLabelText('Name');
  await userEvent.clear(name);
  await userEvent.click(screen.getByRole('button', { name: 'Rename list' }));
  expect(screen.getByText('Give the list a name.')).toBeVisible();
  await userEvent.type(name, 'Friends{Enter}');
  await waitFor(() => expect(renamed.map(({ body }) => body)).toEqual([{ name: 'Friends' }]));
});

it('deletes a list with an undo, and restores one that could not be deleted', async () => {
  mockEndpoint('GET /performer/lists', [own]);
  const deleted = mockError('DELETE /performer/lists/:id', 'list_not_found');
  open();
  await choose('Delete');
  expect(screen.queryByText('3 fans')).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('3 fans')).toBeVisible();
  expect(deleted).toEqual([]);
  await choose('Delete');
  act(() => toasts.read().forEach(({ id }) => dismissToast(id)));
  expect(await screen.findByText('This list no longer exists.')).toBeVisible();
  expect(screen.getByText('3 fans')).toBeVisible();
  expect(deleted[0]?.params['id']).toBe(own._id);
});

it('shows the members of a list, removes one and adds them back', async () => {
  let users = [finn];
  mockEndpoint('GET /performer/lists', [own]);
  mockEndpoint('GET /performer/lists/:id', () => ({ ...own, users }));
  const changed = mockEndpoint('PUT /performer/lists/:id', ({ body }) => {
    users = 'removeIds' in (body as object) ? [] : [finn];
    return { ...own, users };
  });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'See fans on Regulars' }));
  expect(await screen.findByRole('link', { name: 'Message Finn' })).toHaveAttribute('href', `/messages?source=user&sourceId=${finn._id}`);
  await userEvent.click(screen.getByRole('button', { name: 'Remove Finn from the list' }));
  expect(await screen.findByText('Removed from the list')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Add Finn back' }));
  expect(await screen.findByRole('button', { name: 'Remove Finn from the list' })).toBeVisible();
  await waitFor(() => expect(changed.map(({ body }) => body)).toEqual([{ removeIds: [finn._id] }, { addIds: [finn._id] }]));
  mockError('PUT /performer/lists/:id', 'list_not_found');
  await userEvent.click(screen.getByRole('button', { name: 'Remove Finn from the list' }));
  expect(await screen.findByText('This list no longer exists.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Remove Finn from the list' })).toBeVisible();
});

it('explains how fans are added to an empty list', async () => {
  mockEndpoint('GET /performer/lists', [own]);
  mockEndpoint('GET /performer/lists/:id', { ...own, users: [] });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'See fans on Regulars' }));
  expect(await screen.findByText('No fans on this list yet')).toBeVisible();
});

it('offers a retry when the lists cannot be loaded', async () => {
  mockError('GET /performer/lists', 'too_many_requests');
  open();
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
});
