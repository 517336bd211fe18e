/** Private messages through their endpoints: who may write, in which order they stand, what is read, deleted and kept. */
import { eq, sql } from 'drizzle-orm';
import { messages as words } from '@contract/kernel/errors';
import * as limits from '@contract/kernel/limits';
import { accounts, conversations, performers } from '@server/platform/db/schema/schema';
import { brokenLaws, fillWallet, somebodyWaits } from '../../../tests/support/books';
import { listenAs } from '../../../tests/support/ear';
import { eventually } from '../../../tests/kit/timing/eventually';
import { addMessageFile } from '../../../tests/kit/people/fans';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { letSubscribe } from '../../../tests/support/posts';
import { countingQueries } from '../../../tests/support/queries';
import { photoOf, read, say, talkOf, type Said } from '../../../tests/support/talk';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let visitorCountry: string | null = null;

beforeAll(async () => {
  world = await openWorld({}, { geo: { countryOf: () => Promise.resolve(visitorCountry) } });
});
afterAll(async () => {
  expect(await brokenLaws(world)).toEqual([]);
  await world.close();
});
beforeEach(() => {
  visitorCountry = null;
});

interface Somebody {
  id: string;
  token: string;
}
async function pair() {
  const [fan, performer] = [await signUpFan(world), await signUpPerformer(world)];
  return { fan, performer, id: await talkOf(world, fan, performer) };
}
const set = (id: string, values: Partial<typeof performers.$inferInsert>) =>
  world.ctx.db.update(performers).set(values).where(eq(performers.accountId, id));
const view = async (who: Somebody, id: string) =>
  (await world.call('GET /conversations/:id', { params: { id } }, { token: who.token })).data;
const block = (who: Somebody, targetId: string) => world.call('POST /block/users', { body: { targetId } }, { token: who.token });
const remove = (who: Somebody, id: string) => world.call('DELETE /messages/:id', { params: { id } }, { token: who.token });
const seen = (who: Somebody, id: string) => world.call('POST /messages/read-all/:id', { params: { id } }, { token: who.token });
const errorOf = async (call: Promise<{ refusal: { error: string } }>) => (await call).refusal.error;
const refusal = (who: Somebody, id: string, said: Said) => errorOf(say(world, who, id, said));
const balance = async (who: Somebody) => (await world.call('GET /users/me', {}, { token: who.token })).data.balance;

describe('what is said', () => {
  test('reaches both at once, each as she sees it, and is counted for the other', async () => {
    const { fan, performer, id } = await pair();
    const [hers, mine] = [await listenAs(world, performer.token), await listenAs(world, fan.token)];
    const { status, data } = await say(world, fan, id, { text: 'Hello there', clientKey: 'one' });
    expect(status).toBe(200);
    expect(data).toMatchObject({ seq: 1, type: 'text', text: 'Hello there', clientKey: 'one', status: 'sent', senderId: fan.id });
    await eventually(() => {
      expect(hers.heard('message/created')).toMatchObject([{ _id: data._id, clientKey: null, text: 'Hello there' }]);
      expect(mine.heard('message/created')).toMatchObject([{ _id: data._id, clientKey: 'one' }]);
      expect(hers.heard('unread/changed')).toMatchObject([{ conversations: 1 }]);
    });
    expect(await view(performer, id)).toMatchObject({
      recipient: { _id: fan.id },
      lastSeq: 1,
      totalNotSeenMessages: 1,
      lastMessage: { text: 'Hello there', senderId: fan.id },
    });
    expect((await view(fan, id)).totalNotSeenMessages).toBe(0);
    hers.close();
    mine.close();
  });

  test('is one message for one key; another wish with that key is refused, and a copy is asked to wait', async () => {
    const { fan, id } = await pair();
    const first = await say(world, fan, id, { text: 'Once' }, 'a wish');
    expect((await say(world, fan, id, { text: 'Once' }, 'a wish')).data._id).toBe(first.data._id);
    expect((await read(world, fan, id)).total).toBe(1);
    expect(await errorOf(say(world, fan, id, { text: 'Twice' }, 'a wish'))).toBe('idempotency_key_reused');
    const slow = () => say(world, fan, id, { text: 'Slow' }, 'slow');
    const { running } = await world.ctx.db.transaction(async (tx) => {
      await tx.select().from(conversations).where(eq(conversations.id, id)).for('update');
      const begun = slow();
      await somebodyWaits(world);
      expect(await errorOf(slow())).toBe('request_in_progress');
      return { running: begun };
    });
    expect((await running).data.seq).toBe(2);
  });

  test('is one message for one clientKey, however often and however much at once it comes', async () => {
    const { fan, id } = await pair();
    const answers = await Promise.all(Array.from({ length: 20 }, () => say(world, fan, id, { text: 'Once', clientKey: 'same' })));
    expect(new Set(answers.map(({ data }) => data._id)).size).toBe(1);
    expect((await read(world, fan, id)).total).toBe(1);
  });

  test('stands in one order for both while both write at once, without a gap', async () => {
    const { fan, performer, id } = await pair();
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        say(world, index % 2 ? fan : performer, id, { text: String(index), clientKey: `k${index}` }),
      ),
    );
    const whole = async (who: Somebody) => (await read(world, who, id, { limit: 100 })).data.map(({ _id, seq }) => `${seq} ${_id}`);
    const [mine, hers] = [await whole(fan), await whole(performer)];
    expect(mine).toEqual(hers);
    expect(mine.map((line) => Number(line.split(' ')[0]))).toEqual(Array.from({ length: 100 }, (_, index) => 100 - index));
  });

  test('is refused when it is empty, too long, or answers what is not there', async () => {
    const { fan, performer, id } = await pair();
    const other = await pair();
    const { data: elsewhere } = await say(world, other.fan, other.id, { text: 'Elsewhere' });
    expect(await refusal(fan, id, { text: '  ' })).toBe('message_empty');
    for (const text of ['\u200b', '\u2060 \u200d', '\u3164', '\u2800', '\ufe0f'])
      expect(await refusal(fan, id, { text })).toBe('message_empty');
    expect(await refusal(fan, id, { text: 'x'.repeat(2001) })).toBe('invalid_request');
    expect(await refusal(fan, id, { text: 'Yes', replyToId: elsewhere._id })).toBe('message_not_found');
    const { data: question } = await say(world, performer, id, { text: 'How are you?' });
    const { data } = await say(world, fan, id, { text: 'Well', replyToId: question._id });
    expect(data.replyTo).toEqual({ _id: question._id, senderId: performer.id, text: 'How are you?', isDeleted: false });
  });
});

