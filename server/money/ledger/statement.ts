/** Statements: every entry of an account as CSV lines, which add up from the balance before to the balance after. */
import { amountOf } from '@contract/kernel/values/amounts';
import type { Context } from '../../platform/context';
import { csvFile } from '../../kernel/csv';
import type { AccountId } from './chart';
import { streamEntries, type AccountEntry, type EntryRange } from './entries';

const columns = ['Date', 'Reason', 'Reference', 'Change', 'Balance'];
const day_ms = 86_400_000;

/** A range as in query parameters: ISO text of an instant or of a day. */
export interface QueryRange {
  fromDate?: string | undefined;
  toDate?: string | undefined;
}

/** Both ends are inclusive: a day ends at its last millisecond. */
function rangeOf({ fromDate, toDate }: QueryRange): EntryRange {
  const isDay = (text: string): boolean => !text.includes('T');
  return {
    from: fromDate === undefined ? undefined : new Date(fromDate),
    to: toDate === undefined ? undefined : new Date(Date.parse(toDate) + (isDay(toDate) ? day_ms - 1 : 0)),
  };
}

const formatCents = (cents: bigint): string => amountOf(cents).toFixed(2);

/** Extra columns of a statement, about the subject of each entry. */
export interface StatementDetail {
  columns: readonly string[];
  /** Loads a batch of subjects. Returns a function from a subject to its cells, one per column. */
  read: (ctx: Context, subjects: readonly string[]) => Promise<(subject: string) => readonly string[]>;
}

/** Entries per batch of details. */
const detailBatch = 500;

async function* withDetail(ctx: Context, entries: AsyncIterable<AccountEntry>, { read }: StatementDetail) {
  let batch: AccountEntry[] = [];
  const addDetail = async () => {
    const cellsOf = await read(
      ctx,
      batch.map(({ subject }) => subject),
    );
    return batch.map((entry) => ({ entry, cells: cellsOf(entry.subject) }));
  };
  for await (const entry of entries) {
    batch.push(entry);
    if (batch.length < detailBatch) continue;
    yield* await addDetail();
    batch = [];
  }
  if (batch.length > 0) yield* await addDetail();
}

/** The lines of a statement, generated while they are streamed: memory use does not grow with their number. */
export const statement = (ctx: Context, account: AccountId, range: QueryRange, detail: StatementDetail): AsyncGenerator<string> =>
  csvFile(
    [...columns, ...detail.columns],
    withDetail(ctx, streamEntries(ctx, account, rangeOf(range)), detail),
    ({ entry: { createdAt, reason, subject, cents, balance_cents }, cells }) => [
      createdAt.toISOString(),
      reason,
      subject,
      formatCents(cents),
      formatCents(balance_cents),
      ...cells,
    ],
  );
