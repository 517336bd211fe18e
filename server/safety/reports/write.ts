/** Reporting: what is reported is looked at as its reporter sees it, and copied in the transaction that writes the report. */
import type { Parsed } from '@contract/endpoint';
import type reportsContract from '@contract/safety/reports';
import { inTransaction, type Context } from '../../platform/context';
import { reports } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { holdFiles } from '../../platform/media/holds';
import { notifyOperators } from '../../people/notifications/notifications';
import { raise } from '../../platform/webhooks/emit';
import { heldBy, publishReport, reportAnswer, type ReportAnswer, type ReportRow } from './rows';
import { subjectOf } from './subject';

type NewReport = Parsed<(typeof reportsContract)['POST /reports']>['body'];

/**
 * Reports something that the actor may see. Refuses as the thing does when she may not, with self_not_allowed what is her own,
 * and with already_reported while a report of hers about it waits.
 */
export async function makeReport(ctx: Context, actor: Actor, client: Client, body: NewReport): Promise<ReportAnswer> {
  const { target, targetId, reason, description = '' } = body;
  const row = await inTransaction(ctx, async (tx): Promise<ReportRow> => {
    const { ownerId, evidence, fileIds } = await subjectOf(tx, actor, client, target, targetId);
    if (ownerId === actor.id) return fail('self_not_allowed');
    const [id, now] = [tx.chance.id(), tx.clock.now()];
    const kept = { ...evidence, fileIds: await holdFiles(tx, fileIds, heldBy(id)) };
    const [made] = await tx.db
      .insert(reports)
      .values({
        ...{ id, target, targetId, ownerId, reporterId: actor.id, reason, description, evidence: kept },
        ...{ isUrgent: reason === 'minor_safety', status: 'open', createdAt: now, updatedAt: now },
      })
      .onConflictDoNothing()
      .returning();
    if (!made) return fail('already_reported');
    await publishReport(tx, made);
    await raise(tx, 'report.filed', { reportId: id, target, targetId, reason });
    await notifyOperators(tx, 'reports.decide', {
      type: 'report',
      actorId: actor.id,
      text: `reported a ${target}: ${evidence.title}`,
      link: `/admin/reports/${id}`,
      event: `report:${id}`,
    });
    return made;
  });
  return reportAnswer(ctx, row);
}
