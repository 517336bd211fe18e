/**
 * A payment that went back to its card, by refund or by dispute: what it brought is taken back. Tokens come from the wallet as far
 * as it covers them, and the rest is owed; a subscription's shares come from performer and site, and its access ends.
 */
import { walletSource } from '@contract/values';
import { inTransaction, type Context } from '../../platform/context';
import { Refusal } from '../../kernel/api-error';
import { adjustmentsAccount, gatewayAccount, promotionsAccount, receivableOf, walletOf, type AccountId } from '../../money/ledger/chart';
import { changeBy, transferUnder } from '../../money/ledger/entries';
import { balanceOf, post } from '../../money/ledger/ledger';
import type { Entry } from '../../money/ledger/post';
import { reverse } from '../../money/ledger/reverse';
import { reviewWithheld, settleDebt } from '../../money/charges/charges';
import { giveBack, leftOfSale } from '../../money/earnings/earnings';
import { newsOfDebt } from './mails';
import { changePayment, publishPayment, type Payment } from '../../money/payments/rows';
import { subscriptionEffects } from './subscription-effects';

export interface TakingBack {
  /** Of what the card paid; at most `leftOf` the payment. */
  cents: bigint;
  reason: 'refund' | 'dispute';
  /** Names this taking back in the ledger. */
  key: string;
  /** Why, in an operator's or a gateway's words. */
  words: string;
}

/** What is left of a payment to be given back. */
export const leftOf = ({ totalCents, refundedCents, disputedCents }: Payment): bigint => totalCents - refundedCents - disputedCents;

/** The tokens that a part of the price stands for; the whole price stands for all of them. */
const tokensFor = ({ tokensCents, totalCents }: Payment, part: bigint): bigint => ((tokensCents ?? 0n) * part) / totalCents;

/** Takes what the wallet has of `tokens`, and lets the rest be owed. */
async function fromWallet(tx: Context, userId: string, tokens: bigint): Promise<Entry[]> {
  const balance = await balanceOf(tx, walletOf(userId));
  const covered = balance < tokens ? balance : tokens;
  return [
    { account: walletOf(userId), cents: -covered },
    { account: receivableOf(userId), cents: covered - tokens },
  ];
}

/** Somebody may spend while the wallet is looked at: then it is looked at again, and at last it is left alone. */
const looks = 3;

async function takeTokens(tx: Context, payment: Payment, { cents, reason, key, words }: TakingBack): Promise<void> {
  const { transferId, userId, refundedCents, disputedCents } = payment;
  if (transferId === null) throw new Error(`payment ${payment.id} has brought nothing yet`);
  const before = refundedCents + disputedCents;
  const tokens = tokensFor(payment, before + cents) - tokensFor(payment, before);
  const given: Entry[] = [
    { account: gatewayAccount(payment.gateway), cents },
    { account: promotionsAccount, cents: tokens - cents },
  ];
  const takeFrom = (taken: Entry[]): Promise<unknown> =>
    inTransaction(tx, (step) => reverse(step, { transferId, reason, key, entries: [...given, ...taken], metadata: { words } }));
  for (let look = 0; look < looks; look += 1) {
    try {
      await takeFrom(await fromWallet(tx, userId, tokens));
      return;
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'insufficient_balance') throw error;
    }
  }
  await takeFrom([{ account: receivableOf(userId), cents: -tokens }]);
}

/** What was bought with tokens that are owed now stays closed until they are paid, and the fan is told. */
async function closeWhatIsOwed(tx: Context, { userId }: Payment, key: string): Promise<void> {
  await reviewWithheld(tx, userId);
  const balance = await balanceOf(tx, receivableOf(userId));
  if (balance < 0n) await newsOfDebt(tx, userId, { owed_cents: -balance, key });
}

/** Under which the part of a taking stands that comes from what came back to the site before. */
const waitingUnder = (key: string): string => `${key}:waiting`;

/**
 * What came back of an ended sale before waits among the adjustments, and goes first; performer and site bear the rest.
 */
