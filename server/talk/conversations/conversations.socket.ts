/** What devices say about conversations: that somebody types, has received or has read, and whose presence they show. */
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { inTransaction, type Context } from '../../platform/context';
import { accounts, conversationMembers } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Heard } from '../../realtime/heard';
import { isBlockedBetween, metBy, visitorOf, type Visitor } from '../../people/blocking/blocking';
import { deliveredTo, partnerOf, readAll } from './read-marks';

/** Accounts whose coming and going somebody may watch: performers, and people she has a conversation with; nobody behind a block. */
async function watchable(ctx: Context, accountId: string, visitor: Visitor, ids: string[]): Promise<{ id: string; isOnline: boolean }[]> {
  if (ids.length === 0) return [];
  const talksWith = sql`exists (select from ${conversationMembers} where ${conversationMembers.accountId} = ${accountId} and ${conversationMembers.otherId} = ${accounts.id})`;
  return ctx.db
    .select({ id: accounts.id, isOnline: accounts.isOnline })
    .from(accounts)
    .where(
      and(
        inArray(accounts.id, ids),
        eq(accounts.status, 'active'),
        eq(accounts.showOnline, true),
        or(eq(accounts.isPerformer, true), talksWith),
        metBy(accounts.id, visitor),
      ),
    );
}

export const conversationEvents = {
  'conversation/seen': async (ctx, { actor }, { conversationId }) => {
    return { seq: await inTransaction(ctx, (tx) => readAll(tx, actor.id, conversationId)) };
  },
  'conversation/delivered': async (ctx, { actor }, { conversationId, seq }) => {
    await inTransaction(ctx, (tx) => deliveredTo(tx, actor.id, conversationId, seq));
    return { seq };
  },
  'conversation/typing': async (ctx, { actor, tell }, { conversationId, isTyping }) => {
    const partner = (await partnerOf(ctx, actor.id, conversationId)) ?? fail('conversation_not_found');
    if (!partner.showsTyping || (await isBlockedBetween(ctx, actor.id, partner.id))) return { told: false };
    tell(`account:${partner.id}`, 'conversation/typing', { conversationId, accountId: actor.id, isTyping });
    return { told: true };
  },
  'presence/watch': async (ctx, { actor, country, watch }, { accountIds }) => {
    const people = await watchable(ctx, actor.id, visitorOf(actor, { country }), accountIds);
    await watch(people.map(({ id }) => `about:${id}` as const));
    return { online: people.flatMap(({ id, isOnline }) => (isOnline ? [id] : [])) };
  },
} satisfies Partial<Heard>;
