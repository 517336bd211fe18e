/**
 * Billing of a private show. Each minute is charged when it begins, from the hold; when the hold is used up, it is topped up from the
 * wallet. The request's row is locked and counts its minutes, so each is charged once, whichever API server bills it.
 */
import { minute_ms } from '@contract/kernel/units';
import { amountOf } from '@contract/kernel/values/amounts';
import type { Context } from '../../platform/context';
import { heldFor, walletOf } from '../../money/ledger/chart';
import { balancesOf, hold } from '../../money/ledger/ledger';
import { publish } from '../../platform/outbox/publish';
import { charge } from '../../money/charges/charge';
import { remainingSpending } from '../../money/charges/spending';
import { changeRequest, type RequestRow } from './rows';

/** A fan's funds for a show: the hold, and the wallet balance within their spending limit. */
async function availableFunds(
  tx: Context,
  { id, userId }: Pick<RequestRow, 'id' | 'userId'>,
): Promise<{ held: bigint; spendable: bigint }> {
  const balances = await balancesOf(tx, [heldFor(id), walletOf(userId)]);
  const [held, wallet] = [balances.get(heldFor(id)) ?? 0n, balances.get(walletOf(userId)) ?? 0n];
  const allowance = (await remainingSpending(tx, userId)) ?? wallet;
  return { held, spendable: allowance < 0n ? 0n : allowance < wallet ? allowance : wallet };
}

/** Charges the next minute of a locked request, which begins at `nextMinuteAt`. Returns null when the funds are insufficient. */
export async function billMinute(tx: Context, row: RequestRow): Promise<RequestRow | null> {
  const { id, userId, performerId, sessionId, minuteCents } = row;
  const beginsAt = row.nextMinuteAt ?? tx.clock.now();
  const number = row.minutesBilled + 1;
  const { held, spendable } = await availableFunds(tx, row);
  const missing = minuteCents - held;
  if (missing > spendable) return null;
  if (missing > 0n)
    await hold(tx, { from: walletOf(userId), subject: id, cents: missing, reason: 'show_hold', key: `show_hold:${id}:${String(number)}` });
  const paid = await charge(tx, userId, {
    type: 'private_minute',
    targetId: id,
    performerId,
    price_cents: minuteCents,
    quantity: 1,
    text: '',
    holdSubject: id,
    ...(sessionId !== null && { sessionId }),
  });
  const billed = await changeRequest(tx, id, {
    minutesBilled: number,
    billedCents: row.billedCents + minuteCents,
    nextMinuteAt: new Date(beginsAt.getTime() + minute_ms),
    commissionCents: row.commissionCents + paid.commission,
    earningCents: row.earningCents + paid.earning,
    startedAt: row.startedAt ?? beginsAt,
  });
  const left = held + spendable - minuteCents;
  await publish(tx, 'private-request/billed', [`account:${userId}`, `account:${performerId}`], {
    _id: id,
    minutesBilled: number,
    amountBilled: amountOf(billed.billedCents),
    minutesLeft: Number(left / minuteCents),
  });
  return billed;
}
