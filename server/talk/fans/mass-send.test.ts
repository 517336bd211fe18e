/** Sending to many: each receiver once, whatever dies in the middle; taken back from everybody who has not paid. */
import { and, eq, isNull } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { Context } from '@server/platform/context';
import { conversationMembers, conversations, massMessages, messageFiles, messages } from '@server/platform/db/schema/schema';
import { eventually } from '../../../tests/kit/timing/eventually';
import { addFollowers, addMessageFile, addSale, letFollow } from '../../../tests/kit/people/fans';
import { massOf } from '../../../tests/support/mass';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { fanWithTokens, listen, type Somebody } from '../../../tests/support/subscriptions';
import { openWorld, type World } from '../../../tests/kit/host/test-host';
import { goOn } from './mass-send';

let world: World;
let performer: Somebody;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  performer = await signUpPerformer(world);
});

const { send, read, takeBack, goOnOnce, sendAll, receiversOf, messageTo, membership } = massOf(
  () => world,
  () => performer,
);

describe('a thousand receivers', () => {
  test('have it once each, though a worker dies in the middle and two go on at once', async () => {
    const ids = await addFollowers(world, 1000, performer.id);
    const { data } = await send();
    expect(data.recipients).toBe(1000);
    await goOnOnce(data._id);
    expect((await read(data._id)).data).toMatchObject({ status: 'sending', sent: limits.massAtOnce });
    const dying: Context = {
      ...world.ctx,
      jobs: { ...world.ctx.jobs, enqueue: () => Promise.reject(new Error('the worker was killed')) },
    };
    await expect(goOn(dying, data._id)).rejects.toThrow('killed');
    expect((await receiversOf(data._id)).length).toBe(limits.massAtOnce);
    for (let parts = 0; parts < 6; parts += 1) await Promise.all([goOnOnce(data._id), goOnOnce(data._id)]);
    await sendAll(data._id);
    expect(await receiversOf(data._id)).toEqual([...ids].sort());
    expect((await read(data._id)).data).toMatchObject({ status: 'sent', recipients: 1000, sent: 1000 });
    expect(await world.ctx.db.$count(conversationMembers, eq(conversationMembers.otherId, performer.id))).toBe(1000);
    const seqs = await world.ctx.db
      .select({ seq: messages.seq, lastSeq: conversations.lastSeq })
      .from(messages)
      .innerJoin(conversations, eq(conversations.id, messages.conversationId))
      .where(eq(messages.massId, data._id));
    expect(new Set(seqs.map(({ seq, lastSeq }) => `${String(seq)} of ${String(lastSeq)}`))).toEqual(new Set(['1 of 1']));
  }, 120_000);

  test('of two messages at once have both, in places that follow each other', async () => {
    const ids = await addFollowers(world, 150, performer.id);
    const [one, two] = [(await send({ text: 'One' })).data._id, (await send({ text: 'Two' })).data._id];
    await Promise.all([goOnOnce(one), goOnOnce(two)]);
    expect([await receiversOf(one), await receiversOf(two)]).toEqual([[...ids].sort(), [...ids].sort()]);
    const rows = await world.ctx.db
      .select({ lastSeq: conversations.lastSeq })
      .from(conversations)
      .innerJoin(conversationMembers, eq(conversationMembers.conversationId, conversations.id))
      .where(eq(conversationMembers.otherId, performer.id));
    expect(rows.map(({ lastSeq }) => lastSeq)).toEqual(ids.map(() => 2));
  }, 120_000);
});

