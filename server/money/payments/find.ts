/** Searching payments, for the payer, and for operators as pages and as CSV. */
import { and, eq, inArray } from 'drizzle-orm';
import { amountOf } from '@contract/kernel/values/amounts';
import { type PaymentStatus, type PaymentType } from '@contract/kernel/values/money';
import type { Page } from '@contract/kernel/shapes';
import type { Context } from '../../platform/context';
import { csvFile } from '../../kernel/csv';
import { readPage, readAllRows, type PageQuery } from '../../platform/db/paging';
import { payments } from '../../platform/db/schema/payments';
import { fail } from '../../kernel/api-error';
import { providersNamed } from '../gateways/names';
import { anyNameMatches } from '../../people/people/name-search';
import { findPayment, isUnsettled, paymentResponse, paymentResponses, type Payment, type PaymentResponse } from './rows';
import { settlePayment } from './settle';

export interface PaymentFilter {
  /** Matches the name of the payer or the performer. */
  q?: string | undefined;
  userId?: string | undefined;
  performerId?: string | undefined;
  type?: PaymentType | undefined;
  status?: PaymentStatus | undefined;
  /** The payment source: the wallet, or a gateway by name. */
  paymentGateway?: string | undefined;
}

function matching(ctx: Context, { q, userId, performerId, type, status, paymentGateway }: PaymentFilter) {
  const { id, createdAt, updatedAt, totalCents } = payments;
  return ctx.db
    .select({ id, createdAt, updatedAt, totalPrice: totalCents })
    .from(payments)
    .where(
      and(
        anyNameMatches(ctx, q, { user: payments.userId, performer: payments.performerId, userId, performerId }),
        userId === undefined ? undefined : eq(payments.userId, userId),
        performerId === undefined ? undefined : eq(payments.performerId, performerId),
        type === undefined ? undefined : eq(payments.type, type),
        status === undefined ? undefined : eq(payments.status, status),
        paymentGateway === undefined ? undefined : inArray(payments.gateway, providersNamed(paymentGateway)),
      ),
    )
    .as('found');
}

/** Payments that match. Only the payer gets the client secret for bank confirmation. */
export async function searchPayments(
  ctx: Context,
  viewer: 'payer' | 'operator',
  query: PageQuery<'createdAt' | 'updatedAt' | 'totalPrice'> & PaymentFilter,
): Promise<Page<PaymentResponse>> {
  const page = await readPage(ctx, query, matching(ctx, query), (ids) => paymentResponses(ctx, ids));
  if (viewer === 'payer') return page;
  return { ...page, data: page.data.map((payment) => ({ ...payment, clientSecret: null })) };
}

/** A payment of this account. Rejects with payment_not_found. */
export async function ownPayment(ctx: Context, userId: string, id: string): Promise<Payment> {
  const payment = await findPayment(ctx, id);
  return payment?.userId === userId ? payment : fail('payment_not_found');
}

/** A payment of this account; an open one is looked up at the gateway first. Rejects with payment_not_found. */
export async function readPayment(ctx: Context, userId: string, id: string): Promise<PaymentResponse> {
  if (isUnsettled(await ownPayment(ctx, userId, id))) await settlePayment(ctx, id);
  return paymentResponse(ctx, id);
}

const columns = [
  'Date',
  'Receipt',
  'Payment',
  'Type',
  'Status',
  'Payer',
  'Creator',
  'Paid by',
  'Product',
  'Original price',
  'Total price',
  'Currency',
  'Coupon',
  'Commission',
  'Earning',
];
const formatCents = (cents: bigint | null): string => (cents === null ? '' : amountOf(cents).toFixed(2));

/** Payments that match as CSV lines, oldest first, generated while they are streamed. */
export const paymentCsvLines = (ctx: Context, query: Pick<PageQuery, 'fromDate' | 'toDate'> & PaymentFilter): AsyncGenerator<string> =>
  csvFile(
    columns,
    readAllRows(ctx, query, matching(ctx, query), (ids) => paymentResponses(ctx, ids)),
    (row) => [
      row.createdAt.toISOString(),
      row.receiptNumber,
      row._id,
      row.type,
      row.status,
      row.user.username ?? row.user._id,
      row.performer === null ? '' : (row.performer.username ?? row.performer._id),
      row.paymentGateway,
      row.products.map(({ name }) => name).join(', '),
      formatCents(row.originalPrice),
      formatCents(row.totalPrice),
      row.currency,
      row.coupon?.code ?? '',
      formatCents(row.commission),
      formatCents(row.earning),
    ],
  );
