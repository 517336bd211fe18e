/** Payout requests, for the performer who asked and for operators, and what a performer could ask for. */
import { and, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Parsed } from '@contract/endpoint';
import type adminMoneyContract from '@contract/money/admin-money';
import type { Page } from '@contract/kernel/shapes';
import type { Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { accounts, payoutRequests } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { entryAnswer, type EntryAnswer } from '../../ledger/answers';
import { heldFor } from '../ledger/chart';
import { entriesOfHolds } from '../ledger/entries';
import { earningStats, holdingsOf } from '../earnings/earnings';
import { mayDo } from '../../platform/rights';
import { isCalled } from '../../modules/people/people';
import { minimumPayout } from './request';
import { holdOf, payoutAnswer, payoutAnswers, type PayoutAnswer } from './rows';

type SearchQuery = Parsed<(typeof adminMoneyContract)['GET /admin/payout-requests/search']>['query'];

/** Requests that match; `q` looks into the names of performers. */
export function searchPayouts(
  ctx: Context,
  { q, status, method, performerId, isInBatch, ...query }: SearchQuery,
): Promise<Page<PayoutAnswer>> {
  const { id, createdAt, updatedAt, amountCents } = payoutRequests;
  const source = ctx.db
    .select({ id, createdAt, updatedAt, amount: amountCents })
    .from(payoutRequests)
    .innerJoin(accounts, eq(accounts.id, payoutRequests.performerId))
    .where(
      and(
        q === undefined ? undefined : isCalled(q),
        status === undefined ? undefined : eq(payoutRequests.status, status),
        method === undefined ? undefined : eq(payoutRequests.method, method),
        performerId === undefined ? undefined : eq(payoutRequests.performerId, performerId),
        isInBatch === undefined ? undefined : isInBatch ? isNotNull(payoutRequests.batchId) : isNull(payoutRequests.batchId),
      ),
    )
    .as('found');
  return readPage(ctx, query, source, (ids) => payoutAnswers(ctx, ids));
}

/** Rounds whose entries are shown; who changes the amount more often than that sees the latest. */
const roundsShown = 100;
/** Entries that a hold has: it is made, and settled or released. */
const entriesPerHold = 2;

/** A request with what its holds did in the ledger, the oldest first. Refuses with payout_not_found, also when it is another's. */
export async function viewPayout(ctx: Context, viewer: Actor, id: string): Promise<PayoutAnswer & { entries: EntryAnswer[] }> {
  const [row] = await ctx.db.select().from(payoutRequests).where(eq(payoutRequests.id, id));
  if (!row || (!mayDo(viewer, 'payouts.decide') && row.performerId !== viewer.id)) return fail('payout_not_found');
  const first = Math.max(1, row.round - roundsShown + 1);
  const holds = Array.from({ length: row.round - first + 1 }, (_none, index) => heldFor(holdOf({ id, round: first + index })));
  const entries = await entriesOfHolds(ctx, holds, roundsShown * entriesPerHold);
  return { ...(await payoutAnswer(ctx, id)), entries: entries.map(entryAnswer) };
}

/** The performer's open request, or null. */
export async function openPayout(ctx: Context, performerId: string): Promise<PayoutAnswer | null> {
  const [row] = await ctx.db
    .select({ id: payoutRequests.id })
    .from(payoutRequests)
    .where(and(eq(payoutRequests.performerId, performerId), inArray(payoutRequests.status, ['pending', 'approved'])))
    .orderBy(desc(payoutRequests.createdAt));
  return row ? payoutAnswer(ctx, row.id) : null;
}

/** What a performer has earned, was paid and may ask for, and what a payout of `amount` would leave. */
export async function calculatePayout(ctx: Context, performerId: string, amount: bigint) {
  const { totalNetPrice } = await earningStats(ctx, { performerId });
  const { available, clearing, clearsAt, held, paidOut } = await holdingsOf(ctx, performerId);
  return {
    totalEarned: totalNetPrice,
    previouslyPaid: paidOut,
    held,
    available,
    clearing,
    clearsAt,
    minimum: minimumPayout(ctx),
    afterRequest: available - amount,
  };
}
