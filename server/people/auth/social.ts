/**
 * Signing in as somebody whom another site knows. The other site's own id decides; an address joins accounts only where
 * both sides have proved it, and one that is not proved takes nothing over.
 */
import { and, eq } from 'drizzle-orm';
import { Name } from '@contract/kernel/shapes';
import * as limits from '@contract/kernel/limits';
import { inTransaction, type Context } from '../../platform/context';
import { violatedUnique } from '../../platform/db/db';
import { accounts, identities, mailedLinks } from '../../platform/db/schema/schema';
import { fail, Refusal } from '../../kernel/api-error';
import type { Client } from '../../platform/http/client';
import { turnAway } from '../../safety/moderation/moderation';
import { dropPasskeys } from '../passkeys/passkeys';
import { accountByLogin, createAccount, lockAccount, type AccountRow, type Provider } from '../../modules/people/people';
import { flagProfile } from '../../safety/reports/reports';
import { createProfile } from '../../modules/performers/performers';
import { arrive, endTrust, type Arrival, type Arrived } from '../../modules/second-step/second-step';
import { endSessions, type CookieSetter } from '../sessions/sessions';

/** Whom the other site says that it is. */
export interface Identity {
  provider: Provider;
  /** Its own id, which never changes. */
  subject: string;
  name: string;
  /** Only an address that the other site has proved; null otherwise. */
  email: string | null;
}

export interface SocialSignIn extends Arrival {
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

const isGuarded = 'This e-mail address belongs to an account with a second step. Log in there first, or write to the site.';

/**
 * Whoever set this account up never proved its address: each way in that she made ends before its owner comes in. An account with a
 * second step is handed to nobody. Refuses with social_login_failed.
 */
async function handOver(ctx: Context, row: AccountRow): Promise<void> {
  if (row.twoFactorAt !== null) fail('social_login_failed', { message: isGuarded });
  const now = ctx.clock.now();
  await ctx.db.delete(identities).where(eq(identities.accountId, row.id));
  await ctx.db.delete(mailedLinks).where(eq(mailedLinks.accountId, row.id));
  await ctx.db
    .update(accounts)
    .set({ passwordHash: null, pendingEmail: null, emailVerifiedAt: now, updatedAt: now })
    .where(eq(accounts.id, row.id));
  await dropPasskeys(ctx, row.id);
  await endTrust(ctx, row.id);
  await endSessions(ctx, row.id, { reason: 'password' });
}

/** The account that has the proved address, ready for the newcomer, or null. */
async function accountOfAddress(ctx: Context, email: string | null): Promise<AccountRow | null> {
  const known = email === null ? null : await accountByLogin(ctx, email);
  const row = known && (await lockAccount(ctx, known.id));
  if (!row || row.email !== email) return null;
  if (row.status === 'suspended') await turnAway(ctx, row.id);
  if (row.emailVerifiedAt !== null) return row;
  await handOver(ctx, row);
  return { ...row, passwordHash: null };
}

async function newAccount(ctx: Context, { language }: Client, { name, email }: Identity, role: SocialSignIn['role']): Promise<AccountRow> {
  const given = Name.safeParse(name.slice(0, limits.nameLengthMax)).data;
  // Nobody typed it here, so nobody can be asked for another: she begins without a name, and chooses one in the setup.
  const shown = given === undefined || ctx.words.find(given) !== null ? undefined : given;
  const row = await createAccount(ctx, {
    role,
    name: shown,
    email,
    emailVerifiedAt: email === null ? null : ctx.clock.now(),
    locale: language,
    passwordHash: null,
  });
  if (role === 'performer') await createProfile(ctx, row.id, {});
  const word = shown === undefined ? null : ctx.words.findReported(shown);
  if (shown !== undefined && word !== null) await flagProfile({ ...ctx, said: [{ text: shown, word }] }, row.id);
  return row;
}

function accountFor(ctx: Context, client: Client, identity: Identity, role: SocialSignIn['role']): Promise<AccountRow> {
  return inTransaction(ctx, async (tx) => {
    const connected = await connectedAccount(tx, identity);
    if (connected) return connected;
    const row = (await accountOfAddress(tx, identity.email)) ?? (await newAccount(tx, client, identity, role));
    const { provider, subject } = identity;
    await tx.db.insert(identities).values({ provider, subject, accountId: row.id, createdAt: tx.clock.now() });
    return row;
  });
}

/** Two tabs that come back at once: what one of them made, the other finds. */
const wasQuicker = (error: unknown): boolean =>
  violatedUnique(error) !== null || (error instanceof Refusal && error.code === 'email_taken');

/**
 * Signs the person in; the first time she gets an account of the asked role, where name and address may still be missing.
 * The role of an account that exists never changes. Refuses with account_suspended.
 */
export async function signInAs(
  ctx: Context,
  client: Client,
  identity: Identity,
  { role, ...arrival }: SocialSignIn,
  respond: CookieSetter,
): Promise<Arrived> {
  const account = await accountFor(ctx, client, identity, role).catch((error: unknown) => {
    if (wasQuicker(error)) return accountFor(ctx, client, identity, role);
    throw error;
  });
  return arrive(ctx, account, client, arrival, respond);
}
