/** Payouts: what a performer asks for is held, operators decide once, and what is paid is paid once. */
import { desc, eq } from 'drizzle-orm';
import { accounts, auditLog, payoutRequests, teamMembers } from '@server/platform/db/schema/schema';
import { earningsOf, paidOutBy } from '@server/money/ledger/chart';
import { balanceOf } from '@server/money/ledger/ledger';
import { brokenLaws, somebodyWaits } from '../../../tests/support/books';
import { buyer, payByPaypal, performerWith, type Earner } from '../../../tests/support/earners';
import { listenAs } from '../../../tests/support/ear';
import { eventually } from '../../../tests/kit/timing/eventually';
import { mailsTo } from '../../../tests/support/outbox';
import { password, signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let operator: { token: string; id: string; email: string };

beforeAll(async () => {
  world = await openWorld();
  operator = await signUpOperator(world, 'olga');
});
afterAll(async () => {
  expect(await brokenLaws(world)).toEqual([]);
  await world.close();
});

const paypal = { method: 'paypal' } as const;
const request = (token: string, amount: number, rest: object = {}, key?: string) =>
  world.call('POST /payout-requests', { body: { amount, ...paypal, ...rest } }, { token, ...(key !== undefined && { key }) });
const change = (token: string, id: string, body: object, key?: string) =>
  world.call('PUT /payout-requests/:id', { params: { id }, body }, { token, ...(key !== undefined && { key }) });
const approve = (id: string, note = '', token = operator.token) =>
  world.call('POST /admin/payout-requests/:id/approve', { params: { id }, body: { note } }, { token });
const reject = (id: string, note = 'No', token = operator.token) =>
  world.call('POST /admin/payout-requests/:id/reject', { params: { id }, body: { note } }, { token });
const done = (id: string, reference = '', key?: string, token = operator.token) =>
  world.call('POST /admin/payout-requests/:id/done', { params: { id }, body: { reference } }, { token, ...(key !== undefined && { key }) });
const view = async (token: string, id: string) => (await world.call('GET /payout-requests/:id/view', { params: { id } }, { token })).data;
const calculate = async (token: string, amount?: number) =>
  (await world.call('POST /payout-requests/calculate', { body: { amount } }, { token })).data;
const errorOf = async (call: Promise<{ refusal: { error: string } }>) => (await call).refusal.error;
const copies = <T>(count: number, call: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: count }, call));
const earned = async ({ id }: Pick<Earner, 'id'>) => Number(await balanceOf(world.ctx, earningsOf(id))) / 100;
const lastEntry = async () => (await world.ctx.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0];
/** Starts the first call while its request's row is held, and makes the others while it waits. */
const waitsForRow = (id: string, ...calls: (() => Promise<unknown>)[]) =>
  world.ctx.db.transaction(async (tx) => {
    await tx.select().from(payoutRequests).where(eq(payoutRequests.id, id)).for('update');
    const running = calls[0]?.();
    await somebodyWaits(world);
    const others: unknown[] = [];
    for (const call of calls.slice(1)) others.push(await call());
    return { running, others };
  });

