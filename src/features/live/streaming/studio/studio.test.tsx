/** The studio: checks before a show, starting it, running it, and its results. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SocketContext } from '@web/realtime/socket-events';
import { performer } from '../../../../../tests/kit/fixtures/accounts';
import { finn } from '../../../../../tests/kit/fixtures/chats';
import { FakeConnection } from '../../../../../tests/kit/screens/fake-rtc';
import { fakeEventSource, credentials, startLivePage } from '../../../../../tests/kit/screens/live-page';
import { fakeHostUrl, mockEndpoint, mockNetworkError, mockError } from '../../../../../tests/kit/screens/fake-host';
import { singlePage } from '../../../../../tests/kit/fixtures/payments';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import { stream, streamConversation, streamMessage, streamSettings } from '../../../../../tests/kit/fixtures/streams';
import { storeSendingMode } from '@web/device/sending-mode';
import { StudioScreen } from './studio-screen';
import type { OwnShow, OwnStream } from '../show-settings/studio-show';

jest.mock('next/dynamic', () => jest.requireActual<object>('../../../../../tests/kit/screens/next-dynamic'));
const devices = startLivePage();

const at = '2026-05-01T10:00:00.000Z';
const sessionId = '0198c0de-0000-7000-8000-00e000000003';
const idle = { status: 'idle', isStreaming: false, sessionId: null, startedAt: null, streamingTime: 0, viewers: 0 } as const;
const show = (changes: Partial<OwnStream> = {}): OwnShow => ({
  stream: stream({ role: 'owner', ...changes }),
  conversation: streamConversation({ role: 'owner' }),
  settings: streamSettings(),
  people: [],
  isClockAstray: false,
});

/** Mocks the API with the performer's show; a test changes it through the `show` of the returned state. */
function mockStudioApi(ownShow: OwnShow) {
  const state = { show: ownShow };
  mockEndpoint('GET /performer/feeds', singlePage());
  mockEndpoint('GET /streaming/mine', () => state.show);
  mockEndpoint('GET /users/me', () => performer({ isLive: state.show.stream.isStreaming }));
  mockEndpoint('GET /streaming/live/:id/viewers', singlePage({ ...finn(), joinedAt: at, tipped: 20 }));
  mockEndpoint('GET /messages/stream/:id', singlePage(streamMessage(1)));
  mockEndpoint('POST /streaming/agora/token', credentials('publisher'));
  // The connection test is mocked only in tests about it: it needs a WebRTC connection.
  mockError('POST /streaming/trial', 'too_many_requests');
  return state;
}

function open(user = performer()) {
  const eventSource = fakeEventSource();
  const shown = renderScreen(
    <SocketContext.Provider value={eventSource.source}>
      <StudioScreen />
    </SocketContext.Provider>,
    { user, path: '/creator/live' },
  );
  return { ...shown, ...eventSource };
}

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const confirm = (name: string) => userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name }));
const openRunning = async () => {
  storeSendingMode(sessionId, 'here');
  const state = mockStudioApi(show());
  const shown = open();
  await waitFor(() => expect(FakeConnection.all).toHaveLength(1));
  return { ...shown, state };
};

