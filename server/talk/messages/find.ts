/** Reading a conversation. Pages are keyed by `seq`, so their cost does not depend on the length of the conversation. */
import { and, asc, desc, eq, gt, lt, lte, sql, type SQL } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { Count, type Page } from '@contract/kernel/shapes';
import type { Parsed } from '@contract/kernel/endpoint';
import type messageContract from '@contract/talk/messages';
import { inTransaction, type Context } from '../../platform/context';
import { createdWithin } from '../../platform/db/paging';
import { conversationMembers, conversations, messages } from '../../platform/db/schema/messages';
import { fail } from '../../kernel/api-error';
import { ignoringFullDisk } from '../../platform/media/storage/disk-space';
import { markDeliveredUpTo } from '../conversations/read-marks';
import { messagesContaining } from '../conversations/find';
import { messageResponses, type MessageResponse } from './rows';

type Query = Parsed<(typeof messageContract)['GET /messages/conversations/:id']>['query'];

const Seq = Count(0, limits.messageSeqMax);

const seqOf = (cursor: string): number => {
  const parsed = Seq.safeParse(cursor);
  return parsed.success
    ? parsed.data
    : fail('invalid_request', { issues: [{ path: 'cursor', message: 'This cursor isn’t valid. Start from the first page.' }] });
};

/**
 * A member's conversation: the `seq` of the last message, and of the last one delivered to the member. Rejects with conversation_not_found.
 */
async function memberOf(ctx: Context, accountId: string, id: string): Promise<{ lastSeq: number; deliveredSeq: number }> {
  const [row] = await ctx.db
    .select({ lastSeq: conversations.lastSeq, deliveredSeq: conversationMembers.deliveredSeq })
    .from(conversationMembers)
    .innerJoin(conversations, eq(conversations.id, conversationMembers.conversationId))
    .where(and(eq(conversationMembers.conversationId, id), eq(conversationMembers.accountId, accountId)));
  return row ?? fail('conversation_not_found');
}

interface MessageRef {
  id: string;
  seq: number;
}

async function rowsWhere(ctx: Context, where: (SQL | undefined)[], order: 'asc' | 'desc', limit: number): Promise<MessageRef[]> {
  return ctx.db
    .select({ id: messages.id, seq: messages.seq })
    .from(messages)
    .where(and(...where))
    .orderBy(order === 'asc' ? asc(messages.seq) : desc(messages.seq))
    .limit(limit);
}

/** The messages around one message, half a page on each side. Rejects with message_not_found. */
async function readAround(ctx: Context, conversationId: string, messageId: string, limit: number): Promise<MessageRef[]> {
  const [message] = await ctx.db
    .select({ seq: messages.seq })
    .from(messages)
    .where(and(eq(messages.conversationId, conversationId), eq(messages.id, messageId)));
  if (!message) return fail('message_not_found');
  const highest = message.seq + Math.floor(limit / 2);
  return rowsWhere(ctx, [eq(messages.conversationId, conversationId), lte(messages.seq, highest)], 'desc', limit);
}

/** The condition for rows after the cursor, or after the first `offset` rows without a cursor. */
function afterCursor({ cursor, offset, sort }: Query, lastSeq: number): SQL {
  if (cursor !== undefined) return sort === 'asc' ? gt(messages.seq, seqOf(cursor)) : lt(messages.seq, seqOf(cursor));
  return sort === 'asc' ? gt(messages.seq, offset) : lte(messages.seq, lastSeq - offset);
}

interface Matches {
  rows: MessageRef[];
  total: number;
}

/** Matches in order of `seq`, from `query.cursor` or after `query.offset`. */
function scanInOrder(ctx: Context, matches: (SQL | undefined)[], query: Query): Promise<MessageRef[]> {
  const { cursor, offset, sort, limit } = query;
  return ctx.db
    .select({ id: messages.id, seq: messages.seq })
    .from(messages)
    .where(and(...matches, cursor === undefined ? undefined : afterCursor(query, 0)))
    .orderBy(sort === 'asc' ? asc(messages.seq) : desc(messages.seq))
    .limit(limit + 1)
    .offset(cursor === undefined ? offset : 0);
}

