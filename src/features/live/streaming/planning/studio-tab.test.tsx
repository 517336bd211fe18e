/** The performer's tab of shows: the link to the studio, the default settings, and past shows. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { endpointKeyText, FreshFallback } from '@web/services/use-endpoint';
import { SocketContext } from '@web/realtime/socket-events';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { performer } from '../../../../../tests/kit/fixtures/accounts';
import { fakeEventSource } from '../../../../../tests/kit/screens/live-page';
import { mockEndpoint, mockNetworkError, mockError, startFakeHost } from '../../../../../tests/kit/screens/fake-host';
import { ownPost } from '../../../../../tests/kit/fixtures/own-items';
import { singlePage } from '../../../../../tests/kit/fixtures/payments';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import { stream, streamConversation, streamSettings } from '../../../../../tests/kit/fixtures/streams';
import type { OwnShow } from '../show-settings/studio-show';
import { StudioTab } from './studio-tab';

startFakeHost();
beforeEach(() => mockEndpoint('GET /performer/feeds', singlePage()));
afterEach(() => toasts.read().forEach(({ id }) => dismissToast(id)));

const at = '2026-05-01T10:00:00.000Z';
const settings = streamSettings();
const show = (status: 'idle' | 'live'): OwnShow => ({
  stream: stream({ status, isStreaming: status === 'live', ...(status === 'idle' && { sessionId: null }) }),
  conversation: streamConversation({ role: 'owner' }),
  settings,
  people: [],
  isClockAstray: false,
});
const past = {
  _id: 'session-1',
  title: 'Morning songs',
  audience: 'subscribers' as const,
  isFree: true,
  price: null,
  startedAt: at,
  endedAt: at,
  endReason: 'owner' as const,
  duration: 1500,
  viewersPeak: 15,
  tips: 50,
  entries: 12,
  tickets: { sold: 3, came: 2, amount: 30 },
  videoId: 'video-1',
};
const open = (user = performer()) => renderScreen(<StudioTab />, { user, path: '/ada?tab=live' });

it('links to the studio, and back into it while a show is running', async () => {
  mockEndpoint('GET /streaming/mine', show('idle'));
  mockEndpoint('GET /streaming/sessions', singlePage());
  const { unmount } = open();
  const [link] = await screen.findAllByRole('link', { name: 'Go live' });
  expect(link).toHaveAttribute('href', '/creator/live');
  expect(await screen.findByText('No streams yet')).toBeVisible();
  unmount();
  mockEndpoint('GET /streaming/mine', show('live'));
  open();
  expect(await screen.findByRole('link', { name: 'Open studio' })).toHaveAttribute('href', '/creator/live');
});

it('receives events of a show that was loaded with the page', () => {
  const { source, receive } = fakeEventSource();
  mockEndpoint('GET /streaming/sessions', singlePage());
  renderScreen(
    <FreshFallback.Provider value>
      <SocketContext.Provider value={source}>
        <StudioTab />
      </SocketContext.Provider>
    </FreshFallback.Provider>,
    { user: performer(), path: '/ada?tab=live', fallback: { [endpointKeyText('GET /streaming/mine', {})]: show('live') } },
  );
  expect(screen.getByText('Evening songs')).toBeVisible();
  receive('stream/info-changed', stream({ title: 'Night songs' }));
  expect(screen.getByText('Night songs')).toBeVisible();
});

it('saves the default settings of new shows, within the limits', async () => {
  mockEndpoint('GET /streaming/mine', show('idle'));
  mockEndpoint('GET /streaming/sessions', singlePage());
  const saved = mockEndpoint('PUT /streaming/update', { ...settings, audience: 'paid', isFree: false, price: 5 });
  open();
  await userEvent.click(await screen.findByRole('radio', { name: /Anyone who pays/ }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Stream price' }), '5000');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(screen.getByText('Enter a price from 1 to 1,000 tokens.')).toBeVisible();
  await userEvent.clear(screen.getByRole('textbox', { name: 'Stream price' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Stream price' }), '5');
  await userEvent.click(screen.getByRole('switch', { name: 'Record my streams' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Changes saved')).toBeVisible();
  expect(saved[0]?.body).toEqual({ audience: 'paid', price: 5, isRecording: true });
});

it('keeps what was typed when saving is rejected', async () => {
  mockEndpoint('GET /streaming/mine', show('idle'));
  mockEndpoint('GET /streaming/sessions', singlePage());
  mockError('PUT /streaming/tip-menu', 'price_out_of_range', { message: 'This is between 1 and 500 tokens.' });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Add item' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Reward' }), 'A song');
  await userEvent.type(screen.getByRole('textbox', { name: 'Price' }), '10');
  await userEvent.click(screen.getByRole('button', { name: 'Save tip menu' }));
  expect(await screen.findByText('This is between 1 and 500 tokens.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Reward' })).toHaveValue('A song');
});

it('schedules a show with a post that has a start time', async () => {
  mockEndpoint('GET /streaming/mine', show('idle'));
  mockEndpoint('GET /streaming/sessions', singlePage());
  const requests = mockError('POST /performer/feeds', 'schedule_in_past');
  open();
  const schedule = await screen.findByRole('button', { name: 'Schedule stream' });
  await userEvent.click(schedule);
  expect(screen.getByText('Choose a start time.')).toBeVisible();
  expect(requests).toHaveLength(0);
  await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), 'Songs by request');
  fireEvent.change(screen.getByLabelText('Starts at'), { target: { value: '2090-05-01T20:00' } });
  await userEvent.click(schedule);
  expect(await screen.findByRole('alert')).toBeVisible();
  const posted = mockEndpoint('POST /performer/feeds', ownPost({ _id: 'post-1', type: 'scheduled-stream' }));
  await userEvent.click(schedule);
  expect(await screen.findByRole('link', { name: 'View post' })).toHaveAttribute('href', '/post/post-1');
  expect(posted[0]?.body).toMatchObject({
    type: 'scheduled-stream',
    title: 'Songs by request',
    audience: 'public',
    streamScheduledAt: new Date('2090-05-01T20:00').toISOString(),
  });
});

it('lists past shows with time, viewers, tips and recordings', async () => {
  mockEndpoint('GET /streaming/mine', show('idle'));
  const short = { ...past, _id: 'session-2', title: 'A glimpse', duration: 1 };
  const requests = mockEndpoint('GET /streaming/sessions', singlePage(past, short));
  open();
  const row = await screen.findByRole('row', { name: /Morning songs/ });
  expect(row).toHaveTextContent('25 minutes');
  expect(row).toHaveTextContent('Free for subscribers');
  expect(screen.getByRole('row', { name: /A glimpse/ })).toHaveTextContent('1 second');
  expect(screen.getByRole('row', { name: /A glimpse/ })).not.toHaveTextContent('1 seconds');
  expect(row).toHaveTextContent('50 tokens');
  expect(screen.getByRole('row', { name: /Morning songs/ })).toHaveTextContent('2 of 3 attended');
  expect(screen.getByRole('link', { name: 'Open recording of Morning songs' })).toHaveAttribute('href', '/creator/videos/video-1');
  expect(requests[0]?.query.get('limit')).toBeTruthy();
});

it('explains what to do while identity documents are not approved, and offers a retry when loading fails', async () => {
  const { unmount } = open(performer({ verification: 'pending' }));
  expect(await screen.findByText('Your ID documents are in review')).toBeVisible();
  unmount();
  mockNetworkError('GET /streaming/mine');
  mockEndpoint('GET /streaming/sessions', singlePage());
  open();
  const retryButton = await screen.findByRole('button', { name: 'Try again' });
  mockEndpoint('GET /streaming/mine', show('idle'));
  await userEvent.click(retryButton);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save tip menu' })).toBeVisible());
});
