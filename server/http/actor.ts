/** Who calls: the account behind a session token, or a guest. */
import { createHash } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import type { Access } from '@contract/endpoint';
import type { AccountStatus, Role } from '@contract/values';
import type { Context } from '../context';
import { accounts, sessions } from '../db/schema/schema';

/** A signed-in account with the session it uses. */
export interface Actor {
  id: string;
  role: Role;
  isPerformer: boolean;
  status: AccountStatus;
  sessionId: string;
  sessionExpiresAt: Date;
  /** When the person last proved who she is. */
  authenticatedAt: Date;
}

/** SHA-256 of a secret, as it is stored and looked up. */
export const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Uses of a session are noted this far apart. */
const noted_ms = 60_000;
const none = new Set(['', 'null', 'undefined']);

/** The token of an Authorization header, plain or behind `Bearer`, or null when it says nothing. */
export function tokenOf(header: string | undefined): string | null {
  const token = (header ?? '').replace(/^Bearer\s+/i, '').trim();
  return none.has(token) ? null : token;
}

async function actorWhere(ctx: Context, by: ReturnType<typeof eq>): Promise<Actor | null> {
  const now = ctx.clock.now();
  const [row] = await ctx.db
    .select({
      id: accounts.id,
      role: accounts.role,
      isPerformer: accounts.isPerformer,
      status: accounts.status,
      sessionId: sessions.id,
      sessionExpiresAt: sessions.expiresAt,
      authenticatedAt: sessions.authenticatedAt,
      lastUsedAt: sessions.lastUsedAt,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(and(by, gt(sessions.expiresAt, now)));
  if (!row) return null;
  const { lastUsedAt, ...actor } = row;
  if (now.getTime() - lastUsedAt.getTime() > noted_ms) {
    await ctx.db.update(sessions).set({ lastUsedAt: now }).where(eq(sessions.id, actor.sessionId));
    await ctx.db.update(accounts).set({ lastSeenAt: now }).where(eq(accounts.id, actor.id));
  }
  return actor;
}

/** The account whose session has this token, or null when it never was or has ended. */
export function actorByToken(ctx: Context, token: string): Promise<Actor | null> {
  return actorWhere(ctx, eq(sessions.tokenHash, digestOf(token)));
}

/** The account whose media cookie has this value: good for reading media and nothing else. */
export function actorByMediaCookie(ctx: Context, value: string): Promise<Actor | null> {
  return actorWhere(ctx, eq(sessions.mediaHash, digestOf(value)));
}

const kinds: Record<Exclude<Access, 'anyone'>, (actor: Actor) => boolean> = {
  member: () => true,
  user: (actor) => !actor.isPerformer,
  performer: (actor) => actor.isPerformer,
  operator: (actor) => actor.role === 'operator',
};

/** Whether an account of this kind may call where `access` is declared. */
export function mayCall(access: Access | readonly Access[], actor: Actor): boolean {
  const allowed = typeof access === 'string' ? [access] : access;
  return allowed.some((kind) => kind === 'anyone' || kinds[kind](actor));
}
