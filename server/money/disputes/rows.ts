/** Rows of disputes, and their API responses for operators. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type adminDisputes from '@contract/money/admin-disputes';
import type { Parsed } from '@contract/kernel/endpoint';
import type { Page } from '@contract/kernel/shapes';
import { awaitsEvidence, evidenceFields, type Evidence } from '@contract/kernel/values/disputes';
import type { Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { paymentDisputes, payments } from '../../platform/db/schema/payments';
import { fail } from '../../kernel/api-error';
import { findPayment, paymentResponses, type Payment } from '../payments/rows';
import type { DisputeRow } from '../payments/refunds/disputes';
import { anyNameMatches } from '../../people/people/name-search';
import { collectEvidence } from './evidence';

type Contract = typeof adminDisputes;
export type DisputeWithEvidence = z.output<Contract['GET /admin/disputes/:id']['response']>;
type DisputeSummary = z.output<Contract['GET /admin/disputes/search']['response']>['data'][number];

async function disputeSummaries(ctx: Context, ids: readonly string[]): Promise<Map<string, DisputeSummary>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(paymentDisputes)
    .where(inArray(paymentDisputes.id, [...ids]));
  const paymentsById = await paymentResponses(
    ctx,
    rows.map(({ paymentId }) => paymentId),
  );
  return new Map(
    rows.flatMap((row): [string, DisputeSummary][] => {
      const payment = paymentsById.get(row.paymentId);
      if (!payment) return [];
      const { _id, receiptNumber, type, createdAt, user, performer, paymentGateway } = payment;
      const { id, disputeId: gatewayId, claimedCents: amount, currency, reason, status, answer, failure } = row;
      const { evidenceDueAt, submittedAt, createdAt: openedAt, updatedAt } = row;
      const paymentDetails = {
        payment: { _id, receiptNumber, type, createdAt },
        user,
        performer,
        paymentGateway,
        gatewayId,
        amount,
        currency,
        reason,
      };
      return [[id, { _id: id, ...paymentDetails, status, answer, failure, evidenceDueAt, submittedAt, createdAt: openedAt, updatedAt }]];
    }),
  );
}

/** Sorts disputes that await an answer first, then those under review, then the closed ones. */
const rank = sql<number>`case
  when ${paymentDisputes.status} in ('won', 'lost', 'warning_closed') then 2
  when ${paymentDisputes.status} in ('needs_response', 'warning_needs_response') and ${paymentDisputes.answer} = 'none' then 0
  else 1 end`;

/** A page of matching disputes. */
export function searchDisputes(
  ctx: Context,
  { status, userId, ...query }: Parsed<Contract['GET /admin/disputes/search']>['query'],
): Promise<Page<DisputeSummary>> {
  const { id, createdAt, updatedAt, evidenceDueAt, claimedCents } = paymentDisputes;
  const source = ctx.db
    .select({ id, createdAt, updatedAt, evidenceDueAt, amount: claimedCents, rank: rank.as('rank') })
    .from(paymentDisputes)
    .innerJoin(payments, eq(payments.id, paymentDisputes.paymentId))
    .where(
      and(
        anyNameMatches(ctx, query.q, { user: payments.userId, performer: payments.performerId, userId, performerId: undefined }),
        status === undefined ? undefined : eq(paymentDisputes.status, status),
        userId === undefined ? undefined : eq(payments.userId, userId),
      ),
    )
    .as('found');
  return readPage(ctx, query, source, (ids) => disputeSummaries(ctx, ids));
}

/** The row of a dispute and its payment. Rejects with dispute_not_found. */
export async function findDispute(ctx: Context, id: string): Promise<{ dispute: DisputeRow; payment: Payment }> {
  const [dispute] = await ctx.db.select().from(paymentDisputes).where(eq(paymentDisputes.id, id));
  const payment = dispute ? await findPayment(ctx, dispute.paymentId) : null;
  return dispute && payment ? { dispute, payment } : fail('dispute_not_found');
}

/** The row of a dispute, locked until the transaction of `tx` ends. Rejects with dispute_not_found. */
export async function lockDispute(tx: Pick<Context, 'db'>, id: string): Promise<DisputeRow> {
  const [row] = await tx.db.select().from(paymentDisputes).where(eq(paymentDisputes.id, id)).for('no key update');
  return row ?? fail('dispute_not_found');
}

/** Updates columns of a dispute. */
export async function changeDispute(tx: Context, id: string, columns: Partial<DisputeRow>): Promise<void> {
  await tx.db
    .update(paymentDisputes)
    .set({ ...columns, updatedAt: tx.clock.now() })
    .where(eq(paymentDisputes.id, id));
}

/** Throws dispute_answered, dispute_closed or dispute_overdue when the dispute can no longer be answered. */
export function assertAnswerable(dispute: DisputeRow, now: Date): void {
  if (dispute.answer !== 'none' || dispute.status === 'under_review' || dispute.status === 'warning_under_review') fail('dispute_answered');
  if (!awaitsEvidence(dispute)) fail('dispute_closed');
  if (dispute.evidenceDueAt !== null && dispute.evidenceDueAt <= now) fail('dispute_overdue');
}

const isAnswerable = ({ answer, status }: DisputeRow): boolean => answer === 'none' && awaitsEvidence({ status });

const noEvidence = Object.fromEntries(evidenceFields.map((field) => [field, ''])) as Evidence;

/** One dispute with its evidence, which is collected only while it can be answered. Rejects with dispute_not_found. */
export async function readDispute(ctx: Context, id: string): Promise<DisputeWithEvidence> {
  const { dispute, payment } = await findDispute(ctx, id);
  const summary = (await disputeSummaries(ctx, [id])).get(id) ?? fail('dispute_not_found');
  const collected = isAnswerable(dispute) ? await collectEvidence(ctx, payment) : noEvidence;
  return { ...summary, collected, draft: dispute.draft, sent: dispute.sent };
}
