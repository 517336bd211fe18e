/** The caller: the account of a session token, or a guest. */
import { createHash } from 'node:crypto';
import { eq, sql, type SQL } from 'drizzle-orm';
import type { Access, Endpoint } from '@contract/kernel/endpoint';
import { allDelegateRights, type DelegateRight } from '@contract/kernel/delegate-rights';
import type { Bundle, Right } from '@contract/kernel/rights';
import type { AccountStatus, Role } from '@contract/kernel/values/people';
import type { Context } from '../context';
import { prepared, type Prepared } from '../db/prepared';
import { accounts, performerHelpers, sessions } from '../db/schema/accounts';
import { teamMembers } from '../db/schema/team';
import { ignoringFullDisk } from '../media/storage/disk-space';
import { hasRight, effectiveRights } from '../rights';

/** A delegate who acts for a performer. */
export interface Delegate {
  id: string;
  /** The id of the delegation. */
  delegationId: string;
  rights: readonly DelegateRight[];
}

/** A signed-in account with the session it uses. */
export interface Actor {
  id: string;
  role: Role;
  /** The rights of an operator; empty for other roles. */
  rights: readonly Right[];
  isPerformer: boolean;
  status: AccountStatus;
  /** The API key of the call; absent for sessions. */
  apiKeyId?: string;
  /** Present if the account is a performer's and a delegate acts for it. See `delegation.ts`. */
  delegate?: Delegate;
  sessionId: string;
  sessionExpiresAt: Date;
  /** The last authentication with a password or a second factor. */
  authenticatedAt: Date;
  /** Whether two-factor is switched on. */
  hasTwoFactor: boolean;
}

/** Whether the site requires two-factor of accounts of this role. */
export const requiresTwoFactor = ({ settings }: Pick<Context, 'settings'>, { role }: Pick<Actor, 'role'>): boolean =>
  role === 'operator' && settings.values().operatorsNeedSecondStep;

/** Whether this account must still set up two-factor: until then it can do nothing else. */
export const mustSetUpTwoFactor = (ctx: Pick<Context, 'settings'>, actor: Pick<Actor, 'role' | 'hasTwoFactor'>): boolean =>
  requiresTwoFactor(ctx, actor) && !actor.hasTwoFactor;

/** The stored form of a secret: SHA-256. */
export const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** The last use of a session is updated at most this often. */
const lastUsedPrecision_ms = 60_000;
/** Sent by clients that have no token. */
const absentTokens = new Set(['', 'null', 'undefined']);

/** The token of an Authorization header, with or without `Bearer`, or null if there is none. */
export function tokenOf(header: string | undefined): string | null {
  const token = (header ?? '').replace(/^Bearer\s+/i, '').trim();
  return absentTokens.has(token) ? null : token;
}

interface SessionRow {
  id: string;
  role: Role;
  is_performer: boolean;
  status: AccountStatus;
  has_two_factor: boolean;
  session_id: string;
  expires_at: string;
  authenticated_at: string;
  last_used_at: string;
  bundle: Bundle | null;
  rights: string[] | null;
  helping_id: string | null;
  helper_rights: string[] | null;
  /** For delegates: null if the performer or the delegate is not active any more. */
  performer_id: string | null;
}
type FindSession = Prepared<{ secret: string; now: string }, SessionRow>;

const sessionWhere = (name: string, secret: SQL): FindSession =>
  prepared(
    name,
    sql`
      select a.id, a.role, a.is_performer, a.status, a.two_factor_at is not null as has_two_factor, s.id as session_id, s.expires_at,
        s.authenticated_at, s.last_used_at, m.bundle, m.rights, s.helping_id, h.rights as helper_rights, p.id as performer_id
      from ${sessions} s join ${accounts} a on a.id = s.account_id
        left join ${teamMembers} m on m.account_id = a.id and a.role = 'operator'
        left join ${performerHelpers} h on h.id = s.helping_id and h.account_id = a.id and a.status = 'active' and a.role <> 'operator'
        left join ${accounts} p on p.id = h.performer_id and p.is_performer and p.role = 'performer' and p.status = 'active'
      where ${secret} = ${sql.placeholder('secret')} and s.expires_at > ${sql.placeholder('now')}`,
  );
