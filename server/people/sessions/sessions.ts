/**
 * Sessions: a random 256-bit token each, of which only the digest is stored. An ended session is rejected from the next request on, and an
 * event disconnects its sockets.
 */
import { and, desc, eq, gt, inArray, isNull, lte, ne, notInArray, or, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { z } from 'zod';
import type { Session, SessionInfo } from '@contract/kernel/entities';
import * as limits from '@contract/kernel/limits';
import type { SessionEndReason } from '@contract/kernel/values/people';
import { inTransaction, type Context } from '../../platform/context';
import { knownDevices, performerHelpers, sessions } from '../../platform/db/schema/accounts';
import { fail } from '../../kernel/api-error';
import { digestOf, actingPersonId, type Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { sendMail } from '../../platform/mail/mail';
import { publish } from '../../platform/outbox/publish';
import { notifySecurity } from '../notifications/security';
import { accountPath } from '../people/change';
import { findAccount, nameOf } from '../people/rows';
import { deviceName, fingerprintOf } from './devices';
import { clearedMediaCookieHeader, mediaCookieValue, mediaCookieHeader } from './media-cookie';

export { deviceName };

export type StartedSession = z.output<typeof Session>;
export type ListedSession = z.output<typeof SessionInfo>;

/** Sets cookies on the response. */
export interface CookieSetter {
  cookie(header: string): void;
}

/** Notifies the account of a sign-in from an unknown device, except for the account's first device. */
async function recordDevice(ctx: Context, accountId: string, sessionId: string, client: Client): Promise<void> {
  const at = ctx.clock.now();
  const hasOthers = (await ctx.db.$count(knownDevices, eq(knownDevices.accountId, accountId))) > 0;
  const added = await ctx.db
    .insert(knownDevices)
    .values({ accountId, fingerprint: fingerprintOf(client), createdAt: at })
    .onConflictDoNothing()
    .returning();
  if (!hasOthers || added.length === 0) return;
  const account = await findAccount(ctx, accountId);
  if (!account) return;
  const device = deviceName(client.userAgent);
  await notifySecurity(ctx, account, {
    text: `A new device logged in to your account: ${device}.`,
    section: 'sessions',
    event: `sign-in:${sessionId}`,
  });
  if (!account.email) return;
  const { address, country } = client;
  await sendMail(ctx, 'new-sign-in', account.email, {
    name: nameOf(account),
    device,
    address,
    country,
    at,
    securityLink: `${ctx.config.siteUrl}${accountPath(account)}`,
  });
}

/** Ends the least recently used sessions of an account that has too many. */
async function revokeSurplusSessions(ctx: Context, accountId: string): Promise<void> {
  const newest = ctx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.accountId, accountId))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .limit(limits.sessionsPerAccount);
  await revokeSessionsWhere(ctx, and(eq(sessions.accountId, accountId), notInArray(sessions.id, newest)), 'ended');
}

/** Ends the matching sessions and the delegate sessions started from them. Returns how many. */
async function revokeSessionsWhere(ctx: Context, condition: SQL | undefined, reason: SessionEndReason): Promise<number> {
  const matching = ctx.db.select({ id: sessions.id }).from(sessions).where(condition);
  const ended = await ctx.db
    .delete(sessions)
    .where(or(inArray(sessions.id, matching), inArray(sessions.begunById, matching)))
    .returning({ id: sessions.id });
  for (const { id } of ended) await publish(ctx, 'session/ended', [`session:${id}`], { sessionId: id, reason });
  return ended.length;
}

/** Signs an account in; the caller has checked permission. Sets the media cookie. The token is returned only here. */
export async function startSession(
  ctx: Context,
  accountId: string,
  client: Client,
  { remember, withSecondStep }: { remember: boolean; withSecondStep?: true },
  cookieSetter: CookieSetter,
): Promise<StartedSession> {
  const token = ctx.random.secret();
  const id = ctx.random.id();
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + (remember ? limits.session.remembered_s : limits.session.short_s) * 1000);
  await inTransaction(ctx, async (tx) => {
    await tx.db.insert(sessions).values({
      id,
      accountId,
      tokenHash: digestOf(token),
      mediaHash: digestOf(mediaCookieValue(tx, id)),
      device: deviceName(client.userAgent),
      address: client.address,
      country: client.country,
      createdAt: now,
      lastUsedAt: now,
      authenticatedAt: now,
      secondStepAt: withSecondStep ? now : null,
      expiresAt,
    });
    await revokeSurplusSessions(tx, accountId);
    await recordDevice(tx, accountId, id, client);
  });
  const { address } = client;
  ctx.afterCommit(() => {
    ctx.log.info({ event: 'signed-in', accountId, sessionId: id, address, withSecondStep: withSecondStep === true }, 'a person logged in');
  });
  cookieSetter.cookie(mediaCookieHeader(ctx, { id, expiresAt }));
  return { token, expiresAt };
}

/**
 * Starts a delegate session within the calling session, in a transaction that has checked permission. It is not a sign-in and proves no
 * identity.
 */
export async function startDelegateSession(
  tx: Context,
  { id: accountId, sessionId, sessionExpiresAt }: Pick<Actor, 'id' | 'sessionId' | 'sessionExpiresAt'>,
  client: Client,
  helpingId: string,
  cookieSetter: CookieSetter,
): Promise<StartedSession> {
  const [id, token, now] = [tx.random.id(), tx.random.secret(), tx.clock.now()];
  const expiresAt = new Date(Math.min(sessionExpiresAt.getTime(), now.getTime() + limits.delegateSession_s * 1000));
  await tx.db.insert(sessions).values({
    id,
    accountId,
    helpingId,
    begunById: sessionId,
    tokenHash: digestOf(token),
    mediaHash: digestOf(mediaCookieValue(tx, id)),
    device: deviceName(client.userAgent),
    address: client.address,
    country: client.country,
    createdAt: now,
    lastUsedAt: now,
    authenticatedAt: now,
    expiresAt,
  });
  await revokeSurplusSessions(tx, accountId);
  cookieSetter.cookie(mediaCookieHeader(tx, { id, expiresAt }));
  return { token, expiresAt };
}

