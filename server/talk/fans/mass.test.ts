/** Mass messages: recipients, validation, and scheduling. */
import { eq } from 'drizzle-orm';
import type { Context } from '@server/platform/context';
import { accounts } from '@server/platform/db/schema/accounts';
import { files } from '@server/platform/db/schema/files';
import { conversationMembers } from '@server/platform/db/schema/messages';
import { performers } from '@server/platform/db/schema/performers';
import { waitForBlockedQuery } from '../../../tests/kit/money/ledger';
import { eventually } from '../../../tests/kit/timing/eventually';
import { addFans, addFollowers, addMessageFile, addSale, addFollows } from '../../../tests/kit/people/fans';
import { massMessageCalls, type NewMassMessage } from '../../../tests/kit/talk/mass';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { collectEvents, type TestPerson } from '../../../tests/kit/money/subscriptions';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { enqueueDueBatches } from './mass-send';

let testHost: TestHost;
let performer: TestPerson;

beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(() => testHost.close());
beforeEach(async () => {
  performer = await signUpPerformer(testHost);
});

const missingId = '0198c0de-0000-7000-8000-00000000dead';
const { send, change, read, unsend, count, sendBatch, sendAll, receiversOf, messageTo, membership } = massMessageCalls(
  () => testHost,
  () => performer,
);
const inHours = (hours: number) => new Date(testHost.clock.now().getTime() + hours * 3_600_000).toISOString();

