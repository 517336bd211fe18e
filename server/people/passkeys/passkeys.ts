/** Public API of passkeys. */
import { and, desc, eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { Api } from '@contract/api';
import type { Parsed } from '@contract/kernel/endpoint';
import { inTransaction, type Context } from '../../platform/context';
import { violatedUnique } from '../../platform/db/db';
import { passkeys } from '../../platform/db/schema/passkeys';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { notifySecurity } from '../notifications/security';
import { findAccount, lockAccount, nameOf, providersOf, type AccountRow } from '../people/rows';
import { assertReauthenticated } from '../sessions/sessions';
import { verifyRegistration, relyingPartyIdOf, type PasskeyRow } from './verify';
import { issueChallenge } from './challenges';

export { verifyPasskey, type PasskeyResponse } from './verify';
export { sweepChallenges } from './challenges';

const passkeyInfo = ({ id, name, createdAt, lastUsedAt }: PasskeyRow) => ({ _id: id, name, createdAt, lastUsedAt });
const isOwnKey = (accountId: string, id: string) => and(eq(passkeys.id, id), eq(passkeys.accountId, accountId));
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'base64url'));

async function passkeyRowsOf(ctx: Context, accountId: string): Promise<PasskeyRow[]> {
  return ctx.db.select().from(passkeys).where(eq(passkeys.accountId, accountId)).orderBy(desc(passkeys.id));
}

/** The passkeys of an account, newest first. */
export async function listPasskeys(ctx: Context, accountId: string) {
  return (await passkeyRowsOf(ctx, accountId)).map(passkeyInfo);
}

/** Whether an account has a passkey. */
export async function hasPasskeys(ctx: Context, accountId: string): Promise<boolean> {
  return (await ctx.db.$count(passkeys, eq(passkeys.accountId, accountId))) > 0;
}

async function notifyChange(tx: Context, account: AccountRow, text: string): Promise<void> {
  await notifySecurity(tx, account, { text, section: 'security', event: `passkey:${tx.random.id()}` });
}

const toRecord = (options: object): Record<string, unknown> => ({ ...options });

/** The registration options for the browser. Rejects with reauthentication_required and passkey_limit. */
export async function registrationOptions(ctx: Context, actor: Actor): Promise<Record<string, unknown>> {
  await assertReauthenticated(ctx, actor);
  const existing = await passkeyRowsOf(ctx, actor.id);
  if (existing.length >= limits.passkeys.max) fail('passkey_limit');
  const account = (await findAccount(ctx, actor.id)) ?? fail('session_ended');
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const options = await generateRegistrationOptions({
    rpName: ctx.settings.values().siteName,
    rpID: relyingPartyIdOf(ctx),
    userID: new TextEncoder().encode(actor.id),
    userName: account.email ?? account.username ?? nameOf(account),
    userDisplayName: nameOf(account),
    challenge: bytesOf(await issueChallenge(ctx, actor.id)),
    attestationType: 'none',
    excludeCredentials: existing.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return toRecord(options);
}

/** Stores a new passkey. Rejects with reauthentication_required, passkey_invalid and passkey_limit. */
export async function addPasskey(ctx: Context, actor: Actor, { name, answer: response }: Parsed<Api['POST /auth/passkeys']>['body']) {
  await assertReauthenticated(ctx, actor);
  const key = (await verifyRegistration(ctx, actor.id, response)) ?? fail('passkey_invalid');
  try {
    return await inTransaction(ctx, async (tx) => {
      const account = (await lockAccount(tx, actor.id)) ?? fail('session_ended');
      if ((await passkeyRowsOf(tx, actor.id)).length >= limits.passkeys.max) fail('passkey_limit');
      const row = { ...key, id: tx.random.id(), accountId: actor.id, name, createdAt: tx.clock.now(), lastUsedAt: null };
      await tx.db.insert(passkeys).values(row);
      await notifyChange(tx, account, `A passkey was added to your account: ${name}.`);
      return passkeyInfo(row);
    });
  } catch (error) {
    // The credential belongs to another account: a device never creates the same one twice.
    if (violatedUnique(error) === 'passkeys_credential') return fail('passkey_invalid');
    throw error;
  }
}

/** Renames a passkey. Rejects with passkey_not_found. */
export async function renamePasskey(ctx: Context, accountId: string, id: string, name: string) {
  const [row] = await ctx.db.update(passkeys).set({ name }).where(isOwnKey(accountId, id)).returning();
  return passkeyInfo(row ?? fail('passkey_not_found'));
}

/** Removes a passkey. Rejects with reauthentication_required, passkey_not_found, and last_sign_in_way if it is the only sign-in method. */
export async function removePasskey(ctx: Context, actor: Actor, id: string): Promise<void> {
  await assertReauthenticated(ctx, actor);
  await inTransaction(ctx, async (tx) => {
    const account = (await lockAccount(tx, actor.id)) ?? fail('session_ended');
    const [removed] = await tx.db.delete(passkeys).where(isOwnKey(actor.id, id)).returning();
    if (!removed) return fail('passkey_not_found');
    const providers = (await providersOf(tx, [actor.id])).get(actor.id)?.size ?? 0;
    const hasOther = account.passwordHash !== null || providers > 0 || (await hasPasskeys(tx, actor.id));
    if (!hasOther) fail('last_sign_in_way');
    await notifyChange(tx, account, `A passkey was removed from your account: ${removed.name}.`);
  });
}

/** Removes all passkeys of an account, as someone other than the owner may have added them. */
export async function dropPasskeys(ctx: Pick<Context, 'db'>, accountId: string): Promise<void> {
  await ctx.db.delete(passkeys).where(eq(passkeys.accountId, accountId));
}

/** The authentication options for any passkey of this site. */
export async function authenticationOptions(ctx: Context): Promise<Record<string, unknown>> {
  const challenge = bytesOf(await issueChallenge(ctx, null));
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  return toRecord(await generateAuthenticationOptions({ rpID: relyingPartyIdOf(ctx), challenge, userVerification: 'required' }));
}