describe('before a show', () => {
  it('shows the camera preview, the microphone level and the available devices', async () => {
    mockStudioApi(show(idle));
    open();
    expect(await screen.findByLabelText('Your video')).toBeVisible();
    expect(screen.getByRole('meter', { name: 'Microphone level' })).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Camera' })).toHaveValue('Front camera'));
  });

  it('explains how to allow the camera when the browser denies it, and asks again', async () => {
    mockStudioApi(show(idle));
    devices.errorName = 'NotAllowedError';
    open();
    expect(await screen.findByText('Camera and microphone are blocked')).toBeVisible();
    devices.errorName = null;
    await press('Try again');
    expect(await screen.findByLabelText('Your video')).toBeVisible();
  });

  it('shows when no camera is found, and allows a show without a microphone', async () => {
    mockStudioApi(show(idle));
    Object.assign(devices, { video: [], audio: [] });
    open();
    expect(await screen.findByText('No camera or microphone found')).toBeVisible();
    devices.video = ['Front camera'];
    await press('Try again');
    expect(await screen.findByText('No microphone. Others can’t hear you.')).toBeVisible();
  });

  it('sends a test stream the way a show is sent, reports success, and stops it', async () => {
    mockStudioApi(show(idle));
    const testRequests = mockEndpoint('POST /streaming/trial', credentials('publisher'));
    open();
    expect(await screen.findByText('Your connection works')).toBeVisible();
    expect(testRequests).toHaveLength(1);
    expect(FakeConnection.all).toHaveLength(1);
    expect(FakeConnection.last.sentTrack('video')?.label).not.toBe('Front camera');
    await waitFor(() => expect(FakeConnection.last.connectionState).toBe('closed'));
  });

  it('explains what to do when the network blocks the media, and tests again on request', async () => {
    mockStudioApi(show(idle));
    mockEndpoint('POST /streaming/trial', credentials('publisher'));
    FakeConnection.hasPath = false;
    open();
    expect(await screen.findByText('Your network blocks UDP')).toBeVisible();
    expect(screen.getByText(/Switch to mobile data, turn off your VPN/)).toBeVisible();
    FakeConnection.hasPath = true;
    await press('Test again');
    expect(await screen.findByText('Your connection works')).toBeVisible();
  });

  it('distinguishes an unreachable site, an unreachable live engine and a rate limit', async () => {
    mockStudioApi(show(idle));
    open();
    expect(await screen.findByText('Too many tests')).toBeVisible();
    mockError('POST /streaming/trial', 'service_unavailable');
    await press('Test again');
    expect(await screen.findByText('The streaming server isn’t responding')).toBeVisible();
    mockNetworkError('POST /streaming/trial');
    await press('Test again');
    expect(await screen.findByText('The site isn’t responding')).toBeVisible();
  });

  it('links an unverified performer to the upload of identity documents', async () => {
    open(performer({ verification: 'none' }));
    expect(await screen.findByText('Verify your identity to start posting')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Upload documents' })).toHaveAttribute('href', '/creator/account?section=documents');
  });

  it('offers a retry when the studio cannot be loaded', async () => {
    mockNetworkError('GET /streaming/mine');
    open();
    const retryButton = await screen.findByRole('button', { name: 'Try again' });
    mockStudioApi(show(idle));
    await userEvent.click(retryButton);
    expect(await screen.findByRole('textbox', { name: 'Title' })).toBeVisible();
  });
});

describe('starting', () => {
  it('requires a title, and sends price, goal and recording as chosen', async () => {
    const state = mockStudioApi(show(idle));
    open();
    await screen.findByLabelText('Your video');
    await press('Go live');
    expect(await screen.findByText('Enter a title for your stream.')).toBeVisible();
    await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), 'Evening songs');
    await userEvent.click(screen.getByRole('radio', { name: /Anyone who pays/ }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Price' }), '5');
    expect(screen.getByText(/You receive 4 tokens/)).toBeVisible();
    await userEvent.type(screen.getByRole('textbox', { name: /Tip goal/ }), '100');
    await userEvent.click(screen.getByRole('switch', { name: 'Record this stream' }));
    const changed = mockEndpoint('PUT /streaming/update', { ...show().settings, isRecording: true });
    const started = mockEndpoint('POST /streaming/live', () => {
      state.show = show({ status: 'idle', isStreaming: false, startedAt: null, streamingTime: 0 });
      return state.show;
    });
    const goal = mockEndpoint('PUT /streaming/live/:id/tip-goal', stream({ role: 'owner' }));
    await press('Go live');
    await waitFor(() => expect(FakeConnection.all).toHaveLength(1));
    expect(changed[0]?.body).toEqual({ isRecording: true });
    expect(started[0]?.body).toMatchObject({ title: 'Evening songs', audience: 'paid', price: 5 });
    expect(goal[0]?.body).toEqual({ goal: { title: 'Evening songs', amount: 100, loops: false } });
    expect(FakeConnection.last.sentTrack('video')?.label).toBe('Front camera');
  });

  it.each([
    [/^Everyone/, 'public'],
    [/^Followers/, 'followers'],
    [/^Subscribers/, 'subscribers'],
  ])('sends no price for the audience %s', async (name, audience) => {
    mockStudioApi({ ...show(idle), settings: { ...show().settings, audience: 'paid', isFree: false, price: 5 } });
    open();
    await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }), 'Evening songs');
    expect(within(screen.getByRole('group', { name: 'Who can watch' })).getByRole('radio', { name: /^Anyone who pays/ })).toBeChecked();
    await userEvent.click(screen.getByRole('radio', { name }));
    expect(screen.queryByRole('textbox', { name: 'Price' })).toBeNull();
    const started = mockError('POST /streaming/live', 'already_live');
    await screen.findByLabelText('Your video');
    await press('Go live');
    await waitFor(() => expect(started).toHaveLength(1));
    expect(started[0]?.body).toEqual({ title: 'Evening songs', description: '', audience });
  });

  it('starts once the camera is on when Go live was pressed before', async () => {
    const state = mockStudioApi(show(idle));
    const resolvePrompt = devices.holdPrompt();
    open();
    await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }), 'Evening songs');
    const started = mockEndpoint('POST /streaming/live', () => {
      state.show = show({ status: 'idle', isStreaming: false, startedAt: null, streamingTime: 0 });
      return state.show;
    });
    await press('Go live');
    expect(await screen.findByText(/Your stream starts once your camera is on/)).toBeVisible();
    expect(started).toHaveLength(0);
    resolvePrompt();
    await waitFor(() => expect(started).toHaveLength(1));
    await waitFor(() => expect(FakeConnection.last.sentTrack('video')?.label).toBe('Front camera'));
  });

  it('shows an error when the camera is denied after Go live was pressed', async () => {
    mockStudioApi(show(idle));
    const resolvePrompt = devices.holdPrompt();
    open();
    await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }), 'Evening songs');
    await press('Go live');
    devices.errorName = 'NotAllowedError';
    resolvePrompt();
    expect(await screen.findByText(/No video yet\. Allow your camera or go live with an encoder/)).toBeVisible();
    expect(screen.queryByText(/Your stream starts once your camera is on/)).toBeNull();
  });

  it('does not start without a camera', async () => {
    mockStudioApi(show(idle));
    devices.errorName = 'NotAllowedError';
    open();
    await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }), 'Evening songs');
    await press('Go live');
    expect(await screen.findByText(/No video yet\. Allow your camera or go live with an encoder/)).toBeVisible();
  });

  it('shows why the API rejects the start', async () => {
    mockStudioApi(show(idle));
    mockError('POST /streaming/live', 'performer_not_verified');
    open();
    await screen.findByLabelText('Your video');
    await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), 'Evening songs');
    await press('Go live');
    expect(await screen.findByRole('alert')).toBeVisible();
  });

  it('shows the address and key for an encoder, and sends nothing from this window', async () => {
    const state = mockStudioApi(show(idle));
    open();
    await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }), 'Evening songs');
    mockEndpoint('POST /streaming/live', () => {
      state.show = show({ status: 'idle', isStreaming: false, startedAt: null, streamingTime: 0 });
      return state.show;
    });
    await press('Go live with an encoder');
    expect(await screen.findByText('Streaming from your encoder')).toBeVisible();
    await press('Show address and key');
    expect(await screen.findByText(`${fakeHostUrl}/streaming/whip/show`)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Copy key' })).toBeVisible();
    expect(FakeConnection.all).toHaveLength(0);
  });
});

