/** A performer's ticketed shows: scheduling one, seeing sales, rescheduling and canceling it, and starting it on time. */
import type { ReactElement } from 'react';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ResponseOf } from '@web/services/call';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { performer } from '../../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockError, startFakeHost } from '../../../../../tests/kit/screens/fake-host';
import { ownPost } from '../../../../../tests/kit/fixtures/own-items';
import { singlePage } from '../../../../../tests/kit/fixtures/payments';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import { TicketedShows } from './studio-planned';
import { ScheduleShow } from './studio-schedule';
import { TicketedStart } from '../studio/ticketed-start';

startFakeHost();
afterEach(() => toasts.read().forEach(({ id }) => dismissToast(id)));

type OwnPost = ResponseOf<'GET /performer/feeds'>['data'][number];

const tickets = { price: 10, capacity: 50, state: 'on_sale' as const, mayReturn: false, recording: null };
const scheduledPost = (changes: Partial<OwnPost> = {}): OwnPost => ({
  ...ownPost({ _id: 'plan', type: 'scheduled-stream', title: 'Acoustic set', totalSold: 12, tickets }),
  streamScheduledAt: '2090-05-01T10:00:00.000Z',
  ...changes,
});
const open = (element: ReactElement) => renderScreen(element, { user: performer(), path: '/ada?tab=live' });

it('lists upcoming ticketed shows with their sales, and no past ones', async () => {
  mockEndpoint(
    'GET /performer/feeds',
    singlePage(scheduledPost(), scheduledPost({ _id: 'old', title: 'Past set', tickets: { ...tickets, state: 'held' } })),
  );
  open(<TicketedShows />);
  expect(await screen.findByRole('link', { name: 'Acoustic set' })).toBeVisible();
  expect(screen.getByText(/12 of 50 tickets sold/)).toBeVisible();
  expect(screen.queryByText('Past set')).toBeNull();
});

it('explains what happens to the tickets before a show is canceled, and shows why canceling failed', async () => {
  mockEndpoint('GET /performer/feeds', singlePage(scheduledPost()));
  mockError('POST /performer/feeds/:id/cancel-show', 'show_not_open');
  open(<TicketedShows />);
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel stream Acoustic set' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Cancel Acoustic set?' }));
  expect(dialog.getByText(/^12 tickets will be refunded and the fans notified\./)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel stream' }));
  expect(await dialog.findByText(/has started or ended/)).toBeVisible();
  const canceled = mockEndpoint('POST /performer/feeds/:id/cancel-show', scheduledPost({ tickets: { ...tickets, state: 'canceled' } }));
  mockEndpoint('GET /performer/feeds', singlePage());
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel stream' }));
  expect(await screen.findByText('Stream canceled')).toBeVisible();
  expect(canceled[0]?.params).toEqual({ id: 'plan' });
});

it('reschedules a show after explaining what it means for ticket holders', async () => {
  mockEndpoint('GET /performer/feeds', singlePage(scheduledPost()));
  const moved = mockEndpoint('PUT /performer/feeds/:id', scheduledPost());
  open(<TicketedShows />);
  await userEvent.click(await screen.findByRole('button', { name: 'Reschedule Acoustic set' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Reschedule Acoustic set?' }));
  expect(dialog.getByText(/\. Fans will be notified and can return their tickets until the stream starts/)).toBeVisible();
  fireEvent.change(dialog.getByLabelText('Starts at'), { target: { value: '2090-05-02T20:00' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Reschedule stream' }));
  expect(await screen.findByText('Stream rescheduled')).toBeVisible();
  expect(moved[0]?.body).toEqual({ streamScheduledAt: new Date('2090-05-02T20:00').toISOString() });
});

it('schedules a show with a ticket price and a capacity, and marks invalid values', async () => {
  const posted = mockEndpoint('POST /performer/feeds', ownPost({ _id: 'post-1', type: 'scheduled-stream' }));
  open(<ScheduleShow />);
  await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), 'Acoustic set');
  fireEvent.change(screen.getByLabelText('Starts at'), { target: { value: '2090-05-01T20:00' } });
  await userEvent.click(screen.getByRole('radio', { name: 'Followers' }));
  await userEvent.click(screen.getByRole('switch', { name: 'Sell tickets' }));
  await userEvent.type(screen.getByRole('textbox', { name: /^Capacity/ }), '2.5');
  await userEvent.click(screen.getByRole('button', { name: 'Schedule stream' }));
  expect(screen.getByText('Enter a price from 1 to 1,000 tokens.')).toBeVisible();
  expect(screen.getByText(/^Enter a whole number from 1 to/)).toBeVisible();
  expect(posted).toHaveLength(0);
  await userEvent.type(screen.getByRole('textbox', { name: 'Ticket price' }), '10');
  await userEvent.clear(screen.getByRole('textbox', { name: /^Capacity/ }));
  await userEvent.type(screen.getByRole('textbox', { name: /^Capacity/ }), '40');
  await userEvent.click(screen.getByRole('button', { name: 'Schedule stream' }));
  expect(await screen.findByRole('link', { name: 'View post' })).toBeVisible();
  expect(posted[0]?.body).toMatchObject({ audience: 'followers', ticketPrice: 10, ticketCapacity: 40 });
});

it('offers to start a show that is due, and not one that is days away', async () => {
  const soon = new Date(Date.now() + 5 * 60_000).toISOString();
  mockEndpoint(
    'GET /performer/feeds',
    singlePage(scheduledPost(), scheduledPost({ _id: 'soon', title: 'Tonight', streamScheduledAt: soon })),
  );
  const onChange = jest.fn<undefined, [OwnPost | null]>();
  open(<TicketedStart value="soon" onChange={onChange} />);
  await waitFor(() => expect(screen.getByRole('radio', { name: /Tonight/ })).toBeChecked());
  expect(screen.queryByRole('radio', { name: /Acoustic set/ })).toBeNull();
  expect(onChange).toHaveBeenCalledWith(expect.objectContaining({ _id: 'soon' }));
  await userEvent.click(screen.getByRole('radio', { name: /Another stream/ }));
  expect(onChange).toHaveBeenLastCalledWith(null);
});
