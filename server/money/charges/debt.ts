/**
 * A fan's debt to the site: tokens of a payment that was reversed at the gateway after they were spent. Top-ups and refunds to the
 * wallet settle the debt first. What the fan bought with those tokens is withheld until then.
 */
import { inTransaction, type Context } from '../../platform/context';
import { ApiError } from '../../kernel/api-error';
import { receivableOf, walletOf } from '../ledger/chart';
import { balanceOf, balancesOf, post } from '../ledger/ledger';
import { lockAccount } from '../../people/people/rows';
import { updateWithheldPurchases } from './withheld';

/** Identifies a settlement in the ledger: the id of the payment or charge that caused it, and an idempotency key. */
interface SettlementCause {
  cause: string;
  key: string;
}

/** Settles the debt as far as the wallet allows, or returns an overpaid debt to the wallet. Returns whether anything moved. */
async function moveBetweenWalletAndDebt(tx: Context, userId: string, { cause, key }: SettlementCause): Promise<boolean> {
  const [wallet, owed] = [walletOf(userId), receivableOf(userId)];
  const balances = await balancesOf(tx, [wallet, owed]);
  const [walletBalance, due] = [balances.get(wallet) ?? 0n, -(balances.get(owed) ?? 0n)];
  const cents = due < walletBalance ? due : walletBalance;
  if (cents === 0n) return false;
  const entries = [
    { account: wallet, cents: -cents },
    { account: owed, cents },
  ];
  await post(tx, { reason: 'debt', subject: cause, key: `debt:${key}`, entries });
  return true;
}

/** A purchase may empty the wallet between the read and the posting. After this many attempts the debt waits for the next top-up. */
const attemptsMax = 3;

/**
 * Settles the fan's debt from their wallet, in the transaction of `tx` with the account locked. Takes as much as the wallet holds.
 * When the debt was overpaid, returns the difference to the wallet. Withholds or releases purchases to match.
 */
export async function settleDebt(tx: Context, userId: string, cause: SettlementCause): Promise<void> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    try {
      if (await inTransaction(tx, (savepoint) => moveBetweenWalletAndDebt(savepoint, userId, cause)))
        await updateWithheldPurchases(tx, userId);
      return;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'insufficient_balance') throw error;
    }
  }
}

/**
 * Enqueues a settlement after a refund to the wallet. `isWithheld` is whether the refunded charge is still withheld: it may be even
 * without a debt, because the settlement that ended the debt skips a charge that is being refunded.
 */
export async function enqueueSettlement(tx: Context, userId: string, cause: SettlementCause, isWithheld: boolean): Promise<void> {
  if (isWithheld || (await balanceOf(tx, receivableOf(userId))) < 0n)
    await tx.jobs.enqueue(tx.db, 'charges/settle-debt', { userId, ...cause });
}

/** Settles the debt from the wallet and updates the withheld purchases, in one transaction. Idempotent. */
export async function runDebtSettlement(ctx: Context, userId: string, cause: SettlementCause): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx, userId);
    await settleDebt(tx, userId, cause);
    await updateWithheldPurchases(tx, userId);
  });
}
