/** What a gateway sends back of a payout after it was paid: the performer's again, by a transfer that names the one it reverses. */
import { eq } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { payoutRequests } from '../../platform/db/schema/schema';
import { earningsOf, paidOutBy } from '../../money/ledger/chart';
import { transferUnder } from '../../money/ledger/entries';
import { reverse } from '../../money/ledger/reverse';
import { tellPerformer } from '../../money/payouts/decide';
import { publishPayout, settledUnder, type PayoutRow } from '../../money/payouts/rows';
import { freeSales } from '../../money/payouts/sales';

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
