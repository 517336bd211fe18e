/** The door of passkeys: making, naming and removing them, and what they prove. */
import { and, desc, eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { Api } from '@contract/api';
import type { Parsed } from '@contract/endpoint';
import { inTransaction, type Context } from '../../platform/context';
import { violatedUnique } from '../../platform/db/db';
import { passkeys } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { notifySecurity } from '../notifications/notifications';
import { findAccount, lockAccount, nameOf, providersOf, type AccountRow } from '../../modules/people/people';
import { assertProven } from '../sessions/sessions';
import { keyIn, siteNameOf, type PasskeyRow } from './verify';
import { newChallenge } from './challenges';

export { provedKey, type KeyAnswer } from './verify';
export { sweepChallenges } from './challenges';

const shown = ({ id, name, createdAt, lastUsedAt }: PasskeyRow) => ({ _id: id, name, createdAt, lastUsedAt });
const own = (accountId: string, id: string) => and(eq(passkeys.id, id), eq(passkeys.accountId, accountId));
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'base64url'));

async function keysOf(ctx: Context, accountId: string): Promise<PasskeyRow[]> {
  return ctx.db.select().from(passkeys).where(eq(passkeys.accountId, accountId)).orderBy(desc(passkeys.id));
}

/** The keys of an account, the newest first. */
export async function listPasskeys(ctx: Context, accountId: string) {
  return (await keysOf(ctx, accountId)).map(shown);
}

/** Whether an account has any. */
export async function hasPasskeys(ctx: Context, accountId: string): Promise<boolean> {
  return (await ctx.db.$count(passkeys, eq(passkeys.accountId, accountId))) > 0;
}

async function tell(tx: Context, account: AccountRow, text: string): Promise<void> {
  await notifySecurity(tx, account, { text, section: 'security', event: `passkey:${tx.chance.id()}` });
}

const asPlain = (options: object): Record<string, unknown> => ({ ...options });

/** What a device is asked for to make a key. Refuses with reauthentication_required and passkey_limit. */
export async function newKeyOptions(ctx: Context, actor: Actor): Promise<Record<string, unknown>> {
  await assertProven(ctx, actor);
  const known = await keysOf(ctx, actor.id);
  if (known.length >= limits.passkeys.max) fail('passkey_limit');
  const account = (await findAccount(ctx, actor.id)) ?? fail('session_ended');
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const options = await generateRegistrationOptions({
    rpName: ctx.settings.values().siteName,
    rpID: siteNameOf(ctx),
    userID: new TextEncoder().encode(actor.id),
    userName: account.email ?? account.username ?? nameOf(account),
    userDisplayName: nameOf(account),
    challenge: bytesOf(await newChallenge(ctx, actor.id)),
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return asPlain(options);
}

/** Keeps a key that a device has made. Refuses with reauthentication_required, passkey_invalid and passkey_limit. */
export async function addPasskey(ctx: Context, actor: Actor, { name, answer }: Parsed<Api['POST /auth/passkeys']>['body']) {
  await assertProven(ctx, actor);
  const key = (await keyIn(ctx, actor.id, answer)) ?? fail('passkey_invalid');
  try {
    return await inTransaction(ctx, async (tx) => {
      const account = (await lockAccount(tx, actor.id)) ?? fail('session_ended');
      if ((await keysOf(tx, actor.id)).length >= limits.passkeys.max) fail('passkey_limit');
      const row = { ...key, id: tx.chance.id(), accountId: actor.id, name, createdAt: tx.clock.now(), lastUsedAt: null };
      await tx.db.insert(passkeys).values(row);
      await tell(tx, account, `A passkey was added to your account: ${name}.`);
      return shown(row);
    });
  } catch (error) {
    // Of somebody else: a device never makes the same one twice.
    if (violatedUnique(error) === 'passkeys_credential') return fail('passkey_invalid');
    throw error;
  }
}

/** Gives a key another name. Refuses with passkey_not_found. */
export async function renamePasskey(ctx: Context, accountId: string, id: string, name: string) {
  const [row] = await ctx.db.update(passkeys).set({ name }).where(own(accountId, id)).returning();
  return shown(row ?? fail('passkey_not_found'));
}

/** Removes a key. Refuses with reauthentication_required, passkey_not_found, and last_sign_in_way where nothing else opens the account. */
export async function removePasskey(ctx: Context, actor: Actor, id: string): Promise<void> {
  await assertProven(ctx, actor);
  await inTransaction(ctx, async (tx) => {
    const account = (await lockAccount(tx, actor.id)) ?? fail('session_ended');
    const [removed] = await tx.db.delete(passkeys).where(own(actor.id, id)).returning();
    if (!removed) return fail('passkey_not_found');
    const providers = (await providersOf(tx, [actor.id])).get(actor.id)?.size ?? 0;
    const hasOther = account.passwordHash !== null || providers > 0 || (await hasPasskeys(tx, actor.id));
    if (!hasOther) fail('last_sign_in_way');
    await tell(tx, account, `A passkey was removed from your account: ${removed.name}.`);
  });
}

/** Removes every key of an account, where whoever made them was perhaps not its owner. */
export async function dropPasskeys(ctx: Pick<Context, 'db'>, accountId: string): Promise<void> {
  await ctx.db.delete(passkeys).where(eq(passkeys.accountId, accountId));
}

/** What a device is asked for to prove any key that it has for this site. */
export async function proofOptions(ctx: Context): Promise<Record<string, unknown>> {
  const challenge = bytesOf(await newChallenge(ctx, null));
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  return asPlain(await generateAuthenticationOptions({ rpID: siteNameOf(ctx), challenge, userVerification: 'required' }));
}