describe('pages', () => {
  test('go back from the newest by offset and by cursor, forward after a place, and around a message', async () => {
    const { fan, id } = await pair();
    for (let index = 1; index <= 12; index += 1) await say(world, fan, id, { text: `Line ${index}` });
    const seqs = async (query: object) => (await read(world, fan, id, query)).data.map(({ seq }) => seq);
    const first = await read(world, fan, id, { limit: 5 });
    expect(first).toMatchObject({ total: 12, nextCursor: '8' });
    expect(await seqs({ limit: 5, cursor: first.nextCursor })).toEqual([7, 6, 5, 4, 3]);
    expect(await seqs({ limit: 5, offset: 10 })).toEqual([2, 1]);
    expect(await seqs({ limit: 5, after: 4 })).toEqual([9, 8, 7, 6, 5]);
    expect(await seqs({ after: 12 })).toEqual([]);
    const [, , third] = first.data;
    expect(await seqs({ limit: 4, around: third?._id })).toEqual([12, 11, 10, 9]);
    expect(await seqs({ q: 'line 3' })).toEqual([3]);
    for (const query of [{ cursor: 'x' }, { cursor: '2147483648' }, { after: -1 }, { after: 2 ** 31 }, { offset: 2 ** 31 }, { limit: 101 }])
      expect(await errorOf(world.call('GET /messages/conversations/:id', { params: { id }, query }, { token: fan.token }))).toBe(
        'invalid_request',
      );
    expect(
      await errorOf(
        world.call('GET /messages/conversations/:id', { params: { id }, query: { around: world.ctx.chance.id() } }, { token: fan.token }),
      ),
    ).toBe('message_not_found');
  });

  test('of a search go on from page to page in both directions, for rare words and for such that are in most messages', async () => {
    const { fan, performer, id } = await pair();
    const [many, rareEach] = [130, 40];
    await world.ctx.db.execute(sql`
      insert into messages (id, conversation_id, seq, sender_id, receiver_id, type, text, created_at, updated_at)
      select gen_random_uuid(), ${id}, n, ${fan.id}, ${performer.id}, 'text', 'harbour' || case when n % ${rareEach}::int = 0 then ' lighthouse' else '' end, now(), now()
      from generate_series(1, ${many}::int) n`);
    await world.ctx.db.update(conversations).set({ lastSeq: many }).where(eq(conversations.id, id));
    const all = async (q: string, sort: 'asc' | 'desc') => {
      const found: number[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await read(world, fan, id, { q, sort, limit: q.startsWith('harb') ? 50 : 2, ...(cursor && { cursor }) });
        found.push(...page.data.map(({ seq }) => seq));
        cursor = page.nextCursor;
      } while (cursor);
      return found;
    };
    const upwards = Array.from({ length: many }, (_, index) => index + 1);
    expect(await all('harbour', 'asc')).toEqual(upwards);
    expect(await all('harbour', 'desc')).toEqual(upwards.toReversed());
    // No message has the beginning as a word of its own.
    expect(await all('harb', 'asc')).toEqual(await all('harbour', 'asc'));
    expect([await all('lighthouse', 'asc'), await all('lighthouse', 'desc')]).toEqual([
      [40, 80, 120],
      [120, 80, 40],
    ]);
    const offset = async (q: string) => (await read(world, fan, id, { q, offset: 1, limit: 2 })).data.map(({ seq }) => seq);
    expect([await offset('harbour'), await offset('lighthouse')]).toEqual([
      [129, 128],
      [80, 40],
    ]);
    const totals = [await read(world, fan, id, { q: 'harbour' }), await read(world, fan, id, { q: 'lighthouse' })];
    expect(totals.map(({ total }) => total)).toEqual([limits.page.countedInTalksMax, 3]);
  });

  test('cost the same number of queries whatever their length', async () => {
    const { fan, performer, id } = await pair();
    for (let index = 0; index < 30; index += 1) await say(world, index % 2 ? fan : performer, id, { text: 'x' });
    const reading = (limit: number) => countingQueries(world, () => read(world, fan, id, { limit }));
    await reading(100);
    const [few, many] = [await reading(2), await reading(100)];
    expect(many.result.data).toHaveLength(30);
    expect(many.queries).toBe(few.queries);
  });
});