describe('a mass message', () => {
  test('reaches each fan on the included but not the excluded lists once, in their own conversation', async () => {
    const fan = await signUpFan(testHost);
    const [both = '', excluded = '', suspended = '', blocked = ''] = await addFollowers(testHost, 4, performer.id);
    await addFollows(testHost, [fan.id], performer.id);
    await addSale(testHost, { userId: both, performerId: performer.id, targetId: missingId, type: 'tip', cents: 100n });
    await testHost.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, suspended));
    await testHost.call('POST /block/users', { body: { targetId: blocked } }, { token: performer.token });
    const list = await testHost.call(
      'POST /performer/lists',
      { body: { name: 'Not these', userIds: [excluded] } },
      { token: performer.token },
    );
    const [received, unread, own] = [
      await collectEvents(testHost, fan, 'message/created'),
      await collectEvents(testHost, fan, 'unread/changed'),
      await collectEvents(testHost, performer, 'message/created'),
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
    expect(received()).toEqual([
      expect.objectContaining({
        _id: message.id,
        seq: 1,
        text: 'Hello',
        type: 'text',
        isLocked: false,
        status: 'sent',
        senderId: performer.id,
      }),
    ]);
    expect(own()).toEqual([]);
    const thread = await testHost.call('GET /messages/conversations/:id', { params: { id: message.conversationId } }, { token: fan.token });
    expect(thread.data.data).toMatchObject([{ _id: message.id, text: 'Hello' }]);
  });

  test('does not deadlock with fans who open the same conversations concurrently', async () => {
    const fans = await Promise.all([signUpFan(testHost), signUpFan(testHost), signUpFan(testHost)]);
    await addFollows(
      testHost,
      fans.map(({ id }) => id),
      performer.id,
    );
    const { data } = await send();
    const [, ...opened] = await Promise.all([
      sendBatch(data._id),
      ...fans.map(({ token }) =>
        testHost.call('POST /conversations', { body: { source: 'performer', sourceId: performer.id } }, { token }),
      ),
    ]);
    expect(opened.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const [index, { id }] of fans.entries()) {
      expect((await messageTo(data._id, id)).conversationId).toBe(opened[index]?.data._id);
      expect(await membership(id)).toMatchObject({ unread: 1, isListed: true });
    }
  });

  test('skips list members who are not fans, and deleted lists', async () => {
    const [stranger = ''] = await addFans(testHost, 1);
    const list = await testHost.call('POST /performer/lists', { body: { name: 'Some', userIds: [stranger] } }, { token: performer.token });
    const id = list.data._id;
    expect((await count({ include: [id] })).data.total).toBe(0);
    await addFollows(testHost, [stranger], performer.id);
    expect((await count({ include: [id] })).data.total).toBe(1);
    const { data } = await send({ include: [id], scheduledAt: inHours(1) });
    await testHost.call('DELETE /performer/lists/:id', { params: { id } }, { token: performer.token });
    testHost.clock.advance({ days: 0, seconds: 3601 });
    await sendBatch(data._id);
    expect((await read(data._id)).data).toMatchObject({ status: 'sent', recipients: 0, sent: 0 });
  });

  test('is appended to the conversation and counts as unread', async () => {
    const [id = ''] = await addFollowers(testHost, 1, performer.id);
    for (const text of ['One', 'Two']) await sendAll((await send({ text })).data._id);
    const second = await send({ text: 'Three' });
    await sendAll(second.data._id);
    expect((await messageTo(second.data._id, id)).seq).toBe(3);
    const mine = await membership(id);
    expect(mine?.unread).toBe(3);
    expect(await testHost.ctx.db.$count(conversationMembers, eq(conversationMembers.accountId, performer.id))).toBe(1);
    await testHost.ctx.db.update(conversationMembers).set({ seenSeq: 3 }).where(eq(conversationMembers.accountId, id));
    expect((await read(second.data._id)).data.seen).toBe(1);
    await testHost.ctx.db.update(accounts).set({ readReceipts: false }).where(eq(accounts.id, id));
    expect((await read(second.data._id)).data.seen).toBe(0);
  });

  test('is rejected with a specific error code', async () => {
    const other = await signUpPerformer(testHost);
    const unverified = await signUpPerformer(testHost, undefined, 'pending');
    const [own, foreign] = [await addMessageFile(testHost, performer.id), await addMessageFile(testHost, other.id)];
    const usedElsewhere = await addMessageFile(testHost, performer.id, { attachedKind: 'feed', attachedId: '1' });
    const wrongType = await addMessageFile(testHost, performer.id, { type: 'feed-photo' });
    const list = await testHost.call('POST /performer/lists', { body: { name: 'Theirs' } }, { token: other.token });
    const cases: [Partial<NewMassMessage>, string][] = [
      [{ include: [list.data._id] }, 'list_not_found'],
      [{ exclude: [missingId] }, 'list_not_found'],
      [{ fileIds: [foreign] }, 'file_not_found'],
      [{ fileIds: [missingId] }, 'file_not_found'],
      [{ fileIds: [usedElsewhere] }, 'file_already_used'],
      [{ fileIds: [wrongType] }, 'file_type_mismatch'],
      [{ price: 5 }, 'file_required'],
      [{ text: '  ' }, 'message_empty'],
      [{ text: '\u200b\u2060' }, 'message_empty'],
      [{ scheduledAt: inHours(-1) }, 'schedule_in_past'],
      [{ isSale: true, fileIds: [own] }, 'invalid_request'],
      [{ include: [] }, 'invalid_request'],
    ];
    const scheduled = await send({ scheduledAt: inHours(1), fileIds: [own] });
    expect(scheduled.data).toMatchObject({ status: 'scheduled', recipients: 0, files: [{ _id: own }] });
    for (const [body, error] of cases) {
      expect((await send(body)).errorBody.error).toBe(error);
      if (body.text === undefined && !(body.isSale ?? false)) {
        const files = body.price === undefined ? {} : { fileIds: [] };
        expect((await change(scheduled.data._id, { ...body, ...files })).errorBody.error).toBe(error);
      }
    }
    expect((await change(scheduled.data._id, { text: '', fileIds: [] })).errorBody.error).toBe('message_empty');
    expect((await send({}, unverified)).errorBody.error).toBe('performer_not_verified');
    expect((await count({ include: [missingId] })).errorBody.error).toBe('list_not_found');
    expect((await send({}, await signUpFan(testHost))).errorBody.error).toBe('forbidden_role');
    for (const rejected of [
      await read(scheduled.data._id, other),
      await change(scheduled.data._id, {}, other),
      await unsend(scheduled.data._id, other),
    ])
      expect(rejected.errorBody.error).toBe('mass_message_not_found');
    await testHost.ctx.db.update(performers).set({ verification: 'pending' }).where(eq(performers.accountId, performer.id));
    expect((await change(scheduled.data._id, { text: 'Now' })).errorBody.error).toBe('performer_not_verified');
  });

  test('is idempotent per key, and a file can be sent in several messages', async () => {
    const file = await addMessageFile(testHost, performer.id);
    const sendBy = (key: string, text = 'Once') =>
      testHost.call('POST /mass-messages', { body: { text, include: ['followers'], fileIds: [file] } }, { token: performer.token, key });
    const [first, second] = [await sendBy('a key'), await sendBy('a key')];
    expect(second.data._id).toBe(first.data._id);
    expect((await sendBy('a key', 'Twice')).errorBody.error).toBe('idempotency_key_reused');
    const { running } = await testHost.ctx.db.transaction(async (tx) => {
      await tx.select().from(files).where(eq(files.id, file)).for('update');
      const pending = sendBy('slow');
      await waitForBlockedQuery(testHost);
      expect((await sendBy('slow')).errorBody.error).toBe('request_in_progress');
      return { running: pending };
    });
    expect((await running).status).toBe(200);
    expect((await send({ fileIds: [file] })).status).toBe(200);
  });
});

