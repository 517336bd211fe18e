/**
 * API keys, managed by operators. On each request the rights of both the key and its maker are checked: see
 * `server/platform/http/key-actor.ts`.
 */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Parsed } from '@contract/kernel/endpoint';
import type keysContract from '@contract/people/keys';
import * as limits from '@contract/kernel/limits';
import { keyRights, type KeyRight } from '@contract/kernel/rights';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { apiKeys } from '../../platform/db/schema/keys';
import { teamMembers } from '../../platform/db/schema/team';
import { takeAdvisoryLock } from '../../platform/db/advisory-lock';
import { fail, failAt } from '../../kernel/api-error';
import { digestOf, type Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { keyPrefix } from '../../platform/http/key-actor';
import { hasRight } from '../../platform/rights';
import { peopleByIds, type Person } from '../people/rows';

type Contract = typeof keysContract;
type KeyResponse = z.output<Contract['GET /admin/api-keys']['response']>[number];
type KeyInput = Parsed<Contract['POST /admin/api-keys']>['body'];
type KeyRow = typeof apiKeys.$inferSelect;

const hintLength = 4;
const isKeyRight = (right: string): right is KeyRight => (keyRights as readonly string[]).includes(right);

function responseOf(ctx: Context, row: KeyRow, maker: Person | null, isMakerActive: boolean): KeyResponse {
  const { id, name, hint, rights, expiresAt, lastUsedAt, createdAt } = row;
  const isExpired = expiresAt !== null && expiresAt <= ctx.clock.now();
  return {
    _id: id,
    name,
    hint,
    maker,
    expiresAt,
    lastUsedAt,
    createdAt,
    rights: rights.filter(isKeyRight),
    state: isExpired ? 'expired' : isMakerActive ? 'active' : 'ended',
  };
}

/** All keys, oldest first. */
export async function listKeys(ctx: Context): Promise<KeyResponse[]> {
  const rows = await ctx.db
    .select({ key: apiKeys, isMakerActive: sql<boolean>`${teamMembers.accountId} is not null and ${accounts.status} = 'active'` })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
    .leftJoin(teamMembers, and(eq(teamMembers.accountId, apiKeys.accountId), eq(accounts.role, 'operator')))
    .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id));
  const people = await peopleByIds(
    ctx,
    rows.map(({ key }) => key.accountId),
  );
  return rows.map(({ key, isMakerActive }) => responseOf(ctx, key, people.get(key.accountId) ?? null, isMakerActive));
}

/** Creates a key. The secret is returned only here. Rejects with right_not_held, schedule_in_past and key_limit. */
export function createKey(
  ctx: Context,
  actor: Actor,
  client: Client,
  { name, rights, expiresAt }: KeyInput,
): Promise<KeyResponse & { key: string }> {
  if (!rights.every((right) => hasRight(actor, right))) return failAt('rights', 'right_not_held');
  if (expiresAt !== null && expiresAt <= ctx.clock.now()) return failAt('expiresAt', 'schedule_in_past');
  return inTransaction(ctx, async (tx) => {
    // Serializes concurrent creations, so that the count is exact.
    await takeAdvisoryLock(tx.db, 'api keys');
    if ((await tx.db.$count(apiKeys)) >= limits.apiKeysMax) return fail('key_limit');
    const key = `${keyPrefix}${tx.random.secret()}`;
    const [row] = await tx.db
      .insert(apiKeys)
      .values({
        id: tx.random.id(),
        accountId: actor.id,
        name,
        rights: [...new Set(rights)],
        expiresAt,
        createdAt: tx.clock.now(),
        keyHash: digestOf(key),
        hint: key.slice(-hintLength),
      })
      .returning();
    if (!row) throw new Error('a key was not stored');
    await audit(tx, actor, client, {
      action: 'keys.add',
      targetType: 'api_key',
      targetId: row.id,
      after: { name, rights: row.rights, expiresAt },
    });
    const people = await peopleByIds(tx, [actor.id]);
    return { ...responseOf(tx, row, people.get(actor.id) ?? null, true), key };
  });
}

/** Deletes a key of any maker. Rejects with key_not_found. */
export async function removeKey(ctx: Context, actor: Actor, client: Client, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [row] = await tx.db.delete(apiKeys).where(eq(apiKeys.id, id)).returning();
    if (!row) return fail('key_not_found');
    await audit(tx, actor, client, {
      action: 'keys.remove',
      targetType: 'api_key',
      targetId: id,
      before: { name: row.name, rights: row.rights, expiresAt: row.expiresAt },
    });
  });
}
