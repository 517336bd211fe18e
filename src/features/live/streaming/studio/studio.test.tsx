/** The studio: what is tried before a show, how it starts, what its performer sees and does while it runs, and what it came to. */
import { configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SocketContext } from '@web/realtime/socket-events';
import { performer } from '../../../../../tests/kit/answers/accounts';
import { finn } from '../../../../../tests/kit/answers/chats';
import { FakeConnection } from '../../../../../tests/kit/screens/fake-rtc';
import { connection, credentials, startLivePage } from '../../../../../tests/support/live-page';
import { answer, cutOff, refuse } from '../../../../../tests/kit/screens/fake-host';
import { pageOf } from '../../../../../tests/kit/answers/payments';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import { stream, streamConversation, streamMessage } from '../../../../../tests/kit/answers/streams';
import { rememberPlace } from '@web/session/sending-place';
import { StudioScreen } from './studio-screen';
import type { OwnShow, OwnStream } from '../../../streaming/studio-show';

jest.mock('next/dynamic', () => jest.requireActual<object>('../../../../../tests/kit/screens/next-dynamic'));
configure({ asyncUtilTimeout: 5000 });
const devices = startLivePage();

const at = '2026-05-01T10:00:00.000Z';
const sessionId = '0198c0de-0000-7000-8000-00e000000003';
const idle = { status: 'idle', isStreaming: false, sessionId: null, startedAt: null, streamingTime: 0, viewers: 0 } as const;
const show = (changes: Partial<OwnStream> = {}): OwnShow => ({
  stream: stream({ role: 'owner', ...changes }),
  conversation: streamConversation({ role: 'owner' }),
  settings: { isFree: true, price: null, isRecording: false, privateEnabled: false, privateMinutePrice: 3, privateMinimumMinutes: 3 },
});

/** The host with her show as `known`; what it is later is for the test to say. */
function host(known: OwnShow) {
  const state = { known };
  answer('GET /streaming/mine', () => state.known);
  answer('GET /users/me', () => performer({ isLive: state.known.stream.isStreaming }));
  answer('GET /streaming/live/:id/viewers', pageOf({ ...finn(), joinedAt: at, tipped: 20 }));
  answer('GET /messages/stream/:id', pageOf(streamMessage(1)));
  answer('POST /streaming/agora/token', credentials('publisher'));
  return state;
}

function open(user = performer()) {
  const line = connection();
  const shown = renderScreen(
    <SocketContext.Provider value={line.source}>
      <StudioScreen />
    </SocketContext.Provider>,
    { user, path: '/creator/live' },
  );
  return { ...shown, ...line };
}

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const confirm = (name: string) => userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name }));
const running = async () => {
  rememberPlace(sessionId, 'here');
  const state = host(show());
  const shown = open();
  await waitFor(() => expect(FakeConnection.all).toHaveLength(1));
  return { ...shown, state };
};

