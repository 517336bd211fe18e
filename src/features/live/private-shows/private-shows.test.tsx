/** Private shows: requested by a fan, accepted or declined by a performer on any screen, and joined by both, with the same receipt. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { privateShowDialogOpened } from '@web/session/store/dialogs.slice';
import { SocketContext } from '@web/realtime/socket-events';
import { DialogHost } from '@web/shell/hosts/dialog-host';
import { PrivateShow } from '@web/shell/screens/private-show';
import { useEffect } from 'react';
import type { ReactElement } from 'react';
import { retryPolicy } from '@web/realtime/live/keep-connected';
import { useAppDispatch } from '@web/session/store/hooks';
import { storeSendingMode } from '@web/device/sending-mode';
import { fan, performer } from '../../../../tests/kit/fixtures/accounts';
import { FakeConnection, FakeTrack } from '../../../../tests/kit/screens/fake-rtc';
import { fakeEventSource, credentials, startLivePage } from '../../../../tests/kit/screens/live-page';
import { mockEndpoint, mockNetworkError, mockError } from '../../../../tests/kit/screens/fake-host';
import { singlePage, profileOfAda } from '../../../../tests/kit/fixtures/payments';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { privateRequest, stream, streamConversation, streamMessage, streamSettings } from '../../../../tests/kit/fixtures/streams';
import type { PrivateRequest } from './request';
import { RequestCards } from './request-cards';

jest.mock('next/dynamic', () => jest.requireActual<object>('../../../../tests/kit/screens/next-dynamic'));

const devices = startLivePage();

const soon = () => new Date(Date.now() + 60_000).toISOString();
const requestOf = (changes: Partial<PrivateRequest> = {}) =>
  privateRequest('r1', { conversationId: 'chat-1', expiresAt: soon(), ...changes });
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const list = 'GET /streaming/private-requests';

function open(element: ReactElement, user: ReturnType<typeof fan> | ReturnType<typeof performer>, path = '/') {
  const eventSource = fakeEventSource();
  const query = { conversationId: 'chat-1' };
  const rendered = renderScreen(<SocketContext.Provider value={eventSource.source}>{element}</SocketContext.Provider>, {
    user,
    path,
    query,
  });
  return { ...rendered, ...eventSource };
}

function RequestDialogOpener() {
  const dispatch = useAppDispatch();
  useEffect(() => void dispatch(privateShowDialogOpened(profileOfAda({ privateEnabled: true }))), [dispatch]);
  return <DialogHost />;
}

describe('requesting a private show', () => {
  const openDialog = (balance = 100) => open(<RequestDialogOpener />, fan({ balance }));

  it('shows the price, the minimum, the amount held and how long the balance lasts', async () => {
    mockEndpoint(list, singlePage());
    openDialog();
    // What is shown while its code loads has the same name.
    await screen.findByText('3 tokens a minute');
    const dialog = screen.getByRole('dialog', { name: 'Private show with Ada' });
    expect(dialog).toHaveTextContent('3 minutes');
    expect(dialog).toHaveTextContent('9 tokens once Ada accepts');
    expect(dialog).toHaveTextContent('33 minutes');
    expect(dialog).toHaveTextContent('You pay 3 · Ada receives 2.40 · site keeps 0.60');
  });

  it('waits up to a minute and opens the show for both once it is accepted', async () => {
    mockEndpoint(list, singlePage());
    const requests = mockEndpoint('POST /streaming/private-requests', requestOf());
    const { receive, navigations } = openDialog();
    await userEvent.type(await screen.findByRole('textbox', { name: /Message/ }), 'Hello Ada');
    mockEndpoint(list, singlePage(requestOf()));
    await press('Send request');
    expect(await screen.findByRole('timer', { name: 'Time to answer' })).toBeVisible();
    expect(requests[0]?.body).toMatchObject({ note: 'Hello Ada', expectedPrice: 3 });
    expect(requests[0]?.headers.get('idempotency-key')).toBeTruthy();
    mockEndpoint(list, singlePage(requestOf({ status: 'accepted' })));
    receive('private-request/accepted', requestOf({ status: 'accepted' }));
    await waitFor(() => expect(navigations()).toContain('/show/chat-1'));
  });

  it('is canceled with Cancel, and shows that nothing was charged', async () => {
    mockEndpoint(list, singlePage(requestOf()));
    const cancelRequests = mockEndpoint('POST /streaming/private-requests/:id/cancel', requestOf({ status: 'cancelled' }));
    openDialog();
    await press('Cancel');
    expect(await screen.findByText('The request was canceled. You weren’t charged.')).toBeVisible();
    expect(cancelRequests).toHaveLength(1);
  });

  it.each([
    ['declined', 'Ada can’t join right now. You weren’t charged.'],
    ['lapsed', 'Ada didn’t answer within a minute. You weren’t charged.'],
  ] as const)('shows that the request was %s and can be made again', async (status, text) => {
    mockEndpoint(list, singlePage(requestOf()));
    const { receive } = openDialog();
    await screen.findByRole('timer', { name: 'Time to answer' });
    mockEndpoint(list, singlePage(requestOf({ status })));
    receive('private-request/declined', requestOf({ status }));
    expect(await screen.findByText(text)).toBeVisible();
    await press('Request again');
    expect(await screen.findByRole('button', { name: 'Send request' })).toBeVisible();
  });

  it('offers a top-up in place of the request when the balance is too low', async () => {
    mockEndpoint(list, singlePage());
    mockEndpoint('GET /payment-cards', singlePage() as never);
    openDialog(5);
    await screen.findByRole('dialog', { name: 'Private show with Ada' });
    expect(await screen.findByRole('heading', { name: /You need 4 tokens more/ })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send request' })).toBeNull();
  });

  it('shows a changed price, and does not send the request', async () => {
    mockEndpoint(list, singlePage());
    mockError('POST /streaming/private-requests', 'price_changed');
    mockEndpoint('GET /performers/:id', profileOfAda({ privateEnabled: true, privateMinutePrice: 4 }));
    openDialog();
    await press('Send request');
    expect(await screen.findByText('The price is now 4 tokens a minute. Your request wasn’t sent.')).toBeVisible();
  });
});

describe('request cards on any screen', () => {
  const show = (requests: PrivateRequest[], dismissedIds: string[] = []) =>
    open(<RequestCards requests={requests} onDismiss={(id) => dismissedIds.push(id)} />, performer());

  it('stack, each with the fan, price, note and time left', async () => {
    show([requestOf({ note: 'Hello Ada' }), requestOf({ _id: 'r2', conversationId: 'chat-2', pricePerMinute: 5 })]);
    const cards = screen.getAllByRole('article', { name: 'Finn requested a private show' });
    expect(cards).toHaveLength(2);
    expect(cards[0]).toHaveTextContent('3 tokens a minute, at least 3 minutes');
    expect(cards[0]).toHaveTextContent('Hello Ada');
    expect(cards[1]).toHaveTextContent('5 tokens a minute');
    expect(screen.getAllByRole('timer', { name: 'Time to answer' })).toHaveLength(2);
  });

  it('open the show when accepted', async () => {
    const dismissedIds: string[] = [];
    const accepted = mockEndpoint('POST /streaming/private-requests/:id/accept', requestOf({ status: 'accepted' }));
    const { navigations } = show([requestOf()], dismissedIds);
    await press('Accept');
    await waitFor(() => expect(navigations()).toEqual(['/show/chat-1']));
    expect([accepted.length, dismissedIds]).toEqual([1, ['chat-1']]);
  });

  it('disappear when declined or when the request has changed in the meantime', async () => {
    const dismissedIds: string[] = [];
    mockEndpoint('POST /streaming/private-requests/:id/decline', requestOf({ status: 'declined' }));
    show([requestOf()], dismissedIds);
    await press('Decline');
    await waitFor(() => expect(dismissedIds).toEqual(['chat-1']));
    mockError('POST /streaming/private-requests/:id/accept', 'private_request_decided');
    await press('Accept');
    await waitFor(() => expect(dismissedIds).toEqual(['chat-1', 'chat-1']));
  });

  it('show why a request cannot be accepted now', async () => {
    mockError('POST /streaming/private-requests/:id/accept', 'insufficient_balance');
    show([requestOf()]);
    expect(screen.getByRole('alert')).toHaveTextContent('Finn requested a private show.');
    await press('Accept');
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2));
  });

  it('play a sound unless it is switched off, and the browser remembers the choice', async () => {
    const { unmount } = show([requestOf()]);
    await userEvent.click(screen.getByRole('switch', { name: 'Sound for requests' }));
    unmount();
    show([requestOf()]);
    expect(screen.getByRole('switch', { name: 'Sound for requests' })).not.toBeChecked();
  });
});

describe('the show', () => {
  const acceptedRequest = (changes: Partial<PrivateRequest> = {}) =>
    requestOf({
      status: 'accepted',
      startedAt: new Date(Date.now() - 65_000).toISOString(),
      minutesBilled: 2,
      amountBilled: 6,
      held: 3,
      minutesLeft: 20,
      ...changes,
    });
  const ownShow = (status: 'idle' | 'live') => ({
    stream: stream({ status, isStreaming: status === 'live' }),
    conversation: streamConversation({ role: 'owner' }),
    settings: streamSettings({ privateEnabled: true }),
    people: [],
    isClockAstray: false,
  });
  const enter = (user: ReturnType<typeof fan> | ReturnType<typeof performer>, request: PrivateRequest, own: 'idle' | 'live' = 'idle') => {
    mockEndpoint(list, singlePage(request));
    mockEndpoint('GET /streaming/join/:id', {
      stream: stream({ type: 'private' }),
      conversation: streamConversation(),
      messages: [streamMessage(1)],
    });
    mockEndpoint('GET /messages/stream/:id', singlePage());
    mockEndpoint('GET /streaming/mine', ownShow(own));
    mockEndpoint('POST /streaming/agora/token', ({ body }) => credentials((body as { role: 'publisher' }).role));
    return open(<PrivateShow />, user, '/show/chat-1');
  };

  it('sends one video and receives one, with the same clock and total for both', async () => {
    const { unmount } = enter(fan(), acceptedRequest());
    expect(await screen.findByText('Spent 6 tokens')).toBeVisible();
    expect(screen.getByRole('timer', { name: 'Show duration' })).toHaveTextContent('1:0');
    expect(screen.getByLabelText('Video of Ada')).toBeInTheDocument();
    await waitFor(() => expect(FakeConnection.all).toHaveLength(2));
    const directions = FakeConnection.all.map(({ transceivers }) => transceivers[0]?.direction).sort();
    expect(directions).toEqual(['recvonly', 'sendonly']);
    unmount();
    enter(performer(), acceptedRequest());
    expect(await screen.findByText('Paid 6 tokens')).toBeVisible();
    expect(screen.getByText('You receive 4.80')).toBeVisible();
    expect(screen.getByLabelText('Video of Finn')).toBeInTheDocument();
  });

  it('shows the video received from the other person', async () => {
    enter(fan(), acceptedRequest());
    await waitFor(() => expect(FakeConnection.all).toHaveLength(2));
    const subscriber = FakeConnection.all.find(({ transceivers }) => transceivers[0]?.direction === 'recvonly');
    await waitFor(() => expect(subscriber?.connectionState).toBe('connected'));
    subscriber?.receive(new FakeTrack('video', 'Ada'));
    const video = screen.getByLabelText<HTMLVideoElement>('Video of Ada');
    await waitFor(() => expect((video.srcObject as MediaStream | null)?.getTracks().map(({ label }) => label)).toEqual(['Ada']));
  });

  it("pauses the performer's public show without video or sound, and links back to it", async () => {
    const sessionId = stream().sessionId ?? '';
    storeSendingMode(sessionId, 'here');
    enter(performer({ isLive: true }), acceptedRequest(), 'live');
    await waitFor(() => expect(FakeConnection.all).toHaveLength(3));
    const sent = FakeConnection.all.flatMap((one) => one.sentTrack('video') ?? []);
    expect(sent.map(({ enabled }) => enabled).sort()).toEqual([false, true]);
    const ended = mockEndpoint(
      'POST /streaming/private-requests/:id/end',
      acceptedRequest({ status: 'ended', endReason: 'left', endedAt: soon() }),
    );
    mockEndpoint(list, singlePage(acceptedRequest({ status: 'ended', endReason: 'left', endedAt: soon() })));
    await press('End private show');
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'End private show' }));
    expect(await screen.findByRole('link', { name: 'Back to your stream' })).toHaveAttribute('href', '/creator/live');
    expect(ended).toHaveLength(1);
    await waitFor(() => expect(sent.find(({ enabled }) => !enabled)?.isStopped).toBe(true));
  });

  it('works for a fan without a camera', async () => {
    devices.errorName = 'NotAllowedError';
    enter(fan(), acceptedRequest());
    expect(await screen.findByText('You can still see and hear Ada without a camera or microphone.')).toBeVisible();
    await waitFor(() => expect(FakeConnection.all).toHaveLength(1));
  });

  it("shows that it is reconnecting while the other person's video is unavailable", async () => {
    devices.errorName = 'NotAllowedError';
    enter(fan(), acceptedRequest());
    mockError('POST /streaming/agora/token', 'internal_error');
    expect(await screen.findByText('Reconnecting… No new minutes are charged while one of you is away.')).toBeVisible();
  });

  it('explains what to do when the network blocks the media, and connects on a retry from a better one', async () => {
    jest.replaceProperty(retryPolicy, 'reportAfter_ms', 50);
    FakeConnection.hasPath = false;
    enter(fan(), acceptedRequest({ startedAt: null, minutesBilled: 0, amountBilled: 0 }));
    const text = /^Your network blocks live video/;
    expect(await screen.findByText(text)).toBeVisible();
    FakeConnection.hasPath = true;
    await press('Try again');
    expect(await screen.findByText(/Connecting you both\. Billing starts once you see each other/)).toBeVisible();
    await waitFor(() => expect(screen.queryByText(text)).toBeNull());
    jest.restoreAllMocks();
  });

  it('shows that nothing is charged before both have joined', async () => {
    enter(fan(), acceptedRequest({ startedAt: null, minutesBilled: 0, amountBilled: 0 }));
    expect(await screen.findByText(/Connecting you both\. Billing starts once you see each other/)).toBeVisible();
  });

  it('warns both when two minutes are left, and offers the fan a top-up', async () => {
    const { receive, unmount } = enter(fan(), acceptedRequest());
    await screen.findByText('Spent 6 tokens');
    receive('private-request/billed', { _id: 'r1', minutesBilled: 3, amountBilled: 9, minutesLeft: 2 });
    expect(await screen.findByText(/You have tokens for 2 minutes more/)).toBeVisible();
    expect(screen.getByText('Spent 9 tokens')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Top up' })).toBeVisible();
    unmount();
    enter(performer(), acceptedRequest({ minutesLeft: 1 }));
    expect(await screen.findByText(/Finn has tokens for 1 minute more/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Top up' })).toBeNull();
  });

  it.each([
    ['fan', fan(), /^You have tokens for this minute only/],
    ['performer', performer(), /^Finn has tokens for this minute only/],
  ] as const)('shows the last paid minute to the %s', async (_who, user, text) => {
    enter(user, acceptedRequest({ minutesLeft: 0 }));
    expect(await screen.findByText('Last paid minute')).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.queryByText(/\b0 minutes/)).toBeNull();
  });

  it('ends after a confirmation, with a receipt of started minutes, the split and the amount released', async () => {
    enter(fan(), acceptedRequest());
    const endedRequest = acceptedRequest({
      status: 'ended',
      amountBilled: 6,
      commission: 1.2,
      earning: 4.8,
      endedAt: soon(),
      endReason: 'left',
    });
    const ended = mockEndpoint('POST /streaming/private-requests/:id/end', endedRequest);
    await press('End private show');
    expect(ended).toHaveLength(0);
    mockEndpoint(list, singlePage(endedRequest));
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'End private show' }));
    expect(await screen.findByText('You pay 6 · Ada receives 4.80 · site keeps 1.20')).toBeVisible();
    expect(screen.getByText('2 minutes at 3 tokens')).toBeVisible();
    expect(screen.getByText('Back in your wallet').nextSibling).toHaveTextContent('3 tokens');
  });

  it('shows the same receipt to the performer', async () => {
    enter(performer(), acceptedRequest({ status: 'ended', commission: 1.2, earning: 4.8, endedAt: soon(), endReason: 'spent' }));
    expect(await screen.findByText('Finn pays 6 · you receive 4.80 · site keeps 1.20')).toBeVisible();
    expect(screen.getByText('The balance ran out.')).toBeVisible();
  });

  it("lets a performer accept on the show's page, and shows a fan the outcome of the request", async () => {
    const { unmount } = enter(performer(), requestOf());
    expect(await screen.findByRole('button', { name: 'Accept' })).toBeVisible();
    unmount();
    enter(fan(), requestOf({ status: 'lapsed' }));
    expect(await screen.findByText('Ada didn’t answer within a minute. You weren’t charged.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Request again' })).toHaveAttribute('href', '/ada?private=1');
  });

  it('shows that there is no show, and offers a retry when the request fails', async () => {
    mockEndpoint(list, singlePage());
    const { unmount } = open(<PrivateShow />, fan(), '/show/chat-1');
    expect(await screen.findByText('Private show not found')).toBeVisible();
    unmount();
    mockNetworkError(list);
    open(<PrivateShow />, fan(), '/show/chat-1');
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
