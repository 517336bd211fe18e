/** What a gateway sends back of a payout after it was paid: the performer's again, by a transfer that names the one it reverses. */
import { eq } from 'drizzle-orm';
import type { Context } from '../../context';
import { payoutRequests } from '../../db/schema/schema';
import { earningsOf, paidOutBy } from '../../ledger/chart';
import { transferUnder } from '../../ledger/entries';
import { reverse } from '../../ledger/reverse';
import { tellPerformer } from './decide';
import { publishPayout, settledUnder, type PayoutRow } from './rows';
import { freeSales } from './sales';

/**
 * Books what came back beyond what is booked, in the transaction of `tx` with the paid request locked. `reversed_cents` is all
 * that ever came back of it: it only grows, so that an older word changes nothing.
 */
export async function takeReturned(tx: Context, row: PayoutRow, reversed_cents: bigint): Promise<void> {
  const cents = reversed_cents - row.reversedCents;
  if (cents <= 0n) return;
  const transferId = await transferUnder(tx, settledUnder(row));
  if (transferId === null) throw new Error(`payout ${row.id} came back and was never paid`);
  await reverse(tx, {
    transferId,
    reason: 'payout_return',
    key: `payout_return:${row.id}:${String(reversed_cents)}`,
    entries: [
      { account: paidOutBy(row.method), cents: -cents },
      { account: earningsOf(row.performerId), cents },
    ],
  });
  await tx.db.update(payoutRequests).set({ reversedCents: reversed_cents, updatedAt: tx.clock.now() }).where(eq(payoutRequests.id, row.id));
  // What came back in whole is paid by the next payout.
  if (reversed_cents === row.amountCents) await freeSales(tx, row.id);
  await tellPerformer(tx, await publishPayout(tx, row.id), 'returned', cents);
}
