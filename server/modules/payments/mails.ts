/** What payments write to the payer. */
import { amountOf } from '@contract/values';
import type { Context } from '../../context';
import { sendMail } from '../../mail/mail';
import { findAccount, nameOf } from '../people/people';
import { paymentAnswer, type Payment } from './rows';

const linkOf = (ctx: Context): string => `${ctx.config.siteUrl}/payment`;

/** A price as receipts write it: in the currency that the card paid in. */
export function priceText(cents: bigint, currency: string): string {
  return `${amountOf(cents).toFixed(2)} ${currency.toUpperCase()}`;
}

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
    product: payment.title,
    originalPrice: priceText(payment.originalCents, payment.currency),
    totalPrice: priceText(payment.totalCents, payment.currency),
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
    product: payment.title,
    amount: priceText(cents, payment.currency),
    card: card === null ? null : `${card.brand} •••• ${card.last4}`,
    reason,
    link: linkOf(tx),
  });
}
