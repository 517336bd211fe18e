/** What is told of messages beside themselves: to whoever has gone, of what was taken back, of reading, and across a block. */
import { and, desc, eq } from 'drizzle-orm';
import { io } from 'socket.io-client';
import { inTransaction } from '../../platform/context';
import { notifications } from '../../platform/db/schema/schema';
import { fillWallet, somebodyWaits } from '../../../tests/support/books';
import { listenAs } from '../../../tests/support/ear';
import { eventually } from '../../../tests/kit/timing/eventually';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import type { Somebody } from '../../../tests/support/subscriptions';
import { photoOf, read, say, talkOf } from '../../../tests/support/talk';
import { inboxOf } from '../../../tests/support/told';
import { openWorld, type World } from '../../../tests/kit/host/test-host';
import { publish } from '../../platform/outbox/publish';
import { holdConversation } from '../../talk/conversations/conversations';
import { addMessage } from './messages';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function pair() {
  const [fan, performer] = [await signUpFan(world), await signUpPerformer(world)];
  return { fan, performer, id: await talkOf(world, fan, performer) };
}
const view = async (who: Somebody, id: string) =>
  (await world.call('GET /conversations/:id', { params: { id } }, { token: who.token })).data;
const remove = (who: Somebody, id: string) => world.call('DELETE /messages/:id', { params: { id } }, { token: who.token });
const block = (who: Somebody, targetId: string) => world.call('POST /block/users', { body: { targetId } }, { token: who.token });
/** Messages are on the list of conversations and not among the notifications: these rows are for devices and mails. */
const told = (who: Somebody) =>
  world.ctx.db
    .select({ readAt: notifications.readAt, count: notifications.count })
    .from(notifications)
    .where(and(eq(notifications.accountId, who.id), eq(notifications.type, 'message')))
    .orderBy(desc(notifications.createdAt), desc(notifications.id));
const at = expect.any(Date) as Date;

test('whoever closed her last page a moment ago is told of what is said then, though she still counts as online', async () => {
  const { fan, performer, id } = await pair();
  const ear = await listenAs(world, performer.token);
  await say(world, fan, id, { text: 'Are you there?' });
  expect(await told(performer)).toEqual([]);
  ear.close();
  await eventually(async () => {
    await say(world, fan, id, { text: 'Still there?' });
    expect(await told(performer)).toHaveLength(1);
  });
  expect((await view(fan, id)).recipient.isOnline).toBe(true);
});

test('what was said and deleted unread leaves no notification, and the next message is told anew', async () => {
  const { fan, performer, id } = await pair();
  const { data } = await say(world, fan, id, { text: 'Oh' });
  expect(await told(performer)).toMatchObject([{ readAt: null }]);
  await remove(fan, data._id);
  expect(await told(performer)).toMatchObject([{ readAt: at }]);
  await say(world, fan, id, { text: 'Now in earnest' });
  expect(await told(performer)).toMatchObject([{ readAt: null, count: 1 }, { readAt: at }]);
});

test('what is being said while she reads is read with the rest or stays unread, and is never lost between', async () => {
  const { fan, performer, id } = await pair();
  await say(world, fan, id, { text: 'One' });
  let reading: Promise<unknown> = Promise.resolve();
  await inTransaction(world.ctx, async (tx) => {
    await holdConversation(tx, { id: fan.id, isPerformer: false, country: null }, id);
    await addMessage(tx, {
      ...{ id: tx.chance.id(), conversationId: id, senderId: fan.id, receiverId: performer.id, clientKey: null },
      ...{ type: 'text', text: 'Two', priceCents: null, tipCents: null, replyToId: null, fileIds: [] },
    });
    reading = world.call('POST /messages/read-all/:id', { params: { id } }, { token: performer.token });
    await somebodyWaits(world);
  });
  await reading;
  const [mine, hers] = [await view(fan, id), await view(performer, id)];
  expect({ seenSeq: mine.seenSeq, unread: hers.totalNotSeenMessages }).toEqual({ seenSeq: 2, unread: 0 });
});

test('a block ends what each sees of the other: that she is there, comes and goes, and has read', async () => {
  const { fan, performer, id } = await pair();
  await say(world, performer, id, { text: 'Hello' });
  const there = await listenAs(world, performer.token);
  const socket = io(world.url, { transports: ['websocket'], reconnection: false, query: { token: fan.token }, forceNew: true });
  const heard: string[] = [];
  socket.onAny((name: string) => void heard.push(name));
  await new Promise<void>((resolve) => void socket.once('connect', resolve));
  await socket.timeout(5000).emitWithAck('auth/login', { token: fan.token });
  await socket.timeout(5000).emitWithAck('presence/watch', { accountIds: [performer.id] });
  expect((await read(world, fan, id)).data[0]?.sender.isOnline).toBe(true);
  await eventually(() => expect(heard).toContain('presence/changed'));
  heard.length = 0;
  await block(performer, fan.id);
  await eventually(() => expect(heard).toContain('conversation/changed'));
  await publish(world.ctx, 'presence/changed', [`about:${performer.id}`], { accountId: performer.id, isOnline: false });
  expect((await read(world, fan, id)).data[0]?.sender.isOnline).toBe(false);
  const marks = () => [there.heard('conversation/seen').length, there.heard('conversation/delivered').length];
  const before = marks();
  await world.call('POST /messages/read-all/:id', { params: { id } }, { token: fan.token });
  // Events come in their order: what was not heard before this one is not on its way.
  await eventually(() => expect(heard).toContain('conversation/seen'));
  expect(heard).not.toContain('presence/changed');
  expect(marks()).toEqual(before);
  there.close();
  socket.close();
});

test('a performer is told who has bought a message', async () => {
  const { fan, performer, id } = await pair();
  const { data } = await say(world, performer, id, { text: 'Look', fileIds: [await photoOf(world, performer)], price: 5 });
  await fillWallet(world, fan.id, 500n);
  await world.call('POST /wallet/charges/message/:id', { params: { id: data._id }, body: {} }, { token: fan.token });
  expect((await inboxOf(world, performer)).filter(({ type }) => type === 'item_sold')).toMatchObject([
    { text: 'bought your message for 5 tokens.', link: `/messages/${id}`, actor: { _id: fan.id } },
  ]);
});