describe('while it is running', () => {
  it('keeps sending after a reload, and shows time, viewers by name, chat and tips', async () => {
    const { receive } = await openRunning();
    expect(screen.getByText('LIVE')).toBeVisible();
    expect(screen.getByText('12 viewers')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Chat' })).toBeVisible();
    expect(within(await screen.findByRole('list', { name: 'Viewers' })).getByText('Tipped 20')).toBeVisible();
    expect(screen.getByText(/No tips yet/)).toBeVisible();
    receive('stream/viewers', { streamId: stream()._id, viewers: 13 });
    expect(await screen.findByText('13 viewers')).toBeVisible();
    const tip = { amount: 50, menuItem: 'A song' };
    const messages = [streamMessage(2, { type: 'tip', sender: finn(), tip, text: 'Great!' })];
    receive('stream/message-created', { streamId: stream()._id, conversationId: streamConversation()._id, messages });
    expect(within(await screen.findByRole('list', { name: 'Tips' })).getByText(/50 tokens · A song/)).toBeVisible();
  });

  it('keeps displayed tips, however many messages follow and whenever the chat is reloaded', async () => {
    storeSendingMode(sessionId, 'here');
    mockStudioApi(show());
    const tipOf = (number: number, amount: number) =>
      streamMessage(number, { type: 'tip', sender: finn(), tip: { amount, menuItem: null }, text: '' });
    const textMessages = Array.from({ length: 49 }, (_none, index) => streamMessage(60 - index));
    mockEndpoint('GET /messages/stream/:id', singlePage(...textMessages, tipOf(1, 20)));
    const { receive } = open();
    const tips = within(await screen.findByRole('list', { name: 'Tips' }));
    expect(tips.getByText(/20 tokens/)).toBeVisible();
    receive('stream/message-created', { streamId: stream()._id, conversationId: streamConversation()._id, messages: [tipOf(70, 50)] });
    expect(await tips.findByText(/50 tokens/)).toBeVisible();
    expect(tips.getByText(/20 tokens/)).toBeVisible();
    const reloads = mockEndpoint('GET /messages/stream/:id', singlePage(tipOf(80, 70), ...textMessages));
    await waitFor(() => {
      window.dispatchEvent(new Event('online'));
      expect(reloads).toHaveLength(1);
    });
    expect(await tips.findByText(/70 tokens/)).toBeVisible();
    expect(tips.getAllByText(/[257]0 tokens/).map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('70'),
      expect.stringContaining('50'),
      expect.stringContaining('20'),
    ]);
  });

  it("warns when the encoder's clock is skewed", async () => {
    const { state, receive } = await openRunning();
    expect(screen.queryByText('Your encoder sends wrong timestamps')).toBeNull();
    state.show = { ...show(), isClockAstray: true };
    receive('stream/viewers', { streamId: stream()._id, viewers: 13 });
    window.dispatchEvent(new Event('online'));
    expect(await screen.findByText('Your encoder sends wrong timestamps')).toBeVisible();
    expect(screen.getByText(/We use arrival times instead, so your stream and recording keep their length/)).toBeVisible();
  });

  it('shows beside the video that someone in it withdrew consent', async () => {
    const { state, receive } = await openRunning();
    const release = { _id: sessionId, name: 'Bruno' };
    state.show = { ...show(), people: [{ _id: sessionId, person: null, release, consent: 'withdrawn' }] };
    receive('stream/people-changed', { streamId: stream()._id });
    const alert = await screen.findByText('Bruno doesn’t agree to be shown');
    expect(within(screen.getByRole('region', { name: 'Your stream' })).getByText('Bruno doesn’t agree to be shown')).toBe(alert);
  });

  it('updates the goal on events', async () => {
    const { receive, state } = await openRunning();
    const tipGoal = { title: 'A new song', amount: 100, raised: 50, loops: false, rounds: 0 };
    state.show = show({ tipGoal });
    receive('stream/info-changed', stream({ tipGoal }));
    expect(await screen.findByText('50 of 100 tokens')).toBeVisible();
  });

  it('mutes the microphone, and switches and turns off the camera, without reconnecting', async () => {
    await openRunning();
    const [first] = FakeConnection.all;
    await waitFor(() => expect(first?.connectionState).toBe('connected'));
    await press('Mute');
    expect(screen.getByText('No one can hear you.')).toBeVisible();
    await waitFor(() => expect(first?.sentTrack('audio')?.enabled).toBe(false));
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Camera' }), 'Back camera');
    await waitFor(() => expect(first?.sentTrack('video')?.label).toBe('Back camera'));
    await press('Camera off');
    await waitFor(() => expect(first?.sentTrack('video')?.enabled).toBe(false));
    expect(FakeConnection.all).toHaveLength(1);
  });

  it('asks before this window takes over from another one', async () => {
    mockStudioApi(show());
    open();
    expect(await screen.findByText('You’re streaming from another window')).toBeVisible();
    expect(FakeConnection.all).toHaveLength(0);
    await press('Take over');
    await waitFor(() => expect(FakeConnection.all).toHaveLength(1));
  });

  it('sets a goal, and changes title and price', async () => {
    await openRunning();
    const goal = mockEndpoint(
      'PUT /streaming/live/:id/tip-goal',
      stream({ tipGoal: { title: 'x', amount: 80, raised: 0, loops: true, rounds: 0 } }),
    );
    await press('Set a goal');
    const sheet = within(screen.getByRole('dialog', { name: 'Tip goal' }));
    await userEvent.type(sheet.getByRole('textbox', { name: 'Amount' }), '80');
    await userEvent.click(sheet.getByRole('switch', { name: /Restart/ }));
    await userEvent.click(sheet.getByRole('button', { name: 'Set goal' }));
    expect(await screen.findByText('0 of 80 tokens')).toBeVisible();
    expect(goal[0]?.body).toMatchObject({ goal: { amount: 80, loops: true } });
    const changed = mockEndpoint('PUT /streaming/live/:id', stream({ title: 'Night songs' }));
    await press('Edit stream');
    const edit = within(screen.getByRole('dialog', { name: 'Edit stream' }));
    await userEvent.clear(edit.getByRole('textbox', { name: 'Title' }));
    await userEvent.type(edit.getByRole('textbox', { name: 'Title' }), 'Night songs');
    await userEvent.click(edit.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByRole('heading', { name: 'Night songs' })).toBeVisible();
    expect(changed[0]?.body).toMatchObject({ title: 'Night songs', audience: 'subscribers' });
  });

  it('can be opened to everyone, or restricted after a warning that viewers without access will be removed', async () => {
    await openRunning();
    expect(screen.getByText('Free for subscribers')).toBeVisible();
    await press('Edit stream');
    const edit = within(screen.getByRole('dialog', { name: 'Edit stream' }));
    const warning = 'Viewers without access will be removed from the stream.';
    expect(edit.queryByText(warning)).toBeNull();
    await userEvent.click(edit.getByRole('radio', { name: /^Followers/ }));
    expect(edit.getByText(warning)).toBeVisible();
    await userEvent.click(edit.getByRole('radio', { name: /^Everyone/ }));
    expect(edit.queryByText(warning)).toBeNull();
    const changed = mockEndpoint('PUT /streaming/live/:id', stream({ audience: 'public' }));
    await userEvent.click(edit.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Open to everyone')).toBeVisible();
    expect(changed[0]?.body).toMatchObject({ audience: 'public' });
  });

  it('mutes and bans viewers in its chat, and undoes a mute', async () => {
    await openRunning();
    const muted = mockEndpoint('POST /messages/stream/:id/mutes', { isMuted: true, until: at });
    const requests = mockEndpoint('DELETE /messages/stream/:id/mutes/:userId', { isMuted: false, until: null });
    await press('Actions for Finn');
    await userEvent.click(await screen.findByText('Mute for 10 minutes'));
    await press('Undo');
    await waitFor(() => expect(requests).toHaveLength(1));
    await press('Actions for Finn');
    await userEvent.click(await screen.findByText('Ban from the chat'));
    await waitFor(() =>
      expect(muted.map(({ body }) => body)).toEqual([
        { userId: finn()._id, seconds: 600 },
        { userId: finn()._id, seconds: null },
      ]),
    );
  });

  it('changes the chat rules, adds a moderator, and clears the chat after a confirmation', async () => {
    await openRunning();
    const rules = mockEndpoint('PUT /conversations/stream/:id/update', streamConversation({ role: 'owner' }));
    mockEndpoint('GET /users/search', singlePage({ ...finn() }) as never);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Slow mode' }), '10');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Who can chat' }), 'followers');
    await userEvent.type(screen.getByRole('textbox', { name: /Blocked words/ }), 'spam');
    await userEvent.type(screen.getByRole('searchbox', { name: /Search people/ }), 'finn{Enter}');
    await press(/Add Finn/);
    await press('Save chat rules');
    await screen.findByText('Chat rules saved');
    expect(rules[0]?.body).toEqual({ slowModeSeconds: 10, chatAudience: 'followers', words: ['spam'], moderatorIds: [finn()._id] });
    const cleared = mockEndpoint('DELETE /messages/stream/:id/remove-all-message', { cleared: 3 });
    await press('Clear chat');
    expect(cleared).toHaveLength(0);
    await confirm('Clear chat');
    await waitFor(() => expect(cleared).toHaveLength(1));
  });

  it('shows invalid fields of the tip menu, and saves it once they are valid', async () => {
    await openRunning();
    const saved = mockEndpoint('PUT /streaming/tip-menu', { tipMenu: [{ _id: 'menu-1', title: 'A song', price: 10 }] });
    await press('Add item');
    await press('Save tip menu');
    expect(screen.getByText('Describe the reward for this tip.')).toBeVisible();
    const item = within(screen.getByRole('group', { name: 'Item 1' }));
    await userEvent.type(item.getByRole('textbox', { name: 'Reward' }), 'A song');
    await userEvent.type(item.getByRole('textbox', { name: 'Price' }), '10');
    await press('Save tip menu');
    await screen.findByText('Tip menu saved');
    expect(saved[0]?.body).toEqual({ items: [{ title: 'A song', price: 10 }] });
  });
});

