/** Reminds operators of disputes whose evidence is due soon. */
import { and, asc, eq, gt, inArray, isNull, lte } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { inTransaction, type Context } from '../../platform/context';
import { paymentDisputes } from '../../platform/db/schema/payments';
import { notifyOperatorsOfDeadline } from '../payments/mails';
import { changeDispute, lockDispute } from './rows';

const batch = 100;

/** Sends one reminder for each unanswered dispute. */
export async function remindOfDeadlines(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const soon = new Date(now.getTime() + limits.disputeReminder_s * 1000);
  const { id, status, answer, evidenceDueAt, remindedAt } = paymentDisputes;
  const due = await ctx.db
    .select({ id })
    .from(paymentDisputes)
    .where(
      and(
        inArray(status, ['needs_response', 'warning_needs_response']),
        eq(answer, 'none'),
        isNull(remindedAt),
        gt(evidenceDueAt, now),
        lte(evidenceDueAt, soon),
      ),
    )
    .orderBy(asc(evidenceDueAt))
    .limit(batch);
  for (const row of due)
    await inTransaction(ctx, async (tx) => {
      const dispute = await lockDispute(tx, row.id);
      if (dispute.remindedAt !== null || dispute.answer !== 'none') return;
      await changeDispute(tx, row.id, { remindedAt: now });
      await notifyOperatorsOfDeadline(tx, dispute);
    });
}
