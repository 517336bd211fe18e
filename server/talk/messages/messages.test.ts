/** Private messages through the API: permissions, order, read marks, deletion, and files. */
import { eq, sql } from 'drizzle-orm';
import * as errorTexts from '@contract/kernel/messages';
import * as limits from '@contract/kernel/limits';
import { accounts } from '@server/platform/db/schema/accounts';
import { conversations } from '@server/platform/db/schema/messages';
import { performers } from '@server/platform/db/schema/performers';
import { violatedInvariants, fillWallet, waitForBlockedQuery } from '../../../tests/kit/money/ledger';
import { retryOn503 } from '../../../tests/kit/timing/retry';
import { openSocket } from '../../../tests/kit/host/test-socket';
import { eventually } from '../../../tests/kit/timing/eventually';
import { addMessageFile } from '../../../tests/kit/people/fans';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { addSubscription } from '../../../tests/kit/content/posts';
import { countQueries } from '../../../tests/kit/host/queries';
import { uploadMessagePhoto, readMessages, sendMessage, openConversation, type NewMessage } from '../../../tests/kit/talk/conversations';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let visitorCountry: string | null = null;

beforeAll(async () => {
  testHost = await openTestHost({}, { geo: { countryOf: () => Promise.resolve(visitorCountry) } });
});
afterAll(async () => {
  expect(await violatedInvariants(testHost)).toEqual([]);
  await testHost.close();
});
beforeEach(() => {
  visitorCountry = null;
});

interface TestAccount {
  id: string;
  token: string;
}
async function pair() {
  const [fan, performer] = [await signUpFan(testHost), await signUpPerformer(testHost)];
  return { fan, performer, id: await openConversation(testHost, fan, performer) };
}
const set = (id: string, values: Partial<typeof performers.$inferInsert>) =>
  testHost.ctx.db.update(performers).set(values).where(eq(performers.accountId, id));
const view = async (who: TestAccount, id: string) =>
  (await testHost.call('GET /conversations/:id', { params: { id } }, { token: who.token })).data;
const block = (who: TestAccount, targetId: string) => testHost.call('POST /block/users', { body: { targetId } }, { token: who.token });
const remove = (who: TestAccount, id: string) => testHost.call('DELETE /messages/:id', { params: { id } }, { token: who.token });
const markSeen = (who: TestAccount, id: string) => testHost.call('POST /messages/read-all/:id', { params: { id } }, { token: who.token });
const errorOf = async (call: Promise<{ errorBody: { error: string } }>) => (await call).errorBody.error;
const sendError = (who: TestAccount, id: string, message: NewMessage) => errorOf(sendMessage(testHost, who, id, message));
const balance = async (who: TestAccount) => (await testHost.call('GET /users/me', {}, { token: who.token })).data.balance;

