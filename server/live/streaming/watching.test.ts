/** Access to shows: credentials, paid entries, evictions, viewer counts. */
import { eq, sql } from 'drizzle-orm';
import { accounts } from '@server/platform/db/schema/accounts';
import { refundEntries } from '@server/flows/refunds/entries';
import { walletOf } from '@server/money/ledger/chart';
import { violatedInvariants, fillWallet, waitForBlockedQuery, setWithheld } from '../../../tests/kit/money/ledger';
import { eventually } from '../../../tests/kit/timing/eventually';
import { openSocket } from '../../../tests/kit/host/test-socket';
import {
  requestCredentials,
  endShow,
  joinShow,
  goLive,
  openLiveTestHost,
  startShow,
  reconcile,
  type LiveTestHost,
} from '../../../tests/kit/live/shows';
import { mailsTo } from '../../../tests/kit/host/mails';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { endSubscription, addSubscription } from '../../../tests/kit/content/posts';
import type { TestHost } from '../../../tests/kit/host/test-host';

let opened: LiveTestHost;
let testHost: TestHost;
let country: string | null = null;
beforeAll(async () => {
  opened = await openLiveTestHost({}, { geo: { countryOf: () => Promise.resolve(country) } });
  ({ testHost } = opened);
});
afterEach(() => {
  country = null;
  opened.live.isUnavailable = false;
});
afterAll(async () => {
  expect(await violatedInvariants(testHost)).toEqual([]);
  await testHost.close();
});

type TestAccount = Awaited<ReturnType<typeof signUpFan>>;
const errorOf = async (call: Promise<{ errorBody: { error: string } }>) => (await call).errorBody.error;
const missingId = () => testHost.ctx.random.id();
const pay = (who: TestAccount, id: string, body: { expectedPrice?: number } = {}) =>
  testHost.call('POST /wallet/charges/stream/:id', { params: { id }, body }, { token: who.token });
const block = (who: TestAccount, target: TestAccount) =>
  testHost.call('POST /block/users', { body: { targetId: target.id } }, { token: who.token });
const viewersIn = (room: string) => [...opened.live.room(room).viewers];

/** A fan who watches a show for subscribers. */
async function subscriberIn(performer: TestAccount, sessionId: string, streamId: string): Promise<TestAccount> {
  const fan = await signUpFan(testHost);
  await addSubscription(testHost, fan, performer);
  expect((await requestCredentials(testHost, fan, streamId)).status).toBe(200);
  opened.live.watch(sessionId, fan.id);
  return fan;
}

describe('credentials for a show', () => {
  test('are valid for an hour and one session; only the performer can publish', async () => {
    const [performer, fan] = [await signUpPerformer(testHost), await signUpFan(testHost)];
    const stream = await goLive(opened, performer);
    expect(await errorOf(requestCredentials(testHost, fan, stream._id))).toBe('subscription_required');
    await addSubscription(testHost, fan, performer);
    const { data } = await requestCredentials(testHost, fan, stream._id);
    expect(data).toMatchObject({ engine: 'embedded', role: 'viewer', room: stream.sessionId, identity: fan.id });
    const left_s = (Date.parse(data.expiresAt) - Date.now()) / 1000;
    expect(left_s).toBeGreaterThan(3500);
    expect(left_s).toBeLessThanOrEqual(3600);
    expect((await requestCredentials(testHost, performer, stream._id)).data.role).toBe('publisher');
    expect((await requestCredentials(testHost, performer, stream._id, 'viewer')).data.role).toBe('viewer');
    expect(await errorOf(requestCredentials(testHost, fan, stream._id, 'publisher'))).toBe('not_owner');
    const byChannel = await testHost.call('POST /streaming/agora/token', { body: { channelName: stream.sessionId } }, { token: fan.token });
    expect(byChannel.data.room).toBe(stream.sessionId);
    const unnamed = await testHost.call('POST /streaming/agora/token', { body: {} }, { token: fan.token });
    expect(unnamed.errorBody.error).toBe('invalid_request');
  });

  test('are rejected for guests, unpaid and blocked accounts, unknown shows, and ended shows', async () => {
    const [performer, fan, blocked] = [await signUpPerformer(testHost), await signUpFan(testHost), await signUpFan(testHost)];
    const stream = await goLive(opened, performer, { isFree: false, price: 10 });
    const asGuest = await testHost.call('POST /streaming/agora/token', { body: { streamId: stream._id } });
    expect(asGuest.errorBody.error).toBe('session_required');
    expect(await errorOf(requestCredentials(testHost, fan, stream._id))).toBe('content_locked');
    await addSubscription(testHost, fan, performer);
    // A paid show is not included in a subscription.
    expect(await errorOf(requestCredentials(testHost, fan, stream._id))).toBe('content_locked');
    await block(performer, blocked);
    expect(await errorOf(requestCredentials(testHost, blocked, stream._id))).toBe('blocked_by_performer');
    expect(await errorOf(requestCredentials(testHost, fan, missingId()))).toBe('stream_not_found');
    opened.live.isUnavailable = true;
    expect(await errorOf(requestCredentials(testHost, performer, stream._id))).toBe('service_unavailable');
    opened.live.isUnavailable = false;
    await endShow(testHost, performer, stream._id);
    expect(await errorOf(requestCredentials(testHost, performer, stream._id))).toBe('stream_offline');
    expect(await errorOf(requestCredentials(testHost, fan, stream._id))).toBe('stream_offline');
  });

  test('are issued to operators for every public show', async () => {
    const [performer, operator] = [await signUpPerformer(testHost), await signUpOperator(testHost)];
    const stream = await goLive(opened, performer, { isFree: false, price: 10 });
    expect((await requestCredentials(testHost, operator, stream._id)).data.role).toBe('viewer');
  });
});

