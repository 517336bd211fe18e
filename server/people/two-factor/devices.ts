/**
 * Devices that are not asked for the second step for a while. A browser keeps one signed value for all its accounts; which of
 * them trust it is a row each, which that account lists and takes back.
 */
import { and, desc, eq, gt, notInArray } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { Context } from '../../platform/context';
import { signInTickets, trustedDevices } from '../../platform/db/schema/schema';
import { keyedDigest } from '../../kernel/derive-key';
import { fail } from '../../kernel/api-error';
import { digestOf } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { isSameSecret } from '../../same-secret';
import { deviceName } from '../sessions/sessions';

const label = 'footlight trusted devices';

function signatureOf({ config }: Pick<Context, 'config'>, name: string): string {
  return keyedDigest(config.appSecret, label, name);
}

/** Whether this host gave the value out: nobody chooses the name of another's browser. */
function isOurs(ctx: Context, token: string): boolean {
  const [name = '', signature = ''] = token.split('.');
  return isSameSecret(signature, signatureOf(ctx, name));
}

function newToken(ctx: Context): string {
  const name = ctx.chance.secret();
  return `${name}.${signatureOf(ctx, name)}`;
}

/** Whether the account trusts the browser that keeps `token`; its use is noted. */
export async function isTrusted(ctx: Context, accountId: string, token: string | undefined, client: Client): Promise<boolean> {
  if (token === undefined || !isOurs(ctx, token)) return false;
  const now = ctx.clock.now();
  const found = await ctx.db
    .update(trustedDevices)
    .set({ lastUsedAt: now, address: client.address, country: client.country })
    .where(and(eq(trustedDevices.accountId, accountId), eq(trustedDevices.tokenHash, digestOf(token)), gt(trustedDevices.expiresAt, now)))
    .returning({ id: trustedDevices.id });
  return found.length > 0;
}

/** Trusts the browser from now on, and answers what it must keep. The ones used least lately give way. */
export async function trust(ctx: Context, accountId: string, kept: string | undefined, client: Client): Promise<string> {
  const token = kept !== undefined && isOurs(ctx, kept) ? kept : newToken(ctx);
  const now = ctx.clock.now();
  const seen = {
    device: deviceName(client.userAgent),
    address: client.address,
    country: client.country,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + limits.secondStep.deviceTrusted_s * 1000),
  };
  await ctx.db
    .insert(trustedDevices)
    .values({ id: ctx.chance.id(), accountId, tokenHash: digestOf(token), ...seen })
    .onConflictDoUpdate({ target: [trustedDevices.accountId, trustedDevices.tokenHash], set: seen });
  const latest = ctx.db
    .select({ id: trustedDevices.id })
    .from(trustedDevices)
    .where(eq(trustedDevices.accountId, accountId))
    .orderBy(desc(trustedDevices.lastUsedAt), desc(trustedDevices.id))
    .limit(limits.secondStep.devicesMax);
  await ctx.db.delete(trustedDevices).where(and(eq(trustedDevices.accountId, accountId), notInArray(trustedDevices.id, latest)));
  return token;
}

/** The devices that the account trusts, the last used first. */
export async function listDevices(ctx: Context, accountId: string) {
  const rows = await ctx.db
    .select()
    .from(trustedDevices)
    .where(and(eq(trustedDevices.accountId, accountId), gt(trustedDevices.expiresAt, ctx.clock.now())))
    .orderBy(desc(trustedDevices.lastUsedAt), desc(trustedDevices.id));
  return rows.map(({ id, device, address, country, createdAt, lastUsedAt, expiresAt }) => ({
    ...{ _id: id, device, address, country },
    ...{ createdAt, lastUsedAt, expiresAt },
  }));
}

/** Trusts a device no more. Refuses with device_not_found when it is not hers or is trusted no more. */
export async function removeDevice(ctx: Context, accountId: string, id: string): Promise<void> {
  const removed = await ctx.db
    .delete(trustedDevices)
    .where(and(eq(trustedDevices.id, id), eq(trustedDevices.accountId, accountId), gt(trustedDevices.expiresAt, ctx.clock.now())))
    .returning({ id: trustedDevices.id });
  if (removed.length === 0) fail('device_not_found');
}

/** Ends what was let in before: devices are trusted no more, and sign-ins on their way begin anew. */
export async function endTrust(ctx: Pick<Context, 'db'>, accountId: string): Promise<void> {
  await ctx.db.delete(trustedDevices).where(eq(trustedDevices.accountId, accountId));
  await ctx.db.delete(signInTickets).where(eq(signInTickets.accountId, accountId));
}
