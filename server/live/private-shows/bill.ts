/**
 * Billing a private show: each minute is paid when it begins, of what is set aside, to which the next minute is added from the wallet
 * where that is used up. The request's row is held meanwhile and counts its minutes, so that each is paid once, whoever bills it.
 */
import { minute_ms } from '@contract/kernel/units';
import { amountOf } from '@contract/values';
import type { Context } from '../../platform/context';
import { heldFor, walletOf } from '../../money/ledger/chart';
import { balancesOf, hold } from '../../money/ledger/ledger';
import { publish } from '../../platform/outbox/publish';
import { charge, leftToSpend } from '../../money/charges/charges';
import { changeRequest, type RequestRow } from './rows';

/** What a fan has for her show: set aside, and in her wallet as far as her own limit lets her spend it. */
async function means(tx: Context, { id, userId }: Pick<RequestRow, 'id' | 'userId'>): Promise<{ held: bigint; more: bigint }> {
  const balances = await balancesOf(tx, [heldFor(id), walletOf(userId)]);
  const [held, wallet] = [balances.get(heldFor(id)) ?? 0n, balances.get(walletOf(userId)) ?? 0n];
  const within = (await leftToSpend(tx, userId)) ?? wallet;
  return { held, more: within < 0n ? 0n : within < wallet ? within : wallet };
}

/** Pays the next minute of a held request, which begins at `nextMinuteAt`. Null when nothing is left that could pay it. */
export async function billMinute(tx: Context, row: RequestRow): Promise<RequestRow | null> {
  const { id, userId, performerId, sessionId, minuteCents } = row;
  const beginsAt = row.nextMinuteAt ?? tx.clock.now();
  const number = row.minutesBilled + 1;
  const { held, more } = await means(tx, row);
  const missing = minuteCents - held;
  if (missing > more) return null;
  if (missing > 0n)
    await hold(tx, { from: walletOf(userId), subject: id, cents: missing, reason: 'show_hold', key: `show_hold:${id}:${String(number)}` });
  const paid = await charge(tx, userId, {
    ...{ type: 'private_minute', targetId: id, performerId, price_cents: minuteCents, quantity: 1, text: '', heldFor: id },
    ...(sessionId !== null && { sessionId }),
  });
  const billed = await changeRequest(tx, id, {
    ...{ minutesBilled: number, billedCents: row.billedCents + minuteCents, nextMinuteAt: new Date(beginsAt.getTime() + minute_ms) },
    ...{ commissionCents: row.commissionCents + paid.commission, earningCents: row.earningCents + paid.earning },
    startedAt: row.startedAt ?? beginsAt,
  });
  const left = held + more - minuteCents;
  await publish(tx, 'private-request/billed', [`account:${userId}`, `account:${performerId}`], {
    ...{ _id: id, minutesBilled: number, amountBilled: amountOf(billed.billedCents), minutesLeft: Number(left / minuteCents) },
  });
  return billed;
}