describe('an entry', () => {
  test('is paid once and valid for one session', async () => {
    const [performer, fan] = [await signUpPerformer(testHost), await signUpFan(testHost)];
    await fillWallet(testHost, fan.id, 5000n);
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
    const joined = (await testHost.call('GET /streaming/join/:id', { params: { id: stream._id } }, { token: fan.token })).data;
    expect(joined.stream).toMatchObject({ isBought: true, canWatch: true, unlock: [] });
    await testHost.call('PUT /streaming/live/:id', { params: { id: stream._id }, body: { price: 20 } }, { token: performer.token });
    expect((await pay(fan, stream._id)).data.price).toBe(10);
    await setWithheld(testHost, fan.id);
    expect([await errorOf(pay(fan, stream._id)), await errorOf(requestCredentials(testHost, fan, stream._id))]).toEqual([
      'purchase_withheld',
      'content_locked',
    ]);
    await setWithheld(testHost, fan.id, false);
    await endShow(testHost, performer, stream._id);
    expect(await errorOf(pay(fan, stream._id))).toBe('stream_offline');
    const again = await goLive(opened, performer, { isFree: false, price: 10 });
    expect(await errorOf(requestCredentials(testHost, fan, again._id))).toBe('content_locked');
    const past = (await testHost.call('GET /streaming/sessions', { query: {} }, { token: performer.token })).data.data;
    expect(past).toMatchObject([{ entries: 10 }]);
  });

  test('is sold from the first video, and refunded when the show ends before the configured minutes', async () => {
    const [performer, fan, late] = [await signUpPerformer(testHost), await signUpFan(testHost), await signUpFan(testHost)];
    for (const who of [fan, late]) await fillWallet(testHost, who.id, 5000n);
    const balanceOf = async (who: TestAccount) => (await testHost.call('GET /users/me', {}, { token: who.token })).data.balance;
    const stream = await startShow(testHost, performer, { isFree: false, price: 10 });
    expect(await errorOf(pay(fan, stream._id))).toBe('stream_offline');
    const before = (await testHost.call('GET /streaming/join/:id', { params: { id: stream._id } }, { token: fan.token })).data;
    expect(before.stream).toMatchObject({ canWatch: false, unlock: [], price: 10 });
    opened.live.publish(stream.sessionId, performer.id);
    await reconcile(testHost);
    for (const who of [fan, late]) expect((await pay(who, stream._id)).status).toBe(200);
    testHost.clock.advance({ minutes: 4 });
    await endShow(testHost, performer, stream._id);
    // Two concurrent workers refund each entry only once.
    await Promise.all([refundEntries(testHost.ctx, stream.sessionId), refundEntries(testHost.ctx, stream.sessionId)]);
    expect([await balanceOf(fan), await balanceOf(late)]).toEqual([50, 50]);
    const { data: notifications } = await testHost.call('GET /notifications', {}, { token: performer.token });
    expect(notifications.data.filter(({ type }) => type === 'refund')).toHaveLength(2);
    const mails = await mailsTo(testHost, fan.email, 'refund');
    expect(mails[0]?.text).toContain('The stream didn’t take place or ended within its first minutes.');
  });

  test('paid while the show ends is refunded with the others', async () => {
    const [performer, fan] = [await signUpPerformer(testHost), await signUpFan(testHost)];
    await fillWallet(testHost, fan.id, 5000n);
    const stream = await goLive(opened, performer, { isFree: false, price: 10 });
    const { paying, ending } = await testHost.ctx.db.transaction(async (tx) => {
      await tx.execute(sql`select from ledger_balances where account_id = ${walletOf(fan.id)} for update`);
      const slow = pay(fan, stream._id);
      await waitForBlockedQuery(testHost);
      const end = endShow(testHost, performer, stream._id);
      // Ending the show waits for the payment, so that its entry is included in the refunds.
      await waitForBlockedQuery(testHost, 2);
      return { paying: slow, ending: end };
    });
    expect([(await paying).status, (await ending).status]).toEqual([200, 200]);
    await refundEntries(testHost.ctx, stream.sessionId);
    expect((await testHost.call('GET /users/me', {}, { token: fan.token })).data.balance).toBe(50);
  });

  test('is not refunded for a show that lasted long enough', async () => {
    const [performer, fan] = [await signUpPerformer(testHost), await signUpFan(testHost)];
    await fillWallet(testHost, fan.id, 5000n);
    const enqueue = jest.spyOn(testHost.ctx.jobs, 'enqueue');
    const refundJobs = () => enqueue.mock.calls.filter(([, name]) => name === 'charges/refund-entries').length;
    for (const [minutes, refunds] of [
      [6, 0],
      [1, 1],
    ] as const) {
      enqueue.mockClear();
      const stream = await goLive(opened, performer, { isFree: false, price: 10 });
      await pay(fan, stream._id);
      testHost.clock.advance({ minutes });
      await endShow(testHost, performer, stream._id);
      expect(refundJobs()).toBe(refunds);
    }
    enqueue.mockRestore();
  });

  test('is rejected for free shows, blocked fans, insufficient funds, and the performer of the show', async () => {
    const [performer, poor, blocked] = [await signUpPerformer(testHost), await signUpFan(testHost), await signUpFan(testHost)];
    const free = await goLive(opened, await signUpPerformer(testHost));
    expect(await errorOf(pay(poor, free._id))).toBe('not_for_sale');
    expect(await errorOf(pay(poor, missingId()))).toBe('stream_not_found');
    const stream = await goLive(opened, performer, { isFree: false, price: 10 });
    expect(await errorOf(pay(poor, stream._id))).toBe('insufficient_balance');
    await block(performer, blocked);
    expect(await errorOf(pay(blocked, stream._id))).toBe('blocked_by_performer');
    await fillWallet(testHost, poor.id, 5000n);
    await testHost.ctx.db.update(accounts).set({ monthlySpendingLimitCents: 500n }).where(eq(accounts.id, poor.id));
    expect(await errorOf(pay(poor, stream._id))).toBe('spending_limit_reached');
    await testHost.ctx.db.update(accounts).set({ isPerformer: false, role: 'user' }).where(eq(accounts.id, performer.id));
    expect(await errorOf(pay(performer, stream._id))).toBe('own_item');
    await testHost.ctx.db.update(accounts).set({ isPerformer: true, role: 'performer' }).where(eq(accounts.id, performer.id));
  });
});

