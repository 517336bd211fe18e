/** Private shows: asked for, answered, billed by the minute, and ended; the books are looked at after all of it. */
import { eq, sql } from 'drizzle-orm';
import { accounts, charges, privateRequests, streamSessions } from '@server/platform/db/schema/schema';
import { earningsOf, heldFor, walletOf } from '@server/money/ledger/chart';
import { balanceOf, hold } from '@server/money/ledger/ledger';
import { brokenLaws, fillWallet, somebodyWaits } from '../../../tests/support/books';
import { eventually } from '../../../tests/kit/timing/eventually';
import { listenAs } from '../../../tests/support/ear';
import { comeIn, enter, goLive, openLiveWorld, tend, type LiveWorld } from '../../../tests/kit/live/shows';
import { mailsTo } from '../../../tests/support/outbox';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { inboxOf } from '../../../tests/support/told';
import type { World } from '../../../tests/kit/host/test-host';

let opened: LiveWorld;
let world: World;
beforeAll(async () => {
  opened = await openLiveWorld();
  ({ world } = opened);
});
afterEach(async () => {
  Object.assign(opened.live, { isAway: false, isBlind: false });
  expect(await brokenLaws(world)).toEqual([]);
});
afterAll(() => world.close());

type Somebody = Awaited<ReturnType<typeof signUpFan>>;
const errorOf = async (call: Promise<{ refusal: { error: string } }>) => (await call).refusal.error;
const nobody = () => world.ctx.chance.id();
const wallet = async (id: string) => Number(await balanceOf(world.ctx, walletOf(id))) / 100;
const earned = async (id: string) => Number(await balanceOf(world.ctx, earningsOf(id))) / 100;
const ask = (who: Somebody, performer: { id: string }, body: { note?: string; expectedPrice?: number } = {}, key?: string) =>
  world.call(
    'POST /streaming/private-requests',
    { body: { performerId: performer.id, ...body } },
    { token: who.token, ...(key !== undefined && { key }) },
  );
const answer = (verb: 'accept' | 'decline' | 'cancel' | 'end', who: Somebody, id: string) =>
  world.call(`POST /streaming/private-requests/:id/${verb}`, { params: { id } }, { token: who.token });
const requestOf = async (who: Somebody, id: string) => {
  const { data } = await world.call('GET /streaming/private-requests', { query: {} }, { token: who.token });
  const found = data.data.find(({ _id }) => _id === id);
  if (!found) throw new Error(`there is no request ${id}`);
  return found;
};

/** A performer who takes requests at three tokens a minute, two minutes at least. */
async function offering(): Promise<Somebody> {
  const performer = await signUpPerformer(world);
  const body = { privateEnabled: true, privateMinutePrice: 3, privateMinimumMinutes: 2 };
  await world.call('PUT /streaming/update', { body }, { token: performer.token });
  return performer;
}
async function fanWith(tokens: number): Promise<Somebody> {
  const fan = await signUpFan(world);
  if (tokens > 0) await fillWallet(world, fan.id, BigInt(tokens * 100));
  return fan;
}

/** A request that was accepted. */
async function accepted(tokens = 20) {
  const [performer, fan] = [await offering(), await fanWith(tokens)];
  const { data } = await ask(fan, performer);
  expect((await answer('accept', performer, data._id)).status).toBe(200);
  const [session] = await world.ctx.db.select().from(streamSessions).where(eq(streamSessions.streamId, data.streamId));
  if (!session) throw new Error('no session was made');
  return { performer, fan, id: data._id, streamId: data.streamId, conversationId: data.conversationId, room: session.id };
}

/** A show in which both are. */
async function showing(tokens = 20) {
  const show = await accepted(tokens);
  opened.live.publish(show.room, show.performer.id);
  await comeIn(world, show.fan, show.streamId, 'viewer');
  opened.live.watch(show.room, show.fan.id);
  await tend(world);
  return show;
}
const after = async (seconds: number) => {
  world.clock.advance({ seconds });
  await tend(world);
};

