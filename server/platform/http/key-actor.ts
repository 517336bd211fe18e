/** The actor of an API key: the operator who created it, with the rights that both the operator and the key have. */
import { eq, sql } from 'drizzle-orm';
import type { Endpoint } from '@contract/kernel/endpoint';
import { keyRights, type Bundle } from '@contract/kernel/rights';
import type { AccountStatus, Role } from '@contract/kernel/values/people';
import type { Context } from '../context';
import { prepared } from '../db/prepared';
import { accounts } from '../db/schema/accounts';
import { apiKeys } from '../db/schema/keys';
import { teamMembers } from '../db/schema/team';
import { ignoringFullDisk } from '../media/storage/disk-space';
import { effectiveRights } from '../rights';
import { digestOf, type Actor } from './actor';

export const keyPrefix = 'key_';
/** The last use of a key is updated at most this often. */
const lastUsedPrecision_ms = 60_000;
const assignable: readonly string[] = keyRights;

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
    select k.id as key_id, k.rights as key_rights, k.expires_at, k.last_used_at, a.id, a.role, a.is_performer, a.status,
      a.two_factor_at is not null as has_two_factor, m.bundle, m.rights
    from ${apiKeys} k join ${accounts} a on a.id = k.account_id join ${teamMembers} m on m.account_id = a.id
    where k.key_hash = ${sql.placeholder('hash')} and a.role = 'operator'
      and (k.expires_at is null or k.expires_at > ${sql.placeholder('now')})`,
);

/** The operator of a key, or null if the key is unknown or expired, or its creator is not an operator any more. */
export async function actorByKey(ctx: Context, key: string): Promise<Actor | null> {
  const now = ctx.clock.now();
  const [row] = await keyByHash(ctx.db, { hash: digestOf(key), now: now.toISOString() });
  if (!row) return null;
  if (row.last_used_at === null || now.getTime() - new Date(row.last_used_at).getTime() > lastUsedPrecision_ms)
    await ignoringFullDisk(() => ctx.db.update(apiKeys).set({ lastUsedAt: now }).where(eq(apiKeys.id, row.key_id)));
  return {
    id: row.id,
    role: row.role,
    rights: effectiveRights(row).filter((right) => row.key_rights.includes(right) && assignable.includes(right)),
    isPerformer: row.is_performer,
    status: row.status,
    apiKeyId: row.key_id,
    sessionId: row.key_id,
    sessionExpiresAt: row.expires_at === null ? now : new Date(row.expires_at),
    // A key does not authenticate a person.
    authenticatedAt: new Date(0),
    hasTwoFactor: row.has_two_factor,
  };
}

/** Whether keys may call an endpoint: only those with a right that keys can have. */
export const isForKeys = ({ right }: Pick<Endpoint, 'right'>): boolean => right !== undefined && assignable.includes(right);
