/** One ledger account as operators read it. */
import type { Context } from '../../platform/context';
import { entryResponse, type EntryResponse } from '../../money/ledger/entry-responses';
import type { AccountId } from '../../money/ledger/chart';
import { entriesOf } from '../../money/ledger/entries';
import { balanceOf } from '../../money/ledger/ledger';

export interface AccountPage {
  account: string;
  balance: bigint;
  data: EntryResponse[];
  nextCursor: string | null;
}

/** The balance of an account, and a page of its entries, newest first. An account without postings has a balance of zero. */
export async function readAccount(
  ctx: Context,
  account: AccountId,
  query: { limit: number; cursor?: string | undefined },
): Promise<AccountPage> {
  const { entries, nextCursor } = await entriesOf(ctx, account, query);
  return { account, balance: await balanceOf(ctx, account), data: entries.map(entryResponse), nextCursor };
}