describe('asking for a payout', () => {
  test('holds the amount at once, and tells operators', async () => {
    const performer = await performerWith(world, 80);
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
    const [mine, theirs] = [await listenAs(world, performer.token), await listenAs(world, operator.token)];
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
    const stats = await world.call('GET /performer/earning/stats', {}, { token: performer.token });
    expect(stats.data).toMatchObject({ available: 20, held: 60, paidOut: 0 });
    const pending = await world.call('GET /payout-requests/check/pending-review', {}, { token: performer.token });
    expect(pending.data).toEqual({ isPending: true, payoutRequest: data });
    expect((await view(performer.token, data._id)).entries).toMatchObject([{ reason: 'payout_hold', change: 60, balance: 60 }]);
    await eventually(() => {
      expect(mine.heard('payout/changed')).toMatchObject([{ _id: data._id, status: 'pending' }]);
      // What she earned before may be told now too.
      const held = mine.heard('wallet/balance-changed').filter(({ reason }) => reason === 'payout_hold');
      expect(held).toMatchObject([{ change: -60, balance: 20 }]);
      expect(theirs.heard('payout/changed')).toMatchObject([{ _id: data._id }]);
    });
    mine.close();
    theirs.close();
    expect((await mailsTo(world, operator.email, 'payout-requested')).at(-1)?.text).toMatch(/60\.00 tokens[^]*> For the rent/);
  });

  test('is refused by name', async () => {
    const performer = await performerWith(world, 100);
    for (const amount of [49.99, 0, -60]) expect(await errorOf(request(performer.token, amount))).toBe('price_out_of_range');
    expect(await errorOf(request(performer.token, 100.01))).toBe('insufficient_balance');
    for (const method of ['banking', 'stripe'])
      expect(await errorOf(request(performer.token, 60, { method }))).toBe('payout_method_missing');
    expect(await errorOf(request(performer.token, 60, { method: 'cash' }))).toBe('invalid_request');
    const waiting = await signUpPerformer(world, undefined, 'pending');
    expect(await errorOf(request(waiting.token, 60))).toBe('performer_not_verified');
    const fan = await signUpFan(world);
    expect(await errorOf(request(fan.token, 60))).toBe('forbidden_role');
    expect(await earned(performer)).toBe(100);
    expect(await world.ctx.db.$count(payoutRequests, eq(payoutRequests.performerId, performer.id))).toBe(0);
    expect((await request(performer.token, 50)).status).toBe(200);
    expect(await errorOf(request(performer.token, 50))).toBe('payout_pending');
    expect(await earned(performer)).toBe(50);
  });

  test('twice at once for the whole balance is one request', async () => {
    const performer = await performerWith(world, 70);
    const answers = await copies(8, () => request(performer.token, 70));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, refusal } of answers) expect(status === 200 || refusal.error === 'payout_pending').toBe(true);
    expect(await earned(performer)).toBe(0);
  });

  test('twenty times with one key is one request, with one answer', async () => {
    const performer = await performerWith(world, 120);
    const answers = await copies(20, () => request(performer.token, 60, {}, 'one'));
    const taken = answers.filter(({ status }) => status === 200);
    expect(new Set(taken.map(({ data }) => data._id)).size).toBe(1);
    for (const { status, refusal } of answers) expect(status === 200 || refusal.error === 'request_in_progress').toBe(true);
    expect((await request(performer.token, 60, {}, 'one')).data).toEqual(taken[0]?.data);
    expect(await errorOf(request(performer.token, 61, {}, 'one'))).toBe('idempotency_key_reused');
    expect(await earned(performer)).toBe(60);
  });

  test('waits its turn while the same request runs', async () => {
    const performer = await performerWith(world, 60);
    const first = await request(performer.token, 60);
    const { running, others } = await waitsForRow(
      first.data._id,
      () => change(performer.token, first.data._id, { requestNote: 'a' }, 'k'),
      () => errorOf(change(performer.token, first.data._id, { requestNote: 'a' }, 'k')),
      () => errorOf(request(performer.token, 60, {}, 'k')),
    );
    expect(others).toEqual(['request_in_progress', 'request_in_progress']);
    expect(await running).toMatchObject({ status: 200 });
  });

  test('goes to a bank too, shown by its last digits', async () => {
    const performer = await performerWith(world, 60);
    const bank = { firstName: 'Ada', lastName: 'L', bankName: 'First Bank', country: 'DE', iban: 'DE89 3704 0044 0532 0130 00' };
    await world.call('PUT /performers/:id/banking-settings', { params: { id: 'me' }, body: bank }, { token: performer.token });
    expect((await request(performer.token, 60, { method: 'banking' })).data.account).toBe('First Bank ••3000');
  });
});

