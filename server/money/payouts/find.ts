/** Payout requests, for the performer and for operators, and what a performer can request. */
import { and, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Parsed } from '@contract/kernel/endpoint';
import type adminMoneyContract from '@contract/money/admin-money';
import type { Page } from '@contract/kernel/shapes';
import type { Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { accounts } from '../../platform/db/schema/accounts';
import { payoutRequests } from '../../platform/db/schema/money';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { entryResponse, type EntryResponse } from '../ledger/entry-responses';
import { heldFor } from '../ledger/chart';
import { entriesOfHolds } from '../ledger/entries';
import { earningStats, holdingsOf } from '../earnings/stats';
import { hasRight } from '../../platform/rights';
import { nameMatches } from '../../people/people/name-search';
import { minimumPayout } from './request';
import { holdSubjectOf, payoutResponse, payoutResponses, type PayoutResponse } from './rows';

type SearchQuery = Parsed<(typeof adminMoneyContract)['GET /admin/payout-requests/search']>['query'];

/** Requests that match; `q` searches performers' names. */
export function searchPayouts(
  ctx: Context,
  { q, status, method, performerId, isInBatch, ...query }: SearchQuery,
): Promise<Page<PayoutResponse>> {
  const { id, createdAt, updatedAt, amountCents } = payoutRequests;
  const source = ctx.db
    .select({ id, createdAt, updatedAt, amount: amountCents })
    .from(payoutRequests)
    .innerJoin(accounts, eq(accounts.id, payoutRequests.performerId))
    .where(
      and(
        q === undefined ? undefined : nameMatches(q),
        status === undefined ? undefined : eq(payoutRequests.status, status),
        method === undefined ? undefined : eq(payoutRequests.method, method),
        performerId === undefined ? undefined : eq(payoutRequests.performerId, performerId),
        isInBatch === undefined ? undefined : isInBatch ? isNotNull(payoutRequests.batchId) : isNull(payoutRequests.batchId),
      ),
    )
    .as('found');
  return readPage(ctx, query, source, (ids) => payoutResponses(ctx, ids));
}

/** Rounds whose ledger entries are shown. A request whose amount changed more often shows the latest. */
const roundsShown = 100;
/** A hold has two entries: it is created, then settled or released. */
const entriesPerHold = 2;

/**
 * A request with the ledger entries of its holds, oldest first. Rejects with payout_not_found, also for another performer's
 * request.
 */
export async function viewPayout(ctx: Context, viewer: Actor, id: string): Promise<PayoutResponse & { entries: EntryResponse[] }> {
  const [row] = await ctx.db.select().from(payoutRequests).where(eq(payoutRequests.id, id));
  if (!row || (!hasRight(viewer, 'payouts.decide') && row.performerId !== viewer.id)) return fail('payout_not_found');
  const first = Math.max(1, row.round - roundsShown + 1);
  const holds = Array.from({ length: row.round - first + 1 }, (_none, index) => heldFor(holdSubjectOf({ id, round: first + index })));
  const entries = await entriesOfHolds(ctx, holds, roundsShown * entriesPerHold);
  return { ...(await payoutResponse(ctx, id)), entries: entries.map(entryResponse) };
}

/** The performer's open request, or null. */
export async function openPayout(ctx: Context, performerId: string): Promise<PayoutResponse | null> {
  const [row] = await ctx.db
    .select({ id: payoutRequests.id })
    .from(payoutRequests)
    .where(and(eq(payoutRequests.performerId, performerId), inArray(payoutRequests.status, ['pending', 'approved'])))
    .orderBy(desc(payoutRequests.createdAt));
  return row ? payoutResponse(ctx, row.id) : null;
}

/** What a performer has earned, was paid and can request, and what a payout of `amount` would leave. */
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
