/** Who may watch a show: what lets people in, and how it ends when their right does. */
import { eq, sql } from 'drizzle-orm';
import { accounts } from '@server/platform/db/schema/schema';
import { refundEntries } from '@server/flows/refunds/entries';
import { walletOf } from '@server/money/ledger/chart';
import { brokenLaws, fillWallet, somebodyWaits, withhold } from '../../../tests/support/books';
import { eventually } from '../../../tests/kit/timing/eventually';
import { listenAs } from '../../../tests/support/ear';
import { comeIn, endShow, enter, goLive, openLiveWorld, startShow, tend, type LiveWorld } from '../../../tests/kit/live/shows';
import { mailsTo } from '../../../tests/support/outbox';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { endSubscription, letSubscribe } from '../../../tests/support/posts';
import type { World } from '../../../tests/kit/host/test-host';

let opened: LiveWorld;
let world: World;
let country: string | null = null;
beforeAll(async () => {
  opened = await openLiveWorld({}, { geo: { countryOf: () => Promise.resolve(country) } });
  ({ world } = opened);
});
afterEach(() => {
  country = null;
  opened.live.isAway = false;
});
afterAll(async () => {
  expect(await brokenLaws(world)).toEqual([]);
  await world.close();
});

type Somebody = Awaited<ReturnType<typeof signUpFan>>;
const errorOf = async (call: Promise<{ refusal: { error: string } }>) => (await call).refusal.error;
const nobody = () => world.ctx.chance.id();
const pay = (who: Somebody, id: string, body: { expectedPrice?: number } = {}) =>
  world.call('POST /wallet/charges/stream/:id', { params: { id }, body }, { token: who.token });
const block = (who: Somebody, target: Somebody) => world.call('POST /block/users', { body: { targetId: target.id } }, { token: who.token });
const viewersIn = (room: string) => [...opened.live.room(room).viewers];

/** A fan who watches a show for subscribers. */
async function subscriberIn(performer: Somebody, sessionId: string, streamId: string): Promise<Somebody> {
  const fan = await signUpFan(world);
  await letSubscribe(world, fan, performer);
  expect((await comeIn(world, fan, streamId)).status).toBe(200);
  opened.live.watch(sessionId, fan.id);
  return fan;
}

describe('what lets somebody in', () => {
  test('is given to who may watch, for the session, for an hour, and lets its performer alone publish', async () => {
    const [performer, fan] = [await signUpPerformer(world), await signUpFan(world)];
    const stream = await goLive(opened, performer);
    expect(await errorOf(comeIn(world, fan, stream._id))).toBe('subscription_required');
    await letSubscribe(world, fan, performer);
    const { data } = await comeIn(world, fan, stream._id);
    expect(data).toMatchObject({ engine: 'embedded', role: 'viewer', room: stream.sessionId, identity: fan.id });
    const left_s = (Date.parse(data.expiresAt) - Date.now()) / 1000;
    expect(left_s).toBeGreaterThan(3500);
    expect(left_s).toBeLessThanOrEqual(3600);
    expect((await comeIn(world, performer, stream._id)).data.role).toBe('publisher');
    expect((await comeIn(world, performer, stream._id, 'viewer')).data.role).toBe('viewer');
    expect(await errorOf(comeIn(world, fan, stream._id, 'publisher'))).toBe('not_owner');
    const byChannel = await world.call('POST /streaming/agora/token', { body: { channelName: stream.sessionId } }, { token: fan.token });
    expect(byChannel.data.room).toBe(stream.sessionId);
    const unnamed = await world.call('POST /streaming/agora/token', { body: {} }, { token: fan.token });
    expect(unnamed.refusal.error).toBe('invalid_request');
  });

  test('is refused to guests, unpaid and blocked people, without a show, and after its end', async () => {
    const [performer, fan, blocked] = [await signUpPerformer(world), await signUpFan(world), await signUpFan(world)];
    const stream = await goLive(opened, performer, { isFree: false, price: 10 });
    const asGuest = await world.call('POST /streaming/agora/token', { body: { streamId: stream._id } });
    expect(asGuest.refusal.error).toBe('session_required');
    expect(await errorOf(comeIn(world, fan, stream._id))).toBe('content_locked');
    await letSubscribe(world, fan, performer);
    // Whoever sells a show sells it to subscribers too.
    expect(await errorOf(comeIn(world, fan, stream._id))).toBe('content_locked');
    await block(performer, blocked);
    expect(await errorOf(comeIn(world, blocked, stream._id))).toBe('blocked_by_performer');
    expect(await errorOf(comeIn(world, fan, nobody()))).toBe('stream_not_found');
    opened.live.isAway = true;
    expect(await errorOf(comeIn(world, performer, stream._id))).toBe('service_unavailable');
    opened.live.isAway = false;
    await endShow(world, performer, stream._id);
    expect(await errorOf(comeIn(world, performer, stream._id))).toBe('stream_offline');
    expect(await errorOf(comeIn(world, fan, stream._id))).toBe('stream_offline');
  });

  test('operators watch every public show', async () => {
    const [performer, operator] = [await signUpPerformer(world), await signUpOperator(world)];
    const stream = await goLive(opened, performer, { isFree: false, price: 10 });
    expect((await comeIn(world, operator, stream._id)).data.role).toBe('viewer');
  });
});

