/** Reading a conversation: pages by place, which cost the same however long it is. */
import { and, asc, desc, eq, gt, lt, lte, sql, type SQL } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { Count, type Page } from '@contract/kernel/shapes';
import type { Parsed } from '@contract/endpoint';
import type messageContract from '@contract/talk/messages';
import { inTransaction, type Context } from '../../platform/context';
import { within } from '../../platform/db/paging';
import { conversationMembers, conversations, messages } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import { deliveredTo, said } from '../conversations/conversations';
import { messageAnswers, type MessageAnswer } from './rows';

type Query = Parsed<(typeof messageContract)['GET /messages/conversations/:id']>['query'];

const Place = Count(0, limits.messageSeqMax);

const placeOf = (cursor: string): number => {
  const place = Place.safeParse(cursor);
  return place.success
    ? place.data
    : fail('invalid_request', { issues: [{ path: 'cursor', message: 'This place in the list does not exist.' }] });
};

/** A member's conversation: the place of its last message, and how far she has it. Refuses with conversation_not_found. */
async function memberOf(ctx: Context, accountId: string, id: string): Promise<{ lastSeq: number; deliveredSeq: number }> {
  const [row] = await ctx.db
    .select({ lastSeq: conversations.lastSeq, deliveredSeq: conversationMembers.deliveredSeq })
    .from(conversationMembers)
    .innerJoin(conversations, eq(conversations.id, conversationMembers.conversationId))
    .where(and(eq(conversationMembers.conversationId, id), eq(conversationMembers.accountId, accountId)));
  return row ?? fail('conversation_not_found');
}

interface Found {
  id: string;
  seq: number;
}

async function rowsWhere(ctx: Context, where: (SQL | undefined)[], order: 'asc' | 'desc', limit: number): Promise<Found[]> {
  return ctx.db
    .select({ id: messages.id, seq: messages.seq })
    .from(messages)
    .where(and(...where))
    .orderBy(order === 'asc' ? asc(messages.seq) : desc(messages.seq))
    .limit(limit);
}

/** Those before and after one message: half of the page on each side. Refuses with message_not_found. */
async function around(ctx: Context, conversationId: string, messageId: string, limit: number): Promise<Found[]> {
  const [message] = await ctx.db
    .select({ seq: messages.seq })
    .from(messages)
    .where(and(eq(messages.conversationId, conversationId), eq(messages.id, messageId)));
  if (!message) return fail('message_not_found');
  const highest = message.seq + Math.floor(limit / 2);
  return rowsWhere(ctx, [eq(messages.conversationId, conversationId), lte(messages.seq, highest)], 'desc', limit);
}

/** The condition of the rows behind a place, or behind the first `offset` of them where no place is named. */
function behind({ cursor, offset, sort }: Query, lastSeq: number): SQL {
  if (cursor !== undefined) return sort === 'asc' ? gt(messages.seq, placeOf(cursor)) : lt(messages.seq, placeOf(cursor));
  return sort === 'asc' ? gt(messages.seq, offset) : lte(messages.seq, lastSeq - offset);
}

interface Matches {
  rows: Found[];
  total: number;
}

/** What matches on the way from place to place, from `query.cursor` on or behind `query.offset`. */
function onTheWay(ctx: Context, matches: (SQL | undefined)[], query: Query): Promise<Found[]> {
  const { cursor, offset, sort, limit } = query;
  return ctx.db
    .select({ id: messages.id, seq: messages.seq })
    .from(messages)
    .where(and(...matches, cursor === undefined ? undefined : behind(query, 0)))
    .orderBy(sort === 'asc' ? asc(messages.seq) : desc(messages.seq))
    .limit(limit + 1)
    .offset(cursor === undefined ? offset : 0);
}