describe('a request', () => {
  test('reaches the performer at once, and tells both what it costs', async () => {
    const [performer, fan] = [await offering(), await fanWith(20)];
    const ear = await listenAs(world, performer.token);
    const { data } = await ask(fan, performer, { note: 'Just a talk', expectedPrice: 3 });
    expect(data).toMatchObject({
      ...{ status: 'pending', note: 'Just a talk', pricePerMinute: 3, minimumMinutes: 2, held: 0, minutesBilled: 0 },
      ...{ user: { _id: fan.id }, performer: { _id: performer.id }, minutesLeft: null },
    });
    await eventually(() => {
      expect(ear.heard('private-request/created')).toMatchObject([{ _id: data._id }]);
    });
    expect((await inboxOf(world, performer))[0]).toMatchObject({
      ...{ type: 'private_request', text: 'asks for a private show at 3 tokens a minute.', link: `/show/${data.conversationId}` },
    });
    const found = await world.call(
      'GET /streaming/private-requests',
      { query: { conversationId: data.conversationId, status: 'pending' } },
      { token: performer.token },
    );
    expect(found.data.total).toBe(1);
    expect((await answer('cancel', fan, data._id)).data.status).toBe('cancelled');
    ear.close();
  });

  test('is refused where none are taken, to whom she is closed, and to who cannot pay the least of it', async () => {
    const [performer, off, fan, poor] = [await offering(), await signUpPerformer(world), await fanWith(20), await fanWith(5)];
    expect(await errorOf(ask(fan, off))).toBe('private_off');
    expect(await errorOf(ask(fan, { id: nobody() }))).toBe('performer_not_found');
    expect(await errorOf(ask(fan, performer, { expectedPrice: 2 }))).toBe('price_changed');
    expect(await errorOf(ask(poor, performer))).toBe('insufficient_balance');
    await fillWallet(world, poor.id, 5000n);
    await world.ctx.db.update(accounts).set({ monthlySpendingLimitCents: 500n }).where(eq(accounts.id, poor.id));
    expect(await errorOf(ask(poor, performer))).toBe('spending_limit_reached');
    await world.call('POST /block/users', { body: { targetId: fan.id } }, { token: performer.token });
    expect(await errorOf(ask(fan, performer))).toBe('blocked_by_performer');
  });

  test('is neither taken nor accepted while the engine cannot see who is there: minutes are billed by it', async () => {
    const [performer, fan, another] = [await offering(), await fanWith(20), await fanWith(20)];
    const { data } = await ask(fan, performer);
    opened.live.isBlind = true;
    expect(await errorOf(ask(another, performer))).toBe('private_off');
    expect(await errorOf(answer('accept', performer, data._id))).toBe('private_off');
    expect(await wallet(fan.id)).toBe(20);
    opened.live.isBlind = false;
    expect((await answer('accept', performer, data._id)).status).toBe(200);
  });

  test('is one at a time, and one for a key', async () => {
    const [performer, other, fan] = [await offering(), await offering(), await fanWith(20)];
    const { data } = await ask(fan, performer, {}, 'once');
    expect((await ask(fan, performer, {}, 'once')).data._id).toBe(data._id);
    expect(await errorOf(ask(fan, performer, { note: 'Other' }, 'once'))).toBe('idempotency_key_reused');
    expect(await errorOf(ask(fan, other))).toBe('request_pending');
    const second = await fanWith(20);
    const { running } = await world.ctx.db.transaction(async (tx) => {
      await tx.execute(sql`lock table private_requests in exclusive mode`);
      const first = ask(second, performer, {}, 'slow');
      await somebodyWaits(world);
      expect(await errorOf(ask(second, performer, {}, 'slow'))).toBe('request_in_progress');
      return { running: first };
    });
    expect((await running).status).toBe(200);
  });

  test('lapses after a minute, is declined, or taken back; each of them once', async () => {
    const [performer, fan, stranger] = [await offering(), await fanWith(20), await fanWith(20)];
    const ear = await listenAs(world, fan.token);
    const { data: first } = await ask(fan, performer);
    await after(61);
    expect((await requestOf(fan, first._id)).status).toBe('lapsed');
    await eventually(() => {
      expect(ear.heard('private-request/declined')).toMatchObject([{ _id: first._id, status: 'lapsed' }]);
    });
    const { data: second } = await ask(fan, performer);
    for (const verb of ['accept', 'decline'] as const) {
      expect(await errorOf(answer(verb, performer, nobody()))).toBe('private_request_not_found');
      expect(await errorOf(answer(verb, await offering(), second._id))).toBe('private_request_not_found');
    }
    expect(await errorOf(answer('cancel', stranger, second._id))).toBe('private_request_not_found');
    expect(await errorOf(answer('end', stranger, second._id))).toBe('private_request_not_found');
    expect(await errorOf(answer('end', fan, second._id))).toBe('private_request_decided');
    const outcomes = await Promise.all([
      answer('accept', performer, second._id),
      answer('decline', performer, second._id),
      answer('cancel', fan, second._id),
    ]);
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const verb of ['accept', 'decline'] as const)
      expect(await errorOf(answer(verb, performer, second._id))).toBe('private_request_decided');
    expect(await errorOf(answer('cancel', fan, second._id))).toBe('private_request_decided');
    const { status } = await requestOf(fan, second._id);
    if (status === 'accepted') await answer('end', fan, second._id);
    ear.close();
  });

  test('ends when a block comes between the two', async () => {
    const [performer, fan] = [await offering(), await fanWith(20)];
    const { data } = await ask(fan, performer);
    await world.call('POST /block/users', { body: { targetId: fan.id } }, { token: performer.token });
    await tend(world);
    expect((await requestOf(fan, data._id)).status).toBe('lapsed');
  });
});

