/** Changes of an account row, by its owner or an operator. */
import { and, eq, ne } from 'drizzle-orm';
import type { z } from 'zod';
import type { AccountChanges as ChangesSchema } from '@contract/people/users';
import { inTransaction, type Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { failAt, fail } from '../../kernel/api-error';
import { sendMail } from '../../platform/mail/mail';
import { verifyPassword } from '../passwords/passwords';
import { assertCountry } from '../../platform/reference/reference';
import { searchKeyOf } from './name-search';
import { recordFormerAddress } from './former-addresses';
import { withUniqueErrors } from './create';
import { findAccount, lockAccount, nameOf, type AccountRow } from './rows';
import { assertUsernameFree } from './usernames';
import { sendVerification } from './verification';

/** Absent fields keep their value. `isEmailVerified` is for operators. */
export type AccountChanges = z.output<typeof ChangesSchema> & { isEmailVerified?: boolean | undefined };
type Columns = Partial<typeof accounts.$inferInsert>;

/** The columns of an address change, and the mails that follow. */
interface AddressChange {
  columns: Columns;
  sendMails(ctx: Context): Promise<void>;
}

const noAddressChange: AddressChange = { columns: {}, sendMails: () => Promise.resolve() };

async function assertEmailFree(ctx: Context, email: string, exceptId: string): Promise<void> {
  const [other] = await ctx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.email, email), ne(accounts.id, exceptId)));
  if (other) failAt('email', 'email_taken');
}

/** A change to an address that applies immediately, unconfirmed. */
function immediateChange(row: AccountRow, email: string): AddressChange {
  return {
    columns: { email, pendingEmail: null, emailVerifiedAt: null },
    sendMails: (ctx) => sendVerification(ctx, row, email),
  };
}

/** Who changes an account: an operator, or its owner with a proof of the password. */
export type Authority = { by: 'operator' } | ({ by: 'self' } & Proof);

interface Proof {
  /** The hash of the given password; null if none was given. Valid while it is still the account's hash. */
  provenHash: string | null;
}

/** Whether the address differs from the current and the pending one. */
const isNewAddress = (row: AccountRow, email: string): boolean =>
  email !== row.email && !(email === row.pendingEmail && row.email !== null);

/**
 * Verifies the password that the owner gave for these changes. Call it outside of a transaction, because verifying is slow and would hold a
 * connection. Rejects with wrong_password and too_many_requests.
 */
export async function authorityOfOwner(ctx: Context, accountId: string, { email, currentPassword }: AccountChanges): Promise<Authority> {
  const unproven: Authority = { by: 'self', provenHash: null };
  if (email === undefined) return unproven;
  const row = (await findAccount(ctx, accountId)) ?? fail('user_not_found');
  if (!isNewAddress(row, email)) return unproven;
  await ctx.rateLimiter.consume('addressChange', row.id);
  if (row.email === null) return unproven;
  if (!(await verifyPassword(ctx, row.passwordHash, currentPassword ?? ''))) failAt('currentPassword', 'wrong_password');
  return { by: 'self', provenHash: row.passwordHash };
}

/** A change by the owner: a first address applies immediately; another one when it is confirmed, and only with the current password. */
async function addressByOwner(ctx: Context, row: AccountRow, { email }: AccountChanges, { provenHash }: Proof): Promise<AddressChange> {
  if (email === undefined) return noAddressChange;
  // The current address cancels a pending change.
  if (email === row.email) return { ...noAddressChange, columns: { pendingEmail: null } };
  if (!isNewAddress(row, email)) return noAddressChange;
  if (row.email === null) return immediateChange(row, email);
  const before = row.email;
  // Also fails if the password was changed since it was verified.
  if (provenHash === null || provenHash !== row.passwordHash) failAt('currentPassword', 'wrong_password');
  await assertEmailFree(ctx, email, row.id);
  return {
    columns: { pendingEmail: email },
    sendMails: async (tx) => {
      await sendVerification(tx, row, email);
      await sendMail(tx, 'email-changing', before, {
        name: nameOf(row),
        newEmail: email,
        securityLink: `${tx.config.siteUrl}${accountPath(row)}`,
      });
    },
  };
}

/** A change by an operator applies immediately. It is unconfirmed unless the operator says otherwise. */
function addressByOperator(ctx: Context, row: AccountRow, { email, isEmailVerified }: AccountChanges): AddressChange {
  const verified =
    isEmailVerified === undefined ? {} : { emailVerifiedAt: isEmailVerified ? (row.emailVerifiedAt ?? ctx.clock.now()) : null };
  if (email === undefined || email === row.email) return { ...noAddressChange, columns: verified };
  const change = immediateChange(row, email);
  return isEmailVerified ? { ...noAddressChange, columns: { ...change.columns, emailVerifiedAt: ctx.clock.now() } } : change;
}

/** The path of the account settings on the site. */
export function accountPath(row: Pick<AccountRow, 'isPerformer'>): string {
  return row.isPerformer ? '/creator/account' : '/user/account';
}

/**
 * Changes an account and returns the new row. If the owner changes a known address, the current password is required, so an account without
 * one sets a password first. Rejects with username_taken, username_reserved, email_taken, country_unknown, wrong_password and
 * user_not_found, which aborts a surrounding transaction.
 */
export function changeAccount(ctx: Context, accountId: string, changes: AccountChanges, authority: Authority): Promise<AccountRow> {
  assertCountry(changes.country);
  return inTransaction(ctx, async (tx) => {
    const row = (await lockAccount(tx, accountId)) ?? fail('user_not_found');
    const { username, name, firstName, lastName, phone, gender, country, locale, privacy } = changes;
    if (username !== undefined && username !== row.username) await assertUsernameFree(tx, username, row.id);
    const address = authority.by === 'self' ? await addressByOwner(tx, row, changes, authority) : addressByOperator(tx, row, changes);
    const columns = {
      username,
      name,
      ...(name !== undefined && searchKeyOf(name)),
      firstName,
      lastName,
      phone,
      gender,
      country,
      locale,
      showOnline: privacy?.showOnline,
      readReceipts: privacy?.readReceipts,
      showTyping: privacy?.typing,
      monthlySpendingLimitCents: changes.monthlySpendingLimit,
      confirmTipAboveCents: changes.confirmTipAbove,
      ...address.columns,
    };
    const [changed] = await withUniqueErrors(() =>
      tx.db
        .update(accounts)
        .set({ ...columns, updatedAt: tx.clock.now() })
        .where(eq(accounts.id, accountId))
        .returning(),
    );
    if (typeof address.columns.email === 'string') await recordFormerAddress(tx, row, address.columns.email);
    await address.sendMails(tx);
    return changed ?? row;
  });
}
