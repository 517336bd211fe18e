/** Notifications and events around messages: for offline receivers, after deletion, while reading, and across blocks. */
import { and, desc, eq } from 'drizzle-orm';
import { io } from 'socket.io-client';
import { inTransaction } from '../../platform/context';
import { notifications } from '../../platform/db/schema/notifications';
import { fillWallet, waitForBlockedQuery } from '../../../tests/kit/money/ledger';
import { openSocket } from '../../../tests/kit/host/test-socket';
import { eventually } from '../../../tests/kit/timing/eventually';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import type { TestPerson } from '../../../tests/kit/money/subscriptions';
import { uploadMessagePhoto, readMessages, sendMessage, openConversation } from '../../../tests/kit/talk/conversations';
import { notificationInboxOf } from '../../../tests/kit/talk/notifications';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { publish } from '../../platform/outbox/publish';
import { lockConversation } from '../conversations/rows';
import { addMessage } from './add';
import { maxWait_ms } from '../../../tests/kit/timing/max-wait';

let testHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(() => testHost.close());

async function pair() {
  const [fan, performer] = [await signUpFan(testHost), await signUpPerformer(testHost)];
  return { fan, performer, id: await openConversation(testHost, fan, performer) };
}
const view = async (who: TestPerson, id: string) =>
  (await testHost.call('GET /conversations/:id', { params: { id } }, { token: who.token })).data;
const remove = (who: TestPerson, id: string) => testHost.call('DELETE /messages/:id', { params: { id } }, { token: who.token });
const block = (who: TestPerson, targetId: string) => testHost.call('POST /block/users', { body: { targetId } }, { token: who.token });
/** Message notifications are not listed in the inbox. Their rows are used for push and mail. */
const notificationsOf = (who: TestPerson) =>
  testHost.ctx.db
    .select({ readAt: notifications.readAt, count: notifications.count })
    .from(notifications)
    .where(and(eq(notifications.accountId, who.id), eq(notifications.type, 'message')))
    .orderBy(desc(notifications.createdAt), desc(notifications.id));
const anyDate = expect.any(Date) as Date;

test('a receiver who has just closed the last page is notified, although they still count as online', async () => {
  const { fan, performer, id } = await pair();
  const socket = await openSocket(testHost, performer.token);
  await sendMessage(testHost, fan, id, { text: 'Are you there?' });
  expect(await notificationsOf(performer)).toEqual([]);
  socket.close();
  await eventually(async () => {
    await sendMessage(testHost, fan, id, { text: 'Still there?' });
    expect(await notificationsOf(performer)).toHaveLength(1);
  });
  expect((await view(fan, id)).recipient.isOnline).toBe(true);
});

test('a message deleted unread clears its notification, and the next message notifies again', async () => {
  const { fan, performer, id } = await pair();
  const { data } = await sendMessage(testHost, fan, id, { text: 'Oh' });
  expect(await notificationsOf(performer)).toMatchObject([{ readAt: null }]);
  await remove(fan, data._id);
  expect(await notificationsOf(performer)).toMatchObject([{ readAt: anyDate }]);
  await sendMessage(testHost, fan, id, { text: 'Now in earnest' });
  expect(await notificationsOf(performer)).toMatchObject([{ readAt: null, count: 1 }, { readAt: anyDate }]);
});

test('a message written while the receiver reads is either read or stays unread', async () => {
  const { fan, performer, id } = await pair();
  await sendMessage(testHost, fan, id, { text: 'One' });
  let reading: Promise<unknown> = Promise.resolve();
  await inTransaction(testHost.ctx, async (tx) => {
    await lockConversation(tx, { id: fan.id, isPerformer: false, country: null }, id);
    await addMessage(tx, {
      id: tx.random.id(),
      conversationId: id,
      senderId: fan.id,
      receiverId: performer.id,
      clientKey: null,
      type: 'text',
      text: 'Two',
      priceCents: null,
      tipCents: null,
      replyToId: null,
      fileIds: [],
    });
    reading = testHost.call('POST /messages/read-all/:id', { params: { id } }, { token: performer.token });
    await waitForBlockedQuery(testHost);
  });
  await reading;
  const [senderView, receiverView] = [await view(fan, id), await view(performer, id)];
  expect({ seenSeq: senderView.seenSeq, unread: receiverView.totalNotSeenMessages }).toEqual({ seenSeq: 2, unread: 0 });
});

test('a block hides online status, presence and read receipts from each other', async () => {
  const { fan, performer, id } = await pair();
  await sendMessage(testHost, performer, id, { text: 'Hello' });
  const performerSocket = await openSocket(testHost, performer.token);
  const socket = io(testHost.url, { transports: ['websocket'], reconnection: false, query: { token: fan.token }, forceNew: true });
  const received: string[] = [];
  socket.onAny((name: string) => void received.push(name));
  await new Promise<void>((resolve) => void socket.once('connect', resolve));
  await socket.timeout(maxWait_ms).emitWithAck('auth/login', { token: fan.token });
  await socket.timeout(maxWait_ms).emitWithAck('presence/watch', { accountIds: [performer.id] });
  expect((await readMessages(testHost, fan, id)).data[0]?.sender.isOnline).toBe(true);
  await eventually(() => expect(received).toContain('presence/changed'));
  received.length = 0;
  await block(performer, fan.id);
  await eventually(() => expect(received).toContain('conversation/changed'));
  await publish(testHost.ctx, 'presence/changed', [`about:${performer.id}`], { accountId: performer.id, isOnline: false });
  expect((await readMessages(testHost, fan, id)).data[0]?.sender.isOnline).toBe(false);
  const marks = () => [performerSocket.received('conversation/seen').length, performerSocket.received('conversation/delivered').length];
  const before = marks();
  await testHost.call('POST /messages/read-all/:id', { params: { id } }, { token: fan.token });
  // Events arrive in order, so an event missing before this one was not sent.
  await eventually(() => expect(received).toContain('conversation/seen'));
  expect(received).not.toContain('presence/changed');
  expect(marks()).toEqual(before);
  performerSocket.close();
  socket.close();
});

test('a performer is notified of the buyer of a message', async () => {
  const { fan, performer, id } = await pair();
  const { data } = await sendMessage(testHost, performer, id, {
    text: 'Look',
    fileIds: [await uploadMessagePhoto(testHost, performer)],
    price: 5,
  });
  await fillWallet(testHost, fan.id, 500n);
  await testHost.call('POST /wallet/charges/message/:id', { params: { id: data._id }, body: {} }, { token: fan.token });
  expect((await notificationInboxOf(testHost, performer)).filter(({ type }) => type === 'item_sold')).toMatchObject([
    { text: 'bought your message for 5 tokens.', link: `/messages/${id}`, actor: { _id: fan.id } },
  ]);
});
