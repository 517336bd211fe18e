/**
 * Conversations as one member sees them: the last message if the member may read it, the other member's read receipts, and whether the
 * member can write now. One query loads any number of conversations.
 */
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { Conversation } from '@contract/talk/chat';
import * as errorTexts from '@contract/kernel/messages';
import * as limits from '@contract/kernel/limits';
import type { messageAudiences, MessageType, MessagingRequirement } from '@contract/kernel/values/messages';
import type { Context } from '../../platform/context';
import { prepared, preparedForEach } from '../../platform/db/prepared';
import { accounts, userBlocks } from '../../platform/db/schema/accounts';
import { conversationMembers, conversations, messageFiles, messages } from '../../platform/db/schema/messages';
import { performerBlockedCountries, performers } from '../../platform/db/schema/performers';
import { follows } from '../../platform/db/schema/responses';
import { subscriptions } from '../../platform/db/schema/subscriptions';
import { givesAccessAt, isMessageBought } from '../../content/entitlements/entitlements';
import { personColumns, personOf, type PersonRow } from '../../people/people/rows';

export type ConversationResponse = z.output<typeof Conversation>;

/** The member whose view is loaded. The country is null for socket events. */
export interface ConversationMember {
  id: string;
  isPerformer: boolean;
  country: string | null;
}

/** The relation between a member and the other member of a conversation. */
export interface ConversationRelation {
  id: string;
  otherId: string;
  lastSeq: number;
  otherIsPerformer: boolean;
  otherIsActive: boolean;
  otherIsOnline: boolean;
  audience: (typeof messageAudiences)[number] | null;
  priceCents: string | null;
  isFollowed: boolean;
  isSubscribed: boolean;
  blocksOther: boolean;
  isBlockedByOther: boolean;
  /** The other member blocks the country that the member is in. */
  isCountryBlocked: boolean;
}

interface Row extends ConversationRelation, Omit<PersonRow, 'id'> {
  unread: number;
  seenSeq: number;
  isMuted: boolean;
  createdAt: string;
  lastMessageAt: string;
  otherSeenSeq: number;
  otherSeenAt: string | null;
  otherDeliveredSeq: number;
  otherDeliveredAt: string | null;
  otherSendsReadReceipts: boolean;
  lastText: string | null;
  lastType: MessageType | null;
  lastSenderId: string | null;
  lastAt: string | null;
  lastIsDeleted: boolean | null;
  lastIsBought: boolean | null;
  lastFiles: number | null;
}

const { placeholder } = sql;

/** Columns of the relation between the member `m` and the other member. */
const relationColumns = sql`
  m.conversation_id as id, m.other_id as "otherId", c.last_seq as "lastSeq", a.is_performer as "otherIsPerformer",
  a.status = 'active' as "otherIsActive", a.is_online as "otherIsOnline",
  p.message_audience as audience, p.message_price_cents as "priceCents",
  exists (select from ${follows} where follower_id = m.account_id and performer_id = m.other_id) as "isFollowed",
  exists (select from ${subscriptions} where ((user_id = m.account_id and performer_id = m.other_id)
    or (user_id = m.other_id and performer_id = m.account_id)) and ${givesAccessAt(sql`${placeholder('now')}::timestamptz`)}) as "isSubscribed",
  exists (select from ${userBlocks} where blocker_id = m.account_id and target_id = m.other_id) as "blocksOther",
  exists (select from ${userBlocks} where blocker_id = m.other_id and target_id = m.account_id) as "isBlockedByOther",
  exists (select from ${performerBlockedCountries} where performer_id = m.other_id and code = ${placeholder('country')}) as "isCountryBlocked"`;
/**
 * Joins the member's row for each conversation of `requested`, one by one. Otherwise a generic plan would read all conversations of the
 * account, which can be ten thousand.
 */
const relationJoins = sql`
  cross join lateral (select * from ${conversationMembers} where conversation_id = requested.id and account_id = ${placeholder('accountId')} offset 0) m
  join ${conversations} c on c.id = m.conversation_id
  join ${conversationMembers} o on o.conversation_id = m.conversation_id and o.account_id = m.other_id
  join ${accounts} a on a.id = m.other_id
  left join ${performers} p on p.account_id = m.other_id and a.is_performer`;

export const readConversations = preparedForEach<{ ids: readonly string[]; accountId: string; country: string | null; now: string }, Row>(
  'conversations_by_ids',
  (requested) => sql`
    select ${relationColumns}, ${personColumns}, m.unread, m.seen_seq as "seenSeq", m.is_muted as "isMuted", m.created_at as "createdAt", m.last_message_at as "lastMessageAt",
      o.seen_seq as "otherSeenSeq", o.seen_at as "otherSeenAt", o.delivered_seq as "otherDeliveredSeq", o.delivered_at as "otherDeliveredAt",
      a.read_receipts as "otherSendsReadReceipts", left(l.text, ${sql.raw(String(limits.lastTextLengthMax))}) as "lastText", l.type as "lastType",
      l.sender_id as "lastSenderId", l.created_at as "lastAt", l.deleted_at is not null as "lastIsDeleted",
      l.price_cents is not null and ${isMessageBought(sql`l.id`, sql`l.receiver_id`)} as "lastIsBought",
      (select count(*)::int from ${messageFiles} f where f.message_id = l.id) as "lastFiles"
    from ${requested} requested
    ${relationJoins}
    left join ${messages} l on l.conversation_id = m.conversation_id and l.seq = c.last_seq`,
);

