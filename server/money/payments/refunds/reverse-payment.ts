/**
 * Reversing a payment after a refund or a dispute. Tokens come from the wallet as far as it covers them, and the rest becomes a
 * debt. A subscription's shares come from performer and site, and its access ends.
 */
import { walletSource } from '@contract/kernel/values/money';
import { inTransaction, type Context } from '../../../platform/context';
import { ApiError } from '../../../kernel/api-error';
import { adjustmentsAccount, gatewayAccount, promotionsAccount, receivableOf, walletOf, type AccountId } from '../../ledger/chart';
import { accountChangeOf, transferIdOfKey } from '../../ledger/entries';
import { balanceOf, post } from '../../ledger/ledger';
import type { TransferEntry } from '../../ledger/post';
import { reverse } from '../../ledger/reverse';
import { updateWithheldPurchases } from '../../charges/withheld';
import { settleDebt } from '../../charges/debt';
import { refundRecordedSale, remainingSaleCents } from '../../earnings/refund-sale';
import { notifyOfDebt } from '../mails';
import { changePayment, publishPayment, type Payment } from '../rows';
import { subscriptionEffects } from '../subscriptions/subscription-effects';

export interface PaymentReversal {
  /** An amount of the card payment; at most `remainingCents` of the payment. */
  cents: bigint;
  reason: 'refund' | 'dispute';
  /** The ledger's idempotency key. */
  key: string;
  /** The reason, in an operator's or a gateway's words. */
  reasonText: string;
}

/** What is left of a payment to refund. */
export const remainingCents = ({ totalCents, refundedCents, disputedCents }: Payment): bigint => totalCents - refundedCents - disputedCents;

/** The tokens that `part` of the price paid for, rounded down. */
const tokensFor = ({ tokensCents, totalCents }: Payment, part: bigint): bigint => ((tokensCents ?? 0n) * part) / totalCents;

/** Entries that take from the wallet what it has of `tokens`, and the rest as a debt. */
async function walletAndDebtEntries(tx: Context, userId: string, tokens: bigint): Promise<TransferEntry[]> {
  const balance = await balanceOf(tx, walletOf(userId));
  const covered = balance < tokens ? balance : tokens;
  return [
    { account: walletOf(userId), cents: -covered },
    { account: receivableOf(userId), cents: covered - tokens },
  ];
}

/** The wallet may be spent from between the read and the posting. After this many attempts all of it becomes a debt. */
const attempts = 3;

async function reverseTopUp(tx: Context, payment: Payment, { cents, reason, key, reasonText }: PaymentReversal): Promise<void> {
  const { transferId, userId, refundedCents, disputedCents } = payment;
  if (transferId === null) throw new Error(`payment ${payment.id} has no ledger transfer`);
  const before = refundedCents + disputedCents;
  const tokens = tokensFor(payment, before + cents) - tokensFor(payment, before);
  const credits: TransferEntry[] = [
    { account: gatewayAccount(payment.gateway), cents },
    { account: promotionsAccount, cents: tokens - cents },
  ];
  const reverseWith = (debits: TransferEntry[]): Promise<unknown> =>
    inTransaction(tx, (savepoint) =>
      reverse(savepoint, { transferId, reason, key, entries: [...credits, ...debits], metadata: { words: reasonText } }),
    );
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    try {
      await reverseWith(await walletAndDebtEntries(tx, userId, tokens));
      return;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'insufficient_balance') throw error;
    }
  }
  await reverseWith([{ account: receivableOf(userId), cents: -tokens }]);
}

/** Withholds purchases that the debt leaves unpaid, and notifies the fan. */
async function withholdPurchases(tx: Context, { userId }: Payment, key: string): Promise<void> {
  await updateWithheldPurchases(tx, userId);
  const balance = await balanceOf(tx, receivableOf(userId));
  if (balance < 0n) await notifyOfDebt(tx, userId, { owed_cents: -balance, key });
}

/** The ledger key for the part of a reversal that is covered by money held in adjustments. */
const adjustmentKeyOf = (key: string): string => `${key}:waiting`;

/**
 * Reverses a sale. Money that was returned earlier for this sale is held in adjustments and is used first; performer and site bear
 * the rest.
 */
