/** Who calls: the account behind a session token, or a guest. */
import { createHash } from 'node:crypto';
import { eq, sql, type SQL } from 'drizzle-orm';
import type { Access, Endpoint } from '@contract/endpoint';
import { allHelperRights, type HelperRight } from '@contract/kernel/delegate-rights';
import type { Bundle, Right } from '@contract/kernel/rights';
import type { AccountStatus, Role } from '@contract/values';
import type { Context } from '../context';
import { prepared, type Prepared } from '../db/prepared';
import { accounts, performerHelpers, sessions, teamMembers } from '../db/schema/schema';
import { mayDo, rightsIn } from '../rights';

/** Who really acts, where somebody works for a performer. */
export interface Helper {
  id: string;
  /** What she helps by: the row of both. */
  helpingId: string;
  rights: readonly HelperRight[];
}

/** A signed-in account with the session it uses. */
export interface Actor {
  id: string;
  role: Role;
  /** What she may do as an operator; empty for everybody else. */
  rights: readonly Right[];
  isPerformer: boolean;
  status: AccountStatus;
  /** The API key by which a program of hers calls; absent when she does herself. */
  apiKeyId?: string;
  /** Present: the account is a performer's, and this is who works for her. See `helping.ts`. */
  by?: Helper;
  sessionId: string;
  sessionExpiresAt: Date;
  /** When the person last proved who she is. */
  authenticatedAt: Date;
  /** Whether her sign-ins take a second step. */
  hasTwoFactor: boolean;
}

/** Whether the site demands a second step of accounts of this role. */
export const demandsSecondStep = ({ settings }: Pick<Context, 'settings'>, { role }: Pick<Actor, 'role'>): boolean =>
  role === 'operator' && settings.values().operatorsNeedSecondStep;

/** Whether this account owes it: until she has set it up she is let into nothing else. */
export const owesSecondStep = (ctx: Pick<Context, 'settings'>, actor: Pick<Actor, 'role' | 'hasTwoFactor'>): boolean =>
  demandsSecondStep(ctx, actor) && !actor.hasTwoFactor;

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
  /** Null unless she may be helped, and the one who helps may help. */
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

async function actorBy(ctx: Context, find: FindSession, secret: string): Promise<Actor | null> {
  const now = ctx.clock.now();
  const [row] = await find(ctx.db, { secret: digestOf(secret), now: now.toISOString() });
  if (!row) return null;
  if (now.getTime() - new Date(row.last_used_at).getTime() > noted_ms) {
    await ctx.db.update(sessions).set({ lastUsedAt: now }).where(eq(sessions.id, row.session_id));
    await ctx.db.update(accounts).set({ lastSeenAt: now }).where(eq(accounts.id, row.id));
  }
  if (row.helping_id !== null) return row.performer_id === null ? null : helperOf(row, row.helping_id, row.performer_id);
  return {
    id: row.id,
    role: row.role,
    rights: row.rights === null ? [] : rightsIn({ bundle: row.bundle, rights: row.rights }),
    isPerformer: row.is_performer,
    status: row.status,
    sessionId: row.session_id,
    sessionExpiresAt: new Date(row.expires_at),
    authenticatedAt: new Date(row.authenticated_at),
    hasTwoFactor: row.has_two_factor,
  };
}

/** The performer, in the hands of who helps her: nothing that the helper is beside that counts, and neither proves who is there. */
const helperOf = (row: SessionRow, helpingId: string, performerId: string): Actor => ({
  id: performerId,
  role: 'performer',
  rights: [],
  isPerformer: true,
  status: 'active',
  by: { id: row.id, helpingId, rights: allHelperRights.filter((right) => row.helper_rights?.includes(right)) },
  sessionId: row.session_id,
  sessionExpiresAt: new Date(row.expires_at),
  authenticatedAt: new Date(0),
  hasTwoFactor: row.has_two_factor,
});

/** Whose doing it is: the person who calls, whomever she works for. */
export const doerOf = ({ id, by }: Pick<Actor, 'id' | 'by'>): string => by?.id ?? id;

/** The account whose session has this token, or null when it never was or has ended. */
export function actorByToken(ctx: Context, token: string): Promise<Actor | null> {
  return actorBy(ctx, sessionByToken, token);
}

/** The account whose media cookie has this value: good for reading media and nothing else. */
export function actorByMediaCookie(ctx: Context, value: string): Promise<Actor | null> {
  return actorBy(ctx, sessionByMedia, value);
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

/** The right of the endpoint that this account wants; null where she may call it, be it as what else she is. */
export function rightMissing({ access, right }: Pick<Endpoint, 'access' | 'right'>, actor: Actor): Right | null {
  if (right === undefined || mayDo(actor, right)) return null;
  const others = [access].flat().filter((kind) => kind !== 'operator');
  return mayCall(others, actor) ? null : right;
}
