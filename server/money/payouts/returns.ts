/** Returned payouts: money that a gateway sends back after a payout was paid goes to the performer's earnings, by a reversal. */
import { eq } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { payoutRequests } from '../../platform/db/schema/money';
import { earningsOf, payoutsAccount } from '../ledger/chart';
import { transferIdOfKey } from '../ledger/entries';
import { reverse } from '../ledger/reverse';
import { notifyPerformerOfDecision } from './decide';
import { publishPayout, settlementKeyOf, type PayoutRow } from './rows';
import { releaseSales } from './sales';

/**
 * Posts what was returned beyond what is already posted, in the transaction of `tx` with the paid request locked. `reversed_cents`
 * is the total returned so far. It only grows, so an older report changes nothing.
 */
export async function postReversal(tx: Context, row: PayoutRow, reversed_cents: bigint): Promise<void> {
  const cents = reversed_cents - row.reversedCents;
  if (cents <= 0n) return;
  const transferId = await transferIdOfKey(tx, settlementKeyOf(row));
  if (transferId === null) throw new Error(`payout ${row.id} was returned but never paid`);
  await reverse(tx, {
    transferId,
    reason: 'payout_return',
    key: `payout_return:${row.id}:${String(reversed_cents)}`,
    entries: [
      { account: payoutsAccount(row.method), cents: -cents },
      { account: earningsOf(row.performerId), cents },
    ],
  });
  await tx.db.update(payoutRequests).set({ reversedCents: reversed_cents, updatedAt: tx.clock.now() }).where(eq(payoutRequests.id, row.id));
  // A payout that was returned in full releases its sales for the next payout.
  if (reversed_cents === row.amountCents) await releaseSales(tx, row.id);
  await notifyPerformerOfDecision(tx, await publishPayout(tx, row.id), 'returned', cents);
}
