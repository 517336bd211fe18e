/** Deciding on reports. All that wait about the same thing are decided together, once, and both sides are told. */
import { and, asc, eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { second_ms } from '@contract/kernel/units';
import { reportReasonWords, type ReportAction } from '@contract/values';
import { audit } from '../../platform/audit/audit';
import { changesOf } from '../../audit/changes';
import { inTransaction, type Context } from '../../platform/context';
import { reports } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import { holdUntil } from '../../platform/media/holds';
import { quoted } from '../../platform/notification-texts';
import { notify } from '../../people/notifications/notifications';
import { carryOut, type Decider } from './actions';
import { holdTarget } from '../../safety/reports/lock-target';
import { adminReport, heldBy, publishReport, type AdminReportAnswer, type ReportRow } from '../../safety/reports/rows';

/** A report that waits, with what it is about and all that wait about the same, held in one order. Refuses with report_not_found and report_resolved. */
async function lockOpen(tx: Context, id: string): Promise<{ row: ReportRow; all: ReportRow[] }> {
  const [known] = await tx.db.select({ target: reports.target, targetId: reports.targetId }).from(reports).where(eq(reports.id, id));
  if (!known) return fail('report_not_found');
  await holdTarget(tx, known.target, known.targetId);
  const all = await tx.db
    .select()
    .from(reports)
    .where(and(eq(reports.targetId, known.targetId), eq(reports.target, known.target), eq(reports.status, 'open')))
    .orderBy(asc(reports.id))
    .for('update');
  const row = all.find((one) => one.id === id);
  return row ? { row, all } : fail('report_resolved');
}

const outcomes: Record<ReportAction, string> = {
  none: 'It does not break our rules, so we left it as it is.',
  hide: 'We took it down.',
  warn: 'We warned who is responsible.',
  suspend: 'We suspended who is responsible.',
};

/** Tells who reported what became of it: not who decided, nor what was said to the other side. */
async function tellReporter(tx: Context, { id, reporterId, evidence }: ReportRow, action: ReportAction): Promise<void> {
  if (reporterId === null) return;
  await notify(tx, reporterId, {
    type: 'report',
    actorId: null,
    text: `We have looked at what you reported, ${quoted(evidence.title)}. ${outcomes[action]}`,
    link: '/notifications',
    event: `report-decided:${id}`,
  });
}

/**
 * Decides on a report. Refuses with report_not_found, with report_resolved when a colleague was quicker, with action_not_allowed
 * what does not fit what was reported, and with last_operator.
 */
export function resolveReport(
  ctx: Context,
  by: Decider,
  id: string,
  { action, note }: { action: ReportAction; note: string },
): Promise<AdminReportAnswer> {
  return inTransaction(ctx, async (tx) => {
    const { row, all } = await lockOpen(tx, id);
    // Before it is carried out: what it decides is not among what was decided earlier.
    const now = tx.clock.now();
    await carryOut(tx, by, row, action, note || reportReasonWords[row.reason]);
    const status = action === 'none' ? 'dismissed' : 'resolved';
    const decision = { status, action, note, decidedById: by.actor.id } as const;
    for (const one of all) {
      await tx.db
        .update(reports)
        .set({ ...decision, decidedAt: now, updatedAt: now })
        .where(eq(reports.id, one.id));
      await holdUntil(tx, heldBy(one.id), new Date(now.getTime() + limits.evidenceKept_s * second_ms));
      await audit(tx, by.actor, by.client, {
        action: 'reports.resolve',
        targetType: 'report',
        targetId: one.id,
        ...changesOf(one, decision),
      });
      await publishReport(tx, { ...one, status });
      await tellReporter(tx, one, action);
    }
    return adminReport(tx, id);
  });
}

/** Says that an operator looks into a report, or no longer does; a colleague may take it over. Refuses with report_not_found and report_resolved. */
export function takeReport(ctx: Context, by: Decider, id: string, isTaken: boolean): Promise<AdminReportAnswer> {
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx.db.select().from(reports).where(eq(reports.id, id)).for('update');
    if (!row) return fail('report_not_found');
    if (row.status !== 'open') return fail('report_resolved');
    const taken = isTaken ? { takenById: by.actor.id, takenAt: tx.clock.now() } : { takenById: null, takenAt: null };
    await tx.db.update(reports).set(taken).where(eq(reports.id, id));
    await audit(tx, by.actor, by.client, {
      action: isTaken ? 'reports.take' : 'reports.leave',
      targetType: 'report',
      targetId: id,
      before: { takenById: row.takenById },
      after: { takenById: taken.takenById },
    });
    await publishReport(tx, { ...row, ...taken });
    return adminReport(tx, id);
  });
}