describe('before a show', () => {
  it('shows her own picture, her microphone and what to expect of the connection', async () => {
    host(show(idle));
    open();
    expect(await screen.findByLabelText('Your own picture')).toBeVisible();
    expect(screen.getByRole('meter', { name: 'Microphone level' })).toBeInTheDocument();
    expect(await screen.findByText('Connection looks good')).toBeVisible();
    expect(await screen.findByRole('combobox', { name: 'Camera' })).toHaveValue('Front camera');
  });

  it('says how to allow the camera where the browser refuses it, and asks again', async () => {
    host(show(idle));
    devices.refusal = 'NotAllowedError';
    open();
    expect(await screen.findByText('The browser keeps camera and microphone from us')).toBeVisible();
    devices.refusal = null;
    await press('Try again');
    expect(await screen.findByLabelText('Your own picture')).toBeVisible();
  });

  it('says that there is no device, and goes without a microphone where only that is missing', async () => {
    host(show(idle));
    Object.assign(devices, { video: [], audio: [] });
    open();
    expect(await screen.findByText('No camera or microphone was found')).toBeVisible();
    devices.video = ['Front camera'];
    await press('Try again');
    expect(await screen.findByText('There is no microphone: nobody hears you.')).toBeVisible();
  });

  it('says that the connection is away', async () => {
    host(show(idle));
    open();
    await screen.findByText('Connection looks good');
    cutOff('GET /streaming/mine');
    await press('Test again');
    expect(await screen.findByText('The site does not answer')).toBeVisible();
  });

  it('leads to the documents whoever is not verified', async () => {
    open(performer({ verification: 'none' }));
    expect(await screen.findByText('Publishing opens with your papers')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Send documents' })).toHaveAttribute('href', '/creator/account?section=documents');
  });

  it('offers to try again when the studio cannot be opened', async () => {
    cutOff('GET /streaming/mine');
    open();
    const again = await screen.findByRole('button', { name: 'Try again' });
    host(show(idle));
    await userEvent.click(again);
    expect(await screen.findByRole('textbox', { name: 'Title' })).toBeVisible();
  });
});

describe('starting', () => {
  it('needs a title, and sends price, goal and recording as they were chosen', async () => {
    const state = host(show(idle));
    open();
    await screen.findByLabelText('Your own picture');
    await press('Start');
    expect(await screen.findByText('Say in a few words what your show is about.')).toBeVisible();
    await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), 'Evening songs');
    await userEvent.click(screen.getByRole('radio', { name: /Everybody who pays/ }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Price' }), '5');
    expect(screen.getByText(/You receive 4 tokens/)).toBeVisible();
    await userEvent.type(screen.getByRole('textbox', { name: /Tip goal/ }), '100');
    await userEvent.click(screen.getByRole('switch', { name: 'Record this show' }));
    const changed = answer('PUT /streaming/update', { ...show().settings, isRecording: true });
    const started = answer('POST /streaming/live', () => {
      state.known = show({ status: 'idle', isStreaming: false, startedAt: null, streamingTime: 0 });
      return state.known;
    });
    const goal = answer('PUT /streaming/live/:id/tip-goal', stream({ role: 'owner' }));
    await press('Start');
    await waitFor(() => expect(FakeConnection.all).toHaveLength(1));
    expect(changed[0]?.body).toEqual({ isRecording: true });
    expect(started[0]?.body).toMatchObject({ title: 'Evening songs', isFree: false, price: 5 });
    expect(goal[0]?.body).toEqual({ goal: { title: 'Evening songs', amount: 100, loops: false } });
    expect(FakeConnection.last.sending('video')?.label).toBe('Front camera');
  });

  it('does not start without a picture', async () => {
    host(show(idle));
    devices.refusal = 'NotAllowedError';
    open();
    await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }), 'Evening songs');
    await press('Start');
    expect(await screen.findByText(/There is no picture yet/)).toBeVisible();
  });

  it('says why the host does not start it', async () => {
    host(show(idle));
    refuse('POST /streaming/live', 'performer_not_verified');
    open();
    await screen.findByLabelText('Your own picture');
    await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), 'Evening songs');
    await press('Start');
    expect(await screen.findByRole('alert')).toBeVisible();
  });

  it('gives an encoder its address and key, and sends nothing from this window', async () => {
    const state = host(show(idle));
    open();
    await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }), 'Evening songs');
    answer('POST /streaming/live', () => {
      state.known = show({ status: 'idle', isStreaming: false, startedAt: null, streamingTime: 0 });
      return state.known;
    });
    await press('Start with an encoder');
    expect(await screen.findByText('Your picture comes from your encoder')).toBeVisible();
    await press('Show address and key');
    expect(await screen.findByText('http://engine.test/whip')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Copy key' })).toBeVisible();
    expect(FakeConnection.all).toHaveLength(0);
  });
});

