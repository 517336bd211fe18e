/** The console's list of shows: status, viewers, and ending a show with a reason. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { operator } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockNetworkError, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { singlePage } from '../../../../tests/kit/fixtures/payments';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { stream } from '../../../../tests/kit/fixtures/streams';
import { LiveShowsScreen } from './live-shows-screen';

startFakeHost();
afterEach(() => toasts.read().forEach(({ id }) => dismissToast(id)));

const open = (path = '/admin/live') => renderScreen(<LiveShowsScreen />, { user: operator(), path });

it('lists shows with their state and viewers, and offers to end only live ones', async () => {
  const ended = stream({ sessionId: 'ended', status: 'ended', title: 'Morning songs', viewers: 0 });
  mockEndpoint('GET /admin/streams/search', singlePage(stream(), ended));
  open();
  const rows = await screen.findAllByRole('row');
  const [, running, over] = rows.map((row) => within(row));
  expect(running?.getByText('Live')).toBeVisible();
  expect(running?.getByText('12')).toBeVisible();
  expect(over?.getByText('Ended')).toBeVisible();
  expect(screen.getAllByRole('button', { name: 'End stream by Ada' })).toHaveLength(1);
});

it('ends a show with a reason, and shows the error when it cannot be ended', async () => {
  mockEndpoint('GET /admin/streams/search', singlePage(stream()));
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'End stream by Ada' }));
  const dialog = within(screen.getByRole('alertdialog'));
  const press = () => userEvent.click(dialog.getByRole('button', { name: 'End stream' }));
  await press();
  expect(await dialog.findByText('Enter a reason.')).toBeVisible();
  await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Against the rules');
  mockError('POST /admin/streams/:id/end', 'stream_not_found');
  await press();
  expect(await dialog.findByText('This stream no longer exists.')).toBeVisible();
  const requests = mockEndpoint('POST /admin/streams/:id/end', stream({ status: 'ended' }));
  await press();
  expect(await screen.findByText('Stream ended')).toBeVisible();
  expect(requests[0]?.body).toEqual({ reason: 'Against the rules' });
});

it('applies the filters and the order of the URL, and offers a retry after an error', async () => {
  mockNetworkError('GET /admin/streams/search');
  open('/admin/live?status=live&sortBy=viewers');
  const retryButton = await screen.findByRole('button', { name: 'Try again' });
  const requests = mockEndpoint('GET /admin/streams/search', singlePage());
  await userEvent.click(retryButton);
  expect(await screen.findByText('No matching streams')).toBeVisible();
  expect(Object.fromEntries(requests[0]?.query ?? [])).toMatchObject({ status: 'live', sortBy: 'viewers' });
});

it('searches for the text in the URL, and writes new text to it', async () => {
  const requests = mockEndpoint('GET /admin/streams/search', singlePage(stream()));
  const { navigations } = open('/admin/live?q=ada');
  const search = await screen.findByRole('searchbox', { name: 'Search streams' });
  await waitFor(() => expect(requests[0]?.query.get('q')).toBe('ada'));
  await userEvent.clear(search);
  await userEvent.type(search, 'songs{Enter}');
  expect(navigations().at(-1)).toBe('/admin/live?q=songs');
});
