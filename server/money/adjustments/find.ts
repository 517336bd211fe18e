/** Finding corrections. */
import { and, eq, inArray, or } from 'drizzle-orm';
import type adjustmentsContract from '@contract/money/adjustments';
import type { Parsed } from '@contract/endpoint';
import type { Page } from '@contract/kernel/shapes';
import type { Context } from '../../platform/context';
import { contains, readPage } from '../../platform/db/paging';
import { ledgerAdjustments } from '../../platform/db/schema/schema';
import type { Actor } from '../../platform/http/actor';
import { accountsNamed } from '../../modules/people/people';
import { adjustmentsByIds, type AdjustmentAnswer } from './rows';

type SearchQuery = Parsed<(typeof adjustmentsContract)['GET /admin/ledger/adjustments/search']>['query'];

/** Corrections that match; `q` looks into reasons and the names of whose balance it is. */
export function searchAdjustments(
  ctx: Context,
  viewer: Actor,
  { q, status, personId, ...query }: SearchQuery,
): Promise<Page<AdjustmentAnswer>> {
  const { id, createdAt, updatedAt, amountCents, reason, ...columns } = ledgerAdjustments;
  const source = ctx.db
    .select({ id, createdAt, updatedAt, amount: amountCents })
    .from(ledgerAdjustments)
    .where(
      and(
        q === undefined ? undefined : or(contains(reason, q), inArray(columns.personId, accountsNamed(ctx, q))),
        status === undefined ? undefined : eq(columns.status, status),
        personId === undefined ? undefined : eq(columns.personId, personId),
      ),
    )
    .as('found');
  return readPage(ctx, query, source, (ids) => adjustmentsByIds(ctx, viewer, ids));
}
