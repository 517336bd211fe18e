/** Answering a dispute: evidence or acceptance reaches the gateway once, even when a response is lost. */
import { eq } from 'drizzle-orm';
import { paymentDisputes } from '@server/platform/db/schema/payments';
import { auditLog } from '@server/platform/db/schema/site';
import { waitForBlockedQuery } from '../../../tests/kit/money/ledger';
import { disputeEndpoints, disputeActions, evidenceWith } from '../../../tests/kit/money/disputes';
import {
  ledgerViolations,
  newIdempotencyKey,
  openStripeTestHost,
  walletBalance,
  type StripeTestHost,
} from '../../../tests/kit/money/payments';
import { signUpOperator } from '../../../tests/kit/people/people';
import { runJob } from '../../../tests/kit/content/posts';

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

const { read, save, submit, accept } = disputeEndpoints(
  () => stripe,
  () => operator,
);
const storedDispute = (disputeId: string) => stripe.standIn.payments.disputeOf(disputeId);
const auditEntriesOf = (id: string) => stripe.testHost.ctx.db.select().from(auditLog).where(eq(auditLog.targetId, id));
const requestCount = (operation: string) => stripe.standIn.requests.filter((request) => request.operation === operation).length;

describe('evidence', () => {
  it('is saved and returned as a draft', async () => {
    const { id, disputeId } = await actions.disputed();
    const draft = evidenceWith({ refundRefusal: 'They used all of it.' });
    expect((await save(id, draft)).data).toMatchObject({ draft, sent: null, answer: 'none' });
    expect((await read(id)).data.draft).toEqual(draft);
    expect((await auditEntriesOf(id)).map(({ action }) => action)).toEqual(['disputes.draft']);
    expect(storedDispute(disputeId).evidence).toEqual({});
  });

  it('is submitted once, with an audit entry', async () => {
    const { id, disputeId } = await actions.disputed();
    const key = newIdempotencyKey();
    const { status, data } = await submit(id, evidenceWith(), key);
    expect([status, data.status, data.answer]).toEqual([200, 'under_review', 'submitted']);
    expect(data.submittedAt).not.toBeNull();
    expect(data.sent).toEqual(evidenceWith());
    expect(storedDispute(disputeId)).toMatchObject({
      evidence: { product_description: '20 tokens', uncategorized_text: 'Other evidence\nAll of it was used.' },
      evidence_details: { submission_count: 1 },
    });
    expect((await submit(id, evidenceWith(), key)).data.answer).toBe('submitted');
    expect((await submit(id)).errorBody.error).toBe('dispute_answered');
    expect((await save(id)).errorBody.error).toBe('dispute_answered');
    expect((await accept(id)).errorBody.error).toBe('dispute_answered');
    expect(storedDispute(disputeId).evidence_details.submission_count).toBe(1);
    expect(await auditEntriesOf(id)).toMatchObject([
      { action: 'disputes.submit', targetType: 'dispute', after: { parts: ['product', 'other'] } },
    ]);
  });

  it('is sent once for concurrent submissions', async () => {
    const { id, disputeId } = await actions.disputed();
    const responses = await Promise.all(Array.from({ length: 10 }, () => submit(id)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(storedDispute(disputeId).evidence_details.submission_count).toBe(1);
  });

  it('is rejected when it is empty or longer than a bank accepts', async () => {
    const { id } = await actions.disputed();
    expect((await submit(id, evidenceWith({}))).errorBody.error).toBe('evidence_empty');
    expect((await submit(id, evidenceWith({ other: 'x'.repeat(4_801) }))).errorBody.error).toBe('invalid_request');
  });

  it('is rejected after the deadline or the decision', async () => {
    const [late, decided] = [await actions.disputed(), await actions.disputed()];
    await actions.updateDispute(decided.paymentId, 'charge.dispute.closed', 'lost');
    for (const act of [submit, save, accept]) expect((await act(decided.id)).errorBody.error).toBe('dispute_closed');
    stripe.testHost.clock.advance({ days: 8 });
    const { token } = await signUpOperator(stripe.testHost);
    operator = token;
    for (const act of [submit, save, accept]) expect((await act(late.id)).errorBody.error).toBe('dispute_overdue');
  });
});

describe('an answer whose response is lost', () => {
  const settle = async (): Promise<void> => {
    stripe.testHost.clock.advance({ seconds: 30 });
    await runJob(stripe.testHost, 'disputes/settle', {});
  };

  it.each([
    ['lose_response', 2],
    ['fail_after', 1],
    ['hang_after', 1],
  ] as const)('(%s) returns 202, is later found at the gateway, and was sent once', async (fault, times) => {
    const { id, disputeId } = await actions.disputed();
    stripe.standIn.failNext('POST /v1/disputes/:id', fault, times);
    const key = newIdempotencyKey();
    const { status, data } = await submit(id, evidenceWith(), key);
    expect([status, data.answer]).toEqual([202, 'submitting']);
    expect((await submit(id)).errorBody.error).toBe('dispute_answered');
    const before = requestCount('POST /v1/disputes/:id');
    await settle();
    expect(requestCount('POST /v1/disputes/:id')).toBe(before);
    expect((await submit(id, evidenceWith(), key)).data).toMatchObject({ answer: 'submitted', status: 'under_review' });
    expect(storedDispute(disputeId).evidence_details.submission_count).toBe(1);
  });

  it('is sent again with the same key if it did not arrive', async () => {
    const { id, disputeId } = await actions.disputed();
    stripe.standIn.failNext('POST /v1/disputes/:id', 'lose_request', 2);
    expect((await submit(id)).data.answer).toBe('submitting');
    await settle();
    expect((await read(id)).data).toMatchObject({ answer: 'submitted', status: 'under_review' });
    const keys = stripe.standIn.requests.filter(({ operation }) => operation === 'POST /v1/disputes/:id').map(({ key }) => key);
    expect(new Set(keys.slice(-2)).size).toBe(1);
    expect(storedDispute(disputeId).evidence_details.submission_count).toBe(1);
  });

  it('is also found if it was an acceptance', async () => {
    const { id } = await actions.disputed();
    stripe.standIn.failNext('POST /v1/disputes/:id/close', 'fail_after');
    expect((await accept(id)).data.answer).toBe('accepting');
    await settle();
    expect((await read(id)).data).toMatchObject({ answer: 'accepted', status: 'lost' });
  });

  it('is abandoned after 20 hours and can be sent again', async () => {
    const { id } = await actions.disputed();
    stripe.standIn.failNext('POST /v1/disputes/:id', 'lose_request', 2);
    expect((await submit(id)).status).toBe(202);
    stripe.testHost.clock.advance({ hours: 21 });
    await runJob(stripe.testHost, 'disputes/settle', {});
    ({ token: operator } = await signUpOperator(stripe.testHost));
    expect((await read(id)).data).toMatchObject({
      answer: 'none',
      sent: null,
      failure: expect.stringContaining('never received') as string,
    });
    expect((await submit(id)).data.answer).toBe('submitted');
  });
});

describe('a dispute', () => {
  it("returns the gateway's message when it rejects the answer", async () => {
    const { id, disputeId } = await actions.disputed();
    storedDispute(disputeId).status = 'lost';
    const { errorBody } = await submit(id);
    expect([errorBody.error, errorBody.message]).toEqual(['dispute_refused', 'This dispute is already closed or submitted.']);
    expect((await read(id)).data).toMatchObject({ answer: 'none', failure: errorBody.message, draft: evidenceWith(), sent: null });
    storedDispute(disputeId).status = 'won';
    expect((await accept(id)).errorBody.error).toBe('dispute_refused');
  });

  it('is lost when it is accepted, and the tokens stay reversed', async () => {
    const { fan, id } = await actions.disputed();
    expect((await accept(id)).data).toMatchObject({ status: 'lost', answer: 'accepted' });
    expect(await walletBalance(stripe.testHost.ctx, fan.id)).toBe(0n);
    expect((await auditEntriesOf(id)).map(({ action }) => action)).toEqual(['disputes.accept']);
  });

  it('cannot be answered at a removed gateway', async () => {
    const { id } = await actions.disputed();
    await stripe.testHost.ctx.db.update(paymentDisputes).set({ gateway: 'sandbox' }).where(eq(paymentDisputes.id, id));
    for (const act of [submit, accept]) expect((await act(id)).errorBody.error).toBe('gateway_unknown');
  });
});

describe('the idempotency key of an answer', () => {
  it.each([
    ['submit', (id: string, key: string) => submit(id, evidenceWith(), key)],
    ['accept', (id: string, key: string) => accept(id, key)],
  ] as const)('rejects a second request while the first runs, and an answer to another dispute after that (%s)', async (_name, act) => {
    const [{ id }, other] = [await actions.disputed(), await actions.disputed()];
    const key = newIdempotencyKey();
    const { running } = await stripe.testHost.ctx.db.transaction(async (tx) => {
      await tx.select().from(paymentDisputes).where(eq(paymentDisputes.id, id)).for('update');
      const first = act(id, key);
      await waitForBlockedQuery(stripe.testHost);
      expect((await act(id, key)).errorBody.error).toBe('request_in_progress');
      return { running: first };
    });
    expect((await running).status).toBe(200);
    expect((await act(other.id, key)).errorBody.error).toBe('idempotency_key_reused');
    expect((await read(other.id)).data.answer).toBe('none');
  });
});
