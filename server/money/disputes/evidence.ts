/**
 * Evidence for a disputed payment, as plain text that an operator reviews before it is sent to the bank. It is in English, as banks
 * expect. It contains only counts and dates of messages, and neither titles nor images of purchases.
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

const sessionsMax = 20;

function signIns(ctx: Context, userId: string) {
  return ctx.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.accountId, userId), isNull(sessions.helpingId)))
    .orderBy(desc(sessions.createdAt))
    .limit(sessionsMax);
}

/** The IP address of the payer's sessions at the time of the payment; empty when there were several or none was stored. */
async function addressAt(ctx: Context, { userId, createdAt, isOffSession }: Payment): Promise<string> {
  if (isOffSession) return '';
  const openSessions = await ctx.db
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
  const [first, second] = openSessions;
  return second === undefined ? (first?.address ?? '') : '';
}

async function accessLog(ctx: Context, payment: Payment, account: AccountRow): Promise<string> {
  const signInRows = await signIns(ctx, payment.userId);
  const signInLines = signInRows.map(({ createdAt, address, country, device, lastUsedAt }) => {
    const from = [address, country === null ? null : `(${country})`].filter((part) => part !== null).join(' ');
    return `${minuteText(createdAt)}: logged in${from === '' ? '' : ` from ${from}`}, ${device}, last used ${minuteText(lastUsedAt)}`;
  });
  const confirmed = account.emailVerifiedAt === null ? [] : [`Email address confirmed ${minuteText(account.emailVerifiedAt)}.`];
  const accessLines = await describeAccess(ctx, payment);
  return [`Account created ${minuteText(account.createdAt)}.`, ...confirmed, ...signInLines, ...accessLines].join('\n');
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
    return `${productName}: prepaid credit for digital content, messages and live streams at ${siteName} (${ctx.config.siteUrl}). The credit is added immediately.`;
  const name = performer?.name ?? 'a creator';
  return `${productName} at ${siteName} (${ctx.config.siteUrl}): access to content that ${name} publishes for subscribers. Access starts immediately.`;
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

/** The account holder's first and last name, or their display name if neither was given. */
const fullName = ({ firstName, lastName, name }: AccountRow): string =>
  [firstName, lastName].filter((part) => part !== null && part !== '').join(' ') || name;

const truncate = (text: string): string =>
  text.length <= limits.evidenceLengthMax ? text : `${text.slice(0, limits.evidenceLengthMax - 1)}…`;

/** Collects the evidence for a payment. Fields that only an operator can fill are empty. */
export async function collectEvidence(ctx: Context, payment: Payment): Promise<Evidence> {
  const account = await findAccount(ctx, payment.userId);
  const response = (await paymentResponses(ctx, [payment.id])).get(payment.id);
  if (!account || !response) throw new Error(`payment ${payment.id} has no payer`);
  const performerIds =
    payment.performerId === null ? (await purchasesPaidBy(ctx, payment)).map(({ performerId }) => performerId) : [payment.performerId];
  const evidence: Evidence = {
    product: await product(ctx, payment, response),
    customerName: fullName(account),
    customerEmail: account.email ?? '',
    customerAddress: await addressAt(ctx, payment),
    serviceDate: await serviceDate(ctx, payment),
    receipt: receipt(response, (await productOf(ctx, payment))(english)),
    purchases: await purchases(ctx, payment, response),
    accessLog: await accessLog(ctx, payment, account),
    messages: await messageCounts(ctx, payment, [...new Set(performerIds)]),
    refundPolicy: await refundPolicy(ctx),
    refundRefusal: '',
    other: '',
  };
  for (const field of evidenceFields) evidence[field] = truncate(evidence[field]);
  return evidence;
}
