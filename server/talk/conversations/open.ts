/** How conversations begin: when somebody asks for one, or subscribes. Of two people there is one, however many begin it at once. */
import { and, eq, sql } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { accounts, charges, conversationMembers, conversations, follows, performers, subscriptions } from '../../platform/db/schema/schema';
import { takeTurn } from '../../platform/db/advisory-lock';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { isBlockedBetween, isKeptOut } from '../../people/blocking/blocking';
import { tellConversation } from '../../modules/conversations/changed';
import { conversationAnswers, type ConversationAnswer } from './rows';

export interface Partner {
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

/** Makes the conversation, which nobody else makes meanwhile. */
async function make(tx: Context, openerId: string, otherId: string, isListedTo: (id: string) => boolean): Promise<string> {
  const id = tx.chance.id();
  const now = tx.clock.now();
  await tx.db.insert(conversations).values({ id, createdAt: now });
  const member = (accountId: string, other: string) => ({
    ...{ conversationId: id, accountId, otherId: other, isListed: isListedTo(accountId), lastMessageAt: now, createdAt: now },
  });
  await tx.db.insert(conversationMembers).values([member(openerId, otherId), member(otherId, openerId)]);
  return id;
}

/** The name of the lock that whoever begins a conversation of these two takes first; who takes several takes them in the order of their names. */
export const pairLock = (one: string, other: string): string => `conversation ${[one, other].sort().join(' ')}`;

/** Two who begin the same conversation follow each other. */
const oneAtATime = (tx: Context, one: string, other: string): Promise<void> => takeTurn(tx.db, pairLock(one, other));

/** The conversation of a fan with a performer whom she subscribes to, in that transaction. Both have it on their lists. */
export async function conversationOf(tx: Context, fanId: string, performerId: string): Promise<string> {
  await oneAtATime(tx, fanId, performerId);
  const known = await find(tx, fanId, performerId);
  if (known !== null) {
    await tx.db.update(conversationMembers).set({ isListed: true }).where(eq(conversationMembers.conversationId, known));
    return known;
  }
  return make(tx, fanId, performerId, () => true);
}

/** Whether a fan has come near this performer: follows, has subscribed, or has bought something. */
async function isFanOf(ctx: Context, fanId: string, performerId: string): Promise<boolean> {
  const { rows } = await ctx.db.execute<{ is_fan: boolean }>(sql`
    select exists (select from ${follows} where follower_id = ${fanId} and performer_id = ${performerId})
      or exists (select from ${subscriptions} where user_id = ${fanId} and performer_id = ${performerId})
      or exists (select from ${charges} where user_id = ${fanId} and performer_id = ${performerId}) as is_fan`);
  return rows[0]?.is_fan === true;
}

async function assertMayOpen(ctx: Context, actor: Actor, client: Client, { source, sourceId }: Partner): Promise<void> {
  const [other] = await ctx.db
    .select({ isPerformer: accounts.isPerformer, verification: performers.verification })
    .from(accounts)
    .leftJoin(performers, eq(performers.accountId, accounts.id))
    .where(and(eq(accounts.id, sourceId), eq(accounts.status, 'active'), eq(accounts.isPerformer, source === 'performer')));
  if (!other) return fail('account_not_found');
  if (source === 'performer') {
    if (other.verification !== 'approved') return fail('account_not_found');
    if (await isKeptOut(ctx, { accountId: actor.id, country: client.country }, sourceId)) fail('blocked_by_performer');
    return;
  }
  if (!actor.isPerformer) return fail('conversation_not_allowed');
  // Who has blocked her, or never came near, is nobody whom she may know of.
  if (await isBlockedBetween(ctx, actor.id, sourceId)) return fail('account_not_found');
  if (!(await isFanOf(ctx, sourceId, actor.id))) return fail('conversation_not_allowed');
}

/**
 * The caller's conversation with somebody, found or made, in the transaction of `tx`. The other sees it when something is said.
 * Refuses with self_not_allowed, account_not_found, blocked_by_performer and conversation_not_allowed.
 */
export async function openConversation(tx: Context, actor: Actor, client: Client, partner: Partner): Promise<ConversationAnswer> {
  const { sourceId } = partner;
  if (sourceId === actor.id) return fail('self_not_allowed');
  await oneAtATime(tx, actor.id, sourceId);
  const known = await find(tx, actor.id, sourceId);
  if (known === null) await assertMayOpen(tx, actor, client, partner);
  const id = known ?? (await make(tx, actor.id, sourceId, (accountId) => accountId === actor.id));
  if (known !== null)
    await tx.db
      .update(conversationMembers)
      .set({ isListed: true })
      .where(and(eq(conversationMembers.conversationId, known), eq(conversationMembers.accountId, actor.id)));
  if (known === null) await tellConversation(tx, id, [actor.id]);
  return (await conversationAnswers(tx, { ...actor, country: client.country }, [id])).get(id) ?? fail('account_not_found');
}