const lockRelation = prepared<{ id: string; accountId: string; country: string | null; now: string }, ConversationRelation>(
  'conversation_relation_locked',
  sql`
    with requested as (select id from ${conversations} where id = ${placeholder('id')} for update)
    select ${relationColumns} from requested ${relationJoins}`,
);

/** What the member has to do before they can write; empty if they can write already. */
export function writeNeeds({ otherIsPerformer, audience, isFollowed, isSubscribed }: ConversationRelation): MessagingRequirement[] {
  if (!otherIsPerformer || audience === null || audience === 'everyone') return [];
  if (audience === 'followers') return isFollowed ? [] : ['follow'];
  return isSubscribed ? [] : ['subscribe'];
}

/** The sender's price per message, in cents. */
export const messagePrice = (
  member: Pick<ConversationMember, 'isPerformer'>,
  { otherIsPerformer, priceCents }: ConversationRelation,
): bigint => (!member.isPerformer && otherIsPerformer ? BigInt(priceCents ?? 0) : 0n);

/** Whether messages are possible: at least one of the two must still be a performer. */
const canExchangeMessages = (member: Pick<ConversationMember, 'isPerformer'>, { otherIsPerformer }: ConversationRelation): boolean =>
  member.isPerformer || otherIsPerformer;

const isBlockedOrCountryBlocked = (row: ConversationRelation): boolean => row.blocksOther || row.isBlockedByOther || row.isCountryBlocked;

const instantOf = (text: string): Date => new Date(text);

function lastMessageOf(row: Row, member: ConversationMember): ConversationResponse['lastMessage'] {
  const { lastText, lastType, lastSenderId, lastAt } = row;
  if (lastText === null || lastType === null || lastSenderId === null || lastAt === null) return null;
  // A bought message stays available to its buyer.
  const isDeleted = row.lastIsDeleted === true && !(row.lastIsBought === true && lastSenderId !== member.id);
  return {
    text: isDeleted ? errorTexts.messageDeleted : lastText,
    type: lastType,
    totalFiles: isDeleted ? 0 : (row.lastFiles ?? 0),
    isDeleted,
    senderId: lastSenderId,
    createdAt: instantOf(lastAt),
  };
}

/** Conversations of a member, by id. Conversations of others are omitted. */
export async function conversationResponses(
  ctx: Context,
  member: ConversationMember,
  ids: readonly string[],
): Promise<Map<string, ConversationResponse>> {
  if (ids.length === 0) return new Map();
  const rows = await readConversations(ctx.db, {
    ids,
    accountId: member.id,
    country: member.country,
    now: ctx.clock.now().toISOString(),
  });
  return new Map(rows.map((row) => [row.id, responseOf(row, member, personOf(ctx, { ...row, id: row.otherId }))] as const));
}

function responseOf(row: Row, member: ConversationMember, recipient: ConversationResponse['recipient']): ConversationResponse {
  const cannotWrite = isBlockedOrCountryBlocked(row) || !row.otherIsActive || !canExchangeMessages(member, row);
  const needs = cannotWrite ? [] : writeNeeds(row);
  const sharesReceipts = row.otherSendsReadReceipts;
  return {
    _id: row.id,
    type: 'private',
    recipient: { ...recipient, isOnline: recipient.isOnline && !row.isBlockedByOther && !row.blocksOther },
    lastMessage: lastMessageOf(row, member),
    lastSeq: row.lastSeq,
    totalNotSeenMessages: row.unread,
    isSubscribed: row.isSubscribed,
    isBlocked: row.blocksOther || row.isBlockedByOther,
    isBlockedByMe: row.blocksOther,
    isMuted: row.isMuted,
    canWrite: !cannotWrite && needs.length === 0,
    writeNeeds: needs,
    messagePrice: messagePrice(member, row),
    seenSeq: sharesReceipts ? row.otherSeenSeq : 0,
    seenAt: sharesReceipts && row.otherSeenAt !== null ? instantOf(row.otherSeenAt) : null,
    deliveredSeq: row.otherDeliveredSeq,
    deliveredAt: row.otherDeliveredAt === null ? null : instantOf(row.otherDeliveredAt),
    createdAt: instantOf(row.createdAt),
    updatedAt: instantOf(row.lastMessageAt),
  };
}

/**
 * Locks a conversation until the transaction of `tx` ends and returns the member's relation to the other member, or null when the
 * conversation is not theirs. Concurrent writers wait.
 */
export async function lockConversation(tx: Context, member: ConversationMember, id: string): Promise<ConversationRelation | null> {
  const [row] = await lockRelation(tx.db, { id, accountId: member.id, country: member.country, now: tx.clock.now().toISOString() });
  return row ?? null;
}

/** The conversation as a socket event payload. */
export const conversationPayload = (conversation: ConversationResponse): z.input<typeof Conversation> => Conversation.encode(conversation);
