/** Correcting a balance takes two operators: one proposes, another approves, and none of them for herself. */
import { eq } from 'drizzle-orm';
import type adjustmentsContract from '@contract/money/adjustments';
import type { Parsed } from '@contract/endpoint';
import { audit } from '../../platform/audit/audit';
import { changesOf } from '../../audit/changes';
import { inTransaction, type Context } from '../../platform/context';
import { ledgerAdjustments } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { adjustmentsAccount, isAccountId } from '../ledger/chart';
import { post } from '../ledger/ledger';
import { balanceAccountOf, findAccount } from '../../modules/people/people';
import { assertSecond } from '../../people/team/team';
import { adjustmentsByIds, type AdjustmentAnswer, type AdjustmentRow } from './rows';

type Wish = Parsed<(typeof adjustmentsContract)['POST /admin/ledger/adjustments']>['body'];
type Decided = Pick<AdjustmentRow, 'status' | 'note' | 'decidedAlone'>;

async function answerOf(tx: Context, viewer: Actor, id: string): Promise<AdjustmentAnswer> {
  return (await adjustmentsByIds(tx, viewer, [id])).get(id) ?? fail('adjustment_not_found');
}

/** Proposes a correction in the transaction of `tx`. Refuses with account_not_found and self_not_allowed. */
export async function proposeAdjustment(
  tx: Context,
  actor: Actor,
  client: Client,
  { personId, amount, reason }: Wish,
): Promise<AdjustmentAnswer> {
  if (personId === actor.id) return fail('self_not_allowed');
  const person = (await findAccount(tx, personId)) ?? fail('account_not_found');
  const [id, now] = [tx.chance.id(), tx.clock.now()];
  const proposed = { personId, account: balanceAccountOf(person), amountCents: amount, reason, status: 'pending' as const };
  await tx.db.insert(ledgerAdjustments).values({ id, ...proposed, proposedBy: actor.id, createdAt: now, updatedAt: now });
  await audit(tx, actor, client, {
    action: 'adjustments.propose',
    targetType: 'adjustment',
    targetId: id,
    ...changesOf({}, proposed),
  });
  return answerOf(tx, actor, id);
}

/** One that waits, held until the transaction ends: of two who decide, the second finds it decided. */
async function lockPending(tx: Context, id: string): Promise<AdjustmentRow> {
  const [row] = await tx.db.select().from(ledgerAdjustments).where(eq(ledgerAdjustments.id, id)).for('update');
  if (!row) return fail('adjustment_not_found');
  return row.status === 'pending' ? row : fail('already_so');
}

async function decided(tx: Context, actor: Actor, client: Client, row: AdjustmentRow, decision: Decided): Promise<AdjustmentAnswer> {
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
  return answerOf(tx, actor, row.id);
}

/**
 * Approves what another proposed, or the only operator after `limits.aloneAfter_s`, and moves the money against the site's
 * adjustments. Refuses with adjustment_not_found, already_so, same_operator, self_not_allowed, and with insufficient_balance when
 * more would be taken than is there: then it waits on.
 */
export function approveAdjustment(ctx: Context, actor: Actor, client: Client, id: string): Promise<AdjustmentAnswer> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockPending(tx, id);
    const { isAlone } = await assertSecond(tx, actor, 'money.correct', { begunBy: row.proposedBy, since: row.createdAt });
    if (row.personId === actor.id) return fail('self_not_allowed');
    const { account, amountCents } = row;
    if (!isAccountId(account)) throw new Error(`${account} is no account of the ledger`);
    await post(tx, {
      reason: 'adjustment',
      subject: id,
      key: `ledger_adjustment:${id}`,
      entries: [
        { account, cents: amountCents },
        { account: adjustmentsAccount, cents: -amountCents },
      ],
      // Earnings may be below zero after refunds; a correction does not take them there.
      covered: amountCents < 0n ? [account] : [],
    });
    return decided(tx, actor, client, row, { status: 'approved', note: null, decidedAlone: isAlone });
  });
}

/** Declines one that waits; whoever proposed it may take it back so. Refuses with adjustment_not_found and already_so. */
export function declineAdjustment(ctx: Context, actor: Actor, client: Client, id: string, note: string): Promise<AdjustmentAnswer> {
  return inTransaction(ctx, async (tx) =>
    decided(tx, actor, client, await lockPending(tx, id), { status: 'declined', note: note === '' ? null : note, decidedAlone: false }),
  );
}
