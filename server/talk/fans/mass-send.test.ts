/** Sending mass messages: each receiver gets it once, whatever fails midway. Unsending removes it for everyone who has not paid. */
import { and, eq, isNull } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { Context } from '@server/platform/context';
import { conversationMembers, conversations, massMessages, messageFiles, messages } from '@server/platform/db/schema/messages';
import { eventually } from '../../../tests/kit/timing/eventually';
import { addFollowers, addMessageFile, addSale, addFollows } from '../../../tests/kit/people/fans';
import { massMessageCalls } from '../../../tests/kit/talk/mass';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { fanWithTokens, collectEvents, type TestPerson } from '../../../tests/kit/money/subscriptions';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { sendNextBatch } from './mass-send';

let testHost: TestHost;
let performer: TestPerson;

beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(() => testHost.close());
beforeEach(async () => {
  performer = await signUpPerformer(testHost);
});

const { send, read, unsend, sendBatch, sendAll, receiversOf, messageTo, membership } = massMessageCalls(
  () => testHost,
  () => performer,
);

describe('a mass message to 1,000 receivers', () => {
  test('reaches each once, although a worker dies midway and two continue concurrently', async () => {
    const ids = await addFollowers(testHost, 1000, performer.id);
    const { data } = await send();
    expect(data.recipients).toBe(1000);
    await sendBatch(data._id);
    expect((await read(data._id)).data).toMatchObject({ status: 'sending', sent: limits.massMessageBatch });
    const failing: Context = {
      ...testHost.ctx,
      jobs: { ...testHost.ctx.jobs, enqueue: () => Promise.reject(new Error('the worker was killed')) },
    };
    await expect(sendNextBatch(failing, data._id)).rejects.toThrow('killed');
    expect((await receiversOf(data._id)).length).toBe(limits.massMessageBatch);
    for (let batches = 0; batches < 6; batches += 1) await Promise.all([sendBatch(data._id), sendBatch(data._id)]);
    await sendAll(data._id);
    expect(await receiversOf(data._id)).toEqual([...ids].sort());
    expect((await read(data._id)).data).toMatchObject({ status: 'sent', recipients: 1000, sent: 1000 });
    expect(await testHost.ctx.db.$count(conversationMembers, eq(conversationMembers.otherId, performer.id))).toBe(1000);
    const seqs = await testHost.ctx.db
      .select({ seq: messages.seq, lastSeq: conversations.lastSeq })
      .from(messages)
      .innerJoin(conversations, eq(conversations.id, messages.conversationId))
      .where(eq(messages.massId, data._id));
    expect(new Set(seqs.map(({ seq, lastSeq }) => `${String(seq)} of ${String(lastSeq)}`))).toEqual(new Set(['1 of 1']));
  });

  test('gets consecutive `seq` values when two messages are sent concurrently', async () => {
    const ids = await addFollowers(testHost, 150, performer.id);
    const [one, two] = [(await send({ text: 'One' })).data._id, (await send({ text: 'Two' })).data._id];
    await Promise.all([sendBatch(one), sendBatch(two)]);
    expect([await receiversOf(one), await receiversOf(two)]).toEqual([[...ids].sort(), [...ids].sort()]);
    const rows = await testHost.ctx.db
      .select({ lastSeq: conversations.lastSeq })
      .from(conversations)
      .innerJoin(conversationMembers, eq(conversationMembers.conversationId, conversations.id))
      .where(eq(conversationMembers.otherId, performer.id));
    expect(rows.map(({ lastSeq }) => lastSeq)).toEqual(ids.map(() => 2));
  });
});