describe('an entry', () => {
  test('is paid once for a session, and opens that one alone', async () => {
    const [performer, fan] = [await signUpPerformer(world), await signUpFan(world)];
    await fillWallet(world, fan.id, 5000n);
    const stream = await goLive(opened, performer, { isFree: false, price: 10 });
    expect(await errorOf(pay(fan, stream._id, { expectedPrice: 9 }))).toBe('price_changed');
    const copies = await Promise.all(Array.from({ length: 6 }, () => pay(fan, stream._id, { expectedPrice: 10 })));
    expect(new Set(copies.map(({ data }) => data._id)).size).toBe(1);
    expect(copies[0]?.data).toMatchObject({
      type: 'stream',
      sessionId: stream.sessionId,
      price: 10,
      commission: 2,
      earning: 8,
      balanceAfter: 40,
    });
    const joined = (await world.call('GET /streaming/join/:id', { params: { id: stream._id } }, { token: fan.token })).data;
    expect(joined.stream).toMatchObject({ isBought: true, canWatch: true, unlock: [] });
    await world.call('PUT /streaming/live/:id', { params: { id: stream._id }, body: { price: 20 } }, { token: performer.token });
    expect((await pay(fan, stream._id)).data.price).toBe(10);
    await withhold(world, fan.id);
    expect([await errorOf(pay(fan, stream._id)), await errorOf(comeIn(world, fan, stream._id))]).toEqual([
      'purchase_withheld',
      'content_locked',
    ]);
    await withhold(world, fan.id, false);
    await endShow(world, performer, stream._id);
    expect(await errorOf(pay(fan, stream._id))).toBe('stream_offline');
    const again = await goLive(opened, performer, { isFree: false, price: 10 });
    expect(await errorOf(comeIn(world, fan, again._id))).toBe('content_locked');
    const past = (await world.call('GET /streaming/sessions', { query: {} }, { token: performer.token })).data.data;
    expect(past).toMatchObject([{ entries: 10 }]);
  });

  test('is sold once the picture has come, and refunded when the show ends before the minutes of the setting', async () => {
    const [performer, fan, late] = [await signUpPerformer(world), await signUpFan(world), await signUpFan(world)];
    for (const who of [fan, late]) await fillWallet(world, who.id, 5000n);
    const balanceOf = async (who: Somebody) => (await world.call('GET /users/me', {}, { token: who.token })).data.balance;
    const stream = await startShow(world, performer, { isFree: false, price: 10 });
    expect(await errorOf(pay(fan, stream._id))).toBe('stream_offline');
    const before = (await world.call('GET /streaming/join/:id', { params: { id: stream._id } }, { token: fan.token })).data;
    expect(before.stream).toMatchObject({ canWatch: false, unlock: [], price: 10 });
    opened.live.publish(stream.sessionId, performer.id);
    await tend(world);
    for (const who of [fan, late]) expect((await pay(who, stream._id)).status).toBe(200);
    world.clock.advance({ minutes: 4 });
    await endShow(world, performer, stream._id);
    // Twice at once, as two workers may: each entry goes back once.
    await Promise.all([refundEntries(world.ctx, stream.sessionId), refundEntries(world.ctx, stream.sessionId)]);
    expect([await balanceOf(fan), await balanceOf(late)]).toEqual([50, 50]);
    const { data: told } = await world.call('GET /notifications', {}, { token: performer.token });
    expect(told.data.filter(({ type }) => type === 'refund')).toHaveLength(2);
    const mails = await mailsTo(world, fan.email, 'refund');
    expect(mails[0]?.text).toContain('The show was not held, or ended in its first minutes.');
  });

  test('that is being paid while the show ends is refunded with the others', async () => {
    const [performer, fan] = [await signUpPerformer(world), await signUpFan(world)];
    await fillWallet(world, fan.id, 5000n);
    const stream = await goLive(opened, performer, { isFree: false, price: 10 });
    const { paying, ending } = await world.ctx.db.transaction(async (tx) => {
      await tx.execute(sql`select from ledger_balances where account_id = ${walletOf(fan.id)} for update`);
      const slow = pay(fan, stream._id);
      await somebodyWaits(world);
      const end = endShow(world, performer, stream._id);
      // The end waits for who is paying: only then is it known whose entries go back.
      await somebodyWaits(world, 2);
      return { paying: slow, ending: end };
    });
    expect([(await paying).status, (await ending).status]).toEqual([200, 200]);
    await refundEntries(world.ctx, stream.sessionId);
    expect((await world.call('GET /users/me', {}, { token: fan.token })).data.balance).toBe(50);
  });

  test('is kept for a show that was held', async () => {
    const [performer, fan] = [await signUpPerformer(world), await signUpFan(world)];
    await fillWallet(world, fan.id, 5000n);
    const enqueue = jest.spyOn(world.ctx.jobs, 'enqueue');
    const asked = () => enqueue.mock.calls.filter(([, name]) => name === 'charges/refund-entries').length;
    for (const [minutes, refunds] of [
      [6, 0],
      [1, 1],
    ] as const) {
      enqueue.mockClear();
      const stream = await goLive(opened, performer, { isFree: false, price: 10 });
      await pay(fan, stream._id);
      world.clock.advance({ minutes });
      await endShow(world, performer, stream._id);
      expect(asked()).toBe(refunds);
    }
    enqueue.mockRestore();
  });

  test('is refused where none is sold, to whom it is closed, and to who cannot pay', async () => {
    const [performer, poor, blocked] = [await signUpPerformer(world), await signUpFan(world), await signUpFan(world)];
    const free = await goLive(opened, await signUpPerformer(world));
    expect(await errorOf(pay(poor, free._id))).toBe('not_for_sale');
    expect(await errorOf(pay(poor, nobody()))).toBe('stream_not_found');
    const stream = await goLive(opened, performer, { isFree: false, price: 10 });
    expect(await errorOf(pay(poor, stream._id))).toBe('insufficient_balance');
    await block(performer, blocked);
    expect(await errorOf(pay(blocked, stream._id))).toBe('blocked_by_performer');
    await fillWallet(world, poor.id, 5000n);
    await world.ctx.db.update(accounts).set({ monthlySpendingLimitCents: 500n }).where(eq(accounts.id, poor.id));
    expect(await errorOf(pay(poor, stream._id))).toBe('spending_limit_reached');
    await world.ctx.db.update(accounts).set({ isPerformer: false, role: 'user' }).where(eq(accounts.id, performer.id));
    expect(await errorOf(pay(performer, stream._id))).toBe('own_item');
    await world.ctx.db.update(accounts).set({ isPerformer: true, role: 'performer' }).where(eq(accounts.id, performer.id));
  });
});

