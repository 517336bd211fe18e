/** What was charged: for the buyer, and for operators. */
import { and, eq } from 'drizzle-orm';
import type { Parsed } from '@contract/endpoint';
import type { Page } from '@contract/shapes';
import type walletContract from '@contract/wallet';
import type { Context } from '../../context';
import { readPage } from '../../db/paging';
import { charges } from '../../db/schema/schema';
import { chargeAnswers, type ChargeAnswer } from './rows';

type SearchQuery = Parsed<(typeof walletContract)['GET /wallet/charges/search']>['query'] & { userId?: string | undefined };

/** Charges that match; `reader` decides what they show. */
export function searchCharges(ctx: Context, reader: 'buyer' | 'operator', query: SearchQuery): Promise<Page<ChargeAnswer>> {
  const { id, createdAt, updatedAt, priceCents } = charges;
  const is = <C extends typeof charges.type | typeof charges.status | typeof charges.performerId | typeof charges.userId>(
    column: C,
    value: string | undefined,
  ) => (value === undefined ? undefined : eq(column, value));
  const source = ctx.db
    .select({ id, createdAt, updatedAt, price: priceCents })
    .from(charges)
    .where(
      and(
        is(charges.userId, query.userId),
        is(charges.performerId, query.performerId),
        is(charges.type, query.type),
        is(charges.status, query.status),
      ),
    )
    .as('found');
  return readPage(ctx, query, source, (ids) => chargeAnswers(ctx, ids, reader));
}
