/** Searches charges, for the buyer and for operators, as pages and as CSV. */
import { and, eq } from 'drizzle-orm';
import type { Parsed } from '@contract/kernel/endpoint';
import { amountOf } from '@contract/kernel/values/amounts';
import type { Page } from '@contract/kernel/shapes';
import type adminMoneyContract from '@contract/money/admin-money';
import type walletContract from '@contract/money/wallet';
import type { Context } from '../../platform/context';
import { csvFile } from '../../kernel/csv';
import { readPage, readAllRows } from '../../platform/db/paging';
import { charges } from '../../platform/db/schema/money';
import { anyNameMatches } from '../../people/people/name-search';
import { chargeResponses, type ChargeResponse } from './rows';

type SearchQuery = Parsed<(typeof walletContract)['GET /wallet/charges/search']>['query'] & { userId?: string | undefined };
type CsvQuery = Parsed<(typeof adminMoneyContract)['GET /admin/charges/csv']>['query'];

type Filter = Pick<SearchQuery, 'q' | 'userId' | 'performerId' | 'type' | 'status'>;

function matching(ctx: Context, { q, userId, performerId, type, status }: Partial<Filter>) {
  const { id, createdAt, updatedAt, priceCents } = charges;
  return ctx.db
    .select({ id, createdAt, updatedAt, price: priceCents })
    .from(charges)
    .where(
      and(
        anyNameMatches(ctx, q, { user: charges.userId, performer: charges.performerId, userId, performerId }),
        userId === undefined ? undefined : eq(charges.userId, userId),
        performerId === undefined ? undefined : eq(charges.performerId, performerId),
        type === undefined ? undefined : eq(charges.type, type),
        status === undefined ? undefined : eq(charges.status, status),
      ),
    )
    .as('found');
}

/** A page of matching charges. `viewer` decides which fields are included. */
export function searchCharges(ctx: Context, viewer: 'buyer' | 'operator', query: SearchQuery): Promise<Page<ChargeResponse>> {
  return readPage(ctx, query, matching(ctx, query), (ids) => chargeResponses(ctx, ids, viewer));
}

const columns = ['Date', 'Type', 'Charge', 'Buyer', 'Creator', 'Price', 'Commission', 'Earning', 'Refunded', 'Status', 'Text'];
const formatCents = (cents: bigint): string => amountOf(cents).toFixed(2);

/** Matching charges as CSV lines, oldest first, read while they are streamed. */
export const chargeCsvLines = (ctx: Context, query: CsvQuery): AsyncGenerator<string> =>
  csvFile(
    columns,
    readAllRows(ctx, query, matching(ctx, query), (ids) => chargeResponses(ctx, ids, 'operator')),
    (row) => [
      row.createdAt.toISOString(),
      row.type,
      row._id,
      row.user.username ?? row.user._id,
      row.performer.username ?? row.performer._id,
      formatCents(row.price),
      formatCents(row.commission),
      formatCents(row.earning),
      formatCents(row.refunded),
      row.status,
      row.text,
    ],
  );
