/** Statements: every entry of a balance as lines of a CSV file, which add up from the balance before to the balance after. */
import { amountOf } from '@contract/values';
import type { Context } from '../../platform/context';
import { csvFile } from '../../kernel/csv';
import type { AccountId } from './chart';
import { streamEntries, type AccountEntry, type Range } from './entries';

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

/** Further columns of a statement, about what the entries are of. */
export interface StatementDetail {
  columns: readonly string[];
  /** What is known of some subjects at once: a function from the subject to its cells, as many as there are columns. */
  read: (ctx: Context, subjects: readonly string[]) => Promise<(subject: string) => readonly string[]>;
}

/** So many entries are explained by one question. */
const explained = 500;

async function* withDetail(ctx: Context, entries: AsyncIterable<AccountEntry>, { read }: StatementDetail) {
  let some: AccountEntry[] = [];
  const explain = async () => {
    const cellsOf = await read(
      ctx,
      some.map(({ subject }) => subject),
    );
    return some.map((entry) => ({ entry, cells: cellsOf(entry.subject) }));
  };
  for await (const entry of entries) {
    some.push(entry);
    if (some.length < explained) continue;
    yield* await explain();
    some = [];
  }
  if (some.length > 0) yield* await explain();
}

/** The lines of a statement, made while they are sent: memory does not grow with their number. */
export const statement = (ctx: Context, account: AccountId, range: NamedRange, detail: StatementDetail): AsyncGenerator<string> =>
  csvFile(
    [...columns, ...detail.columns],
    withDetail(ctx, streamEntries(ctx, account, rangeOf(range)), detail),
    ({ entry: { createdAt, reason, subject, cents, balance_cents }, cells }) => [
      createdAt.toISOString(),
      reason,
      subject,
      money(cents),
      money(balance_cents),
      ...cells,
    ],
  );