describe('a request that waits', () => {
  test('is changed with its hold, in one step', async () => {
    const performer = await performerWith(world, 100);
    const { data } = await request(performer.token, 60, { requestNote: 'First' });
    expect((await change(performer.token, data._id, { amount: 100 })).data).toMatchObject({ amount: 100, requestNote: 'First' });
    expect(await earned(performer)).toBe(0);
    expect((await change(performer.token, data._id, { amount: 55, requestNote: '' })).data).toMatchObject({ amount: 55, requestNote: '' });
    expect((await change(performer.token, data._id, { requestNote: 'Last' })).data).toMatchObject({ amount: 55, requestNote: 'Last' });
    expect(await earned(performer)).toBe(45);
    expect((await view(performer.token, data._id)).entries.map(({ reason, change: by, balance }) => [reason, by, balance])).toEqual([
      ['payout_hold', 60, 60],
      ['payout_release', -60, 0],
      ['payout_hold', 100, 100],
      ['payout_release', -100, 0],
      ['payout_hold', 55, 55],
    ]);
  });

  test('keeps what it was when the change is refused', async () => {
    const [performer, other] = [await performerWith(world, 100), await performerWith(world, 0)];
    const { data } = await request(performer.token, 60);
    expect(await errorOf(change(performer.token, data._id, { amount: 10 }))).toBe('price_out_of_range');
    expect(await errorOf(change(performer.token, data._id, { amount: 100.01 }))).toBe('insufficient_balance');
    expect(await errorOf(change(performer.token, data._id, { method: 'stripe' }))).toBe('payout_method_missing');
    expect(await errorOf(change(other.token, data._id, { amount: 60 }))).toBe('payout_not_found');
    expect(await errorOf(change(performer.token, world.ctx.chance.id(), { amount: 60 }))).toBe('payout_not_found');
    await change(performer.token, data._id, { requestNote: 'x' }, 'spent');
    expect(await errorOf(change(performer.token, data._id, { requestNote: 'y' }, 'spent'))).toBe('idempotency_key_reused');
    expect(await earned(performer)).toBe(40);
    await approve(data._id);
    expect(await errorOf(change(performer.token, data._id, { amount: 100 }))).toBe('payout_decided');
  });

  test('changed twenty times at once holds what it says', async () => {
    const performer = await performerWith(world, 100);
    const { data } = await request(performer.token, 60);
    let amount = 60;
    const answers = await copies(20, () => change(performer.token, data._id, { amount: (amount += 1) }));
    for (const { status } of answers) expect(status).toBe(200);
    const now = await view(performer.token, data._id);
    expect(await earned(performer)).toBe(100 - now.amount);
  });

  test('is seen by its performer and by operators, and found by both', async () => {
    const [performer, other] = [await performerWith(world, 60, 'paula'), await performerWith(world, 0)];
    const { data } = await request(performer.token, 60);
    expect((await view(operator.token, data._id))._id).toBe(data._id);
    const refused = await world.call('GET /payout-requests/:id/view', { params: { id: data._id } }, { token: other.token });
    expect(refused.refusal.error).toBe('payout_not_found');
    const own = async (token: string, query: object = {}) =>
      (await world.call('GET /payout-requests/search', { query }, { token })).data.data.map(({ _id }) => _id);
    expect(await own(performer.token, { status: 'pending', method: 'paypal', sortBy: 'amount' })).toEqual([data._id]);
    expect(await own(performer.token, { status: 'done' })).toEqual([]);
    expect(await own(other.token)).toEqual([]);
    const all = async (query: object) =>
      (await world.call('GET /admin/payout-requests/search', { query }, { token: operator.token })).data.data.map(({ _id }) => _id);
    expect(await all({ q: 'PAUL' })).toEqual([data._id]);
    expect(await all({ performerId: performer.id, status: 'pending' })).toEqual([data._id]);
    expect(await all({ performerId: performer.id, method: 'banking' })).toEqual([]);
  });
});

