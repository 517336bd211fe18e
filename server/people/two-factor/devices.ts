/**
 * Trusted devices, which skip the second factor for a while. A browser stores one signed token for all its accounts. Each account that
 * trusts it has a row, which it can list and remove.
 */
import { and, desc, eq, gt, notInArray } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { Context } from '../../platform/context';
import { signInTickets, trustedDevices } from '../../platform/db/schema/two-factor';
import { keyedDigest } from '../../kernel/derive-key';
import { fail } from '../../kernel/api-error';
import { digestOf } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { isSameSecret } from '../../kernel/constant-time';
import { deviceName } from '../sessions/sessions';

const label = 'footlight trusted devices';

function signatureOf({ config }: Pick<Context, 'config'>, tokenId: string): string {
  return keyedDigest(config.appSecret, label, tokenId);
}

/** Whether this site issued the token, so that no one can choose the token of another browser. */
function isIssuedHere(ctx: Context, token: string): boolean {
  const [tokenId = '', signature = ''] = token.split('.');
  return isSameSecret(signature, signatureOf(ctx, tokenId));
}

function newToken(ctx: Context): string {
  const tokenId = ctx.random.secret();
  return `${tokenId}.${signatureOf(ctx, tokenId)}`;
}

/** Whether the account trusts the browser with this token; records its use. */
export async function isTrustedDevice(ctx: Context, accountId: string, token: string | undefined, client: Client): Promise<boolean> {
  if (token === undefined || !isIssuedHere(ctx, token)) return false;
  const now = ctx.clock.now();
  const found = await ctx.db
    .update(trustedDevices)
    .set({ lastUsedAt: now, address: client.address, country: client.country })
    .where(and(eq(trustedDevices.accountId, accountId), eq(trustedDevices.tokenHash, digestOf(token)), gt(trustedDevices.expiresAt, now)))
    .returning({ id: trustedDevices.id });
  return found.length > 0;
}

/** Trusts a browser and returns the token it must store. Removes the least recently used devices above the limit. */
export async function trustDevice(ctx: Context, accountId: string, existingToken: string | undefined, client: Client): Promise<string> {
  const token = existingToken !== undefined && isIssuedHere(ctx, existingToken) ? existingToken : newToken(ctx);
  const now = ctx.clock.now();
  const columns = {
    device: deviceName(client.userAgent),
    address: client.address,
    country: client.country,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + limits.twoFactor.deviceTrusted_s * 1000),
  };
  await ctx.db
    .insert(trustedDevices)
    .values({ id: ctx.random.id(), accountId, tokenHash: digestOf(token), ...columns })
    .onConflictDoUpdate({ target: [trustedDevices.accountId, trustedDevices.tokenHash], set: columns });
  const latest = ctx.db
    .select({ id: trustedDevices.id })
    .from(trustedDevices)
    .where(eq(trustedDevices.accountId, accountId))
    .orderBy(desc(trustedDevices.lastUsedAt), desc(trustedDevices.id))
    .limit(limits.twoFactor.devicesMax);
  await ctx.db.delete(trustedDevices).where(and(eq(trustedDevices.accountId, accountId), notInArray(trustedDevices.id, latest)));
  return token;
}

/** The trusted devices of an account, the most recently used first. */
export async function listDevices(ctx: Context, accountId: string) {
  const rows = await ctx.db
    .select()
    .from(trustedDevices)
    .where(and(eq(trustedDevices.accountId, accountId), gt(trustedDevices.expiresAt, ctx.clock.now())))
    .orderBy(desc(trustedDevices.lastUsedAt), desc(trustedDevices.id));
  return rows.map(({ id, device, address, country, createdAt, lastUsedAt, expiresAt }) => ({
    _id: id,
    device,
    address,
    country,
    createdAt,
    lastUsedAt,
    expiresAt,
  }));
}

/** Removes a trusted device. Rejects with device_not_found if it belongs to another account or has expired. */
export async function removeDevice(ctx: Context, accountId: string, id: string): Promise<void> {
  const removed = await ctx.db
    .delete(trustedDevices)
    .where(and(eq(trustedDevices.id, id), eq(trustedDevices.accountId, accountId), gt(trustedDevices.expiresAt, ctx.clock.now())))
    .returning({ id: trustedDevices.id });
  if (removed.length === 0) fail('device_not_found');
}

/** Removes all trusted devices of an account, and its sign-ins that still wait for the second factor. */
export async function revokeTrustedDevices(ctx: Pick<Context, 'db'>, accountId: string): Promise<void> {
  await ctx.db.delete(trustedDevices).where(eq(trustedDevices.accountId, accountId));
  await ctx.db.delete(signInTickets).where(eq(signInTickets.accountId, accountId));
}