describe('losing access during a show', () => {
  const expectEvicted = async (fan: TestAccount, sessionId: string, streamId: string, code: string) => {
    await reconcile(testHost);
    expect(viewersIn(sessionId)).not.toContain(fan.id);
    expect(await errorOf(requestCredentials(testHost, fan, streamId))).toBe(code);
  };

  test('evicts a fan whose subscription has ended; others stay', async () => {
    const performer = await signUpPerformer(testHost);
    const { sessionId, _id } = await goLive(opened, performer);
    const [leaver, subscriber] = [await subscriberIn(performer, sessionId, _id), await subscriberIn(performer, sessionId, _id)];
    const socket = await openSocket(testHost, leaver.token);
    await endSubscription(testHost, leaver, performer);
    await expectEvicted(leaver, sessionId, _id, 'subscription_required');
    expect(viewersIn(sessionId)).toEqual([subscriber.id]);
    await eventually(() => {
      expect(socket.received('stream/left')).toMatchObject([{ streamId: _id, accountId: leaver.id, reason: 'revoked' }]);
    });
    socket.close();
  });

  test('evicts blocked and refunded fans', async () => {
    const [performer, operator] = [await signUpPerformer(testHost), await signUpOperator(testHost)];
    const { sessionId, _id } = await goLive(opened, performer);
    const blocked = await subscriberIn(performer, sessionId, _id);
    await block(performer, blocked);
    await expectEvicted(blocked, sessionId, _id, 'blocked_by_performer');
    await endShow(testHost, performer, _id);

    const paid = await goLive(opened, performer, { isFree: false, price: 10 });
    const fan = await signUpFan(testHost);
    await fillWallet(testHost, fan.id, 1000n);
    const { data: entry } = await pay(fan, _id);
    await requestCredentials(testHost, fan, _id);
    opened.live.watch(paid.sessionId, fan.id);
    await reconcile(testHost);
    expect(viewersIn(paid.sessionId)).toEqual([fan.id]);
    const refund = { params: { id: entry._id }, body: { reason: 'The picture was black' } };
    expect((await testHost.call('POST /admin/charges/:id/refund', refund, { token: operator.token })).status).toBe(200);
    await expectEvicted(fan, paid.sessionId, _id, 'content_locked');
  });

  test('evicts fans in a blocked country and suspended fans', async () => {
    const performer = await signUpPerformer(testHost);
    const { sessionId, _id } = await goLive(opened, performer);
    country = 'FR';
    const abroad = await subscriberIn(performer, sessionId, _id);
    country = null;
    const suspended = await subscriberIn(performer, sessionId, _id);
    await testHost.call('POST /block/countries', { body: { countryCodes: ['FR'] } }, { token: performer.token });
    await testHost.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, suspended.id));
    await reconcile(testHost);
    expect(viewersIn(sessionId)).toEqual([]);
    country = 'FR';
    expect(await errorOf(requestCredentials(testHost, abroad, _id))).toBe('blocked_by_performer');
  });

  test('evicts a fan who logged out everywhere', async () => {
    const performer = await signUpPerformer(testHost);
    const { sessionId, _id } = await goLive(opened, performer);
    const fan = await subscriberIn(performer, sessionId, _id);
    await testHost.call('POST /auth/logout', {}, { token: fan.token });
    await reconcile(testHost);
    expect(viewersIn(sessionId)).toEqual([]);
  });

  test('retries the eviction until the engine confirms it', async () => {
    const performer = await signUpPerformer(testHost);
    const { sessionId, _id } = await goLive(opened, performer);
    const fan = await subscriberIn(performer, sessionId, _id);
    await endSubscription(testHost, fan, performer);
    opened.live.isUnavailable = true;
    await reconcile(testHost);
    expect(viewersIn(sessionId)).toEqual([fan.id]);
    opened.live.isUnavailable = false;
    await expectEvicted(fan, sessionId, _id, 'subscription_required');
  });
});