describe('a message', () => {
  test('is delivered to both, each from their own view, and counts as unread for the receiver', async () => {
    const { fan, performer, id } = await pair();
    const [performerSide, fanSide] = [await openSocket(testHost, performer.token), await openSocket(testHost, fan.token)];
    const { status, data } = await sendMessage(testHost, fan, id, { text: 'Hello there', clientKey: 'one' });
    expect(status).toBe(200);
    expect(data).toMatchObject({ seq: 1, type: 'text', text: 'Hello there', clientKey: 'one', status: 'sent', senderId: fan.id });
    await eventually(() => {
      expect(performerSide.received('message/created')).toMatchObject([{ _id: data._id, clientKey: null, text: 'Hello there' }]);
      expect(fanSide.received('message/created')).toMatchObject([{ _id: data._id, clientKey: 'one' }]);
      expect(performerSide.received('unread/changed')).toMatchObject([{ conversations: 1 }]);
    });
    expect(await view(performer, id)).toMatchObject({
      recipient: { _id: fan.id },
      lastSeq: 1,
      totalNotSeenMessages: 1,
      lastMessage: { text: 'Hello there', senderId: fan.id },
    });
    expect((await view(fan, id)).totalNotSeenMessages).toBe(0);
    performerSide.close();
    fanSide.close();
  });

  test('is idempotent per key; another body is rejected, and a concurrent copy gets request_in_progress', async () => {
    const { fan, id } = await pair();
    const first = await sendMessage(testHost, fan, id, { text: 'Once' }, 'a key');
    expect((await sendMessage(testHost, fan, id, { text: 'Once' }, 'a key')).data._id).toBe(first.data._id);
    expect((await readMessages(testHost, fan, id)).total).toBe(1);
    expect(await errorOf(sendMessage(testHost, fan, id, { text: 'Twice' }, 'a key'))).toBe('idempotency_key_reused');
    const slow = () => sendMessage(testHost, fan, id, { text: 'Slow' }, 'slow');
    const { running } = await testHost.ctx.db.transaction(async (tx) => {
      await tx.select().from(conversations).where(eq(conversations.id, id)).for('update');
      const pending = slow();
      await waitForBlockedQuery(testHost);
      expect(await errorOf(slow())).toBe('request_in_progress');
      return { running: pending };
    });
    expect((await running).data.seq).toBe(2);
  });

  test('is stored once per clientKey, also for concurrent requests', async () => {
    const { fan, id } = await pair();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => sendMessage(testHost, fan, id, { text: 'Once', clientKey: 'same' })),
    );
    expect(new Set(responses.map(({ data }) => data._id)).size).toBe(1);
    expect((await readMessages(testHost, fan, id)).total).toBe(1);
  });

  test('gets a gapless `seq` in the same order for both while both write concurrently', async () => {
    const { fan, performer, id } = await pair();
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        // On a slow machine the last writers wait too long for the conversation, and send again, as clients do.
        retryOn503(() => sendMessage(testHost, index % 2 ? fan : performer, id, { text: String(index), clientKey: `k${index}` })),
      ),
    );
    const whole = async (who: TestAccount) =>
      (await readMessages(testHost, who, id, { limit: 100 })).data.map(({ _id, seq }) => `${seq} ${_id}`);
    const [fanSide, performerSide] = [await whole(fan), await whole(performer)];
    expect(fanSide).toEqual(performerSide);
    expect(fanSide.map((entry) => Number(entry.split(' ')[0]))).toEqual(Array.from({ length: 100 }, (_, index) => 100 - index));
  });

  test('is rejected when empty, too long, or a reply to a message outside the conversation', async () => {
    const { fan, performer, id } = await pair();
    const other = await pair();
    const { data: elsewhere } = await sendMessage(testHost, other.fan, other.id, { text: 'Elsewhere' });
    expect(await sendError(fan, id, { text: '  ' })).toBe('message_empty');
    for (const text of ['\u200b', '\u2060 \u200d', '\u3164', '\u2800', '\ufe0f'])
      expect(await sendError(fan, id, { text })).toBe('message_empty');
    expect(await sendError(fan, id, { text: 'x'.repeat(2001) })).toBe('invalid_request');
    expect(await sendError(fan, id, { text: 'Yes', replyToId: elsewhere._id })).toBe('message_not_found');
    const { data: question } = await sendMessage(testHost, performer, id, { text: 'How are you?' });
    const { data } = await sendMessage(testHost, fan, id, { text: 'Well', replyToId: question._id });
    expect(data.replyTo).toEqual({ _id: question._id, senderId: performer.id, text: 'How are you?', isDeleted: false });
  });
});