/** Cuts the requested page out of a complete list of few matches. */
function pageOf(found: readonly MessageRef[], { cursor, offset, sort, limit }: Query): MessageRef[] {
  const direction = sort === 'asc' ? 1 : -1;
  const ordered = [...found].sort((one, other) => direction * (one.seq - other.seq));
  if (cursor === undefined) return ordered.slice(offset, offset + limit + 1);
  const parsed = seqOf(cursor);
  return ordered.filter(({ seq }) => direction * (seq - parsed) > 0).slice(0, limit + 1);
}

/**
 * Messages that contain these words. Few matches are loaded through the text index and paged in memory. When there are more than the
 * counting limit, the conversation is scanned in order instead, which finds the next matches quickly. Whole words are counted first because
 * that is fast; prefixes are searched only when whole words are rare.
 */
async function searchWords(ctx: Context, id: string, q: string, dates: (SQL | undefined)[], query: Query): Promise<Matches> {
  const countMax = limits.page.countedInConversationsMax;
  const findUpToMax = (words: SQL): Promise<MessageRef[]> =>
    ctx.db
      .select({ id: messages.id, seq: messages.seq })
      .from(messages)
      .where(and(words, ...dates))
      .limit(countMax + 1);
  const prefixMatch = messagesContaining({ conversation: id }, q);
  let found = await findUpToMax(messagesContaining({ conversation: id }, q, 'whole words'));
  if (found.length <= countMax) found = await findUpToMax(prefixMatch);
  if (found.length <= countMax) return { rows: pageOf(found, query), total: found.length };
  return { rows: await scanInOrder(ctx, [eq(messages.conversationId, id), prefixMatch, ...dates], query), total: countMax };
}

/** Search by words, dates, or both. Cursors are `seq` values of the conversation. */
async function search(ctx: Context, id: string, query: Query): Promise<Matches> {
  const dates = createdWithin(sql`${messages.createdAt}`, query);
  if (query.q !== undefined) return searchWords(ctx, id, query.q, dates, query);
  const matches = [eq(messages.conversationId, id), ...dates];
  const counted = ctx.db
    .select({ one: sql`1`.as('one') })
    .from(messages)
    .where(and(...matches))
    .limit(limits.page.countedMax)
    .as('counted');
  return { rows: await scanInOrder(ctx, matches, query), total: await ctx.db.$count(counted) };
}

async function readMessageRefs(ctx: Context, id: string, query: Query, lastSeq: number): Promise<MessageRef[]> {
  const { after, limit, sort } = query;
  if (after !== undefined) {
    const next = await rowsWhere(ctx, [eq(messages.conversationId, id), gt(messages.seq, after)], 'asc', limit);
    return next.reverse();
  }
  if (query.around !== undefined) return readAround(ctx, id, query.around, limit);
  return rowsWhere(ctx, [eq(messages.conversationId, id), afterCursor(query, lastSeq)], sort, limit + 1);
}

const isSearch = ({ q, fromDate, toDate }: Query): boolean => q !== undefined || fromDate !== undefined || toDate !== undefined;

/**
 * Messages of a member's conversation, newest first. Returned messages are marked as delivered. Rejects with conversation_not_found and
 * message_not_found.
 */
export async function listMessages(ctx: Context, accountId: string, id: string, query: Query): Promise<Page<MessageResponse>> {
  const { lastSeq, deliveredSeq } = await memberOf(ctx, accountId, id);
  const { rows, total } = isSearch(query)
    ? await search(ctx, id, query)
    : { rows: await readMessageRefs(ctx, id, query, lastSeq), total: lastSeq };
  const pageRows = rows.slice(0, query.limit);
  const [first, last] = [pageRows[0], pageRows.at(-1)];
  const newest = Math.max(first?.seq ?? 0, last?.seq ?? 0);
  if (newest > deliveredSeq) await ignoringFullDisk(() => inTransaction(ctx, (tx) => markDeliveredUpTo(tx, accountId, id, newest)));
  const responses = await messageResponses(
    ctx,
    accountId,
    pageRows.map((row) => row.id),
  );
  const hasMore = rows.length > query.limit || (query.around !== undefined && (last?.seq ?? 1) > 1);
  return {
    data: pageRows.flatMap((row) => responses.get(row.id) ?? []),
    total,
    nextCursor: hasMore && last ? String(last.seq) : null,
  };
}
