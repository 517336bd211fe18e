/** Watching a show: the way in, the picture, its words, what is given, and its end. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pace } from '@web/realtime/live/keep-connected';
import type { LoadContext } from '@web/shell/define-page';
import page from '../../../../../pages/live/[profileId]';
import { performer } from '../../../../../tests/kit/answers/accounts';
import { FakeConnection } from '../../../../../tests/kit/screens/fake-rtc';
import { answer, refuse } from '../../../../../tests/kit/screens/fake-host';
import { pageOf, profileOfAda, tip } from '../../../../../tests/kit/answers/payments';
import { stream, streamConversation, streamMessage } from '../../../../../tests/kit/answers/streams';
import { credentials, openShow, startTestShows } from '../../../../../tests/kit/screens/watch-page';
import { endpointKeyText } from '@web/services/use-endpoint';
import { Refused } from '@web/services/api-error';
import { showRead } from '../../../streaming/reads';
import { outside_ms } from '../../../streaming/use-show';

startTestShows();

const { _id: streamId } = stream();
const { _id: adaId } = performer();
const info = (changes: Partial<ReturnType<typeof stream>>) => stream(changes);
const stage = () => screen.findByRole('region', { name: 'Live picture of Ada: Evening songs' });

describe('the page of a running show', () => {
  it('says who is live, for how long and for how many, and what it is called', async () => {
    const { tell } = openShow();
    expect(await screen.findByRole('heading', { level: 1, name: 'Evening songs' })).toBeInTheDocument();
    expect(screen.getByRole('timer', { name: 'Running time' })).toHaveTextContent('01:00');
    expect(screen.getByText('12 viewers')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Ada' })).toHaveAttribute('href', '/ada');
    expect(screen.getByRole('link', { name: 'Leave the show' })).toHaveAttribute('href', '/ada');
    tell('stream/viewers', { streamId, viewers: 1 });
    expect(screen.getByText('1 viewer')).toBeInTheDocument();
  });

  it('is there with the first render, as the server has read it, and follows what is told from then on', async () => {
    const read = (name: string, input: never) => {
      fallback[endpointKeyText(name as 'GET /streaming/join/:id', input)] = joined;
      return Promise.resolve(joined);
    };
    answer('POST /streaming/agora/token', credentials());
    const joined = { stream: stream(), conversation: streamConversation(), messages: [] };
    const fallback: Record<string, unknown> = {};
    await page.definition.load?.({ read, query: { profileId: 'ada' } } as unknown as LoadContext);
    expect(Object.keys(fallback)).toEqual([endpointKeyText('GET /streaming/join/:id', showRead('ada'))]);
    const { tell } = openShow({ fallback });
    expect(screen.getByRole('heading', { level: 1, name: 'Evening songs' })).toBeInTheDocument();
    tell('stream/viewers', { streamId, viewers: 1 });
    expect(await screen.findByText('1 viewer')).toBeInTheDocument();
  });

  it('is there too where nothing runs, unless there is no such performer', async () => {
    const refused = (error: 'stream_offline' | 'performer_not_found') =>
      new Refused({ statusCode: 404, error, message: '', requestId: '' });
    const read = jest.fn((name: string) =>
      name === 'GET /performers/:id' ? Promise.resolve(profileOfAda()) : Promise.reject(refused('stream_offline')),
    );
    await page.definition.load?.({ read, query: { profileId: 'ada' } } as unknown as LoadContext);
    expect(read).toHaveBeenLastCalledWith('GET /performers/:id', { params: { id: 'ada' } });
    const none = () => Promise.reject(refused('performer_not_found'));
    await expect(page.definition.load?.({ read: none, query: { profileId: 'ada' } } as unknown as LoadContext)).rejects.toThrow();
  });
});

describe('the picture', () => {
  it('comes without sound, with a clear way to it', async () => {
    const { entries } = openShow();
    await userEvent.click(await within(await stage()).findByRole('button', { name: 'Sound on' }));
    expect(entries[0]?.body).toEqual({ streamId, role: 'viewer' });
    expect((await stage()).querySelector('video')?.muted).toBe(false);
    expect(screen.queryByRole('button', { name: 'Sound on' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Sound off' }));
    expect(screen.getByRole('button', { name: 'Sound on' })).toBeInTheDocument();
  });

  it('can fill the stage or be shown whole', async () => {
    openShow();
    await userEvent.click(await screen.findByRole('button', { name: 'Fill the stage' }));
    expect(screen.getByRole('button', { name: 'Show all of the picture' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Full screen' })).toBeInTheDocument();
  });

  it('says that it reconnects when its line breaks, and is there again by itself', async () => {
    openShow();
    await screen.findByRole('button', { name: 'Sound on' });
    FakeConnection.last.become('failed');
    await waitFor(() => expect(FakeConnection.all).toHaveLength(2));
    expect(await screen.findByRole('button', { name: 'Sound on' })).toBeInTheDocument();
  });

  it('says that its performer reconnects, how long the show waits, and goes on when she is back', async () => {
    const { tell } = openShow();
    await screen.findByRole('button', { name: 'Sound on' });
    const endsAt = new Date(Date.now() + 60_000).toISOString();
    tell('stream/info-changed', info({ status: 'reconnecting', isStreaming: false, endsAt }));
    expect(within(await stage()).getByRole('status')).toHaveTextContent(/Ada is reconnecting….*The show waits for/);
    tell('stream/info-changed', info({}));
    expect(within(await stage()).queryByRole('status')).toBeNull();
  });

  it('says that the performer is in a private show, and that one has not begun', async () => {
    const { tell } = openShow({ show: { status: 'idle', isStreaming: false } });
    expect(await screen.findByText('The show is about to begin.')).toBeInTheDocument();
    tell('stream/info-changed', info({ isPaused: true }));
    expect(screen.getByText('Ada is in a private show. This one goes on afterwards.')).toBeInTheDocument();
  });

  it('says what to do where the network lets no pictures through, and comes when asked from a better one', async () => {
    jest.replaceProperty(pace, 'told_ms', 50);
    FakeConnection.hasPath = false;
    openShow();
    const words = /^Your network lets no live pictures through/;
    expect(await within(await stage()).findByRole('alert')).toHaveTextContent(words);
    expect(screen.getByRole('textbox')).toBeEnabled();
    FakeConnection.hasPath = true;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Sound on' })).toBeInTheDocument();
    expect(screen.queryByText(words)).toBeNull();
    jest.restoreAllMocks();
  });

  it('says so where it cannot be had, and tries again when asked', async () => {
    const { entries } = openShow();
    refuse('POST /streaming/agora/token', 'internal_error');
    expect(await screen.findByText('The picture cannot be had right now.')).toBeInTheDocument();
    expect(entries).toHaveLength(0);
    answer('POST /streaming/agora/token', credentials());
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Sound on' })).toBeInTheDocument();
    expect(screen.queryByText('The picture cannot be had right now.')).toBeNull();
  });

  it('is left for the one of the next session', async () => {
    const { tell, entries } = openShow();
    await screen.findByRole('button', { name: 'Sound on' });
    tell('stream/info-changed', info({ sessionId: 'next' }));
    await waitFor(() => expect(FakeConnection.all.map(({ connectionState }) => connectionState)).toEqual(['closed', 'connected']));
    expect(entries).toHaveLength(2);
  });

  it('says so in a browser that cannot show any', async () => {
    Object.assign(globalThis, { RTCPeerConnection: undefined });
    openShow();
    expect(await screen.findByText(/This browser cannot show live pictures/)).toBeInTheDocument();
  });
});

describe('the way in', () => {
  it('of a show that costs names its price, opens the dialog in the address, and lets in who has paid', async () => {
    const { navigations } = openShow({ show: { canWatch: false, isFree: false, price: 12, unlock: ['buy'], isSubscribed: false } });
    await userEvent.click(await screen.findByRole('button', { name: /^Enter for 12/ }));
    expect(navigations()).toEqual(['/live/ada?unlock=1']);
    expect(screen.queryByRole('region', { name: 'Chat' })).toBeNull();
  });

  it('asks once for the entry in its dialog, and shows the show', async () => {
    openShow({
      show: { canWatch: false, isFree: false, price: 12, unlock: ['buy'], isSubscribed: false },
      path: '/live/ada?unlock=1',
    });
    const paid = answer('POST /wallet/charges/stream/:id', tip(12, { type: 'stream', targetId: streamId }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Unlock Evening songs' }));
    expect(dialog.getByText('Your entry to this show by Ada, for as long as it runs.')).toBeInTheDocument();
    answer('GET /streaming/join/:id', {
      stream: stream({ isFree: false, price: 12, isBought: true }),
      conversation: streamConversation(),
      messages: [],
    });
    await userEvent.click(dialog.getByRole('button', { name: /^Unlock for 12/ }));
    expect(await screen.findByRole('region', { name: 'Chat' })).toBeInTheDocument();
    expect(paid).toHaveLength(1);
    expect(paid[0]).toMatchObject({ params: { id: streamId }, body: { expectedPrice: 12 } });
  });

  it('of a show for subscribers opens the dialog of the subscription', async () => {
    openShow({ show: { canWatch: false, unlock: ['subscribe'], isSubscribed: false } });
    answer('GET /performers/:id', profileOfAda());
    answer('GET /payment-cards', { data: [], total: 0, nextCursor: null });
    expect(await screen.findByText('This show is for subscribers of Ada.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Subscribe' }));
    expect(await screen.findByRole('dialog', { name: 'Subscribe to Ada' })).toBeInTheDocument();
  });

  it('is closed again, with the picture, when the right to watch is taken away', async () => {
    const { tell, joins } = openShow({ show: { isFree: false, price: 12, isBought: true, isSubscribed: false } });
    await screen.findByRole('button', { name: 'Sound on' });
    const locked = stream({ canWatch: false, isFree: false, price: 12, unlock: ['buy'], isSubscribed: false });
    answer('GET /streaming/join/:id', { stream: locked, conversation: streamConversation(), messages: [] });
    tell('stream/left', { streamId, accountId: '0198c0de-0000-7000-8000-000000000001', reason: 'revoked' });
    expect(await screen.findByText('You can no longer watch this show.')).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: /^Enter for 12/ })).toBeInTheDocument();
    await waitFor(() => expect(FakeConnection.last.connectionState).toBe('closed'));
    expect(joins).toHaveLength(1);
  });
});

describe('what is given', () => {
  const goal = { title: 'A new song', amount: 100, raised: 50, loops: false, rounds: 0 };

  it('a goal shows how far it is, and follows the tips', async () => {
    const { tell } = openShow({ show: { tipGoal: goal } });
    const bar = await screen.findByRole('progressbar', { name: 'A new song' });
    expect(bar).toHaveAttribute('aria-valuenow', '50');
    tell('stream/info-changed', info({ tipGoal: { ...goal, raised: 100 } }));
    expect(bar).toHaveAttribute('aria-valuenow', '100');
    expect(screen.getByText(/100 of 100 tokens · reached/)).toBeInTheDocument();
  });

  it('a tip is given in the show', async () => {
    openShow();
    const sent = answer('POST /wallet/charges/tip/:id', tip(50));
    await userEvent.click(await screen.findByRole('button', { name: 'Tip' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Tip Ada' }));
    await userEvent.click(dialog.getByRole('button', { name: /^50/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Send 50 tokens' }));
    await waitFor(() => expect(sent[0]?.body).toEqual({ price: 50, text: '', streamId }));
    expect(sent[0]?.params).toEqual({ id: adaId });
  });

  it('a thing of the menu has its price, and is named with the tip', async () => {
    openShow({ show: { tipMenu: [{ _id: 'menu-1', title: 'Your song', price: 20 }] } });
    const sent = answer('POST /wallet/charges/tip/:id', tip(20));
    await userEvent.click(await screen.findByRole('button', { name: 'Tip menu' }));
    await userEvent.click(await screen.findByRole('button', { name: /^Your song/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Tip Ada' }));
    expect(dialog.getByText('Your song, from Ada’s menu, for 20 tokens.')).toBeInTheDocument();
    expect(dialog.queryByLabelText('Own amount')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Send 20 tokens' }));
    await waitFor(() => expect(sent[0]?.body).toEqual({ price: 20, text: '', streamId, menuItemId: 'menu-1' }));
  });

  it('a private show can be asked for while she takes requests', async () => {
    const { store } = openShow({ takesRequests: true });
    await userEvent.click(await screen.findByRole('button', { name: /^Private show · 3.* a minute$/ }));
    expect(store.getState().dialogs.privateShow).toMatchObject({ name: 'Ada', privateMinutePrice: 3 });
  });

  it('performers, who have no wallet, are offered none of it', async () => {
    openShow({ user: performer({ _id: 'another', username: 'bea', name: 'Bea' }) });
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('button', { name: 'Tip' })).toBeNull();
  });
});

describe('the end', () => {
  it('of a show says so, with what is next, and the picture and the connection end', async () => {
    const { tell, said } = openShow({ messages: [streamMessage(1)] });
    await screen.findByRole('button', { name: 'Sound on' });
    await waitFor(() => expect(said).toContainEqual({ event: 'stream/joined', payload: { streamId } }));
    tell('stream/ended', { streamId, performerId: adaId, sessionId: 'any', reason: 'owner' });
    expect(await screen.findByRole('heading', { level: 1, name: 'The show has ended' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See the page of Ada' })).toHaveAttribute('href', '/ada');
    expect(screen.getByRole('link', { name: 'Videos and recordings' })).toHaveAttribute('href', '/ada?tab=videos');
    await waitFor(() => expect(FakeConnection.last.connectionState).toBe('closed'));
    await waitFor(() => expect(said.at(-1)).toEqual({ event: 'stream/left', payload: { streamId } }));
  });

  it('and a new show is there by itself', async () => {
    const { tell } = openShow();
    await screen.findByRole('heading', { level: 1 });
    tell('stream/ended', { streamId, performerId: adaId, sessionId: 'any', reason: 'lost' });
    await screen.findByRole('heading', { level: 1, name: 'The show has ended' });
    answer('GET /streaming/join/:id', {
      stream: stream({ sessionId: 'next', title: 'Encore' }),
      conversation: streamConversation(),
      messages: [],
    });
    tell('stream/started', { streamId, performerId: adaId, sessionId: 'next' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Encore' })).toBeInTheDocument();
  });

  it('whoever comes when nothing runs is told so', async () => {
    openShow();
    refuse('GET /streaming/join/:id', 'stream_offline');
    answer('GET /performers/:id', profileOfAda());
    expect(await screen.findByRole('heading', { level: 1, name: 'Ada is not live' })).toBeInTheDocument();
  });

  it('a page that was open before the show goes over to it when the show starts', async () => {
    const { tell } = openShow();
    refuse('GET /streaming/join/:id', 'stream_offline');
    await screen.findByRole('heading', { level: 1, name: 'Ada is not live' });
    answer('GET /streaming/join/:id', { stream: stream(), conversation: streamConversation(), messages: [] });
    tell('stream/started', { streamId, performerId: adaId, sessionId: 'first' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Evening songs' })).toBeInTheDocument();
  });

  it.each(['before', 'after'] as const)('a viewer who is told of no start sees the show within seconds, %s another one', async (when) => {
    const ticks: (() => void)[] = [];
    const { setTimeout: real } = window;
    // By hand: a mock would be taken for fake timers.
    window.setTimeout = ((tick: () => void, wait_ms?: number) =>
      wait_ms === outside_ms ? ticks.push(tick) : real(tick, wait_ms)) as typeof real;
    const { tell } = openShow();
    if (when === 'before') refuse('GET /streaming/join/:id', 'stream_offline');
    else {
      await screen.findByRole('heading', { level: 1, name: 'Evening songs' });
      tell('stream/ended', { streamId, performerId: adaId, sessionId: 'any', reason: 'owner' });
    }
    await screen.findByRole('heading', { level: 1, name: when === 'before' ? 'Ada is not live' : 'The show has ended' });
    answer('GET /streaming/join/:id', {
      stream: stream({ sessionId: 'next', title: 'Encore' }),
      conversation: streamConversation(),
      messages: [],
    });
    answer('GET /streaming/user/search', pageOf(stream({ sessionId: 'next' })));
    await waitFor(() => expect(ticks).not.toEqual([]));
    ticks.forEach((tick) => tick());
    expect(await screen.findByRole('heading', { level: 1, name: 'Encore' })).toBeInTheDocument();
    window.setTimeout = real;
  });

  it('whoever is blocked is told no more than that', async () => {
    openShow();
    refuse('GET /streaming/join/:id', 'blocked_by_performer');
    await waitFor(() => expect(screen.queryByText('Loading the show…')).toBeNull());
    expect(screen.queryByRole('region', { name: 'Chat' })).toBeNull();
  });
});
