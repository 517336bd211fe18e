/**
 * Asking for a payout. What is asked for is held from the same moment on: it can be neither asked for twice nor lost. A
 * performer has one open request at a time; the database holds that too.
 */
import { eq } from 'drizzle-orm';
import { errors } from '@contract/kernel/errors';
import { amountOf, centsOf } from '@contract/values';
import type { Context } from '../../platform/context';
import { payoutRequests, performers } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import { earningsOf } from '../ledger/chart';
import { balanceAfter, hold, release } from '../ledger/ledger';
import { sendMail } from '../../mail/mail';
import { tokensText } from '../../platform/notification-texts';
import { clearingOf } from '../earnings/earnings';
import { notifyOperators } from '../../people/notifications/notifications';
import { contactAddresses } from '../../site/site/site';
import { accountShown, type Method } from './method';
import { holdOf, lockPayout, publishPayout, type PayoutAnswer, type PayoutRow } from './rows';
import { freeSales, takeSales } from './sales';

export interface Wish {
  amount: bigint;
  method: Method;
  requestNote: string;
}
/** What is said of a request that exists: what is left out stays. */
export type WishChanges = { [K in keyof Wish]?: Wish[K] | undefined };

/** The least that may be asked for, in hundredths. */
export const minimumPayout = (ctx: Pick<Context, 'settings'>): bigint => centsOf(ctx.settings.values().minimumPayoutAmount) ?? 0n;

function assertAmount(ctx: Context, amount: bigint): void {
  const minimum = minimumPayout(ctx);
  if (amount >= minimum && amount > 0n) return;
  const message = `A payout is of ${String(amountOf(minimum))} tokens at least.`;
  fail('price_out_of_range', { message, issues: [{ path: 'amount', message: errors.price_out_of_range[1] }] });
}

type Holding = Pick<PayoutRow, 'id' | 'round' | 'performerId' | 'amountCents'>;

/** Holds the amount and notes the sales that it pays. Refuses with insufficient_balance, and earnings_clearing. */
async function holdAmount(tx: Context, request: Holding): Promise<void> {
  const subject = holdOf(request);
  const { performerId, amountCents } = request;
  const from = earningsOf(performerId);
  await takeSales(tx, request);
  const held = await hold(tx, { reason: 'payout_hold', subject, key: `payout_hold:${subject}`, from, cents: amountCents });
  const { cents: clearing, next } = await clearingOf(tx, performerId);
  // Looked at with the balance held: what is sold meanwhile adds to both.
  const surplus = clearing - balanceAfter(held, from);
  if (surplus <= 0n || next === null) return;
  const most = amountOf(amountCents > surplus ? amountCents - surplus : 0n).toFixed(2);
  fail('earnings_clearing', {
    message: `Of this amount ${most} tokens can be paid out now. More becomes available on ${next.toISOString().slice(0, 10)}.`,
  });
}

/** Gives what a request holds back to the performer's earnings. */
export async function releaseAmount(tx: Context, request: Holding): Promise<void> {
  const subject = holdOf(request);
  const { performerId, amountCents } = request;
  await freeSales(tx, request.id);
  await release(tx, {
    reason: 'payout_release',
    subject,
    key: `payout_release:${subject}`,
    to: earningsOf(performerId),
    cents: amountCents,
  });
}

/** Tells the people who run the site that a request waits. */
async function tellOperators(tx: Context, { _id, performer, amount, account, requestNote }: PayoutAnswer): Promise<void> {
  await notifyOperators(tx, 'payouts.decide', {
    type: 'payout',
    actorId: performer._id,
    text: `asks for a payout of ${tokensText(amount)}.`,
    link: `/admin/payouts/${_id}`,
    event: `payout:${_id}:requested`,
  });
  const values = {
    performer: performer.name,
    amount_cents: amount,
    method: account,
    note: requestNote,
    link: `${tx.config.siteUrl}/admin/payouts`,
  };
  for (const address of await contactAddresses(tx)) await sendMail(tx, 'payout-requested', address, values);
}

/**
 * Asks for a payout in the transaction of `tx`. Refuses with performer_not_verified, price_out_of_range,
 * payout_method_missing, payout_pending and insufficient_balance.
 */
export async function requestPayout(tx: Context, performerId: string, { amount, method, requestNote }: Wish): Promise<PayoutAnswer> {
  const [performer] = await tx.db
    .select({ verification: performers.verification })
    .from(performers)
    .where(eq(performers.accountId, performerId));
  if (performer?.verification !== 'approved') return fail('performer_not_verified');
  assertAmount(tx, amount);
  const [id, now] = [tx.chance.id(), tx.clock.now()];
  const [row] = await tx.db
    .insert(payoutRequests)
    .values({
      id,
      performerId,
      amountCents: amount,
      method,
      accountShown: await accountShown(tx, performerId, method),
      requestNote,
      createdAt: now,
      updatedAt: now,
    })
    // Of two at once the second waits here for the first, and finds that one is open.
    .onConflictDoNothing()
    .returning();
  if (!row) return fail('payout_pending');
  await holdAmount(tx, row);
  const answer = await publishPayout(tx, id);
  await tellOperators(tx, answer);
  return answer;
}

/**
 * Changes a request that waits, in the transaction of `tx`; another amount releases the old hold and makes a new one. Refuses
 * with payout_not_found, payout_decided, price_out_of_range, payout_method_missing and insufficient_balance.
 */
export async function changePayout(tx: Context, performerId: string, id: string, changes: WishChanges): Promise<PayoutAnswer> {
  const row = await lockPayout(tx, id);
  if (row.performerId !== performerId) return fail('payout_not_found');
  if (row.status !== 'pending') return fail('payout_decided');
  const { amount = row.amountCents, method = row.method, requestNote = row.requestNote } = changes;
  const shown = await accountShown(tx, performerId, method);
  const isOther = amount !== row.amountCents;
  const changed = { ...row, amountCents: amount, round: isOther ? row.round + 1 : row.round };
  if (isOther) {
    assertAmount(tx, amount);
    await releaseAmount(tx, row);
    await holdAmount(tx, changed);
  }
  await tx.db
    .update(payoutRequests)
    .set({ amountCents: amount, round: changed.round, method, accountShown: shown, requestNote, updatedAt: tx.clock.now() })
    .where(eq(payoutRequests.id, id));
  return publishPayout(tx, id);
}
