/**
 * Where a performer's earnings go. Details are sealed as a whole, bound to the performer and the kind; beside them stands only
 * what may be shown.
 */
import { and, eq, sql, type Column, type SQL } from 'drizzle-orm';
import { electronicFormatIBAN, isValidIBAN } from 'ibantools';
import type { z } from 'zod';
import type { PayoutMethods as MethodsSchema } from '@contract/kernel/entities';
import type performersContract from '@contract/people/performers';
import type { Parsed } from '@contract/endpoint';
import { inTransaction, type Context } from '../../platform/context';
import { payoutAccounts, performers } from '../../platform/db/schema/schema';
import { deriveKey } from '../../kernel/derive-key';
import { fail, failAt } from '../../kernel/api-error';
import { payoutGateway } from '../../money/gateways/gateways';
import { sendMail } from '../../mail/mail';
import { seal, unseal } from '../../media/sealed';
import { assertCountry } from '../../platform/reference/reference';
import { notifySecurity } from '../notifications/notifications';
import { accountPath, findAccount, nameOf } from '../../modules/people/people';

export type PayoutMethods = z.output<typeof MethodsSchema>;
export type BankDetails = Parsed<(typeof performersContract)['PUT /performers/:id/banking-settings']>['body'];
export type PayoutChoice = Parsed<(typeof performersContract)['PUT /performers/:id/payment-gateway-settings']>['body'];

const keyLabel = 'footlight payout details';
const shownDigits = 4;

type Kind = 'banking' | 'paypal';
const keyOf = ({ config }: Pick<Context, 'config'>): Buffer => deriveKey(config.appSecret, keyLabel);
const placeOf = (kind: Kind, performerId: string): string => `${kind}:${performerId}`;

function sealed(ctx: Context, performerId: string, kind: Kind, details: unknown): string {
  return seal(keyOf(ctx), placeOf(kind, performerId), Buffer.from(JSON.stringify(details))).toString('base64');
}

/** The details themselves, as their performer gave them: for the performer, and for who pays one of their payouts. */
export async function ownPayoutDetails(ctx: Context, performerId: string): Promise<{ kind: Kind; details: unknown }[]> {
  const [row] = await ctx.db
    .select({ banking: performers.bankingSealed, paypal: performers.paypalSealed })
    .from(performers)
    .where(eq(performers.accountId, performerId));
  return (['banking', 'paypal'] as const).flatMap((kind) => {
    const text = row?.[kind];
    if (typeof text !== 'string') return [];
    const bytes = unseal(keyOf(ctx), placeOf(kind, performerId), Buffer.from(text, 'base64'));
    return [{ kind, details: JSON.parse(bytes.toString()) as unknown }];
  });
}

/** `a***@example.com`: enough to know one's own, too little to write to. */
function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}***${email.slice(at)}`;
}

/** The condition that a row of accounts at a gateway is the performer's at the one in force. */
export const connectedTo = (ctx: Context, performer: Column): SQL | undefined =>
  and(sql`${payoutAccounts.performerId} = ${performer}`, eq(payoutAccounts.gateway, payoutGateway(ctx).name));

/** The end of an account number, by which its owner knows it: four signs, and never more than half of a short one. */
function lastOf(accountNumber: string): string {
  const number = accountNumber.replaceAll(/[ -]/g, '');
  return number.slice(number.length - Math.min(shownDigits, Math.floor(number.length / 2)));
}

/** What is shown of payout details, read beside the account that is `connectedTo` the performer. */
export const methodColumns = {
  banking: performers.bankingShown,
  paypal: performers.paypalShown,
  isReady: payoutAccounts.isReady,
  preferred: performers.payoutPreferred,
};

interface MethodRow extends Pick<PayoutMethods, 'banking' | 'preferred'> {
  paypal: string | null;
  /** Of the account at the gateway in force; null where there is none. */
  isReady: boolean | null;
}

/** The same as it leaves the host. */
export const methodsOf = ({ banking, paypal, isReady, preferred }: MethodRow): PayoutMethods => ({
  banking,
  paypal: paypal === null ? null : { email: paypal },
  stripe: isReady === null ? null : { isReady },
  preferred,
});

/** What may be shown of a performer's payout details. Refuses with performer_not_found. */
export async function payoutMethods(ctx: Context, performerId: string): Promise<PayoutMethods> {
  const [row] = await ctx.db
    .select(methodColumns)
    .from(performers)
    .leftJoin(payoutAccounts, connectedTo(ctx, performers.accountId))
    .where(eq(performers.accountId, performerId));
  return row ? methodsOf(row) : fail('performer_not_found');
}

/** Stores what changed and tells the performer, so that a stranger's change does not stay unseen. */
async function change(ctx: Context, performerId: string, columns: Partial<typeof performers.$inferInsert>): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await tx.db.update(performers).set(columns).where(eq(performers.accountId, performerId));
    const account = await findAccount(tx, performerId);
    if (!account) return;
    await notifySecurity(tx, account, {
      text: 'Your payout details were changed.',
      section: 'payout-method',
      event: `payout-details:${tx.clock.now().toISOString()}`,
    });
    if (!account.email) return;
    const securityLink = `${tx.config.siteUrl}${accountPath(account)}`;
    await sendMail(tx, 'payout-details-changed', account.email, { name: nameOf(account), at: tx.clock.now(), securityLink });
  });
}

/** Sets the bank account for payouts and pays out there from now on. Refuses with country_unknown and iban_invalid. */
export async function setBanking(ctx: Context, performerId: string, details: BankDetails): Promise<PayoutMethods> {
  const { firstName, lastName, bankName, country } = details;
  assertCountry(country);
  if (details.iban !== undefined && !isValidIBAN(electronicFormatIBAN(details.iban) ?? '')) failAt('iban', 'iban_invalid');
  await change(ctx, performerId, {
    bankingSealed: sealed(ctx, performerId, 'banking', details),
    bankingShown: { firstName, lastName, bankName, country, last4: lastOf(details.iban ?? details.accountNumber ?? '') },
    payoutPreferred: 'banking',
  });
  return payoutMethods(ctx, performerId);
}

/** Chooses how payouts arrive. Refuses with stripe_account_missing. */
export async function choosePayout(ctx: Context, performerId: string, choice: PayoutChoice): Promise<PayoutMethods> {
  if (choice.method === 'stripe') {
    const { stripe } = await payoutMethods(ctx, performerId);
    if (!stripe?.isReady) return fail('stripe_account_missing');
    await change(ctx, performerId, { payoutPreferred: 'stripe' });
    return payoutMethods(ctx, performerId);
  }
  await change(ctx, performerId, {
    paypalSealed: sealed(ctx, performerId, 'paypal', { email: choice.email }),
    paypalShown: maskedEmail(choice.email),
    payoutPreferred: 'paypal',
  });
  return payoutMethods(ctx, performerId);
}