describe('one with a price', () => {
  test('is locked, spares who has bought one of its files, and says what it brought', async () => {
    const [buyer = ''] = await addFollowers(world, 1, performer.id);
    const [fan, colleague] = [await signUpFan(world), await signUpPerformer(world)];
    const other = fan.id;
    await letFollow(world, [other, colleague.id], performer.id);
    const told = await listen(world, fan, 'message/created');
    const file = await addMessageFile(world, performer.id);
    const text = 'x'.repeat(200);
    const { data } = await send({ text, fileIds: [file], price: 5 });
    await sendAll(data._id);
    await eventually(() => expect(told()).toHaveLength(1));
    expect(told()).toMatchObject([
      { isLocked: true, isCut: true, isSale: true, price: 5, text: 'x'.repeat(limits.lockedTextLengthMax), type: 'media' },
    ]);
    expect(told()[0]?.files).toMatchObject([{ url: null }]);
    const message = await messageTo(data._id, buyer);
    await addSale(world, { userId: buyer, performerId: performer.id, targetId: message.id, type: 'message', cents: 500n });
    expect((await read(data._id)).data).toMatchObject({ bought: 1, received: 4 });
    const again = await send({ fileIds: [file], price: 7 });
    expect(again.data.recipients).toBe(1);
    await sendAll(again.data._id);
    expect(await receiversOf(again.data._id)).toEqual([other]);
    const free = await send({ fileIds: [file] });
    expect(free.data.recipients).toBe(3);
  });

  test('is taken back from all but its buyer, and from nobody twice', async () => {
    const [buyer = '', reader = ''] = await addFollowers(world, 250, performer.id);
    const fan = await signUpFan(world);
    const other = fan.id;
    await letFollow(world, [other], performer.id);
    const [deleted, unread] = [await listen(world, fan, 'message/deleted'), await listen(world, fan, 'unread/changed')];
    const file = await addMessageFile(world, performer.id);
    const { data } = await send({ text: 'For you', fileIds: [file], price: 5 });
    await sendAll(data._id);
    const bought = await messageTo(data._id, buyer);
    await addSale(world, { userId: buyer, performerId: performer.id, targetId: bought.id, type: 'message', cents: 500n });
    await world.ctx.db.update(conversationMembers).set({ seenSeq: 1, unread: 0 }).where(eq(conversationMembers.accountId, reader));
    expect((await takeBack(data._id)).data.status).toBe('unsent');
    expect((await takeBack(data._id)).refusal.error).toBe('already_so');
    for (let parts = 0; parts < 3; parts += 1) await goOnOnce(data._id);
    expect((await read(data._id)).data).toMatchObject({ status: 'unsent', sent: 1, bought: 1, received: 4 });
    expect(await messageTo(data._id, buyer)).toMatchObject({ text: 'For you', deletedAt: null });
    expect(await messageTo(data._id, other)).toMatchObject({ text: '', deletedAt: expect.any(Date) as Date });
    expect(await world.ctx.db.$count(messages, and(eq(messages.massId, data._id), isNull(messages.deletedAt)))).toBe(1);
    expect(await world.ctx.db.$count(messageFiles, eq(messageFiles.fileId, file))).toBe(1);
    expect([await membership(buyer), await membership(reader), await membership(other)]).toMatchObject([
      { unread: 1 },
      { unread: 0 },
      { unread: 0 },
    ]);
    await eventually(() => expect(unread().map(({ conversations }) => conversations)).toEqual([1, 0]));
    expect(deleted()).toMatchObject([{ _id: (await messageTo(data._id, other)).id }]);
    const [row] = await world.ctx.db.select().from(massMessages).where(eq(massMessages.id, data._id));
    expect(row?.lastReceiverId).toBeNull();
  }, 120_000);

  test('is gone for a buyer too once she has her money back', async () => {
    const fan = await fanWithTokens(world, 10);
    await letFollow(world, [fan.id], performer.id);
    const { data } = await send({ text: 'For you', fileIds: [await addMessageFile(world, performer.id)], price: 5 });
    await sendAll(data._id);
    const { id } = await messageTo(data._id, fan.id);
    const bought = await world.call('POST /wallet/charges/message/:id', { params: { id }, body: {} }, { token: fan.token });
    await takeBack(data._id);
    await goOnOnce(data._id);
    expect(await messageTo(data._id, fan.id)).toMatchObject({ deletedAt: null });
    const operator = await signUpOperator(world);
    const refund = { params: { id: bought.data._id }, body: { reason: 'Asked' } };
    expect((await world.call('POST /admin/charges/:id/refund', refund, { token: operator.token })).status).toBe(200);
    expect(await messageTo(data._id, fan.id)).toMatchObject({ text: '', deletedAt: expect.any(Date) as Date });
    const again = await world.call('POST /wallet/charges/message/:id', { params: { id }, body: {} }, { token: fan.token });
    expect(again.refusal.error).toBe('message_not_found');
  });

  test('is kept by whoever buys it at the moment when it is taken back, or gone and not paid for', async () => {
    const fans = await Promise.all(Array.from({ length: 4 }, () => fanWithTokens(world, 50)));
    await letFollow(
      world,
      fans.map(({ id }) => id),
      performer.id,
    );
    const file = await addMessageFile(world, performer.id);
    const { data } = await send({ text: 'Now', fileIds: [file], price: 5 });
    await sendAll(data._id);
    const [sure, ...quick] = fans;
    const buy = async ({ id, token }: { id: string; token: string }) =>
      world.call('POST /wallet/charges/message/:id', { params: { id: (await messageTo(data._id, id)).id }, body: {} }, { token });
    if (!sure) throw new Error('nobody is there');
    expect((await buy(sure)).data).toMatchObject({ price: 5, item: { isBought: true, isLocked: false, text: 'Now' } });
    await takeBack(data._id);
    const [answers] = await Promise.all([Promise.all(quick.map(buy)), goOnOnce(data._id)]);
    for (const [index, { id }] of quick.entries()) {
      const isBought = answers[index]?.status === 200;
      if (!isBought) expect(answers[index]?.refusal.error).toBe('message_not_found');
      expect((await messageTo(data._id, id)).deletedAt === null).toBe(isBought);
    }
    const kept = 1 + answers.filter(({ status }) => status === 200).length;
    expect((await read(data._id)).data).toMatchObject({ status: 'unsent', sent: kept, bought: kept });
  }, 120_000);

  test('stops where it is when it is taken back while it goes out', async () => {
    await addFollowers(world, limits.massAtOnce + 10, performer.id);
    const { data } = await send();
    await goOnOnce(data._id);
    await takeBack(data._id);
    for (let parts = 0; parts < 3; parts += 1) await goOnOnce(data._id);
    expect((await receiversOf(data._id)).length).toBe(limits.massAtOnce);
    expect(await world.ctx.db.$count(messages, and(eq(messages.massId, data._id), isNull(messages.deletedAt)))).toBe(0);
    expect((await read(data._id)).data).toMatchObject({ status: 'unsent', sent: 0 });
  }, 120_000);
});