describe('an accepted request', () => {
  test('sets the least that it costs aside, and lets the two in and nobody else', async () => {
    const { performer, fan, id, streamId, room } = await accepted(20);
    expect(await wallet(fan.id)).toBe(14);
    expect(await requestOf(fan, id)).toMatchObject({ status: 'accepted', held: 6, minutesLeft: 6 });
    const stranger = await fanWith(20);
    expect(await errorOf(comeIn(world, stranger, streamId))).toBe('stream_not_found');
    const rooms = await Promise.all(
      (
        [
          [performer, 'publisher'],
          [fan, 'viewer'],
          [fan, 'publisher'],
          [performer, 'viewer'],
        ] as const
      ).map(async ([who, role]) => (await comeIn(world, who, streamId, role)).data.room),
    );
    expect(rooms[0]).toBe(room);
    expect(rooms[1]).toBe(room);
    expect(rooms[2]).toBe(rooms[3]);
    expect(rooms[2]).not.toBe(room);
    await answer('end', performer, id);
    expect(await wallet(fan.id)).toBe(20);
  });

  test('is refused without the tokens, beyond the limit, and beside another show', async () => {
    const [performer, fan, second] = [await offering(), await fanWith(6), await fanWith(20)];
    const { data } = await ask(fan, performer);
    const drained = { from: walletOf(fan.id), cents: 100n, subject: nobody(), reason: 'payout_hold', key: `drain:${fan.id}` } as const;
    await hold(world.ctx, drained);
    expect(await errorOf(answer('accept', performer, data._id))).toBe('insufficient_balance');
    await fillWallet(world, fan.id, 1000n);
    await world.ctx.db.update(accounts).set({ monthlySpendingLimitCents: 100n }).where(eq(accounts.id, fan.id));
    expect(await errorOf(answer('accept', performer, data._id))).toBe('spending_limit_reached');
    await world.ctx.db.update(accounts).set({ monthlySpendingLimitCents: null }).where(eq(accounts.id, fan.id));
    expect((await answer('accept', performer, data._id)).status).toBe(200);
    const { data: other } = await ask(second, performer);
    expect(await errorOf(answer('accept', performer, other._id))).toBe('already_live');
    expect(await wallet(second.id)).toBe(20);
    await answer('end', fan, data._id);
  });

  test('ends after a minute in which the two did not meet, and nothing is billed', async () => {
    const { performer, fan, id, room } = await accepted(20);
    opened.live.publish(room, performer.id);
    await tend(world);
    await after(61);
    expect(await requestOf(fan, id)).toMatchObject({
      status: 'ended',
      endReason: 'lost',
      minutesBilled: 0,
      amountBilled: 0,
      startedAt: null,
    });
    expect(await wallet(fan.id)).toBe(20);
    expect(await mailsTo(world, fan.email, 'show-receipt')).toEqual([]);
  });
});