describe('marks', () => {
  test('say how far the other has it and has read it, and all devices agree on what is unread', async () => {
    const { fan, performer, id } = await pair();
    const { data } = await say(world, fan, id, { text: 'Hello' });
    const statusOf = async () => (await read(world, fan, id)).data.find(({ _id }) => _id === data._id)?.status;
    const [phone, desk, mine] = [
      await listenAs(world, performer.token),
      await listenAs(world, performer.token),
      await listenAs(world, fan.token),
    ];
    expect(await statusOf()).toBe('sent');
    await read(world, performer, id);
    expect(await statusOf()).toBe('delivered');
    expect((await seen(performer, id)).data).toEqual({ ok: true, totalNotSeenMessages: 0 });
    expect(await statusOf()).toBe('seen');
    await seen(performer, id);
    await eventually(() => {
      expect(mine.heard('conversation/delivered')).toMatchObject([{ conversationId: id, accountId: performer.id, seq: 1 }]);
      expect(mine.heard('conversation/seen')).toMatchObject([{ conversationId: id, accountId: performer.id, seq: 1 }]);
      for (const ear of [phone, desk]) expect(ear.heard('unread/changed').at(-1)).toMatchObject({ conversations: 0 });
    });
    for (const ear of [phone, desk, mine]) ear.close();
    expect((await world.call('GET /messages/total-unread-messages', {}, { token: performer.token })).data.total).toBe(0);
  });

  test('of reading stay with whoever does not tell', async () => {
    const { fan, performer, id } = await pair();
    await world.call('PUT /users', { body: { privacy: { readReceipts: false } } }, { token: fan.token });
    await say(world, performer, id, { text: 'Hello' });
    const mine = await listenAs(world, performer.token);
    await seen(fan, id);
    expect((await read(world, performer, id)).data[0]?.status).toBe('delivered');
    expect(await view(performer, id)).toMatchObject({ seenSeq: 0, seenAt: null, deliveredSeq: 1 });
    await eventually(() => expect(mine.heard('conversation/delivered')).toHaveLength(1));
    expect(mine.heard('conversation/seen')).toEqual([]);
    mine.close();
  });
});

