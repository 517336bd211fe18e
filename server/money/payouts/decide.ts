/** What operators decide about a payout request, each decision once and with an audit entry. */
import { eq } from 'drizzle-orm';
import { amountOf, type PayoutStatus } from '@contract/values';
import { audit } from '../../platform/audit/audit';
import { changesOf } from '../../audit/changes';
import { inTransaction, type Context } from '../../platform/context';
import { payoutRequests } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Client } from '../../platform/http/client';
import { sendMail } from '../../mail/mail';
import { ownTabLink, tokensText } from '../../platform/notification-texts';
import { notify } from '../../people/notifications/notifications';
import { findAccount, nameOf } from '../../modules/people/people';
import { raise } from '../../platform/webhooks/emit';
import { releaseAmount } from './request';
import { lockPayout, publishPayout, type PayoutAnswer, type PayoutRow } from './rows';

/** Who decided, and from where; null is the gateway's own answer, which arrived by itself. */
export interface Decider {
  actor: { id: string };
  client: Client;
}

/** What a decision changes. */
type Decision = Partial<Pick<PayoutRow, 'operatorNote' | 'reference' | 'gatewayKey' | 'gatewayId' | 'batchId'>> & { status: PayoutStatus };

type Outcome = Exclude<PayoutStatus, 'pending'> | 'returned';

const became: Record<Outcome, (amount: string) => string> = {
  approved: (amount) => `Your payout of ${amount} was approved.`,
  rejected: (amount) => `Your payout of ${amount} was rejected.`,
  done: (amount) => `Your payout of ${amount} was paid.`,
  returned: (amount) => `${amount} of a payout came back to your earnings.`,
};

async function newsOf(tx: Context, { _id, performer, reversed }: PayoutAnswer, outcome: Outcome, cents: bigint): Promise<void> {
  const step = outcome === 'returned' ? `returned:${String(reversed)}` : outcome;
  await notify(tx, performer._id, {
    type: 'payout',
    actorId: null,
    text: became[outcome](tokensText(cents)),
    link: ownTabLink(performer._id, 'payouts'),
    event: `payout:${_id}:${step}`,
  });
}

/** Tells the performer, on the site and by mail, what became of her request; `cents` of it are meant. */
export async function tellPerformer(
  tx: Context,
  answer: PayoutAnswer,
  decision: PayoutStatus | 'returned' = answer.status,
  cents = answer.amount,
): Promise<void> {
  const { account: shown, operatorNote, reference } = answer;
  if (decision === 'pending') return;
  await newsOf(tx, answer, decision, cents);
  const account = await findAccount(tx, answer.performer._id);
  if (!account?.email) return;
  await sendMail(tx, 'payout-decided', account.email, {
    name: nameOf(account),
    decision,
    amount_cents: cents,
    account: shown,
    note: operatorNote,
    reference,
    link: `${tx.config.siteUrl}/${account.username ?? account.id}?tab=payouts`,
  });
}

/** Notes a decision on a locked request, in the transaction of `tx`, and tells everybody whom it concerns. */
export async function decided(tx: Context, by: Decider | null, row: PayoutRow, decision: Decision): Promise<PayoutAnswer> {
  const now = tx.clock.now();
  await tx.db
    .update(payoutRequests)
    .set({ ...decision, decidedAt: now, updatedAt: now })
    .where(eq(payoutRequests.id, row.id));
  if (by !== null)
    await audit(tx, by.actor, by.client, {
      action: `payouts.${decision.status}`,
      targetType: 'payout',
      targetId: row.id,
      ...changesOf(row, {
        status: decision.status,
        operatorNote: decision.operatorNote ?? row.operatorNote,
        reference: decision.reference ?? row.reference,
      }),
    });
  const answer = await publishPayout(tx, row.id);
  await tellPerformer(tx, answer);
  if (decision.status === 'done')
    await raise(tx, 'payout.done', {
      payoutId: row.id,
      performerId: row.performerId,
      amount: amountOf(row.amountCents),
      method: row.method,
    });
  return answer;
}

/** Nobody decides about her own money. Refuses with self_not_allowed. */
export function assertNotOwn({ actor }: Decider, { performerId }: Pick<PayoutRow, 'performerId'>): void {
  if (actor.id === performerId) fail('self_not_allowed');
}

/** Approves a request that waits: it may be paid. Refuses with payout_not_found, payout_decided and self_not_allowed. */
export function approvePayout(ctx: Context, by: Decider, id: string, note: string): Promise<PayoutAnswer> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockPayout(tx, id);
    assertNotOwn(by, row);
    if (row.status !== 'pending') return fail('payout_decided');
    return decided(tx, by, row, { status: 'approved', operatorNote: note });
  });
}

/**
 * Rejects a request that is not paid: what it held is available again. Refuses with payout_not_found, and with payout_decided
 * also while nobody knows whether the gateway has paid it.
 */
export function rejectPayout(ctx: Context, by: Decider, id: string, note: string): Promise<PayoutAnswer> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockPayout(tx, id);
    const isOpen = row.status === 'pending' || row.status === 'approved';
    if (!isOpen || row.gatewayKey !== null) return fail('payout_decided');
    await releaseAmount(tx, row);
    return decided(tx, by, row, { status: 'rejected', operatorNote: note, batchId: null });
  });
}
