/** Statements: every entry of a balance as lines of a CSV file, which add up from the balance before to the balance after. */
import { amountOf } from '@contract/values';
import type { Context } from '../../context';
import type { AccountId } from '../../ledger/chart';
import { streamEntries } from '../../ledger/ledger';
import { csvLine } from '../../csv';

const columns = ['Date', 'Reason', 'Reference', 'Change', 'Balance'];

/** Both ends count, as ISO text of an instant or a day. */
export interface Range {
  fromDate?: string | undefined;
  toDate?: string | undefined;
}

/** The lines of a statement, made while they are sent: memory does not grow with their number. */
export async function* statement(ctx: Context, account: AccountId, range: Range): AsyncGenerator<string> {
  yield csvLine(columns);
  for await (const { createdAt, reason, subject, cents, balance } of streamEntries(ctx, account, range))
    yield csvLine([createdAt.toISOString(), reason, subject, amountOf(cents).toFixed(2), amountOf(balance).toFixed(2)]);
}
