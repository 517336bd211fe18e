/** Answering a dispute: evidence or acceptance reaches the gateway once, whatever response is lost. */
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

const { read, save, submit, accept } = disputeEndpoints(
  () => scene,
  () => operator,
);
const sent = (disputeId: string) => scene.standIn.payments.disputeOf(disputeId);
const entriesOf = (id: string) => scene.testHost.ctx.db.select().from(auditLog).where(eq(auditLog.targetId, id));
const requests = (operation: string) => scene.standIn.requests.filter((request) => request.operation === operation).length;

describe('evidence', () => {
  it('is saved as a draft and returned as that', async () => {
    const { id, disputeId } = await at.disputed();
    const draft = evidenceWith({ refundRefusal: 'They used all of it.' });
    expect((await save(id, draft)).data).toMatchObject({ draft: draft, sent: null, answer: 'none' });
    expect((await read(id)).data.draft).toEqual(draft);
    expect((await entriesOf(id)).map(({ action }) => action)).toEqual(['disputes.draft']);
    expect(sent(disputeId).evidence).toEqual({});
  });

  it('is submitted once, with an audit entry', async () => {
    const { id, disputeId } = await at.disputed();
    const key = newIdempotencyKey();
    const { status, data } = await submit(id, evidenceWith(), key);
    expect([status, data.status, data.answer]).toEqual([200, 'under_review', 'submitted']);
    expect(data.submittedAt).not.toBeNull();
    expect(data.sent).toEqual(evidenceWith());
    expect(sent(disputeId)).toMatchObject({
      evidence: { product_description: '20 tokens', uncategorized_text: 'Further evidence\nAll of it was used.' },
      evidence_details: { submission_count: 1 },
    });
    expect((await submit(id, evidenceWith(), key)).data.answer).toBe('submitted');
    expect((await submit(id)).refusal.error).toBe('dispute_answered');
    expect((await save(id)).refusal.error).toBe('dispute_answered');
    expect((await accept(id)).refusal.error).toBe('dispute_answered');
    expect(sent(disputeId).evidence_details.submission_count).toBe(1);
    expect(await entriesOf(id)).toMatchObject([
      { action: 'disputes.submit', targetType: 'dispute', after: { parts: ['product', 'other'] } },
    ]);
  });

  it('is sent once for concurrent submissions', async () => {
    const { id, disputeId } = await at.disputed();
    const answers = await Promise.all(Array.from({ length: 10 }, () => submit(id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(sent(disputeId).evidence_details.submission_count).toBe(1);
  });

  it('is rejected when it is empty or longer than a bank accepts', async () => {
    const { id } = await at.disputed();
    expect((await submit(id, evidenceWith({}))).refusal.error).toBe('evidence_empty');
    expect((await submit(id, evidenceWith({ other: 'x'.repeat(4_801) }))).refusal.error).toBe('invalid_request');
  });

  it('is rejected after the deadline or the decision', async () => {
    const [late, decided] = [await at.disputed(), await at.disputed()];
    await at.updateDispute(decided.paymentId, 'charge.dispute.closed', 'lost');
    for (const act of [submit, save, accept]) expect((await act(decided.id)).refusal.error).toBe('dispute_closed');
    scene.testHost.clock.advance({ days: 8 });
    const { token } = await signUpOperator(scene.testHost);
    operator = token;
    for (const act of [submit, save, accept]) expect((await act(late.id)).refusal.error).toBe('dispute_overdue');
  });
});

describe('an answer without a response', () => {
  const settle = async (): Promise<void> => {
    scene.testHost.clock.advance({ seconds: 30 });
    await runJob(scene.testHost, 'disputes/settle', {});
  };

  it.each([
    ['lose_answer', 2],
    ['fail_after', 1],
    ['hang_after', 1],
  ] as const)('(%s) continues, is found at the gateway, and was sent once', async (fault, times) => {
    const { id, disputeId } = await at.disputed();
    scene.standIn.failNext('POST /v1/disputes/:id', fault, times);
    const key = newIdempotencyKey();
    const { status, data } = await submit(id, evidenceWith(), key);
    expect([status, data.answer]).toEqual([202, 'submitting']);
    expect((await submit(id)).refusal.error).toBe('dispute_answered');
    const before = requests('POST /v1/disputes/:id');
    await settle();
    expect(requests('POST /v1/disputes/:id')).toBe(before);
    expect((await submit(id, evidenceWith(), key)).data).toMatchObject({ answer: 'submitted', status: 'under_review' });
    expect(sent(disputeId).evidence_details.submission_count).toBe(1);
  });

  it('that did not arrive is sent again with its key', async () => {
    const { id, disputeId } = await at.disputed();
    scene.standIn.failNext('POST /v1/disputes/:id', 'lose_request', 2);
    expect((await submit(id)).data.answer).toBe('submitting');
    await settle();
    expect((await read(id)).data).toMatchObject({ answer: 'submitted', status: 'under_review' });
    const keys = scene.standIn.requests.filter(({ operation }) => operation === 'POST /v1/disputes/:id').map(({ key }) => key);
    expect(new Set(keys.slice(-2)).size).toBe(1);
    expect(sent(disputeId).evidence_details.submission_count).toBe(1);
  });

  it('is also found when it was an acceptance', async () => {
    const { id } = await at.disputed();
    scene.standIn.failNext('POST /v1/disputes/:id/close', 'fail_after');
    expect((await accept(id)).data.answer).toBe('accepting');
    await settle();
    expect((await read(id)).data).toMatchObject({ answer: 'accepted', status: 'lost' });
  });

  it('is abandoned after a day and can be sent again', async () => {
    const { id } = await at.disputed();
    scene.standIn.failNext('POST /v1/disputes/:id', 'lose_request', 2);
    expect((await submit(id)).status).toBe(202);
    scene.testHost.clock.advance({ hours: 21 });
    await runJob(scene.testHost, 'disputes/settle', {});
    ({ token: operator } = await signUpOperator(scene.testHost));
    expect((await read(id)).data).toMatchObject({ answer: 'none', sent: null, failure: expect.stringContaining('never heard') as string });
    expect((await submit(id)).data.answer).toBe('submitted');
  });
});

describe('a dispute whose answer the gateway rejects', () => {
  it("returns the gateway's message", async () => {
    const { id, disputeId } = await at.disputed();
    sent(disputeId).status = 'lost';
    const { refusal } = await submit(id);
    expect([refusal.error, refusal.message]).toEqual(['dispute_refused', 'This dispute is already closed or submitted.']);
    expect((await read(id)).data).toMatchObject({ answer: 'none', failure: refusal.message, draft: evidenceWith(), sent: null });
    sent(disputeId).status = 'won';
    expect((await accept(id)).refusal.error).toBe('dispute_refused');
  });

  it('is lost when it is accepted, and the tokens stay reversed', async () => {
    const { fan, id } = await at.disputed();
    expect((await accept(id)).data).toMatchObject({ status: 'lost', answer: 'accepted' });
    expect(await walletBalance(scene.testHost.ctx, fan.id)).toBe(0n);
    expect((await entriesOf(id)).map(({ action }) => action)).toEqual(['disputes.accept']);
  });

  it('cannot be answered at a removed gateway', async () => {
    const { id } = await at.disputed();
    await scene.testHost.ctx.db.update(paymentDisputes).set({ gateway: 'sandbox' }).where(eq(paymentDisputes.id, id));
    for (const act of [submit, accept]) expect((await act(id)).refusal.error).toBe('gateway_unknown');
  });
});

describe('the idempotency key of an answer', () => {
  it.each([
    ['submit', (id: string, key: string) => submit(id, evidenceWith(), key)],
    ['accept', (id: string, key: string) => accept(id, key)],
  ] as const)('rejects concurrent requests while it runs, and other answers after that (%s)', async (_name, act) => {
    const [{ id }, other] = [await at.disputed(), await at.disputed()];
    const key = newIdempotencyKey();
    const { running } = await scene.testHost.ctx.db.transaction(async (tx) => {
      await tx.select().from(paymentDisputes).where(eq(paymentDisputes.id, id)).for('update');
      const first = act(id, key);
      await waitForBlockedQuery(scene.testHost);
      expect((await act(id, key)).refusal.error).toBe('request_in_progress');
      return { running: first };
    });
    expect((await running).status).toBe(200);
    expect((await act(other.id, key)).refusal.error).toBe('idempotency_key_reused');
    expect((await read(other.id)).data.answer).toBe('none');
  });
});