/** The page of few matches that are all known. */
function pageOf(found: readonly Found[], { cursor, offset, sort, limit }: Query): Found[] {
  const direction = sort === 'asc' ? 1 : -1;
  const ordered = [...found].sort((one, other) => direction * (one.seq - other.seq));
  if (cursor === undefined) return ordered.slice(offset, offset + limit + 1);
  const place = placeOf(cursor);
  return ordered.filter(({ seq }) => direction * (seq - place) > 0).slice(0, limit + 1);
}

/**
 * Messages with these words. Rare ones are found by their words, all at once; where counting stops there are so many that the
 * next are met soon on the way from place to place. Whole words tell that quickly, and only where they are few are beginnings
 * looked for.
 */
async function withWords(ctx: Context, id: string, q: string, dates: (SQL | undefined)[], query: Query): Promise<Matches> {
  const most = limits.page.countedInTalksMax;
  const upToMost = (words: SQL): Promise<Found[]> =>
    ctx.db
      .select({ id: messages.id, seq: messages.seq })
      .from(messages)
      .where(and(words, ...dates))
      .limit(most + 1);
  const begun = said({ conversation: id }, q);
  let found = await upToMost(said({ conversation: id }, q, 'whole words'));
  if (found.length <= most) found = await upToMost(begun);
  if (found.length <= most) return { rows: pageOf(found, query), total: found.length };
  return { rows: await onTheWay(ctx, [eq(messages.conversationId, id), begun, ...dates], query), total: most };
}

/** What was searched for, by words, by dates or by both; places are those of the conversation. */
async function searched(ctx: Context, id: string, query: Query): Promise<Matches> {
  const dates = within(sql`${messages.createdAt}`, query);
  if (query.q !== undefined) return withWords(ctx, id, query.q, dates, query);
  const matches = [eq(messages.conversationId, id), ...dates];
  const counted = ctx.db
    .select({ one: sql`1`.as('one') })
    .from(messages)
    .where(and(...matches))
    .limit(limits.page.countedMax)
    .as('counted');
  return { rows: await onTheWay(ctx, matches, query), total: await ctx.db.$count(counted) };
}

async function paged(ctx: Context, id: string, query: Query, lastSeq: number): Promise<Found[]> {
  const { after, limit, sort } = query;
  if (after !== undefined) {
    const next = await rowsWhere(ctx, [eq(messages.conversationId, id), gt(messages.seq, after)], 'asc', limit);
    return next.reverse();
  }
  if (query.around !== undefined) return around(ctx, id, query.around, limit);
  return rowsWhere(ctx, [eq(messages.conversationId, id), behind(query, lastSeq)], sort, limit + 1);
}

const isSearch = ({ q, fromDate, toDate }: Query): boolean => q !== undefined || fromDate !== undefined || toDate !== undefined;

/**
 * Messages of a member's conversation, the newest first; what she gets now has been delivered. Refuses with
 * conversation_not_found and message_not_found.
 */
export async function listMessages(ctx: Context, accountId: string, id: string, query: Query): Promise<Page<MessageAnswer>> {
  const { lastSeq, deliveredSeq } = await memberOf(ctx, accountId, id);
  const { rows, total } = isSearch(query) ? await searched(ctx, id, query) : { rows: await paged(ctx, id, query, lastSeq), total: lastSeq };
  const shown = rows.slice(0, query.limit);
  const [first, last] = [shown[0], shown.at(-1)];
  const newest = Math.max(first?.seq ?? 0, last?.seq ?? 0);
  if (newest > deliveredSeq) await inTransaction(ctx, (tx) => deliveredTo(tx, accountId, id, newest));
  const answers = await messageAnswers(
    ctx,
    accountId,
    shown.map((row) => row.id),
  );
  const hasMore = rows.length > query.limit || (query.around !== undefined && (last?.seq ?? 1) > 1);
  return {
    data: shown.flatMap((row) => answers.get(row.id) ?? []),
    total,
    nextCursor: hasMore && last ? String(last.seq) : null,
  };
}
