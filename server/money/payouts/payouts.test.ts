/** Payouts: the requested amount is held, operators decide once, and a payout is paid once. */
import { desc, eq } from 'drizzle-orm';
import { accounts } from '@server/platform/db/schema/accounts';
import { payoutRequests } from '@server/platform/db/schema/money';
import { auditLog } from '@server/platform/db/schema/site';
import { teamMembers } from '@server/platform/db/schema/team';
import { earningsOf, payoutsAccount } from '@server/money/ledger/chart';
import { balanceOf } from '@server/money/ledger/ledger';
import { violatedInvariants, waitForBlockedQuery } from '../../../tests/kit/money/ledger';
import { payingFan, setPaypalPayout, performerWithEarnings, type Earner } from '../../../tests/kit/money/earners';
import { openSocket } from '../../../tests/kit/host/test-socket';
import { eventually } from '../../../tests/kit/timing/eventually';
import { mailsTo } from '../../../tests/kit/host/mails';
import { password, signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let operator: { token: string; id: string; email: string };

beforeAll(async () => {
  testHost = await openTestHost();
  operator = await signUpOperator(testHost, 'olga');
});
afterAll(async () => {
  expect(await violatedInvariants(testHost)).toEqual([]);
  await testHost.close();
});

const paypal = { method: 'paypal' } as const;
const request = (token: string, amount: number, rest: object = {}, key?: string) =>
  testHost.call('POST /payout-requests', { body: { amount, ...paypal, ...rest } }, { token, ...(key !== undefined && { key }) });
const change = (token: string, id: string, body: object, key?: string) =>
  testHost.call('PUT /payout-requests/:id', { params: { id }, body }, { token, ...(key !== undefined && { key }) });
const approve = (id: string, note = '', token = operator.token) =>
  testHost.call('POST /admin/payout-requests/:id/approve', { params: { id }, body: { note } }, { token });
const reject = (id: string, note = 'No', token = operator.token) =>
  testHost.call('POST /admin/payout-requests/:id/reject', { params: { id }, body: { note } }, { token });
const done = (id: string, reference = '', key?: string, token = operator.token) =>
  testHost.call(
    'POST /admin/payout-requests/:id/done',
    { params: { id }, body: { reference } },
    { token, ...(key !== undefined && { key }) },
  );
const view = async (token: string, id: string) =>
  (await testHost.call('GET /payout-requests/:id/view', { params: { id } }, { token })).data;
const calculate = async (token: string, amount?: number) =>
  (await testHost.call('POST /payout-requests/calculate', { body: { amount } }, { token })).data;
const errorOf = async (call: Promise<{ errorBody: { error: string } }>) => (await call).errorBody.error;
const concurrently = <T>(count: number, call: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: count }, call));
const earningsBalance = async ({ id }: Pick<Earner, 'id'>) => Number(await balanceOf(testHost.ctx, earningsOf(id))) / 100;
const lastEntry = async () => (await testHost.ctx.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0];
/** Starts the first call while the request's row is locked, and makes the other calls while it waits. */
const whileRowLocked = (id: string, ...calls: (() => Promise<unknown>)[]) =>
  testHost.ctx.db.transaction(async (tx) => {
    await tx.select().from(payoutRequests).where(eq(payoutRequests.id, id)).for('update');
    const running = calls[0]?.();
    await waitForBlockedQuery(testHost);
    const others: unknown[] = [];
    for (const call of calls.slice(1)) others.push(await call());
    return { running, others };
  });

