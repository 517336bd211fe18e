/** What payments write to the payer, and tell on the site of what went back. */
import { walletSource } from '@contract/values';
import type { Context } from '../../context';
import { priceOf } from '../../languages/formats';
import { english } from '../../languages/languages';
import { sendMail } from '../../mail/mail';
import { ownTabLink } from '../../telling';
import { notify } from '../notifications/notifications';
import { findAccount, nameOf } from '../people/people';
import { paymentAnswer, type Payment } from './rows';
import { productOf } from './titles';

const paymentsLink = '/wallet?tab=payments';
const linkOf = (ctx: Context): string => `${ctx.config.siteUrl}/payment`;

/** A price as people are told of it on the site: in the currency that the card paid in. */
export const priceText = (cents: bigint, currency: string): string => priceOf(cents, currency)(english);

/** Writes the receipt of a settled payment; an account without an address is not written to. */
export async function sendReceipt(tx: Context, payment: Payment): Promise<void> {
  const payer = await findAccount(tx, payment.userId);
  // Nothing was paid: there is nothing to give a receipt for.
  if (!payer?.email || payment.totalCents === 0n) return;
  const { receiptNumber, card, coupon } = await paymentAnswer(tx, payment.id);
  await sendMail(tx, 'receipt', payer.email, {
    name: nameOf(payer),
    receiptNumber,
    at: payment.updatedAt,
    product: await productOf(tx, payment),
    originalPrice: payment.originalCents === payment.totalCents ? null : priceOf(payment.originalCents, payment.currency),
    totalPrice: priceOf(payment.totalCents, payment.currency),
    coupon: coupon?.code ?? null,
    card: card === null ? null : `${card.brand} •••• ${card.last4}`,
    link: linkOf(tx),
  });
}

/** Tells the payer that money went back to her. */
export async function sendRefundNote(tx: Context, payment: Payment, cents: bigint, reason: string): Promise<void> {
  const payer = await findAccount(tx, payment.userId);
  if (!payer?.email) return;
  const { receiptNumber, card } = await paymentAnswer(tx, payment.id);
  await sendMail(tx, 'payment-refunded', payer.email, {
    name: nameOf(payer),
    receiptNumber,
    product: await productOf(tx, payment),
    amount: priceOf(cents, payment.currency),
    card: card === null ? null : `${card.brand} •••• ${card.last4}`,
    reason,
    link: linkOf(tx),
  });
}

/** Tells the payer that the bank did not take a refund that she was told of. */
export async function sendReturnNote(tx: Context, payment: Payment, cents: bigint): Promise<void> {
  const payer = await findAccount(tx, payment.userId);
  if (!payer?.email) return;
  const { receiptNumber, card } = await paymentAnswer(tx, payment.id);
  await sendMail(tx, 'refund-returned', payer.email, {
    name: nameOf(payer),
    receiptNumber,
    product: await productOf(tx, payment),
    amount: priceOf(cents, payment.currency),
    card: card === null ? null : `${card.brand} •••• ${card.last4}`,
    isInWallet: payment.type === 'top_up',
    link: linkOf(tx),
  });
}

/** Tells the payer that a refund reached her, and the performer whose sale it was. */
export async function newsOfRefund(tx: Context, payment: Payment, refundId: string, cents: bigint): Promise<void> {
  const { userId, performerId, gateway, currency } = payment;
  const told = { type: 'refund', actorId: null, event: `refund:${refundId}` } as const;
  const to = gateway === walletSource ? 'wallet' : 'card';
  await notify(tx, userId, { ...told, text: `${priceText(cents, currency)} went back to your ${to}.`, link: paymentsLink });
  if (performerId === null) return;
  const text = 'A payment for a subscription to you went back to the fan.';
  await notify(tx, performerId, { ...told, text, link: ownTabLink(performerId, 'earnings') });
}

/** Tells the payer that her bank did not take it. */
export async function newsOfReturn(tx: Context, { userId, currency }: Payment, refundId: string, cents: bigint): Promise<void> {
  await notify(tx, userId, {
    type: 'refund',
    actorId: null,
    text: `Your bank did not take the refund of ${priceText(cents, currency)}.`,
    link: paymentsLink,
    event: `refund-returned:${refundId}`,
  });
}