describe('a private show', () => {
  test('bills each minute when it begins, and returns the rest; both receipts agree', async () => {
    const { performer, fan, id } = await showing(20);
    const ear = await listenAs(world, fan.token);
    expect(await requestOf(fan, id)).toMatchObject({ minutesBilled: 1, amountBilled: 3, commission: 0.6, earning: 2.4, held: 3 });
    await after(30);
    expect((await requestOf(fan, id)).minutesBilled).toBe(1);
    await after(31);
    await after(60);
    expect(await requestOf(performer, id)).toMatchObject({ minutesBilled: 3, amountBilled: 9, held: 0, minutesLeft: 3 });
    const { data } = await answer('end', performer, id);
    expect(data).toMatchObject({ status: 'ended', endReason: 'left', minutesBilled: 3, amountBilled: 9, held: 0, minutesLeft: null });
    expect((await answer('end', fan, id)).data).toEqual(data);
    expect(await wallet(fan.id)).toBe(11);
    expect(await earned(performer.id)).toBe(7.2);
    await eventually(() => {
      // The first may still have been on its way.
      expect(ear.heard('private-request/billed').slice(-2)).toMatchObject([
        { minutesBilled: 2, amountBilled: 6, minutesLeft: 4 },
        { minutesBilled: 3, amountBilled: 9, minutesLeft: 3 },
      ]);
      expect(ear.heard('private-request/ended')).toMatchObject([{ _id: id, amountBilled: 9 }]);
    });
    const [receipt] = await mailsTo(world, fan.email, 'show-receipt');
    const [notice] = await mailsTo(world, performer.email, 'show-earned');
    for (const mail of [receipt, notice]) {
      expect(mail?.text).toContain(id);
      expect(mail?.text).toContain('3 at 3.00 tokens');
      expect(mail?.text).toContain('9.00 tokens');
    }
    expect(notice?.text).toContain('7.20 tokens');
    ear.close();
  });

  test('ends by itself when nothing is left, and warns of it two minutes before', async () => {
    const { performer, fan, id } = await showing(10);
    const ear = await listenAs(world, performer.token);
    expect((await requestOf(fan, id)).minutesLeft).toBe(2);
    await after(61);
    await after(60);
    await after(60);
    expect(await requestOf(fan, id)).toMatchObject({ status: 'ended', endReason: 'spent', minutesBilled: 3, amountBilled: 9 });
    expect(await wallet(fan.id)).toBe(1);
    await eventually(() => {
      expect(
        ear
          .heard('private-request/billed')
          .map(({ minutesLeft }) => minutesLeft)
          .slice(-2),
      ).toEqual([1, 0]);
    });
    ear.close();
  });

  test('keeps to the limit that the fan has set for herself', async () => {
    const { fan, id } = await showing(50);
    await world.ctx.db.update(accounts).set({ monthlySpendingLimitCents: 700n }).where(eq(accounts.id, fan.id));
    await after(61);
    await after(60);
    expect(await requestOf(fan, id)).toMatchObject({ status: 'ended', endReason: 'spent', minutesBilled: 2 });
  });

  test('counts what is set aside for a show towards the limit while it lasts', async () => {
    const { fan, performer, id } = await showing(50);
    const { data: before } = await world.call('GET /wallet/spending', {}, { token: fan.token });
    expect(before.reserved).toBeGreaterThan(0);
    const limit = BigInt(Math.round((before.spent + before.reserved) * 100)) + 900n;
    await world.ctx.db.update(accounts).set({ monthlySpendingLimitCents: limit }).where(eq(accounts.id, fan.id));
    const tip = (price: number) => world.call('POST /wallet/charges/tip/:id', { params: { id: performer.id }, body: { price } }, fan);
    expect(await errorOf(tip(10))).toBe('spending_limit_reached');
    await world.call('POST /streaming/private-requests/:id/end', { params: { id } }, fan);
    const { data: after_ } = await world.call('GET /wallet/spending', {}, { token: fan.token });
    expect(after_).toMatchObject({ reserved: 0, spent: before.spent });
    expect((await tip(10)).status).toBe(200);
  });

  test('bills nothing while one is away, goes on when she is back, and ends when she stays away', async () => {
    const { performer, fan, id, room } = await showing(50);
    opened.live.unpublish(room);
    await after(40);
    await after(30);
    expect((await requestOf(fan, id)).minutesBilled).toBe(1);
    opened.live.publish(room, performer.id);
    await tend(world);
    expect((await requestOf(fan, id)).minutesBilled).toBe(2);
    // Well within the minute, however slow the machine.
    await after(40);
    expect((await requestOf(fan, id)).minutesBilled).toBe(2);
    opened.live.leave(room, fan.id);
    await tend(world);
    await after(61);
    expect(await requestOf(fan, id)).toMatchObject({ status: 'ended', endReason: 'lost', minutesBilled: 2 });
    expect(await wallet(fan.id)).toBe(44);
  });

  test('bills each minute once, however many hosts tend it at once, and what ran while none did', async () => {
    const { fan, id } = await showing(50);
    world.clock.advance({ seconds: 61 });
    await Promise.all(Array.from({ length: 8 }, () => tend(world)));
    expect((await requestOf(fan, id)).minutesBilled).toBe(2);
    opened.live.isAway = true;
    await after(180);
    expect((await requestOf(fan, id)).minutesBilled).toBe(2);
    opened.live.isAway = false;
    await tend(world);
    expect((await requestOf(fan, id)).minutesBilled).toBe(5);
    await answer('end', fan, id);
    expect(await world.ctx.db.$count(charges, eq(charges.targetId, id))).toBe(5);
  });

  test('goes on after the host was started anew, and ends once when both end it at the same moment', async () => {
    const { performer, fan, id } = await showing(50);
    await world.restart();
    await after(61);
    expect((await requestOf(fan, id)).minutesBilled).toBe(2);
    const ends = await Promise.all([answer('end', fan, id), answer('end', performer, id), answer('end', fan, id), tend(world)]);
    expect(ends.slice(0, 3)).toMatchObject([{ status: 200 }, { status: 200 }, { status: 200 }]);
    expect(await wallet(fan.id)).toBe(44);
    expect(await balanceOf(world.ctx, heldFor(id))).toBe(0n);
    expect(await mailsTo(world, fan.email, 'show-receipt')).toHaveLength(1);
  });

  test('ends with the account of its performer', async () => {
    const { performer, fan, id } = await showing(50);
    await world.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, performer.id));
    await tend(world);
    expect(await requestOf(fan, id)).toMatchObject({ status: 'ended', endReason: 'operator' });
  });

  test('stands in no list of shows, and says of the public one that it waits', async () => {
    const performer = await offering();
    const stream = await goLive(opened, performer);
    const fan = await fanWith(20);
    const desk = await enter(world, performer, stream._id);
    const { data } = await ask(fan, performer);
    await answer('accept', performer, data._id);
    const list = await world.call('GET /streaming/user/search', { query: { performerId: performer.id } });
    expect(list.data.data).toMatchObject([{ _id: stream._id, isPaused: true }]);
    const chat = await world.call(
      'POST /messages/stream/:id',
      { params: { id: data.conversationId }, body: { text: 'Hello' } },
      { token: fan.token },
    );
    expect(chat.data).toMatchObject({ text: 'Hello', conversationId: data.conversationId });
    const stranger = await fanWith(0);
    const peek = world.call('GET /messages/stream/:id', { params: { id: data.conversationId }, query: {} }, { token: stranger.token });
    expect(await errorOf(peek)).toBe('conversation_not_found');
    await answer('end', fan, data._id);
    await eventually(() => {
      expect(
        desk
          .heard('stream/info-changed')
          .map(({ isPaused }) => isPaused)
          .slice(-2),
      ).toEqual([true, false]);
    });
    desk.close();
    expect(await world.ctx.db.$count(privateRequests, eq(privateRequests.status, 'accepted'))).toBe(0);
  });
});

test('blocked by the fan, who came to publish, a private show lets her in no more', async () => {
  const { performer, fan, streamId, id } = await accepted(20);
  const { token } = (await comeIn(world, fan, streamId, 'publisher')).data;
  await world.call('POST /block/users', { body: { targetId: fan.id } }, { token: performer.token });
  const offer = world.call('POST /streaming/whip/:streamId', { params: { streamId }, sdp: 'v=0 an offer' }, { token });
  expect(await errorOf(offer)).toBe('blocked_by_performer');
  await answer('end', performer, id);
});
