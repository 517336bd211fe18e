/** Promotions in the console: made with a picture, changed, stopped after a question, and deleted after another. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { operator } from '../../../../tests/kit/answers/accounts';
import { stored } from '../../../../tests/kit/answers/files';
import { answer, refuse, startTestHost } from '../../../../tests/kit/screens/fake-host';
import { pageOf } from '../../../../tests/kit/answers/payments';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { PromosScreen } from './promos-screen';
import type { Promo } from './labels';

startTestHost();

const user = operator();
const promo = (changes: Partial<Promo> = {}): Promo => ({
  ...{ _id: '0198c0de-0000-7000-8000-0000000000b1', title: 'Autumn shows', description: '', link: '/explore', position: 'top' },
  ...{ image: stored('site-image'), ordering: 1, isActive: true, startsAt: null, endsAt: null, state: 'shown' },
  ...{ createdAt: '2026-05-01T10:00:00.000Z', updatedAt: '2026-05-01T10:00:00.000Z' },
  ...changes,
});
const show = (...promos: Promo[]) => {
  const heard = answer('GET /admin/site-promos/search', pageOf(...promos));
  renderScreen(<PromosScreen />, { user, path: '/admin/promos?state=shown&position=top' });
  return heard;
};
const act = async (title: string, label: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${title}` }));
  await userEvent.click(await screen.findByRole('button', { name: label }));
};
const press = (label: string, role = 'dialog') => userEvent.click(within(screen.getByRole(role)).getByRole('button', { name: label }));

it('are listed by state and place, each with its time', async () => {
  const heard = show(promo(), promo({ _id: 'p2', title: 'Over', state: 'over', endsAt: '2026-05-02T10:00:00.000Z', link: null }));
  const rows = await screen.findAllByRole('row');
  expect(rows[1]).toHaveTextContent('Autumn shows/explore');
  expect(rows[2]).toHaveTextContent(/Leads nowhere.*Over.*Until/);
  expect(Object.fromEntries(heard[0]?.query ?? [])).toMatchObject({ state: 'shown', position: 'top' });
});

it('a new one needs a picture, a title and a link that leads somewhere', async () => {
  show();
  const heard = answer('POST /admin/site-promos', promo());
  await userEvent.click(await screen.findByRole('button', { name: 'New promotion' }));
  await userEvent.type(screen.getByLabelText(/^Link/), 'javascript:alert(1)');
  await press('Make promotion');
  expect(await screen.findByText('Give it a title.')).toBeInTheDocument();
  expect(screen.getByText(/Use a path of this site/)).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('Title'), 'Autumn shows');
  await userEvent.clear(screen.getByLabelText(/^Link/));
  await press('Make promotion');
  expect(await screen.findByText('Choose a picture.')).toBeInTheDocument();
  expect(heard).toEqual([]);
});

it('is changed with what it was, and what the host refuses stands at its field', async () => {
  show(promo());
  refuse('PUT /admin/site-promos/:id', 'invalid_request', { issues: [{ path: 'endsAt', message: 'It ends before it begins.' }] });
  await act('Autumn shows', 'Change');
  expect(screen.getByLabelText('Title')).toHaveValue('Autumn shows');
  await press('Save changes');
  expect(await screen.findByText('It ends before it begins.')).toBeInTheDocument();
  const heard = answer('PUT /admin/site-promos/:id', promo());
  await press('Save changes');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(heard).toHaveLength(1);
});

it('is stopped and deleted after a question that says what happens, and runs again without one', async () => {
  show(promo(), promo({ _id: 'p2', title: 'Off', isActive: false, state: 'stopped' }));
  const changed = answer('PUT /admin/site-promos/:id', promo({ isActive: false }));
  await act('Autumn shows', 'Stop');
  expect(screen.getByRole('alertdialog')).toHaveTextContent('Visitors do not see it any more. It can run again later.');
  await press('Stop promotion', 'alertdialog');
  await waitFor(() => expect(changed).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  await act('Off', 'Run again');
  await waitFor(() => expect(changed).toHaveLength(2));
  const deleted = answer('DELETE /admin/site-promos/:id', { deleted: true });
  await act('Autumn shows', 'Delete');
  expect(screen.getByRole('alertdialog')).toHaveTextContent('its picture is deleted too');
  await press('Delete promotion', 'alertdialog');
  await waitFor(() => expect(deleted).toHaveLength(1));
});
