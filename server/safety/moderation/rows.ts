/** Decisions as API responses. */
import { and, desc, eq, inArray, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { Decision } from '@contract/safety/reports';
import { appealableActions, type DecisionAction } from '@contract/kernel/values/moderation';
import type { Context } from '../../platform/context';
import { appeals, decisions } from '../../platform/db/schema/safety';
import { fail } from '../../kernel/api-error';

export type DecisionRow = typeof decisions.$inferSelect;
export type DecisionResponse = z.output<typeof Decision>;
type AppealRow = typeof appeals.$inferSelect;

/** A decision without its appeal. */
export const decisionSummary = (row: DecisionRow): Omit<DecisionResponse, 'appeal' | 'canBeAppealed'> => ({
  _id: row.id,
  target: row.target,
  targetId: row.targetId,
  action: row.action,
  title: row.title,
  reason: row.reason,
  createdAt: row.createdAt,
  endedAt: row.endedAt,
});

/** The ids of the decisions that can still be lifted. Hidden content that was deleted later cannot be restored. */
export async function liftableDecisionIds(ctx: Pick<Context, 'db'>, rows: readonly DecisionRow[]): Promise<Set<string>> {
  const open = rows.filter(({ action, endedAt }) => endedAt === null && (appealableActions as readonly DecisionAction[]).includes(action));
  const hidden = open.filter(({ action }) => action === 'hide').map(({ targetId }) => targetId);
  const deleted =
    hidden.length === 0
      ? []
      : await ctx.db
          .select({ id: decisions.targetId })
          .from(decisions)
          .where(and(inArray(decisions.targetId, hidden), eq(decisions.action, 'delete')));
  const deletedIds = new Set(deleted.map(({ id }) => id));
  return new Set(open.filter(({ action, targetId }) => !(action === 'hide' && deletedIds.has(targetId))).map(({ id }) => id));
}

/** Decisions as the person concerned sees them, in the order of the rows. */
async function decisionResponses(
  ctx: Pick<Context, 'db'>,
  rows: readonly { decisions: DecisionRow; appeals: AppealRow | null }[],
): Promise<DecisionResponse[]> {
  const liftable = await liftableDecisionIds(
    ctx,
    rows.map((row) => row.decisions),
  );
  return rows.map(({ decisions: row, appeals: appeal }) => ({
    ...decisionSummary(row),
    appeal: appeal && { text: appeal.text, status: appeal.status, note: appeal.note, createdAt: appeal.createdAt },
    canBeAppealed: appeal === null && liftable.has(row.id),
  }));
}

const withAppeals = (ctx: Pick<Context, 'db'>, condition: SQL | undefined) =>
  ctx.db.select().from(decisions).leftJoin(appeals, eq(appeals.decisionId, decisions.id)).where(condition).$dynamic();

const historyMax = 20;

/** The latest decisions about an account, newest first. */
export async function decisionsAbout(ctx: Pick<Context, 'db'>, accountId: string): Promise<DecisionResponse[]> {
  const rows = await withAppeals(ctx, eq(decisions.accountId, accountId))
    .orderBy(desc(decisions.createdAt), desc(decisions.id))
    .limit(historyMax);
  return decisionResponses(ctx, rows);
}

/** A decision about the account. Rejects with decision_not_found. */
export async function ownDecision(ctx: Pick<Context, 'db'>, accountId: string, id: string): Promise<DecisionResponse> {
  const [decision] = await decisionResponses(ctx, await withAppeals(ctx, and(eq(decisions.id, id), eq(decisions.accountId, accountId))));
  return decision ?? fail('decision_not_found');
}
