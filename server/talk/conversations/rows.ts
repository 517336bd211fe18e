/**
 * Conversations as one of their members sees them: what was last said as far as she may read it, how far the other has read,
 * and whether she may write now. One query reads all of it for any number of conversations.
 */
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { Conversation } from '@contract/talk/chat';
import { messages as words } from '@contract/kernel/errors';
import * as limits from '@contract/kernel/limits';
import type { messageAudiences, MessageType, WriteWay } from '@contract/values';
import type { Context } from '../../platform/context';
import { prepared, preparedForEach } from '../../platform/db/prepared';
import {
  accounts,
  conversationMembers,
  conversations,
  follows,
  messageFiles,
  messages,
  performerBlockedCountries,
  performers,
  subscriptions,
  userBlocks,
} from '../../platform/db/schema/schema';
import { givesAccessAt, isMessageBought } from '../../entitlements/entitlements';
import { personColumns, personOf, type PersonRow } from '../../modules/people/people';

export type ConversationAnswer = z.output<typeof Conversation>;

/** Who asks, and from where; the country is unknown where an event is told. */
export interface Reader {
  id: string;
  isPerformer: boolean;
  country: string | null;
}

/** What stands between a member and the other of a conversation. */
export interface Standing {
  id: string;
  otherId: string;
  lastSeq: number;
  otherIsPerformer: boolean;
  otherIsActive: boolean;
  otherIsOnline: boolean;
  otherIsMuted: boolean;
  audience: (typeof messageAudiences)[number] | null;
  priceCents: string | null;
  isFollowed: boolean;
  isSubscribed: boolean;
  blocksOther: boolean;
  isBlockedByOther: boolean;
  isClosed: boolean;
}

interface Row extends Standing, Omit<PersonRow, 'id'> {
  unread: number;
  seenSeq: number;
  isMuted: boolean;
  createdAt: string;
  lastMessageAt: string;
  otherSeenSeq: number;
  otherSeenAt: string | null;
  otherDeliveredSeq: number;
  otherDeliveredAt: string | null;
  otherTellsReading: boolean;
  lastText: string | null;
  lastType: MessageType | null;
  lastSenderId: string | null;
  lastAt: string | null;
  lastIsDeleted: boolean | null;
  lastIsBought: boolean | null;
  lastFiles: number | null;
}

const { placeholder } = sql;

/** Columns and tables of what stands between the two, of the member `m`. */
const standing = sql`
  m.conversation_id as id, m.other_id as "otherId", c.last_seq as "lastSeq", a.is_performer as "otherIsPerformer",
  a.status = 'active' as "otherIsActive", a.is_online as "otherIsOnline", o.is_muted as "otherIsMuted",
  p.message_audience as audience, p.message_price_cents as "priceCents",
  exists (select from ${follows} where follower_id = m.account_id and performer_id = m.other_id) as "isFollowed",
  exists (select from ${subscriptions} where ((user_id = m.account_id and performer_id = m.other_id)
    or (user_id = m.other_id and performer_id = m.account_id)) and ${givesAccessAt(sql`${placeholder('now')}::timestamptz`)}) as "isSubscribed",
  exists (select from ${userBlocks} where blocker_id = m.account_id and target_id = m.other_id) as "blocksOther",
  exists (select from ${userBlocks} where blocker_id = m.other_id and target_id = m.account_id) as "isBlockedByOther",
  exists (select from ${performerBlockedCountries} where performer_id = m.other_id and code = ${placeholder('country')}) as "isClosed"`;
/**
 * The member of each conversation of `asked`, read one by one: a plan made for anybody would rather read all the conversations
 * of one account, and some have ten thousand.
 */
const tables = sql`
  cross join lateral (select * from ${conversationMembers} where conversation_id = asked.id and account_id = ${placeholder('accountId')} offset 0) m
  join ${conversations} c on c.id = m.conversation_id
  join ${conversationMembers} o on o.conversation_id = m.conversation_id and o.account_id = m.other_id
  join ${accounts} a on a.id = m.other_id
  left join ${performers} p on p.account_id = m.other_id and a.is_performer`;

export const readConversations = preparedForEach<{ ids: readonly string[]; accountId: string; country: string | null; now: string }, Row>(
  'conversations_by_ids',
  (asked) => sql`
    select ${standing}, ${personColumns}, m.unread, m.seen_seq as "seenSeq", m.is_muted as "isMuted", m.created_at as "createdAt", m.last_message_at as "lastMessageAt",
      o.seen_seq as "otherSeenSeq", o.seen_at as "otherSeenAt", o.delivered_seq as "otherDeliveredSeq", o.delivered_at as "otherDeliveredAt",
      a.read_receipts as "otherTellsReading", left(l.text, ${sql.raw(String(limits.lastTextLengthMax))}) as "lastText", l.type as "lastType",
      l.sender_id as "lastSenderId", l.created_at as "lastAt", l.deleted_at is not null as "lastIsDeleted",
      l.price_cents is not null and ${isMessageBought(sql`l.id`, sql`l.receiver_id`)} as "lastIsBought",
      (select count(*)::int from ${messageFiles} f where f.message_id = l.id) as "lastFiles"
    from ${asked} asked
    ${tables}
    left join ${messages} l on l.conversation_id = m.conversation_id and l.seq = c.last_seq`,
);

