/** Reports as they leave the host: two queries for any number of them. */
import { inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { AdminReport, Report } from '@contract/safety/reports';
import type { Context } from '../../platform/context';
import { reports } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import { publish } from '../../platform/outbox/publish';
import { peopleByIds, type Person } from '../../modules/people/people';

export type ReportRow = typeof reports.$inferSelect;
export type ReportAnswer = z.output<typeof Report>;
export type AdminReportAnswer = z.output<typeof AdminReport>;
type People = ReadonlyMap<string, Person>;

/** By which word files know the report that holds them. */
export const heldBy = (reportId: string): string => `report:${reportId}`;

const personOf = (people: People, id: string | null): Person | null => (id === null ? null : (people.get(id) ?? null));

/** A report as who made it sees it: not who decided, nor what was noted. */
function basic(row: ReportRow, people: People): ReportAnswer {
  const owner = personOf(people, row.ownerId);
  return {
    _id: row.id,
    target: row.target,
    targetId: row.targetId,
    reason: row.reason,
    description: row.description,
    reporter: personOf(people, row.reporterId),
    performer: owner?.isPerformer === true ? owner : null,
    status: row.status,
    action: row.action,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** A report as who made it sees it. */
export async function reportAnswer(ctx: Context, row: ReportRow): Promise<ReportAnswer> {
  return basic(row, await peopleByIds(ctx, [row.ownerId, ...(row.reporterId === null ? [] : [row.reporterId])]));
}

/** Reports as operators see them, by id. */
export async function adminReports(ctx: Context, ids: readonly string[]): Promise<Map<string, AdminReportAnswer>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(reports)
    .where(inArray(reports.id, [...ids]));
  const asked = rows.flatMap((row) => [row.ownerId, row.reporterId, row.takenById, row.decidedById]);
  const people = await peopleByIds(ctx, [...new Set(asked.filter((id) => id !== null))]);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...basic(row, people),
        owner: personOf(people, row.ownerId),
        title: row.evidence.title,
        source: row.reporterId === null ? 'words' : 'member',
        takenBy: personOf(people, row.takenById),
        takenAt: row.takenAt,
        decidedBy: personOf(people, row.decidedById),
        decidedAt: row.decidedAt,
        note: row.note,
      },
    ]),
  );
}

/** One of them. Refuses with report_not_found. */
export async function adminReport(ctx: Context, id: string): Promise<AdminReportAnswer> {
  return (await adminReports(ctx, [id])).get(id) ?? fail('report_not_found');
}

/** Tells operators that a report came or changed. */
export const publishReport = (tx: Context, { id, status, takenById }: Pick<ReportRow, 'id' | 'status' | 'takenById'>): Promise<void> =>
  publish(tx, 'report/changed', ['right:reports.decide'], { _id: id, status, takenById });
