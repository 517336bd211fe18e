/** Tickets for scheduled shows: what creators can schedule, and how tickets are sold and returned. */
import { eq } from 'drizzle-orm';
import { accounts } from '@server/platform/db/schema/accounts';
import { feeds, items } from '@server/platform/db/schema/content';
import { performers } from '@server/platform/db/schema/performers';
import { clearEarnings } from '../../../tests/kit/money/earners';
import { violatedInvariants, csvRows, fillWallet, waitForBlockedQuery, setWithheld } from '../../../tests/kit/money/ledger';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { addFollow } from '../../../tests/kit/content/posts';
import { isoIn, buyTicket, scheduleShow, ticketStatuses, runShowJobs } from '../../../tests/kit/live/tickets';
import { notificationInboxOf } from '../../../tests/kit/talk/notifications';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let country: string | null = null;
beforeAll(async () => {
  testHost = await openTestHost({}, { geo: { countryOf: () => Promise.resolve(country) } });
});
afterEach(() => {
  country = null;
});
afterAll(async () => {
  expect(await violatedInvariants(testHost)).toEqual([]);
  await testHost.close();
});

type TestAccount = Awaited<ReturnType<typeof signUpFan>>;
const errorOf = async (call: Promise<{ errorBody: { error: string } }>) => (await call).errorBody.error;
const missingId = () => testHost.ctx.random.id();
const postFor = async (viewer: { token: string }, id: string) =>
  (await testHost.call('GET /user/feeds/:id', { params: { id } }, viewer)).data;
const change = (performer: TestAccount, id: string, body: object) =>
  testHost.call('PUT /performer/feeds/:id', { params: { id }, body }, { token: performer.token });
const balanceOf = async (account: TestAccount) => (await testHost.call('GET /users/me', {}, { token: account.token })).data.balance;

async function fanWith(tokens: number): Promise<TestAccount> {
  const fan = await signUpFan(testHost);
  if (tokens > 0) await fillWallet(testHost, fan.id, BigInt(tokens * 100));
  return fan;
}

