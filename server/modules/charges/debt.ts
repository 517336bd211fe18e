/**
 * What a fan owes the site: tokens of a payment that the gateway took back after they were spent. Top-ups and refunds to the wallet
 * settle the debt first. What the fan bought with those tokens stays closed until then.
 */
import { inTransaction, type Context } from '../../platform/context';
import { Refusal } from '../../kernel/api-error';
import { receivableOf, walletOf } from '../../money/ledger/chart';
import { balanceOf, balancesOf, post } from '../../money/ledger/ledger';
import { lockAccount } from '../people/people';
import { reviewWithheld } from '../../money/charges/withheld';

/** Names a settlement in the ledger: what it follows from, and a key of its own. */
interface Cause {
  cause: string;
  key: string;
}

/** Answers whether anything was moved. */
async function bringTogether(tx: Context, userId: string, { cause, key }: Cause): Promise<boolean> {
  const [wallet, owed] = [walletOf(userId), receivableOf(userId)];
  const balances = await balancesOf(tx, [wallet, owed]);
  const [holds, due] = [balances.get(wallet) ?? 0n, -(balances.get(owed) ?? 0n)];
  const cents = due < holds ? due : holds;
  if (cents === 0n) return false;
  const entries = [
    { account: wallet, cents: -cents },
    { account: owed, cents },
  ];
  await post(tx, { reason: 'debt', subject: cause, key: `debt:${key}`, entries });
  return true;
}

/** The wallet may be spent from while it is looked at: then it is looked at again, and at last left to the next top-up. */
const looks = 3;

/**
 * Brings wallet and debt together, in the transaction of `tx` with the fan's account held: what is owed is taken from the wallet as far
 * as it reaches, and what was taken for a debt that is none any more goes back there. What was bought opens or closes with it.
 */
export async function settleDebt(tx: Context, userId: string, cause: Cause): Promise<void> {
  for (let look = 0; look < looks; look += 1) {
    try {
      if (await inTransaction(tx, (step) => bringTogether(step, userId, cause))) await reviewWithheld(tx, userId);
      return;
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'insufficient_balance') throw error;
    }
  }
}

/** Lets a worker settle a debt from what has just reached the wallet, where there is one. `cause` is what brought it. */
export async function settleLater(tx: Context, userId: string, cause: Cause): Promise<void> {
  if ((await balanceOf(tx, receivableOf(userId))) < 0n) await tx.jobs.enqueue(tx.db, 'charges/settle-debt', { userId, ...cause });
}

/** Settles what is owed from the wallet, in a transaction of its own; again is safe. */
export async function settleNow(ctx: Context, userId: string, cause: Cause): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx, userId);
    await settleDebt(tx, userId, cause);
  });
}
