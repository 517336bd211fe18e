/** What was charged: for the buyer, and for operators, as pages and as a file. */
import { and, eq } from 'drizzle-orm';
import type { Parsed } from '@contract/endpoint';
import { amountOf } from '@contract/values';
import type { Page } from '@contract/kernel/shapes';
import type adminMoneyContract from '@contract/money/admin-money';
import type walletContract from '@contract/money/wallet';
import type { Context } from '../../platform/context';
import { csvFile } from '../../kernel/csv';
import { readPage, readWhole } from '../../platform/db/paging';
import { charges } from '../../platform/db/schema/schema';
import { namedLike } from '../../modules/people/people';
import { chargeAnswers, type ChargeAnswer } from './rows';

type SearchQuery = Parsed<(typeof walletContract)['GET /wallet/charges/search']>['query'] & { userId?: string | undefined };
type LinesQuery = Parsed<(typeof adminMoneyContract)['GET /admin/charges/csv']>['query'];

type Filter = Pick<SearchQuery, 'q' | 'userId' | 'performerId' | 'type' | 'status'>;

function matching(ctx: Context, { q, userId, performerId, type, status }: Partial<Filter>) {
  const { id, createdAt, updatedAt, priceCents } = charges;
  return ctx.db
    .select({ id, createdAt, updatedAt, price: priceCents })
    .from(charges)
    .where(
      and(
        namedLike(ctx, q, { user: charges.userId, performer: charges.performerId, userId, performerId }),
        userId === undefined ? undefined : eq(charges.userId, userId),
        performerId === undefined ? undefined : eq(charges.performerId, performerId),
        type === undefined ? undefined : eq(charges.type, type),
        status === undefined ? undefined : eq(charges.status, status),
      ),
    )
    .as('found');
}

/** Charges that match; `reader` decides what they show. */
export function searchCharges(ctx: Context, reader: 'buyer' | 'operator', query: SearchQuery): Promise<Page<ChargeAnswer>> {
  return readPage(ctx, query, matching(ctx, query), (ids) => chargeAnswers(ctx, ids, reader));
}

const columns = ['Date', 'Type', 'Charge', 'Buyer', 'Performer', 'Price', 'Commission', 'Earning', 'Refunded', 'Status', 'Text'];
const money = (cents: bigint): string => amountOf(cents).toFixed(2);

/** Charges that match as lines of a file, the oldest first, made while they are sent. */
export const chargeLines = (ctx: Context, query: LinesQuery): AsyncGenerator<string> =>
  csvFile(
    columns,
    readWhole(ctx, query, matching(ctx, query), (ids) => chargeAnswers(ctx, ids, 'operator')),
    (row) => [
      row.createdAt.toISOString(),
      row.type,
      row._id,
      row.user.username ?? row.user._id,
      row.performer.username ?? row.performer._id,
      money(row.price),
      money(row.commission),
      money(row.earning),
      money(row.refunded),
      row.status,
      row.text,
    ],
  );