describe('deleting', () => {
  test('leaves the place and the fixed words, and nothing of the text in any answer', async () => {
    const { fan, performer, id } = await pair();
    const { data } = await say(world, fan, id, { text: 'A secret that slipped out' });
    await say(world, performer, id, { text: 'What?', replyToId: data._id });
    const hers = await listenAs(world, performer.token);
    expect((await remove(fan, data._id)).data).toMatchObject({ isDeleted: true, text: 'Message deleted!', files: [] });
    expect((await remove(fan, data._id)).status).toBe(200);
    await eventually(() => expect(hers.heard('message/deleted')).toMatchObject([{ _id: data._id, conversationId: id }]));
    hers.close();
    for (const who of [fan, performer]) {
      const told = JSON.stringify([
        await read(world, who, id),
        await view(who, id),
        (await world.call('GET /conversations', {}, { token: who.token })).data,
        (await world.call('GET /conversations/search', { query: { q: 'slipped' } }, { token: who.token })).data,
      ]);
      expect(told).toContain(words.messageDeleted);
      expect(told).not.toContain('slipped');
    }
    const { rows } = await world.ctx.db.execute(sql`select 1 from messages where text like '%slipped%' or search::text like '%slipped%'`);
    expect(rows).toEqual([]);
  });

  test('takes an unread one off the count, and is for its sender alone', async () => {
    const { fan, performer, id } = await pair();
    const { data } = await say(world, fan, id, { text: 'Hello' });
    expect((await remove(performer, data._id)).refusal.error).toBe('not_owner');
    expect((await remove(await signUpFan(world), data._id)).refusal.error).toBe('message_not_found');
    expect((await remove(fan, world.ctx.chance.id())).refusal.error).toBe('message_not_found');
    expect((await view(performer, id)).totalNotSeenMessages).toBe(1);
    await remove(fan, data._id);
    expect((await view(performer, id)).totalNotSeenMessages).toBe(0);
    const next = await say(world, fan, id, { text: 'Again' });
    expect((await remove(await signUpOperator(world), next.data._id)).data.isDeleted).toBe(true);
  });
});

describe('who may not write', () => {
  test('is told what is wanting, and the way in', async () => {
    const { fan, performer, id } = await pair();
    await set(performer.id, { messageAudience: 'followers' });
    expect(await view(fan, id)).toMatchObject({ canWrite: false, writeNeeds: ['follow'] });
    expect(await refusal(fan, id, { text: 'Hi' })).toBe('follow_required');
    await world.call('POST /follows/:id', { params: { id: performer.id } }, { token: fan.token });
    expect((await say(world, fan, id, { text: 'Hi' })).status).toBe(200);
    await set(performer.id, { messageAudience: 'subscribers' });
    expect(await view(fan, id)).toMatchObject({ canWrite: false, writeNeeds: ['subscribe'] });
    expect(await refusal(fan, id, { text: 'Hi' })).toBe('subscription_required');
    await letSubscribe(world, fan, performer);
    expect(await view(fan, id)).toMatchObject({ canWrite: true, writeNeeds: [], isSubscribed: true });
    expect((await say(world, fan, id, { text: 'Hi' })).status).toBe(200);
    expect((await say(world, performer, id, { text: 'Hi' })).status).toBe(200);
  });

  test('cannot while a block stands, whoever set it, and both may still read', async () => {
    const { fan, performer, id } = await pair();
    await say(world, fan, id, { text: 'Hello' });
    const [mine, hers] = [await listenAs(world, fan.token), await listenAs(world, performer.token)];
    await block(performer, fan.id);
    await eventually(() => {
      expect(mine.heard('conversation/changed')).toMatchObject([
        { isBlocked: true, isBlockedByMe: false, canWrite: false, writeNeeds: [] },
      ]);
      expect(hers.heard('conversation/changed')).toMatchObject([{ isBlocked: true, isBlockedByMe: true, canWrite: false }]);
    });
    expect(await refusal(fan, id, { text: 'Hi' })).toBe('blocked_by_performer');
    expect(await refusal(performer, id, { text: 'Hi' })).toBe('blocked_by_user');
    expect((await read(world, fan, id)).data).toHaveLength(1);
    await world.call('DELETE /block/users/:id', { params: { id: fan.id } }, { token: performer.token });
    await block(fan, performer.id);
    const { refusal: told } = await say(world, performer, id, { text: 'Hi' });
    expect(told).toMatchObject({ error: 'blocked_by_user', message: 'This person takes no messages from you.' });
    expect(await refusal(fan, id, { text: 'Hi' })).toBe('blocked_by_user');
    mine.close();
    hers.close();
  });

  test('cannot from a country that she has closed, or to an account that is gone', async () => {
    const { fan, performer, id } = await pair();
    await world.call('POST /block/countries', { body: { countryCodes: ['FR'] } }, { token: performer.token });
    visitorCountry = 'FR';
    expect(await refusal(fan, id, { text: 'Hi' })).toBe('blocked_by_performer');
    visitorCountry = null;
    await world.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, performer.id));
    expect(await refusal(fan, id, { text: 'Hi' })).toBe('conversation_not_found');
    expect((await view(fan, id)).canWrite).toBe(false);
  });

  test('learns nothing of other people’s conversations', async () => {
    const { fan, id } = await pair();
    await say(world, fan, id, { text: 'Between us' });
    for (const stranger of [await signUpFan(world), await signUpPerformer(world), await signUpOperator(world)]) {
      const { token } = stranger;
      const answers = await Promise.all([
        world.call('GET /conversations/:id', { params: { id } }, { token }),
        world.call('PUT /conversations/:id', { params: { id }, body: { isMuted: true } }, { token }),
        world.call('GET /messages/conversations/:id', { params: { id } }, { token }),
        world.call('POST /messages/conversations/:id', { params: { id }, body: { text: 'Hi' } }, { token }),
        world.call('POST /messages/read-all/:id', { params: { id } }, { token }),
      ]);
      for (const answer of answers) expect(answer.refusal).toMatchObject({ statusCode: 404, error: 'conversation_not_found' });
    }
  });
});

