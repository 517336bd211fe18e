/** The ticket offer of posts, for fans, ticket holders, guests and the owner. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { TicketState } from '@contract/kernel/values/live';
import type { ResponseOf } from '@web/services/call';
import { fan, performer } from '../../tests/kit/fixtures/accounts';
import { post } from '../../tests/kit/fixtures/content';
import { mockEndpoint, startFakeHost } from '../../tests/kit/screens/fake-host';
import { tip } from '../../tests/kit/fixtures/payments';
import { renderScreen } from '../../tests/kit/screens/render';
import { TicketOffer } from './ticket-offer';

startFakeHost();

type Post = ResponseOf<'GET /user/feeds/:id'>;
type Tickets = NonNullable<Post['tickets']>;

const ticketed = (tickets: Partial<Tickets>, changes: Partial<Post> = {}): Post =>
  post({
    type: 'scheduled-stream',
    title: 'Acoustic set',
    streamScheduledAt: '2090-05-01T10:00:00.000Z',
    tickets: { price: 10, capacity: 50, state: 'on_sale', mayReturn: false, recording: null, ...tickets },
    ...changes,
  });
const open = (shown: Post, user: ReturnType<typeof fan> | ReturnType<typeof performer> | null = fan()) =>
  renderScreen(<TicketOffer post={shown} />, { path: '/post/acoustic-set', ...(user && { user }) });

it('offers tickets to fans and guests, and not to performers', async () => {
  const { navigations, unmount } = open(ticketed({}));
  await userEvent.click(await screen.findByRole('button', { name: 'Buy a ticket for Acoustic set, 10 tokens' }));
  expect(navigations()[0]).toMatch(/\?unlock=/);
  unmount();
  const guest = open(ticketed({}), null);
  expect(await screen.findByRole('button', { name: /^Buy a ticket/ })).toBeVisible();
  guest.unmount();
  open(ticketed({}), performer({ _id: '0198c0de-0000-7000-8000-0000000000ff' }));
  expect(screen.queryByRole('button', { name: /^Buy a ticket/ })).toBeNull();
});

it('renders nothing for shows without tickets', () => {
  const { container } = open(ticketed({}, { tickets: null }));
  expect(container.textContent).not.toContain('icket');
});

it.each<[TicketState, string]>([
  ['sold_out', 'Sold out'],
  ['closed', 'Ticket sales have ended. The stream starts soon.'],
  ['held', 'This stream has ended.'],
  ['canceled', 'The stream was canceled. Tickets were refunded.'],
  ['not_held', 'The stream didn’t start in time. Tickets were refunded.'],
  ['broken_off', 'The stream ended within its first minutes. Tickets were refunded.'],
])('shows the state %s', (state, text) => {
  open(ticketed({ state }));
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

it('links to a started show', () => {
  open(ticketed({ state: 'started' }));
  expect(screen.getByRole('link', { name: 'Watch live' })).toHaveAttribute('href', expect.stringMatching(/^\/live\//));
});

it('shows ticket holders their ticket and a link to the recording', () => {
  open(ticketed({ state: 'held', recording: { _id: 'v', slug: 'acoustic-set-film' } }, { isBought: true }));
  expect(screen.getByText('You have a ticket')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Watch recording' })).toHaveAttribute('href', '/video/acoustic-set-film');
});

it('returns a ticket for a rescheduled show after confirmation', async () => {
  const shown = ticketed({ mayReturn: true }, { isBought: true });
  const returned = mockEndpoint('POST /wallet/charges/ticket/:id/return', {
    ...tip(10, { type: 'ticket', targetId: shown._id, status: 'refunded' }),
    item: ticketed({}),
  });
  open(shown);
  await userEvent.click(await screen.findByRole('button', { name: 'Return ticket' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Return this ticket?' }));
  expect(dialog.getByText(/You’ll get 10 tokens back in your wallet/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Return ticket' }));
  expect(await screen.findByText(/^Ticket returned/)).toBeVisible();
  expect(returned).toHaveLength(1);
  expect(returned[0]?.params).toEqual({ id: shown._id });
});

it('shows the owner the number of sold tickets', () => {
  const own = ticketed({}, { totalSold: 12 });
  open(own, performer({ _id: own.performer._id }));
  expect(screen.getByText('12 of 50 tickets sold')).toBeVisible();
});
