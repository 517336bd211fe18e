/** A dispute in the sandbox, from the payment with a test card to the outcome: won with evidence, lost when accepted. */
import { eq } from 'drizzle-orm';
import { gatewayEvents, paymentDisputes } from '@server/platform/db/schema/payments';
import { applyEvent, pollEvents } from '@server/money/payments/events';
import { evidenceWith } from '../../../tests/kit/money/disputes';
import { ledgerViolations, newIdempotencyKey, fanWithTestCard, walletBalance } from '../../../tests/kit/money/payments';
import { signUpOperator } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(() => testHost.close());

/** Runs the minutely job that polls the sandbox's events. */
async function pollSandbox(): Promise<void> {
  await pollEvents(testHost.ctx);
  for (const { gateway, eventId } of await testHost.ctx.db.select().from(gatewayEvents)) await applyEvent(testHost.ctx, gateway, eventId);
}

async function openDispute() {
  const fan = await fanWithTestCard(testHost, 'test_dispute');
  const { data } = await testHost.call(
    'POST /payment/wallet/top-up',
    { body: { amount: 20 } },
    { token: fan.token, key: newIdempotencyKey() },
  );
  testHost.clock.advance({ minutes: 61 });
  await pollSandbox();
  const readRow = async () => (await testHost.ctx.db.select().from(paymentDisputes).where(eq(paymentDisputes.paymentId, data._id)))[0];
  const row = await readRow();
  if (!row) throw new Error('nothing was disputed');
  const { token } = await signUpOperator(testHost);
  const read = async () => (await testHost.call('GET /admin/disputes/:id', { params: { id: row.id } }, { token })).data;
  return { fan, id: row.id, token, read, readRow };
}

it('wins a dispute when evidence is submitted, and returns the tokens', async () => {
  const { fan, id, token, read } = await openDispute();
  expect(await walletBalance(testHost.ctx, fan.id)).toBe(0n);
  expect(await read()).toMatchObject({ status: 'needs_response', reason: 'fraudulent', amount: 20 });
  const { data } = await testHost.call(
    'POST /admin/disputes/:id/submit',
    { params: { id }, body: evidenceWith() },
    { token, key: newIdempotencyKey() },
  );
  expect(data).toMatchObject({ status: 'under_review', answer: 'submitted' });
  testHost.clock.advance({ minutes: 2 });
  await pollSandbox();
  expect((await read()).status).toBe('won');
  expect(await walletBalance(testHost.ctx, fan.id)).toBe(2000n);
  expect(await ledgerViolations(testHost.ctx)).toEqual([]);
});

it('loses a dispute immediately when it is accepted', async () => {
  const { fan, id, token, readRow } = await openDispute();
  const { data } = await testHost.call('POST /admin/disputes/:id/accept', { params: { id } }, { token, key: newIdempotencyKey() });
  expect(data).toMatchObject({ status: 'lost', answer: 'accepted' });
  testHost.clock.advance({ days: 3 });
  await pollSandbox();
  expect((await readRow())?.status).toBe('lost');
  expect(await walletBalance(testHost.ctx, fan.id)).toBe(0n);
});
