/** Payouts that a gateway reverses after they were paid: the money is the performer's again, once for each time that it came back. */
import { eq } from 'drizzle-orm';
import { payoutAccounts, payoutRequests } from '@server/platform/db/schema/schema';
import { earningsOf, paidOutBy } from '@server/money/ledger/chart';
import { balanceOf } from '@server/money/ledger/ledger';
import { entriesOf } from '@server/money/ledger/entries';
import { applyEvent } from '@server/money/payments/events';
import { brokenLaws } from '../../../tests/support/books';
import { performerWith, type Earner } from '../../../tests/support/earners';
import { mailsTo } from '../../../tests/support/outbox';
import { openStripeWorld, type StripeWorld } from '../../../tests/support/payments';
import { password, signUpOperator } from '../../../tests/kit/people/people';
import { inboxOf, ownTab } from '../../../tests/support/told';
import { payoutChanged } from '../../money/payouts/payouts';

let scene: StripeWorld;
let operator: { token: string };

beforeAll(async () => {
  scene = await openStripeWorld();
  operator = await signUpOperator(scene.world);
  await scene.world.call('POST /auth/reauthenticate', { body: { password } }, { token: operator.token });
});
afterEach(async () => {
  expect(await brokenLaws(scene.world)).toEqual([]);
});
afterAll(() => scene.close());

const done = (id: string) =>
  scene.world.call('POST /admin/payout-requests/:id/done', { params: { id }, body: {} }, { token: operator.token });
const view = async ({ token }: Earner, id: string) =>
  (await scene.world.call('GET /payout-requests/:id/view', { params: { id } }, { token })).data;
const holds = ({ id }: Earner) => balanceOf(scene.world.ctx, earningsOf(id));

/** A performer with 60 tokens, and her request for all of them at her account. */
async function asking(): Promise<{ performer: Earner; id: string }> {
  const performer = await performerWith(scene.world, 60);
  const { token } = performer;
  await scene.world.call('POST /stripe/accounts', { body: { returnUrl: `${scene.world.ctx.config.siteUrl}/creator/account` } }, { token });
  const [account] = await scene.world.ctx.db.select().from(payoutAccounts).where(eq(payoutAccounts.performerId, performer.id));
  scene.standIn.connect.completeOnboarding(account?.gatewayAccountId ?? '');
  await hear('account.updated');
  const { data } = await scene.world.call('POST /payout-requests', { body: { amount: 60, method: 'stripe' } }, { token });
  return { performer, id: data._id };
}

async function paid(): Promise<{ performer: Earner; id: string; transfer: string }> {
  const { performer, id } = await asking();
  expect((await done(id)).data.status).toBe('done');
  return { performer, id, transfer: transferOf(id) };
}

const transferOf = (id: string): string =>
  scene.standIn.connect.transfers.find(({ metadata }) => (metadata as { payoutRequestId?: string }).payoutRequestId === id)?.id ?? '';

async function hear(type: string): Promise<void> {
  const event = scene.standIn.lastEvent(type);
  expect((await scene.deliver(scene.standIn.webhook(event, scene.world.clock.now()))).status).toBe(200);
  await applyEvent(scene.world.ctx, 'stripe', event.id);
}

it('is asked by law: what came back and what was booked are the same', async () => {
  const { id } = await paid();
  const set = (cents: bigint) => scene.world.ctx.db.update(payoutRequests).set({ reversedCents: cents }).where(eq(payoutRequests.id, id));
  await set(100n);
  expect(await brokenLaws(scene.world)).toEqual([expect.stringContaining('1.00 came back, the books gave 0.00') as string]);
  await set(0n);
});

describe('a payout that the gateway reverses', () => {
  it('is the performer’s again, in a transfer that names the one it reverses', async () => {
    const { performer, id, transfer } = await paid();
    const before = await balanceOf(scene.world.ctx, paidOutBy('stripe'));
    scene.standIn.connect.reverseTransfer(transfer, 6000);
    await hear('transfer.reversed');
    expect(await holds(performer)).toBe(6000n);
    expect((await balanceOf(scene.world.ctx, paidOutBy('stripe'))) - before).toBe(-6000n);
    expect(await view(performer, id)).toMatchObject({ status: 'done', amount: 60, reversed: 60 });
    const { entries } = await entriesOf(scene.world.ctx, earningsOf(performer.id), { limit: 1 });
    expect(entries).toMatchObject([{ reason: 'payout_return', cents: 6000n, reversalOf: expect.any(String) as string }]);
    const { data: sums } = await scene.world.call('POST /payout-requests/calculate', { body: {} }, { token: performer.token });
    expect(sums).toMatchObject({ available: 60, held: 0, previouslyPaid: 0 });
  });

  it('comes back in parts, each once however often and in whatever order it is told', async () => {
    const { performer, id, transfer } = await paid();
    scene.standIn.connect.reverseTransfer(transfer, 2000);
    const first = scene.standIn.lastEvent('transfer.reversed').id;
    await Promise.all([hear('transfer.reversed'), hear('transfer.reversed')]);
    expect(await holds(performer)).toBe(2000n);
    scene.standIn.connect.reverseTransfer(transfer, 1000);
    await hear('transfer.reversed');
    await applyEvent(scene.world.ctx, 'stripe', first);
    await payoutChanged(scene.world.ctx, { key: null, payoutId: transfer });
    expect(await holds(performer)).toBe(3000n);
    expect(await view(performer, id)).toMatchObject({ status: 'done', reversed: 30 });
  });

  it('whose answer was lost is paid and given back with one event', async () => {
    const { performer, id } = await asking();
    scene.standIn.failNext('POST /v1/transfers', 'fail_after');
    expect((await done(id)).refusal.error).toBe('service_unavailable');
    scene.standIn.connect.reverseTransfer(transferOf(id), 6000);
    await hear('transfer.reversed');
    expect(await view(performer, id)).toMatchObject({ status: 'done', reversed: 60 });
    expect(await holds(performer)).toBe(6000n);
  });

  it('is told to the performer, who can ask for it again', async () => {
    const { performer, transfer } = await paid();
    scene.standIn.connect.reverseTransfer(transfer, 6000);
    await hear('transfer.reversed');
    const mails = await mailsTo(scene.world, performer.email, 'payout-decided');
    expect(mails.map(({ subject }) => subject).at(-1)).toContain('came back');
    const news = (await inboxOf(scene.world, performer)).filter(({ type }) => type === 'payout');
    expect(news).toMatchObject([
      { actor: null, text: '60 tokens of a payout came back to your earnings.', link: ownTab(performer, 'payouts') },
      { actor: null, text: 'Your payout of 60 tokens was paid.' },
    ]);
    const again = await scene.world.call('POST /payout-requests', { body: { amount: 60, method: 'stripe' } }, { token: performer.token });
    expect(again.status).toBe(200);
    expect((await done(again.data._id)).data.status).toBe('done');
    expect(await holds(performer)).toBe(0n);
  });
});
