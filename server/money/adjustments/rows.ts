/** Adjustments as API responses for operators. */
import { inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type adjustmentsContract from '@contract/money/adjustments';
import type { Context } from '../../platform/context';
import { ledgerAdjustments } from '../../platform/db/schema/money';
import type { Actor } from '../../platform/http/actor';
import { peopleByIds } from '../../people/people/rows';
import { soleDecisionAllowedFrom } from '../../people/team/second-operator';

export type AdjustmentRow = typeof ledgerAdjustments.$inferSelect;
export type AdjustmentResponse = z.output<(typeof adjustmentsContract)['POST /admin/ledger/adjustments']['response']>;

/** Adjustments by id, as `viewer` sees them. */
export async function adjustmentsByIds(ctx: Context, viewer: Actor, ids: string[]): Promise<Map<string, AdjustmentResponse>> {
  const rows = await ctx.db.select().from(ledgerAdjustments).where(inArray(ledgerAdjustments.id, ids));
  const people = await peopleByIds(
    ctx,
    rows.flatMap(({ personId, proposedBy, decidedBy }) => [personId, proposedBy, decidedBy ?? []].flat()),
  );
  const hasOwnPending = rows.some(({ proposedBy, status }) => proposedBy === viewer.id && status === 'pending');
  const soleDecisionFrom = hasOwnPending ? await soleDecisionAllowedFrom(ctx, viewer, 'money.correct') : null;
  return new Map(
    rows.flatMap(({ id, personId, amountCents, proposedBy, decidedBy, ...row }) => {
      const person = people.get(personId);
      if (!person) return [];
      const { account, reason, status, decidedAt, note, createdAt, updatedAt } = row;
      const operators = { proposedBy: people.get(proposedBy) ?? null, decidedBy: people.get(decidedBy ?? '') ?? null };
      const fields = { account, reason, status, decidedAt, note, createdAt, updatedAt };
      const isOwn = proposedBy === viewer.id;
      const ownership = { isOwn, aloneFrom: isOwn && status === 'pending' ? (soleDecisionFrom?.(createdAt) ?? null) : null };
      return [[id, { _id: id, person, amount: amountCents, ...ownership, ...operators, ...fields }]];
    }),
  );
}