describe('while it runs', () => {
  it('goes on sending after a reload, and shows time, viewers by name, chat and tips', async () => {
    const { tell } = await running();
    expect(screen.getByText('LIVE')).toBeVisible();
    expect(screen.getByText('12 viewers')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Chat' })).toBeVisible();
    expect(within(await screen.findByRole('list', { name: 'Viewers' })).getByText('Gave 20')).toBeVisible();
    expect(screen.getByText(/No tips yet/)).toBeVisible();
    tell('stream/viewers', { streamId: stream()._id, viewers: 13 });
    expect(await screen.findByText('13 viewers')).toBeVisible();
    const tip = { amount: 50, menuItem: 'A song' };
    const messages = [streamMessage(2, { type: 'tip', sender: finn(), tip, text: 'Great!' })];
    tell('stream/message-created', { streamId: stream()._id, conversationId: streamConversation()._id, messages });
    expect(within(await screen.findByRole('list', { name: 'Tips' })).getByText(/50 tokens · A song/)).toBeVisible();
  });

  it('keeps the tips that it has shown, however much is written and whenever the chat is read again', async () => {
    rememberPlace(sessionId, 'here');
    host(show());
    const tipOf = (place: number, amount: number) =>
      streamMessage(place, { type: 'tip', sender: finn(), tip: { amount, menuItem: null }, text: '' });
    const written = Array.from({ length: 49 }, (_none, index) => streamMessage(60 - index));
    answer('GET /messages/stream/:id', pageOf(...written, tipOf(1, 20)));
    const { tell } = open();
    const tips = within(await screen.findByRole('list', { name: 'Tips' }));
    expect(tips.getByText(/20 tokens/)).toBeVisible();
    tell('stream/message-created', { streamId: stream()._id, conversationId: streamConversation()._id, messages: [tipOf(70, 50)] });
    expect(await tips.findByText(/50 tokens/)).toBeVisible();
    expect(tips.getByText(/20 tokens/)).toBeVisible();
    const again = answer('GET /messages/stream/:id', pageOf(tipOf(80, 70), ...written));
    await waitFor(() => {
      window.dispatchEvent(new Event('online'));
      expect(again).toHaveLength(1);
    });
    expect(await tips.findByText(/70 tokens/)).toBeVisible();
    expect(tips.getAllByText(/[257]0 tokens/).map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('70'),
      expect.stringContaining('50'),
      expect.stringContaining('20'),
    ]);
  });

  it('follows the goal as it is told', async () => {
    const { tell, state } = await running();
    const tipGoal = { title: 'A new song', amount: 100, raised: 50, loops: false, rounds: 0 };
    state.known = show({ tipGoal });
    tell('stream/info-changed', stream({ tipGoal }));
    expect(await screen.findByText('50 of 100 tokens')).toBeVisible();
  });

  it('mutes, darkens and switches the camera without another connection', async () => {
    await running();
    const [first] = FakeConnection.all;
    await waitFor(() => expect(first?.connectionState).toBe('connected'));
    await press('Mute');
    expect(screen.getByText('Nobody hears you.')).toBeVisible();
    await waitFor(() => expect(first?.sending('audio')?.enabled).toBe(false));
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Camera' }), 'Back camera');
    await waitFor(() => expect(first?.sending('video')?.label).toBe('Back camera'));
    await press('Camera off');
    await waitFor(() => expect(first?.sending('video')?.enabled).toBe(false));
    expect(FakeConnection.all).toHaveLength(1);
  });

  it('asks before it takes over from another window', async () => {
    host(show());
    open();
    expect(await screen.findByText('Your show runs in another window')).toBeVisible();
    expect(FakeConnection.all).toHaveLength(0);
    await press('Take over');
    await waitFor(() => expect(FakeConnection.all).toHaveLength(1));
  });

  it('sets a goal, and changes title and price', async () => {
    await running();
    const goal = answer(
      'PUT /streaming/live/:id/tip-goal',
      stream({ tipGoal: { title: 'x', amount: 80, raised: 0, loops: true, rounds: 0 } }),
    );
    await press('Set a goal');
    const sheet = within(screen.getByRole('dialog', { name: 'Tip goal' }));
    await userEvent.type(sheet.getByRole('textbox', { name: 'Amount' }), '80');
    await userEvent.click(sheet.getByRole('switch', { name: /Begin again/ }));
    await userEvent.click(sheet.getByRole('button', { name: 'Set goal' }));
    expect(await screen.findByText('0 of 80 tokens')).toBeVisible();
    expect(goal[0]?.body).toMatchObject({ goal: { amount: 80, loops: true } });
    const changed = answer('PUT /streaming/live/:id', stream({ title: 'Night songs' }));
    await press('Edit show');
    const edit = within(screen.getByRole('dialog', { name: 'Edit show' }));
    await userEvent.clear(edit.getByRole('textbox', { name: 'Title' }));
    await userEvent.type(edit.getByRole('textbox', { name: 'Title' }), 'Night songs');
    await userEvent.click(edit.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByRole('heading', { name: 'Night songs' })).toBeVisible();
    expect(changed[0]?.body).toMatchObject({ title: 'Night songs', isFree: true });
  });

  it('mutes and bans viewers in its chat, and takes it back', async () => {
    await running();
    const muted = answer('POST /messages/stream/:id/mutes', { isMuted: true, until: at });
    const heard = answer('DELETE /messages/stream/:id/mutes/:userId', { isMuted: false, until: null });
    await press('What Finn may do');
    await userEvent.click(await screen.findByText('Mute for 10 minutes'));
    await press('Undo');
    await waitFor(() => expect(heard).toHaveLength(1));
    await press('What Finn may do');
    await userEvent.click(await screen.findByText('Ban from the chat'));
    await waitFor(() =>
      expect(muted.map(({ body }) => body)).toEqual([
        { userId: finn()._id, seconds: 600 },
        { userId: finn()._id, seconds: null },
      ]),
    );
  });

  it('changes the rules of the chat, names a moderator, and empties it after a question', async () => {
    await running();
    const rules = answer('PUT /conversations/stream/:id/update', streamConversation({ role: 'owner' }));
    answer('GET /users/search', pageOf({ ...finn() }) as never);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Slow mode' }), '10');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Who may write' }), 'followers');
    await userEvent.type(screen.getByRole('textbox', { name: /Words that nobody/ }), 'spam');
    await userEvent.type(screen.getByRole('searchbox', { name: /Find somebody/ }), 'finn{Enter}');
    await press(/Add Finn/);
    await press('Save chat rules');
    await screen.findByText('Chat rules saved');
    expect(rules[0]?.body).toEqual({ slowModeSeconds: 10, chatAudience: 'followers', words: ['spam'], moderatorIds: [finn()._id] });
    const cleared = answer('DELETE /messages/stream/:id/remove-all-message', { cleared: 3 });
    await press('Clear chat');
    expect(cleared).toHaveLength(0);
    await confirm('Clear chat');
    await waitFor(() => expect(cleared).toHaveLength(1));
  });

  it('saves a tip menu, and says what is wrong with it before', async () => {
    await running();
    const saved = answer('PUT /streaming/tip-menu', { tipMenu: [{ _id: 'menu-1', title: 'A song', price: 10 }] });
    await press('Add to menu');
    await press('Save tip menu');
    expect(screen.getByText('Say what you do.')).toBeVisible();
    const item = within(screen.getByRole('group', { name: 'Item 1' }));
    await userEvent.type(item.getByRole('textbox', { name: 'What you do' }), 'A song');
    await userEvent.type(item.getByRole('textbox', { name: 'For' }), '10');
    await press('Save tip menu');
    await screen.findByText('Tip menu saved');
    expect(saved[0]?.body).toEqual({ items: [{ title: 'A song', price: 10 }] });
  });
});

