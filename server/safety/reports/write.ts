/** Creating reports. The target is read as its reporter sees it, and copied in the transaction that creates the report. */
import type { Parsed } from '@contract/kernel/endpoint';
import type reportsContract from '@contract/safety/reports';
import type { ReportTarget } from '@contract/kernel/values/moderation';
import { inTransaction, type Context } from '../../platform/context';
import { reports } from '../../platform/db/schema/safety';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { holdFiles } from '../../platform/media/holds';
import { itemLabel } from '../../platform/notification-texts';
import { notifyOperators } from '../../people/notifications/notify';
import { emitWebhook } from '../../platform/webhooks/emit';
import { reportResponse, type ReportResponse, type ReportRow } from './rows';
import { publishReport } from '../../people/flagging/flagging';
import { subjectOf } from './subject';

type NewReport = Parsed<(typeof reportsContract)['POST /reports']>['body'];

const targetLabels: Record<ReportTarget, string> = {
  ...itemLabel,
  comment: 'comment',
  message: 'message',
  stream: 'live stream',
  performer: 'creator',
  user: 'person',
};

/**
 * Reports something that the actor may see. Rejects with the errors that viewing it returns, with self_not_allowed if it is their
 * own, and with already_reported while they have an open report about it.
 */
export async function createReport(ctx: Context, actor: Actor, client: Client, body: NewReport): Promise<ReportResponse> {
  const { target, targetId, reason, description = '' } = body;
  const row = await inTransaction(ctx, async (tx): Promise<ReportRow> => {
    const { ownerId, evidence, fileIds } = await subjectOf(tx, actor, client, target, targetId);
    if (ownerId === actor.id) return fail('self_not_allowed');
    const [id, now] = [tx.random.id(), tx.clock.now()];
    const storedEvidence = { ...evidence, fileIds: await holdFiles(tx, fileIds, id) };
    const [created] = await tx.db
      .insert(reports)
      .values({
        id,
        target,
        targetId,
        ownerId,
        reporterId: actor.id,
        reason,
        description,
        evidence: storedEvidence,
        isUrgent: reason === 'minor_safety',
        status: 'open',
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing()
      .returning();
    if (!created) return fail('already_reported');
    await publishReport(tx, created);
    await emitWebhook(tx, 'report.filed', { reportId: id, target, targetId, reason });
    await notifyOperators(tx, 'reports.decide', {
      type: 'report',
      actorId: actor.id,
      text: `reported a ${targetLabels[target]}: ${evidence.title}`,
      link: `/admin/reports/${id}`,
      event: `report:${id}`,
    });
    return created;
  });
  return reportResponse(ctx, row);
}
