/** What a fan owes the site: tokens that went back at the gateway after they were spent here. The wallet settles it first. */
import type { Context } from '../../context';
import { receivableOf, walletOf } from '../../ledger/chart';
import { balancesOf, post } from '../../ledger/ledger';

/**
 * Brings wallet and debt together, in the transaction of `tx` with the fan's account held: what is owed is taken from the wallet as far
 * as it reaches, and what was taken for a debt that is none any more goes back there. `cause` is the payment after which this is
 * done, and `key` names it in the ledger.
 */
export async function settleDebt(tx: Context, userId: string, { cause, key }: { cause: string; key: string }): Promise<void> {
  const [wallet, owed] = [walletOf(userId), receivableOf(userId)];
  const balances = await balancesOf(tx, [wallet, owed]);
  const [holds, due] = [balances.get(wallet) ?? 0n, -(balances.get(owed) ?? 0n)];
  const cents = due < holds ? due : holds;
  if (cents === 0n) return;
  const entries = [
    { account: wallet, cents: -cents },
    { account: owed, cents },
  ];
  await post(tx, { reason: 'debt', subject: cause, key: `debt:${key}`, entries });
}
