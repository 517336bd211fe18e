/** Reports as API responses: two queries for any number of them. */
import { inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { AdminReport, Report } from '@contract/safety/reports';
import type { Context } from '../../platform/context';
import { reports } from '../../platform/db/schema/safety';
import { fail } from '../../kernel/api-error';
import { peopleByIds, type Person } from '../../people/people/rows';

export type ReportRow = typeof reports.$inferSelect;
export type ReportResponse = z.output<typeof Report>;
export type AdminReportResponse = z.output<typeof AdminReport>;
type People = ReadonlyMap<string, Person>;

const personOf = (people: People, id: string | null): Person | null => (id === null ? null : (people.get(id) ?? null));

/** A report as its reporter sees it, without the deciding operator and their note. */
function reporterView(row: ReportRow, people: People): ReportResponse {
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

/** A report as its reporter sees it. */
export async function reportResponse(ctx: Context, row: ReportRow): Promise<ReportResponse> {
  return reporterView(row, await peopleByIds(ctx, [row.ownerId, ...(row.reporterId === null ? [] : [row.reporterId])]));
}

/** Reports as operators see them, by id. */
export async function adminReports(ctx: Context, ids: readonly string[]): Promise<Map<string, AdminReportResponse>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(reports)
    .where(inArray(reports.id, [...ids]));
  const personIds = rows.flatMap((row) => [row.ownerId, row.reporterId, row.takenById, row.decidedById]);
  const people = await peopleByIds(ctx, [...new Set(personIds.filter((id) => id !== null))]);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...reporterView(row, people),
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

/** One report for operators. Rejects with report_not_found. */
export async function adminReport(ctx: Context, id: string): Promise<AdminReportResponse> {
  return (await adminReports(ctx, [id])).get(id) ?? fail('report_not_found');
}
