/** Disputes at Stripe: how its states are mapped, what is sent to it, and lost responses. */
import { randomUUID } from 'node:crypto';
import { evidenceFields, type Evidence } from '@contract/kernel/values/disputes';
import { openStripeStandIn, type Fault, type StripeStandIn } from '../../../tests/kit/stand-ins/stripe/stripe';
import { testClock, type TestClock } from '../../../tests/kit/host/test-clock';
import { callTimeout_ms, GatewayUnavailable, type Gateway } from './gateway';
import { callTiming } from './stripe.calls';
import { stripeEvidence } from './stripe.disputes';
import { stripeGateway } from './stripe.gateway';

const shortTiming = { attempt_ms: 250, whole_ms: 400, rateLimitDelays_ms: [1, 1] };
const update = 'POST /v1/disputes/:id';
const close = 'POST /v1/disputes/:id/close';

let clock: TestClock;
let standIn: StripeStandIn;
let gateway: Gateway;
beforeEach(async () => {
  clock = testClock();
  standIn = await openStripeStandIn(clock);
  gateway = stripeGateway(standIn.options, clock, { ...callTiming, rateLimitDelays_ms: [1, 1] });
});
afterEach(() => standIn.close());

const empty = Object.fromEntries(evidenceFields.map((field) => [field, ''])) as Evidence;
const evidence: Evidence = {
  ...empty,
  product: '50 tokens',
  receipt: 'R-000001',
  messages: '3 by the customer',
  other: 'All of it was used.',
};

async function disputed(status = 'needs_response'): Promise<{ chargeId: string; disputeId: string }> {
  const { customer } = await gateway.createCustomer({ key: randomUUID(), accountId: randomUUID(), email: null });
  const { clientSecret } = await gateway.createCardSetup({ key: randomUUID(), customer });
  const token = standIn.cards.enterCard(clientSecret, '4242424242424242');
  const saved = await gateway.saveCard({ key: randomUUID(), customer, token });
  if (saved.status !== 'saved') throw new Error('not saved');
  const params = {
    key: randomUUID(),
    amount_cents: 2000n,
    currency: 'usd',
    presence: 'on_session',
    description: 'x',
    metadata: {},
  } as const;
  const { chargeId } = await gateway.charge({ ...params, customer, card: saved.card });
  standIn.payments.dispute(chargeId ?? '', 'charge.dispute.created', status);
  const { id } = standIn.lastEvent('charge.dispute.created').data.object as { id: string };
  return { chargeId: chargeId ?? '', disputeId: id };
}
const storedDispute = (disputeId: string) => standIn.payments.disputeOf(disputeId);

it("puts evidence into Stripe's dedicated fields, and combines the rest under headings", async () => {
  const { disputeId } = await disputed();
  await gateway.submitEvidence({ key: 'answer', disputeId, evidence });
  expect(storedDispute(disputeId)).toMatchObject({
    status: 'under_review',
    evidence: {
      product_description: '50 tokens',
      uncategorized_text: 'Receipt\nR-000001\n\nMessages\n3 by the customer\n\nOther evidence\nAll of it was used.',
    },
    evidence_details: { submission_count: 1 },
  });
  expect(Object.keys(storedDispute(disputeId).evidence)).toEqual(['product_description', 'uncategorized_text']);
});

it('never sends more than Stripe accepts, however long the texts are', () => {
  const full = Object.fromEntries(evidenceFields.map((field) => [field, 'x'.repeat(4_800)])) as Evidence;
  const lengths = Object.values(stripeEvidence(full)).map((text) => String(text).length);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(20_000);
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(150_000);
});

it.each([
  ['warning_needs_response', 'warning_needs_response'],
  ['warning_closed', 'warning_closed'],
  ['prevented', 'warning_closed'],
  ['appeal_under_review', 'lost'],
])('maps %s to %s', async (status, expected) => {
  const { disputeId } = await disputed(status);
  expect(await gateway.lookUpDispute(disputeId)).toMatchObject({ status: expected });
});

it('ignores a status that is newer than this version', async () => {
  const { disputeId } = await disputed('something_new');
  expect(await gateway.lookUpDispute(disputeId)).toBeNull();
  const webhook = standIn.webhook(standIn.lastEvent('charge.dispute.created'), clock.now());
  expect(gateway.readEvent(webhook.body, webhook.headers)).toMatchObject({ type: 'other' });
});

describe('a lost response', () => {
  it.each<[Fault, number]>([
    ['lose_response', 2],
    ['fail_after', 1],
    ['garbage', 1],
  ])('(%s) throws GatewayUnavailable, is found by its key, and was sent once', async (fault, times) => {
    const { disputeId } = await disputed();
    standIn.failNext(update, fault, times);
    await expect(gateway.submitEvidence({ key: 'answer', disputeId, evidence })).rejects.toThrow(GatewayUnavailable);
    expect(await gateway.lookUpDispute(disputeId)).toMatchObject({ status: 'under_review', evidenceKey: 'answer' });
    expect(await gateway.submitEvidence({ key: 'answer', disputeId, evidence })).toMatchObject({ status: 'received' });
    expect(storedDispute(disputeId).evidence_details.submission_count).toBe(1);
  });

  it('is looked up before it is sent with another key when Stripe failed internally', async () => {
    const { disputeId } = await disputed();
    standIn.failNext(update, 'fail');
    await expect(gateway.submitEvidence({ key: 'answer', disputeId, evidence })).rejects.toThrow(GatewayUnavailable);
    expect(await gateway.submitEvidence({ key: 'answer', disputeId, evidence })).toMatchObject({ status: 'received' });
    expect(storedDispute(disputeId).evidence_details.submission_count).toBe(1);
    expect(standIn.requests.some(({ operation }) => operation === 'GET /v1/disputes/:id')).toBe(true);
  });

  it.each<Fault>(['hang', 'hang_after', 'trickle'])('(%s) ends the call in time', async (fault) => {
    const { disputeId } = await disputed();
    const impatientGateway = stripeGateway(standIn.options, clock, shortTiming);
    standIn.failNext(update, fault, 2);
    const startedAt = performance.now();
    await expect(impatientGateway.submitEvidence({ key: 'answer', disputeId, evidence })).rejects.toThrow(GatewayUnavailable);
    expect(performance.now() - startedAt).toBeLessThan(callTimeout_ms);
  });

  it('to an acceptance leaves a lost dispute, which is not closed a second time', async () => {
    const { disputeId } = await disputed();
    standIn.failNext(close, 'fail_after');
    await expect(gateway.acceptDispute({ key: 'accept', disputeId })).rejects.toThrow(GatewayUnavailable);
    expect(await gateway.lookUpDispute(disputeId)).toMatchObject({ status: 'lost' });
    expect(await gateway.acceptDispute({ key: 'accept', disputeId })).toMatchObject({ status: 'received', dispute: { status: 'lost' } });
  });
});
