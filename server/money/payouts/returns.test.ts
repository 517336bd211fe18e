/** Payouts that a gateway reverses after they were paid: the money returns to the performer's earnings, once per reversal. */
import { eq } from 'drizzle-orm';
import { payoutAccounts, payoutRequests } from '@server/platform/db/schema/money';
import { earningsOf, payoutsAccount } from '@server/money/ledger/chart';
import { balanceOf } from '@server/money/ledger/ledger';
import { entriesOf } from '@server/money/ledger/entries';
import { applyEvent } from '@server/money/payments/events';
import { violatedInvariants } from '../../../tests/kit/money/ledger';
import { performerWithEarnings, type Earner } from '../../../tests/kit/money/earners';
import { mailsTo } from '../../../tests/kit/host/mails';
import { openStripeTestHost, type StripeTestHost } from '../../../tests/kit/money/payments';
import { password, signUpOperator } from '../../../tests/kit/people/people';
import { notificationInboxOf, ownTab } from '../../../tests/kit/talk/notifications';
import { handlePayoutChanged } from './pay';

let stripe: StripeTestHost;
let operator: { token: string };

beforeAll(async () => {
  stripe = await openStripeTestHost();
  operator = await signUpOperator(stripe.testHost);
  await stripe.testHost.call('POST /auth/reauthenticate', { body: { password } }, { token: operator.token });
});
afterEach(async () => {
  expect(await violatedInvariants(stripe.testHost)).toEqual([]);
});
afterAll(() => stripe.close());

const done = (id: string) =>
  stripe.testHost.call('POST /admin/payout-requests/:id/done', { params: { id }, body: {} }, { token: operator.token });
const view = async ({ token }: Earner, id: string) =>
  (await stripe.testHost.call('GET /payout-requests/:id/view', { params: { id } }, { token })).data;
const earningsBalance = ({ id }: Earner) => balanceOf(stripe.testHost.ctx, earningsOf(id));

/** A performer with 60 tokens who has requested all of them, to a gateway account. */
async function requestedPayout(): Promise<{ performer: Earner; id: string }> {
  const performer = await performerWithEarnings(stripe.testHost, 60);
  const { token } = performer;
  await stripe.testHost.call(
    'POST /stripe/accounts',
    { body: { returnUrl: `${stripe.testHost.ctx.config.siteUrl}/creator/account` } },
    { token },
  );
  const [account] = await stripe.testHost.ctx.db.select().from(payoutAccounts).where(eq(payoutAccounts.performerId, performer.id));
  stripe.standIn.connect.completeOnboarding(account?.gatewayAccountId ?? '');
  await applyLastEvent('account.updated');
  const { data } = await stripe.testHost.call('POST /payout-requests', { body: { amount: 60, method: 'stripe' } }, { token });
  return { performer, id: data._id };
}

async function paidPayout(): Promise<{ performer: Earner; id: string; transfer: string }> {
  const { performer, id } = await requestedPayout();
  expect((await done(id)).data.status).toBe('done');
  return { performer, id, transfer: transferOf(id) };
}

const transferOf = (id: string): string =>
  stripe.standIn.connect.transfers.find(({ metadata }) => (metadata as { payoutRequestId?: string }).payoutRequestId === id)?.id ?? '';

async function applyLastEvent(type: string): Promise<void> {
  const event = stripe.standIn.lastEvent(type);
  expect((await stripe.deliver(stripe.standIn.webhook(event, stripe.testHost.clock.now()))).status).toBe(200);
  await applyEvent(stripe.testHost.ctx, 'stripe', event.id);
}

test('the invariant compares what was returned with what was posted', async () => {
  const { id } = await paidPayout();
  const set = (cents: bigint) =>
    stripe.testHost.ctx.db.update(payoutRequests).set({ reversedCents: cents }).where(eq(payoutRequests.id, id));
  await set(100n);
  expect(await violatedInvariants(stripe.testHost)).toEqual([expect.stringContaining('1.00 came back, the books gave 0.00') as string]);
  await set(0n);
});

describe('a payout that the gateway reverses', () => {
  it("is returned to the performer's earnings, by a reversal of its transfer", async () => {
    const { performer, id, transfer } = await paidPayout();
    const before = await balanceOf(stripe.testHost.ctx, payoutsAccount('stripe'));
    stripe.standIn.connect.reverseTransfer(transfer, 6000);
    await applyLastEvent('transfer.reversed');
    expect(await earningsBalance(performer)).toBe(6000n);
    expect((await balanceOf(stripe.testHost.ctx, payoutsAccount('stripe'))) - before).toBe(-6000n);
    expect(await view(performer, id)).toMatchObject({ status: 'done', amount: 60, reversed: 60 });
    const { entries } = await entriesOf(stripe.testHost.ctx, earningsOf(performer.id), { limit: 1 });
    expect(entries).toMatchObject([{ reason: 'payout_return', cents: 6000n, reversalOf: expect.any(String) as string }]);
    const { data: sums } = await stripe.testHost.call('POST /payout-requests/calculate', { body: {} }, { token: performer.token });
    expect(sums).toMatchObject({ available: 60, held: 0, previouslyPaid: 0 });
  });

  it('is returned in parts, each once, in any order and with repeated events', async () => {
    const { performer, id, transfer } = await paidPayout();
    stripe.standIn.connect.reverseTransfer(transfer, 2000);
    const first = stripe.standIn.lastEvent('transfer.reversed').id;
    await Promise.all([applyLastEvent('transfer.reversed'), applyLastEvent('transfer.reversed')]);
    expect(await earningsBalance(performer)).toBe(2000n);
    stripe.standIn.connect.reverseTransfer(transfer, 1000);
    await applyLastEvent('transfer.reversed');
    await applyEvent(stripe.testHost.ctx, 'stripe', first);
    await handlePayoutChanged(stripe.testHost.ctx, { key: null, payoutId: transfer });
    expect(await earningsBalance(performer)).toBe(3000n);
    expect(await view(performer, id)).toMatchObject({ status: 'done', reversed: 30 });
  });

  it('whose response was lost is paid and returned by one event', async () => {
    const { performer, id } = await requestedPayout();
    stripe.standIn.failNext('POST /v1/transfers', 'fail_after');
    expect((await done(id)).errorBody.error).toBe('service_unavailable');
    stripe.standIn.connect.reverseTransfer(transferOf(id), 6000);
    await applyLastEvent('transfer.reversed');
    expect(await view(performer, id)).toMatchObject({ status: 'done', reversed: 60 });
    expect(await earningsBalance(performer)).toBe(6000n);
  });

  it('notifies the performer, who can request it again', async () => {
    const { performer, transfer } = await paidPayout();
    stripe.standIn.connect.reverseTransfer(transfer, 6000);
    await applyLastEvent('transfer.reversed');
    const mails = await mailsTo(stripe.testHost, performer.email, 'payout-decided');
    expect(mails.map(({ subject }) => subject).at(-1)).toContain('was returned');
    const notifications = (await notificationInboxOf(stripe.testHost, performer)).filter(({ type }) => type === 'payout');
    expect(notifications).toMatchObject([
      { actor: null, text: 'We returned 60 tokens from a payout to your earnings.', link: ownTab(performer, 'payouts') },
      { actor: null, text: 'Your payout of 60 tokens was paid.' },
    ]);
    const again = await stripe.testHost.call(
      'POST /payout-requests',
      { body: { amount: 60, method: 'stripe' } },
      { token: performer.token },
    );
    expect(again.status).toBe(200);
    expect((await done(again.data._id)).data.status).toBe('done');
    expect(await earningsBalance(performer)).toBe(0n);
  });
});
