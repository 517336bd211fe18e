/** Statements: every entry of a balance as lines of a CSV file, which add up from the balance before to the balance after. */
import { amountOf } from '@contract/values';
import type { Context } from '../context';
import { csvFile } from '../csv';
import type { AccountId } from './chart';
import { streamEntries, type Range } from './entries';

const columns = ['Date', 'Reason', 'Reference', 'Change', 'Balance'];
const day_ms = 86_400_000;

/** A range as queries give it: ISO text of an instant or of a day. */
export interface NamedRange {
  fromDate?: string | undefined;
  toDate?: string | undefined;
}

/** Both ends count: a day up to its last instant. */
function rangeOf({ fromDate, toDate }: NamedRange): Range {
  const isDay = (text: string): boolean => !text.includes('T');
  return {
    from: fromDate === undefined ? undefined : new Date(fromDate),
    to: toDate === undefined ? undefined : new Date(Date.parse(toDate) + (isDay(toDate) ? day_ms - 1 : 0)),
  };
}

const money = (cents: bigint): string => amountOf(cents).toFixed(2);

/** The lines of a statement, made while they are sent: memory does not grow with their number. */
export const statement = (ctx: Context, account: AccountId, range: NamedRange): AsyncGenerator<string> =>
  csvFile(columns, streamEntries(ctx, account, rangeOf(range)), ({ createdAt, reason, subject, cents, balance_cents }) => [
    createdAt.toISOString(),
    reason,
    subject,
    money(cents),
    money(balance_cents),
  ]);
