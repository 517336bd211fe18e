/** Lists of conversations, most recently active first, and search. */
import { and, count, desc, eq, gt, or, sql, type SQL } from 'drizzle-orm';
import type { Page } from '@contract/kernel/shapes';
import type { Parsed } from '@contract/kernel/endpoint';
import type conversationContract from '@contract/talk/conversations';
import * as limits from '@contract/kernel/limits';
import type { Context } from '../../platform/context';
import { readPage, createdWithin } from '../../platform/db/paging';
import { accounts } from '../../platform/db/schema/accounts';
import { conversationMembers, fanListPeople, fanLists, messages } from '../../platform/db/schema/messages';
import { subscriptions } from '../../platform/db/schema/subscriptions';
import { givesAccess } from '../../content/entitlements/entitlements';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { searchableQuery } from '../../platform/words/searchable';
import { nameMatches } from '../../people/people/name-search';
import { conversationResponses, type ConversationResponse, type ConversationMember } from './rows';

type Contract = typeof conversationContract;
export type ConversationPage = Page<ConversationResponse> & { isMore: boolean };

const memberOf = (actor: Actor, client: Client): ConversationMember => ({
  id: actor.id,
  isPerformer: actor.isPerformer,
  country: client.country,
});

/** Search terms match word prefixes, or only whole words, which is much faster. */
type MatchMode = 'prefixes' | 'whole words';
const tsquerySuffix: Readonly<Record<MatchMode, string>> = { prefixes: ':*', 'whole words': '' };

/**
 * The SQL condition that a message belongs to `key`, a conversation or a person, and contains these words; false without any word. The
 * query is built once in a subselect, not per message.
 */
export const messagesContaining = (key: { conversation: string } | { person: string }, text: string, mode: MatchMode = 'prefixes'): SQL => {
  const owner = 'person' in key ? `'p ${key.person}'` : `'c ${key.conversation}'`;
  return sql`${sql.raw('"messages"."search"')} @@ (
    select ${owner}::tsquery && string_agg(quote_literal(word) || ${tsquerySuffix[mode]}, ' & ')::tsquery from unnest(words_of(${searchableQuery(text)})) word)`;
};

async function readConversationPage(
  ctx: Context,
  member: ConversationMember,
  query: Omit<Parsed<Contract['GET /conversations']>['query'], 'q'>,
  conditions: (SQL | undefined)[],
): Promise<ConversationPage> {
  const source = ctx.db
    .select({
      id: sql<string>`${conversationMembers.conversationId}`.as('id'),
      createdAt: conversationMembers.createdAt,
      updatedAt: sql<Date>`${conversationMembers.lastMessageAt}`.as('updated_at'),
    })
    .from(conversationMembers)
    .where(and(eq(conversationMembers.accountId, member.id), eq(conversationMembers.isListed, true), ...conditions))
    .as('found');
  // The exact total is not needed. Counting in the list's order finds the first hundred matches of a frequent name early.
  const counted = ctx.db
    .select({ id: source.id })
    .from(source)
    .where(and(...createdWithin(sql`${source.createdAt}`, query)))
    .orderBy(desc(source.updatedAt))
    .limit(limits.page.countedInConversationsMax);
  const totalSql = sql<number>`(select count(*)::int from ${counted.as('counted')})`;
  const page = await readPage(ctx, query, source, (ids) => conversationResponses(ctx, member, ids), totalSql);
  return { ...page, isMore: page.nextCursor !== null };
}

/** The condition that the other member's name or username matches. */
const isNamed = (text: string): SQL =>
  sql`exists (select from ${accounts} where ${accounts.id} = ${conversationMembers.otherId} and ${nameMatches(text)})`;

/** The caller's conversations. */
export function listConversations(
  ctx: Context,
  actor: Actor,
  client: Client,
  query: Parsed<Contract['GET /conversations']>['query'],
): Promise<ConversationPage> {
  const { keyword = query.q, isUnread, isSubscribed, listId } = query;
  const isSubscriber = sql`exists (select from ${subscriptions} where ${subscriptions.userId} = ${conversationMembers.otherId}
    and ${subscriptions.performerId} = ${actor.id} and ${givesAccess(ctx.clock.now())})`;
  const isOnList = sql`exists (select from ${fanListPeople} join ${fanLists} on ${fanLists.id} = ${fanListPeople.listId}
    where ${fanLists.id} = ${listId ?? null} and ${fanLists.performerId} = ${actor.id} and ${fanListPeople.accountId} = ${conversationMembers.otherId})`;
  return readConversationPage(ctx, memberOf(actor, client), query, [
    keyword === undefined ? undefined : isNamed(keyword),
    isUnread === undefined ? undefined : isUnread ? gt(conversationMembers.unread, 0) : eq(conversationMembers.unread, 0),
    isSubscribed === undefined ? undefined : isSubscribed ? isSubscriber : sql`not ${isSubscriber}`,
    listId === undefined ? undefined : isOnList,
  ]);
}

/**
 * The conversations of a person with messages that contain these words. Prefix matches are expensive for words frequent on the whole site,
 * so they are used only when few of the person's messages contain the whole words.
 */
async function conversationsContaining(ctx: Context, personId: string, text: string): Promise<string[]> {
  const matching = (mode: MatchMode) =>
    ctx.db
      .select({ id: messages.conversationId, times: count() })
      .from(messages)
      .where(messagesContaining({ person: personId }, text, mode))
      .groupBy(messages.conversationId);
  const whole = await matching('whole words');
  const isFrequent = whole.reduce((sum, { times }) => sum + times, 0) > limits.page.countedInConversationsMax;
  return (isFrequent ? whole : await matching('prefixes')).map(({ id }) => id);
}

/** Searches conversations by the other member's name or by message text. */
export async function searchConversations(
  ctx: Context,
  actor: Actor,
  client: Client,
  query: Parsed<Contract['GET /conversations/search']>['query'],
): Promise<ConversationPage> {
  // Computed once for the page and its count, because the text search is the most expensive part.
  const conversationIds = await conversationsContaining(ctx, actor.id, query.q);
  const hasWords = sql`${conversationMembers.conversationId} = any(${sql.param(conversationIds)}::uuid[])`;
  return readConversationPage(ctx, memberOf(actor, client), query, [or(isNamed(query.q), hasWords)]);
}

/** One of the caller's conversations. Rejects with conversation_not_found. */
export async function viewConversation(ctx: Context, actor: Actor, client: Client, id: string): Promise<ConversationResponse> {
  return (await conversationResponses(ctx, memberOf(actor, client), [id])).get(id) ?? fail('conversation_not_found');
}