const readStanding = prepared<{ id: string; accountId: string; country: string | null; now: string }, Standing>(
  'conversation_held',
  sql`
    with asked as (select id from ${conversations} where id = ${placeholder('id')} for update)
    select ${standing} from asked ${tables}`,
);

/** What is wanting to write, the cheapest way first; empty where nothing would help. */
export function writeNeeds({ otherIsPerformer, audience, isFollowed, isSubscribed }: Standing): WriteWay[] {
  if (!otherIsPerformer || audience === null || audience === 'everyone') return [];
  if (audience === 'followers') return isFollowed ? [] : ['follow'];
  return isSubscribed ? [] : ['subscribe'];
}

/** What a message costs its writer, in hundredths. */
export const messagePrice = (reader: Pick<Reader, 'isPerformer'>, { otherIsPerformer, priceCents }: Standing): bigint =>
  !reader.isPerformer && otherIsPerformer ? BigInt(priceCents ?? 0) : 0n;

/** Between two who are both no performers nothing is written any more. */
const arePartners = (reader: Pick<Reader, 'isPerformer'>, { otherIsPerformer }: Standing): boolean =>
  reader.isPerformer || otherIsPerformer;

const isKeptApart = (row: Standing): boolean => row.blocksOther || row.isBlockedByOther || row.isClosed;

const instantOf = (text: string): Date => new Date(text);

function lastMessageOf(row: Row, reader: Reader): ConversationAnswer['lastMessage'] {
  const { lastText, lastType, lastSenderId, lastAt } = row;
  if (lastText === null || lastType === null || lastSenderId === null || lastAt === null) return null;
  // Who has bought it keeps it.
  const isDeleted = row.lastIsDeleted === true && !(row.lastIsBought === true && lastSenderId !== reader.id);
  return {
    text: isDeleted ? words.messageDeleted : lastText,
    type: lastType,
    totalFiles: isDeleted ? 0 : (row.lastFiles ?? 0),
    isDeleted,
    senderId: lastSenderId,
    createdAt: instantOf(lastAt),
  };
}

/** Conversations of a member, by id; others' are left out. */
export async function conversationAnswers(ctx: Context, reader: Reader, ids: readonly string[]): Promise<Map<string, ConversationAnswer>> {
  if (ids.length === 0) return new Map();
  const rows = await readConversations(ctx.db, {
    ids,
    accountId: reader.id,
    country: reader.country,
    now: ctx.clock.now().toISOString(),
  });
  return new Map(rows.map((row) => [row.id, answerOf(row, reader, personOf(ctx, { ...row, id: row.otherId }))] as const));
}

function answerOf(row: Row, reader: Reader, recipient: ConversationAnswer['recipient']): ConversationAnswer {
  const isKept = isKeptApart(row) || !row.otherIsActive || !arePartners(reader, row);
  const needs = isKept ? [] : writeNeeds(row);
  const tells = row.otherTellsReading;
  return {
    _id: row.id,
    type: 'private',
    recipient: { ...recipient, isOnline: recipient.isOnline && !row.isBlockedByOther && !row.blocksOther },
    lastMessage: lastMessageOf(row, reader),
    lastSeq: row.lastSeq,
    totalNotSeenMessages: row.unread,
    isSubscribed: row.isSubscribed,
    isBlocked: row.blocksOther || row.isBlockedByOther,
    isBlockedByMe: row.blocksOther,
    isMuted: row.isMuted,
    canWrite: !isKept && needs.length === 0,
    writeNeeds: needs,
    messagePrice: messagePrice(reader, row),
    seenSeq: tells ? row.otherSeenSeq : 0,
    seenAt: tells && row.otherSeenAt !== null ? instantOf(row.otherSeenAt) : null,
    deliveredSeq: row.otherDeliveredSeq,
    deliveredAt: row.otherDeliveredAt === null ? null : instantOf(row.otherDeliveredAt),
    createdAt: instantOf(row.createdAt),
    updatedAt: instantOf(row.lastMessageAt),
  };
}

/**
 * What stands between a member and the other, or null when it is none of her conversations. The conversation is held until the
 * transaction of `tx` ends: whoever writes in it meanwhile waits, and comes after.
 */
export async function holdConversation(tx: Context, reader: Reader, id: string): Promise<Standing | null> {
  const [row] = await readStanding(tx.db, { id, accountId: reader.id, country: reader.country, now: tx.clock.now().toISOString() });
  return row ?? null;
}

/** The form in which a conversation travels by socket. */
export const wireOf = (conversation: ConversationAnswer): z.input<typeof Conversation> => Conversation.encode(conversation);