describe('a viewer', () => {
  test('counts once across all windows, is listed for the performer, and leaves with the last window', async () => {
    const performer = await signUpPerformer(testHost);
    const stream = await goLive(opened, performer);
    const fan = await signUpFan(testHost);
    const performerSocket = await openSocket(testHost, performer.token);
    const [first, second] = [await joinShow(testHost, fan, stream._id), await joinShow(testHost, fan, stream._id)];
    expect(first.errorCode).toBe('subscription_required');
    first.close();
    second.close();
    await addSubscription(testHost, fan, performer);
    const windows = [await joinShow(testHost, fan, stream._id), await joinShow(testHost, fan, stream._id)];
    await reconcile(testHost);
    const count = async () =>
      (await testHost.call('GET /streaming/join/:id', { params: { id: stream._id } }, { token: fan.token })).data.stream.viewers;
    expect(await count()).toBe(1);
    await eventually(() => {
      expect(windows[0]?.received('stream/viewers')).toMatchObject([{ streamId: stream._id, viewers: 1 }]);
      expect(performerSocket.received('stream/joined')).toMatchObject([{ streamId: stream._id, person: { _id: fan.id } }]);
    });
    const viewers = await testHost.call(
      'GET /streaming/live/:id/viewers',
      { params: { id: stream._id }, query: {} },
      { token: performer.token },
    );
    expect(viewers.data).toMatchObject({ total: 1, data: [{ _id: fan.id, tipped: 0 }] });
    const other = await signUpPerformer(testHost);
    const byOther = testHost.call('GET /streaming/live/:id/viewers', { params: { id: stream._id }, query: {} }, { token: other.token });
    expect(await errorOf(byOther)).toBe('stream_not_found');
    windows.forEach((window) => {
      window.close();
    });
    await eventually(async () => {
      testHost.clock.advance({ seconds: 2 });
      await reconcile(testHost);
      expect(await count()).toBe(0);
    });
    performerSocket.close();
  });
});
