/** Creates conversations: on request, or by a subscription. Two people have at most one, also when several requests run concurrently. */
import { and, eq, sql } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { conversationMembers, conversations } from '../../platform/db/schema/messages';
import { charges } from '../../platform/db/schema/money';
import { performers } from '../../platform/db/schema/performers';
import { follows } from '../../platform/db/schema/responses';
import { subscriptions } from '../../platform/db/schema/subscriptions';
import { takeAdvisoryLock } from '../../platform/db/advisory-lock';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { isBlockedBetween, isBlockedForVisitor } from '../../people/blocking/blocking';
import { publishConversation } from './events';
import { conversationResponses, type ConversationResponse } from './rows';

export interface ConversationPartner {
  source: 'user' | 'performer';
  sourceId: string;
}

async function find(ctx: Pick<Context, 'db'>, accountId: string, otherId: string): Promise<string | null> {
  const [row] = await ctx.db
    .select({ id: conversationMembers.conversationId })
    .from(conversationMembers)
    .where(and(eq(conversationMembers.accountId, accountId), eq(conversationMembers.otherId, otherId)));
  return row?.id ?? null;
}

/** Creates the conversation. The caller holds the pair's lock. */
async function create(tx: Context, openerId: string, otherId: string, isListedFor: (id: string) => boolean): Promise<string> {
  const id = tx.random.id();
  const now = tx.clock.now();
  await tx.db.insert(conversations).values({ id, createdAt: now });
  const member = (accountId: string, otherMemberId: string) => ({
    conversationId: id,
    accountId,
    otherId: otherMemberId,
    isListed: isListedFor(accountId),
    lastMessageAt: now,
    createdAt: now,
  });
  await tx.db.insert(conversationMembers).values([member(openerId, otherId), member(otherId, openerId)]);
  return id;
}

/** The name of the advisory lock for creating the conversation of two people. Take several in the order of names, to avoid deadlocks. */
export const pairLockName = (accountId: string, otherId: string): string => `conversation ${[accountId, otherId].sort().join(' ')}`;

/** Serializes the creation of a conversation. */
const takePairLock = (tx: Context, accountId: string, otherId: string): Promise<void> =>
  takeAdvisoryLock(tx.db, pairLockName(accountId, otherId));

/** Gets or creates the conversation of a subscriber with the performer, in the transaction of the subscription. It is listed for both. */
export async function getOrCreateConversation(tx: Context, fanId: string, performerId: string): Promise<string> {
  await takePairLock(tx, fanId, performerId);
  const existingId = await find(tx, fanId, performerId);
  if (existingId !== null) {
    await tx.db.update(conversationMembers).set({ isListed: true }).where(eq(conversationMembers.conversationId, existingId));
    return existingId;
  }
  return create(tx, fanId, performerId, () => true);
}

/** Whether the account is a fan of this performer: follows, has ever subscribed, or has bought something. */
async function isFanOf(ctx: Context, fanId: string, performerId: string): Promise<boolean> {
  const { rows } = await ctx.db.execute<{ is_fan: boolean }>(sql`
    select exists (select from ${follows} where follower_id = ${fanId} and performer_id = ${performerId})
      or exists (select from ${subscriptions} where user_id = ${fanId} and performer_id = ${performerId})
      or exists (select from ${charges} where user_id = ${fanId} and performer_id = ${performerId}) as is_fan`);
  return rows[0]?.is_fan === true;
}

async function assertMayOpen(ctx: Context, actor: Actor, client: Client, { source, sourceId }: ConversationPartner): Promise<void> {
  const [other] = await ctx.db
    .select({ isPerformer: accounts.isPerformer, verification: performers.verification })
    .from(accounts)
    .leftJoin(performers, eq(performers.accountId, accounts.id))
    .where(and(eq(accounts.id, sourceId), eq(accounts.status, 'active'), eq(accounts.isPerformer, source === 'performer')));
  if (!other) return fail('account_not_found');
  if (source === 'performer') {
    if (other.verification !== 'approved') return fail('account_not_found');
    if (await isBlockedForVisitor(ctx, { accountId: actor.id, country: client.country }, sourceId)) fail('blocked_by_performer');
    return;
  }
  if (!actor.isPerformer) return fail('conversation_not_allowed');
  // A performer must not learn about accounts that blocked them or are not their fans.
  if (await isBlockedBetween(ctx, actor.id, sourceId)) return fail('account_not_found');
  if (!(await isFanOf(ctx, sourceId, actor.id))) return fail('conversation_not_allowed');
}

/**
 * Gets or creates the caller's conversation with an account, in the transaction of `tx`. It is listed for the other member once it has a
 * message. Rejects with self_not_allowed, account_not_found, blocked_by_performer and conversation_not_allowed.
 */
export async function openConversation(
  tx: Context,
  actor: Actor,
  client: Client,
  partner: ConversationPartner,
): Promise<ConversationResponse> {
  const { sourceId } = partner;
  if (sourceId === actor.id) return fail('self_not_allowed');
  await takePairLock(tx, actor.id, sourceId);
  const existingId = await find(tx, actor.id, sourceId);
  if (existingId === null) await assertMayOpen(tx, actor, client, partner);
  const id = existingId ?? (await create(tx, actor.id, sourceId, (accountId) => accountId === actor.id));
  if (existingId !== null)
    await tx.db
      .update(conversationMembers)
      .set({ isListed: true })
      .where(and(eq(conversationMembers.conversationId, existingId), eq(conversationMembers.accountId, actor.id)));
  if (existingId === null) await publishConversation(tx, id, [actor.id]);
  return (await conversationResponses(tx, { ...actor, country: client.country }, [id])).get(id) ?? fail('account_not_found');
}
