/**
 * Which sales a payout pays: those that became available first, as far as its amount reaches. What corrections brought is behind
 * no sale, so a payout may be larger than its sales.
 */
import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { PayoutSale } from '@contract/money/money';
import { amountOf } from '@contract/values';
import type { Page } from '@contract/kernel/shapes';
import type { Context } from '../../platform/context';
import { csvFile } from '../../kernel/csv';
import { readPage, readWhole, type PageQuery } from '../../platform/db/paging';
import { earnings, payoutRequests, payoutSales, refunds } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { mayDo } from '../../platform/rights';
import { earningAnswers } from '../earnings/earnings';
import type { PayoutRow } from './rows';

type SaleAnswer = z.output<typeof PayoutSale>;

/** Notes the sales of a payout, in the transaction of `tx`. Before its hold: whoever gives a sale back holds it first too. */
export async function takeSales(tx: Context, { id, performerId, amountCents }: Pick<PayoutRow, 'id' | 'performerId' | 'amountCents'>) {
  const now = tx.clock.now().toISOString();
  await tx.db.execute(sql`
    with unpaid as (
      select e.id, e.available_at,
        e.net_cents - e.paid_cents - coalesce((select sum(r.net_cents) from ${refunds} r where r.earning_id = e.id), 0) as cents
      from ${earnings} e
      where e.performer_id = ${performerId} and e.status = 'available' and e.paid_cents < e.net_cents and e.available_at <= ${now}::timestamptz
    ), running as (
      select id, cents, sum(cents) over (order by available_at, id) - cents as before from unpaid where cents > 0
    ), noted as (
      insert into ${payoutSales} (payout_id, earning_id, cents)
      select ${id}::uuid, id, least(cents, ${amountCents} - before) from running where before < ${amountCents}
      returning earning_id, cents
    )
    update ${earnings} set paid_cents = paid_cents + noted.cents from noted where ${earnings}.id = noted.earning_id`);
}

/** Frees the sales of a payout that is not made: the next one pays them. */
export async function freeSales(tx: Context, id: string): Promise<void> {
  await tx.db.execute(sql`
    with freed as (delete from ${payoutSales} where payout_id = ${id} returning earning_id, cents)
    update ${earnings} set paid_cents = paid_cents - freed.cents from freed where ${earnings}.id = freed.earning_id`);
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

async function answersOf(ctx: Context, payoutId: string, ids: readonly string[]): Promise<Map<string, SaleAnswer>> {
  const sales = await earningAnswers(ctx, ids);
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

async function assertReads(ctx: Context, viewer: Actor, id: string): Promise<void> {
  const [row] = await ctx.db.select({ performerId: payoutRequests.performerId }).from(payoutRequests).where(eq(payoutRequests.id, id));
  if (!row || (!mayDo(viewer, 'payouts.decide') && row.performerId !== viewer.id)) fail('payout_not_found');
}

/** The sales that a payout pays. Refuses with payout_not_found, also when it is another's. */
export async function searchSales(
  ctx: Context,
  viewer: Actor,
  id: string,
  query: PageQuery<'createdAt' | 'updatedAt'>,
): Promise<Page<SaleAnswer>> {
  await assertReads(ctx, viewer, id);
  return readPage(ctx, query, matching(ctx, id), (ids) => answersOf(ctx, id, ids));
}

const money = (cents: bigint): string => amountOf(cents).toFixed(2);
const columns = ['Date', 'Kind', 'Sale', 'Buyer', 'Gross', "Site's share", 'Net', 'Refunded', 'Available on', 'Paid by this payout'];

/** The same as lines of a file, the oldest first. Refuses as `searchSales`. */
export async function saleLines(ctx: Context, viewer: Actor, id: string): Promise<AsyncGenerator<string>> {
  await assertReads(ctx, viewer, id);
  return csvFile(
    columns,
    readWhole(ctx, {}, matching(ctx, id), (ids) => answersOf(ctx, id, ids)),
    (sale) => [
      sale.createdAt.toISOString(),
      sale.type,
      sale._id,
      sale.user.username ?? sale.user._id,
      money(sale.grossPrice),
      money(sale.siteCommission),
      money(sale.netPrice),
      money(sale.refunded),
      sale.availableAt.toISOString().slice(0, 10),
      money(sale.paid),
    ],
  );
}
