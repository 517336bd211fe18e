/** What statements say of the sale behind an entry of the ledger. */
import { inArray, or } from 'drizzle-orm';
import { amountOf } from '@contract/values';
import type { Context } from '../../platform/context';
import { earnings } from '../../platform/db/schema/schema';
import type { StatementDetail } from '../ledger/statement';
import { peopleByIds } from '../../modules/people/people';

const isId = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
const money = (cents: bigint): string => amountOf(cents).toFixed(2);

type Sale = typeof earnings.$inferSelect;

/** Sales by what caused them: their charge or payment, which is what the ledger calls their subject. */
async function salesOf(ctx: Context, subjects: readonly string[]): Promise<Map<string, Sale>> {
  const ids = [...new Set(subjects.filter(isId))];
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(earnings)
    .where(or(inArray(earnings.chargeId, ids), inArray(earnings.paymentId, ids)));
  return new Map(rows.map((sale) => [sale.chargeId ?? sale.paymentId ?? sale.id, sale]));
}

function detailOf(
  columns: readonly string[],
  other: 'userId' | 'performerId',
  cellsOf: (sale: Sale, name: string) => string[],
): StatementDetail {
  return {
    columns,
    read: async (ctx, subjects) => {
      const sales = await salesOf(ctx, subjects);
      const people = await peopleByIds(ctx, [...new Set([...sales.values()].map((sale) => sale[other]))]);
      return (subject) => {
        const sale = sales.get(subject);
        const person = people.get(sale?.[other] ?? '');
        return sale ? cellsOf(sale, person?.username ?? sale[other]) : columns.map(() => '');
      };
    },
  };
}

/** For the performer: what was sold to whom, for how much, what the site kept of it, and when the rest may be paid out. */
export const soldDetail = detailOf(
  ['Kind', 'Buyer', 'Gross', "Site's share", 'Net', 'Available on'],
  'userId',
  ({ type, grossCents, commissionCents, netCents, availableAt }, buyer) => [
    type,
    buyer,
    money(grossCents),
    money(commissionCents),
    money(netCents),
    availableAt.toISOString().slice(0, 10),
  ],
);

/** For the fan: what was bought, and of whom. */
export const boughtDetail = detailOf(['Kind', 'Creator'], 'performerId', ({ type }, creator) => [type, creator]);
