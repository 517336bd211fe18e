/** API keys in the hands of operators. What a key may do now is asked at the door, of its maker too: see `server/platform/http/key-actor.ts`. */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Parsed } from '@contract/endpoint';
import type keysContract from '@contract/people/keys';
import * as limits from '@contract/kernel/limits';
import { keyRights, type KeyRight } from '@contract/kernel/rights';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { accounts, apiKeys, teamMembers } from '../../platform/db/schema/schema';
import { takeTurn } from '../../platform/db/advisory-lock';
import { fail, failAt } from '../../kernel/api-error';
import { digestOf, type Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { keyPrefix } from '../../platform/http/key-actor';
import { mayDo } from '../../platform/rights';
import { peopleByIds, type Person } from '../../modules/people/people';

type Contract = typeof keysContract;
type KeyAnswer = z.output<Contract['GET /admin/api-keys']['answer']>[number];
type Wish = Parsed<Contract['POST /admin/api-keys']>['body'];
type KeyRow = typeof apiKeys.$inferSelect;

const hintLength = 4;
const isKeyRight = (right: string): right is KeyRight => (keyRights as readonly string[]).includes(right);

function answerOf(ctx: Context, row: KeyRow, maker: Person | null, isThere: boolean): KeyAnswer {
  const { id, name, hint, rights, expiresAt, lastUsedAt, createdAt } = row;
  const isOver = expiresAt !== null && expiresAt <= ctx.clock.now();
  return {
    ...{ _id: id, name, hint, maker, expiresAt, lastUsedAt, createdAt },
    rights: rights.filter(isKeyRight),
    state: isOver ? 'expired' : isThere ? 'active' : 'ended',
  };
}

/** All keys, the oldest first. */
export async function listKeys(ctx: Context): Promise<KeyAnswer[]> {
  const rows = await ctx.db
    .select({ key: apiKeys, isThere: sql<boolean>`${teamMembers.accountId} is not null and ${accounts.status} = 'active'` })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
    .leftJoin(teamMembers, and(eq(teamMembers.accountId, apiKeys.accountId), eq(accounts.role, 'operator')))
    .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id));
  const people = await peopleByIds(
    ctx,
    rows.map(({ key }) => key.accountId),
  );
  return rows.map(({ key, isThere }) => answerOf(ctx, key, people.get(key.accountId) ?? null, isThere));
}

/** Makes a key, and tells it this once. Refuses with right_not_held, schedule_in_past and key_limit. */
export function makeKey(
  ctx: Context,
  actor: Actor,
  client: Client,
  { name, rights, expiresAt }: Wish,
): Promise<KeyAnswer & { key: string }> {
  if (!rights.every((right) => mayDo(actor, right))) return failAt('rights', 'right_not_held');
  if (expiresAt !== null && expiresAt <= ctx.clock.now()) return failAt('expiresAt', 'schedule_in_past');
  return inTransaction(ctx, async (tx) => {
    await takeTurn(tx.db, 'api keys');
    if ((await tx.db.$count(apiKeys)) >= limits.apiKeysMax) return fail('key_limit');
    const key = `${keyPrefix}${tx.chance.secret()}`;
    const [row] = await tx.db
      .insert(apiKeys)
      .values({
        ...{ id: tx.chance.id(), accountId: actor.id, name, rights: [...new Set(rights)], expiresAt, createdAt: tx.clock.now() },
        ...{ keyHash: digestOf(key), hint: key.slice(-hintLength) },
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
    return { ...answerOf(tx, row, people.get(actor.id) ?? null, true), key };
  });
}

/** Removes a key, whoever made it. Refuses with key_not_found. */
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
