/** Operators' decisions about payout requests. Each is made once and has an audit entry. */
import { eq } from 'drizzle-orm';
import { amountOf } from '@contract/kernel/values/amounts';
import { type PayoutStatus } from '@contract/kernel/values/money';
import { audit } from '../../platform/audit/audit';
import { changesOf } from '../../platform/audit/changes';
import { inTransaction, type Context } from '../../platform/context';
import { payoutRequests } from '../../platform/db/schema/money';
import { fail } from '../../kernel/api-error';
import type { Client } from '../../platform/http/client';
import { sendMail } from '../../platform/mail/mail';
import { profileTabLink, tokensText } from '../../platform/notification-texts';
import { notify } from '../../people/notifications/notify';
import { findAccount, nameOf } from '../../people/people/rows';
import { emitWebhook } from '../../platform/webhooks/emit';
import { releaseAmount } from './request';
import { lockPayout, publishPayout, type PayoutResponse, type PayoutRow } from './rows';

/** The operator who decided, and their client. Null stands for an outcome that the gateway reported. */
export interface Decider {
  actor: { id: string };
  client: Client;
}

/** The columns that a decision changes. */
type Decision = Partial<Pick<PayoutRow, 'operatorNote' | 'reference' | 'gatewayKey' | 'gatewayId' | 'batchId'>> & { status: PayoutStatus };

type Outcome = Exclude<PayoutStatus, 'pending'> | 'returned';

const outcomeTexts: Record<Outcome, (amount: string) => string> = {
  approved: (amount) => `Your payout of ${amount} was approved.`,
  rejected: (amount) => `Your payout of ${amount} was rejected.`,
  done: (amount) => `Your payout of ${amount} was paid.`,
  returned: (amount) => `We returned ${amount} from a payout to your earnings.`,
};

async function notifyPerformer(tx: Context, { _id, performer, reversed }: PayoutResponse, outcome: Outcome, cents: bigint): Promise<void> {
  const step = outcome === 'returned' ? `returned:${String(reversed)}` : outcome;
  await notify(tx, performer._id, {
    type: 'payout',
    actorId: null,
    text: outcomeTexts[outcome](tokensText(cents)),
    link: profileTabLink(performer._id, 'payouts'),
    event: `payout:${_id}:${step}`,
  });
}

/** Notifies the performer of the outcome, on the site and by email. `cents` is the amount concerned. */
export async function notifyPerformerOfDecision(
  tx: Context,
  payout: PayoutResponse,
  decision: PayoutStatus | 'returned' = payout.status,
  cents = payout.amount,
): Promise<void> {
  const { account: maskedAccount, operatorNote, reference } = payout;
  if (decision === 'pending') return;
  await notifyPerformer(tx, payout, decision, cents);
  const account = await findAccount(tx, payout.performer._id);
  if (!account?.email) return;
  await sendMail(tx, 'payout-decided', account.email, {
    name: nameOf(account),
    decision,
    amount_cents: cents,
    account: maskedAccount,
    note: operatorNote,
    reference,
    link: `${tx.config.siteUrl}/${account.username ?? account.id}?tab=payouts`,
  });
}

/**
 * Stores a decision on a locked request, in the transaction of `tx`. Notifies the performer, and publishes the request to the
 * performer and the operators.
 */
export async function storeDecision(tx: Context, decider: Decider | null, row: PayoutRow, decision: Decision): Promise<PayoutResponse> {
  const now = tx.clock.now();
  await tx.db
    .update(payoutRequests)
    .set({ ...decision, decidedAt: now, updatedAt: now })
    .where(eq(payoutRequests.id, row.id));
  if (decider !== null)
    await audit(tx, decider.actor, decider.client, {
      action: `payouts.${decision.status}`,
      targetType: 'payout',
      targetId: row.id,
      ...changesOf(row, {
        status: decision.status,
        operatorNote: decision.operatorNote ?? row.operatorNote,
        reference: decision.reference ?? row.reference,
      }),
    });
  const payout = await publishPayout(tx, row.id);
  await notifyPerformerOfDecision(tx, payout);
  if (decision.status === 'done')
    await emitWebhook(tx, 'payout.done', {
      payoutId: row.id,
      performerId: row.performerId,
      amount: amountOf(row.amountCents),
      method: row.method,
    });
  return payout;
}

/** Operators cannot approve or pay their own payouts. Throws self_not_allowed. */
export function assertNotOwnPayout({ actor }: Decider, { performerId }: Pick<PayoutRow, 'performerId'>): void {
  if (actor.id === performerId) fail('self_not_allowed');
}

/** Approves a pending request, so that it can be paid. Rejects with payout_not_found, payout_decided and self_not_allowed. */
export function approvePayout(ctx: Context, decider: Decider, id: string, note: string): Promise<PayoutResponse> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockPayout(tx, id);
    assertNotOwnPayout(decider, row);
    if (row.status !== 'pending') return fail('payout_decided');
    return storeDecision(tx, decider, row, { status: 'approved', operatorNote: note });
  });
}

/**
 * Rejects a request that is not paid: its hold is released. Rejects with payout_not_found, and with payout_decided, also while it
 * is unknown whether the gateway has paid it.
 */
export function rejectPayout(ctx: Context, decider: Decider, id: string, note: string): Promise<PayoutResponse> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockPayout(tx, id);
    const isOpen = row.status === 'pending' || row.status === 'approved';
    if (!isOpen || row.gatewayKey !== null) return fail('payout_decided');
    await releaseAmount(tx, row);
    return storeDecision(tx, decider, row, { status: 'rejected', operatorNote: note, batchId: null });
  });
}
