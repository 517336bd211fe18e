/** Delegates who reply to messages: the performer is the sender, and only the performer's side sees who wrote a message. */
import { eq } from 'drizzle-orm';
import { inTransaction } from '@server/platform/context';
import { delegateActions } from '@server/platform/db/schema/delegation';
import { auditLog } from '@server/platform/db/schema/site';
import { openSocket } from '../../../tests/kit/host/test-socket';
import { eventually } from '../../../tests/kit/timing/eventually';
import { delegateTo } from '../../../tests/kit/people/delegation';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { uploadMessagePhoto, readMessages, sendMessage, openConversation } from '../../../tests/kit/talk/conversations';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { readSource } from '../../site/privacy/rows';
import { sources } from '../../site/privacy/sources';

let testHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(() => testHost.close());

/** A performer, a fan with a conversation, and a delegate with the right to messages. */
async function setUp() {
  const [ada, fan, ben] = [await signUpPerformer(testHost), await signUpFan(testHost), await signUpFan(testHost)];
  const { sessionToken } = await delegateTo(testHost, ada, ben, ['messages']);
  return {
    ada,
    fan,
    ben,
    delegateSession: { id: ada.id, token: sessionToken },
    conversationId: await openConversation(testHost, fan, ada),
  };
}

test('a delegate’s message is sent by the performer, with files and a price, and only the performer sees its author', async () => {
  const { ada, fan, ben, delegateSession, conversationId } = await setUp();
  await sendMessage(testHost, fan, conversationId, { text: 'Are you there?' });
  const fileIds = [await uploadMessagePhoto(testHost, delegateSession)];
  const { data } = await sendMessage(testHost, delegateSession, conversationId, { text: 'Good evening', fileIds, isSale: true, price: 3 });
  expect(data).toMatchObject({ senderId: ada.id, by: ben.username, price: 3, isSale: true });
  const readByFan = await readMessages(testHost, fan, conversationId);
  expect(readByFan.data[0]).toMatchObject({ _id: data._id, senderId: ada.id, isLocked: true });
  expect(JSON.stringify(readByFan)).not.toContain(ben.username);
  expect((await readMessages(testHost, ada, conversationId)).data[0]).toMatchObject({ _id: data._id, by: ben.username });
  const performerMessage = await sendMessage(testHost, ada, conversationId, { text: 'And I' });
  expect(performerMessage.data.by).toBeUndefined();

  const actions = await testHost.call('GET /performer/helpers/acts', {}, { token: ada.token });
  expect(actions.data.data[0]).toMatchObject({
    by: { _id: ben.id },
    about: { title: `Message to ${fan.username}`, link: `/messages/${conversationId}` },
  });
  const entries = await testHost.ctx.db.select().from(auditLog).where(eq(auditLog.action, 'helping.act'));
  expect(entries.at(-1)).toMatchObject({ actorId: ben.id, targetId: ada.id, after: { item: data._id } });
});

test('an export names the delegate to the performer but not to the recipient', async () => {
  const { ada, fan, ben, delegateSession, conversationId } = await setUp();
  await sendMessage(testHost, delegateSession, conversationId, { text: 'Good evening' });
  const source = sources.find(({ name }) => name === 'messages');
  const exportOf = async (accountId: string): Promise<unknown[]> => {
    const found: unknown[] = [];
    await inTransaction(testHost.ctx, async (tx) => {
      if (source) for await (const rows of readSource(tx, source, accountId)) found.push(...rows);
    });
    return found;
  };
  expect(await exportOf(ada.id)).toMatchObject([{ text: 'Good evening', byId: ben.id, byName: ben.username }]);
  expect(await exportOf(fan.id)).toMatchObject([{ text: 'Good evening', byId: null, byName: null }]);
});

test('only delegates with the right to messages receive them, and reading is not recorded', async () => {
  const { ada, fan, delegateSession, conversationId } = await setUp();
  const other = await delegateTo(testHost, ada, await signUpFan(testHost), ['content']);
  const [socket, otherSocket] = [await openSocket(testHost, delegateSession.token), await openSocket(testHost, other.sessionToken)];
  const { data } = await sendMessage(testHost, fan, conversationId, { text: 'Hello' });
  await eventually(() => expect(socket.received('message/created')).toMatchObject([{ _id: data._id, text: 'Hello' }]));
  expect(otherSocket.received('message/created')).toEqual([]);
  expect(await otherSocket.emit('conversation/seen', { conversationId })).toEqual({ ok: false, error: 'forbidden_right' });
  expect(await socket.emit('conversation/seen', { conversationId })).toMatchObject({ ok: true });
  expect(await socket.emit('presence/watch', { accountIds: [fan.id] })).toEqual({ ok: false, error: 'forbidden_right' });
  expect(
    (await testHost.call('POST /messages/read-all/:id', { params: { id: conversationId } }, { token: delegateSession.token })).status,
  ).toBe(200);
  expect(await testHost.ctx.db.$count(delegateActions, eq(delegateActions.performerId, ada.id))).toBe(0);
  socket.close();
  otherSocket.close();
});