/** Sets the media cookie of a session again, in case the browser lost it. */
export function refreshMediaCookie(ctx: Context, actor: Actor, cookieSetter: CookieSetter): void {
  cookieSetter.cookie(mediaCookieHeader(ctx, { id: actor.sessionId, expiresAt: actor.sessionExpiresAt }));
}

/** The unexpired sessions of an account: the current one first, then by last use. */
export async function listSessions(ctx: Context, accountId: string, currentId: string | null): Promise<ListedSession[]> {
  const rows = await ctx.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.accountId, accountId), isNull(sessions.helpingId), gt(sessions.expiresAt, ctx.clock.now())))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id));
  const listed = rows.map(({ id, device, address, country, createdAt, lastUsedAt }) => ({
    _id: id,
    device,
    address,
    country,
    createdAt,
    lastUsedAt,
    isCurrent: id === currentId,
  }));
  return listed.sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
}

/** Ends the calling session and clears its media cookie. */
export async function signOut(ctx: Context, actor: Actor, cookieSetter: CookieSetter): Promise<void> {
  await revokeSession(ctx, actingPersonId(actor), actor.sessionId, 'signed_out');
  cookieSetter.cookie(clearedMediaCookieHeader(ctx));
}

/** Ends one session of an account. Rejects with session_not_found if it has expired or belongs to another account. */
export async function revokeSession(ctx: Context, accountId: string, sessionId: string, reason: SessionEndReason): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const isUnexpired = and(eq(sessions.id, sessionId), eq(sessions.accountId, accountId), gt(sessions.expiresAt, tx.clock.now()));
    if ((await revokeSessionsWhere(tx, isUnexpired, reason)) === 0) fail('session_not_found');
  });
}

/** Ends the delegate sessions of the given delegations. */
export const revokeSessionsOfDelegations = (tx: Context, helpingIds: SQLWrapper | readonly string[]): Promise<number> =>
  revokeSessionsWhere(tx, inArray(sessions.helpingId, helpingIds), 'ended');

/** Ends the sessions of an account, except `except`, and those of its delegates. Returns how many. */
export function revokeSessions(
  ctx: Context,
  accountId: string,
  { except, reason }: { except?: string; reason: SessionEndReason },
): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const others = except === undefined ? undefined : ne(sessions.id, except);
    const helping = tx.db.select({ id: performerHelpers.id }).from(performerHelpers).where(eq(performerHelpers.performerId, accountId));
    const isDelegateSession = inArray(sessions.helpingId, helping);
    return revokeSessionsWhere(tx, or(and(eq(sessions.accountId, accountId), others), isDelegateSession), reason);
  });
}

/** Deletes expired sessions in batches and disconnects their sockets. */
export async function sweepSessions(ctx: Context): Promise<void> {
  const batch = 500;
  const ended = await inTransaction(ctx, async (tx) => {
    const expired = tx.db.select({ id: sessions.id }).from(sessions).where(lte(sessions.expiresAt, tx.clock.now())).limit(batch);
    return revokeSessionsWhere(tx, inArray(sessions.id, expired), 'ended');
  });
  if (ended >= batch) await sweepSessions(ctx);
}

const reauthenticationExpiry = (authenticatedAt: Date): Date => new Date(authenticatedAt.getTime() + limits.reauthentication_s * 1000);

/** Records a reauthentication of the session. Returns when it expires. */
export async function markAuthenticated(ctx: Context, actor: Actor): Promise<Date> {
  const now = ctx.clock.now();
  await ctx.db.update(sessions).set({ authenticatedAt: now }).where(eq(sessions.id, actor.sessionId));
  return reauthenticationExpiry(now);
}

/** Whether an authentication at that time still counts as recent. */
export const isRecent = (ctx: Pick<Context, 'clock'>, authenticatedAt: Date): boolean =>
  reauthenticationExpiry(authenticatedAt) >= ctx.clock.now();

/** Throws reauthentication_required unless the session was authenticated within the last minutes. */
export function assertRecentlyAuthenticated(ctx: Pick<Context, 'clock'>, actor: Pick<Actor, 'authenticatedAt'>): void {
  if (!isRecent(ctx, actor.authenticatedAt)) fail('reauthentication_required');
}

/** Rejects with reauthentication_required unless the second factor was given in this session within the last minutes. */
export async function assertRecentSecondFactor(ctx: Pick<Context, 'clock' | 'db'>, { sessionId }: Pick<Actor, 'sessionId'>): Promise<void> {
  const [session] = await ctx.db.select({ at: sessions.secondStepAt }).from(sessions).where(eq(sessions.id, sessionId));
  if (!session?.at || !isRecent(ctx, session.at)) fail('reauthentication_required');
}

/**
 * Rejects with reauthentication_required unless the session was authenticated within the last minutes, by the second factor if the account
 * has one: the password alone must not be enough to move money, export data or add a sign-in method.
 */
export async function assertReauthenticated(ctx: Context, actor: Actor): Promise<void> {
  if (actor.hasTwoFactor) await assertRecentSecondFactor(ctx, actor);
  else assertRecentlyAuthenticated(ctx, actor);
}
