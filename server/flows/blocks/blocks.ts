/** The people that an account has blocked. */
import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { Parsed } from '@contract/kernel/endpoint';
import type blockingContract from '@contract/people/blocking';
import type { Block as BlockSchema } from '@contract/kernel/entities';
import type { Page } from '@contract/kernel/shapes';
import type { Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { accounts, userBlocks } from '../../platform/db/schema/accounts';
import { fail } from '../../kernel/api-error';
import { publishConversationOf } from '../../talk/conversations/events';
import { publishUnreadCountsOf } from '../../people/notifications/unread';
import { findAccount, peopleByIds } from '../../people/people/rows';
import { nameMatches } from '../../people/people/name-search';

export type Block = z.output<typeof BlockSchema>;
type ListQuery = Parsed<(typeof blockingContract)['GET /block/users']>['query'];

async function blocksById(ctx: Context, ids: string[]): Promise<Map<string, Block>> {
  const rows = await ctx.db.select().from(userBlocks).where(inArray(userBlocks.id, ids));
  const people = await peopleByIds(
    ctx,
    rows.map((row) => row.targetId),
  );
  return new Map(
    rows.flatMap(({ id, targetId, reason, createdAt }) => {
      const target = people.get(targetId);
      return target ? [[id, { _id: id, target, reason, createdAt }] as const] : [];
    }),
  );
}

/** Notifies both accounts that their conversation and unread counts have changed. */
async function publishChanges(tx: Context, firstId: string, secondId: string): Promise<void> {
  await publishConversationOf(tx, firstId, secondId);
  await publishUnreadCountsOf(tx, [firstId, secondId]);
}

/** Blocks a person. Idempotent, also concurrently. Rejects with self_not_allowed and user_not_found. */
export async function blockPerson(ctx: Context, blockerId: string, targetId: string, reason: string | null): Promise<Block> {
  if (targetId === blockerId) return fail('self_not_allowed');
  if (!(await findAccount(ctx, targetId))) return fail('user_not_found');
  const inserted = await ctx.db
    .insert(userBlocks)
    .values({ id: ctx.random.id(), blockerId, targetId, reason, createdAt: ctx.clock.now() })
    .onConflictDoNothing()
    .returning({ id: userBlocks.id });
  if (inserted.length > 0) await publishChanges(ctx, blockerId, targetId);
  const [row] = await ctx.db
    .select({ id: userBlocks.id })
    .from(userBlocks)
    .where(and(eq(userBlocks.blockerId, blockerId), eq(userBlocks.targetId, targetId)));
  const block = row && (await blocksById(ctx, [row.id])).get(row.id);
  return block ?? fail('user_not_found');
}

/** Removes a block. Rejects with block_not_found. */
export async function unblockPerson(ctx: Context, blockerId: string, targetId: string): Promise<void> {
  const deleted = await ctx.db
    .delete(userBlocks)
    .where(and(eq(userBlocks.blockerId, blockerId), eq(userBlocks.targetId, targetId)))
    .returning({ id: userBlocks.id });
  if (deleted.length === 0) fail('block_not_found');
  await publishChanges(ctx, blockerId, targetId);
}

/** The people that the account has blocked, not those who have blocked it. */
export function blockedPeople(ctx: Context, blockerId: string, query: ListQuery): Promise<Page<Block>> {
  const matchesName = query.q === undefined ? undefined : nameMatches(query.q);
  const source = ctx.db
    .select({ id: userBlocks.id, createdAt: userBlocks.createdAt })
    .from(userBlocks)
    .innerJoin(accounts, eq(accounts.id, userBlocks.targetId))
    .where(and(eq(userBlocks.blockerId, blockerId), matchesName))
    .as('found');
  // A block never changes, so sorting by creation and by change is the same.
  return readPage(ctx, { ...query, sortBy: 'createdAt' }, source, (ids) => blocksById(ctx, ids));
}
