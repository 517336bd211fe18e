/** Reading the audit log: as pages, and as a CSV file. */
import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import type auditContract from '@contract/site/audit';
import type { Parsed, HandlerResult } from '@contract/kernel/endpoint';
import type { Page } from '@contract/kernel/shapes';
import type { Context } from '../../platform/context';
import { csvFile } from '../../kernel/csv';
import { readPage, readAllRows } from '../../platform/db/paging';
import { auditLog } from '../../platform/db/schema/site';
import { peopleByIds } from '../../people/people/rows';

type Contract = typeof auditContract;
type SearchQuery = Parsed<Contract['GET /admin/audit/search']>['query'];
type LinesQuery = Parsed<Contract['GET /admin/audit/csv']>['query'];
type Entry = HandlerResult<Contract['GET /admin/audit/search']>['data'][number];

/** Matches the action and those below it: `releases` also matches `releases.approved`. */
const matchesAction = (action: string): SQL | undefined =>
  or(
    eq(auditLog.action, action),
    sql`${auditLog.action} >= ${`${action}.`} collate "C" and ${auditLog.action} < ${`${action}/`} collate "C"`,
  );

const matching = (ctx: Context, { actorId, action, targetId }: LinesQuery) =>
  ctx.db
    .select({ id: auditLog.id, createdAt: auditLog.createdAt, updatedAt: sql<Date>`${auditLog.createdAt}`.as('updated_at') })
    .from(auditLog)
    .where(
      and(
        actorId === undefined ? undefined : eq(auditLog.actorId, actorId),
        action === undefined ? undefined : matchesAction(action),
        targetId === undefined ? undefined : eq(auditLog.targetId, targetId),
      ),
    )
    .as('found');

async function entriesById(ctx: Context, ids: string[]): Promise<Map<string, Entry>> {
  const rows = await ctx.db.select().from(auditLog).where(inArray(auditLog.id, ids));
  const actors = await peopleByIds(ctx, [...new Set(rows.flatMap(({ actorId }) => actorId ?? []))]);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        _id: row.id,
        actor: (row.actorId === null ? undefined : actors.get(row.actorId)) ?? null,
        action: row.action,
        targetType: row.targetType,
        targetId: row.targetId,
        before: row.before,
        after: row.after,
        isForgotten: row.salt === null,
        address: row.address,
        createdAt: row.createdAt,
      },
    ]),
  );
}

/** A page of matching entries. */
export const searchEntries = (ctx: Context, query: SearchQuery): Promise<Page<Entry>> =>
  readPage(ctx, query, matching(ctx, query), (ids) => entriesById(ctx, ids));

const columns = ['Date', 'Operator', 'Action', 'Type', 'Target', 'Before', 'After', 'IP address'];
const asText = (value: unknown): string => (value === null ? '' : JSON.stringify(value));

/** Matching entries as CSV lines, oldest first, generated while they are sent. */
export const entryLines = (ctx: Context, query: LinesQuery): AsyncGenerator<string> =>
  csvFile(
    columns,
    readAllRows(ctx, query, matching(ctx, query), (ids) => entriesById(ctx, ids)),
    (row) => [
      row.createdAt.toISOString(),
      row.actor?.username ?? row.actor?._id ?? '',
      row.action,
      row.targetType,
      row.targetId,
      asText(row.before),
      asText(row.after),
      row.address ?? '',
    ],
  );