const sessionByToken = sessionWhere('session_by_token', sql`s.token_hash`);
const sessionByMedia = sessionWhere('session_by_media', sql`s.media_hash`);

async function findActor(ctx: Context, find: FindSession, secret: string): Promise<Actor | null> {
  const now = ctx.clock.now();
  const [row] = await find(ctx.db, { secret: digestOf(secret), now: now.toISOString() });
  if (!row) return null;
  if (now.getTime() - new Date(row.last_used_at).getTime() > lastUsedPrecision_ms) {
    await ignoringFullDisk(async () => {
      await ctx.db.update(sessions).set({ lastUsedAt: now }).where(eq(sessions.id, row.session_id));
      await ctx.db.update(accounts).set({ lastSeenAt: now }).where(eq(accounts.id, row.id));
    });
  }
  if (row.helping_id !== null) return row.performer_id === null ? null : delegateActor(row, row.helping_id, row.performer_id);
  return {
    id: row.id,
    role: row.role,
    rights: row.rights === null ? [] : effectiveRights({ bundle: row.bundle, rights: row.rights }),
    isPerformer: row.is_performer,
    status: row.status,
    sessionId: row.session_id,
    sessionExpiresAt: new Date(row.expires_at),
    authenticatedAt: new Date(row.authenticated_at),
    hasTwoFactor: row.has_two_factor,
  };
}

/**
 * The performer as the actor, with the delegate in `delegate`. The delegate's own role, rights and last authentication do not count.
 */
const delegateActor = (row: SessionRow, delegationId: string, performerId: string): Actor => ({
  id: performerId,
  role: 'performer',
  rights: [],
  isPerformer: true,
  status: 'active',
  delegate: { id: row.id, delegationId, rights: allDelegateRights.filter((right) => row.helper_rights?.includes(right)) },
  sessionId: row.session_id,
  sessionExpiresAt: new Date(row.expires_at),
  authenticatedAt: new Date(0),
  hasTwoFactor: row.has_two_factor,
});

/** The id of the person who acts: the delegate, if there is one. */
export const actingPersonId = ({ id, delegate }: Pick<Actor, 'id' | 'delegate'>): string => delegate?.id ?? id;

/** The account of a session token, or null if the token is unknown or the session has ended. */
export function actorByToken(ctx: Context, token: string): Promise<Actor | null> {
  return findActor(ctx, sessionByToken, token);
}

/** The account of a media cookie, which grants access to media only. */
export function actorByMediaCookie(ctx: Context, value: string): Promise<Actor | null> {
  return findActor(ctx, sessionByMedia, value);
}

const accessChecks: Record<Exclude<Access, 'anyone'>, (actor: Actor) => boolean> = {
  member: () => true,
  user: (actor) => !actor.isPerformer,
  performer: (actor) => actor.isPerformer,
  operator: (actor) => actor.role === 'operator',
};

/** Whether `access` admits the account. */
export function mayCall(access: Access | readonly Access[], actor: Actor): boolean {
  const allowed = typeof access === 'string' ? [access] : access;
  return allowed.some((kind) => kind === 'anyone' || accessChecks[kind](actor));
}

/** The endpoint's right that the account lacks; null if it may call the endpoint, with the right or in another role. */
export function missingRight({ access, right }: Pick<Endpoint, 'access' | 'right'>, actor: Actor): Right | null {
  if (right === undefined || hasRight(actor, right)) return null;
  const others = [access].flat().filter((kind) => kind !== 'operator');
  return mayCall(others, actor) ? null : right;
}
