/** Decisions as they leave the host. */
import { and, desc, eq, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { Decision } from '@contract/reports';
import type { Context } from '../../context';
import { appeals, decisions } from '../../db/schema/schema';
import { fail } from '../../failure';

export type DecisionRow = typeof decisions.$inferSelect;
export type DecisionAnswer = z.output<typeof Decision>;
type AppealRow = typeof appeals.$inferSelect;

/** A decision without what was said against it. */
export const shownDecision = (row: DecisionRow): Omit<DecisionAnswer, 'appeal'> => ({
  _id: row.id,
  target: row.target,
  targetId: row.targetId,
  action: row.action,
  title: row.title,
  reason: row.reason,
  createdAt: row.createdAt,
  endedAt: row.endedAt,
});

const withAppeal = ({ decisions: row, appeals: said }: { decisions: DecisionRow; appeals: AppealRow | null }): DecisionAnswer => ({
  ...shownDecision(row),
  appeal: said && { text: said.text, status: said.status, note: said.note, createdAt: said.createdAt },
});

const withAppeals = (ctx: Pick<Context, 'db'>, condition: SQL | undefined) =>
  ctx.db.select().from(decisions).leftJoin(appeals, eq(appeals.decisionId, decisions.id)).where(condition).$dynamic();

const historyMax = 20;

/** The last decisions about somebody, the newest first. */
export async function decisionsAbout(ctx: Pick<Context, 'db'>, accountId: string): Promise<DecisionAnswer[]> {
  const rows = await withAppeals(ctx, eq(decisions.accountId, accountId))
    .orderBy(desc(decisions.createdAt), desc(decisions.id))
    .limit(historyMax);
  return rows.map(withAppeal);
}

/** A decision about oneself. Refuses with decision_not_found. */
export async function ownDecision(ctx: Pick<Context, 'db'>, accountId: string, id: string): Promise<DecisionAnswer> {
  const [row] = await withAppeals(ctx, and(eq(decisions.id, id), eq(decisions.accountId, accountId)));
  return row ? withAppeal(row) : fail('decision_not_found');
}
