/** What was sold: for the performer who earned, and for operators, as pages and as a file. */
import { and, eq } from 'drizzle-orm';
import type { EarningType } from '@contract/values';
import { amountOf } from '@contract/values';
import type { Page } from '@contract/kernel/shapes';
import type { Context } from '../../platform/context';
import { csvFile } from '../../kernel/csv';
import { readPage, readWhole, type PageQuery } from '../../platform/db/paging';
import { earnings } from '../../platform/db/schema/schema';
import { namedLike } from '../../modules/people/people';
import { earningAnswers, type EarningAnswer } from './rows';

export interface EarningFilter {
  /** Stands in the name of the buyer or the performer. */
  q?: string | undefined;
  performerId?: string | undefined;
  userId?: string | undefined;
  type?: EarningType | undefined;
  /** What paid: the wallet, or a gateway by its name. */
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
        namedLike(ctx, q, { user: earnings.userId, performer: earnings.performerId, userId, performerId }),
        performerId === undefined ? undefined : eq(earnings.performerId, performerId),
        userId === undefined ? undefined : eq(earnings.userId, userId),
        type === undefined ? undefined : eq(earnings.type, type),
        paymentGateway === undefined ? undefined : eq(earnings.source, paymentGateway),
      ),
    )
    .as('found');
}

/** Sales that match. */
export function searchEarnings(
  ctx: Context,
  query: PageQuery<'createdAt' | 'updatedAt' | 'grossPrice' | 'netPrice'> & EarningFilter,
): Promise<Page<EarningAnswer>> {
  return readPage(ctx, query, matching(ctx, query), (ids) => earningAnswers(ctx, ids));
}

const columns = [
  'Date',
  'Type',
  'Sale',
  'Performer',
  'Buyer',
  'Gross',
  'Commission rate',
  'Commission',
  'Net',
  'Refunded',
  'Paid by',
  'Status',
];
const money = (cents: bigint): string => amountOf(cents).toFixed(2);

/** Sales that match as lines of a file, the oldest first, made while they are sent. */
export const earningLines = (ctx: Context, query: Range & EarningFilter): AsyncGenerator<string> =>
  csvFile(
    columns,
    readWhole(ctx, query, matching(ctx, query), (ids) => earningAnswers(ctx, ids)),
    (row) => [
      row.createdAt.toISOString(),
      row.type,
      row._id,
      row.performer.username ?? row.performer._id,
      row.user.username ?? row.user._id,
      money(row.grossPrice),
      row.commissionRate,
      money(row.siteCommission),
      money(row.netPrice),
      money(row.refunded),
      row.paymentGateway,
      row.status,
    ],
  );