describe('a right that ends while somebody watches', () => {
  const isOut = async (fan: Somebody, sessionId: string, streamId: string, code: string) => {
    await tend(world);
    expect(viewersIn(sessionId)).not.toContain(fan.id);
    expect(await errorOf(comeIn(world, fan, streamId))).toBe(code);
  };

  test('puts out who is not subscribed any more, and nobody else', async () => {
    const performer = await signUpPerformer(world);
    const { sessionId, _id } = await goLive(opened, performer);
    const [gone, stays] = [await subscriberIn(performer, sessionId, _id), await subscriberIn(performer, sessionId, _id)];
    const ear = await listenAs(world, gone.token);
    await endSubscription(world, gone, performer);
    await isOut(gone, sessionId, _id, 'subscription_required');
    expect(viewersIn(sessionId)).toEqual([stays.id]);
    await eventually(() => {
      expect(ear.heard('stream/left')).toMatchObject([{ streamId: _id, accountId: gone.id, reason: 'revoked' }]);
    });
    ear.close();
  });

  test('puts out who was blocked, and who was given her money back', async () => {
    const [performer, operator] = [await signUpPerformer(world), await signUpOperator(world)];
    const { sessionId, _id } = await goLive(opened, performer);
    const blocked = await subscriberIn(performer, sessionId, _id);
    await block(performer, blocked);
    await isOut(blocked, sessionId, _id, 'blocked_by_performer');
    await endShow(world, performer, _id);

    const paid = await goLive(opened, performer, { isFree: false, price: 10 });
    const fan = await signUpFan(world);
    await fillWallet(world, fan.id, 1000n);
    const { data: entry } = await pay(fan, _id);
    await comeIn(world, fan, _id);
    opened.live.watch(paid.sessionId, fan.id);
    await tend(world);
    expect(viewersIn(paid.sessionId)).toEqual([fan.id]);
    const refund = { params: { id: entry._id }, body: { reason: 'The picture was black' } };
    expect((await world.call('POST /admin/charges/:id/refund', refund, { token: operator.token })).status).toBe(200);
    await isOut(fan, paid.sessionId, _id, 'content_locked');
  });

  test('puts out whose country was closed, and who was suspended', async () => {
    const performer = await signUpPerformer(world);
    const { sessionId, _id } = await goLive(opened, performer);
    country = 'FR';
    const abroad = await subscriberIn(performer, sessionId, _id);
    country = null;
    const bad = await subscriberIn(performer, sessionId, _id);
    await world.call('POST /block/countries', { body: { countryCodes: ['FR'] } }, { token: performer.token });
    await world.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, bad.id));
    await tend(world);
    expect(viewersIn(sessionId)).toEqual([]);
    country = 'FR';
    expect(await errorOf(comeIn(world, abroad, _id))).toBe('blocked_by_performer');
  });

  test('puts out who has signed out everywhere', async () => {
    const performer = await signUpPerformer(world);
    const { sessionId, _id } = await goLive(opened, performer);
    const fan = await subscriberIn(performer, sessionId, _id);
    await world.call('POST /auth/logout', {}, { token: fan.token });
    await tend(world);
    expect(viewersIn(sessionId)).toEqual([]);
  });

  test('is asked for again until the engine has let go', async () => {
    const performer = await signUpPerformer(world);
    const { sessionId, _id } = await goLive(opened, performer);
    const fan = await subscriberIn(performer, sessionId, _id);
    await endSubscription(world, fan, performer);
    opened.live.isAway = true;
    await tend(world);
    expect(viewersIn(sessionId)).toEqual([fan.id]);
    opened.live.isAway = false;
    await isOut(fan, sessionId, _id, 'subscription_required');
  });
});

