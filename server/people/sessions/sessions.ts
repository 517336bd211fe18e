/**
 * Sessions: a token of 256 random bits each, of which only the digest is stored. One that ends is refused from the next
 * request on, and its sockets go with the event that says so.
 */
import { and, desc, eq, gt, inArray, isNull, lte, ne, notInArray, or, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { z } from 'zod';
import type { Session, SessionInfo } from '@contract/kernel/entities';
import * as limits from '@contract/kernel/limits';
import type { SessionEndReason } from '@contract/values';
import { inTransaction, type Context } from '../../platform/context';
import { knownDevices, performerHelpers, sessions } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import { digestOf, doerOf, type Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { sendMail } from '../../mail/mail';
import { publish } from '../../platform/outbox/publish';
import { notifySecurity } from '../notifications/notifications';
import { accountPath, findAccount, nameOf } from '../../modules/people/people';
import { deviceName, fingerprintOf } from './devices';
import { clearingCookie, mediaValue, settingCookie } from './media-cookie';

export { deviceName };

export type StartedSession = z.output<typeof Session>;
export type ListedSession = z.output<typeof SessionInfo>;

/** Where cookies of the answer are set. */
export interface CookieSetter {
  cookie(header: string): void;
}

/** Tells the account of a device that it has not signed in from before; the very first is no news. */
async function noteDevice(ctx: Context, accountId: string, sessionId: string, client: Client): Promise<void> {
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
    text: `A new device signed in to your account: ${device}.`,
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

/** The oldest in use give way when an account has too many sessions. */
async function endSurplus(ctx: Context, accountId: string): Promise<void> {
  const newest = ctx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.accountId, accountId))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .limit(limits.sessionsPerAccount);
  await cut(ctx, and(eq(sessions.accountId, accountId), notInArray(sessions.id, newest)), 'ended');
}

/** Ends the sessions of which `which` is true, with those that were begun in them to work for a performer; answers how many. */
async function cut(ctx: Context, which: SQL | undefined, reason: SessionEndReason): Promise<number> {
  const meant = ctx.db.select({ id: sessions.id }).from(sessions).where(which);
  const ended = await ctx.db
    .delete(sessions)
    .where(or(inArray(sessions.id, meant), inArray(sessions.begunById, meant)))
    .returning({ id: sessions.id });
  for (const { id } of ended) await publish(ctx, 'session/ended', [`session:${id}`], { sessionId: id, reason });
  return ended.length;
}

/**
 * Signs an account in: whoever calls has checked that she may. Sets the media cookie on the answer. The token is answered
 * here and nowhere else.
 */
export async function startSession(
  ctx: Context,
  accountId: string,
  client: Client,
  { remember, withSecondStep }: { remember: boolean; withSecondStep?: true },
  respond: CookieSetter,
): Promise<StartedSession> {
  const token = ctx.chance.secret();
  const id = ctx.chance.id();
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + (remember ? limits.session.remembered_s : limits.session.short_s) * 1000);
  await inTransaction(ctx, async (tx) => {
    await tx.db.insert(sessions).values({
      id,
      accountId,
      tokenHash: digestOf(token),
      mediaHash: digestOf(mediaValue(tx, id)),
      device: deviceName(client.userAgent),
      address: client.address,
      country: client.country,
      createdAt: now,
      lastUsedAt: now,
      authenticatedAt: now,
      secondStepAt: withSecondStep ? now : null,
      expiresAt,
    });
    await endSurplus(tx, accountId);
    await noteDevice(tx, accountId, id, client);
  });
  const { address } = client;
  ctx.afterCommit(() => {
    ctx.log.info({ event: 'signed-in', accountId, sessionId: id, address, withSecondStep: withSecondStep === true }, 'somebody signed in');
  });
  respond.cookie(settingCookie(ctx, { id, expiresAt }));
  return { token, expiresAt };
}

/**
 * Begins the work of a helper: a session within the one that calls, which must be in a transaction that has asked whether she
 * may. It is no way of signing in, and proves to nobody who is there.
 */
export async function startWork(
  tx: Context,
  { id: accountId, sessionId, sessionExpiresAt }: Pick<Actor, 'id' | 'sessionId' | 'sessionExpiresAt'>,
  client: Client,
  helpingId: string,
  respond: CookieSetter,
): Promise<StartedSession> {
  const [id, token, now] = [tx.chance.id(), tx.chance.secret(), tx.clock.now()];
  const expiresAt = new Date(Math.min(sessionExpiresAt.getTime(), now.getTime() + limits.work_s * 1000));
  await tx.db.insert(sessions).values({
    ...{ id, accountId, helpingId, begunById: sessionId, tokenHash: digestOf(token), mediaHash: digestOf(mediaValue(tx, id)) },
    ...{ device: deviceName(client.userAgent), address: client.address, country: client.country },
    ...{ createdAt: now, lastUsedAt: now, authenticatedAt: now, expiresAt },
  });
  await endSurplus(tx, accountId);
  respond.cookie(settingCookie(tx, { id, expiresAt }));
  return { token, expiresAt };
}

