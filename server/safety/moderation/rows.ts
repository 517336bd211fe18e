/** Decisions as they leave the host. */
import { and, desc, eq, inArray, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { Decision } from '@contract/safety/reports';
import { appealable, type DecisionAction } from '@contract/values';
import type { Context } from '../../platform/context';
import { appeals, decisions } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';

export type DecisionRow = typeof decisions.$inferSelect;
export type DecisionAnswer = z.output<typeof Decision>;
type AppealRow = typeof appeals.$inferSelect;

/** A decision without what was said against it. */
export const shownDecision = (row: DecisionRow): Omit<DecisionAnswer, 'appeal' | 'canBeAppealed'> => ({
  _id: row.id,
  target: row.target,
  targetId: row.targetId,
  action: row.action,
  title: row.title,
  reason: row.reason,
  createdAt: row.createdAt,
  endedAt: row.endedAt,
});

/** The ids of those decisions that can still be taken back: what was hidden and has been deleted since is gone for good. */
export async function standing(ctx: Pick<Context, 'db'>, rows: readonly DecisionRow[]): Promise<Set<string>> {
  const open = rows.filter(({ action, endedAt }) => endedAt === null && (appealable as readonly DecisionAction[]).includes(action));
  const hidden = open.filter(({ action }) => action === 'hide').map(({ targetId }) => targetId);
  const deleted =
    hidden.length === 0
      ? []
      : await ctx.db
          .select({ id: decisions.targetId })
          .from(decisions)
          .where(and(inArray(decisions.targetId, hidden), eq(decisions.action, 'delete')));
  const gone = new Set(deleted.map(({ id }) => id));
  return new Set(open.filter(({ action, targetId }) => !(action === 'hide' && gone.has(targetId))).map(({ id }) => id));
}

/** Decisions as whom they concern reads them, in the order of the rows. */
async function answered(
  ctx: Pick<Context, 'db'>,
  rows: readonly { decisions: DecisionRow; appeals: AppealRow | null }[],
): Promise<DecisionAnswer[]> {
  const stand = await standing(
    ctx,
    rows.map((row) => row.decisions),
  );
  return rows.map(({ decisions: row, appeals: said }) => ({
    ...shownDecision(row),
    appeal: said && { text: said.text, status: said.status, note: said.note, createdAt: said.createdAt },
    canBeAppealed: said === null && stand.has(row.id),
  }));
}

const withAppeals = (ctx: Pick<Context, 'db'>, condition: SQL | undefined) =>
  ctx.db.select().from(decisions).leftJoin(appeals, eq(appeals.decisionId, decisions.id)).where(condition).$dynamic();

const historyMax = 20;

/** The last decisions about somebody, the newest first. */
export async function decisionsAbout(ctx: Pick<Context, 'db'>, accountId: string): Promise<DecisionAnswer[]> {
  const rows = await withAppeals(ctx, eq(decisions.accountId, accountId))
    .orderBy(desc(decisions.createdAt), desc(decisions.id))
    .limit(historyMax);
  return answered(ctx, rows);
}

/** A decision about oneself. Refuses with decision_not_found. */
export async function ownDecision(ctx: Pick<Context, 'db'>, accountId: string, id: string): Promise<DecisionAnswer> {
  const [decision] = await answered(ctx, await withAppeals(ctx, and(eq(decisions.id, id), eq(decisions.accountId, accountId))));
  return decision ?? fail('decision_not_found');
}
