/** The list of people whom somebody has blocked. */
import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { Parsed } from '@contract/endpoint';
import type blockingContract from '@contract/people/blocking';
import type { Block as BlockSchema } from '@contract/kernel/entities';
import type { Page } from '@contract/kernel/shapes';
import type { Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { accounts, userBlocks } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import { tellPair } from '../../talk/conversations/conversations';
import { tellUnreadTo } from '../../people/notifications/notifications';
import { findAccount, peopleByIds, isCalled } from '../../modules/people/people';

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

/** What lies between the two, and what is unread of it, is not what it was. */
async function tellBoth(tx: Context, one: string, other: string): Promise<void> {
  await tellPair(tx, one, other);
  await tellUnreadTo(tx, [one, other]);
}

/** Blocks a person; twice is once, also at the same moment. Refuses with self_not_allowed and user_not_found. */
export async function blockPerson(ctx: Context, blockerId: string, targetId: string, reason: string | null): Promise<Block> {
  if (targetId === blockerId) return fail('self_not_allowed');
  if (!(await findAccount(ctx, targetId))) return fail('user_not_found');
  const blocked = await ctx.db
    .insert(userBlocks)
    .values({ id: ctx.chance.id(), blockerId, targetId, reason, createdAt: ctx.clock.now() })
    .onConflictDoNothing()
    .returning({ id: userBlocks.id });
  if (blocked.length > 0) await tellBoth(ctx, blockerId, targetId);
  const [row] = await ctx.db
    .select({ id: userBlocks.id })
    .from(userBlocks)
    .where(and(eq(userBlocks.blockerId, blockerId), eq(userBlocks.targetId, targetId)));
  const block = row && (await blocksById(ctx, [row.id])).get(row.id);
  return block ?? fail('user_not_found');
}

/** Takes a block back. Refuses with block_not_found. */
export async function unblockPerson(ctx: Context, blockerId: string, targetId: string): Promise<void> {
  const gone = await ctx.db
    .delete(userBlocks)
    .where(and(eq(userBlocks.blockerId, blockerId), eq(userBlocks.targetId, targetId)))
    .returning({ id: userBlocks.id });
  if (gone.length === 0) fail('block_not_found');
  await tellBoth(ctx, blockerId, targetId);
}

/** The people whom the account has blocked; never those who have blocked it. */
export function blockedPeople(ctx: Context, blockerId: string, query: ListQuery): Promise<Page<Block>> {
  const named = query.q === undefined ? undefined : isCalled(query.q);
  const source = ctx.db
    .select({ id: userBlocks.id, createdAt: userBlocks.createdAt })
    .from(userBlocks)
    .innerJoin(accounts, eq(accounts.id, userBlocks.targetId))
    .where(and(eq(userBlocks.blockerId, blockerId), named))
    .as('found');
  // A block never changes: both orders that the list offers are one.
  return readPage(ctx, { ...query, sortBy: 'createdAt' }, source, (ids) => blocksById(ctx, ids));
}
