/** Editing sent messages: who may, for how long, and what remains of the earlier text. */
import * as limits from '@contract/kernel/limits';
import { accounts } from '@server/platform/db/schema/accounts';
import { performers } from '@server/platform/db/schema/performers';
import { eq } from 'drizzle-orm';
import { fillWallet, violatedInvariants } from '../../../tests/kit/money/ledger';
import { openSocket } from '../../../tests/kit/host/test-socket';
import { eventually } from '../../../tests/kit/timing/eventually';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { openConversation, readMessages, sendMessage, uploadMessagePhoto, type NewMessage } from '../../../tests/kit/talk/conversations';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;

beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(async () => {
  expect(await violatedInvariants(testHost)).toEqual([]);
  await testHost.close();
});

interface TestAccount {
  id: string;
  token: string;
}

async function sent(message: NewMessage = { text: 'See you at eihgt' }) {
  const [fan, performer] = [await signUpFan(testHost), await signUpPerformer(testHost)];
  const id = await openConversation(testHost, fan, performer);
  return { fan, performer, id, message: (await sendMessage(testHost, fan, id, message)).data };
}
const edit = (who: TestAccount, id: string, text: string) =>
  testHost.call('PUT /messages/:id', { params: { id }, body: { text } }, { token: who.token });
const editError = async (who: TestAccount, id: string, text = 'Changed') => (await edit(who, id, text)).errorBody.error;
const firstOf = async (who: TestAccount, id: string) => (await readMessages(testHost, who, id)).data[0];
const found = async (who: TestAccount, id: string, q: string) => (await readMessages(testHost, who, id, { q })).total;

test('an edited message shows its new text to both at once, is marked, and is found by its new words only', async () => {
  const { fan, performer, id, message } = await sent();
  const [fanSocket, performerSocket] = [await openSocket(testHost, fan.token), await openSocket(testHost, performer.token)];
  const { status, data } = await edit(fan, message._id, 'Bis acht, Żółć');
  expect(status).toBe(200);
  expect(data).toMatchObject({ _id: message._id, seq: 1, text: 'Bis acht, Żółć', isEdited: true });
  await eventually(() => {
    for (const socket of [fanSocket, performerSocket])
      expect(socket.received('message/changed')).toMatchObject([{ _id: message._id, text: 'Bis acht, Żółć', isEdited: true }]);
  });
  expect(await firstOf(performer, id)).toMatchObject({ text: 'Bis acht, Żółć', isEdited: true });
  expect([await found(performer, id, 'zolc'), await found(performer, id, 'eihgt')]).toEqual([1, 0]);
  const conversation = await testHost.call('GET /conversations/:id', { params: { id } }, { token: performer.token });
  expect(conversation.data).toMatchObject({ lastSeq: 1, totalNotSeenMessages: 1, lastMessage: { text: 'Bis acht, Żółć' } });
  fanSocket.close();
  performerSocket.close();
});

test('the same text again changes nothing', async () => {
  const { fan, message } = await sent();
  expect((await edit(fan, message._id, message.text)).data).toMatchObject({ isEdited: false, updatedAt: message.updatedAt });
});

test('only the sender can edit a message; others do not learn that it exists', async () => {
  const { performer, message } = await sent();
  const stranger = await signUpFan(testHost);
  expect(await editError(performer, message._id)).toBe('not_owner');
  expect(await editError(stranger, message._id)).toBe('message_not_found');
});

test('a message can be edited for five minutes', async () => {
  const { fan, message } = await sent();
  testHost.clock.advance({ seconds: limits.messageEdit_s - 5 });
  expect((await edit(fan, message._id, 'Just in time')).status).toBe(200);
  testHost.clock.advance({ seconds: 6 });
  expect(await editError(fan, message._id)).toBe('message_not_editable');
});

test('an empty text is rejected, except for a message with files', async () => {
  const { fan, performer, id, message } = await sent();
  expect(await editError(fan, message._id, '  ')).toBe('message_empty');
  const photo = await uploadMessagePhoto(testHost, performer);
  const { data: media } = await sendMessage(testHost, performer, id, { text: 'A caption', fileIds: [photo] });
  expect((await edit(performer, media._id, '')).data).toMatchObject({ text: '', isEdited: true, files: [{ _id: photo }] });
});

test('a deleted message, and one to a person who has blocked the sender, cannot be edited', async () => {
  const { fan, performer, id, message } = await sent();
  const { data: other } = await sendMessage(testHost, fan, id, { text: 'One more' });
  await testHost.call('DELETE /messages/:id', { params: { id: other._id } }, { token: fan.token });
  expect(await editError(fan, other._id)).toBe('message_not_found');
  await testHost.call('POST /block/users', { body: { targetId: fan.id } }, { token: performer.token });
  expect(await editError(fan, message._id)).toBe('blocked_by_performer');
});

test('is rejected like a new message when the sender may no longer write', async () => {
  const { fan, performer, message } = await sent();
  const setAudience = (messageAudience: 'followers' | 'subscribers') =>
    testHost.ctx.db.update(performers).set({ messageAudience }).where(eq(performers.accountId, performer.id));
  await setAudience('followers');
  expect(await editError(fan, message._id)).toBe('follow_required');
  await setAudience('subscribers');
  expect(await editError(fan, message._id)).toBe('subscription_required');
  await testHost.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, performer.id));
  expect(await editError(fan, message._id)).toBe('conversation_not_found');
});

test('a message for sale can be edited until someone has bought it', async () => {
  const { fan, performer, id } = await sent();
  const photo = await uploadMessagePhoto(testHost, performer);
  const { data: offer } = await sendMessage(testHost, performer, id, { text: 'For you', fileIds: [photo], price: 5 });
  expect((await edit(performer, offer._id, 'Only for you')).data).toMatchObject({ text: 'Only for you', price: 5 });
  await fillWallet(testHost, fan.id, 2000n);
  await testHost.call('POST /wallet/charges/message/:id', { params: { id: offer._id }, body: {} }, { token: fan.token });
  expect(await editError(performer, offer._id)).toBe('message_not_editable');
});

test('a tip keeps the text that was sent with it', async () => {
  const { fan, performer, id } = await sent();
  await fillWallet(testHost, fan.id, 2000n);
  const body = { price: 10, text: 'For you', conversationId: id };
  expect((await testHost.call('POST /wallet/charges/tip/:id', { params: { id: performer.id }, body }, { token: fan.token })).status).toBe(
    200,
  );
  const tip = await firstOf(fan, id);
  expect(tip?.type).toBe('tip');
  expect(await editError(fan, tip?._id ?? '')).toBe('message_not_editable');
});

test('a report shows operators the text before each edit', async () => {
  const { fan, performer, message } = await sent({ text: 'Something rude' });
  await edit(fan, message._id, 'Something ruder');
  await edit(fan, message._id, 'Something nice');
  const operator = await signUpOperator(testHost);
  const body = { target: 'message' as const, targetId: message._id, reason: 'harassment' as const, description: '' };
  const { data: report } = await testHost.call('POST /reports', { body }, { token: performer.token });
  const stored = await testHost.call('GET /admin/reports/:id', { params: { id: report._id } }, { token: operator.token });
  expect(stored.data.evidence).toMatchObject({ text: 'Something nice', lines: [{ text: 'Something rude' }, { text: 'Something ruder' }] });
});