describe('pages', () => {
  test('go back by offset and cursor, forward after a `seq`, and around a message', async () => {
    const { fan, id } = await pair();
    for (let index = 1; index <= 12; index += 1) await sendMessage(testHost, fan, id, { text: `Line ${index}` });
    const seqs = async (query: object) => (await readMessages(testHost, fan, id, query)).data.map(({ seq }) => seq);
    const first = await readMessages(testHost, fan, id, { limit: 5 });
    expect(first).toMatchObject({ total: 12, nextCursor: '8' });
    expect(await seqs({ limit: 5, cursor: first.nextCursor })).toEqual([7, 6, 5, 4, 3]);
    expect(await seqs({ limit: 5, offset: 10 })).toEqual([2, 1]);
    expect(await seqs({ limit: 5, after: 4 })).toEqual([9, 8, 7, 6, 5]);
    expect(await seqs({ after: 12 })).toEqual([]);
    const [, , third] = first.data;
    expect(await seqs({ limit: 4, around: third?._id })).toEqual([12, 11, 10, 9]);
    expect(await seqs({ q: 'line 3' })).toEqual([3]);
    for (const query of [{ cursor: 'x' }, { cursor: '2147483648' }, { after: -1 }, { after: 2 ** 31 }, { offset: 2 ** 31 }, { limit: 101 }])
      expect(await errorOf(testHost.call('GET /messages/conversations/:id', { params: { id }, query }, { token: fan.token }))).toBe(
        'invalid_request',
      );
    expect(
      await errorOf(
        testHost.call(
          'GET /messages/conversations/:id',
          { params: { id }, query: { around: testHost.ctx.random.id() } },
          { token: fan.token },
        ),
      ),
    ).toBe('message_not_found');
  });

  test('of a search continue in both directions, for rare and for very frequent words', async () => {
    const { fan, performer, id } = await pair();
    const [many, rareEach] = [130, 40];
    await testHost.ctx.db.execute(sql`
      insert into messages (id, conversation_id, seq, sender_id, receiver_id, type, text, created_at, updated_at)
      select gen_random_uuid(), ${id}, n, ${fan.id}, ${performer.id}, 'text', 'harbour' || case when n % ${rareEach}::int = 0 then ' lighthouse' else '' end, now(), now()
      from generate_series(1, ${many}::int) n`);
    await testHost.ctx.db.update(conversations).set({ lastSeq: many }).where(eq(conversations.id, id));
    const all = async (q: string, sort: 'asc' | 'desc') => {
      const found: number[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await readMessages(testHost, fan, id, { q, sort, limit: q.startsWith('harb') ? 50 : 2, ...(cursor && { cursor }) });
        found.push(...page.data.map(({ seq }) => seq));
        cursor = page.nextCursor;
      } while (cursor);
      return found;
    };
    const ascending = Array.from({ length: many }, (_, index) => index + 1);
    expect(await all('harbour', 'asc')).toEqual(ascending);
    expect(await all('harbour', 'desc')).toEqual(ascending.toReversed());
    // No message contains the prefix as a whole word.
    expect(await all('harb', 'asc')).toEqual(await all('harbour', 'asc'));
    expect([await all('lighthouse', 'asc'), await all('lighthouse', 'desc')]).toEqual([
      [40, 80, 120],
      [120, 80, 40],
    ]);
    const offset = async (q: string) => (await readMessages(testHost, fan, id, { q, offset: 1, limit: 2 })).data.map(({ seq }) => seq);
    expect([await offset('harbour'), await offset('lighthouse')]).toEqual([
      [129, 128],
      [80, 40],
    ]);
    const totals = [await readMessages(testHost, fan, id, { q: 'harbour' }), await readMessages(testHost, fan, id, { q: 'lighthouse' })];
    expect(totals.map(({ total }) => total)).toEqual([limits.page.countedInConversationsMax, 3]);
  });

  test('need the same number of queries for any length', async () => {
    const { fan, performer, id } = await pair();
    for (let index = 0; index < 30; index += 1) await sendMessage(testHost, index % 2 ? fan : performer, id, { text: 'x' });
    const reading = (limit: number) => countQueries(testHost, () => readMessages(testHost, fan, id, { limit }));
    await reading(100);
    const [few, many] = [await reading(2), await reading(100)];
    expect(many.result.data).toHaveLength(30);
    expect(many.queries).toBe(few.queries);
  });
});

