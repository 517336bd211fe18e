/**
 * Sign-in with an identity provider, by the provider's subject id. An email address links an existing account only if both sides have
 * verified it.
 */
import { and, eq } from 'drizzle-orm';
import { PersonName } from '@contract/kernel/shapes';
import { visibleName } from '@contract/kernel/values/names';
import * as limits from '@contract/kernel/limits';
import { inTransaction, type Context } from '../../platform/context';
import { violatedUnique } from '../../platform/db/db';
import { accounts, identities, mailedLinks } from '../../platform/db/schema/accounts';
import { fail, ApiError } from '../../kernel/api-error';
import type { Client } from '../../platform/http/client';
import { rejectSuspended } from '../appeal-links/appeal-links';
import { dropPasskeys } from '../passkeys/passkeys';
import { accountByLogin, lockAccount, type AccountRow, type Provider } from '../people/rows';
import { createAccount } from '../people/create';
import { reportFlaggedProfile } from '../flagging/flagging';
import { createProfile } from '../performers/create';
import { completeSignIn, type SignInOptions, type SignInResult } from '../two-factor/complete-sign-in';
import { revokeTrustedDevices } from '../two-factor/devices';
import { revokeSessions, type CookieSetter } from '../sessions/sessions';

/** The identity that a provider asserts. */
export interface Identity {
  provider: Provider;
  /** The provider's immutable subject id. */
  subject: string;
  name: string;
  /** Only if the provider has verified it; null otherwise. */
  email: string | null;
}

export interface SocialSignIn extends SignInOptions {
  role: 'user' | 'performer';
}

async function connectedAccount(ctx: Context, { provider, subject }: Identity): Promise<AccountRow | null> {
  const [found] = await ctx.db
    .select({ account: accounts })
    .from(identities)
    .innerJoin(accounts, eq(accounts.id, identities.accountId))
    .where(and(eq(identities.provider, provider), eq(identities.subject, subject)));
  return found?.account ?? null;
}

const twoFactorMessage =
  'This email address belongs to an account with two-step verification. Log in to that account first, or contact us.';

/**
 * Transfers an account with an unconfirmed address to the owner verified by the provider. Every sign-in method set up before is removed. An
 * account with two-factor is never transferred. Rejects with social_login_failed.
 */
async function handOverToVerifiedOwner(ctx: Context, row: AccountRow): Promise<void> {
  if (row.twoFactorAt !== null) fail('social_login_failed', { message: twoFactorMessage });
  const now = ctx.clock.now();
  await ctx.db.delete(identities).where(eq(identities.accountId, row.id));
  await ctx.db.delete(mailedLinks).where(eq(mailedLinks.accountId, row.id));
  await ctx.db
    .update(accounts)
    .set({ passwordHash: null, pendingEmail: null, emailVerifiedAt: now, updatedAt: now })
    .where(eq(accounts.id, row.id));
  await dropPasskeys(ctx, row.id);
  await revokeTrustedDevices(ctx, row.id);
  await revokeSessions(ctx, row.id, { reason: 'password' });
}

/** The account with the verified address, ready to be linked, or null. */
async function accountOfAddress(ctx: Context, email: string | null): Promise<AccountRow | null> {
  const candidate = email === null ? null : await accountByLogin(ctx, email);
  const row = candidate && (await lockAccount(ctx, candidate.id));
  if (!row || row.email !== email) return null;
  if (row.status === 'suspended') await rejectSuspended(ctx, row.id);
  if (row.emailVerifiedAt !== null) return row;
  await handOverToVerifiedOwner(ctx, row);
  return { ...row, passwordHash: null };
}

async function newAccount(ctx: Context, { language }: Client, { name, email }: Identity, role: SocialSignIn['role']): Promise<AccountRow> {
  const providerName = PersonName.safeParse(visibleName(name).slice(0, limits.nameLengthMax)).data;
  // The name comes from the provider, so the user cannot be asked to correct it here: a blocked name is left out, to be chosen in the
  // setup.
  const acceptedName = providerName === undefined || ctx.words.find(providerName) !== null ? undefined : providerName;
  const row = await createAccount(ctx, {
    role,
    name: acceptedName,
    email,
    emailVerifiedAt: email === null ? null : ctx.clock.now(),
    locale: language,
    passwordHash: null,
  });
  if (role === 'performer') await createProfile(ctx, row.id, {});
  const word = acceptedName === undefined ? null : ctx.words.findReported(acceptedName);
  if (acceptedName !== undefined && word !== null)
    await reportFlaggedProfile({ ...ctx, reportedTexts: [{ text: acceptedName, word }] }, row.id);
  return row;
}

function findOrCreateAccount(ctx: Context, client: Client, identity: Identity, role: SocialSignIn['role']): Promise<AccountRow> {
  return inTransaction(ctx, async (tx) => {
    const connected = await connectedAccount(tx, identity);
    if (connected) return connected;
    const row = (await accountOfAddress(tx, identity.email)) ?? (await newAccount(tx, client, identity, role));
    const { provider, subject } = identity;
    await tx.db.insert(identities).values({ provider, subject, accountId: row.id, createdAt: tx.clock.now() });
    return row;
  });
}

/** Whether a concurrent callback has created the account first, so that a second attempt finds it. */
const lostRace = (error: unknown): boolean => violatedUnique(error) !== null || (error instanceof ApiError && error.code === 'email_taken');

/**
 * Signs the person in. The first time it creates an account of the requested role, possibly without name and address. The role of an
 * existing account never changes. Rejects with account_suspended.
 */
export async function signInAs(
  ctx: Context,
  client: Client,
  identity: Identity,
  { role, ...signInOptions }: SocialSignIn,
  cookieSetter: CookieSetter,
): Promise<SignInResult> {
  const account = await findOrCreateAccount(ctx, client, identity, role).catch((error: unknown) => {
    if (lostRace(error)) return findOrCreateAccount(ctx, client, identity, role);
    throw error;
  });
  return completeSignIn(ctx, account, client, signInOptions, cookieSetter);
}
