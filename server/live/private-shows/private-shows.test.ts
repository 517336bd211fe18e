/** Private shows: requests, decisions, billing per minute, and ending. The ledger invariants are checked after each test. */
import { eq, sql } from 'drizzle-orm';
import { accounts } from '@server/platform/db/schema/accounts';
import { charges } from '@server/platform/db/schema/money';
import { privateRequests, streamSessions } from '@server/platform/db/schema/streaming';
import { earningsOf, heldFor, walletOf } from '@server/money/ledger/chart';
import { balanceOf, hold } from '@server/money/ledger/ledger';
import { violatedInvariants, fillWallet } from '../../../tests/kit/money/ledger';
import { eventually } from '../../../tests/kit/timing/eventually';
import { openSocket } from '../../../tests/kit/host/test-socket';
import {
  requestCredentials,
  joinShow,
  goLive,
  openLiveTestHost,
  reconcile,
  type LiveTestHost,
  type TestEngine,
} from '../../../tests/kit/live/shows';
import { mailsTo } from '../../../tests/kit/host/mails';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { notificationInboxOf } from '../../../tests/kit/talk/notifications';
import type { TestHost } from '../../../tests/kit/host/test-host';

let opened: LiveTestHost;
let testHost: TestHost;
beforeAll(async () => {
  opened = await openLiveTestHost();
  ({ testHost } = opened);
});
afterEach(async () => {
  Object.assign(opened.live, { isUnavailable: false, lacksParticipantList: false } satisfies Partial<TestEngine>);
  expect(await violatedInvariants(testHost)).toEqual([]);
});
afterAll(() => testHost.close());

type TestAccount = Awaited<ReturnType<typeof signUpFan>>;
const errorOf = async (call: Promise<{ errorBody: { error: string } }>) => (await call).errorBody.error;
const missingId = () => testHost.ctx.random.id();
const wallet = async (id: string) => Number(await balanceOf(testHost.ctx, walletOf(id))) / 100;
const earned = async (id: string) => Number(await balanceOf(testHost.ctx, earningsOf(id))) / 100;
const requestShow = (who: TestAccount, performer: { id: string }, body: { note?: string; expectedPrice?: number } = {}, key?: string) =>
  testHost.call(
    'POST /streaming/private-requests',
    { body: { performerId: performer.id, ...body } },
    { token: who.token, ...(key !== undefined && { key }) },
  );
const callAction = (action: 'accept' | 'decline' | 'cancel' | 'end', who: TestAccount, id: string) =>
  testHost.call(`POST /streaming/private-requests/:id/${action}`, { params: { id } }, { token: who.token });
const requestOf = async (who: TestAccount, id: string) => {
  const { data } = await testHost.call('GET /streaming/private-requests', { query: {} }, { token: who.token });
  const found = data.data.find(({ _id }) => _id === id);
  if (!found) throw new Error(`there is no request ${id}`);
  return found;
};

/** A performer who accepts requests at 3 tokens per minute, for at least 2 minutes. */
async function signUpOffering(): Promise<TestAccount> {
  const performer = await signUpPerformer(testHost);
  const body = { privateEnabled: true, privateMinutePrice: 3, privateMinimumMinutes: 2 };
  await testHost.call('PUT /streaming/update', { body }, { token: performer.token });
  return performer;
}
async function fanWithTokens(tokens: number): Promise<TestAccount> {
  const fan = await signUpFan(testHost);
  if (tokens > 0) await fillWallet(testHost, fan.id, BigInt(tokens * 100));
  return fan;
}

/** An accepted request. */
async function acceptedRequest(tokens = 20) {
  const [performer, fan] = [await signUpOffering(), await fanWithTokens(tokens)];
  const { data } = await requestShow(fan, performer);
  expect((await callAction('accept', performer, data._id)).status).toBe(200);
  const [session] = await testHost.ctx.db.select().from(streamSessions).where(eq(streamSessions.streamId, data.streamId));
  if (!session) throw new Error('no session was made');
  return { performer, fan, id: data._id, streamId: data.streamId, conversationId: data.conversationId, room: session.id };
}

/** A show that both have joined. */
async function activeShow(tokens = 20) {
  const show = await acceptedRequest(tokens);
  opened.live.publish(show.room, show.performer.id);
  await requestCredentials(testHost, show.fan, show.streamId, 'viewer');
  opened.live.watch(show.room, show.fan.id);
  await reconcile(testHost);
  return show;
}
const advance = async (seconds: number) => {
  testHost.clock.advance({ seconds });
  await reconcile(testHost);
};

