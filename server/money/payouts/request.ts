/**
 * Requesting a payout. The amount is held in the same transaction, so that it cannot be requested twice. A performer has one open
 * request at a time; a unique index enforces this.
 */
import { eq } from 'drizzle-orm';
import { errors } from '@contract/kernel/errors';
import { amountOf, centsOf } from '@contract/kernel/values/amounts';
import type { Context } from '../../platform/context';
import { payoutRequests } from '../../platform/db/schema/money';
import { performers } from '../../platform/db/schema/performers';
import { fail } from '../../kernel/api-error';
import { earningsOf } from '../ledger/chart';
import { balanceAfter, hold, release } from '../ledger/ledger';
import { sendMail } from '../../platform/mail/mail';
import { tokensText } from '../../platform/notification-texts';
import { clearingEarningsOf } from '../earnings/clearing';
import { notifyOperators } from '../../people/notifications/notify';
import { contactAddresses } from '../../people/team/contact';
import { maskedAccountOf, type PayoutMethod } from './method';
import { holdSubjectOf, lockPayout, publishPayout, type PayoutResponse, type PayoutRow } from './rows';
import { releaseSales, assignSales } from './sales';

export interface PayoutFields {
  amount: bigint;
  method: PayoutMethod;
  requestNote: string;
}
/** Changes to a request. Missing fields keep their values. */
export type PayoutChanges = { [K in keyof PayoutFields]?: PayoutFields[K] | undefined };

/** The minimum payout, in hundredths. */
export const minimumPayout = (ctx: Pick<Context, 'settings'>): bigint => centsOf(ctx.settings.values().minimumPayoutAmount) ?? 0n;

function assertAmount(ctx: Context, amount: bigint): void {
  const minimum = minimumPayout(ctx);
  if (amount >= minimum && amount > 0n) return;
  const message = `Request at least ${String(amountOf(minimum))} tokens.`;
  fail('price_out_of_range', { message, issues: [{ path: 'amount', message: errors.price_out_of_range[1] }] });
}

type HeldRequest = Pick<PayoutRow, 'id' | 'round' | 'performerId' | 'amountCents'>;

/** Holds the amount and records the sales that it pays. Rejects with insufficient_balance and earnings_clearing. */
async function holdAmount(tx: Context, request: HeldRequest): Promise<void> {
  const subject = holdSubjectOf(request);
  const { performerId, amountCents } = request;
  const from = earningsOf(performerId);
  await assignSales(tx, request);
  const held = await hold(tx, { reason: 'payout_hold', subject, key: `payout_hold:${subject}`, from, cents: amountCents });
  const { cents: clearing, next } = await clearingEarningsOf(tx, performerId);
  // Read after the hold was posted: a concurrent sale adds the same amount to both.
  const surplus = clearing - balanceAfter(held, from);
  if (surplus <= 0n) return;
  const availableText = amountOf(amountCents > surplus ? amountCents - surplus : 0n).toFixed(2);
  // Ticket earnings have no clearing date before their show.
  if (next === null)
    return fail('earnings_clearing', {
      message: `You can request ${availableText} tokens now. Ticket earnings follow after the streams.`,
    });
  fail('earnings_clearing', {
    message: `You can request ${availableText} tokens now. More becomes available on ${next.toISOString().slice(0, 10)}.`,
  });
}

/** Releases a request's hold to the performer's earnings. */
export async function releaseAmount(tx: Context, request: HeldRequest): Promise<void> {
  const subject = holdSubjectOf(request);
  const { performerId, amountCents } = request;
  await releaseSales(tx, request.id);
  await release(tx, {
    reason: 'payout_release',
    subject,
    key: `payout_release:${subject}`,
    to: earningsOf(performerId),
    cents: amountCents,
  });
}

/** Notifies operators of a pending request, on the site and by email. */
async function notifyOperatorsOfRequest(tx: Context, { _id, performer, amount, account, requestNote }: PayoutResponse): Promise<void> {
  await notifyOperators(tx, 'payouts.decide', {
    type: 'payout',
    actorId: performer._id,
    text: `requested a payout of ${tokensText(amount)}.`,
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
 * Requests a payout in the transaction of `tx`. Rejects with performer_not_verified, price_out_of_range, payout_method_missing,
 * payout_pending, insufficient_balance and earnings_clearing.
 */
export async function requestPayout(
  tx: Context,
  performerId: string,
  { amount, method, requestNote }: PayoutFields,
): Promise<PayoutResponse> {
  const [performer] = await tx.db
    .select({ verification: performers.verification })
    .from(performers)
    .where(eq(performers.accountId, performerId));
  if (performer?.verification !== 'approved') return fail('performer_not_verified');
  assertAmount(tx, amount);
  const [id, now] = [tx.random.id(), tx.clock.now()];
  const [row] = await tx.db
    .insert(payoutRequests)
    .values({
      id,
      performerId,
      amountCents: amount,
      method,
      accountShown: await maskedAccountOf(tx, performerId, method),
      requestNote,
      createdAt: now,
      updatedAt: now,
    })
    // A concurrent second insert waits here for the first, then conflicts with it.
    .onConflictDoNothing()
    .returning();
  if (!row) return fail('payout_pending');
  await holdAmount(tx, row);
  const payout = await publishPayout(tx, id);
  await notifyOperatorsOfRequest(tx, payout);
  return payout;
}

/**
 * Changes a pending request, in the transaction of `tx`. Another amount releases the old hold and creates a new one. Rejects with
 * payout_not_found, payout_decided, price_out_of_range, payout_method_missing, insufficient_balance and earnings_clearing.
 */
export async function changePayout(tx: Context, performerId: string, id: string, changes: PayoutChanges): Promise<PayoutResponse> {
  const row = await lockPayout(tx, id);
  if (row.performerId !== performerId) return fail('payout_not_found');
  if (row.status !== 'pending') return fail('payout_decided');
  const { amount = row.amountCents, method = row.method, requestNote = row.requestNote } = changes;
  const maskedAccount = await maskedAccountOf(tx, performerId, method);
  const isAmountChanged = amount !== row.amountCents;
  const changed = { ...row, amountCents: amount, round: isAmountChanged ? row.round + 1 : row.round };
  if (isAmountChanged) {
    assertAmount(tx, amount);
    await releaseAmount(tx, row);
    await holdAmount(tx, changed);
  }
  await tx.db
    .update(payoutRequests)
    .set({ amountCents: amount, round: changed.round, method, accountShown: maskedAccount, requestNote, updatedAt: tx.clock.now() })
    .where(eq(payoutRequests.id, id));
  return publishPayout(tx, id);
}