describe('read and delivery marks', () => {
  test('report delivery and reading, and sync unread counts to all devices', async () => {
    const { fan, performer, id } = await pair();
    const { data } = await sendMessage(testHost, fan, id, { text: 'Hello' });
    const statusOf = async () => (await readMessages(testHost, fan, id)).data.find(({ _id }) => _id === data._id)?.status;
    const [phone, desktop, fanSide] = [
      await openSocket(testHost, performer.token),
      await openSocket(testHost, performer.token),
      await openSocket(testHost, fan.token),
    ];
    expect(await statusOf()).toBe('sent');
    await readMessages(testHost, performer, id);
    expect(await statusOf()).toBe('delivered');
    expect((await markSeen(performer, id)).data).toEqual({ ok: true, totalNotSeenMessages: 0 });
    expect(await statusOf()).toBe('seen');
    await markSeen(performer, id);
    await eventually(() => {
      expect(fanSide.received('conversation/delivered')).toMatchObject([{ conversationId: id, accountId: performer.id, seq: 1 }]);
      expect(fanSide.received('conversation/seen')).toMatchObject([{ conversationId: id, accountId: performer.id, seq: 1 }]);
      for (const socket of [phone, desktop]) expect(socket.received('unread/changed').at(-1)).toMatchObject({ conversations: 0 });
    });
    for (const socket of [phone, desktop, fanSide]) socket.close();
    expect((await testHost.call('GET /messages/total-unread-messages', {}, { token: performer.token })).data.total).toBe(0);
  });

  test('do not report reading when the reader hides read receipts', async () => {
    const { fan, performer, id } = await pair();
    await testHost.call('PUT /users', { body: { privacy: { readReceipts: false } } }, { token: fan.token });
    await sendMessage(testHost, performer, id, { text: 'Hello' });
    const performerSide = await openSocket(testHost, performer.token);
    await markSeen(fan, id);
    expect((await readMessages(testHost, performer, id)).data[0]?.status).toBe('delivered');
    expect(await view(performer, id)).toMatchObject({ seenSeq: 0, seenAt: null, deliveredSeq: 1 });
    await eventually(() => expect(performerSide.received('conversation/delivered')).toHaveLength(1));
    expect(performerSide.received('conversation/seen')).toEqual([]);
    performerSide.close();
  });
});

describe('deleting', () => {
  test('keeps a placeholder and removes the text from all responses', async () => {
    const { fan, performer, id } = await pair();
    const { data } = await sendMessage(testHost, fan, id, { text: 'A secret that slipped out' });
    await sendMessage(testHost, performer, id, { text: 'What?', replyToId: data._id });
    const performerSide = await openSocket(testHost, performer.token);
    expect((await remove(fan, data._id)).data).toMatchObject({ isDeleted: true, text: 'Message deleted!', files: [] });
    expect((await remove(fan, data._id)).status).toBe(200);
    await eventually(() => expect(performerSide.received('message/deleted')).toMatchObject([{ _id: data._id, conversationId: id }]));
    performerSide.close();
    for (const who of [fan, performer]) {
      const responses = JSON.stringify([
        await readMessages(testHost, who, id),
        await view(who, id),
        (await testHost.call('GET /conversations', {}, { token: who.token })).data,
        (await testHost.call('GET /conversations/search', { query: { q: 'slipped' } }, { token: who.token })).data,
      ]);
      expect(responses).toContain(errorTexts.messageDeleted);
      expect(responses).not.toContain('slipped');
    }
    const { rows } = await testHost.ctx.db.execute(
      sql`select 1 from messages where text like '%slipped%' or search::text like '%slipped%'`,
    );
    expect(rows).toEqual([]);
  });

  test('decrements the unread count, and is allowed only for the sender and operators', async () => {
    const { fan, performer, id } = await pair();
    const { data } = await sendMessage(testHost, fan, id, { text: 'Hello' });
    expect((await remove(performer, data._id)).errorBody.error).toBe('not_owner');
    expect((await remove(await signUpFan(testHost), data._id)).errorBody.error).toBe('message_not_found');
    expect((await remove(fan, testHost.ctx.random.id())).errorBody.error).toBe('message_not_found');
    expect((await view(performer, id)).totalNotSeenMessages).toBe(1);
    await remove(fan, data._id);
    expect((await view(performer, id)).totalNotSeenMessages).toBe(0);
    const next = await sendMessage(testHost, fan, id, { text: 'Again' });
    expect((await remove(await signUpOperator(testHost), next.data._id)).data.isDeleted).toBe(true);
  });
});

