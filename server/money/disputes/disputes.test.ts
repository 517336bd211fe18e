/** Disputes for operators: one row per dispute, whatever events arrive, and timely notifications. */
import { eq } from 'drizzle-orm';
import { gatewayEvents, paymentDisputes } from '@server/platform/db/schema/payments';
import { applyEvent } from '@server/money/payments/events';
import { reconcile } from '@server/money/payments/reconcile';
import { disputeEndpoints, disputeActions, evidenceWith, operatorWith } from '../../../tests/kit/money/disputes';
import {
  ledgerViolations,
  newIdempotencyKey,
  openStripeTestHost,
  walletBalance,
  type StripeTestHost,
} from '../../../tests/kit/money/payments';
import { signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { runJob } from '../../../tests/kit/content/posts';
import { signInAgain, type TestPerson } from '../../../tests/kit/money/subscriptions';
import { notificationInboxOf } from '../../../tests/kit/talk/notifications';

let scene: StripeTestHost;
let at: ReturnType<typeof disputeActions>;
let operator: string;
beforeAll(async () => {
  scene = await openStripeTestHost();
  at = disputeActions(scene);
  operator = (await signUpOperator(scene.testHost)).token;
});
afterAll(() => scene.close());
afterEach(async () => {
  expect(await ledgerViolations(scene.testHost.ctx)).toEqual([]);
});

const day_ms = 86_400_000;
const missingId = '01890000-0000-7000-8000-000000000000';
const { search, read, save, submit, accept } = disputeEndpoints(
  () => scene,
  () => operator,
);

describe('a dispute', () => {
  it('is listed with its fan, amount, reason and deadline', async () => {
    const { fan, paymentId, id, disputeId } = await at.disputed();
    const { data } = await search({ userId: fan.id });
    expect(data.total).toBe(1);
    const [line] = data.data;
    expect(line).toMatchObject({
      _id: id,
      payment: { _id: paymentId, type: 'top_up' },
      user: { _id: fan.id },
      performer: null,
      paymentGateway: 'stripe',
      gatewayId: disputeId,
      amount: 20,
      currency: 'usd',
      reason: 'fraudulent',
      status: 'needs_response',
      answer: 'none',
      submittedAt: null,
    });
    const left_ms = new Date(line?.evidenceDueAt ?? 0).getTime() - scene.testHost.clock.now().getTime();
    expect(Math.abs(left_ms - 7 * day_ms)).toBeLessThan(60_000);
  });

  it('is counted on the overview until it is answered or its deadline has passed', async () => {
    const openDisputes = async () =>
      (await scene.testHost.call('GET /admin/statistics', { query: {} }, { token: operator })).data.waiting.disputes;
    const before = (await openDisputes()) ?? 0;
    const [answered, overdue] = [await at.disputed(), await at.disputed()];
    expect(await openDisputes()).toBe(before + 2);
    await submit(answered.id, evidenceWith());
    expect(await openDisputes()).toBe(before + 1);
    const evidenceDueAt = scene.testHost.clock.now();
    await scene.testHost.ctx.db.update(paymentDisputes).set({ evidenceDueAt }).where(eq(paymentDisputes.id, overdue.id));
    expect(await openDisputes()).toBe(before);
  });

  it('follows its events, including repeated and late ones, and never goes back', async () => {
    const { paymentId, id } = await at.disputed();
    const opening = scene.standIn.lastEvent('charge.dispute.created');
    await at.updateDispute(paymentId, 'charge.dispute.updated', 'under_review');
    expect((await read(id)).data.status).toBe('under_review');
    scene.standIn.payments.dispute(at.intentOf(paymentId), 'charge.dispute.updated', 'needs_response');
    await at.processEvent('charge.dispute.updated');
    await applyEvent(scene.testHost.ctx, 'stripe', opening.id);
    expect((await read(id)).data.status).toBe('under_review');
    await at.updateDispute(paymentId, 'charge.dispute.closed', 'won');
    await applyEvent(scene.testHost.ctx, 'stripe', opening.id);
    expect((await read(id)).data.status).toBe('won');
    expect(await scene.testHost.ctx.db.$count(paymentDisputes, eq(paymentDisputes.paymentId, paymentId))).toBe(1);
  });

  it('that is an inquiry takes no money until it becomes a dispute', async () => {
    const { fan, paymentId, id } = await at.disputed('warning_needs_response');
    expect(await walletBalance(scene.testHost.ctx, fan.id)).toBe(2000n);
    expect((await accept(id)).refusal.error).toBe('dispute_not_acceptable');
    expect((await submit(id)).data).toMatchObject({ status: 'warning_under_review', answer: 'submitted' });
    await at.updateDispute(paymentId, 'charge.dispute.updated', 'needs_response');
    expect(await walletBalance(scene.testHost.ctx, fan.id)).toBe(0n);
    const { data } = await read(id);
    expect(data).toMatchObject({ status: 'needs_response', answer: 'none', sent: null, draft: evidenceWith() });
    expect((await submit(id)).data).toMatchObject({ status: 'under_review', answer: 'submitted' });
  });

  it('that is a closed inquiry leaves the payment unchanged', async () => {
    const { fan, paymentId, id } = await at.disputed('warning_needs_response');
    await at.updateDispute(paymentId, 'charge.dispute.closed', 'warning_closed');
    expect(await walletBalance(scene.testHost.ctx, fan.id)).toBe(2000n);
    expect((await submit(id)).refusal.error).toBe('dispute_closed');
  });

  it('stored by an older version is looked up, with its deadline', async () => {
    const { id } = await at.disputed();
    await scene.testHost.ctx.db.update(paymentDisputes).set({ lookedUpAt: null, evidenceDueAt: null }).where(eq(paymentDisputes.id, id));
    await reconcile(scene.testHost.ctx);
    expect((await read(id)).data.evidenceDueAt).not.toBeNull();
  });

  it('stored as an event by an older version is looked up too', async () => {
    const fan = await scene.payer();
    const paymentId = await at.topUp(fan);
    scene.standIn.payments.dispute(at.intentOf(paymentId), 'charge.dispute.created', 'needs_response');
    const { id: disputeId } = scene.standIn.lastEvent('charge.dispute.created').data.object as { id: string };
    const now = scene.testHost.clock.now();
    const payload = { type: 'dispute_opened', at: now, disputeId, chargeId: at.intentOf(paymentId), amount_cents: '2000' };
    await scene.testHost.ctx.db.insert(gatewayEvents).values({ gateway: 'stripe', eventId: 'evt_old', payload, receivedAt: now });
    await applyEvent(scene.testHost.ctx, 'stripe', 'evt_old');
    expect((await at.rowOf(paymentId)).status).toBe('needs_response');
  });
});

describe('the list', () => {
  it('shows disputes that await an answer first, by deadline, and can be filtered by status', async () => {
    const performer = await signUpPerformer(scene.testHost, 'zelda_of_disputes');
    const fan = await scene.payer();
    const { data } = await scene.testHost.call(
      'POST /payment/subscribe/performers',
      { body: { performerId: performer.id } },
      { token: fan.token, key: newIdempotencyKey() },
    );
    const later = await at.topUp(fan, 10);
    await at.updateDispute(data._id, 'charge.dispute.created', 'needs_response');
    scene.testHost.clock.advance({ hours: 1 });
    await at.updateDispute(later, 'charge.dispute.created', 'needs_response');
    const over = await at.topUp(fan, 11);
    await at.updateDispute(over, 'charge.dispute.created', 'lost');
    const order = async (query: object) =>
      (await search({ userId: fan.id, sortBy: 'evidenceDueAt', sort: 'asc', ...query })).data.data.map(({ payment }) => payment._id);
    expect(await order({})).toEqual([data._id, later, over]);
    expect(await order({ status: 'lost' })).toEqual([over]);
    expect(await order({ q: 'zelda_of_disputes' })).toEqual([data._id]);
    await accept((await at.rowOf(data._id)).id);
    expect(await order({})).toEqual([later, data._id, over]);
  });
});

describe('rights', () => {
  it('allow reading with money.read, and answering with money.refund', async () => {
    const { id } = await at.disputed();
    const [reader, unauthorized] = [await operatorWith(scene, ['money.read']), await operatorWith(scene, ['people.read'])];
    expect((await read(id, reader.token)).status).toBe(200);
    expect((await search({}, reader.token)).status).toBe(200);
    const attempts = [
      await read(id, unauthorized.token),
      await search({}, unauthorized.token),
      await save(id, evidenceWith(), reader.token),
      await submit(id, evidenceWith(), newIdempotencyKey(), reader.token),
      await accept(id, newIdempotencyKey(), reader.token),
    ];
    expect(attempts.map(({ refusal }) => refusal.error)).toEqual(attempts.map(() => 'right_missing'));
  });

  it('return not found for missing disputes', async () => {
    for (const act of [read, save, submit, accept]) expect((await act(missingId)).refusal.error).toBe('dispute_not_found');
  });
});

describe('operators', () => {
  const notificationsOf = async (account: TestPerson, id: string) => {
    const { token } = await signInAgain(scene.testHost, account);
    const inbox = await notificationInboxOf(scene.testHost, { token });
    return inbox.filter(({ link }) => link === `/admin/disputes/${id}`).map(({ type, text }) => `${type}: ${text}`);
  };

  it('who may answer are notified when a dispute opens, and again two days before its deadline', async () => {
    const [answering, reading] = [await operatorWith(scene, ['money.refund']), await operatorWith(scene, ['money.read'])];
    const { id, paymentId } = await at.disputed();
    await at.updateDispute(paymentId, 'charge.dispute.updated', 'needs_response');
    await runJob(scene.testHost, 'disputes/remind', {});
    const opened = await notificationsOf(answering, id);
    expect(opened).toEqual([
      expect.stringMatching(/^dispute: A bank disputes a payment of 20\.00 USD\. Evidence is due by \d+ \w+ \d{4}\.$/),
    ]);
    scene.testHost.clock.advance({ days: 5, minutes: 1 });
    await runJob(scene.testHost, 'disputes/remind', {});
    await runJob(scene.testHost, 'disputes/remind', {});
    const notifications = await notificationsOf(answering, id);
    expect(notifications).toHaveLength(2);
    expect(notifications[0]).toMatch(/^dispute: Evidence for the disputed payment of 20\.00 USD is due by \d+ \w+ \d{4}\.$/);
    expect(await notificationsOf(reading, id)).toEqual([]);
  });

  it('are not reminded of an answered dispute', async () => {
    const answering = await operatorWith(scene, ['money.refund']);
    ({ token: operator } = await signUpOperator(scene.testHost));
    const { id } = await at.disputed();
    await submit(id);
    scene.testHost.clock.advance({ days: 6 });
    await runJob(scene.testHost, 'disputes/remind', {});
    expect(await notificationsOf(answering, id)).toHaveLength(1);
  });
});
