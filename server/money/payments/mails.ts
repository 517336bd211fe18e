/** Emails to the payer, and notifications to payer, performer and operators, about payments, refunds and disputes. */
import { type DisputeStatus } from '@contract/kernel/values/disputes';
import { walletSource } from '@contract/kernel/values/money';
import type { Context } from '../../platform/context';
import { dayOf, priceOf, pricePaidBy } from '../../platform/languages/formats';
import { english } from '../../platform/languages/languages';
import { sendMail } from '../../platform/mail/mail';
import type { Message } from '../../platform/languages/messages';
import { profileTabLink, tokensText } from '../../platform/notification-texts';
import { notify, notifyOperators } from '../../people/notifications/notify';
import { findAccount, nameOf } from '../../people/people/rows';
import { paymentResponse, wasUndeliverable, type Payment } from './rows';
import { productOf } from './titles';

const paymentsLink = '/wallet?tab=payments';
const linkOf = (ctx: Context): string => `${ctx.config.siteUrl}/payment`;

/** A price in the currency that the card paid in, for notifications. */
export const priceText = (cents: bigint, currency: string): string => priceOf(cents, currency)(english);

/** An amount of a payment, in tokens or money, whichever it was paid in. */
const amountText = ({ gateway, currency }: Payment, cents: bigint): Message => pricePaidBy(gateway, cents, currency);

/** The variables that every payment email shares, and its recipient; null when the account has no email address. */
async function mailDetails(tx: Context, payment: Payment) {
  const payer = await findAccount(tx, payment.userId);
  if (!payer?.email) return null;
  const { receiptNumber, card, coupon } = await paymentResponse(tx, payment.id);
  const paidBy = card === null ? null : `${card.brand} •••• ${card.last4}`;
  const variables = { name: nameOf(payer), receiptNumber, product: await productOf(tx, payment), card: paidBy, link: linkOf(tx) };
  return { to: payer.email, variables, coupon };
}

/** Sends the receipt of a settled payment, unless its total is zero. */
export async function sendReceipt(tx: Context, payment: Payment): Promise<void> {
  const details = payment.totalCents === 0n ? null : await mailDetails(tx, payment);
  if (!details) return;
  await sendMail(tx, 'receipt', details.to, {
    ...details.variables,
    at: payment.updatedAt,
    originalPrice: payment.originalCents === payment.totalCents ? null : amountText(payment, payment.originalCents),
    totalPrice: amountText(payment, payment.totalCents),
    coupon: details.coupon?.code ?? null,
  });
}

/** Emails the payer about a refund. */
export async function sendRefundEmail(tx: Context, payment: Payment, cents: bigint, reason: string): Promise<void> {
  const details = await mailDetails(tx, payment);
  if (details) await sendMail(tx, 'payment-refunded', details.to, { ...details.variables, amount: amountText(payment, cents), reason });
}

/** Emails the payer that the bank returned a refund. */
export async function sendReturnedRefundEmail(tx: Context, payment: Payment, cents: bigint): Promise<void> {
  const details = await mailDetails(tx, payment);
  if (!details) return;
  const amount = amountText(payment, cents);
  await sendMail(tx, 'refund-returned', details.to, { ...details.variables, amount, isInWallet: payment.type === 'top_up' });
}

/** Notifies the payer of a refund, and the performer whose sale it was. */
export async function notifyOfRefund(tx: Context, payment: Payment, refundId: string, cents: bigint): Promise<void> {
  const { userId, performerId, gateway, currency } = payment;
  const isFromWallet = gateway === walletSource;
  const notification = { type: 'refund', actorId: null, event: `refund:${refundId}` } as const;
  const text = isFromWallet
    ? `We refunded ${tokensText(cents)} to your wallet.`
    : `We refunded ${priceText(cents, currency)} to your card.`;
  await notify(tx, userId, { ...notification, text, link: paymentsLink });
  // A held payment never became a sale, so the performer was not notified of it.
  if (performerId === null || wasUndeliverable(payment)) return;
  const toPerformer = 'We refunded a fan’s payment for a subscription to you.';
  await notify(tx, performerId, { ...notification, text: toPerformer, link: profileTabLink(performerId, 'earnings') });
}

/** Notifies the payer that the bank returned a refund. */
export async function notifyOfReturnedRefund(tx: Context, { userId, currency }: Payment, refundId: string, cents: bigint): Promise<void> {
  await notify(tx, userId, {
    type: 'refund',
    actorId: null,
    text: `Your bank returned your refund of ${priceText(cents, currency)}.`,
    link: paymentsLink,
    event: `refund-returned:${refundId}`,
  });
}

/** Notifies the fan of a debt after spent tokens were reversed. `key` identifies the reversal. */
export async function notifyOfDebt(tx: Context, userId: string, { owed_cents, key }: { owed_cents: bigint; key: string }): Promise<void> {
  await notify(tx, userId, {
    type: 'refund',
    actorId: null,
    text: `You owe ${tokensText(owed_cents)} because a payment was reversed after you spent its tokens. Top up to unlock your purchases again.`,
    link: '/wallet',
    event: `debt:${key}`,
  });
}

interface DisputeNotice {
  id: string;
  status: DisputeStatus;
  claimedCents: bigint;
  currency: string;
  evidenceDueAt: Date | null;
}

const disputeNotification = { type: 'dispute', actorId: null } as const;
const linkToDispute = (id: string): string => `/admin/disputes/${id}`;

/** Notifies operators of a dispute or an inquiry. */
export async function notifyOperatorsOfDispute(
  tx: Context,
  { id, status, claimedCents, currency, evidenceDueAt }: DisputeNotice,
): Promise<void> {
  const due = evidenceDueAt === null ? '' : ` Evidence is due by ${dayOf(evidenceDueAt)(english)}.`;
  const opening = status === 'needs_response' ? 'A bank disputed a payment of' : 'A bank opened an inquiry about a payment of';
  const text = `${opening} ${priceText(claimedCents, currency)}.${due}`;
  await notifyOperators(tx, 'money.refund', { ...disputeNotification, text, link: linkToDispute(id), event: `dispute:${id}:${status}` });
}

/** Notifies operators that the evidence for a dispute is due soon. */
export async function notifyOperatorsOfDeadline(tx: Context, { id, claimedCents, currency, evidenceDueAt }: DisputeNotice): Promise<void> {
  if (evidenceDueAt === null) return;
  const text = `Evidence for the disputed payment of ${priceText(claimedCents, currency)} is due by ${dayOf(evidenceDueAt)(english)}.`;
  await notifyOperators(tx, 'money.refund', { ...disputeNotification, text, link: linkToDispute(id), event: `dispute-due:${id}` });
}
