/** Who calls by an API key: the operator who made it, with what both of them may still do. */
import { eq, sql } from 'drizzle-orm';
import type { Endpoint } from '@contract/endpoint';
import { keyRights, type Bundle } from '@contract/kernel/rights';
import type { AccountStatus, Role } from '@contract/values';
import type { Context } from '../context';
import { prepared } from '../db/prepared';
import { accounts, apiKeys, teamMembers } from '../db/schema/schema';
import { rightsIn } from '../rights';
import { digestOf, type Actor } from './actor';

export const keyPrefix = 'key_';
/** Uses of a key are noted this far apart. */
const noted_ms = 60_000;
const openable: readonly string[] = keyRights;

interface KeyRow {
  key_id: string;
  key_rights: string[];
  expires_at: string | null;
  last_used_at: string | null;
  id: string;
  role: Role;
  is_performer: boolean;
  status: AccountStatus;
  has_two_factor: boolean;
  bundle: Bundle | null;
  rights: string[];
}

const keyByHash = prepared<{ hash: string; now: string }, KeyRow>(
  'api_key_by_hash',
  sql`
    select k.id as key_id, k.rights as key_rights, k.expires_at, k.last_used_at, a.id, a.role, a.is_performer, a.status, a.two_factor_at is not null as has_two_factor,
      m.bundle, m.rights
    from ${apiKeys} k join ${accounts} a on a.id = k.account_id join ${teamMembers} m on m.account_id = a.id
    where k.key_hash = ${sql.placeholder('hash')} and a.role = 'operator'
      and (k.expires_at is null or k.expires_at > ${sql.placeholder('now')})`,
);

/** The operator behind a key, or null when it never was, has expired, or she has left. A right that either has lost is gone. */
export async function actorByKey(ctx: Context, key: string): Promise<Actor | null> {
  const now = ctx.clock.now();
  const [row] = await keyByHash(ctx.db, { hash: digestOf(key), now: now.toISOString() });
  if (!row) return null;
  if (row.last_used_at === null || now.getTime() - new Date(row.last_used_at).getTime() > noted_ms)
    await ctx.db.update(apiKeys).set({ lastUsedAt: now }).where(eq(apiKeys.id, row.key_id));
  return {
    id: row.id,
    role: row.role,
    rights: rightsIn(row).filter((right) => row.key_rights.includes(right) && openable.includes(right)),
    isPerformer: row.is_performer,
    status: row.status,
    apiKeyId: row.key_id,
    sessionId: row.key_id,
    sessionExpiresAt: row.expires_at === null ? now : new Date(row.expires_at),
    // Nobody proves by a key who she is.
    authenticatedAt: new Date(0),
    hasTwoFactor: row.has_two_factor,
  };
}

/** Whether keys may call an endpoint at all: those that ask for a right which a key can have. */
export const isForKeys = ({ right }: Pick<Endpoint, 'right'>): boolean => right !== undefined && openable.includes(right);