describe('the end', () => {
  it('asks once more, then says what the show came to and where its recording is', async () => {
    const { state } = await running();
    const ended = answer('POST /streaming/live/:id/end', () => {
      state.known = show({ status: 'ended', isStreaming: false, endReason: 'owner' });
      return state.known.stream;
    });
    answer(
      'GET /streaming/sessions',
      pageOf({
        ...{ _id: sessionId, title: 'Evening songs', isFree: true, price: null, startedAt: at, endedAt: at, endReason: 'owner' as const },
        ...{ duration: 600, viewersPeak: 15, tips: 50, entries: 0, videoId: 'video-1' },
      }),
    );
    await press('End stream');
    expect(ended).toHaveLength(0);
    await confirm('End stream');
    expect(await screen.findByRole('heading', { name: 'Your show has ended' })).toBeVisible();
    expect(await screen.findByText('10 minutes')).toBeVisible();
    expect(screen.getByText('15')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open recording' })).toHaveAttribute('href', '/creator/videos/video-1');
    await press('New show');
    expect(await screen.findByRole('textbox', { name: 'Title' })).toBeVisible();
  });

  it('says so when the site has ended it', async () => {
    const { state, tell } = await running();
    answer('GET /streaming/sessions', pageOf());
    state.known = show({ status: 'ended', isStreaming: false, endReason: 'operator' });
    tell('stream/ended', { streamId: stream()._id, performerId: performer()._id, sessionId, reason: 'operator' });
    expect(await screen.findByText(/The site’s team ended it/)).toBeVisible();
  });
});
