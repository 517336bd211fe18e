/** One account of the ledger as operators read it. */
import type { Context } from '../../platform/context';
import { entryAnswer, type EntryAnswer } from '../../ledger/answers';
import type { AccountId } from '../../money/ledger/chart';
import { entriesOf } from '../../money/ledger/entries';
import { balanceOf } from '../../money/ledger/ledger';

export interface AccountPage {
  account: string;
  balance: bigint;
  data: EntryAnswer[];
  nextCursor: string | null;
}

/** What an account holds, and a page of its entries, the newest first. An account that nothing has moved holds nothing. */
export async function readAccount(
  ctx: Context,
  account: AccountId,
  query: { limit: number; cursor?: string | undefined },
): Promise<AccountPage> {
  const { entries, nextCursor } = await entriesOf(ctx, account, query);
  return { account, balance: await balanceOf(ctx, account), data: entries.map(entryAnswer), nextCursor };
}
