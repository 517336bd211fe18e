/** Statement columns about the sale behind a ledger entry. */
import { inArray, or } from 'drizzle-orm';
import { amountOf } from '@contract/kernel/values/amounts';
import type { Context } from '../../platform/context';
import { earnings } from '../../platform/db/schema/money';
import type { StatementDetail } from '../ledger/statement';
import { availableAfterShow } from './clearing';
import { peopleByIds } from '../../people/people/rows';

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
const formatCents = (cents: bigint): string => amountOf(cents).toFixed(2);

type Sale = typeof earnings.$inferSelect;

/** Sales by the id of their charge or payment, which is the subject of the ledger transfer. */
async function salesOf(ctx: Context, subjects: readonly string[]): Promise<Map<string, Sale>> {
  const ids = [...new Set(subjects.filter(isUuid))];
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(earnings)
    .where(or(inArray(earnings.chargeId, ids), inArray(earnings.paymentId, ids)));
  return new Map(rows.map((sale) => [sale.chargeId ?? sale.paymentId ?? sale.id, sale]));
}

function detailOf(
  columns: readonly string[],
  counterpartyColumn: 'userId' | 'performerId',
  cellsOf: (sale: Sale, name: string) => string[],
): StatementDetail {
  return {
    columns,
    read: async (ctx, subjects) => {
      const sales = await salesOf(ctx, subjects);
      const people = await peopleByIds(ctx, [...new Set([...sales.values()].map((sale) => sale[counterpartyColumn]))]);
      return (subject) => {
        const sale = sales.get(subject);
        const person = people.get(sale?.[counterpartyColumn] ?? '');
        return sale ? cellsOf(sale, person?.username ?? sale[counterpartyColumn]) : columns.map(() => '');
      };
    },
  };
}

/** For the performer: type, buyer, gross amount, site's share, net amount, and when it can be paid out. */
export const saleStatementDetail = detailOf(
  ['Kind', 'Buyer', 'Gross', "Site's share", 'Net', 'Available on'],
  'userId',
  ({ type, grossCents, commissionCents, netCents, availableAt }, buyer) => [
    type,
    buyer,
    formatCents(grossCents),
    formatCents(commissionCents),
    formatCents(netCents),
    availableAt < availableAfterShow ? availableAt.toISOString().slice(0, 10) : 'After the stream',
  ],
);

/** For the fan: what was bought, and from which creator. */
export const purchaseStatementDetail = detailOf(['Kind', 'Creator'], 'performerId', ({ type }, creator) => [type, creator]);
