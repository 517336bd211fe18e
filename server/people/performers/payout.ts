/** Payout details. They are encrypted, bound to the performer and the kind; only the masked part is stored in plain text. */
import { and, eq, sql, type Column, type SQL } from 'drizzle-orm';
import { electronicFormatIBAN, isValidIBAN } from 'ibantools';
import type { z } from 'zod';
import type { PayoutMethods as MethodsSchema } from '@contract/kernel/entities';
import type performersContract from '@contract/people/performers';
import type { Parsed } from '@contract/kernel/endpoint';
import { inTransaction, type Context } from '../../platform/context';
import { payoutAccounts } from '../../platform/db/schema/money';
import { performers } from '../../platform/db/schema/performers';
import { deriveKey } from '../../kernel/derive-key';
import { fail, failAt } from '../../kernel/api-error';
import { payoutGateway } from '../../money/gateways/gateways';
import { sendMail } from '../../platform/mail/mail';
import { encrypt, decrypt } from '../../platform/media/storage/encryption';
import { assertCountry } from '../../platform/reference/reference';
import { notifySecurity } from '../notifications/security';
import { accountPath } from '../people/change';
import { findAccount, nameOf } from '../people/rows';

export type PayoutMethods = z.output<typeof MethodsSchema>;
export type BankDetails = Parsed<(typeof performersContract)['PUT /performers/:id/banking-settings']>['body'];
export type PayoutChoice = Parsed<(typeof performersContract)['PUT /performers/:id/payment-gateway-settings']>['body'];

const keyLabel = 'footlight payout details';
const visibleDigits = 4;

type Kind = 'banking' | 'paypal';
const keyOf = ({ config }: Pick<Context, 'config'>): Buffer => deriveKey(config.appSecret, keyLabel);
const associatedDataOf = (kind: Kind, performerId: string): string => `${kind}:${performerId}`;

function seal(ctx: Context, performerId: string, kind: Kind, details: unknown): string {
  return encrypt(keyOf(ctx), associatedDataOf(kind, performerId), Buffer.from(JSON.stringify(details))).toString('base64');
}

/** The decrypted details, for the performer and for operators who pay one of the performer's payouts. */
export async function decryptPayoutDetails(ctx: Context, performerId: string): Promise<{ kind: Kind; details: unknown }[]> {
  const [row] = await ctx.db
    .select({ banking: performers.bankingSealed, paypal: performers.paypalSealed })
    .from(performers)
    .where(eq(performers.accountId, performerId));
  return (['banking', 'paypal'] as const).flatMap((kind) => {
    const text = row?.[kind];
    if (typeof text !== 'string') return [];
    const bytes = decrypt(keyOf(ctx), associatedDataOf(kind, performerId), Buffer.from(text, 'base64'));
    return [{ kind, details: JSON.parse(bytes.toString()) as unknown }];
  });
}

/** `a***@example.com`: recognizable by its owner, but not usable. */
function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}***${email.slice(at)}`;
}

/** A condition: the payout account of a row belongs to the performer and is at the configured gateway. */
export const isConnectedPayoutAccount = (ctx: Context, performer: Column): SQL | undefined =>
  and(sql`${payoutAccounts.performerId} = ${performer}`, eq(payoutAccounts.gateway, payoutGateway(ctx).name));

/** The last four characters of an account number, and at most half of a short one. */
function lastCharactersOf(accountNumber: string): string {
  const number = accountNumber.replaceAll(/[ -]/g, '');
  return number.slice(number.length - Math.min(visibleDigits, Math.floor(number.length / 2)));
}

/** The visible payout details; requires the join of `isConnectedPayoutAccount`. */
export const payoutMethodColumns = {
  banking: performers.bankingShown,
  paypal: performers.paypalShown,
  isReady: payoutAccounts.isReady,
  preferred: performers.payoutPreferred,
};

interface MethodRow extends Pick<PayoutMethods, 'banking' | 'preferred'> {
  paypal: string | null;
  /** Of the account at the configured gateway; null if there is none. */
  isReady: boolean | null;
}

/** Converts a row to the API shape. */
export const toPayoutMethods = ({ banking, paypal, isReady, preferred }: MethodRow): PayoutMethods => ({
  banking,
  paypal: paypal === null ? null : { email: paypal },
  stripe: isReady === null ? null : { isReady },
  preferred,
});

/** The visible payout details of a performer. Rejects with performer_not_found. */
export async function payoutMethods(ctx: Context, performerId: string): Promise<PayoutMethods> {
  const [row] = await ctx.db
    .select(payoutMethodColumns)
    .from(performers)
    .leftJoin(payoutAccounts, isConnectedPayoutAccount(ctx, performers.accountId))
    .where(eq(performers.accountId, performerId));
  return row ? toPayoutMethods(row) : fail('performer_not_found');
}

/** Stores a change and notifies the performer, so that a change by an intruder is noticed. */
async function storeChange(ctx: Context, performerId: string, columns: Partial<typeof performers.$inferInsert>): Promise<void> {
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

/** Sets the bank account and makes it the payout method. Rejects with country_unknown and iban_invalid. */
export async function setBanking(ctx: Context, performerId: string, details: BankDetails): Promise<PayoutMethods> {
  const { firstName, lastName, bankName, country } = details;
  assertCountry(country);
  if (details.iban !== undefined && !isValidIBAN(electronicFormatIBAN(details.iban) ?? '')) failAt('iban', 'iban_invalid');
  await storeChange(ctx, performerId, {
    bankingSealed: seal(ctx, performerId, 'banking', details),
    bankingShown: { firstName, lastName, bankName, country, last4: lastCharactersOf(details.iban ?? details.accountNumber ?? '') },
    payoutPreferred: 'banking',
  });
  return payoutMethods(ctx, performerId);
}

/** Chooses the payout method. Rejects with stripe_account_missing. */
export async function choosePayoutMethod(ctx: Context, performerId: string, choice: PayoutChoice): Promise<PayoutMethods> {
  if (choice.method === 'stripe') {
    const { stripe } = await payoutMethods(ctx, performerId);
    if (!stripe?.isReady) return fail('stripe_account_missing');
    await storeChange(ctx, performerId, { payoutPreferred: 'stripe' });
    return payoutMethods(ctx, performerId);
  }
  await storeChange(ctx, performerId, {
    paypalSealed: seal(ctx, performerId, 'paypal', { email: choice.email }),
    paypalShown: maskedEmail(choice.email),
    payoutPreferred: 'paypal',
  });
  return payoutMethods(ctx, performerId);
}
