/** Reading the trail: pages, and a file. */
import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import type auditContract from '@contract/site/audit';
import type { Parsed, Result } from '@contract/endpoint';
import type { Page } from '@contract/kernel/shapes';
import type { Context } from '../../platform/context';
import { csvFile } from '../../kernel/csv';
import { readPage, readWhole } from '../../platform/db/paging';
import { auditLog } from '../../platform/db/schema/schema';
import { peopleByIds } from '../../modules/people/people';

type Contract = typeof auditContract;
type SearchQuery = Parsed<Contract['GET /admin/audit/search']>['query'];
type LinesQuery = Parsed<Contract['GET /admin/audit/csv']>['query'];
type Entry = Result<Contract['GET /admin/audit/search']>['data'][number];

/** A kind of act, or a whole family of them. */
const isOf = (action: string): SQL | undefined =>
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
        action === undefined ? undefined : isOf(action),
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

/** Entries that match. */
export const searchEntries = (ctx: Context, query: SearchQuery): Promise<Page<Entry>> =>
  readPage(ctx, query, matching(ctx, query), (ids) => entriesById(ctx, ids));

const columns = ['Date', 'Operator', 'Act', 'Kind', 'Target', 'Before', 'After', 'Address'];
const asText = (value: unknown): string => (value === null ? '' : JSON.stringify(value));

/** Entries that match as lines of a file, the oldest first, made while they are sent. */
export const entryLines = (ctx: Context, query: LinesQuery): AsyncGenerator<string> =>
  csvFile(
    columns,
    readWhole(ctx, query, matching(ctx, query), (ids) => entriesById(ctx, ids)),
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
