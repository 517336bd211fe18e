/** Decisions on reports. All open reports about one target are decided together, once, and both parties are notified. */
import { and, asc, eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { second_ms } from '@contract/kernel/units';
import { reportReasonLabels, type ReportAction } from '@contract/kernel/values/moderation';
import { audit } from '../../platform/audit/audit';
import { changesOf } from '../../platform/audit/changes';
import { inTransaction, type Context } from '../../platform/context';
import { reports } from '../../platform/db/schema/safety';
import { fail } from '../../kernel/api-error';
import { setHoldEnd } from '../../platform/media/holds';
import { quoteExcerpt } from '../../platform/notification-texts';
import { notify } from '../../people/notifications/notify';
import { executeAction, type Decider } from './actions';
import { lockTarget } from './lock-target';
import { adminReport, type AdminReportResponse, type ReportRow } from './rows';
import { publishReport } from '../../people/flagging/flagging';

/**
 * An open report, with its target and all open reports about it locked in a fixed order. Rejects with report_not_found and
 * report_resolved.
 */
async function lockOpen(tx: Context, id: string): Promise<{ row: ReportRow; all: ReportRow[] }> {
  const [found] = await tx.db.select({ target: reports.target, targetId: reports.targetId }).from(reports).where(eq(reports.id, id));
  if (!found) return fail('report_not_found');
  await lockTarget(tx, found.target, found.targetId);
  const all = await tx.db
    .select()
    .from(reports)
    .where(and(eq(reports.targetId, found.targetId), eq(reports.target, found.target), eq(reports.status, 'open')))
    .orderBy(asc(reports.id))
    .for('update');
  const row = all.find((each) => each.id === id);
  return row ? { row, all } : fail('report_resolved');
}

const outcomeTexts: Record<ReportAction, string> = {
  none: 'It doesn’t break our rules, so we took no action.',
  hide: 'We took it down.',
  warn: 'We warned the person responsible.',
  suspend: 'We suspended the person responsible.',
};

/** Notifies the reporter of the outcome, without the deciding operator and the message to the owner. */
async function notifyReporter(tx: Context, { id, reporterId, evidence }: ReportRow, action: ReportAction): Promise<void> {
  if (reporterId === null) return;
  await notify(tx, reporterId, {
    type: 'report',
    actorId: null,
    text: `We reviewed your report about ${quoteExcerpt(evidence.title)}. ${outcomeTexts[action]}`,
    link: '/notifications',
    event: `report-decided:${id}`,
  });
}

/**
 * Decides on a report. Rejects with report_not_found, with report_resolved if a colleague has already decided, with action_not_allowed if
 * the action does not apply to the target, and with last_operator and stronger_operator.
 */
export function resolveReport(
  ctx: Context,
  decider: Decider,
  id: string,
  { action, note }: { action: ReportAction; note: string },
): Promise<AdminReportResponse> {
  return inTransaction(ctx, async (tx) => {
    const { row, all } = await lockOpen(tx, id);
    const now = tx.clock.now();
    await executeAction(tx, decider, row, action, note || reportReasonLabels[row.reason]);
    const status = action === 'none' ? 'dismissed' : 'resolved';
    const decision = { status, action, note, decidedById: decider.actor.id } as const;
    for (const each of all) {
      await tx.db
        .update(reports)
        .set({ ...decision, decidedAt: now, updatedAt: now })
        .where(eq(reports.id, each.id));
      await setHoldEnd(tx, each.id, new Date(now.getTime() + limits.evidenceRetention_s * second_ms));
      await audit(tx, decider.actor, decider.client, {
        action: 'reports.resolve',
        targetType: 'report',
        targetId: each.id,
        ...changesOf(each, decision),
      });
      await publishReport(tx, { ...each, status });
      await notifyReporter(tx, each, action);
    }
    return adminReport(tx, id);
  });
}

/**
 * Assigns a report to the operator, or removes the assignment. A colleague may take it over. Rejects with report_not_found and
 * report_resolved.
 */
export function assignReport(ctx: Context, decider: Decider, id: string, isTaken: boolean): Promise<AdminReportResponse> {
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx.db.select().from(reports).where(eq(reports.id, id)).for('update');
    if (!row) return fail('report_not_found');
    if (row.status !== 'open') return fail('report_resolved');
    const assignment = isTaken ? { takenById: decider.actor.id, takenAt: tx.clock.now() } : { takenById: null, takenAt: null };
    await tx.db.update(reports).set(assignment).where(eq(reports.id, id));
    await audit(tx, decider.actor, decider.client, {
      action: isTaken ? 'reports.take' : 'reports.leave',
      targetType: 'report',
      targetId: id,
      before: { takenById: row.takenById },
      after: { takenById: assignment.takenById },
    });
    await publishReport(tx, { ...row, ...assignment });
    return adminReport(tx, id);
  });
}