describe('an account that may not write', () => {
  test('gets the missing requirement', async () => {
    const { fan, performer, id } = await pair();
    await set(performer.id, { messageAudience: 'followers' });
    expect(await view(fan, id)).toMatchObject({ canWrite: false, writeNeeds: ['follow'] });
    expect(await sendError(fan, id, { text: 'Hi' })).toBe('follow_required');
    await testHost.call('POST /follows/:id', { params: { id: performer.id } }, { token: fan.token });
    expect((await sendMessage(testHost, fan, id, { text: 'Hi' })).status).toBe(200);
    await set(performer.id, { messageAudience: 'subscribers' });
    expect(await view(fan, id)).toMatchObject({ canWrite: false, writeNeeds: ['subscribe'] });
    expect(await sendError(fan, id, { text: 'Hi' })).toBe('subscription_required');
    await addSubscription(testHost, fan, performer);
    expect(await view(fan, id)).toMatchObject({ canWrite: true, writeNeeds: [], isSubscribed: true });
    expect((await sendMessage(testHost, fan, id, { text: 'Hi' })).status).toBe(200);
    expect((await sendMessage(testHost, performer, id, { text: 'Hi' })).status).toBe(200);
  });

  test('is rejected after a block by either person, and both can still read', async () => {
    const { fan, performer, id } = await pair();
    await sendMessage(testHost, fan, id, { text: 'Hello' });
    const [fanSide, performerSide] = [await openSocket(testHost, fan.token), await openSocket(testHost, performer.token)];
    await block(performer, fan.id);
    await eventually(() => {
      expect(fanSide.received('conversation/changed')).toMatchObject([
        { isBlocked: true, isBlockedByMe: false, canWrite: false, writeNeeds: [] },
      ]);
      expect(performerSide.received('conversation/changed')).toMatchObject([{ isBlocked: true, isBlockedByMe: true, canWrite: false }]);
    });
    expect(await sendError(fan, id, { text: 'Hi' })).toBe('blocked_by_performer');
    expect(await sendError(performer, id, { text: 'Hi' })).toBe('blocked_by_user');
    expect((await readMessages(testHost, fan, id)).data).toHaveLength(1);
    await testHost.call('DELETE /block/users/:id', { params: { id: fan.id } }, { token: performer.token });
    await block(fan, performer.id);
    const { errorBody: error } = await sendMessage(testHost, performer, id, { text: 'Hi' });
    expect(error).toMatchObject({ error: 'blocked_by_user', message: 'This person doesn’t accept messages from you.' });
    expect(await sendError(fan, id, { text: 'Hi' })).toBe('blocked_by_user');
    fanSide.close();
    performerSide.close();
  });

  test('is rejected from a blocked country, or when the recipient is suspended', async () => {
    const { fan, performer, id } = await pair();
    await testHost.call('POST /block/countries', { body: { countryCodes: ['FR'] } }, { token: performer.token });
    visitorCountry = 'FR';
    expect(await sendError(fan, id, { text: 'Hi' })).toBe('blocked_by_performer');
    visitorCountry = null;
    await testHost.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, performer.id));
    expect(await sendError(fan, id, { text: 'Hi' })).toBe('conversation_not_found');
    expect((await view(fan, id)).canWrite).toBe(false);
  });

  test('cannot see other people’s conversations', async () => {
    const { fan, id } = await pair();
    await sendMessage(testHost, fan, id, { text: 'Between us' });
    for (const stranger of [await signUpFan(testHost), await signUpPerformer(testHost), await signUpOperator(testHost)]) {
      const { token } = stranger;
      const responses = await Promise.all([
        testHost.call('GET /conversations/:id', { params: { id } }, { token }),
        testHost.call('PUT /conversations/:id', { params: { id }, body: { isMuted: true } }, { token }),
        testHost.call('GET /messages/conversations/:id', { params: { id } }, { token }),
        testHost.call('POST /messages/conversations/:id', { params: { id }, body: { text: 'Hi' } }, { token }),
        testHost.call('POST /messages/read-all/:id', { params: { id } }, { token }),
      ]);
      for (const response of responses) expect(response.errorBody).toMatchObject({ statusCode: 404, error: 'conversation_not_found' });
    }
  });
});