describe('who watches', () => {
  test('counts once over all windows, is named to the performer, and goes with the last window', async () => {
    const performer = await signUpPerformer(world);
    const stream = await goLive(opened, performer);
    const fan = await signUpFan(world);
    const desk = await listenAs(world, performer.token);
    const [first, second] = [await enter(world, fan, stream._id), await enter(world, fan, stream._id)];
    expect(first.refused).toBe('subscription_required');
    first.close();
    second.close();
    await letSubscribe(world, fan, performer);
    const windows = [await enter(world, fan, stream._id), await enter(world, fan, stream._id)];
    await tend(world);
    const count = async () =>
      (await world.call('GET /streaming/join/:id', { params: { id: stream._id } }, { token: fan.token })).data.stream.viewers;
    expect(await count()).toBe(1);
    await eventually(() => {
      expect(windows[0]?.heard('stream/viewers')).toMatchObject([{ streamId: stream._id, viewers: 1 }]);
      expect(desk.heard('stream/joined')).toMatchObject([{ streamId: stream._id, person: { _id: fan.id } }]);
    });
    const named = await world.call(
      'GET /streaming/live/:id/viewers',
      { params: { id: stream._id }, query: {} },
      { token: performer.token },
    );
    expect(named.data).toMatchObject({ total: 1, data: [{ _id: fan.id, tipped: 0 }] });
    const other = await signUpPerformer(world);
    const peeking = world.call('GET /streaming/live/:id/viewers', { params: { id: stream._id }, query: {} }, { token: other.token });
    expect(await errorOf(peeking)).toBe('stream_not_found');
    windows.forEach((window) => {
      window.close();
    });
    await eventually(async () => {
      world.clock.advance({ seconds: 2 });
      await tend(world);
      expect(await count()).toBe(0);
    });
    desk.close();
  });
});