/** Gives the media cookie of a session again, in case the browser lost it. */
export function refreshMediaCookie(ctx: Context, actor: Actor, respond: CookieSetter): void {
  respond.cookie(settingCookie(ctx, { id: actor.sessionId, expiresAt: actor.sessionExpiresAt }));
}

/** The sessions of an account that have not expired: the current one first, then the latest in use. */
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

/** Ends the session that calls, and takes its media cookie away. */
export async function signOut(ctx: Context, actor: Actor, respond: CookieSetter): Promise<void> {
  await endSession(ctx, doerOf(actor), actor.sessionId, 'signed_out');
  respond.cookie(clearingCookie(ctx));
}

/** Ends one session of an account. Refuses with session_not_found when it is not hers or over. */
export async function endSession(ctx: Context, accountId: string, sessionId: string, reason: SessionEndReason): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const isOpen = and(eq(sessions.id, sessionId), eq(sessions.accountId, accountId), gt(sessions.expiresAt, tx.clock.now()));
    if ((await cut(tx, isOpen, reason)) === 0) fail('session_not_found');
  });
}

/** Ends the sessions in which others work by these helps. */
export const endHelping = (tx: Context, helpingIds: SQLWrapper | readonly string[]): Promise<number> =>
  cut(tx, inArray(sessions.helpingId, helpingIds), 'ended');

/** Ends the sessions of an account, all but `except`, with those in which others work for it, and answers how many. */
export function endSessions(
  ctx: Context,
  accountId: string,
  { except, reason }: { except?: string; reason: SessionEndReason },
): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const others = except === undefined ? undefined : ne(sessions.id, except);
    const helping = tx.db.select({ id: performerHelpers.id }).from(performerHelpers).where(eq(performerHelpers.performerId, accountId));
    const worked = inArray(sessions.helpingId, helping);
    return cut(tx, or(and(eq(sessions.accountId, accountId), others), worked), reason);
  });
}

/** Removes sessions that have expired, some at a time, and tells their sockets. */
export async function sweepSessions(ctx: Context): Promise<void> {
  const batch = 500;
  const ended = await inTransaction(ctx, async (tx) => {
    const expired = tx.db.select({ id: sessions.id }).from(sessions).where(lte(sessions.expiresAt, tx.clock.now())).limit(batch);
    return cut(tx, inArray(sessions.id, expired), 'ended');
  });
  if (ended >= batch) await sweepSessions(ctx);
}

const freshUntil = (authenticatedAt: Date): Date => new Date(authenticatedAt.getTime() + limits.reauthentication_s * 1000);

/** Notes that the person behind a session has proved who she is; answers until when that counts. */
export async function markAuthenticated(ctx: Context, actor: Actor): Promise<Date> {
  const now = ctx.clock.now();
  await ctx.db.update(sessions).set({ authenticatedAt: now }).where(eq(sessions.id, actor.sessionId));
  return freshUntil(now);
}

/** Whether a proof of that moment still counts. */
export const isRecent = (ctx: Pick<Context, 'clock'>, provedAt: Date): boolean => freshUntil(provedAt) >= ctx.clock.now();

/** Refuses with reauthentication_required unless the person has proved who she is within the last minutes. */
export function assertRecentlyAuthenticated(ctx: Pick<Context, 'clock'>, actor: Pick<Actor, 'authenticatedAt'>): void {
  if (!isRecent(ctx, actor.authenticatedAt)) fail('reauthentication_required');
}

/** Refuses with reauthentication_required unless the second step was given in this session within the last minutes. */
export async function assertSecondStepGiven(ctx: Pick<Context, 'clock' | 'db'>, { sessionId }: Pick<Actor, 'sessionId'>): Promise<void> {
  const [session] = await ctx.db.select({ at: sessions.secondStepAt }).from(sessions).where(eq(sessions.id, sessionId));
  if (!session?.at || !isRecent(ctx, session.at)) fail('reauthentication_required');
}

/**
 * Refuses with reauthentication_required unless the person has proved who she is within the last minutes; by her second step where
 * she has one: whoever knows no more than her password must not move her money, copy what she has, or make a way in of her own.
 */
export async function assertProven(ctx: Context, actor: Actor): Promise<void> {
  if (actor.hasTwoFactor) await assertSecondStepGiven(ctx, actor);
  else assertRecentlyAuthenticated(ctx, actor);
}
