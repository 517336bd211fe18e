/** Messages to many: who is meant, what is refused, and what waits for its time. */
import { eq } from 'drizzle-orm';
import type { Context } from '@server/platform/context';
import { accounts, conversationMembers, files, performers } from '@server/platform/db/schema/schema';
import { somebodyWaits } from '../../../tests/support/books';
import { eventually } from '../../../tests/kit/timing/eventually';
import { addCrowd, addFollowers, addMessageFile, addSale, letFollow } from '../../../tests/kit/people/fans';
import { massOf, type NewMass } from '../../../tests/support/mass';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { listen, type Somebody } from '../../../tests/support/subscriptions';
import { openWorld, type World } from '../../../tests/kit/host/test-host';
import { askForDue } from './mass-send';

let world: World;
let performer: Somebody;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  performer = await signUpPerformer(world);
});

const nobody = '0198c0de-0000-7000-8000-00000000dead';
const { send, change, read, takeBack, count, goOnOnce, sendAll, receiversOf, messageTo, membership } = massOf(
  () => world,
  () => performer,
);
const inHours = (hours: number) => new Date(world.clock.now().getTime() + hours * 3_600_000).toISOString();

describe('a message to many', () => {
  test('reaches everybody on these lists and on none of those, once each, in her own conversation', async () => {
    const fan = await signUpFan(world);
    const [both = '', excluded = '', gone = '', barred = ''] = await addFollowers(world, 4, performer.id);
    await letFollow(world, [fan.id], performer.id);
    await addSale(world, { userId: both, performerId: performer.id, targetId: nobody, type: 'tip', cents: 100n });
    await world.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, gone));
    await world.call('POST /block/users', { body: { targetId: barred } }, { token: performer.token });
    const list = await world.call(
      'POST /performer/lists',
      { body: { name: 'Not these', userIds: [excluded] } },
      { token: performer.token },
    );
    const [told, unread, own] = [
      await listen(world, fan, 'message/created'),
      await listen(world, fan, 'unread/changed'),
      await listen(world, performer, 'message/created'),
    ];
    const lists = { include: ['followers', 'buyers'], exclude: [list.data._id] };
    expect((await count(lists)).data).toEqual({ total: 2 });
    const { status, data } = await send(lists);
    expect({ status, data }).toMatchObject({
      status: 200,
      data: { status: 'sending', recipients: 2, sent: 0, isSale: false, price: null },
    });
    await sendAll(data._id);
    expect(await receiversOf(data._id)).toEqual([both, fan.id].sort());
    expect((await read(data._id)).data).toMatchObject({ status: 'sent', recipients: 2, sent: 2, seen: 0, bought: 0, received: 0 });
    expect(await membership(fan.id)).toMatchObject({ unread: 1, seenSeq: 0 });
    const message = await messageTo(data._id, fan.id);
    await eventually(() => expect(unread().at(-1)).toMatchObject({ conversations: 1 }));
    expect(told()).toEqual([
      expect.objectContaining({
        ...{ _id: message.id, seq: 1, text: 'Hello', type: 'text', isLocked: false, status: 'sent' },
        senderId: performer.id,
      }),
    ]);
    expect(own()).toEqual([]);
    const thread = await world.call('GET /messages/conversations/:id', { params: { id: message.conversationId } }, { token: fan.token });
    expect(thread.data.data).toMatchObject([{ _id: message.id, text: 'Hello' }]);
  });

  test('waits for nobody who begins the same conversation at that moment', async () => {
    const fans = await Promise.all([signUpFan(world), signUpFan(world), signUpFan(world)]);
    await letFollow(
      world,
      fans.map(({ id }) => id),
      performer.id,
    );
    const { data } = await send();
    const [, ...opened] = await Promise.all([
      goOnOnce(data._id),
      ...fans.map(({ token }) => world.call('POST /conversations', { body: { source: 'performer', sourceId: performer.id } }, { token })),
    ]);
    expect(opened.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const [index, { id }] of fans.entries()) {
      expect((await messageTo(data._id, id)).conversationId).toBe(opened[index]?.data._id);
      expect(await membership(id)).toMatchObject({ unread: 1, isListed: true });
    }
  });

  test('goes to nobody on an own list who never came near, and to nobody on a list that was deleted', async () => {
    const [stranger = ''] = await addCrowd(world, 1);
    const list = await world.call('POST /performer/lists', { body: { name: 'Some', userIds: [stranger] } }, { token: performer.token });
    const id = list.data._id;
    expect((await count({ include: [id] })).data.total).toBe(0);
    await letFollow(world, [stranger], performer.id);
    expect((await count({ include: [id] })).data.total).toBe(1);
    const { data } = await send({ include: [id], scheduledAt: inHours(1) });
    await world.call('DELETE /performer/lists/:id', { params: { id } }, { token: performer.token });
    world.clock.advance({ days: 0, seconds: 3601 });
    await goOnOnce(data._id);
    expect((await read(data._id)).data).toMatchObject({ status: 'sent', recipients: 0, sent: 0 });
  });

  test('stands behind what was said before, and counts as unread where nothing was read', async () => {
    const [id = ''] = await addFollowers(world, 1, performer.id);
    for (const text of ['One', 'Two']) await sendAll((await send({ text })).data._id);
    const second = await send({ text: 'Three' });
    await sendAll(second.data._id);
    expect((await messageTo(second.data._id, id)).seq).toBe(3);
    const mine = await membership(id);
    expect(mine?.unread).toBe(3);
    expect(await world.ctx.db.$count(conversationMembers, eq(conversationMembers.accountId, performer.id))).toBe(1);
    await world.ctx.db.update(conversationMembers).set({ seenSeq: 3 }).where(eq(conversationMembers.accountId, id));
    expect((await read(second.data._id)).data.seen).toBe(1);
    await world.ctx.db.update(accounts).set({ readReceipts: false }).where(eq(accounts.id, id));
    expect((await read(second.data._id)).data.seen).toBe(0);
  });

  test('is refused by name', async () => {
    const other = await signUpPerformer(world);
    const waiting = await signUpPerformer(world, undefined, 'pending');
    const [own, foreign] = [await addMessageFile(world, performer.id), await addMessageFile(world, other.id)];
    const elsewhere = await addMessageFile(world, performer.id, { attachedTo: 'feed:1' });
    const wrong = await addMessageFile(world, performer.id, { type: 'feed-photo' });
    const list = await world.call('POST /performer/lists', { body: { name: 'Theirs' } }, { token: other.token });
    const cases: [Partial<NewMass>, string][] = [
      [{ include: [list.data._id] }, 'list_not_found'],
      [{ exclude: [nobody] }, 'list_not_found'],
      [{ fileIds: [foreign] }, 'file_not_found'],
      [{ fileIds: [nobody] }, 'file_not_found'],
      [{ fileIds: [elsewhere] }, 'file_already_used'],
      [{ fileIds: [wrong] }, 'file_type_mismatch'],
      [{ price: 5 }, 'file_required'],
      [{ text: '  ' }, 'message_empty'],
      [{ text: '\u200b\u2060' }, 'message_empty'],
      [{ scheduledAt: inHours(-1) }, 'schedule_in_past'],
      [{ isSale: true, fileIds: [own] }, 'invalid_request'],
      [{ include: [] }, 'invalid_request'],
    ];
    const waits = await send({ scheduledAt: inHours(1), fileIds: [own] });
    expect(waits.data).toMatchObject({ status: 'scheduled', recipients: 0, files: [{ _id: own }] });
    for (const [body, error] of cases) {
      expect((await send(body)).refusal.error).toBe(error);
      if (body.text === undefined && !(body.isSale ?? false)) {
        const files = body.price === undefined ? {} : { fileIds: [] };
        expect((await change(waits.data._id, { ...body, ...files })).refusal.error).toBe(error);
      }
    }
    expect((await change(waits.data._id, { text: '', fileIds: [] })).refusal.error).toBe('message_empty');
    expect((await send({}, waiting)).refusal.error).toBe('performer_not_verified');
    expect((await count({ include: [nobody] })).refusal.error).toBe('list_not_found');
    expect((await send({}, await signUpFan(world))).refusal.error).toBe('forbidden_role');
    for (const refused of [
      await read(waits.data._id, other),
      await change(waits.data._id, {}, other),
      await takeBack(waits.data._id, other),
    ])
      expect(refused.refusal.error).toBe('mass_message_not_found');
    await world.ctx.db.update(performers).set({ verification: 'pending' }).where(eq(performers.accountId, performer.id));
    expect((await change(waits.data._id, { text: 'Now' })).refusal.error).toBe('performer_not_verified');
  });

  test('is one message for the same key twice, and a file may go out in many', async () => {
    const file = await addMessageFile(world, performer.id);
    const sendBy = (key: string, text = 'Once') =>
      world.call('POST /mass-messages', { body: { text, include: ['followers'], fileIds: [file] } }, { token: performer.token, key });
    const [first, second] = [await sendBy('a wish'), await sendBy('a wish')];
    expect(second.data._id).toBe(first.data._id);
    expect((await sendBy('a wish', 'Twice')).refusal.error).toBe('idempotency_key_reused');
    const { running } = await world.ctx.db.transaction(async (tx) => {
      await tx.select().from(files).where(eq(files.id, file)).for('update');
      const begun = sendBy('slow');
      await somebodyWaits(world);
      expect((await sendBy('slow')).refusal.error).toBe('request_in_progress');
      return { running: begun };
    });
    expect((await running).status).toBe(200);
    expect((await send({ fileIds: [file] })).status).toBe(200);
  });
});

