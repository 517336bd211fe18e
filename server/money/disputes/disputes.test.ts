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

let stripe: StripeTestHost;
let actions: ReturnType<typeof disputeActions>;
let operator: string;
beforeAll(async () => {
  stripe = await openStripeTestHost();
  actions = disputeActions(stripe);
  operator = (await signUpOperator(stripe.testHost)).token;
});
afterAll(() => stripe.close());
afterEach(async () => {
  expect(await ledgerViolations(stripe.testHost.ctx)).toEqual([]);
});

const day_ms = 86_400_000;
const missingId = '01890000-0000-7000-8000-000000000000';
const { search, read, save, submit, accept } = disputeEndpoints(
  () => stripe,
  () => operator,
);

describe('a dispute', () => {
  it('is listed with its fan, amount, reason and deadline', async () => {
    const { fan, paymentId, id, disputeId } = await actions.disputed();
    const { data } = await search({ userId: fan.id });
    expect(data.total).toBe(1);
    const [listed] = data.data;
    expect(listed).toMatchObject({
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
    const left_ms = new Date(listed?.evidenceDueAt ?? 0).getTime() - stripe.testHost.clock.now().getTime();
    expect(Math.abs(left_ms - 7 * day_ms)).toBeLessThan(60_000);
  });

  it('is counted on the overview until it is answered or its deadline has passed', async () => {
    const openDisputes = async () =>
      (await stripe.testHost.call('GET /admin/statistics', { query: {} }, { token: operator })).data.waiting.disputes;
    const before = (await openDisputes()) ?? 0;
    const [answered, overdue] = [await actions.disputed(), await actions.disputed()];
    expect(await openDisputes()).toBe(before + 2);
    await submit(answered.id, evidenceWith());
    expect(await openDisputes()).toBe(before + 1);
    const evidenceDueAt = stripe.testHost.clock.now();
    await stripe.testHost.ctx.db.update(paymentDisputes).set({ evidenceDueAt }).where(eq(paymentDisputes.id, overdue.id));
    expect(await openDisputes()).toBe(before);
  });

  it('follows its events, including repeated and late ones, and never returns to an earlier status', async () => {
    const { paymentId, id } = await actions.disputed();
    const opening = stripe.standIn.lastEvent('charge.dispute.created');
    await actions.updateDispute(paymentId, 'charge.dispute.updated', 'under_review');
    expect((await read(id)).data.status).toBe('under_review');
    stripe.standIn.payments.dispute(actions.intentOf(paymentId), 'charge.dispute.updated', 'needs_response');
    await actions.processEvent('charge.dispute.updated');
    await applyEvent(stripe.testHost.ctx, 'stripe', opening.id);
    expect((await read(id)).data.status).toBe('under_review');
    await actions.updateDispute(paymentId, 'charge.dispute.closed', 'won');
    await applyEvent(stripe.testHost.ctx, 'stripe', opening.id);
    expect((await read(id)).data.status).toBe('won');
    expect(await stripe.testHost.ctx.db.$count(paymentDisputes, eq(paymentDisputes.paymentId, paymentId))).toBe(1);
  });

  it('that is an inquiry withdraws no money until it becomes a dispute', async () => {
    const { fan, paymentId, id } = await actions.disputed('warning_needs_response');
    expect(await walletBalance(stripe.testHost.ctx, fan.id)).toBe(2000n);
    expect((await accept(id)).errorBody.error).toBe('dispute_not_acceptable');
    expect((await submit(id)).data).toMatchObject({ status: 'warning_under_review', answer: 'submitted' });
    await actions.updateDispute(paymentId, 'charge.dispute.updated', 'needs_response');
    expect(await walletBalance(stripe.testHost.ctx, fan.id)).toBe(0n);
    const { data } = await read(id);
    expect(data).toMatchObject({ status: 'needs_response', answer: 'none', sent: null, draft: evidenceWith() });
    expect((await submit(id)).data).toMatchObject({ status: 'under_review', answer: 'submitted' });
  });

  it('that is a closed inquiry leaves the payment unchanged', async () => {
    const { fan, paymentId, id } = await actions.disputed('warning_needs_response');
    await actions.updateDispute(paymentId, 'charge.dispute.closed', 'warning_closed');
    expect(await walletBalance(stripe.testHost.ctx, fan.id)).toBe(2000n);
    expect((await submit(id)).errorBody.error).toBe('dispute_closed');
  });

  it('stored by an older version is looked up, with its deadline', async () => {
    const { id } = await actions.disputed();
    await stripe.testHost.ctx.db.update(paymentDisputes).set({ lookedUpAt: null, evidenceDueAt: null }).where(eq(paymentDisputes.id, id));
    await reconcile(stripe.testHost.ctx);
    expect((await read(id)).data.evidenceDueAt).not.toBeNull();
  });

  it('stored as an event by an older version is looked up too', async () => {
    const fan = await stripe.payer();
    const paymentId = await actions.topUp(fan);
    stripe.standIn.payments.dispute(actions.intentOf(paymentId), 'charge.dispute.created', 'needs_response');
    const { id: disputeId } = stripe.standIn.lastEvent('charge.dispute.created').data.object as { id: string };
    const now = stripe.testHost.clock.now();
    const payload = { type: 'dispute_opened', at: now, disputeId, chargeId: actions.intentOf(paymentId), amount_cents: '2000' };
    await stripe.testHost.ctx.db.insert(gatewayEvents).values({ gateway: 'stripe', eventId: 'evt_old', payload, receivedAt: now });
    await applyEvent(stripe.testHost.ctx, 'stripe', 'evt_old');
    expect((await actions.rowOf(paymentId)).status).toBe('needs_response');
  });
});

describe('the search', () => {
  it('returns disputes that await an answer first, by deadline, and can be filtered by status and name', async () => {
    const performer = await signUpPerformer(stripe.testHost, 'zelda_of_disputes');
    const fan = await stripe.payer();
    const { data } = await stripe.testHost.call(
      'POST /payment/subscribe/performers',
      { body: { performerId: performer.id } },
      { token: fan.token, key: newIdempotencyKey() },
    );
    const later = await actions.topUp(fan, 10);
    await actions.updateDispute(data._id, 'charge.dispute.created', 'needs_response');
    stripe.testHost.clock.advance({ hours: 1 });
    await actions.updateDispute(later, 'charge.dispute.created', 'needs_response');
    const lost = await actions.topUp(fan, 11);
    await actions.updateDispute(lost, 'charge.dispute.created', 'lost');
    const foundPaymentIds = async (query: object) =>
      (await search({ userId: fan.id, sortBy: 'evidenceDueAt', sort: 'asc', ...query })).data.data.map(({ payment }) => payment._id);
    expect(await foundPaymentIds({})).toEqual([data._id, later, lost]);
    expect(await foundPaymentIds({ status: 'lost' })).toEqual([lost]);
    expect(await foundPaymentIds({ q: 'zelda_of_disputes' })).toEqual([data._id]);
    await accept((await actions.rowOf(data._id)).id);
    expect(await foundPaymentIds({})).toEqual([later, data._id, lost]);
  });
});

describe('rights', () => {
  it('allow reading with money.read, and answering with money.refund', async () => {
    const { id } = await actions.disputed();
    const [reader, unauthorized] = [await operatorWith(stripe, ['money.read']), await operatorWith(stripe, ['people.read'])];
    expect((await read(id, reader.token)).status).toBe(200);
    expect((await search({}, reader.token)).status).toBe(200);
    const attempts = [
      await read(id, unauthorized.token),
      await search({}, unauthorized.token),
      await save(id, evidenceWith(), reader.token),
      await submit(id, evidenceWith(), newIdempotencyKey(), reader.token),
      await accept(id, newIdempotencyKey(), reader.token),
    ];
    expect(attempts.map(({ errorBody }) => errorBody.error)).toEqual(attempts.map(() => 'right_missing'));
  });

  it('return not found for missing disputes', async () => {
    for (const act of [read, save, submit, accept]) expect((await act(missingId)).errorBody.error).toBe('dispute_not_found');
  });
});

describe('operators', () => {
  const notificationsOf = async (account: TestPerson, id: string) => {
    const { token } = await signInAgain(stripe.testHost, account);
    const inbox = await notificationInboxOf(stripe.testHost, { token });
    return inbox.filter(({ link }) => link === `/admin/disputes/${id}`).map(({ type, text }) => `${type}: ${text}`);
  };

  it('who may answer are notified when a dispute opens, and again two days before its deadline', async () => {
    const [answering, reading] = [await operatorWith(stripe, ['money.refund']), await operatorWith(stripe, ['money.read'])];
    const { id, paymentId } = await actions.disputed();
    await actions.updateDispute(paymentId, 'charge.dispute.updated', 'needs_response');
    await runJob(stripe.testHost, 'disputes/remind', {});
    const opened = await notificationsOf(answering, id);
    expect(opened).toEqual([
      expect.stringMatching(/^dispute: A bank disputed a payment of \$20\.00\. Evidence is due by \w+ \d+, \d{4}\.$/),
    ]);
    stripe.testHost.clock.advance({ days: 5, minutes: 1 });
    await runJob(stripe.testHost, 'disputes/remind', {});
    await runJob(stripe.testHost, 'disputes/remind', {});
    const notifications = await notificationsOf(answering, id);
    expect(notifications).toHaveLength(2);
    expect(notifications[0]).toMatch(/^dispute: Evidence for the disputed payment of \$20\.00 is due by \w+ \d+, \d{4}\.$/);
    expect(await notificationsOf(reading, id)).toEqual([]);
  });

  it('are not reminded of an answered dispute', async () => {
    const answering = await operatorWith(stripe, ['money.refund']);
    ({ token: operator } = await signUpOperator(stripe.testHost));
    const { id } = await actions.disputed();
    await submit(id);
    stripe.testHost.clock.advance({ days: 6 });
    await runJob(stripe.testHost, 'disputes/remind', {});
    expect(await notificationsOf(answering, id)).toHaveLength(1);
  });
});
