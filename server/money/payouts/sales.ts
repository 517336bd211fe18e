/**
 * The sales that a payout pays: those available first, up to its amount. Money from adjustments belongs to no sale, so a payout can
 * be larger than its sales.
 */
import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { PayoutSale } from '@contract/money/money';
import { amountOf } from '@contract/kernel/values/amounts';
import type { Page } from '@contract/kernel/shapes';
import type { Context } from '../../platform/context';
import { csvFile } from '../../kernel/csv';
import { readPage, readAllRows, type PageQuery } from '../../platform/db/paging';
import { earnings, payoutRequests, payoutSales, refunds } from '../../platform/db/schema/money';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { hasRight } from '../../platform/rights';
import { earningResponses } from '../earnings/rows';
import type { PayoutRow } from './rows';

type SaleResponse = z.output<typeof PayoutSale>;

/** Records the sales of a payout, in the transaction of `tx`. Call it before the hold: refunds lock sales before balances too. */
export async function assignSales(tx: Context, { id, performerId, amountCents }: Pick<PayoutRow, 'id' | 'performerId' | 'amountCents'>) {
  const now = tx.clock.now().toISOString();
  await tx.db.execute(sql`
    with unpaid as (
      select e.id, e.available_at,
        e.net_cents - e.paid_cents - coalesce((select sum(r.net_cents) from ${refunds} r where r.earning_id = e.id), 0) as cents
      from ${earnings} e
      where e.performer_id = ${performerId} and e.status = 'available' and e.paid_cents < e.net_cents and e.available_at <= ${now}::timestamptz
    ), running as (
      select id, cents, sum(cents) over (order by available_at, id) - cents as before from unpaid where cents > 0
    ), assigned as (
      insert into ${payoutSales} (payout_id, earning_id, cents)
      select ${id}::uuid, id, least(cents, ${amountCents} - before) from running where before < ${amountCents}
      returning earning_id, cents
    )
    update ${earnings} set paid_cents = paid_cents + assigned.cents from assigned where ${earnings}.id = assigned.earning_id`);
}

/** Releases the sales of a rejected or returned payout, so that the next one pays them. */
export async function releaseSales(tx: Context, id: string): Promise<void> {
  await tx.db.execute(sql`
    with released as (delete from ${payoutSales} where payout_id = ${id} returning earning_id, cents)
    update ${earnings} set paid_cents = paid_cents - released.cents from released where ${earnings}.id = released.earning_id`);
}

function matching(ctx: Context, payoutId: string) {
  const { id, createdAt, updatedAt } = earnings;
  return ctx.db
    .select({ id, createdAt, updatedAt })
    .from(payoutSales)
    .innerJoin(earnings, eq(earnings.id, payoutSales.earningId))
    .where(eq(payoutSales.payoutId, payoutId))
    .as('found');
}

async function responsesOf(ctx: Context, payoutId: string, ids: readonly string[]): Promise<Map<string, SaleResponse>> {
  const sales = await earningResponses(ctx, ids);
  const paid = await ctx.db
    .select({ id: payoutSales.earningId, cents: payoutSales.cents })
    .from(payoutSales)
    .where(sql`${payoutSales.payoutId} = ${payoutId} and ${inArray(payoutSales.earningId, [...ids])}`)
    .orderBy(asc(payoutSales.earningId));
  return new Map(
    paid.flatMap(({ id, cents }) => {
      const sale = sales.get(id);
      return sale ? [[id, { ...sale, paid: cents }]] : [];
    }),
  );
}

async function assertCanRead(ctx: Context, viewer: Actor, id: string): Promise<void> {
  const [row] = await ctx.db.select({ performerId: payoutRequests.performerId }).from(payoutRequests).where(eq(payoutRequests.id, id));
  if (!row || (!hasRight(viewer, 'payouts.decide') && row.performerId !== viewer.id)) fail('payout_not_found');
}

/** The sales that a payout pays. Rejects with payout_not_found, also for another performer's payout. */
export async function searchSales(
  ctx: Context,
  viewer: Actor,
  id: string,
  query: PageQuery<'createdAt' | 'updatedAt'>,
): Promise<Page<SaleResponse>> {
  await assertCanRead(ctx, viewer, id);
  return readPage(ctx, query, matching(ctx, id), (ids) => responsesOf(ctx, id, ids));
}

const formatCents = (cents: bigint): string => amountOf(cents).toFixed(2);
const columns = ['Date', 'Kind', 'Sale', 'Buyer', 'Gross', "Site's share", 'Net', 'Refunded', 'Available on', 'Paid by this payout'];

/** The sales of a payout as CSV lines, oldest first. Rejects as `searchSales` does. */
export async function saleCsvLines(ctx: Context, viewer: Actor, id: string): Promise<AsyncGenerator<string>> {
  await assertCanRead(ctx, viewer, id);
  return csvFile(
    columns,
    readAllRows(ctx, {}, matching(ctx, id), (ids) => responsesOf(ctx, id, ids)),
    (sale) => [
      sale.createdAt.toISOString(),
      sale.type,
      sale._id,
      sale.user.username ?? sale.user._id,
      formatCents(sale.grossPrice),
      formatCents(sale.siteCommission),
      formatCents(sale.netPrice),
      formatCents(sale.refunded),
      sale.availableAt?.toISOString().slice(0, 10) ?? '',
      formatCents(sale.paid),
    ],
  );
}
