/** Lists of conversations: the last spoken in first. */
import { and, count, desc, eq, gt, or, sql, type SQL } from 'drizzle-orm';
import type { Page } from '@contract/kernel/shapes';
import type { Parsed } from '@contract/endpoint';
import type conversationContract from '@contract/talk/conversations';
import * as limits from '@contract/kernel/limits';
import type { Context } from '../../platform/context';
import { readPage, within } from '../../platform/db/paging';
import { accounts, conversationMembers, fanListPeople, fanLists, messages, subscriptions } from '../../platform/db/schema/schema';
import { givesAccess } from '../../entitlements/entitlements';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { typedWords } from '../../platform/words/searchable';
import { isCalled } from '../../modules/people/people';
import { conversationAnswers, type ConversationAnswer, type Reader } from './rows';

type Contract = typeof conversationContract;
export type ConversationPage = Page<ConversationAnswer> & { isMore: boolean };

const readerOf = (actor: Actor, client: Client): Reader => ({ id: actor.id, isPerformer: actor.isPerformer, country: client.country });

/** What is typed stands for words that begin with it, or for whole words alone, which are found much faster. */
type Meant = 'beginnings' | 'whole words';
const endings: Readonly<Record<Meant, string>> = { beginnings: ':*', 'whole words': '' };

/**
 * The condition that a message is one of those that `key` names and holds these words; without any word it holds for none. `key` is
 * a conversation or a person. What is looked for is put together once, not for each message.
 */
export const said = (key: { conversation: string } | { person: string }, text: string, meant: Meant = 'beginnings'): SQL => {
  const owner = 'person' in key ? `'p ${key.person}'` : `'c ${key.conversation}'`;
  return sql`${sql.raw('"messages"."search"')} @@ (
    select ${owner}::tsquery && string_agg(quote_literal(word) || ${endings[meant]}, ' & ')::tsquery from unnest(words_of(${typedWords(text)})) word)`;
};

async function read(
  ctx: Context,
  reader: Reader,
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
    .where(and(eq(conversationMembers.accountId, reader.id), eq(conversationMembers.isListed, true), ...conditions))
    .as('found');
  // Nobody is told how many there are. Counted in the list's own order: of a frequent name the first hundred are met soon on its way.
  const counted = ctx.db
    .select({ id: source.id })
    .from(source)
    .where(and(...within(sql`${source.createdAt}`, query)))
    .orderBy(desc(source.updatedAt))
    .limit(limits.page.countedInTalksMax);
  const counting = sql<number>`(select count(*)::int from ${counted.as('counted')})`;
  const page = await readPage(ctx, query, source, (ids) => conversationAnswers(ctx, reader, ids), counting);
  return { ...page, isMore: page.nextCursor !== null };
}

/** The condition that the other member is called so. */
const named = (text: string): SQL =>
  sql`exists (select from ${accounts} where ${accounts.id} = ${conversationMembers.otherId} and ${isCalled(text)})`;

/** The caller's conversations. */
export function listConversations(
  ctx: Context,
  actor: Actor,
  client: Client,
  query: Parsed<Contract['GET /conversations']>['query'],
): Promise<ConversationPage> {
  const { keyword = query.q, isUnread, isSubscribed, listId } = query;
  const subscribes = sql`exists (select from ${subscriptions} where ${subscriptions.userId} = ${conversationMembers.otherId}
    and ${subscriptions.performerId} = ${actor.id} and ${givesAccess(ctx.clock.now())})`;
  const listed = sql`exists (select from ${fanListPeople} join ${fanLists} on ${fanLists.id} = ${fanListPeople.listId}
    where ${fanLists.id} = ${listId ?? null} and ${fanLists.performerId} = ${actor.id} and ${fanListPeople.accountId} = ${conversationMembers.otherId})`;
  return read(ctx, readerOf(actor, client), query, [
    keyword === undefined ? undefined : named(keyword),
    isUnread === undefined ? undefined : isUnread ? gt(conversationMembers.unread, 0) : eq(conversationMembers.unread, 0),
    isSubscribed === undefined ? undefined : isSubscribed ? subscribes : sql`not ${subscribes}`,
    listId === undefined ? undefined : listed,
  ]);
}

/**
 * The conversations of a person in which these words were written. Beginnings cost as much as the whole site has of them: they are
 * looked for where few of her own messages hold the words as they are, else the words mean themselves.
 */
async function conversationsWith(ctx: Context, personId: string, text: string): Promise<string[]> {
  const having = (meant: Meant) =>
    ctx.db
      .select({ id: messages.conversationId, times: count() })
      .from(messages)
      .where(said({ person: personId }, text, meant))
      .groupBy(messages.conversationId);
  const whole = await having('whole words');
  const isFrequent = whole.reduce((sum, { times }) => sum + times, 0) > limits.page.countedInTalksMax;
  return (isFrequent ? whole : await having('beginnings')).map(({ id }) => id);
}

/** Conversations with people of this name, or in which these words were written. */
export async function searchConversations(
  ctx: Context,
  actor: Actor,
  client: Client,
  query: Parsed<Contract['GET /conversations/search']>['query'],
): Promise<ConversationPage> {
  // Once for the page and for its count: words of somebody who has said much are the dearest part.
  const spoken = await conversationsWith(ctx, actor.id, query.q);
  const written = sql`${conversationMembers.conversationId} = any(${sql.param(spoken)}::uuid[])`;
  return read(ctx, readerOf(actor, client), query, [or(named(query.q), written)]);
}

/** One of the caller's conversations. Refuses with conversation_not_found. */
export async function viewConversation(ctx: Context, actor: Actor, client: Client, id: string): Promise<ConversationAnswer> {
  return (await conversationAnswers(ctx, readerOf(actor, client), [id])).get(id) ?? fail('conversation_not_found');
}
