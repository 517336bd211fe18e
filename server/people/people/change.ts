/** What changes of an account row, by the person herself or by an operator. */
import { and, eq, ne } from 'drizzle-orm';
import type { z } from 'zod';
import type { AccountChanges as ChangesSchema } from '@contract/people/users';
import { inTransaction, type Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/schema';
import { failAt, fail } from '../../kernel/api-error';
import { sendMail } from '../../mail/mail';
import { isPassword } from '../passwords/passwords';
import { assertCountry } from '../../platform/reference/reference';
import { nameKeyOf } from './name-search';
import { leaveAddress } from './former-addresses';
import { refusingTaken } from './create';
import { findAccount, lockAccount, nameOf, type AccountRow } from './rows';
import { assertUsernameFree } from './usernames';
import { sendVerification } from './verification';

/** Absent fields stay as they are; `isEmailVerified` is for operators. */
export type AccountChanges = z.output<typeof ChangesSchema> & { isEmailVerified?: boolean | undefined };
type Columns = Partial<typeof accounts.$inferInsert>;

/** The columns that an address change sets, and the mails that follow it. */
interface AddressChange {
  columns: Columns;
  tell(ctx: Context): Promise<void>;
}

const unchanged: AddressChange = { columns: {}, tell: () => Promise.resolve() };

async function assertEmailFree(ctx: Context, email: string, exceptId: string): Promise<void> {
  const [other] = await ctx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.email, email), ne(accounts.id, exceptId)));
  if (other) failAt('email', 'email_taken');
}

/** An address that counts at once and waits for nothing but its confirmation. */
function setAtOnce(row: AccountRow, email: string): AddressChange {
  return {
    columns: { email, pendingEmail: null, emailVerifiedAt: null },
    tell: (ctx) => sendVerification(ctx, row, email),
  };
}

/** Who changes an account: an operator, or its person with what she has proved of herself. */
export type Authority = { by: 'operator' } | ({ by: 'self' } & Proof);

interface Proof {
  /** The hash of the password that she gave; null where she gave none. It counts while it is still the account's. */
  provenHash: string | null;
}

/** Whether a change of address is more than what is there already, or waits there already. */
const isNewAddress = (row: AccountRow, email: string): boolean =>
  email !== row.email && !(email === row.pendingEmail && row.email !== null);

/**
 * What the person behind the account proves for these changes of hers. Call it outside of a transaction: comparing
 * passwords takes long, and a waiting line of them would hold connections. Refuses with wrong_password and too_many_requests.
 */
export async function ownAuthority(ctx: Context, accountId: string, { email, currentPassword }: AccountChanges): Promise<Authority> {
  const nothing: Authority = { by: 'self', provenHash: null };
  if (email === undefined) return nothing;
  const row = (await findAccount(ctx, accountId)) ?? fail('user_not_found');
  if (!isNewAddress(row, email)) return nothing;
  await ctx.rates.take('addressChange', row.id);
  if (row.email === null) return nothing;
  if (!(await isPassword(ctx, row.passwordHash, currentPassword ?? ''))) failAt('currentPassword', 'wrong_password');
  return { by: 'self', provenHash: row.passwordHash };
}

/** Her own: the first address counts at once, another one when it is confirmed, and only with the present password. */
async function ownAddress(ctx: Context, row: AccountRow, { email }: AccountChanges, { provenHash }: Proof): Promise<AddressChange> {
  if (email === undefined) return unchanged;
  // Her present address given again takes back a change that waits.
  if (email === row.email) return { ...unchanged, columns: { pendingEmail: null } };
  if (!isNewAddress(row, email)) return unchanged;
  if (row.email === null) return setAtOnce(row, email);
  const before = row.email;
  // Also when the password was changed since: what was compared is no longer the present one.
  if (provenHash === null || provenHash !== row.passwordHash) failAt('currentPassword', 'wrong_password');
  await assertEmailFree(ctx, email, row.id);
  return {
    columns: { pendingEmail: email },
    tell: async (tx) => {
      await sendVerification(tx, row, email);
      await sendMail(tx, 'email-changing', before, {
        name: nameOf(row),
        newEmail: email,
        securityLink: `${tx.config.siteUrl}${accountPath(row)}`,
      });
    },
  };
}

/** An operator's: it counts at once. Whether it is confirmed is what she says, else what its owner does with the mail. */
function givenAddress(ctx: Context, row: AccountRow, { email, isEmailVerified }: AccountChanges): AddressChange {
  const verified =
    isEmailVerified === undefined ? {} : { emailVerifiedAt: isEmailVerified ? (row.emailVerifiedAt ?? ctx.clock.now()) : null };
  if (email === undefined || email === row.email) return { ...unchanged, columns: verified };
  const change = setAtOnce(row, email);
  return isEmailVerified ? { ...unchanged, columns: { ...change.columns, emailVerifiedAt: ctx.clock.now() } } : change;
}

/** Where an account's own settings are on the site. */
export function accountPath(row: Pick<AccountRow, 'isPerformer'>): string {
  return row.isPerformer ? '/creator/account' : '/user/account';
}

/**
 * Changes an account and answers it as it is then. Her own change of a known address needs the present password, so an
 * account without one sets a password first. Refuses with username_taken, username_reserved, email_taken, country_unknown,
 * wrong_password, user_not_found; a surrounding transaction is then lost.
 */
export function changeAccount(ctx: Context, accountId: string, changes: AccountChanges, authority: Authority): Promise<AccountRow> {
  assertCountry(changes.country);
  return inTransaction(ctx, async (tx) => {
    const row = (await lockAccount(tx, accountId)) ?? fail('user_not_found');
    const { username, name, firstName, lastName, phone, gender, country, locale, privacy } = changes;
    if (username !== undefined && username !== row.username) await assertUsernameFree(tx, username, row.id);
    const address = authority.by === 'self' ? await ownAddress(tx, row, changes, authority) : givenAddress(tx, row, changes);
    const columns = {
      username,
      name,
      ...(name !== undefined && nameKeyOf(name)),
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
    const [changed] = await refusingTaken(() =>
      tx.db
        .update(accounts)
        .set({ ...columns, updatedAt: tx.clock.now() })
        .where(eq(accounts.id, accountId))
        .returning(),
    );
    if (typeof address.columns.email === 'string') await leaveAddress(tx, row, address.columns.email);
    await address.tell(tx);
    return changed ?? row;
  });
}