describe('a scheduled mass message', () => {
  test('keeps absent fields when changed, is sent when due, and cannot be changed afterwards', async () => {
    const [id = ''] = await addFollowers(testHost, 1, performer.id);
    const file = await addMessageFile(testHost, performer.id);
    const { data } = await send({ text: 'Soon', fileIds: [file], price: 5, scheduledAt: inHours(1) });
    expect((await change(data._id, { scheduledAt: inHours(2) })).data).toMatchObject({
      text: 'Soon',
      price: 5,
      isSale: true,
      include: ['followers'],
      files: [{ _id: file }],
      status: 'scheduled',
    });
    expect((await change(data._id, { isSale: false, text: 'Free' })).data).toMatchObject({
      text: 'Free',
      price: null,
      files: [{ _id: file }],
    });
    testHost.clock.advance({ days: 0, seconds: 5400 });
    await sendBatch(data._id);
    expect(await receiversOf(data._id)).toEqual([]);
    testHost.clock.advance({ days: 0, seconds: 1801 });
    const enqueued: string[] = [];
    const jobs: Context['jobs'] = {
      ...testHost.ctx.jobs,
      enqueue: (_db, _name, payload) => {
        enqueued.push(JSON.stringify(payload));
        return Promise.resolve();
      },
    };
    await testHost.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, performer.id));
    await sendBatch(data._id);
    expect(await receiversOf(data._id)).toEqual([]);
    await testHost.ctx.db.update(accounts).set({ status: 'active' }).where(eq(accounts.id, performer.id));
    await enqueueDueBatches({ ...testHost.ctx, jobs });
    expect(enqueued).toContain(JSON.stringify({ massId: data._id }));
    await sendBatch(data._id);
    expect(await receiversOf(data._id)).toEqual([id]);
    expect((await change(data._id, { text: 'Late' })).errorBody.error).toBe('already_sent');
    const list = (query: object) => testHost.call('GET /mass-messages', { query }, { token: performer.token });
    expect((await list({ status: 'sent' })).data).toMatchObject({ total: 1, data: [{ _id: data._id }] });
    expect((await list({ status: 'scheduled' })).data.total).toBe(0);
  });

  test('can be canceled once', async () => {
    await addFollowers(testHost, 1, performer.id);
    const { data } = await send({ scheduledAt: inHours(1) });
    expect((await unsend(data._id)).data).toMatchObject({ status: 'unsent', sent: 0 });
    expect((await unsend(data._id)).errorBody.error).toBe('already_so');
    expect((await unsend(missingId)).errorBody.error).toBe('mass_message_not_found');
    testHost.clock.advance({ days: 0, seconds: 7200 });
    await sendBatch(data._id);
    expect(await receiversOf(data._id)).toEqual([]);
  });

  test('is sent immediately when its scheduled time is removed', async () => {
    const [id = ''] = await addFollowers(testHost, 1, performer.id);
    const { data } = await send({ scheduledAt: inHours(1) });
    expect((await change(data._id, { scheduledAt: null })).data).toMatchObject({ status: 'sending', recipients: 1, scheduledAt: null });
    await sendBatch(data._id);
    expect(await receiversOf(data._id)).toEqual([id]);
  });
});
