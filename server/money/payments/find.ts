/** What was paid: for the payer, and for operators as pages and as a file. */
import { and, eq, inArray } from 'drizzle-orm';
import type { PaymentStatus, PaymentType } from '@contract/values';
import { amountOf } from '@contract/values';
import type { Page } from '@contract/kernel/shapes';
import type { Context } from '../../platform/context';
import { csvFile } from '../../kernel/csv';
import { readPage, readWhole, type PageQuery } from '../../platform/db/paging';
import { payments } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import { providersNamed } from '../gateways/names';
import { namedLike } from '../../modules/people/people';
import { findPayment, isUnsettled, paymentAnswer, paymentAnswers, type Payment, type PaymentAnswer } from './rows';
import { settlePayment } from './settle';

export interface PaymentFilter {
  /** Stands in the name of the payer or the performer. */
  q?: string | undefined;
  userId?: string | undefined;
  performerId?: string | undefined;
  type?: PaymentType | undefined;
  status?: PaymentStatus | undefined;
  /** What paid: the wallet, or a gateway by its name. */
  paymentGateway?: string | undefined;
}

function matching(ctx: Context, { q, userId, performerId, type, status, paymentGateway }: PaymentFilter) {
  const { id, createdAt, updatedAt, totalCents } = payments;
  return ctx.db
    .select({ id, createdAt, updatedAt, totalPrice: totalCents })
    .from(payments)
    .where(
      and(
        namedLike(ctx, q, { user: payments.userId, performer: payments.performerId, userId, performerId }),
        userId === undefined ? undefined : eq(payments.userId, userId),
        performerId === undefined ? undefined : eq(payments.performerId, performerId),
        type === undefined ? undefined : eq(payments.type, type),
        status === undefined ? undefined : eq(payments.status, status),
        paymentGateway === undefined ? undefined : inArray(payments.gateway, providersNamed(paymentGateway)),
      ),
    )
    .as('found');
}

/** Payments that match. What a browser confirms with at the bank is for the payer alone. */
export async function searchPayments(
  ctx: Context,
  reader: 'payer' | 'operator',
  query: PageQuery<'createdAt' | 'updatedAt' | 'totalPrice'> & PaymentFilter,
): Promise<Page<PaymentAnswer>> {
  const page = await readPage(ctx, query, matching(ctx, query), (ids) => paymentAnswers(ctx, ids));
  if (reader === 'payer') return page;
  return { ...page, data: page.data.map((payment) => ({ ...payment, clientSecret: null })) };
}

/** A payment of this account. Refuses with payment_not_found. */
export async function ownPayment(ctx: Context, userId: string, id: string): Promise<Payment> {
  const payment = await findPayment(ctx, id);
  return payment?.userId === userId ? payment : fail('payment_not_found');
}

/** A payment of this account as it stands; an open one is looked up first. Refuses with payment_not_found. */
export async function readPayment(ctx: Context, userId: string, id: string): Promise<PaymentAnswer> {
  if (isUnsettled(await ownPayment(ctx, userId, id))) await settlePayment(ctx, id);
  return paymentAnswer(ctx, id);
}

const columns = [
  'Date',
  'Receipt',
  'Payment',
  'Type',
  'Status',
  'Payer',
  'Performer',
  'Paid by',
  'Product',
  'Original price',
  'Total price',
  'Currency',
  'Coupon',
  'Commission',
  'Earning',
];
const money = (cents: bigint | null): string => (cents === null ? '' : amountOf(cents).toFixed(2));

/** Payments that match as lines of a file, the oldest first, made while they are sent. */
export const paymentLines = (ctx: Context, query: Pick<PageQuery, 'fromDate' | 'toDate'> & PaymentFilter): AsyncGenerator<string> =>
  csvFile(
    columns,
    readWhole(ctx, query, matching(ctx, query), (ids) => paymentAnswers(ctx, ids)),
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
      money(row.originalPrice),
      money(row.totalPrice),
      row.currency,
      row.coupon?.code ?? '',
      money(row.commission),
      money(row.earning),
    ],
  );