describe('a price per message', () => {
  test('is paid by fans for each, shown before, and refused when it has changed', async () => {
    const { fan, performer, id } = await pair();
    await set(performer.id, { messagePriceCents: 250n });
    await fillWallet(world, fan.id, 600n);
    expect(await view(fan, id)).toMatchObject({ canWrite: true, messagePrice: 2.5 });
    expect((await view(performer, id)).messagePrice).toBe(0);
    expect(await refusal(fan, id, { text: 'Hi', expectedPrice: 2 })).toBe('price_changed');
    const copies = await Promise.all(
      Array.from({ length: 5 }, () => say(world, fan, id, { text: 'Hi', clientKey: 'paid', expectedPrice: 2.5 })),
    );
    expect(new Set(copies.map(({ data }) => data._id)).size).toBe(1);
    expect([await balance(fan), await balance(performer)]).toEqual([3.5, 2]);
    await say(world, fan, id, { text: 'And again' });
    expect(await refusal(fan, id, { text: 'Once more' })).toBe('insufficient_balance');
    await say(world, performer, id, { text: 'Free' });
    expect((await read(world, fan, id)).total).toBe(3);
    const { data } = await world.call('GET /wallet/charges/search', { query: { type: 'message_fee' } }, { token: fan.token });
    expect(data.data).toMatchObject([{ price: 2.5 }, { price: 2.5 }]);
    await world.call('PUT /users', { body: { monthlySpendingLimit: 5 } }, { token: fan.token });
    await fillWallet(world, fan.id, 1000n);
    expect(await refusal(fan, id, { text: 'Too much' })).toBe('spending_limit_reached');
  });
});

describe('a tip', () => {
  test('in a conversation stands there as a message', async () => {
    const { fan, performer, id } = await pair();
    await fillWallet(world, fan.id, 5000n);
    const tip = (conversationId: string) =>
      world.call(
        'POST /wallet/charges/tip/:id',
        { params: { id: performer.id }, body: { price: 20, text: 'For you', conversationId } },
        { token: fan.token },
      );
    expect((await tip(id)).status).toBe(200);
    expect((await read(world, performer, id)).data).toMatchObject([{ type: 'tip', tip: 20, text: 'For you', senderId: fan.id }]);
    const other = await pair();
    expect((await tip(other.id)).refusal.error).toBe('conversation_not_found');
    expect(await balance(fan)).toBe(30);
  });
});

describe('files', () => {
  test('of another kind do not go with a message', async () => {
    const { fan, id } = await pair();
    const wrong = await addMessageFile(world, fan.id, { type: 'avatar' });
    expect(await refusal(fan, id, { fileIds: [wrong] })).toBe('file_type_mismatch');
  });

  test('of a fan go with one message, of a performer with many, and are nobody else’s', async () => {
    const { fan, performer, id } = await pair();
    const [mine, hers] = [await photoOf(world, fan), await photoOf(world, performer)];
    const { data } = await say(world, fan, id, { fileIds: [mine] });
    expect(data).toMatchObject({ type: 'media', files: [{ _id: mine }] });
    expect(data.files[0]?.url).toMatch(/^http/);
    expect(await refusal(fan, id, { fileIds: [mine] })).toBe('file_already_used');
    expect(await refusal(fan, id, { fileIds: [hers] })).toBe('file_not_found');
    for (const text of ['one', 'two']) expect((await say(world, performer, id, { text, fileIds: [hers] })).status).toBe(200);
  });
});