describe('one that waits for its time', () => {
  test('is changed in what is named alone, goes out when it is due, and cannot be changed afterwards', async () => {
    const [id = ''] = await addFollowers(world, 1, performer.id);
    const file = await addMessageFile(world, performer.id);
    const { data } = await send({ text: 'Soon', fileIds: [file], price: 5, scheduledAt: inHours(1) });
    expect((await change(data._id, { scheduledAt: inHours(2) })).data).toMatchObject({
      ...{ text: 'Soon', price: 5, isSale: true, include: ['followers'], files: [{ _id: file }], status: 'scheduled' },
    });
    expect((await change(data._id, { isSale: false, text: 'Free' })).data).toMatchObject({
      text: 'Free',
      price: null,
      files: [{ _id: file }],
    });
    world.clock.advance({ days: 0, seconds: 5400 });
    await goOnOnce(data._id);
    expect(await receiversOf(data._id)).toEqual([]);
    world.clock.advance({ days: 0, seconds: 1801 });
    const asked: string[] = [];
    const jobs: Context['jobs'] = {
      ...world.ctx.jobs,
      enqueue: (_db, _name, payload) => {
        asked.push(JSON.stringify(payload));
        return Promise.resolve();
      },
    };
    await world.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, performer.id));
    await goOnOnce(data._id);
    expect(await receiversOf(data._id)).toEqual([]);
    await world.ctx.db.update(accounts).set({ status: 'active' }).where(eq(accounts.id, performer.id));
    await askForDue({ ...world.ctx, jobs });
    expect(asked).toContain(JSON.stringify({ massId: data._id }));
    await goOnOnce(data._id);
    expect(await receiversOf(data._id)).toEqual([id]);
    expect((await change(data._id, { text: 'Late' })).refusal.error).toBe('already_sent');
    const list = (query: object) => world.call('GET /mass-messages', { query }, { token: performer.token });
    expect((await list({ status: 'sent' })).data).toMatchObject({ total: 1, data: [{ _id: data._id }] });
    expect((await list({ status: 'scheduled' })).data.total).toBe(0);
  });

  test('is taken back whole, once', async () => {
    await addFollowers(world, 1, performer.id);
    const { data } = await send({ scheduledAt: inHours(1) });
    expect((await takeBack(data._id)).data).toMatchObject({ status: 'unsent', sent: 0 });
    expect((await takeBack(data._id)).refusal.error).toBe('already_so');
    expect((await takeBack(nobody)).refusal.error).toBe('mass_message_not_found');
    world.clock.advance({ days: 0, seconds: 7200 });
    await goOnOnce(data._id);
    expect(await receiversOf(data._id)).toEqual([]);
  });

  test('is sent at once when its time is taken away', async () => {
    const [id = ''] = await addFollowers(world, 1, performer.id);
    const { data } = await send({ scheduledAt: inHours(1) });
    expect((await change(data._id, { scheduledAt: null })).data).toMatchObject({ status: 'sending', recipients: 1, scheduledAt: null });
    await goOnOnce(data._id);
    expect(await receiversOf(data._id)).toEqual([id]);
  });
});
