/** Decisions as they leave the host. */
import { and, desc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Decision } from '@contract/reports';
import type { Context } from '../../context';
import { decisions } from '../../db/schema/schema';
import { fail } from '../../failure';

type DecisionRow = typeof decisions.$inferSelect;
type DecisionAnswer = z.output<typeof Decision>;

const shown = (row: DecisionRow): DecisionAnswer => ({
  _id: row.id,
  target: row.target,
  targetId: row.targetId,
  action: row.action,
  title: row.title,
  reason: row.reason,
  createdAt: row.createdAt,
  endedAt: row.endedAt,
});

const historyMax = 20;

/** The last decisions about somebody, the newest first. */
export async function decisionsAbout(ctx: Pick<Context, 'db'>, accountId: string): Promise<DecisionAnswer[]> {
  const rows = await ctx.db
    .select()
    .from(decisions)
    .where(eq(decisions.accountId, accountId))
    .orderBy(desc(decisions.createdAt), desc(decisions.id))
    .limit(historyMax);
  return rows.map(shown);
}

/** A decision about oneself. Refuses with decision_not_found. */
export async function ownDecision(ctx: Pick<Context, 'db'>, accountId: string, id: string): Promise<DecisionAnswer> {
  const [row] = await ctx.db
    .select()
    .from(decisions)
    .where(and(eq(decisions.id, id), eq(decisions.accountId, accountId)));
  return row ? shown(row) : fail('decision_not_found');
}