describe('requesting a payout', () => {
  test('holds the amount immediately, and notifies operators', async () => {
    const performer = await performerWithEarnings(testHost, 80);
    expect(await calculate(performer.token, 50)).toEqual({
      totalEarned: 80,
      previouslyPaid: 0,
      held: 0,
      clearing: 0,
      clearsAt: null,
      available: 80,
      minimum: 50,
      afterRequest: 30,
    });
    const [performerSocket, operatorSocket] = [await openSocket(testHost, performer.token), await openSocket(testHost, operator.token)];
    const { status, data } = await request(performer.token, 60, { requestNote: 'For the rent' });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      amount: 60,
      method: 'paypal',
      account: 'PayPal s***@example.com',
      status: 'pending',
      requestNote: 'For the rent',
      performer: { _id: performer.id },
      decidedAt: null,
    });
    expect(await calculate(performer.token)).toMatchObject({ totalEarned: 80, held: 60, available: 20, afterRequest: 20 });
    const stats = await testHost.call('GET /performer/earning/stats', {}, { token: performer.token });
    expect(stats.data).toMatchObject({ available: 20, held: 60, paidOut: 0 });
    const pending = await testHost.call('GET /payout-requests/check/pending-review', {}, { token: performer.token });
    expect(pending.data).toEqual({ isPending: true, payoutRequest: data });
    expect((await view(performer.token, data._id)).entries).toMatchObject([{ reason: 'payout_hold', change: 60, balance: 60 }]);
    await eventually(() => {
      expect(performerSocket.received('payout/changed')).toMatchObject([{ _id: data._id, status: 'pending' }]);
      // Events about earlier earnings may arrive now too.
      const holdEvents = performerSocket.received('wallet/balance-changed').filter(({ reason }) => reason === 'payout_hold');
      expect(holdEvents).toMatchObject([{ change: -60, balance: 20 }]);
      expect(operatorSocket.received('payout/changed')).toMatchObject([{ _id: data._id }]);
    });
    performerSocket.close();
    operatorSocket.close();
    expect((await mailsTo(testHost, operator.email, 'payout-requested')).at(-1)?.text).toMatch(/60 tokens[^]*> For the rent/);
  });

  test('is rejected with the matching error code', async () => {
    const performer = await performerWithEarnings(testHost, 100);
    for (const amount of [49.99, 0, -60]) expect(await errorOf(request(performer.token, amount))).toBe('price_out_of_range');
    expect(await errorOf(request(performer.token, 100.01))).toBe('insufficient_balance');
    for (const method of ['banking', 'stripe'])
      expect(await errorOf(request(performer.token, 60, { method }))).toBe('payout_method_missing');
    expect(await errorOf(request(performer.token, 60, { method: 'cash' }))).toBe('invalid_request');
    const pendingPerformer = await signUpPerformer(testHost, undefined, 'pending');
    expect(await errorOf(request(pendingPerformer.token, 60))).toBe('performer_not_verified');
    const fan = await signUpFan(testHost);
    expect(await errorOf(request(fan.token, 60))).toBe('forbidden_role');
    expect(await earningsBalance(performer)).toBe(100);
    expect(await testHost.ctx.db.$count(payoutRequests, eq(payoutRequests.performerId, performer.id))).toBe(0);
    expect((await request(performer.token, 50)).status).toBe(200);
    expect(await errorOf(request(performer.token, 50))).toBe('payout_pending');
    expect(await earningsBalance(performer)).toBe(50);
  });

  test('several times concurrently for the whole balance creates one request', async () => {
    const performer = await performerWithEarnings(testHost, 70);
    const responses = await concurrently(8, () => request(performer.token, 70));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, errorBody } of responses) expect(status === 200 || errorBody.error === 'payout_pending').toBe(true);
    expect(await earningsBalance(performer)).toBe(0);
  });

  test('twenty times concurrently with one key creates one request, with one response', async () => {
    const performer = await performerWithEarnings(testHost, 120);
    const responses = await concurrently(20, () => request(performer.token, 60, {}, 'one'));
    const succeeded = responses.filter(({ status }) => status === 200);
    expect(new Set(succeeded.map(({ data }) => data._id)).size).toBe(1);
    for (const { status, errorBody } of responses) expect(status === 200 || errorBody.error === 'request_in_progress').toBe(true);
    expect((await request(performer.token, 60, {}, 'one')).data).toEqual(succeeded[0]?.data);
    expect(await errorOf(request(performer.token, 61, {}, 'one'))).toBe('idempotency_key_reused');
    expect(await earningsBalance(performer)).toBe(60);
  });

  test('returns request_in_progress while the same request runs', async () => {
    const performer = await performerWithEarnings(testHost, 60);
    const first = await request(performer.token, 60);
    const { running, others } = await whileRowLocked(
      first.data._id,
      () => change(performer.token, first.data._id, { requestNote: 'a' }, 'k'),
      () => errorOf(change(performer.token, first.data._id, { requestNote: 'a' }, 'k')),
      () => errorOf(request(performer.token, 60, {}, 'k')),
    );
    expect(others).toEqual(['request_in_progress', 'request_in_progress']);
    expect(await running).toMatchObject({ status: 200 });
  });

  test('to a bank account shows its last digits', async () => {
    const performer = await performerWithEarnings(testHost, 60);
    const bank = { firstName: 'Ada', lastName: 'L', bankName: 'First Bank', country: 'DE', iban: 'DE89 3704 0044 0532 0130 00' };
    await testHost.call('PUT /performers/:id/banking-settings', { params: { id: 'me' }, body: bank }, { token: performer.token });
    expect((await request(performer.token, 60, { method: 'banking' })).data.account).toBe('First Bank ••3000');
  });
});

