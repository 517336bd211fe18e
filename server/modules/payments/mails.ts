/** What payments write to the payer, and tell on the site of what went back. */
import { walletSource } from '@contract/values';
import type { Context } from '../../platform/context';
import { priceOf, pricePaidBy } from '../../platform/languages/formats';
import { english } from '../../platform/languages/languages';
import { sendMail } from '../../mail/mail';
import type { Words } from '../../languages/say';
import { ownTabLink, tokensText } from '../../platform/notification-texts';
import { notify } from '../../people/notifications/notifications';
import { findAccount, nameOf } from '../people/people';
import { paymentAnswer, wasHeld, type Payment } from '../../money/payments/rows';
import { productOf } from '../../money/payments/titles';

const paymentsLink = '/wallet?tab=payments';
const linkOf = (ctx: Context): string => `${ctx.config.siteUrl}/payment`;

/** A price as people are told of it on the site: in the currency that the card paid in. */
export const priceText = (cents: bigint, currency: string): string => priceOf(cents, currency)(english);

/** An amount of a payment, in the unit that it was paid in. */
const paidIn = ({ gateway, currency }: Payment, cents: bigint): Words => pricePaidBy(gateway, cents, currency);

/** What every mail about a payment says, with whom it goes to; null where the account has no address to be written to. */
async function aboutPayment(tx: Context, payment: Payment) {
  const payer = await findAccount(tx, payment.userId);
  if (!payer?.email) return null;
  const { receiptNumber, card, coupon } = await paymentAnswer(tx, payment.id);
  const paidBy = card === null ? null : `${card.brand} •••• ${card.last4}`;
  const said = { name: nameOf(payer), receiptNumber, product: await productOf(tx, payment), card: paidBy, link: linkOf(tx) };
  return { to: payer.email, said, coupon };
}

/** Writes the receipt of a settled payment; where nothing was paid there is nothing to give one for. */
export async function sendReceipt(tx: Context, payment: Payment): Promise<void> {
  const about = payment.totalCents === 0n ? null : await aboutPayment(tx, payment);
  if (!about) return;
  await sendMail(tx, 'receipt', about.to, {
    ...about.said,
    at: payment.updatedAt,
    originalPrice: payment.originalCents === payment.totalCents ? null : paidIn(payment, payment.originalCents),
    totalPrice: paidIn(payment, payment.totalCents),
    coupon: about.coupon?.code ?? null,
  });
}

/** Tells the payer that money went back to her. */
export async function sendRefundNote(tx: Context, payment: Payment, cents: bigint, reason: string): Promise<void> {
  const about = await aboutPayment(tx, payment);
  if (about) await sendMail(tx, 'payment-refunded', about.to, { ...about.said, amount: paidIn(payment, cents), reason });
}

/** Tells the payer that the bank did not take a refund that she was told of. */
export async function sendReturnNote(tx: Context, payment: Payment, cents: bigint): Promise<void> {
  const about = await aboutPayment(tx, payment);
  if (!about) return;
  const amount = paidIn(payment, cents);
  await sendMail(tx, 'refund-returned', about.to, { ...about.said, amount, isInWallet: payment.type === 'top_up' });
}

/** Tells the payer that a refund reached her, and the performer whose sale it was. */
export async function newsOfRefund(tx: Context, payment: Payment, refundId: string, cents: bigint): Promise<void> {
  const { userId, performerId, gateway, currency } = payment;
  const isFromWallet = gateway === walletSource;
  const told = { type: 'refund', actorId: null, event: `refund:${refundId}` } as const;
  const text = isFromWallet ? `${tokensText(cents)} went back to your wallet.` : `${priceText(cents, currency)} went back to your card.`;
  await notify(tx, userId, { ...told, text, link: paymentsLink });
  // Of one that never sold anything the performer has heard nothing.
  if (performerId === null || wasHeld(payment)) return;
  const toPerformer = 'A payment for a subscription to you went back to the fan.';
  await notify(tx, performerId, { ...told, text: toPerformer, link: ownTabLink(performerId, 'earnings') });
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

/** Tells the fan what they owe since tokens went back that were spent, and what to do about it. `key` names the taking back. */
export async function newsOfDebt(tx: Context, userId: string, { owed_cents, key }: { owed_cents: bigint; key: string }): Promise<void> {
  await notify(tx, userId, {
    type: 'refund',
    actorId: null,
    text: `You owe ${tokensText(owed_cents)}, for a payment went back after its tokens were spent. What you bought with them opens again when you top up.`,
    link: '/wallet',
    event: `debt:${key}`,
  });
}
