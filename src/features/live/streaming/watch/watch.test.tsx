/** Watching a show: the gate, the video, the chat, tips, and the end. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { retryPolicy } from '@web/realtime/live/keep-connected';
import type { LoadContext } from '@web/services/load-context';
import page from '../../../../../pages/live/[profileId]';
import { fan, performer } from '../../../../../tests/kit/fixtures/accounts';
import { performerCardOf } from '../../../../../tests/kit/fixtures/cards';
import { FakeConnection } from '../../../../../tests/kit/screens/fake-rtc';
import { mockEndpoint, mockError } from '../../../../../tests/kit/screens/fake-host';
import { singlePage, profileOfAda, tip } from '../../../../../tests/kit/fixtures/payments';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import { stream, streamConversation, streamMessage } from '../../../../../tests/kit/fixtures/streams';
import { credentials, openShow, startShowTests } from '../../../../../tests/kit/screens/watch-page';
import { endpointKeyText } from '@web/services/use-endpoint';
import { ApiError } from '@web/services/api-error';
import { toasts } from '@web/ui/feedback/toast-queue';
import { showRequest } from '../requests';
import { pollWithoutEvents_ms } from './use-show';

startShowTests();

const { _id: streamId } = stream();
const { _id: adaId } = performer();
const stage = () => screen.findByRole('region', { name: 'Live video of Ada: Evening songs' });

describe('the page of a running show', () => {
  it('shows performer, time, viewers and title', async () => {
    const { receive } = openShow();
    expect(await screen.findByRole('heading', { level: 1, name: 'Evening songs' })).toBeInTheDocument();
    expect(screen.getByRole('timer', { name: 'Elapsed time' })).toHaveTextContent('01:00');
    expect(screen.getByText('12 viewers')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Ada' })).toHaveAttribute('href', '/ada');
    expect(screen.getByRole('link', { name: 'Leave stream' })).toHaveAttribute('href', '/ada');
    receive('stream/viewers', { streamId, viewers: 1 });
    expect(screen.getByText('1 viewer')).toBeInTheDocument();
  });

  it('names other participants who consented, until they withdraw', async () => {
    const bruno = { ...performerCardOf('Bruno'), username: 'bruno' };
    const { receive } = openShow({ show: { participants: [bruno] } });
    expect(await screen.findByRole('link', { name: 'Bruno' })).toHaveAttribute('href', '/bruno');
    mockEndpoint('GET /streaming/join/:id', { stream: stream(), conversation: streamConversation(), messages: [] });
    receive('stream/people-changed', { streamId });
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Bruno' })).toBeNull());
  });

  it('is server-rendered, and updated by later events', async () => {
    const read = (name: string, input: never) => {
      fallback[endpointKeyText(name as 'GET /streaming/join/:id', input)] = joinResponse;
      return Promise.resolve(joinResponse);
    };
    mockEndpoint('POST /streaming/agora/token', credentials());
    const joinResponse = { stream: stream(), conversation: streamConversation(), messages: [] };
    const fallback: Record<string, unknown> = {};
    await page.definition.load?.({ read, query: { profileId: 'ada' }, viewer: fan() } as unknown as LoadContext);
    expect(Object.keys(fallback)).toEqual([endpointKeyText('GET /streaming/join/:id', showRequest('ada'))]);
    const { receive } = openShow({ fallback });
    expect(screen.getByRole('heading', { level: 1, name: 'Evening songs' })).toBeInTheDocument();
    receive('stream/viewers', { streamId, viewers: 1 });
    expect(await screen.findByText('1 viewer')).toBeInTheDocument();
  });

  it('is server-rendered even without a running show, unless the performer does not exist', async () => {
    const apiError = (error: 'stream_offline' | 'performer_not_found') =>
      new ApiError({ statusCode: 404, error, message: '', requestId: '' });
    const read = jest.fn((name: string) =>
      name === 'GET /performers/:id' ? Promise.resolve(profileOfAda()) : Promise.reject(apiError('stream_offline')),
    );
    await page.definition.load?.({ read, query: { profileId: 'ada' }, viewer: fan() } as unknown as LoadContext);
    expect(read).toHaveBeenLastCalledWith('GET /performers/:id', { params: { id: 'ada' } });
    const rejectNotFound = () => Promise.reject(apiError('performer_not_found'));
    await expect(
      page.definition.load?.({ read: rejectNotFound, query: { profileId: 'ada' }, viewer: fan() } as unknown as LoadContext),
    ).rejects.toThrow();
  });
});

describe('the video', () => {
  it('starts muted, with a clear control to unmute it', async () => {
    const { credentialRequests } = openShow();
    await userEvent.click(await within(await stage()).findByRole('button', { name: 'Turn sound on' }));
    expect(credentialRequests[0]?.body).toEqual({ streamId, role: 'viewer' });
    expect((await stage()).querySelector('video')?.muted).toBe(false);
    expect(screen.queryByRole('button', { name: 'Turn sound on' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Turn sound off' }));
    expect(screen.getByRole('button', { name: 'Turn sound on' })).toBeInTheDocument();
  });

  it('can fill the stage or be shown whole', async () => {
    openShow();
    await userEvent.click(await screen.findByRole('button', { name: 'Zoom to fill' }));
    expect(screen.getByRole('button', { name: 'Fit to screen' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Full screen' })).toBeInTheDocument();
  });

  it('shows that it is reconnecting after its connection breaks, and recovers by itself', async () => {
    openShow();
    await screen.findByRole('button', { name: 'Turn sound on' });
    FakeConnection.last.setState('failed');
    await waitFor(() => expect(FakeConnection.all).toHaveLength(2));
    expect(await screen.findByRole('button', { name: 'Turn sound on' })).toBeInTheDocument();
  });

  it('shows that the performer is reconnecting and how long the show waits, and resumes when they are back', async () => {
    const { receive } = openShow();
    await screen.findByRole('button', { name: 'Turn sound on' });
    const endsAt = new Date(Date.now() + 60_000).toISOString();
    receive('stream/info-changed', stream({ status: 'reconnecting', isStreaming: false, endsAt }));
    expect(within(await stage()).getByRole('status')).toHaveTextContent(/Ada is reconnecting….*The stream stays open for/);
    receive('stream/info-changed', stream({}));
    expect(within(await stage()).queryByRole('status')).toBeNull();
  });

  it('shows that the performer is in a private show, and that a show has not begun', async () => {
    const { receive } = openShow({ show: { status: 'idle', isStreaming: false } });
    expect(await screen.findByText('The stream is about to start.')).toBeInTheDocument();
    receive('stream/info-changed', stream({ isPaused: true }));
    expect(screen.getByText('Ada is in a private show. This stream continues afterward.')).toBeInTheDocument();
  });

  it('explains what to do when the network blocks the media, and plays on a retry from a better one', async () => {
    jest.replaceProperty(retryPolicy, 'reportAfter_ms', 50);
    FakeConnection.hasPath = false;
    openShow();
    const text = /^Your network blocks live video/;
    expect(await within(await stage()).findByRole('alert')).toHaveTextContent(text);
    expect(screen.getByRole('textbox')).toBeEnabled();
    FakeConnection.hasPath = true;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Turn sound on' })).toBeInTheDocument();
    expect(screen.queryByText(text)).toBeNull();
    jest.restoreAllMocks();
  });

  it('shows an error when the video is unavailable, and retries on request', async () => {
    const { credentialRequests } = openShow();
    mockError('POST /streaming/agora/token', 'internal_error');
    expect(await screen.findByText('Video isn’t available right now. Try again.')).toBeInTheDocument();
    expect(credentialRequests).toHaveLength(0);
    mockEndpoint('POST /streaming/agora/token', credentials());
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Turn sound on' })).toBeInTheDocument();
    expect(screen.queryByText('Video isn’t available right now. Try again.')).toBeNull();
  });

  it('is replaced when the next session begins', async () => {
    const { receive, credentialRequests } = openShow();
    await screen.findByRole('button', { name: 'Turn sound on' });
    receive('stream/info-changed', stream({ sessionId: 'next' }));
    await waitFor(() => expect(FakeConnection.all.map(({ connectionState }) => connectionState)).toEqual(['closed', 'connected']));
    expect(credentialRequests).toHaveLength(2);
  });

  it('shows an error in a browser that cannot play any', async () => {
    Object.assign(globalThis, { RTCPeerConnection: undefined });
    openShow();
    expect(await screen.findByText(/This browser can’t play live video/)).toBeInTheDocument();
  });
});

describe('the gate', () => {
  it('of a paid show displays the price, and opens the payment dialog through the URL', async () => {
    const { navigations } = openShow({
      show: { canWatch: false, audience: 'paid', isFree: false, price: 12, unlock: ['buy'], isSubscribed: false },
    });
    await userEvent.click(await screen.findByRole('button', { name: /^Watch for 12/ }));
    expect(navigations()).toEqual(['/live/ada?unlock=1']);
    expect(screen.queryByRole('region', { name: 'Chat' })).toBeNull();
  });

  it('charges the entry fee once in its dialog, and then opens the show', async () => {
    openShow({
      show: { canWatch: false, audience: 'paid', isFree: false, price: 12, unlock: ['buy'], isSubscribed: false },
      path: '/live/ada?unlock=1',
    });
    const paid = mockEndpoint('POST /wallet/charges/stream/:id', tip(12, { type: 'stream', targetId: streamId }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Unlock Evening songs' }));
    expect(dialog.getByText('Watch this live stream by Ada until it ends.')).toBeInTheDocument();
    mockEndpoint('GET /streaming/join/:id', {
      stream: stream({ audience: 'paid', isFree: false, price: 12, isBought: true }),
      conversation: streamConversation(),
      messages: [],
    });
    await userEvent.click(dialog.getByRole('button', { name: /^Unlock for 12/ }));
    expect(await screen.findByRole('region', { name: 'Chat' })).toBeInTheDocument();
    expect(paid).toHaveLength(1);
    expect(paid[0]).toMatchObject({ params: { id: streamId }, body: { expectedPrice: 12 } });
  });

  it('of a subscribers-only show opens the subscription dialog', async () => {
    openShow({ show: { canWatch: false, unlock: ['subscribe'], isSubscribed: false } });
    mockEndpoint('GET /performers/:id', profileOfAda());
    mockEndpoint('GET /payment-cards', { data: [], total: 0, nextCursor: null });
    expect(await screen.findByText('This stream is for subscribers of Ada.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Subscribe' }));
    expect(await screen.findByRole('dialog', { name: 'Subscribe to Ada' })).toBeInTheDocument();
  });

  it('of a followers-only show is a Follow button, which admits the viewer without a reload', async () => {
    const locked = { audience: 'followers' as const, canWatch: false, unlock: ['follow' as const], isSubscribed: false };
    const { joinRequests } = openShow({ show: locked });
    expect(await screen.findByText('This stream is for followers of Ada. Following is free.')).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Chat' })).toBeNull();
    const followed = mockEndpoint('POST /follows/:id', { isFollowed: true, totalFollowers: 1 });
    const open = { stream: stream({ audience: 'followers' }), conversation: streamConversation(), messages: [] };
    const rejoined = mockEndpoint('GET /streaming/join/:id', open);
    await userEvent.click(screen.getByRole('button', { name: 'Follow to watch' }));
    expect(await stage()).toBeInTheDocument();
    expect(await screen.findByRole('region', { name: 'Chat' })).toBeInTheDocument();
    expect(followed[0]?.params).toEqual({ id: adaId });
    expect([joinRequests.length, rejoined.length]).toEqual([1, 1]);
  });

  it('stays closed with an error when following is rejected', async () => {
    openShow({ show: { audience: 'followers', canWatch: false, unlock: ['follow'], isSubscribed: false } });
    mockError('POST /follows/:id', 'too_many_requests');
    await userEvent.click(await screen.findByRole('button', { name: 'Follow to watch' }));
    await waitFor(() => expect(toasts.read()).toHaveLength(1));
    expect(screen.getByRole('button', { name: 'Follow to watch' })).toBeEnabled();
  });

  it('of a followers-only show lets other performers follow, though they cannot pay for shows', async () => {
    const user = performer({ _id: 'another', username: 'bea', name: 'Bea' });
    const { unmount } = openShow({ user, show: { audience: 'followers', canWatch: false, unlock: ['follow'], isSubscribed: false } });
    expect(await screen.findByRole('button', { name: 'Follow to watch' })).toBeInTheDocument();
    expect(screen.queryByText(/Creator accounts can’t buy access/)).toBeNull();
    unmount();
    openShow({ user, show: { canWatch: false, unlock: ['subscribe'], isSubscribed: false } });
    expect(await screen.findByText(/Creator accounts can’t buy access/)).toBeInTheDocument();
  });

  it.each([
    ['public', null, 'This stream is open to everyone.'],
    ['followers', null, 'This stream is for followers of Ada. Following is free.'],
    ['subscribers', null, 'This stream is for subscribers of Ada.'],
    ['paid', 12, /^This stream costs .*12/],
  ] as const)('links guests of a show for the audience %s to sign-up and login, which lead back', async (audience, price, text) => {
    const running = { _id: 's', sessionId: 'x', title: 'Evening songs', status: 'live' as const, viewers: 3, startedAt: null };
    const stream = { ...running, audience, isFree: audience !== 'paid', price };
    const requests = mockEndpoint('GET /performers/:id', profileOfAda({ stream }));
    renderScreen(<page.definition.screen />, { path: '/live/ada', query: { profileId: 'ada' } });
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1, name: 'Evening songs' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/auth/register?next=%2Flive%2Fada');
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/auth/login?next=%2Flive%2Fada');
    expect(screen.queryByRole('button', { name: 'Tip' })).toBeNull();
    expect(requests).toHaveLength(1);
  });

  it('shows guests that no show is running, and the server does not request the show', async () => {
    mockEndpoint('GET /performers/:id', profileOfAda({ stream: null }));
    mockEndpoint('GET /user/feeds', singlePage());
    mockEndpoint('GET /streaming/user/search', singlePage());
    renderScreen(<page.definition.screen />, { path: '/live/ada', query: { profileId: 'ada' } });
    expect(await screen.findByRole('heading', { level: 1, name: 'Ada isn’t live' })).toBeInTheDocument();
    const read = jest.fn(() => Promise.resolve(profileOfAda()));
    await page.definition.load?.({ read, query: { profileId: 'ada' }, viewer: null } as unknown as LoadContext);
    expect(read.mock.calls).toEqual([['GET /performers/:id', { params: { id: 'ada' } }]]);
  });

  it('closes again, and the video stops, when the viewer loses access', async () => {
    const { receive, joinRequests } = openShow({
      show: { audience: 'paid', isFree: false, price: 12, isBought: true, isSubscribed: false },
    });
    await screen.findByRole('button', { name: 'Turn sound on' });
    const locked = stream({ canWatch: false, audience: 'paid', isFree: false, price: 12, unlock: ['buy'], isSubscribed: false });
    mockEndpoint('GET /streaming/join/:id', { stream: locked, conversation: streamConversation(), messages: [] });
    receive('stream/left', { streamId, accountId: '0198c0de-0000-7000-8000-000000000001', reason: 'revoked' });
    expect(await screen.findByText('You no longer have access to this stream.')).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: /^Watch for 12/ })).toBeInTheDocument();
    await waitFor(() => expect(FakeConnection.last.connectionState).toBe('closed'));
    expect(joinRequests).toHaveLength(1);
  });
});

describe('in a running show', () => {
  const goal = { title: 'A new song', amount: 100, raised: 50, loops: false, rounds: 0 };

  it('the goal shows its progress and updates with tips', async () => {
    const { receive } = openShow({ show: { tipGoal: goal } });
    const bar = await screen.findByRole('progressbar', { name: 'A new song' });
    expect(bar).toHaveAttribute('aria-valuenow', '50');
    receive('stream/info-changed', stream({ tipGoal: { ...goal, raised: 100 } }));
    expect(bar).toHaveAttribute('aria-valuenow', '100');
    expect(screen.getByText(/100 of 100 tokens · reached/)).toBeInTheDocument();
  });

  it('a tip is sent in the show', async () => {
    openShow();
    const sent = mockEndpoint('POST /wallet/charges/tip/:id', tip(50));
    await userEvent.click(await screen.findByRole('button', { name: 'Tip' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Tip Ada' }));
    await userEvent.click(dialog.getByRole('button', { name: /^50/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Send 50 tokens' }));
    await waitFor(() => expect(sent[0]?.body).toEqual({ price: 50, text: '', streamId }));
    expect(sent[0]?.params).toEqual({ id: adaId });
  });

  it('a menu item has a price, and is named with the tip', async () => {
    openShow({ show: { tipMenu: [{ _id: 'menu-1', title: 'Your song', price: 20 }] } });
    const sent = mockEndpoint('POST /wallet/charges/tip/:id', tip(20));
    await userEvent.click(await screen.findByRole('button', { name: 'Tip menu' }));
    await userEvent.click(await screen.findByRole('button', { name: /^Your song/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Tip Ada' }));
    expect(dialog.getByText('Your song from Ada’s tip menu for 20 tokens.')).toBeInTheDocument();
    expect(dialog.queryByLabelText('Other amount')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Send 20 tokens' }));
    await waitFor(() => expect(sent[0]?.body).toEqual({ price: 20, text: '', streamId, menuItemId: 'menu-1' }));
  });

  it('a private show can be requested while the performer takes requests', async () => {
    const { store } = openShow({ acceptsPrivateRequests: true });
    await userEvent.click(await screen.findByRole('button', { name: /^Private show · 3.* tokens\/min$/ }));
    expect(store.getState().dialogs.privateShow).toMatchObject({ name: 'Ada', privateMinutePrice: 3 });
  });

  it('performers, who have no wallet, cannot tip', async () => {
    openShow({ user: performer({ _id: 'another', username: 'bea', name: 'Bea' }) });
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('button', { name: 'Tip' })).toBeNull();
  });
});

describe('without a running show', () => {
  it('the end is displayed with what is next, and video and connection are closed', async () => {
    const { receive, emittedEvents } = openShow({ messages: [streamMessage(1)] });
    await screen.findByRole('button', { name: 'Turn sound on' });
    await waitFor(() => expect(emittedEvents).toContainEqual({ event: 'stream/joined', payload: { streamId } }));
    receive('stream/ended', { streamId, performerId: adaId, sessionId: 'any', reason: 'owner' });
    expect(await screen.findByRole('heading', { level: 1, name: 'The stream has ended' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'View profile of Ada' })).toHaveAttribute('href', '/ada');
    expect(screen.getByRole('link', { name: 'Videos and recordings' })).toHaveAttribute('href', '/ada?tab=videos');
    await waitFor(() => expect(FakeConnection.last.connectionState).toBe('closed'));
    await waitFor(() => expect(emittedEvents.at(-1)).toEqual({ event: 'stream/left', payload: { streamId } }));
  });

  it('the next show appears when it starts', async () => {
    const { receive } = openShow();
    await screen.findByRole('heading', { level: 1 });
    receive('stream/ended', { streamId, performerId: adaId, sessionId: 'any', reason: 'lost' });
    await screen.findByRole('heading', { level: 1, name: 'The stream has ended' });
    mockEndpoint('GET /streaming/join/:id', {
      stream: stream({ sessionId: 'next', title: 'Encore' }),
      conversation: streamConversation(),
      messages: [],
    });
    receive('stream/started', { streamId, performerId: adaId, sessionId: 'next' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Encore' })).toBeInTheDocument();
  });

  it('a viewer sees that the performer is not live', async () => {
    openShow();
    mockError('GET /streaming/join/:id', 'stream_offline');
    mockEndpoint('GET /performers/:id', profileOfAda());
    expect(await screen.findByRole('heading', { level: 1, name: 'Ada isn’t live' })).toBeInTheDocument();
  });

  it('a page opened before the show switches to it when the show starts', async () => {
    const { receive } = openShow();
    mockError('GET /streaming/join/:id', 'stream_offline');
    await screen.findByRole('heading', { level: 1, name: 'Ada isn’t live' });
    mockEndpoint('GET /streaming/join/:id', { stream: stream(), conversation: streamConversation(), messages: [] });
    receive('stream/started', { streamId, performerId: adaId, sessionId: 'first' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Evening songs' })).toBeInTheDocument();
  });

  it.each(['an offline performer', 'an ended show'] as const)(
    'on the page of %s, a viewer who receives no start event sees the next show within seconds',
    async (subject) => {
      const ticks: (() => void)[] = [];
      const { setTimeout: real } = window;
      // Replaced by hand: a Jest mock would be mistaken for fake timers.
      window.setTimeout = ((tick: () => void, wait_ms?: number) =>
        wait_ms === pollWithoutEvents_ms ? ticks.push(tick) : real(tick, wait_ms)) as typeof real;
      const { receive } = openShow();
      if (subject === 'an offline performer') mockError('GET /streaming/join/:id', 'stream_offline');
      else {
        await screen.findByRole('heading', { level: 1, name: 'Evening songs' });
        receive('stream/ended', { streamId, performerId: adaId, sessionId: 'any', reason: 'owner' });
      }
      await screen.findByRole('heading', {
        level: 1,
        name: subject === 'an offline performer' ? 'Ada isn’t live' : 'The stream has ended',
      });
      mockEndpoint('GET /streaming/join/:id', {
        stream: stream({ sessionId: 'next', title: 'Encore' }),
        conversation: streamConversation(),
        messages: [],
      });
      mockEndpoint('GET /streaming/user/search', singlePage(stream({ sessionId: 'next' })));
      await waitFor(() => expect(ticks).not.toEqual([]));
      ticks.forEach((tick) => tick());
      expect(await screen.findByRole('heading', { level: 1, name: 'Encore' })).toBeInTheDocument();
      window.setTimeout = real;
    },
  );

  it('a blocked viewer sees neither a show nor its chat', async () => {
    openShow();
    mockError('GET /streaming/join/:id', 'blocked_by_performer');
    await waitFor(() => expect(screen.queryByText('Loading the stream…')).toBeNull());
    expect(screen.queryByRole('region', { name: 'Chat' })).toBeNull();
  });
});
