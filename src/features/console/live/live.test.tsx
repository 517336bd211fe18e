/** The operators' list of shows: what runs, who watches, and ending one with a reason. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { dropToast, toasts } from '@web/ui/feedback/toast-queue';
import { operator } from '../../../../tests/kit/answers/accounts';
import { answer, cutOff, refuse, startTestHost } from '../../../../tests/kit/screens/fake-host';
import { pageOf } from '../../../../tests/kit/answers/payments';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { stream } from '../../../../tests/kit/answers/streams';
import { LiveShowsScreen } from './live-shows-screen';

startTestHost();
afterEach(() => toasts.read().forEach(({ id }) => dropToast(id)));

const open = (path = '/admin/live') => renderScreen(<LiveShowsScreen />, { user: operator(), path });

it('lists shows with their state and viewers; only those that run can be ended', async () => {
  const ended = stream({ sessionId: 'ended', status: 'ended', title: 'Morning songs', viewers: 0 });
  answer('GET /admin/streams/search', pageOf(stream(), ended));
  open();
  const rows = await screen.findAllByRole('row');
  const [, running, over] = rows.map((row) => within(row));
  expect(running?.getByText('Live')).toBeVisible();
  expect(running?.getByText('12')).toBeVisible();
  expect(over?.getByText('Ended')).toBeVisible();
  expect(screen.getAllByRole('button', { name: 'End the show of Ada' })).toHaveLength(1);
});

it('ends a show with a reason, and says why it is refused', async () => {
  answer('GET /admin/streams/search', pageOf(stream()));
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'End the show of Ada' }));
  const dialog = within(screen.getByRole('alertdialog'));
  const press = () => userEvent.click(dialog.getByRole('button', { name: 'End show' }));
  await press();
  expect(await dialog.findByText('Write a reason first.')).toBeVisible();
  await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Against the rules');
  refuse('POST /admin/streams/:id/end', 'stream_not_found');
  await press();
  expect(await dialog.findByText('This stream does not exist any more.')).toBeVisible();
  const heard = answer('POST /admin/streams/:id/end', stream({ status: 'ended' }));
  await press();
  expect(await screen.findByText('Show ended')).toBeVisible();
  expect(heard[0]?.body).toEqual({ reason: 'Against the rules' });
});

it('asks for what the address says, and offers to try again', async () => {
  cutOff('GET /admin/streams/search');
  open('/admin/live?status=live&sortBy=viewers');
  const again = await screen.findByRole('button', { name: 'Try again' });
  const heard = answer('GET /admin/streams/search', pageOf());
  await userEvent.click(again);
  expect(await screen.findByText('No show matches')).toBeVisible();
  expect(Object.fromEntries(heard[0]?.query ?? [])).toMatchObject({ status: 'live', sortBy: 'viewers' });
});

it('looks for words in the address, and puts new ones there', async () => {
  const heard = answer('GET /admin/streams/search', pageOf(stream()));
  const { navigations } = open('/admin/live?q=ada');
  const search = await screen.findByRole('searchbox', { name: 'Search shows' });
  await waitFor(() => expect(heard[0]?.query.get('q')).toBe('ada'));
  await userEvent.clear(search);
  await userEvent.type(search, 'songs{Enter}');
  expect(navigations().at(-1)).toBe('/admin/live?q=songs');
});
