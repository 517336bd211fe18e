/** Socket events from devices about conversations: typing, delivered, seen, and presence subscriptions. */
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { inTransaction, type Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { conversationMembers } from '../../platform/db/schema/messages';
import { fail } from '../../kernel/api-error';
import type { ClientEventHandlers } from '../../platform/realtime/client-event-handlers';
import { isBlockedBetween, isVisibleToVisitor, visitorOf, type Visitor } from '../../people/blocking/blocking';
import { markDeliveredUpTo, typingPartner, markConversationRead } from './read-marks';

/** The accounts of `ids` whose presence the visitor may watch: performers and conversation partners, without blocks between them. */
async function watchablePeople(
  ctx: Context,
  accountId: string,
  visitor: Visitor,
  ids: string[],
): Promise<{ id: string; isOnline: boolean }[]> {
  if (ids.length === 0) return [];
  const hasConversation = sql`exists (select from ${conversationMembers} where ${conversationMembers.accountId} = ${accountId} and ${conversationMembers.otherId} = ${accounts.id})`;
  return ctx.db
    .select({ id: accounts.id, isOnline: accounts.isOnline })
    .from(accounts)
    .where(
      and(
        inArray(accounts.id, ids),
        eq(accounts.status, 'active'),
        eq(accounts.showOnline, true),
        or(eq(accounts.isPerformer, true), hasConversation),
        isVisibleToVisitor(accounts.id, visitor),
      ),
    );
}

export const conversationEvents = {
  'conversation/seen': async (ctx, { actor }, { conversationId }) => {
    return { seq: await inTransaction(ctx, (tx) => markConversationRead(tx, actor.id, conversationId)) };
  },
  'conversation/delivered': async (ctx, { actor }, { conversationId, seq }) => {
    await inTransaction(ctx, (tx) => markDeliveredUpTo(tx, actor.id, conversationId, seq));
    return { seq };
  },
  'conversation/typing': async (ctx, { actor, emit }, { conversationId, isTyping }) => {
    const partner = (await typingPartner(ctx, actor.id, conversationId)) ?? fail('conversation_not_found');
    if (!partner.showsTyping || (await isBlockedBetween(ctx, actor.id, partner.id))) return { told: false };
    emit(`account:${partner.id}`, 'conversation/typing', { conversationId, accountId: actor.id, isTyping });
    return { told: true };
  },
  'presence/watch': async (ctx, { actor, country, watch }, { accountIds }) => {
    const people = await watchablePeople(ctx, actor.id, visitorOf(actor, { country }), accountIds);
    await watch(people.map(({ id }) => `about:${id}` as const));
    return { online: people.flatMap(({ id, isOnline }) => (isOnline ? [id] : [])) };
  },
} satisfies Partial<ClientEventHandlers>;