describe('a pending request', () => {
  test('is changed together with its hold', async () => {
    const performer = await performerWithEarnings(testHost, 100);
    const { data } = await request(performer.token, 60, { requestNote: 'First' });
    expect((await change(performer.token, data._id, { amount: 100 })).data).toMatchObject({ amount: 100, requestNote: 'First' });
    expect(await earningsBalance(performer)).toBe(0);
    expect((await change(performer.token, data._id, { amount: 55, requestNote: '' })).data).toMatchObject({ amount: 55, requestNote: '' });
    expect((await change(performer.token, data._id, { requestNote: 'Last' })).data).toMatchObject({ amount: 55, requestNote: 'Last' });
    expect(await earningsBalance(performer)).toBe(45);
    expect((await view(performer.token, data._id)).entries.map(({ reason, change: by, balance }) => [reason, by, balance])).toEqual([
      ['payout_hold', 60, 60],
      ['payout_release', -60, 0],
      ['payout_hold', 100, 100],
      ['payout_release', -100, 0],
      ['payout_hold', 55, 55],
    ]);
  });

  test('is unchanged when the change is rejected', async () => {
    const [performer, other] = [await performerWithEarnings(testHost, 100), await performerWithEarnings(testHost, 0)];
    const { data } = await request(performer.token, 60);
    expect(await errorOf(change(performer.token, data._id, { amount: 10 }))).toBe('price_out_of_range');
    expect(await errorOf(change(performer.token, data._id, { amount: 100.01 }))).toBe('insufficient_balance');
    expect(await errorOf(change(performer.token, data._id, { method: 'stripe' }))).toBe('payout_method_missing');
    expect(await errorOf(change(other.token, data._id, { amount: 60 }))).toBe('payout_not_found');
    expect(await errorOf(change(performer.token, testHost.ctx.random.id(), { amount: 60 }))).toBe('payout_not_found');
    await change(performer.token, data._id, { requestNote: 'x' }, 'spent');
    expect(await errorOf(change(performer.token, data._id, { requestNote: 'y' }, 'spent'))).toBe('idempotency_key_reused');
    expect(await earningsBalance(performer)).toBe(40);
    await approve(data._id);
    expect(await errorOf(change(performer.token, data._id, { amount: 100 }))).toBe('payout_decided');
  });

  test('changed twenty times concurrently holds its final amount', async () => {
    const performer = await performerWithEarnings(testHost, 100);
    const { data } = await request(performer.token, 60);
    let amount = 60;
    const responses = await concurrently(20, () => change(performer.token, data._id, { amount: (amount += 1) }));
    for (const { status } of responses) expect(status).toBe(200);
    const current = await view(performer.token, data._id);
    expect(await earningsBalance(performer)).toBe(100 - current.amount);
  });

  test('is visible to its performer and to operators, and can be searched by both', async () => {
    const [performer, other] = [await performerWithEarnings(testHost, 60, 'paula'), await performerWithEarnings(testHost, 0)];
    const { data } = await request(performer.token, 60);
    expect((await view(operator.token, data._id))._id).toBe(data._id);
    const notFound = await testHost.call('GET /payout-requests/:id/view', { params: { id: data._id } }, { token: other.token });
    expect(notFound.errorBody.error).toBe('payout_not_found');
    const own = async (token: string, query: object = {}) =>
      (await testHost.call('GET /payout-requests/search', { query }, { token })).data.data.map(({ _id }) => _id);
    expect(await own(performer.token, { status: 'pending', method: 'paypal', sortBy: 'amount' })).toEqual([data._id]);
    expect(await own(performer.token, { status: 'done' })).toEqual([]);
    expect(await own(other.token)).toEqual([]);
    const all = async (query: object) =>
      (await testHost.call('GET /admin/payout-requests/search', { query }, { token: operator.token })).data.data.map(({ _id }) => _id);
    expect(await all({ q: 'PAUL' })).toEqual([data._id]);
    expect(await all({ performerId: performer.id, status: 'pending' })).toEqual([data._id]);
    expect(await all({ performerId: performer.id, method: 'banking' })).toEqual([]);
  });
});

