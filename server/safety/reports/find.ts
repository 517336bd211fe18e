/** Reports for operators: the list of open and decided reports, and one report with its evidence. */
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Parsed } from '@contract/kernel/endpoint';
import type reportsContract from '@contract/safety/reports';
import type { AdminReportDetail, Evidence } from '@contract/safety/reports';
import type { Page } from '@contract/kernel/shapes';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { reports } from '../../platform/db/schema/safety';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { filesById } from '../../platform/media/claims';
import { fileResponse } from '../../platform/media/files';
import { decisionsAbout } from '../moderation/rows';
import { accountIdsByName } from '../../people/people/name-search';
import { actionsFor } from './actions';
import { adminReport, adminReports, type AdminReportResponse, type ReportRow } from './rows';

type SearchQuery = Parsed<(typeof reportsContract)['GET /admin/reports/search']>['query'];
type Detail = z.output<typeof AdminReportDetail>;

/** A page of reports; open urgent ones come first. `q` searches the names of owner and reporter. */
export function searchReports(
  ctx: Context,
  { q, status, target, reason, ownerId, reporterId, ...query }: SearchQuery,
): Promise<Page<AdminReportResponse>> {
  const matchingAccounts = q === undefined ? undefined : accountIdsByName(ctx, q);
  const source = ctx.db
    .select({
      id: reports.id,
      createdAt: reports.createdAt,
      updatedAt: reports.updatedAt,
      rank: sql<number>`case when ${reports.isUrgent} and ${reports.status} = 'open' then 0 else 1 end`.as('rank'),
    })
    .from(reports)
    .where(
      and(
        matchingAccounts && or(inArray(reports.ownerId, matchingAccounts), inArray(reports.reporterId, matchingAccounts)),
        status === undefined ? undefined : eq(reports.status, status),
        target === undefined ? undefined : eq(reports.target, target),
        reason === undefined ? undefined : eq(reports.reason, reason),
        ownerId === undefined ? undefined : eq(reports.ownerId, ownerId),
        reporterId === undefined ? undefined : eq(reports.reporterId, reporterId),
      ),
    )
    .as('found');
  return readPage(ctx, query, source, (ids) => adminReports(ctx, ids));
}

async function evidenceOf(ctx: Context, operator: Actor, { evidence }: ReportRow): Promise<z.output<typeof Evidence>> {
  const { fileIds, lines, ...rest } = evidence;
  const fileRows = await filesById(ctx, fileIds);
  return {
    ...rest,
    lines: lines.map(({ at, ...line }) => ({ ...line, at: new Date(at) })),
    files: fileIds.flatMap((id) => {
      const row = fileRows.get(id);
      return row ? [fileResponse(ctx, row, operator)] : [];
    }),
  };
}

/** How many reports are about an account, or were made by it, and how many of them were upheld. */
async function countsOf(ctx: Context, column: typeof reports.ownerId | typeof reports.reporterId, accountId: string | null) {
  if (accountId === null) return { reports: 0, upheld: 0 };
  const [row] = await ctx.db
    .select({ reports: sql<number>`count(*)::int`, upheld: sql<number>`count(*) filter (where ${reports.status} = 'resolved')::int` })
    .from(reports)
    .where(eq(column, accountId));
  return { reports: row?.reports ?? 0, upheld: row?.upheld ?? 0 };
}

/** One report with its evidence. Access to a reported message is audited. Rejects with report_not_found. */
export async function reportDetail(ctx: Context, operator: Actor, client: Client, id: string): Promise<Detail> {
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx.db.select().from(reports).where(eq(reports.id, id));
    if (!row) return fail('report_not_found');
    if (row.target === 'message')
      await audit(tx, operator, client, {
        action: 'reports.read',
        targetType: 'report',
        targetId: id,
        after: { messageId: row.targetId },
      });
    return {
      ...(await adminReport(tx, id)),
      evidence: await evidenceOf(tx, operator, row),
      actions: actionsFor(row, operator),
      history: {
        owner: { ...(await countsOf(tx, reports.ownerId, row.ownerId)), decisions: await decisionsAbout(tx, row.ownerId) },
        reporter: await countsOf(tx, reports.reporterId, row.reporterId),
      },
    };
  });
}
