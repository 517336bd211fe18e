/** The chat beside a show, on the screen. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mockEndpoint, mockError } from '../../../../../tests/kit/screens/fake-host';
import { profileOfAda } from '../../../../../tests/kit/fixtures/payments';
import { scrollTo, setScrollSizes } from '../../../../../tests/kit/screens/scroll';
import { ownStreamMessage, stream, streamConversation, streamMessage, streamPage } from '../../../../../tests/kit/fixtures/streams';
import { findField, findLog, openShow, startShowTests } from '../../../../../tests/kit/screens/watch-page';
import { chatWindow } from './chat-window';

startShowTests();

const { _id: streamId, conversationId } = stream();
const lines = async () => within(await findLog()).queryAllByRole('listitem');

it('shows messages, senders, tips and deletions', async () => {
  openShow({
    messages: [
      streamMessage(4, { type: 'tip', tip: { amount: 50, menuItem: 'Your song' }, text: 'Sing!' }),
      streamMessage(3, { isDeleted: true, text: '' }),
      ownStreamMessage(2),
      streamMessage(1),
    ],
  });
  await waitFor(async () => expect(await lines()).toHaveLength(4));
  expect((await lines()).map(({ textContent }) => textContent)).toEqual([
    'AdaHost text 1',
    'You text 2',
    'AdaHost Message deleted',
    'AdaHost  tipped 50 tokens · Your song Sing!',
  ]);
});

it('sends the text, empties the field once the API has accepted it, and shows the message once', async () => {
  const { receive } = openShow();
  const sent = mockEndpoint('POST /messages/stream/:id', ({ body }) => {
    const { text, clientKey } = body as { text: string; clientKey: string };
    return ownStreamMessage(1, { text, clientKey });
  });
  await userEvent.type(await findField(), 'Hello Ada{Enter}');
  await waitFor(async () => expect(await findField()).toHaveValue(''));
  receive('stream/message-created', { streamId, conversationId, messages: [ownStreamMessage(1, { text: 'Hello Ada' })] });
  expect(await lines()).toHaveLength(1);
  expect(sent[0]).toMatchObject({ params: { id: conversationId }, body: { text: 'Hello Ada' } });
});

it('sends nothing for a blank text', async () => {
  openShow();
  await userEvent.type(await findField(), '\u200b \u2060');
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
});

it('keeps a rejected text and shows why', async () => {
  openShow();
  mockError('POST /messages/stream/:id', 'forbidden_words');
  await userEvent.type(await findField(), 'A bad word{Enter}');
  expect(await screen.findByText('Your message contains blocked words. Remove them and try again.')).toBeInTheDocument();
  expect(await findField()).toHaveValue('A bad word');
});

it('counts down in slow mode until the next message is allowed', async () => {
  openShow({ chat: { slowModeSeconds: 30 } });
  mockEndpoint('POST /messages/stream/:id', ({ body }) => ownStreamMessage(1, body as { clientKey: string }));
  await userEvent.type(await findField(), 'One{Enter}');
  expect(await screen.findByRole('timer', { name: 'Time until your next message' })).toBeInTheDocument();
  await userEvent.type(await findField(), 'Two');
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
});

it('replaces the field with a notice while the viewer is muted', async () => {
  const { receive } = openShow();
  await findField();
  receive('stream/muted', { conversationId, isMuted: true, until: null });
  expect(await screen.findByText('You’re muted in this chat.')).toBeInTheDocument();
  receive('stream/muted', { conversationId, isMuted: false, until: null });
  expect(await findField()).toBeInTheDocument();
});

it('offers to follow when only followers may write', async () => {
  openShow({ chat: { canWrite: false, writeNeeds: ['follow'], chatAudience: 'followers' } });
  const followed = mockEndpoint('POST /follows/:id', { isFollowed: true, totalFollowers: 1 } as never);
  expect(await screen.findByText('This chat is for followers. Following is free.')).toBeInTheDocument();
  mockEndpoint('GET /streaming/join/:id', {
    stream: stream(),
    conversation: streamConversation({ chatAudience: 'followers' }),
    messages: [],
  });
  const chat = within(screen.getByRole('region', { name: 'Chat' }));
  await userEvent.click(chat.getByRole('button', { name: 'Follow' }));
  expect(await findField()).toBeInTheDocument();
  expect(followed).toHaveLength(1);
});

it('offers to subscribe when only subscribers may write', async () => {
  openShow({ chat: { canWrite: false, writeNeeds: ['subscribe'], chatAudience: 'subscribers' } });
  mockEndpoint('GET /performers/:id', profileOfAda());
  mockEndpoint('GET /payment-cards', { data: [], total: 0, nextCursor: null });
  await screen.findByText('This chat is for subscribers.');
  const chat = within(screen.getByRole('region', { name: 'Chat' }));
  await userEvent.click(chat.getByRole('button', { name: 'Subscribe' }));
  expect(await screen.findByRole('dialog', { name: 'Subscribe to Ada' })).toBeInTheDocument();
});

it("deletes the viewer's own message after a confirmation, and offers no button to delete those of others", async () => {
  openShow({ messages: [ownStreamMessage(2), streamMessage(1)] });
  mockEndpoint('DELETE /messages/:id', ownStreamMessage(2, { isDeleted: true, text: '' }));
  expect(await screen.findAllByRole('button', { name: /^Delete:/ })).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Delete: text 2' }));
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(async () => expect(await lines()).toHaveLength(1));
});

describe('a deleted message, before and after a reload,', () => {
  const messages = [ownStreamMessage(3, { isDeleted: true, text: '' }), streamMessage(2, { isDeleted: true, text: '' }), streamMessage(1)];
  const texts = async () => (await lines()).map(({ textContent }) => textContent);

  it('is hidden from its author and keeps its place for other viewers', async () => {
    openShow({ messages });
    await waitFor(async () => expect(await texts()).toEqual(['AdaHost text 1', 'AdaHost Message deleted']));
  });

  it('is hidden from moderators, who may delete it', async () => {
    const { receive } = openShow({ messages, chat: { role: 'moderator' } });
    await waitFor(async () => expect(await texts()).toEqual(['AdaHost text 1']));
    receive('stream/message-deleted', { _id: streamMessage(1)._id, conversationId });
    await waitFor(async () => expect(await texts()).toEqual([]));
  });

  it('is hidden from its author when a moderator deletes it', async () => {
    const { receive } = openShow({ messages: [ownStreamMessage(2), streamMessage(1)] });
    await waitFor(async () => expect(await texts()).toEqual(['AdaHost text 1', 'You text 2']));
    receive('stream/message-deleted', { _id: ownStreamMessage(2)._id, conversationId });
    await waitFor(async () => expect(await texts()).toEqual(['AdaHost text 1']));
  });
});

it('renders at most one window of messages in a busy chat', async () => {
  const { receive } = openShow();
  await findField();
  const messages = [...streamPage(1, 3000).data].reverse();
  receive('stream/message-created', { streamId, conversationId, messages });
  await screen.findByText('text 3000');
  expect(await lines()).toHaveLength(120);
  await userEvent.click(screen.getByRole('button', { name: 'Load older messages' }));
  expect(await lines()).toHaveLength(240);
});

it('stays at the end while rows turn out taller than estimated, until the viewer scrolls up', async () => {
  const { receive } = openShow();
  const scroller = await screen.findByRole('group', { name: 'Chat messages' });
  let height = 1000;
  setScrollSizes(scroller, () => height, 100);
  scrollTo(scroller, 900);
  height = 1200;
  fireEvent.scroll(scroller);
  receive('stream/message-created', { streamId, conversationId, messages: [streamMessage(1)] });
  await screen.findByText('text 1');
  expect(scroller.scrollTop).toBe(1200);
  scrollTo(scroller, 700);
  receive('stream/message-created', { streamId, conversationId, messages: [streamMessage(2)] });
  expect(await screen.findByRole('button', { name: '1 new message' })).toBeInTheDocument();
  expect(scroller.scrollTop).toBe(700);
});

it('keeps the window at the reading position, and counts the messages below it', () => {
  const items = [...streamPage(1, 500).data].reverse();
  expect(chatWindow(items, null, 120)).toMatchObject({ above: 380, below: 0 });
  const { shown, above, below } = chatWindow(items, 's300', 120);
  expect([shown[0]?._id, shown.at(-1)?._id, above, below]).toEqual(['s181', 's300', 180, 200]);
  expect(chatWindow(items, 'gone', 120).below).toBe(0);
});