describe('the end', () => {
  it('asks for confirmation, then shows the results and the recording', async () => {
    const { state } = await openRunning();
    const ended = mockEndpoint('POST /streaming/live/:id/end', () => {
      state.show = show({ status: 'ended', isStreaming: false, endReason: 'owner' });
      return state.show.stream;
    });
    mockEndpoint(
      'GET /streaming/sessions',
      singlePage({
        _id: sessionId,
        title: 'Evening songs',
        audience: 'public' as const,
        isFree: true,
        price: null,
        startedAt: at,
        endedAt: at,
        endReason: 'owner' as const,
        duration: 600,
        viewersPeak: 15,
        tips: 50,
        entries: 0,
        tickets: null,
        videoId: 'video-1',
      }),
    );
    await press('End stream');
    expect(ended).toHaveLength(0);
    await confirm('End stream');
    expect(await screen.findByRole('heading', { name: 'Your stream has ended' })).toBeVisible();
    expect(await screen.findByText('10 minutes')).toBeVisible();
    expect(screen.getByText('15')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open recording' })).toHaveAttribute('href', '/creator/videos/video-1');
    await press('New stream');
    expect(await screen.findByRole('textbox', { name: 'Title' })).toBeVisible();
  });

  it('shows that the team has ended the show', async () => {
    const { state, receive } = await openRunning();
    mockEndpoint('GET /streaming/sessions', singlePage());
    state.show = show({ status: 'ended', isStreaming: false, endReason: 'operator' });
    receive('stream/ended', { streamId: stream()._id, performerId: performer()._id, sessionId, reason: 'operator' });
    expect(await screen.findByText(/Our team ended your stream/)).toBeVisible();
  });
});