describe('WHIP and WHEP', () => {
  const whip = (streamId: string, token: string | null, sdp = 'v=0 an offer') =>
    world.call('POST /streaming/whip/:streamId', { params: { streamId }, sdp }, { token });
  const whep = (streamId: string, token: string | null, sdp = 'v=0 an offer') =>
    world.call('POST /streaming/whep/:streamId', { params: { streamId }, sdp }, { token });

  test('connect who has a token of the room, and answer as their standards say', async () => {
    const performer = await signUpPerformer(world);
    const stream = await goLive(opened, performer);
    const { token } = (await comeIn(world, performer, stream._id)).data;
    opened.live.unpublish(stream.sessionId);
    const { status, data, headers } = await whip(stream._id, token);
    expect(status).toBe(201);
    expect(headers.get('content-type')).toBe('application/sdp');
    expect(data.sdp).toBe('v=0 the answer');
    expect(opened.live.room(stream.sessionId).publisher).toBe(performer.id);
    const [, resourceId = ''] = /\/streaming\/whip\/[^/]+\/(.+)$/.exec(data.location) ?? [];
    const params = { streamId: stream._id, resourceId };
    expect((await world.call('PATCH /streaming/whip/:streamId/:resourceId', { params, sdp: 'a=candidate:1' }, { token })).status).toBe(204);
    expect((await world.call('DELETE /streaming/whip/:streamId/:resourceId', { params }, { token })).status).toBe(200);
    expect(opened.live.room(stream.sessionId).publisher).toBeNull();
    expect((await world.call('DELETE /streaming/whip/:streamId/:resourceId', { params }, { token })).status).toBe(200);
    const trickled = world.call('PATCH /streaming/whip/:streamId/:resourceId', { params, sdp: 'a=candidate:1' }, { token });
    expect(await errorOf(trickled)).toBe('stream_not_found');
  });

  test('leave a connection to the person who made it', async () => {
    const [performer, other, fan] = [await signUpPerformer(world), await signUpPerformer(world), await signUpFan(world)];
    const [stream, beside] = [await goLive(opened, performer), await goLive(opened, other)];
    await letSubscribe(world, fan, performer);
    const tokenOf = async (person: { id: string; token: string }, streamId: string) => (await comeIn(world, person, streamId)).data.token;
    const [own, viewers, another] = [
      await tokenOf(performer, stream._id),
      await tokenOf(fan, stream._id),
      await tokenOf(other, beside._id),
    ];
    const made = [await whip(stream._id, own), await whep(stream._id, viewers)].map(({ data }) => data.location.split('/').at(-1) ?? '');
    for (const [door, index, strangers] of [
      ['whip', 0, [viewers, another]],
      ['whep', 1, [own, another]],
    ] as const) {
      const params = { streamId: stream._id, resourceId: made[index] ?? '' };
      const patch = (token: string | null) =>
        world.call(`PATCH /streaming/${door}/:streamId/:resourceId`, { params, sdp: 'a=candidate:1' }, { token });
      const end = (token: string | null) => world.call(`DELETE /streaming/${door}/:streamId/:resourceId`, { params }, { token });
      for (const call of [patch, end]) {
        expect(await errorOf(call(null))).toBe('session_required');
        expect(await errorOf(call('nonsense'))).toBe('session_ended');
        for (const stranger of strangers) expect(await errorOf(call(stranger))).toBe('content_locked');
      }
    }
    expect(opened.live.room(stream.sessionId).publisher).toBe(performer.id);
    expect([...opened.live.room(stream.sessionId).viewers]).toEqual([fan.id]);
  });

  test('refuse who has none, another, one of another room, or no right any more', async () => {
    const [performer, other, fan] = [await signUpPerformer(world), await signUpPerformer(world), await signUpFan(world)];
    const [stream, beside] = [await goLive(opened, performer), await goLive(opened, other)];
    await letSubscribe(world, fan, performer);
    const [own, hers] = [(await comeIn(world, performer, stream._id)).data.token, (await comeIn(world, fan, stream._id)).data.token];
    expect(await errorOf(whip(stream._id, null))).toBe('session_required');
    expect(await errorOf(whip(stream._id, 'nonsense'))).toBe('session_ended');
    expect(await errorOf(whip(stream._id, hers))).toBe('content_locked');
    expect(await errorOf(whip(nobody(), own))).toBe('stream_not_found');
    await letSubscribe(world, performer, other);
    expect(await errorOf(whip(beside._id, own))).toBe('content_locked');
    expect(await errorOf(whep(stream._id, own))).toBe('content_locked');
    expect(await errorOf(whep(nobody(), hers))).toBe('stream_not_found');
    expect(await errorOf(whip(stream._id, own, 'no offer'))).toBe('invalid_request');
    const asJson = await fetch(`${world.url}/streaming/whep/${stream._id}`, {
      ...{ method: 'POST', headers: { authorization: hers, 'content-type': 'application/json' }, body: '{}' },
    });
    expect(asJson.status).toBe(415);
    const { data } = await whep(stream._id, hers);
    const params = { streamId: stream._id, resourceId: data.location.split('/').at(-1) ?? '' };
    expect(
      (await world.call('PATCH /streaming/whep/:streamId/:resourceId', { params, sdp: 'a=candidate:1' }, { token: hers })).status,
    ).toBe(204);
    expect((await world.call('DELETE /streaming/whep/:streamId/:resourceId', { params }, { token: hers })).status).toBe(200);
    expect(await errorOf(world.call('PATCH /streaming/whep/:streamId/:resourceId', { params, sdp: 'a=c' }, { token: hers }))).toBe(
      'stream_not_found',
    );

    await endSubscription(world, fan, performer);
    expect(await errorOf(whep(stream._id, hers))).toBe('subscription_required');
    await world.call(
      'PUT /streaming/live/:id',
      { params: { id: stream._id }, body: { isFree: false, price: 5 } },
      { token: performer.token },
    );
    expect(await errorOf(whep(stream._id, hers))).toBe('content_locked');
    await block(performer, fan);
    expect(await errorOf(whep(stream._id, hers))).toBe('blocked_by_performer');
    await endShow(world, performer, stream._id);
    expect(await errorOf(whip(stream._id, own))).toBe('stream_offline');
  });

  test('a viewer comes too late to a show that has ended', async () => {
    const [performer, fan] = [await signUpPerformer(world), await signUpFan(world)];
    const stream = await goLive(opened, performer);
    await letSubscribe(world, fan, performer);
    const { token } = (await comeIn(world, fan, stream._id)).data;
    await endShow(world, performer, stream._id);
    expect(await errorOf(whep(stream._id, token))).toBe('stream_offline');
  });
});

test('LiveKit reports to an address of its own, and what bears no signature of its is refused', async () => {
  const heard: string[] = [];
  Object.assign(world.ctx.streaming, {
    hearWebhook: (body: Buffer, authorization: string | undefined) =>
      Promise.resolve(authorization === 'signed' && heard.push(body.toString()) > 0),
  });
  const report = (authorization: string) =>
    fetch(`${world.url}/webhooks/livekit`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/webhook+json' },
      body: '{"a": 1}',
    });
  expect((await report('signed')).status).toBe(200);
  expect(await (await report('forged')).json()).toMatchObject({ error: 'signature_invalid' });
  expect(heard).toEqual(['{"a": 1}']);
});
