/** Searches sales, for the performer and for operators, as pages and as CSV. */
import { and, eq } from 'drizzle-orm';
import { amountOf } from '@contract/kernel/values/amounts';
import { type EarningType } from '@contract/kernel/values/money';
import type { Page } from '@contract/kernel/shapes';
import type { Context } from '../../platform/context';
import { csvFile } from '../../kernel/csv';
import { readPage, readAllRows, type PageQuery } from '../../platform/db/paging';
import { earnings } from '../../platform/db/schema/money';
import { anyNameMatches } from '../../people/people/name-search';
import { earningResponses, type EarningResponse } from './rows';

export interface EarningFilter {
  /** Matches the name of the buyer or the performer. */
  q?: string | undefined;
  performerId?: string | undefined;
  userId?: string | undefined;
  type?: EarningType | undefined;
  /** The payment source: the wallet, or a gateway by name. */
  paymentGateway?: string | undefined;
}
type Range = Pick<PageQuery, 'fromDate' | 'toDate'>;

function matching(ctx: Context, { q, performerId, userId, type, paymentGateway }: EarningFilter) {
  const { id, createdAt, updatedAt, grossCents, netCents } = earnings;
  return ctx.db
    .select({ id, createdAt, updatedAt, grossPrice: grossCents, netPrice: netCents })
    .from(earnings)
    .where(
      and(
        anyNameMatches(ctx, q, { user: earnings.userId, performer: earnings.performerId, userId, performerId }),
        performerId === undefined ? undefined : eq(earnings.performerId, performerId),
        userId === undefined ? undefined : eq(earnings.userId, userId),
        type === undefined ? undefined : eq(earnings.type, type),
        paymentGateway === undefined ? undefined : eq(earnings.source, paymentGateway),
      ),
    )
    .as('found');
}

/** A page of matching sales. */
export function searchEarnings(
  ctx: Context,
  query: PageQuery<'createdAt' | 'updatedAt' | 'grossPrice' | 'netPrice'> & EarningFilter,
): Promise<Page<EarningResponse>> {
  return readPage(ctx, query, matching(ctx, query), (ids) => earningResponses(ctx, ids));
}

const columns = [
  'Date',
  'Type',
  'Sale',
  'Creator',
  'Buyer',
  'Gross',
  'Commission rate',
  'Commission',
  'Net',
  'Refunded',
  'Paid by',
  'Status',
];
const formatCents = (cents: bigint): string => amountOf(cents).toFixed(2);

/** Matching sales as CSV lines, oldest first, read while they are streamed. */
export const earningCsvLines = (ctx: Context, query: Range & EarningFilter): AsyncGenerator<string> =>
  csvFile(
    columns,
    readAllRows(ctx, query, matching(ctx, query), (ids) => earningResponses(ctx, ids)),
    (row) => [
      row.createdAt.toISOString(),
      row.type,
      row._id,
      row.performer.username ?? row.performer._id,
      row.user.username ?? row.user._id,
      formatCents(row.grossPrice),
      row.commissionRate,
      formatCents(row.siteCommission),
      formatCents(row.netPrice),
      formatCents(row.refunded),
      row.paymentGateway,
      row.status,
    ],
  );