describe('an operator', () => {
  const pendingPayout = async (tokens = 60) => {
    const performer = await performerWithEarnings(testHost, tokens);
    return { performer, id: (await request(performer.token, tokens)).data._id };
  };

  test('cannot approve or pay their own payout', async () => {
    const performer = await performerWithEarnings(testHost, 60);
    const { data } = await request(performer.token, 60);
    await testHost.ctx.db.update(accounts).set({ role: 'operator' }).where(eq(accounts.id, performer.id));
    const now = testHost.clock.now();
    await testHost.ctx.db.insert(teamMembers).values({ accountId: performer.id, bundle: 'owner', createdAt: now, updatedAt: now });
    expect(await errorOf(approve(data._id, '', performer.token))).toBe('self_not_allowed');
    expect(await errorOf(done(data._id, '', undefined, performer.token))).toBe('self_not_allowed');
    expect((await reject(data._id, 'Changed my mind', performer.token)).status).toBe(200);
  });

  test('approves a payout once, and then marks it as paid once', async () => {
    const { performer, id } = await pendingPayout();
    const before = await balanceOf(testHost.ctx, payoutsAccount('paypal'));
    const responses = await concurrently(5, () => approve(id, 'Fine'));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, errorBody } of responses) expect(status === 200 || errorBody.error === 'payout_decided').toBe(true);
    expect(await lastEntry()).toMatchObject({
      actorId: operator.id,
      action: 'payouts.approved',
      targetId: id,
      before: { status: 'pending', operatorNote: '' },
      after: { status: 'approved', operatorNote: 'Fine' },
    });
    expect((await calculate(performer.token)).held).toBe(60);
    const paid = await concurrently(20, () => done(id, 'TR-77'));
    expect(paid.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, errorBody } of paid) expect(status === 200 || errorBody.error === 'payout_decided').toBe(true);
    expect((await balanceOf(testHost.ctx, payoutsAccount('paypal'))) - before).toBe(6000n);
    expect(await calculate(performer.token)).toMatchObject({ held: 0, previouslyPaid: 60, available: 0 });
    expect(await view(performer.token, id)).toMatchObject({
      status: 'done',
      reference: 'TR-77',
      entries: [{ reason: 'payout_hold' }, { reason: 'payout_settle', change: -60, balance: 0 }],
    });
    expect((await mailsTo(testHost, performer.email, 'payout-decided')).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('was approved'),
      expect.stringContaining('payout was sent'),
    ]);
    const pending = await testHost.call('GET /payout-requests/check/pending-review', {}, { token: performer.token });
    expect(pending.data).toEqual({ isPending: false, payoutRequest: null });
  });

  test('rejects a payout with a note, and the amount is available again', async () => {
    const { performer, id } = await pendingPayout();
    const socket = await openSocket(testHost, performer.token);
    expect(await errorOf(reject(id, ''))).toBe('invalid_request');
    expect((await reject(id, 'The name differs')).data).toMatchObject({ status: 'rejected', operatorNote: 'The name differs' });
    expect(await earningsBalance(performer)).toBe(60);
    for (const again of [reject(id), approve(id), done(id)]) expect(await errorOf(again)).toBe('payout_decided');
    expect((await mailsTo(testHost, performer.email, 'payout-decided')).at(-1)?.text).toContain('> The name differs');
    await eventually(() => {
      expect(socket.received('payout/changed').at(-1)).toMatchObject({ _id: id, status: 'rejected' });
      expect(socket.received('wallet/balance-changed').at(-1)).toMatchObject({ change: 60, balance: 60, reason: 'payout_release' });
    });
    socket.close();
    expect((await request(performer.token, 60)).status).toBe(200);
  });

  test('makes one of several concurrent decisions', async () => {
    const { performer, id } = await pendingPayout();
    const responses = await Promise.all([approve(id), reject(id), done(id), reject(id), done(id)]);
    const { status } = await view(operator.token, id);
    expect(['rejected', 'done']).toContain(status);
    expect(await earningsBalance(performer)).toBe(status === 'rejected' ? 60 : 0);
    expect(responses.some((response) => response.status === 200)).toBe(true);
  });

  test('gets not found for a missing id, and has to reauthenticate after a while', async () => {
    const { id } = await pendingPayout();
    const missingId = testHost.ctx.random.id();
    for (const missing of [approve(missingId), reject(missingId), done(missingId)]) expect(await errorOf(missing)).toBe('payout_not_found');
    const { token: staleToken } = (await testHost.call('POST /auth/login', { body: { username: 'olga', password } })).data;
    testHost.clock.advance({ minutes: 11 });
    for (const stale of [approve(id, '', staleToken), reject(id, 'x', staleToken), done(id, '', undefined, staleToken)])
      expect(await errorOf(stale)).toBe('reauthentication_required');
    await testHost.call('POST /auth/reauthenticate', { body: { password } }, { token: operator.token });
    expect((await approve(id)).status).toBe(200);
  });

  test('gets the same response for the same key, and cannot pay another payout with it', async () => {
    const { id } = await pendingPayout();
    const other = await pendingPayout();
    const { running, others } = await whileRowLocked(
      id,
      () => done(id, 'T', 'pay'),
      () => errorOf(done(id, 'T', 'pay')),
    );
    expect(others).toEqual(['request_in_progress']);
    const first = await running;
    expect(first).toMatchObject({ status: 200 });
    const again = await done(id, 'T', 'pay');
    expect(again).toMatchObject({ status: 200, data: (first as { data: object }).data });
    expect(await errorOf(done(other.id, 'T', 'pay'))).toBe('idempotency_key_reused');
    expect(await errorOf(done(id, 'T'))).toBe('payout_decided');
  });

  test("delays the performer's next payout by refunding a sale that was paid out", async () => {
    const performer = await performerWithEarnings(testHost, 0);
    const { pays } = await payingFan(testHost);
    const chargeId = await pays(performer.id, 10_000n);
    const { data } = await request(performer.token, 80);
    await done(data._id);
    const refund = await testHost.call(
      'POST /admin/charges/:id/refund',
      { params: { id: chargeId }, body: { reason: 'Taken back' } },
      { token: operator.token },
    );
    expect(refund.status).toBe(200);
    expect(await calculate(performer.token)).toMatchObject({ totalEarned: 0, previouslyPaid: 80, available: -80 });
    await pays(performer.id, 10_000n);
    expect(await errorOf(request(performer.token, 60))).toBe('insufficient_balance');
    await pays(performer.id, 7_500n);
    expect((await request(performer.token, 60)).status).toBe(200);
    expect(await testHost.ctx.db.$count(payoutRequests, eq(payoutRequests.performerId, performer.id))).toBe(2);
  });
});

test("a changed request goes to the performer's current account", async () => {
  const performer = await performerWithEarnings(testHost, 60);
  const { data } = await request(performer.token, 60);
  await setPaypalPayout(testHost, performer, 'other@example.com');
  expect((await change(performer.token, data._id, {})).data.account).toBe('PayPal o***@example.com');
});