describe('a price per message', () => {
  test('is shown to fans, charged per message, and rejected when it has changed', async () => {
    const { fan, performer, id } = await pair();
    await set(performer.id, { messagePriceCents: 250n });
    await fillWallet(testHost, fan.id, 600n);
    expect(await view(fan, id)).toMatchObject({ canWrite: true, messagePrice: 2.5 });
    expect((await view(performer, id)).messagePrice).toBe(0);
    expect(await sendError(fan, id, { text: 'Hi', expectedPrice: 2 })).toBe('price_changed');
    const copies = await Promise.all(
      Array.from({ length: 5 }, () => sendMessage(testHost, fan, id, { text: 'Hi', clientKey: 'paid', expectedPrice: 2.5 })),
    );
    expect(new Set(copies.map(({ data }) => data._id)).size).toBe(1);
    expect(copies.map(({ data }) => data.fee)).toEqual([2.5, 2.5, 2.5, 2.5, 2.5]);
    expect([await balance(fan), await balance(performer)]).toEqual([3.5, 2]);
    expect((await sendMessage(testHost, fan, id, { text: 'And again' })).data.fee).toBe(2.5);
    expect(await sendError(fan, id, { text: 'Once more' })).toBe('insufficient_balance');
    expect((await sendMessage(testHost, performer, id, { text: 'Free' })).data.fee).toBe(0);
    expect((await readMessages(testHost, fan, id)).total).toBe(3);
    const { data } = await testHost.call('GET /wallet/charges/search', { query: { type: 'message_fee' } }, { token: fan.token });
    expect(data.data).toMatchObject([{ price: 2.5 }, { price: 2.5 }]);
    await testHost.call('PUT /users', { body: { monthlySpendingLimit: 5 } }, { token: fan.token });
    await fillWallet(testHost, fan.id, 1000n);
    expect(await sendError(fan, id, { text: 'Too much' })).toBe('spending_limit_reached');
  });
});

describe('a tip', () => {
  test('in a conversation appears as a message', async () => {
    const { fan, performer, id } = await pair();
    await fillWallet(testHost, fan.id, 5000n);
    const tip = (conversationId: string) =>
      testHost.call(
        'POST /wallet/charges/tip/:id',
        { params: { id: performer.id }, body: { price: 20, text: 'For you', conversationId } },
        { token: fan.token },
      );
    expect((await tip(id)).status).toBe(200);
    expect((await readMessages(testHost, performer, id)).data).toMatchObject([{ type: 'tip', tip: 20, text: 'For you', senderId: fan.id }]);
    const other = await pair();
    expect((await tip(other.id)).errorBody.error).toBe('conversation_not_found');
    expect(await balance(fan)).toBe(30);
  });
});

describe('files', () => {
  test('of another type are rejected', async () => {
    const { fan, id } = await pair();
    const wrong = await addMessageFile(testHost, fan.id, { type: 'avatar' });
    expect(await sendError(fan, id, { fileIds: [wrong] })).toBe('file_type_mismatch');
  });

  test('of a fan can be used in one message, of a performer in many, and only by their owner', async () => {
    const { fan, performer, id } = await pair();
    const [fanPhoto, performerPhoto] = [await uploadMessagePhoto(testHost, fan), await uploadMessagePhoto(testHost, performer)];
    const { data } = await sendMessage(testHost, fan, id, { fileIds: [fanPhoto] });
    expect(data).toMatchObject({ type: 'media', files: [{ _id: fanPhoto }] });
    expect(data.files[0]?.url).toMatch(/^http/);
    expect(await sendError(fan, id, { fileIds: [fanPhoto] })).toBe('file_already_used');
    expect(await sendError(fan, id, { fileIds: [performerPhoto] })).toBe('file_not_found');
    for (const text of ['one', 'two'])
      expect((await sendMessage(testHost, performer, id, { text, fileIds: [performerPhoto] })).status).toBe(200);
  });
});
