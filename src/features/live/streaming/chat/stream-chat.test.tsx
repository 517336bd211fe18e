/** The chat beside a show, on the screen. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, refuse } from '../../../../../tests/kit/screens/fake-host';
import { profileOfAda } from '../../../../../tests/kit/answers/payments';
import { scrollTo, sizeFrame } from '../../../../../tests/support/scroll';
import { ownStreamMessage, stream, streamConversation, streamMessage, streamPage } from '../../../../../tests/kit/answers/streams';
import { field, log, openShow, startTestShows } from '../../../../../tests/kit/screens/watch-page';
import { chatWindow } from './chat-window';

startTestShows();

const { _id: streamId, conversationId } = stream();
const lines = async () => within(await log()).queryAllByRole('listitem');

it('shows what was said, by whom, what was tipped, and what was deleted', async () => {
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

it('sends what was written, empties the field when it has arrived, and shows it once', async () => {
  const { tell } = openShow();
  const sent = answer('POST /messages/stream/:id', ({ body }) => {
    const { text, clientKey } = body as { text: string; clientKey: string };
    return ownStreamMessage(1, { text, clientKey });
  });
  await userEvent.type(await field(), 'Hello Ada{Enter}');
  await waitFor(async () => expect(await field()).toHaveValue(''));
  tell('stream/message-created', { streamId, conversationId, messages: [ownStreamMessage(1, { text: 'Hello Ada' })] });
  expect(await lines()).toHaveLength(1);
  expect(sent[0]).toMatchObject({ params: { id: conversationId }, body: { text: 'Hello Ada' } });
});

it('sends nothing that shows nothing', async () => {
  openShow();
  await userEvent.type(await field(), '\u200b \u2060');
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
});

it('keeps what was refused, and says why', async () => {
  openShow();
  refuse('POST /messages/stream/:id', 'forbidden_words');
  await userEvent.type(await field(), 'A bad word{Enter}');
  expect(await screen.findByText('This has words in it that are not welcome here.')).toBeInTheDocument();
  expect(await field()).toHaveValue('A bad word');
});

it('counts down in slow mode before one may write again', async () => {
  openShow({ chat: { slowModeSeconds: 30 } });
  answer('POST /messages/stream/:id', ({ body }) => ownStreamMessage(1, body as { clientKey: string }));
  await userEvent.type(await field(), 'One{Enter}');
  expect(await screen.findByRole('timer', { name: 'Until you can write' })).toBeInTheDocument();
  await userEvent.type(await field(), 'Two');
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
});

it('says to whoever is muted until when, and lets her write when it ends', async () => {
  const { tell } = openShow();
  await field();
  tell('stream/muted', { conversationId, isMuted: true, until: null });
  expect(await screen.findByText('You cannot write in this chat.')).toBeInTheDocument();
  tell('stream/muted', { conversationId, isMuted: false, until: null });
  expect(await field()).toBeInTheDocument();
});

it('offers the way in where only followers write', async () => {
  openShow({ chat: { canWrite: false, writeNeeds: ['follow'], chatAudience: 'followers' } });
  const followed = answer('POST /follows/:id', { isFollowed: true, totalFollowers: 1 } as never);
  expect(await screen.findByText('This chat is for followers. Following costs nothing.')).toBeInTheDocument();
  answer('GET /streaming/join/:id', { stream: stream(), conversation: streamConversation({ chatAudience: 'followers' }), messages: [] });
  const chat = within(screen.getByRole('region', { name: 'Chat' }));
  await userEvent.click(chat.getByRole('button', { name: 'Follow' }));
  expect(await field()).toBeInTheDocument();
  expect(followed).toHaveLength(1);
});

it('offers the way in where only subscribers write', async () => {
  openShow({ chat: { canWrite: false, writeNeeds: ['subscribe'], chatAudience: 'subscribers' } });
  answer('GET /performers/:id', profileOfAda());
  answer('GET /payment-cards', { data: [], total: 0, nextCursor: null });
  await screen.findByText('This chat is for subscribers.');
  const chat = within(screen.getByRole('region', { name: 'Chat' }));
  await userEvent.click(chat.getByRole('button', { name: 'Subscribe' }));
  expect(await screen.findByRole('dialog', { name: 'Subscribe to Ada' })).toBeInTheDocument();
});

it('takes an own message away once that was confirmed, and offers it for no other', async () => {
  openShow({ messages: [ownStreamMessage(2), streamMessage(1)] });
  answer('DELETE /messages/:id', ownStreamMessage(2, { isDeleted: true, text: '' }));
  expect(await screen.findAllByRole('button', { name: /^Delete:/ })).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Delete: text 2' }));
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(async () => expect(await lines()).toHaveLength(1));
});

describe('a deleted message, after a reload as before it,', () => {
  const messages = [ownStreamMessage(3, { isDeleted: true, text: '' }), streamMessage(2, { isDeleted: true, text: '' }), streamMessage(1)];
  const texts = async () => (await lines()).map(({ textContent }) => textContent);

  it('is gone for its author, and keeps its place for other viewers', async () => {
    openShow({ messages });
    await waitFor(async () => expect(await texts()).toEqual(['AdaHost text 1', 'AdaHost Message deleted']));
  });

  it('is gone for those who keep order, who may delete it', async () => {
    const { tell } = openShow({ messages, chat: { role: 'moderator' } });
    await waitFor(async () => expect(await texts()).toEqual(['AdaHost text 1']));
    tell('stream/message-deleted', { _id: streamMessage(1)._id, conversationId });
    await waitFor(async () => expect(await texts()).toEqual([]));
  });

  it('is gone for its author when a moderator deletes it', async () => {
    const { tell } = openShow({ messages: [ownStreamMessage(2), streamMessage(1)] });
    await waitFor(async () => expect(await texts()).toEqual(['AdaHost text 1', 'You text 2']));
    tell('stream/message-deleted', { _id: ownStreamMessage(2)._id, conversationId });
    await waitFor(async () => expect(await texts()).toEqual(['AdaHost text 1']));
  });
});

it('puts no more on the page than one window, however much is said', async () => {
  const { tell } = openShow();
  await field();
  const messages = [...streamPage(1, 3000).data].reverse();
  tell('stream/message-created', { streamId, conversationId, messages });
  await screen.findByText('text 3000');
  expect(await lines()).toHaveLength(120);
  await userEvent.click(screen.getByRole('button', { name: 'Load older messages' }));
  expect(await lines()).toHaveLength(240);
});

it('stays at the end while lines turn out taller than they were thought, until its reader goes up', async () => {
  const { tell } = openShow();
  const frame = await screen.findByRole('group', { name: 'Chat messages' });
  let height = 1000;
  sizeFrame(frame, () => height, 100);
  scrollTo(frame, 900);
  height = 1200;
  fireEvent.scroll(frame);
  tell('stream/message-created', { streamId, conversationId, messages: [streamMessage(1)] });
  await screen.findByText('text 1');
  expect(frame.scrollTop).toBe(1200);
  scrollTo(frame, 700);
  tell('stream/message-created', { streamId, conversationId, messages: [streamMessage(2)] });
  expect(await screen.findByRole('button', { name: '1 new message' })).toBeInTheDocument();
  expect(frame.scrollTop).toBe(700);
});

it('keeps the window where somebody reads, and counts what comes below', () => {
  const items = [...streamPage(1, 500).data].reverse();
  expect(chatWindow(items, null, 120)).toMatchObject({ above: 380, below: 0 });
  const { shown, above, below } = chatWindow(items, 's300', 120);
  expect([shown[0]?._id, shown.at(-1)?._id, above, below]).toEqual(['s181', 's300', 180, 200]);
  expect(chatWindow(items, 'gone', 120).below).toBe(0);
});
