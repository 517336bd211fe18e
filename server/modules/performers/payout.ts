/**
 * Where a performer's earnings go. Details are sealed as a whole, bound to the performer and the kind; beside them stands only
 * what may be shown.
 */
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { PayoutMethods as MethodsSchema } from '@contract/entities';
import type performersContract from '@contract/performers';
import type { Parsed } from '@contract/endpoint';
import { inTransaction, type Context } from '../../context';
import { performers } from '../../db/schema/schema';
import { deriveKey } from '../../derive-key';
import { fail } from '../../failure';
import { sendMail } from '../../mail/mail';
import { seal } from '../../media/sealed';
import { assertCountry } from '../reference/reference';
import { accountPath, findAccount, nameOf } from '../people/people';

export type PayoutMethods = z.output<typeof MethodsSchema>;
export type BankDetails = Parsed<(typeof performersContract)['PUT /performers/:id/banking-settings']>['body'];
export type PayoutChoice = Parsed<(typeof performersContract)['PUT /performers/:id/payment-gateway-settings']>['body'];

const keyLabel = 'footlight payout details';
const shownDigits = 4;

function sealed(ctx: Context, performerId: string, kind: 'banking' | 'paypal', details: unknown): string {
  const key = deriveKey(ctx.config.appSecret, keyLabel);
  return seal(key, `${kind}:${performerId}`, Buffer.from(JSON.stringify(details))).toString('base64');
}

/** `a***@example.com`: enough to know one's own, too little to write to. */
function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}***${email.slice(at)}`;
}

/** The end of an account number, by which its owner knows it: four signs, and never more than half of a short one. */
function lastOf(accountNumber: string): string {
  const number = accountNumber.replaceAll(/[ -]/g, '');
  return number.slice(number.length - Math.min(shownDigits, Math.floor(number.length / 2)));
}

/** What may be shown of a performer's payout details. Refuses with performer_not_found. */
export async function payoutMethods(ctx: Context, performerId: string): Promise<PayoutMethods> {
  const [row] = await ctx.db
    .select({ banking: performers.bankingShown, paypal: performers.paypalShown, preferred: performers.payoutPreferred })
    .from(performers)
    .where(eq(performers.accountId, performerId));
  if (!row) return fail('performer_not_found');
  return { banking: row.banking, paypal: row.paypal === null ? null : { email: row.paypal }, preferred: row.preferred };
}

/** Stores what changed and tells the performer, so that a stranger's change does not stay unseen. */
async function change(ctx: Context, performerId: string, columns: Partial<typeof performers.$inferInsert>): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await tx.db.update(performers).set(columns).where(eq(performers.accountId, performerId));
    const account = await findAccount(tx, performerId);
    if (!account?.email) return;
    const securityLink = `${tx.config.siteUrl}${accountPath(account)}`;
    await sendMail(tx, 'payout-details-changed', account.email, { name: nameOf(account), at: tx.clock.now(), securityLink });
  });
}

/** Sets the bank account for payouts and pays out there from now on. Refuses with country_unknown. */
export async function setBanking(ctx: Context, performerId: string, details: BankDetails): Promise<PayoutMethods> {
  const { firstName, lastName, bankName, country } = details;
  assertCountry(country);
  await change(ctx, performerId, {
    bankingSealed: sealed(ctx, performerId, 'banking', details),
    bankingShown: { firstName, lastName, bankName, country, last4: lastOf(details.iban ?? details.accountNumber ?? '') },
    payoutPreferred: 'banking',
  });
  return payoutMethods(ctx, performerId);
}

/** Chooses how payouts arrive. Refuses with stripe_account_missing. */
export async function choosePayout(ctx: Context, performerId: string, choice: PayoutChoice): Promise<PayoutMethods> {
  // No account can be connected with Stripe yet: choosing it has nowhere to pay to.
  if (choice.method === 'stripe') return fail('stripe_account_missing');
  await change(ctx, performerId, {
    paypalSealed: sealed(ctx, performerId, 'paypal', { email: choice.email }),
    paypalShown: maskedEmail(choice.email),
    payoutPreferred: 'paypal',
  });
  return payoutMethods(ctx, performerId);
}