describe('a mass message with a price', () => {
  test('is locked, skips buyers of its files, and reports its earnings', async () => {
    const [buyer = ''] = await addFollowers(testHost, 1, performer.id);
    const [fan, otherPerformer] = [await signUpFan(testHost), await signUpPerformer(testHost)];
    const other = fan.id;
    await addFollows(testHost, [other, otherPerformer.id], performer.id);
    const received = await collectEvents(testHost, fan, 'message/created');
    const file = await addMessageFile(testHost, performer.id);
    const text = 'x'.repeat(200);
    const { data } = await send({ text, fileIds: [file], price: 5 });
    await sendAll(data._id);
    await eventually(() => expect(received()).toHaveLength(1));
    expect(received()).toMatchObject([
      { isLocked: true, isCut: true, isSale: true, price: 5, text: 'x'.repeat(limits.lockedTextLengthMax), type: 'media' },
    ]);
    expect(received()[0]?.files).toMatchObject([{ url: null }]);
    const message = await messageTo(data._id, buyer);
    await addSale(testHost, { userId: buyer, performerId: performer.id, targetId: message.id, type: 'message', cents: 500n });
    expect((await read(data._id)).data).toMatchObject({ bought: 1, received: 4 });
    const again = await send({ fileIds: [file], price: 7 });
    expect(again.data.recipients).toBe(1);
    await sendAll(again.data._id);
    expect(await receiversOf(again.data._id)).toEqual([other]);
    const free = await send({ fileIds: [file] });
    expect(free.data.recipients).toBe(3);
  });

  test('is unsent once, for everyone but its buyer', async () => {
    const [buyer = '', reader = ''] = await addFollowers(testHost, 250, performer.id);
    const fan = await signUpFan(testHost);
    const other = fan.id;
    await addFollows(testHost, [other], performer.id);
    const [deleted, unread] = [await collectEvents(testHost, fan, 'message/deleted'), await collectEvents(testHost, fan, 'unread/changed')];
    const file = await addMessageFile(testHost, performer.id);
    const { data } = await send({ text: 'For you', fileIds: [file], price: 5 });
    await sendAll(data._id);
    const bought = await messageTo(data._id, buyer);
    await addSale(testHost, { userId: buyer, performerId: performer.id, targetId: bought.id, type: 'message', cents: 500n });
    await testHost.ctx.db.update(conversationMembers).set({ seenSeq: 1, unread: 0 }).where(eq(conversationMembers.accountId, reader));
    expect((await unsend(data._id)).data.status).toBe('unsent');
    expect((await unsend(data._id)).errorBody.error).toBe('already_so');
    for (let batches = 0; batches < 3; batches += 1) await sendBatch(data._id);
    expect((await read(data._id)).data).toMatchObject({ status: 'unsent', sent: 1, bought: 1, received: 4 });
    expect(await messageTo(data._id, buyer)).toMatchObject({ text: 'For you', deletedAt: null });
    expect(await messageTo(data._id, other)).toMatchObject({ text: '', deletedAt: expect.any(Date) as Date });
    expect(await testHost.ctx.db.$count(messages, and(eq(messages.massId, data._id), isNull(messages.deletedAt)))).toBe(1);
    expect(await testHost.ctx.db.$count(messageFiles, eq(messageFiles.fileId, file))).toBe(1);
    expect([await membership(buyer), await membership(reader), await membership(other)]).toMatchObject([
      { unread: 1 },
      { unread: 0 },
      { unread: 0 },
    ]);
    await eventually(() => expect(unread().map(({ conversations }) => conversations)).toEqual([1, 0]));
    expect(deleted()).toMatchObject([{ _id: (await messageTo(data._id, other)).id }]);
    const [row] = await testHost.ctx.db.select().from(massMessages).where(eq(massMessages.id, data._id));
    expect(row?.lastReceiverId).toBeNull();
  });

  test('is removed for a buyer too after a refund', async () => {
    const fan = await fanWithTokens(testHost, 10);
    await addFollows(testHost, [fan.id], performer.id);
    const { data } = await send({ text: 'For you', fileIds: [await addMessageFile(testHost, performer.id)], price: 5 });
    await sendAll(data._id);
    const { id } = await messageTo(data._id, fan.id);
    const bought = await testHost.call('POST /wallet/charges/message/:id', { params: { id }, body: {} }, { token: fan.token });
    await unsend(data._id);
    await sendBatch(data._id);
    expect(await messageTo(data._id, fan.id)).toMatchObject({ deletedAt: null });
    const operator = await signUpOperator(testHost);
    const refund = { params: { id: bought.data._id }, body: { reason: 'Asked' } };
    expect((await testHost.call('POST /admin/charges/:id/refund', refund, { token: operator.token })).status).toBe(200);
    expect(await messageTo(data._id, fan.id)).toMatchObject({ text: '', deletedAt: expect.any(Date) as Date });
    const again = await testHost.call('POST /wallet/charges/message/:id', { params: { id }, body: {} }, { token: fan.token });
    expect(again.errorBody.error).toBe('message_not_found');
  });

  test('bought while it is unsent is either kept and paid, or removed and unpaid', async () => {
    const fans = await Promise.all(Array.from({ length: 4 }, () => fanWithTokens(testHost, 50)));
    await addFollows(
      testHost,
      fans.map(({ id }) => id),
      performer.id,
    );
    const file = await addMessageFile(testHost, performer.id);
    const { data } = await send({ text: 'Now', fileIds: [file], price: 5 });
    await sendAll(data._id);
    const [firstBuyer, ...racingBuyers] = fans;
    const buy = async ({ id, token }: { id: string; token: string }) =>
      testHost.call('POST /wallet/charges/message/:id', { params: { id: (await messageTo(data._id, id)).id }, body: {} }, { token });
    if (!firstBuyer) throw new Error('no fan was created');
    expect((await buy(firstBuyer)).data).toMatchObject({ price: 5, item: { isBought: true, isLocked: false, text: 'Now' } });
    await unsend(data._id);
    const [responses] = await Promise.all([Promise.all(racingBuyers.map(buy)), sendBatch(data._id)]);
    for (const [index, { id }] of racingBuyers.entries()) {
      const isBought = responses[index]?.status === 200;
      if (!isBought) expect(responses[index]?.errorBody.error).toBe('message_not_found');
      expect((await messageTo(data._id, id)).deletedAt === null).toBe(isBought);
    }
    const expectedTotal = 1 + responses.filter(({ status }) => status === 200).length;
    expect((await read(data._id)).data).toMatchObject({ status: 'unsent', sent: expectedTotal, bought: expectedTotal });
  });

  test('stops when it is unsent while it is being sent', async () => {
    await addFollowers(testHost, limits.massMessageBatch + 10, performer.id);
    const { data } = await send();
    await sendBatch(data._id);
    await unsend(data._id);
    for (let batches = 0; batches < 3; batches += 1) await sendBatch(data._id);
    expect((await receiversOf(data._id)).length).toBe(limits.massMessageBatch);
    expect(await testHost.ctx.db.$count(messages, and(eq(messages.massId, data._id), isNull(messages.deletedAt)))).toBe(0);
    expect((await read(data._id)).data).toMatchObject({ status: 'unsent', sent: 0 });
  });
});
