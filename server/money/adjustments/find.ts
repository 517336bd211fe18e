/** Searches adjustments. */
import { and, eq, inArray, or } from 'drizzle-orm';
import type adjustmentsContract from '@contract/money/adjustments';
import type { Parsed } from '@contract/kernel/endpoint';
import type { Page } from '@contract/kernel/shapes';
import type { Context } from '../../platform/context';
import { contains, readPage } from '../../platform/db/paging';
import { ledgerAdjustments } from '../../platform/db/schema/money';
import type { Actor } from '../../platform/http/actor';
import { accountIdsByName } from '../../people/people/name-search';
import { adjustmentsByIds, type AdjustmentResponse } from './rows';

type SearchQuery = Parsed<(typeof adjustmentsContract)['GET /admin/ledger/adjustments/search']>['query'];

/** A page of matching adjustments. `q` searches their reasons and the account holders' names. */
export function searchAdjustments(
  ctx: Context,
  viewer: Actor,
  { q, status, personId, ...query }: SearchQuery,
): Promise<Page<AdjustmentResponse>> {
  const { id, createdAt, updatedAt, amountCents, reason, ...columns } = ledgerAdjustments;
  const source = ctx.db
    .select({ id, createdAt, updatedAt, amount: amountCents })
    .from(ledgerAdjustments)
    .where(
      and(
        q === undefined ? undefined : or(contains(reason, q), inArray(columns.personId, accountIdsByName(ctx, q))),
        status === undefined ? undefined : eq(columns.status, status),
        personId === undefined ? undefined : eq(columns.personId, personId),
      ),
    )
    .as('found');
  return readPage(ctx, query, source, (ids) => adjustmentsByIds(ctx, viewer, ids));
}