describe('a show with tickets', () => {
  test('is scheduled with a price and a capacity, only for posts that can sell tickets', async () => {
    const performer = await signUpPerformer(testHost);
    const post = await scheduleShow(testHost, performer, { ticketCapacity: 2 });
    expect(post.tickets).toEqual({ price: 10, capacity: 2, state: 'on_sale', mayReturn: false, recording: null });
    const schedule = (body: object) =>
      testHost.call(
        'POST /performer/feeds',
        {
          body: { type: 'scheduled-stream', title: 'Later', text: '', audience: 'public', streamScheduledAt: isoIn(testHost, 60), ...body },
        },
        { token: performer.token },
      );
    expect((await schedule({})).data.tickets).toBeNull();
    expect(await errorOf(schedule({ ticketPrice: 0.5 }))).toBe('price_out_of_range');
    expect(await errorOf(schedule({ ticketPrice: 1001 }))).toBe('price_out_of_range');
    expect(await errorOf(schedule({ ticketCapacity: 5 }))).toBe('invalid_request');
    expect(await errorOf(schedule({ ticketPrice: 10, ticketCapacity: 0 }))).toBe('invalid_request');
    expect(await errorOf(schedule({ ticketPrice: 10, audience: 'paid', price: 5 }))).toBe('invalid_request');
    expect(await errorOf(schedule({ ticketPrice: 10, type: 'text', text: 'Words', streamScheduledAt: null }))).toBe('invalid_request');
    expect(await errorOf(change(performer, post._id, { audience: 'paid', price: 5 }))).toBe('invalid_request');
    expect((await change(performer, post._id, { ticketPrice: 12, ticketCapacity: null })).data.tickets).toMatchObject({
      price: 12,
      capacity: null,
    });
    expect((await change(performer, post._id, { ticketPrice: null })).data.tickets).toBeNull();
  });

  test('is not sold to its creator, even after they became a fan', async () => {
    const formerPerformer = await signUpPerformer(testHost);
    const post = await scheduleShow(testHost, formerPerformer);
    await testHost.ctx.db.update(accounts).set({ isPerformer: false, role: 'user' }).where(eq(accounts.id, formerPerformer.id));
    expect(await errorOf(buyTicket(testHost, formerPerformer, post._id))).toBe('own_item');
  });

  test('accepts an idempotency key once for the purchase and once for the return, and rejects another body and concurrent duplicates', async () => {
    const [performer, fan] = [await signUpPerformer(testHost), await fanWith(50)];
    const [post, other] = [await scheduleShow(testHost, performer), await scheduleShow(testHost, performer)];
    const buy = (key: string, expectedPrice?: number) =>
      testHost.call(
        'POST /wallet/charges/ticket/:id',
        { params: { id: post._id }, body: expectedPrice === undefined ? {} : { expectedPrice } },
        { token: fan.token, key },
      );
    const returnTicket = (id: string) =>
      testHost.call('POST /wallet/charges/ticket/:id/return', { params: { id } }, { token: fan.token, key: 'back' });
    /** Sends the request while the post is locked, and a duplicate before the lock is released. */
    const whilePostLocked = async (work: () => Promise<{ status: number; errorBody: { error: string } }>) => {
      const { running } = await testHost.ctx.db.transaction(async (tx) => {
        await tx.select().from(items).where(eq(items.id, post._id)).for('update');
        const first = work();
        await waitForBlockedQuery(testHost);
        expect(await errorOf(work())).toBe('request_in_progress');
        return { running: first };
      });
      return (await running).status;
    };
    expect(await whilePostLocked(() => buy('slow'))).toBe(200);
    expect(await errorOf(buy('slow', 1))).toBe('idempotency_key_reused');
    await buyTicket(testHost, fan, other._id);
    for (const { _id } of [post, other]) await change(performer, _id, { streamScheduledAt: isoIn(testHost, 120) });
    expect(await whilePostLocked(() => returnTicket(post._id))).toBe(200);
    expect(await errorOf(returnTicket(other._id))).toBe('idempotency_key_reused');
    expect(await balanceOf(fan)).toBe(40);
  });

  test('sells each fan one ticket, whose earnings cannot be paid out before the show', async () => {
    const [performer, fan] = [await signUpPerformer(testHost), await fanWith(140)];
    // Other sales of this performer can be paid out immediately.
    await testHost.ctx.db.update(performers).set({ clearingDays: 0 }).where(eq(performers.accountId, performer.id));
    const post = await scheduleShow(testHost, performer, { ticketPrice: 100 });
    expect(await errorOf(buyTicket(testHost, fan, post._id, 99))).toBe('price_changed');
    const copies = await Promise.all(Array.from({ length: 6 }, () => buyTicket(testHost, fan, post._id, 100)));
    expect(new Set(copies.map(({ data }) => data._id)).size).toBe(1);
    expect(copies[0]?.data).toMatchObject({
      type: 'ticket',
      targetId: post._id,
      price: 100,
      commission: 20,
      earning: 80,
      balanceAfter: 40,
    });
    expect(copies[0]?.data).toMatchObject({ text: 'Acoustic set', item: { isBought: true, tickets: { state: 'on_sale' } } });
    expect(await balanceOf(fan)).toBe(40);
    expect((await testHost.call('GET /performer/feeds/:id', { params: { id: post._id } }, { token: performer.token })).data.totalSold).toBe(
      1,
    );
    expect((await notificationInboxOf(testHost, performer)).filter(({ type }) => type === 'item_sold')).toMatchObject([
      { text: 'bought a ticket for your stream “Acoustic set” for 100 tokens.', link: `/post/${post._id}` },
    ]);

    const stats = (await testHost.call('GET /performer/earning/stats', {}, { token: performer.token })).data;
    expect(stats).toMatchObject({ clearing: 80, clearsAt: null });
    const [earning] = (await testHost.call('GET /performer/earning/search', { query: {} }, { token: performer.token })).data.data;
    expect(earning).toMatchObject({ type: 'ticket', availableAt: null });
    const payout = { method: 'paypal', amount: 60 } as const;
    await testHost.call(
      'PUT /performers/:id/payment-gateway-settings',
      { params: { id: 'me' }, body: { method: 'paypal', email: 'a@example.com' } },
      { token: performer.token },
    );
    expect(await errorOf(testHost.call('POST /payout-requests', { body: payout }, { token: performer.token }))).toBe('earnings_clearing');
  });

  test('is listed as a ticket in purchases, receipts and both statements, and found by operators', async () => {
    const [performer, fan, operator] = [await signUpPerformer(testHost), await fanWith(50), await signUpOperator(testHost)];
    const post = await scheduleShow(testHost, performer);
    await buyTicket(testHost, fan, post._id);
    const bought = (await testHost.call('GET /wallet/purchases', { query: { type: 'ticket' } }, { token: fan.token })).data.data;
    expect(bought).toMatchObject([{ type: 'ticket', price: 10, status: 'success', item: { _id: post._id, kind: 'feed' } }]);
    const query = { type: 'ticket', performerId: performer.id } as const;
    expect((await testHost.call('GET /admin/charges/search', { query }, operator)).data.data).toMatchObject([
      { type: 'ticket', price: 10 },
    ]);
    expect((await testHost.call('GET /wallet/charges/search', { query }, { token: fan.token })).data.data).toHaveLength(1);
    const statement = await testHost.call('GET /wallet/statement', { query: {} }, { token: fan.token });
    expect(csvRows(statement.data).flat()).toContain('ticket');
    const earned = await testHost.call('GET /performer/earning/statement', { query: {} }, { token: performer.token });
    expect(csvRows(earned.data).flat()).toEqual(expect.arrayContaining(['ticket', 'After the stream']));
  });

  test('is sold to its audience only, and its sale is rejected for the same reasons as any other', async () => {
    const [performer, fan, poor, blocked] = [await signUpPerformer(testHost), await fanWith(50), await fanWith(0), await fanWith(50)];
    const post = await scheduleShow(testHost, performer, { audience: 'followers' });
    expect(await errorOf(buyTicket(testHost, fan, post._id))).toBe('content_locked');
    await addFollow(testHost, fan, performer);
    expect((await buyTicket(testHost, fan, post._id)).status).toBe(200);
    await setWithheld(testHost, fan.id);
    expect(await errorOf(buyTicket(testHost, fan, post._id))).toBe('purchase_withheld');
    await setWithheld(testHost, fan.id, false);
    const open = await scheduleShow(testHost, performer);
    expect(await errorOf(buyTicket(testHost, poor, open._id))).toBe('insufficient_balance');
    await fillWallet(testHost, poor.id, 2000n);
    await testHost.call('PUT /users', { body: { monthlySpendingLimit: 5 } }, { token: poor.token });
    expect(await errorOf(buyTicket(testHost, poor, open._id))).toBe('spending_limit_reached');
    await testHost.call('POST /block/users', { body: { targetId: blocked.id } }, { token: performer.token });
    expect(await errorOf(buyTicket(testHost, blocked, open._id))).toBe('blocked_by_performer');
    expect(await errorOf(buyTicket(testHost, fan, missingId()))).toBe('feed_not_found');
    const plain = await scheduleShow(testHost, performer, { ticketPrice: null });
    expect(await errorOf(buyTicket(testHost, fan, plain._id))).toBe('not_for_sale');
    await testHost.call('POST /block/countries', { body: { countryCodes: ['FR'] } }, { token: performer.token });
    country = 'FR';
    expect(await errorOf(buyTicket(testHost, fan, open._id))).toBe('blocked_by_performer');
    country = null;
    testHost.clock.advance({ minutes: 61 });
    expect(await errorOf(buyTicket(testHost, fan, open._id))).toBe('not_for_sale');
    expect((await postFor(fan, open._id)).tickets).toMatchObject({ state: 'closed' });
  });

  test('sells the last ticket once to concurrent buyers', async () => {
    const performer = await signUpPerformer(testHost);
    const fans = await Promise.all(Array.from({ length: 12 }, () => fanWith(10)));
    const post = await scheduleShow(testHost, performer, { ticketCapacity: 3 });
    const responses = await Promise.all(fans.map((fan) => buyTicket(testHost, fan, post._id)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(new Set(responses.filter(({ status }) => status !== 200).map(({ errorBody }) => errorBody.error))).toEqual(
      new Set(['tickets_sold_out']),
    );
    expect(await ticketStatuses(testHost, post._id)).toEqual(['success', 'success', 'success']);
    expect((await postFor({ token: performer.token }, post._id)).tickets).toMatchObject({ state: 'sold_out', capacity: 3 });
    expect(await errorOf(change(performer, post._id, { ticketCapacity: 2 }))).toBe('invalid_request');
    expect((await change(performer, post._id, { ticketCapacity: 4 })).data.tickets).toMatchObject({ state: 'on_sale' });
  });
});

describe('rescheduling a show', () => {
  test('notifies ticket holders, who can return tickets bought before the change until the show starts', async () => {
    const [performer, fan, laterBuyer] = [await signUpPerformer(testHost), await fanWith(50), await fanWith(50)];
    const post = await scheduleShow(testHost, performer);
    await buyTicket(testHost, fan, post._id);
    const returnTicket = (holder: TestAccount) =>
      testHost.call('POST /wallet/charges/ticket/:id/return', { params: { id: post._id } }, { token: holder.token });
    expect(await errorOf(returnTicket(fan))).toBe('ticket_not_returnable');
    expect(await errorOf(change(performer, post._id, { streamScheduledAt: isoIn(testHost, 30) }))).toBe('invalid_request');
    expect(await errorOf(change(performer, post._id, { ticketPrice: null }))).toBe('invalid_request');
    expect(await errorOf(change(performer, post._id, { streamScheduledAt: null, status: 'draft' }))).toBe('invalid_request');
    testHost.clock.advance({ seconds: 1 });
    expect((await change(performer, post._id, { streamScheduledAt: isoIn(testHost, 180) })).status).toBe(200);
    await runShowJobs(testHost, post._id);
    const [notification] = (await notificationInboxOf(testHost, fan)).filter(({ type }) => type === 'stream_scheduled');
    expect(notification?.text).toMatch(/^moved the stream “Acoustic set” to .+ UTC\. You can return your ticket until it starts\.$/);
    testHost.clock.advance({ seconds: 1 });
    await buyTicket(testHost, laterBuyer, post._id);
    expect(await errorOf(returnTicket(laterBuyer))).toBe('ticket_not_returnable');
    expect((await postFor({ token: fan.token }, post._id)).tickets?.mayReturn).toBe(true);
    expect((await postFor({ token: laterBuyer.token }, post._id)).tickets?.mayReturn).toBe(false);

    const returned = await Promise.all([returnTicket(fan), returnTicket(fan), returnTicket(fan)]);
    expect(returned.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await balanceOf(fan)).toBe(50);
    expect(await ticketStatuses(testHost, post._id)).toEqual(['refunded', 'success']);
    expect((await notificationInboxOf(testHost, fan)).filter(({ type }) => type === 'refund')).toMatchObject([
      { text: 'You returned your ticket for “Acoustic set”. We refunded 10 tokens to your wallet.', link: '/purchases?type=ticket' },
    ]);
    expect((await postFor({ token: fan.token }, post._id)).isBought).toBe(false);
    expect((await buyTicket(testHost, fan, post._id)).status).toBe(200);
  });
});

test('the invariants find a ticket that can be paid out before its show, and one beyond the capacity', async () => {
  const [performer, fan, other] = [await signUpPerformer(testHost), await fanWith(50), await fanWith(50)];
  const post = await scheduleShow(testHost, performer, { ticketCapacity: 2 });
  for (const buyer of [fan, other]) await buyTicket(testHost, buyer, post._id);
  const ticketViolations = () => violatedInvariants(testHost, (name) => name === 'L8 tickets');
  const setCapacity = (ticketCapacity: number) => testHost.ctx.db.update(feeds).set({ ticketCapacity }).where(eq(feeds.itemId, post._id));
  await setCapacity(1);
  expect(await ticketViolations()).toEqual([`L8 tickets: post ${post._id} sold 2 tickets for 1 places`]);
  await setCapacity(2);
  await clearEarnings(testHost, performer.id);
  expect(await ticketViolations()).toEqual(
    Array.from({ length: 2 }, () => expect.stringContaining('can be paid out, and its show has not taken place') as string),
  );
  await testHost.call('POST /performer/feeds/:id/cancel-show', { params: { id: post._id } }, { token: performer.token });
  await runShowJobs(testHost, post._id);
  expect(await ticketViolations()).toEqual([]);
});
