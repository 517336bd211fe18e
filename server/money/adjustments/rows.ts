/** Corrections as operators see them. */
import { inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type adjustmentsContract from '@contract/money/adjustments';
import type { Context } from '../../platform/context';
import { ledgerAdjustments } from '../../platform/db/schema/schema';
import type { Actor } from '../../platform/http/actor';
import { peopleByIds } from '../../modules/people/people';
import { aloneFrom } from '../../people/team/team';

export type AdjustmentRow = typeof ledgerAdjustments.$inferSelect;
export type AdjustmentAnswer = z.output<(typeof adjustmentsContract)['POST /admin/ledger/adjustments']['answer']>;

/** The corrections of some ids, as `viewer` sees them. */
export async function adjustmentsByIds(ctx: Context, viewer: Actor, ids: string[]): Promise<Map<string, AdjustmentAnswer>> {
  const rows = await ctx.db.select().from(ledgerAdjustments).where(inArray(ledgerAdjustments.id, ids));
  const people = await peopleByIds(
    ctx,
    rows.flatMap(({ personId, proposedBy, decidedBy }) => [personId, proposedBy, decidedBy ?? []].flat()),
  );
  const hasOwn = rows.some(({ proposedBy, status }) => proposedBy === viewer.id && status === 'pending');
  const alone = hasOwn ? await aloneFrom(ctx, viewer, 'money.correct') : null;
  return new Map(
    rows.flatMap(({ id, personId, amountCents, proposedBy, decidedBy, ...row }) => {
      const person = people.get(personId);
      if (!person) return [];
      const { account, reason, status, decidedAt, note, createdAt, updatedAt } = row;
      const who = { proposedBy: people.get(proposedBy) ?? null, decidedBy: people.get(decidedBy ?? '') ?? null };
      const said = { account, reason, status, decidedAt, note, createdAt, updatedAt };
      const isOwn = proposedBy === viewer.id;
      const own = { isOwn, aloneFrom: isOwn && status === 'pending' ? (alone?.(createdAt) ?? null) : null };
      return [[id, { _id: id, person, amount: amountCents, ...own, ...who, ...said }]];
    }),
  );
}
