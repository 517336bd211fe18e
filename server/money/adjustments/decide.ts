/** Adjusting a balance takes two operators: one proposes, another approves. Neither can adjust their own balance. */
import { eq } from 'drizzle-orm';
import type adjustmentsContract from '@contract/money/adjustments';
import type { Parsed } from '@contract/kernel/endpoint';
import { audit } from '../../platform/audit/audit';
import { changesOf } from '../../platform/audit/changes';
import { inTransaction, type Context } from '../../platform/context';
import { ledgerAdjustments } from '../../platform/db/schema/money';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { adjustmentsAccount, isAccountId } from '../ledger/chart';
import { post } from '../ledger/ledger';
import { balanceAccountOf, findAccount } from '../../people/people/rows';
import { assertSecondOperator } from '../../people/team/second-operator';
import { adjustmentsByIds, type AdjustmentResponse, type AdjustmentRow } from './rows';

type Proposal = Parsed<(typeof adjustmentsContract)['POST /admin/ledger/adjustments']>['body'];
type Decision = Pick<AdjustmentRow, 'status' | 'note' | 'decidedAlone'>;

async function responseOf(tx: Context, viewer: Actor, id: string): Promise<AdjustmentResponse> {
  return (await adjustmentsByIds(tx, viewer, [id])).get(id) ?? fail('adjustment_not_found');
}

/** Proposes an adjustment in the transaction of `tx`. Rejects with account_not_found and self_not_allowed. */
export async function proposeAdjustment(
  tx: Context,
  actor: Actor,
  client: Client,
  { personId, amount, reason }: Proposal,
): Promise<AdjustmentResponse> {
  if (personId === actor.id) return fail('self_not_allowed');
  const person = (await findAccount(tx, personId)) ?? fail('account_not_found');
  const [id, now] = [tx.random.id(), tx.clock.now()];
  const proposed = { personId, account: balanceAccountOf(person), amountCents: amount, reason, status: 'pending' as const };
  await tx.db.insert(ledgerAdjustments).values({ id, ...proposed, proposedBy: actor.id, createdAt: now, updatedAt: now });
  await audit(tx, actor, client, {
    action: 'adjustments.propose',
    targetType: 'adjustment',
    targetId: id,
    ...changesOf({}, proposed),
  });
  return responseOf(tx, actor, id);
}

/** A pending adjustment, locked until the transaction ends, so that two decisions cannot both apply. */
async function lockPending(tx: Context, id: string): Promise<AdjustmentRow> {
  const [row] = await tx.db.select().from(ledgerAdjustments).where(eq(ledgerAdjustments.id, id)).for('update');
  if (!row) return fail('adjustment_not_found');
  return row.status === 'pending' ? row : fail('already_so');
}

async function applyDecision(
  tx: Context,
  actor: Actor,
  client: Client,
  row: AdjustmentRow,
  decision: Decision,
): Promise<AdjustmentResponse> {
  const now = tx.clock.now();
  await tx.db
    .update(ledgerAdjustments)
    .set({ ...decision, decidedBy: actor.id, decidedAt: now, updatedAt: now })
    .where(eq(ledgerAdjustments.id, row.id));
  await audit(tx, actor, client, {
    action: `adjustments.${decision.status}`,
    targetType: 'adjustment',
    targetId: row.id,
    ...changesOf(row, { ...decision }),
  });
  return responseOf(tx, actor, row.id);
}

/**
 * Approves an adjustment that another operator proposed, or as the only operator after `limits.soloDecisionAfter_s`. Posts the amount
 * against the site's adjustments account. Rejects with adjustment_not_found, already_so, same_operator, self_not_allowed, and with
 * insufficient_balance when it takes more than the balance: then the adjustment stays pending.
 */
export function approveAdjustment(ctx: Context, actor: Actor, client: Client, id: string): Promise<AdjustmentResponse> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockPending(tx, id);
    const { isAlone } = await assertSecondOperator(tx, actor, 'money.correct', { initiatedBy: row.proposedBy, since: row.createdAt });
    if (row.personId === actor.id) return fail('self_not_allowed');
    const { account, amountCents } = row;
    if (!isAccountId(account)) throw new Error(`${account} is not a ledger account`);
    await post(tx, {
      reason: 'adjustment',
      subject: id,
      key: `ledger_adjustment:${id}`,
      entries: [
        { account, cents: amountCents },
        { account: adjustmentsAccount, cents: -amountCents },
      ],
      // Refunds may take earnings below zero; an adjustment may not.
      covered: amountCents < 0n ? [account] : [],
    });
    return applyDecision(tx, actor, client, row, { status: 'approved', note: null, decidedAlone: isAlone });
  });
}

/** Declines a pending adjustment. The proposer can withdraw it this way too. Rejects with adjustment_not_found and already_so. */
export function declineAdjustment(ctx: Context, actor: Actor, client: Client, id: string, note: string): Promise<AdjustmentResponse> {
  return inTransaction(ctx, async (tx) =>
    applyDecision(tx, actor, client, await lockPending(tx, id), {
      status: 'declined',
      note: note === '' ? null : note,
      decidedAlone: false,
    }),
  );
}