async function takeSale(tx: Context, payment: Payment, { cents, reason, key, words }: TakingBack): Promise<void> {
  const { id, transferId, gateway, userId } = payment;
  if (transferId === null) throw new Error(`payment ${id} has sold nothing`);
  const to: AccountId = gateway === walletSource ? walletOf(userId) : gatewayAccount(gateway);
  const waiting = leftOf(payment) - (await leftOfSale(tx, id));
  const ofWaiting = cents < waiting ? cents : waiting;
  if (ofWaiting > 0n) {
    const entries = [
      { account: to, cents: ofWaiting },
      { account: adjustmentsAccount, cents: -ofWaiting },
    ];
    await post(tx, { reason, subject: id, key: waitingUnder(key), entries });
  }
  if (cents > ofWaiting) await giveBack(tx, { cause: { paymentId: id }, transferId, cents: cents - ofWaiting, to, reason, words, key });
}

/**
 * Takes back what a payment brought, in the transaction of `tx`, with the payer's account and the payment held. A subscription
 * ends at once with the whole of its payment, and with a dispute of any part.
 */
export async function takeBack(tx: Context, payment: Payment, taking: TakingBack): Promise<Payment> {
  await (payment.type === 'top_up' ? takeTokens(tx, payment, taking) : takeSale(tx, payment, taking));
  const { cents, reason } = taking;
  const isWhole = cents === leftOf(payment);
  const taken = await changePayment(
    tx,
    payment.id,
    reason === 'dispute'
      ? { disputedCents: payment.disputedCents + cents, status: 'disputed' }
      : { refundedCents: payment.refundedCents + cents, ...(isWhole && payment.status === 'success' && { status: 'refunded' }) },
  );
  if (payment.type === 'top_up') await closeWhatIsOwed(tx, taken, taking.key);
  else if (isWhole || reason === 'dispute') await subscriptionEffects.takenBack(tx, taken);
  await publishPayment(tx, 'payment/settled', taken);
  return taken;
}

export interface Restoring {
  /** The key by which it was taken. */
  takenUnder: string;
  cents: bigint;
  reason: 'refund' | 'dispute';
  key: string;
}

/** What one transfer took of a sale comes back to the site, which decides what becomes of it. */
async function returnToSite(tx: Context, { gateway }: Payment, transferId: string, { reason, key }: Pick<Restoring, 'reason' | 'key'>) {
  const cents = await changeBy(tx, transferId, gatewayAccount(gateway));
  const entries = [
    { account: gatewayAccount(gateway), cents: -cents },
    { account: adjustmentsAccount, cents },
  ];
  await reverse(tx, { transferId, reason, key, entries });
}

/** Reverses what was taken, by the transfers that took it. */
async function giveAgain(tx: Context, payment: Payment, { takenUnder, reason, key }: Restoring): Promise<void> {
  const [transferId, ofWaiting] = [await transferUnder(tx, takenUnder), await transferUnder(tx, waitingUnder(takenUnder))];
  if (transferId === null && ofWaiting === null) throw new Error(`nothing was taken back under ${takenUnder}`);
  if (ofWaiting !== null) await returnToSite(tx, payment, ofWaiting, { reason, key: waitingUnder(key) });
  if (transferId === null) return;
  if (payment.type !== 'top_up') return returnToSite(tx, payment, transferId, { reason, key });
  await reverse(tx, { transferId, reason, key });
  // Where the debt was settled meanwhile, what came back is the fan's.
  await settleDebt(tx, payment.userId, { cause: payment.id, key });
  await reviewWithheld(tx, payment.userId);
}

/**
 * Money that had gone back is here again: the bank lost a dispute, or did not take a refund. Tokens return to where they were
 * taken from; of a subscription, which has ended, the money waits among the site's adjustments for an operator's decision.
 */
export async function restore(tx: Context, payment: Payment, restoring: Restoring): Promise<Payment> {
  const { cents, reason } = restoring;
  await giveAgain(tx, payment, restoring);
  const disputedCents = payment.disputedCents - (reason === 'dispute' ? cents : 0n);
  const refundedCents = payment.refundedCents - (reason === 'refund' ? cents : 0n);
  const status = disputedCents > 0n ? 'disputed' : refundedCents === payment.totalCents ? 'refunded' : 'success';
  const restored = await changePayment(tx, payment.id, { disputedCents, refundedCents, status });
  await publishPayment(tx, 'payment/settled', restored);
  return restored;
}