describe('a request', () => {
  test('notifies the performer and shows the price to both', async () => {
    const [performer, fan] = [await signUpOffering(), await fanWithTokens(20)];
    const socket = await openSocket(testHost, performer.token);
    const { data } = await requestShow(fan, performer, { note: 'Just a talk', expectedPrice: 3 });
    expect(data).toMatchObject({
      status: 'pending',
      note: 'Just a talk',
      pricePerMinute: 3,
      minimumMinutes: 2,
      held: 0,
      minutesBilled: 0,
      user: { _id: fan.id },
      performer: { _id: performer.id },
      minutesLeft: null,
    });
    await eventually(() => {
      expect(socket.received('private-request/created')).toMatchObject([{ _id: data._id }]);
    });
    expect((await notificationInboxOf(testHost, performer))[0]).toMatchObject({
      type: 'private_request',
      text: 'requested a private show at 3 tokens a minute.',
      link: `/show/${data.conversationId}`,
    });
    const found = await testHost.call(
      'GET /streaming/private-requests',
      { query: { conversationId: data.conversationId, status: 'pending' } },
      { token: performer.token },
    );
    expect(found.data.total).toBe(1);
    expect((await callAction('cancel', fan, data._id)).data.status).toBe('cancelled');
    socket.close();
  });

  test('is rejected when private shows are off, the fan is blocked, or the balance or limit is below the minimum cost', async () => {
    const [performer, off, fan, poor] = [
      await signUpOffering(),
      await signUpPerformer(testHost),
      await fanWithTokens(20),
      await fanWithTokens(5),
    ];
    expect(await errorOf(requestShow(fan, off))).toBe('private_off');
    expect(await errorOf(requestShow(fan, { id: missingId() }))).toBe('performer_not_found');
    expect(await errorOf(requestShow(fan, performer, { expectedPrice: 2 }))).toBe('price_changed');
    expect(await errorOf(requestShow(poor, performer))).toBe('insufficient_balance');
    await fillWallet(testHost, poor.id, 5000n);
    await testHost.ctx.db.update(accounts).set({ monthlySpendingLimitCents: 500n }).where(eq(accounts.id, poor.id));
    expect(await errorOf(requestShow(poor, performer))).toBe('spending_limit_reached');
    await testHost.call('POST /block/users', { body: { targetId: fan.id } }, { token: performer.token });
    expect(await errorOf(requestShow(fan, performer))).toBe('blocked_by_performer');
  });

  test('is neither created nor accepted when the engine does not report participants, which billing needs', async () => {
    const [performer, fan, another] = [await signUpOffering(), await fanWithTokens(20), await fanWithTokens(20)];
    const { data } = await requestShow(fan, performer);
    opened.live.lacksParticipantList = true;
    expect(await errorOf(requestShow(another, performer))).toBe('private_off');
    expect(await errorOf(callAction('accept', performer, data._id))).toBe('private_off');
    expect(await wallet(fan.id)).toBe(20);
    opened.live.lacksParticipantList = false;
    expect((await callAction('accept', performer, data._id)).status).toBe(200);
  });

  test('is limited to one pending request per fan, and is idempotent per key', async () => {
    const [performer, other, fan] = [await signUpOffering(), await signUpOffering(), await fanWithTokens(20)];
    const { data } = await requestShow(fan, performer, {}, 'once');
    expect((await requestShow(fan, performer, {}, 'once')).data._id).toBe(data._id);
    expect(await errorOf(requestShow(fan, performer, { note: 'Other' }, 'once'))).toBe('idempotency_key_reused');
    expect(await errorOf(requestShow(fan, other))).toBe('request_pending');
    const second = await fanWithTokens(20);
    const { sent } = await testHost.ctx.db.transaction(async (tx) => {
      await tx.execute(sql`lock table private_requests in exclusive mode`);
      // One of the two waits for the table, so the other gets its response first. A statement may wait for 15 s, so nothing else is
      // awaited here.
      const both = [requestShow(second, performer, {}, 'slow'), requestShow(second, performer, {}, 'slow')];
      expect(await errorOf(Promise.race(both))).toBe('request_in_progress');
      return { sent: both };
    });
    expect((await Promise.all(sent)).map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('lapses after a minute, is declined, or is canceled, each only once', async () => {
    const [performer, fan, stranger] = [await signUpOffering(), await fanWithTokens(20), await fanWithTokens(20)];
    const socket = await openSocket(testHost, fan.token);
    const { data: first } = await requestShow(fan, performer);
    await advance(61);
    expect((await requestOf(fan, first._id)).status).toBe('lapsed');
    await eventually(() => {
      expect(socket.received('private-request/declined')).toMatchObject([{ _id: first._id, status: 'lapsed' }]);
    });
    const { data: second } = await requestShow(fan, performer);
    for (const action of ['accept', 'decline'] as const) {
      expect(await errorOf(callAction(action, performer, missingId()))).toBe('private_request_not_found');
      expect(await errorOf(callAction(action, await signUpOffering(), second._id))).toBe('private_request_not_found');
    }
    expect(await errorOf(callAction('cancel', stranger, second._id))).toBe('private_request_not_found');
    expect(await errorOf(callAction('end', stranger, second._id))).toBe('private_request_not_found');
    expect(await errorOf(callAction('end', fan, second._id))).toBe('private_request_decided');
    const outcomes = await Promise.all([
      callAction('accept', performer, second._id),
      callAction('decline', performer, second._id),
      callAction('cancel', fan, second._id),
    ]);
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const action of ['accept', 'decline'] as const)
      expect(await errorOf(callAction(action, performer, second._id))).toBe('private_request_decided');
    expect(await errorOf(callAction('cancel', fan, second._id))).toBe('private_request_decided');
    const { status } = await requestOf(fan, second._id);
    if (status === 'accepted') await callAction('end', fan, second._id);
    socket.close();
  });

  test('lapses when one of the two blocks the other', async () => {
    const [performer, fan] = [await signUpOffering(), await fanWithTokens(20)];
    const { data } = await requestShow(fan, performer);
    await testHost.call('POST /block/users', { body: { targetId: fan.id } }, { token: performer.token });
    await reconcile(testHost);
    expect((await requestOf(fan, data._id)).status).toBe('lapsed');
  });
});

describe('an accepted request', () => {
  test('holds the minimum cost and admits only the two participants', async () => {
    const { performer, fan, id, streamId, room } = await acceptedRequest(20);
    expect(await wallet(fan.id)).toBe(14);
    expect(await requestOf(fan, id)).toMatchObject({ status: 'accepted', held: 6, minutesLeft: 6 });
    const stranger = await fanWithTokens(20);
    expect(await errorOf(requestCredentials(testHost, stranger, streamId))).toBe('stream_not_found');
    const rooms = await Promise.all(
      (
        [
          [performer, 'publisher'],
          [fan, 'viewer'],
          [fan, 'publisher'],
          [performer, 'viewer'],
        ] as const
      ).map(async ([who, role]) => (await requestCredentials(testHost, who, streamId, role)).data.room),
    );
    expect(rooms[0]).toBe(room);
    expect(rooms[1]).toBe(room);
    expect(rooms[2]).toBe(rooms[3]);
    expect(rooms[2]).not.toBe(room);
    await callAction('end', performer, id);
    expect(await wallet(fan.id)).toBe(20);
  });

  test('is rejected without the tokens, beyond the spending limit, and during another private show', async () => {
    const [performer, fan, second] = [await signUpOffering(), await fanWithTokens(6), await fanWithTokens(20)];
    const { data } = await requestShow(fan, performer);
    const drained = { from: walletOf(fan.id), cents: 100n, subject: missingId(), reason: 'payout_hold', key: `drain:${fan.id}` } as const;
    await hold(testHost.ctx, drained);
    expect(await errorOf(callAction('accept', performer, data._id))).toBe('insufficient_balance');
    await fillWallet(testHost, fan.id, 1000n);
    await testHost.ctx.db.update(accounts).set({ monthlySpendingLimitCents: 100n }).where(eq(accounts.id, fan.id));
    expect(await errorOf(callAction('accept', performer, data._id))).toBe('spending_limit_reached');
    await testHost.ctx.db.update(accounts).set({ monthlySpendingLimitCents: null }).where(eq(accounts.id, fan.id));
    expect((await callAction('accept', performer, data._id)).status).toBe(200);
    const { data: other } = await requestShow(second, performer);
    expect(await errorOf(callAction('accept', performer, other._id))).toBe('already_live');
    expect(await wallet(second.id)).toBe(20);
    await callAction('end', fan, data._id);
  });

  test('ends unbilled when the two have not both joined within a minute', async () => {
    const { performer, fan, id, room } = await acceptedRequest(20);
    opened.live.publish(room, performer.id);
    await reconcile(testHost);
    await advance(61);
    expect(await requestOf(fan, id)).toMatchObject({
      status: 'ended',
      endReason: 'lost',
      minutesBilled: 0,
      amountBilled: 0,
      startedAt: null,
    });
    expect(await wallet(fan.id)).toBe(20);
    expect(await mailsTo(testHost, fan.email, 'show-receipt')).toEqual([]);
  });
});

describe('a private show', () => {
  test('bills each minute when it begins, releases the rest, and sends matching receipts', async () => {
    const { performer, fan, id } = await activeShow(20);
    const socket = await openSocket(testHost, fan.token);
    expect(await requestOf(fan, id)).toMatchObject({ minutesBilled: 1, amountBilled: 3, commission: 0.6, earning: 2.4, held: 3 });
    await advance(30);
    expect((await requestOf(fan, id)).minutesBilled).toBe(1);
    await advance(31);
    await advance(60);
    expect(await requestOf(performer, id)).toMatchObject({ minutesBilled: 3, amountBilled: 9, held: 0, minutesLeft: 3 });
    const { data } = await callAction('end', performer, id);
    expect(data).toMatchObject({ status: 'ended', endReason: 'left', minutesBilled: 3, amountBilled: 9, held: 0, minutesLeft: null });
    expect((await callAction('end', fan, id)).data).toEqual(data);
    expect(await wallet(fan.id)).toBe(11);
    expect(await earned(performer.id)).toBe(7.2);
    await eventually(() => {
      // The event of the first minute may arrive late.
      expect(socket.received('private-request/billed').slice(-2)).toMatchObject([
        { minutesBilled: 2, amountBilled: 6, minutesLeft: 4 },
        { minutesBilled: 3, amountBilled: 9, minutesLeft: 3 },
      ]);
      expect(socket.received('private-request/ended')).toMatchObject([{ _id: id, amountBilled: 9 }]);
    });
    const [receipt] = await mailsTo(testHost, fan.email, 'show-receipt');
    const [notice] = await mailsTo(testHost, performer.email, 'show-earned');
    for (const mail of [receipt, notice]) {
      expect(mail?.text).toContain(id);
      expect(mail?.text).toContain('3 at 3 tokens');
      expect(mail?.text).toContain('9 tokens');
    }
    expect(notice?.text).toContain('7.20 tokens');
    socket.close();
  });

  test('ends when the funds are used up, after reporting the minutes left', async () => {
    const { performer, fan, id } = await activeShow(10);
    const socket = await openSocket(testHost, performer.token);
    expect((await requestOf(fan, id)).minutesLeft).toBe(2);
    await advance(61);
    await advance(60);
    await advance(60);
    expect(await requestOf(fan, id)).toMatchObject({ status: 'ended', endReason: 'spent', minutesBilled: 3, amountBilled: 9 });
    expect(await wallet(fan.id)).toBe(1);
    await eventually(() => {
      expect(
        socket
          .received('private-request/billed')
          .map(({ minutesLeft }) => minutesLeft)
          .slice(-2),
      ).toEqual([1, 0]);
    });
    socket.close();
  });

  test("respects the fan's own spending limit", async () => {
    const { fan, id } = await activeShow(50);
    await testHost.ctx.db.update(accounts).set({ monthlySpendingLimitCents: 700n }).where(eq(accounts.id, fan.id));
    await advance(61);
    await advance(60);
    expect(await requestOf(fan, id)).toMatchObject({ status: 'ended', endReason: 'spent', minutesBilled: 2 });
  });

  test('counts the hold of a show towards the spending limit while the show lasts', async () => {
    const { fan, performer, id } = await activeShow(50);
    const { data: before } = await testHost.call('GET /wallet/spending', {}, { token: fan.token });
    expect(before.reserved).toBeGreaterThan(0);
    const limit = BigInt(Math.round((before.spent + before.reserved) * 100)) + 900n;
    await testHost.ctx.db.update(accounts).set({ monthlySpendingLimitCents: limit }).where(eq(accounts.id, fan.id));
    const tip = (price: number) => testHost.call('POST /wallet/charges/tip/:id', { params: { id: performer.id }, body: { price } }, fan);
    expect(await errorOf(tip(10))).toBe('spending_limit_reached');
    await testHost.call('POST /streaming/private-requests/:id/end', { params: { id } }, fan);
    const { data: spendingAfter } = await testHost.call('GET /wallet/spending', {}, { token: fan.token });
    expect(spendingAfter).toMatchObject({ reserved: 0, spent: before.spent });
    expect((await tip(10)).status).toBe(200);
  });

  test('bills nothing while a participant is away, resumes on their return, and ends when they stay away', async () => {
    const { performer, fan, id, room } = await activeShow(50);
    opened.live.unpublish(room);
    await advance(40);
    await advance(30);
    expect((await requestOf(fan, id)).minutesBilled).toBe(1);
    opened.live.publish(room, performer.id);
    await reconcile(testHost);
    expect((await requestOf(fan, id)).minutesBilled).toBe(2);
    // 40 s leave a margin within the minute for a slow machine.
    await advance(40);
    expect((await requestOf(fan, id)).minutesBilled).toBe(2);
    opened.live.leave(room, fan.id);
    await reconcile(testHost);
    await advance(61);
    expect(await requestOf(fan, id)).toMatchObject({ status: 'ended', endReason: 'lost', minutesBilled: 2 });
    expect(await wallet(fan.id)).toBe(44);
  });

  test('bills each minute once when many API servers reconcile concurrently, and bills minutes missed during an outage', async () => {
    const { fan, id } = await activeShow(50);
    testHost.clock.advance({ seconds: 61 });
    await Promise.all(Array.from({ length: 8 }, () => reconcile(testHost)));
    expect((await requestOf(fan, id)).minutesBilled).toBe(2);
    opened.live.isUnavailable = true;
    await advance(180);
    expect((await requestOf(fan, id)).minutesBilled).toBe(2);
    opened.live.isUnavailable = false;
    await reconcile(testHost);
    expect((await requestOf(fan, id)).minutesBilled).toBe(5);
    await callAction('end', fan, id);
    expect(await testHost.ctx.db.$count(charges, eq(charges.targetId, id))).toBe(5);
  });

  test('continues after a restart of the API server, and ends once when both end it concurrently', async () => {
    const { performer, fan, id } = await activeShow(50);
    await testHost.restart();
    await advance(61);
    expect((await requestOf(fan, id)).minutesBilled).toBe(2);
    const ends = await Promise.all([
      callAction('end', fan, id),
      callAction('end', performer, id),
      callAction('end', fan, id),
      reconcile(testHost),
    ]);
    expect(ends.slice(0, 3)).toMatchObject([{ status: 200 }, { status: 200 }, { status: 200 }]);
    expect(await wallet(fan.id)).toBe(44);
    expect(await balanceOf(testHost.ctx, heldFor(id))).toBe(0n);
    expect(await mailsTo(testHost, fan.email, 'show-receipt')).toHaveLength(1);
  });

  test('ends with the account of its performer', async () => {
    const { performer, fan, id } = await activeShow(50);
    await testHost.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, performer.id));
    await reconcile(testHost);
    expect(await requestOf(fan, id)).toMatchObject({ status: 'ended', endReason: 'operator' });
  });

  test('is not listed among shows, and marks the public show as paused', async () => {
    const performer = await signUpOffering();
    const stream = await goLive(opened, performer);
    const fan = await fanWithTokens(20);
    const performerSocket = await joinShow(testHost, performer, stream._id);
    const { data } = await requestShow(fan, performer);
    await callAction('accept', performer, data._id);
    const list = await testHost.call('GET /streaming/user/search', { query: { performerId: performer.id } });
    expect(list.data.data).toMatchObject([{ _id: stream._id, isPaused: true }]);
    const chat = await testHost.call(
      'POST /messages/stream/:id',
      { params: { id: data.conversationId }, body: { text: 'Hello' } },
      { token: fan.token },
    );
    expect(chat.data).toMatchObject({ text: 'Hello', conversationId: data.conversationId });
    const stranger = await fanWithTokens(0);
    const readByStranger = testHost.call(
      'GET /messages/stream/:id',
      { params: { id: data.conversationId }, query: {} },
      { token: stranger.token },
    );
    expect(await errorOf(readByStranger)).toBe('conversation_not_found');
    await callAction('end', fan, data._id);
    await eventually(() => {
      expect(
        performerSocket
          .received('stream/info-changed')
          .map(({ isPaused }) => isPaused)
          .slice(-2),
      ).toEqual([true, false]);
    });
    performerSocket.close();
    expect(await testHost.ctx.db.$count(privateRequests, eq(privateRequests.status, 'accepted'))).toBe(0);
  });
});

test('a blocked fan can no longer connect to the private show with a publisher token', async () => {
  const { performer, fan, streamId, id } = await acceptedRequest(20);
  const { token } = (await requestCredentials(testHost, fan, streamId, 'publisher')).data;
  await testHost.call('POST /block/users', { body: { targetId: fan.id } }, { token: performer.token });
  const offer = testHost.call('POST /streaming/whip/:streamId', { params: { streamId }, sdp: 'v=0 an offer' }, { token });
  expect(await errorOf(offer)).toBe('blocked_by_performer');
  await callAction('end', performer, id);
});