async function reverseSale(tx: Context, payment: Payment, { cents, reason, key, reasonText }: PaymentReversal): Promise<void> {
  const { id, transferId, gateway, userId } = payment;
  if (transferId === null) throw new Error(`payment ${id} has no recorded sale`);
  const to: AccountId = gateway === walletSource ? walletOf(userId) : gatewayAccount(gateway);
  const heldCents = remainingCents(payment) - (await remainingSaleCents(tx, id));
  const fromHeld = cents < heldCents ? cents : heldCents;
  if (fromHeld > 0n) {
    const entries = [
      { account: to, cents: fromHeld },
      { account: adjustmentsAccount, cents: -fromHeld },
    ];
    await post(tx, { reason, subject: id, key: adjustmentKeyOf(key), entries });
  }
  if (cents > fromHeld)
    await refundRecordedSale(tx, {
      cause: { paymentId: id },
      transferId,
      cents: cents - fromHeld,
      to,
      reason,
      reasonText,
      key,
    });
}

/**
 * Reverses what a payment bought, in the transaction of `tx`, with the payer's account and the payment locked. A subscription ends
 * immediately when its whole payment is refunded, or when any part is disputed.
 */
export async function reversePayment(tx: Context, payment: Payment, reversal: PaymentReversal): Promise<Payment> {
  await (payment.type === 'top_up' ? reverseTopUp(tx, payment, reversal) : reverseSale(tx, payment, reversal));
  const { cents, reason } = reversal;
  const isWhole = cents === remainingCents(payment);
  const reversed = await changePayment(
    tx,
    payment.id,
    reason === 'dispute'
      ? { disputedCents: payment.disputedCents + cents, status: 'disputed' }
      : { refundedCents: payment.refundedCents + cents, ...(isWhole && payment.status === 'success' && { status: 'refunded' }) },
  );
  if (payment.type === 'top_up') await withholdPurchases(tx, reversed, reversal.key);
  else if (isWhole || reason === 'dispute') await subscriptionEffects.reversed(tx, reversed);
  await publishPayment(tx, 'payment/settled', reversed);
  return reversed;
}

export interface PaymentRestoration {
  /** The key of the transfer that took the money. */
  reversalKey: string;
  cents: bigint;
  reason: 'refund' | 'dispute';
  key: string;
}

/** Moves what one transfer took from a sale to the site's adjustments account, until an operator decides about it. */
async function returnToAdjustments(
  tx: Context,
  { gateway }: Payment,
  transferId: string,
  { reason, key }: Pick<PaymentRestoration, 'reason' | 'key'>,
) {
  const cents = await accountChangeOf(tx, transferId, gatewayAccount(gateway));
  const entries = [
    { account: gatewayAccount(gateway), cents: -cents },
    { account: adjustmentsAccount, cents },
  ];
  await reverse(tx, { transferId, reason, key, entries });
}

/** Reverses the transfers that took the money. */
async function undoReversal(tx: Context, payment: Payment, { reversalKey, reason, key }: PaymentRestoration): Promise<void> {
  const [transferId, fromHeld] = [await transferIdOfKey(tx, reversalKey), await transferIdOfKey(tx, adjustmentKeyOf(reversalKey))];
  if (transferId === null && fromHeld === null) throw new Error(`no reversal was found under key ${reversalKey}`);
  if (fromHeld !== null) await returnToAdjustments(tx, payment, fromHeld, { reason, key: adjustmentKeyOf(key) });
  if (transferId === null) return;
  if (payment.type !== 'top_up') return returnToAdjustments(tx, payment, transferId, { reason, key });
  await reverse(tx, { transferId, reason, key });
  // If the debt was settled in between, the returned money belongs to the fan.
  await settleDebt(tx, payment.userId, { cause: payment.id, key });
  await updateWithheldPurchases(tx, payment.userId);
}

/**
 * Restores reversed money: a dispute was won, or the bank returned a refund. Tokens go back where they were taken from. A subscription
 * has already ended, so its money is held in adjustments until an operator decides.
 */
export async function restorePayment(tx: Context, payment: Payment, restoration: PaymentRestoration): Promise<Payment> {
  const { cents, reason } = restoration;
  await undoReversal(tx, payment, restoration);
  const disputedCents = payment.disputedCents - (reason === 'dispute' ? cents : 0n);
  const refundedCents = payment.refundedCents - (reason === 'refund' ? cents : 0n);
  const status = disputedCents > 0n ? 'disputed' : refundedCents === payment.totalCents ? 'refunded' : 'success';
  const restored = await changePayment(tx, payment.id, { disputedCents, refundedCents, status });
  await publishPayment(tx, 'payment/settled', restored);
  return restored;
}