describe('an operator', () => {
  const waiting = async (tokens = 60) => {
    const performer = await performerWith(world, tokens);
    return { performer, id: (await request(performer.token, tokens)).data._id };
  };

  test('not by the performer whom it pays, be she an operator', async () => {
    const performer = await performerWith(world, 60);
    const { data } = await request(performer.token, 60);
    await world.ctx.db.update(accounts).set({ role: 'operator' }).where(eq(accounts.id, performer.id));
    const now = world.clock.now();
    await world.ctx.db.insert(teamMembers).values({ accountId: performer.id, bundle: 'owner', createdAt: now, updatedAt: now });
    expect(await errorOf(approve(data._id, '', performer.token))).toBe('self_not_allowed');
    expect(await errorOf(done(data._id, '', undefined, performer.token))).toBe('self_not_allowed');
    expect((await reject(data._id, 'Changed my mind', performer.token)).status).toBe(200);
  });

  test('approves once, and then notes the payment once', async () => {
    const { performer, id } = await waiting();
    const before = await balanceOf(world.ctx, paidOutBy('paypal'));
    const answers = await copies(5, () => approve(id, 'Fine'));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, refusal } of answers) expect(status === 200 || refusal.error === 'payout_decided').toBe(true);
    expect(await lastEntry()).toMatchObject({
      actorId: operator.id,
      action: 'payouts.approved',
      targetId: id,
      before: { status: 'pending', operatorNote: '' },
      after: { status: 'approved', operatorNote: 'Fine' },
    });
    expect((await calculate(performer.token)).held).toBe(60);
    const paid = await copies(20, () => done(id, 'TR-77'));
    expect(paid.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, refusal } of paid) expect(status === 200 || refusal.error === 'payout_decided').toBe(true);
    expect((await balanceOf(world.ctx, paidOutBy('paypal'))) - before).toBe(6000n);
    expect(await calculate(performer.token)).toMatchObject({ held: 0, previouslyPaid: 60, available: 0 });
    expect(await view(performer.token, id)).toMatchObject({
      status: 'done',
      reference: 'TR-77',
      entries: [{ reason: 'payout_hold' }, { reason: 'payout_settle', change: -60, balance: 0 }],
    });
    expect((await mailsTo(world, performer.email, 'payout-decided')).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('was approved'),
      expect.stringContaining('was paid'),
    ]);
    const pending = await world.call('GET /payout-requests/check/pending-review', {}, { token: performer.token });
    expect(pending.data).toEqual({ isPending: false, payoutRequest: null });
  });

  test('rejects with a note, and the amount is available again', async () => {
    const { performer, id } = await waiting();
    const ear = await listenAs(world, performer.token);
    expect(await errorOf(reject(id, ''))).toBe('invalid_request');
    expect((await reject(id, 'The name differs')).data).toMatchObject({ status: 'rejected', operatorNote: 'The name differs' });
    expect(await earned(performer)).toBe(60);
    for (const again of [reject(id), approve(id), done(id)]) expect(await errorOf(again)).toBe('payout_decided');
    expect((await mailsTo(world, performer.email, 'payout-decided')).at(-1)?.text).toContain('> The name differs');
    await eventually(() => {
      expect(ear.heard('payout/changed').at(-1)).toMatchObject({ _id: id, status: 'rejected' });
      expect(ear.heard('wallet/balance-changed').at(-1)).toMatchObject({ change: 60, balance: 60, reason: 'payout_release' });
    });
    ear.close();
    expect((await request(performer.token, 60)).status).toBe(200);
  });

  test('decides one way when several decide at once', async () => {
    const { performer, id } = await waiting();
    const answers = await Promise.all([approve(id), reject(id), done(id), reject(id), done(id)]);
    const { status } = await view(operator.token, id);
    expect(['rejected', 'done']).toContain(status);
    expect(await earned(performer)).toBe(status === 'rejected' ? 60 : 0);
    expect(answers.some((answer) => answer.status === 200)).toBe(true);
  });

  test('finds nothing under a wrong id, and proves who she is again after a while', async () => {
    const { id } = await waiting();
    const nobody = world.ctx.chance.id();
    for (const missing of [approve(nobody), reject(nobody), done(nobody)]) expect(await errorOf(missing)).toBe('payout_not_found');
    const { token: old } = (await world.call('POST /auth/login', { body: { username: 'olga', password } })).data;
    world.clock.advance({ minutes: 11 });
    for (const stale of [approve(id, '', old), reject(id, 'x', old), done(id, '', undefined, old)])
      expect(await errorOf(stale)).toBe('reauthentication_required');
    await world.call('POST /auth/reauthenticate', { body: { password } }, { token: operator.token });
    expect((await approve(id)).status).toBe(200);
  });

  test('gets the same answer for the same key, and no other payment with it', async () => {
    const { id } = await waiting();
    const other = await waiting();
    const { running, others } = await waitsForRow(
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

  test('holds the next payout back after a refund of what was paid out', async () => {
    const performer = await performerWith(world, 0);
    const { pays } = await buyer(world);
    const chargeId = await pays(performer.id, 10_000n);
    const { data } = await request(performer.token, 80);
    await done(data._id);
    const refund = await world.call(
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
    expect(await world.ctx.db.$count(payoutRequests, eq(payoutRequests.performerId, performer.id))).toBe(2);
  });
});

test('a request that is changed goes to where its performer is paid by then', async () => {
  const performer = await performerWith(world, 60);
  const { data } = await request(performer.token, 60);
  await payByPaypal(world, performer, 'other@example.com');
  expect((await change(performer.token, data._id, {})).data.account).toBe('PayPal o***@example.com');
});
