/** Promotions in the console: created with a picture, changed, and stopped or deleted after a confirmation. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { operator } from '../../../../tests/kit/fixtures/accounts';
import { storedFile } from '../../../../tests/kit/fixtures/files';
import { mockEndpoint, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { singlePage } from '../../../../tests/kit/fixtures/payments';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { PromosScreen } from './promos-screen';
import type { Promo } from './labels';

startFakeHost();

const user = operator();
const promo = (changes: Partial<Promo> = {}): Promo => ({
  _id: '0198c0de-0000-7000-8000-0000000000b1',
  title: 'Autumn shows',
  description: '',
  link: '/explore',
  position: 'top',
  image: storedFile('site-image'),
  ordering: 1,
  isActive: true,
  startsAt: null,
  endsAt: null,
  state: 'shown',
  createdAt: '2026-05-01T10:00:00.000Z',
  updatedAt: '2026-05-01T10:00:00.000Z',
  ...changes,
});
const show = (...promos: Promo[]) => {
  const requests = mockEndpoint('GET /admin/site-promos/search', singlePage(...promos));
  renderScreen(<PromosScreen />, { user, path: '/admin/promos?state=shown&position=top' });
  return requests;
};
const chooseAction = async (title: string, label: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${title}` }));
  await userEvent.click(await screen.findByRole('button', { name: label }));
};
const press = (label: string, role = 'dialog') => userEvent.click(within(screen.getByRole(role)).getByRole('button', { name: label }));

it('lists promotions by status and position, each with its period', async () => {
  const requests = show(promo(), promo({ _id: 'p2', title: 'Over', state: 'over', endsAt: '2026-05-02T10:00:00.000Z', link: null }));
  const rows = await screen.findAllByRole('row');
  expect(rows[1]).toHaveTextContent('Autumn shows/explore');
  expect(rows[2]).toHaveTextContent(/No link.*Ended.*Ended/);
  expect(Object.fromEntries(requests[0]?.query ?? [])).toMatchObject({ state: 'shown', position: 'top' });
});

it('requires a picture, a title and a valid link for a new promotion', async () => {
  show();
  const requests = mockEndpoint('POST /admin/site-promos', promo());
  await userEvent.click(await screen.findByRole('button', { name: 'New promotion' }));
  await userEvent.type(screen.getByLabelText(/^Link/), 'javascript:alert(1)');
  await press('Create promotion');
  expect(await screen.findByText('Enter a title.')).toBeInTheDocument();
  expect(screen.getByText(/Enter a path starting with/)).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('Title'), 'Autumn shows');
  await userEvent.clear(screen.getByLabelText(/^Link/));
  await press('Create promotion');
  expect(await screen.findByText('Choose an image.')).toBeInTheDocument();
  expect(requests).toEqual([]);
});

it('edits a promotion from its current values, and shows API errors at their fields', async () => {
  show(promo());
  mockError('PUT /admin/site-promos/:id', 'invalid_request', { issues: [{ path: 'endsAt', message: 'Choose an end after the start.' }] });
  await chooseAction('Autumn shows', 'Change');
  expect(screen.getByLabelText('Title')).toHaveValue('Autumn shows');
  await press('Save changes');
  expect(await screen.findByText('Choose an end after the start.')).toBeInTheDocument();
  const requests = mockEndpoint('PUT /admin/site-promos/:id', promo());
  await press('Save changes');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(requests).toHaveLength(1);
});

it('stops and deletes a promotion after a confirmation that explains the effect, and restarts it without one', async () => {
  show(promo(), promo({ _id: 'p2', title: 'Off', isActive: false, state: 'stopped' }));
  const changed = mockEndpoint('PUT /admin/site-promos/:id', promo({ isActive: false }));
  await chooseAction('Autumn shows', 'Stop');
  expect(screen.getByRole('alertdialog')).toHaveTextContent('Visitors won’t see it anymore. You can run it again later.');
  await press('Stop promotion', 'alertdialog');
  await waitFor(() => expect(changed).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  await chooseAction('Off', 'Run again');
  await waitFor(() => expect(changed).toHaveLength(2));
  const deleted = mockEndpoint('DELETE /admin/site-promos/:id', { deleted: true });
  await chooseAction('Autumn shows', 'Delete');
  expect(screen.getByRole('alertdialog')).toHaveTextContent('its image is deleted');
  await press('Delete promotion', 'alertdialog');
  await waitFor(() => expect(deleted).toHaveLength(1));
});
