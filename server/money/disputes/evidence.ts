/**
 * Evidence for a disputed payment, as plain texts that an operator reviews before the bank gets them. They are in English, as banks
 * expect. For messages they contain only counts and dates, and for purchases neither titles nor images.
 */
import { and, asc, desc, eq, gt, isNull, lte } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { evidenceFields, type Evidence } from '@contract/kernel/values/disputes';
import type { Context } from '../../platform/context';
import { sessions } from '../../platform/db/schema/accounts';
import { subscriptionPeriods } from '../../platform/db/schema/subscriptions';
import { english } from '../../platform/languages/languages';
import { paymentResponses, type Payment, type PaymentResponse } from '../payments/rows';
import { productOf } from '../payments/titles';
import { findAccount, type AccountRow } from '../../people/people/rows';
import { purchasesPaidBy, describePurchases, describeAccess } from './purchases';
import { messageCounts } from './messages';
import { refundPolicy } from './policy';
import { dayText, minuteText, moneyText } from './format';

const sessionsShown = 20;

function signIns(ctx: Context, userId: string) {
  return ctx.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.accountId, userId), isNull(sessions.helpingId)))
    .orderBy(desc(sessions.createdAt))
    .limit(sessionsShown);
}

/** The only address that was signed in when the payment was made; empty when there were several or none was stored. */
async function addressAt(ctx: Context, { userId, createdAt, isOffSession }: Payment): Promise<string> {
  if (isOffSession) return '';
  const open = await ctx.db
    .selectDistinct({ address: sessions.address })
    .from(sessions)
    .where(
      and(
        eq(sessions.accountId, userId),
        isNull(sessions.helpingId),
        lte(sessions.createdAt, createdAt),
        gt(sessions.expiresAt, createdAt),
      ),
    );
  const [first, second] = open;
  return second === undefined ? (first?.address ?? '') : '';
}

async function accessLog(ctx: Context, payment: Payment, account: AccountRow): Promise<string> {
  const signInRows = await signIns(ctx, payment.userId);
  const lines = signInRows.map(({ createdAt, address, country, device, lastUsedAt }) => {
    const from = [address, country === null ? null : `(${country})`].filter((part) => part !== null).join(' ');
    return `${minuteText(createdAt)}: signed in${from === '' ? '' : ` from ${from}`}, ${device}, last used ${minuteText(lastUsedAt)}`;
  });
  const confirmed = account.emailVerifiedAt === null ? [] : [`Email address confirmed ${minuteText(account.emailVerifiedAt)}.`];
  const opens = await describeAccess(ctx, payment);
  return [`Account opened ${minuteText(account.createdAt)}.`, ...confirmed, ...lines, ...opens].join('\n');
}

async function periodOf(ctx: Context, { id }: Payment) {
  const [period] = await ctx.db
    .select()
    .from(subscriptionPeriods)
    .where(eq(subscriptionPeriods.paymentId, id))
    .orderBy(asc(subscriptionPeriods.startsAt));
  return period ?? null;
}

async function product(ctx: Context, payment: Payment, { performer }: PaymentResponse): Promise<string> {
  const { siteName } = ctx.settings.values();
  const productName = (await productOf(ctx, payment))(english);
  if (payment.type === 'top_up')
    return `${productName}: prepaid credit for digital content, messages and live shows at ${siteName} (${ctx.config.siteUrl}). It is in the account at once.`;
  const name = performer?.name ?? 'a creator';
  return `${productName} at ${siteName} (${ctx.config.siteUrl}): access to what ${name} publishes for subscribers. It begins at once.`;
}

function receipt({ receiptNumber, createdAt, totalPrice, currency, card, status }: PaymentResponse, productName: string): string {
  const paidBy = card === null ? [] : [`Paid by: ${card.brand} ending in ${card.last4}`];
  const price = moneyText(totalPrice, currency);
  return [
    `Receipt: ${receiptNumber}`,
    `Date: ${minuteText(createdAt)}`,
    `Product: ${productName}`,
    `Price: ${price}`,
    ...paidBy,
    `Status: ${status}`,
  ].join('\n');
}

async function purchases(ctx: Context, payment: Payment, { performer }: PaymentResponse): Promise<string> {
  if (payment.type === 'top_up') return describePurchases(ctx, payment);
  const period = await periodOf(ctx, payment);
  if (period === null) return '';
  return `Subscription to ${performer?.name ?? 'a creator'}: access from ${minuteText(period.startsAt)} to ${minuteText(period.endsAt)}.`;
}

async function serviceDate(ctx: Context, payment: Payment): Promise<string> {
  const period = await periodOf(ctx, payment);
  return period === null ? dayText(payment.createdAt) : `${dayText(period.startsAt)} to ${dayText(period.endsAt)}`;
}

/** The account holder's name for the bank: first and last name where they were given. */
const fullName = ({ firstName, lastName, name }: AccountRow): string =>
  [firstName, lastName].filter((part) => part !== null && part !== '').join(' ') || name;

const truncate = (text: string): string =>
  text.length <= limits.evidenceLengthMax ? text : `${text.slice(0, limits.evidenceLengthMax - 1)}…`;

/** Collects the evidence for a payment. Fields that only an operator can fill are empty. */
export async function collectEvidence(ctx: Context, payment: Payment): Promise<Evidence> {
  const account = await findAccount(ctx, payment.userId);
  const answer = (await paymentResponses(ctx, [payment.id])).get(payment.id);
  if (!account || !answer) throw new Error(`payment ${payment.id} has no payer`);
  const sellers =
    payment.performerId === null ? (await purchasesPaidBy(ctx, payment)).map(({ performerId }) => performerId) : [payment.performerId];
  const evidence: Evidence = {
    product: await product(ctx, payment, answer),
    customerName: fullName(account),
    customerEmail: account.email ?? '',
    customerAddress: await addressAt(ctx, payment),
    serviceDate: await serviceDate(ctx, payment),
    receipt: receipt(answer, (await productOf(ctx, payment))(english)),
    purchases: await purchases(ctx, payment, answer),
    accessLog: await accessLog(ctx, payment, account),
    messages: await messageCounts(ctx, payment, [...new Set(sellers)]),
    refundPolicy: await refundPolicy(ctx),
    refundRefusal: '',
    other: '',
  };
  for (const field of evidenceFields) evidence[field] = truncate(evidence[field]);
  return evidence;
}
