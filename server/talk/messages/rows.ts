/**
 * Messages from the view of one of the two people. Locked messages have truncated text and no file URLs. Two queries load any number of
 * messages, and one their senders.
 */
import { inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { Message } from '@contract/talk/chat';
import * as errorTexts from '@contract/kernel/messages';
import * as limits from '@contract/kernel/limits';
import type { MessageType } from '@contract/kernel/values/messages';
import type { Context } from '../../platform/context';
import { preparedForEach } from '../../platform/db/prepared';
import { accounts } from '../../platform/db/schema/accounts';
import { files } from '../../platform/db/schema/files';
import { conversationMembers, messageFiles, messageReactions, messages } from '../../platform/db/schema/messages';
import { isMessageBought, isMessageOpen } from '../../content/entitlements/entitlements';
import { previewOf } from '../../content/entitlements/teaser-text';
import { fileResponse, type FileRow } from '../../platform/media/files';
import { isBlockedBetweenSql } from '../../people/blocking/blocking';
import { peopleByIds, type Person } from '../../people/people/rows';

export type MessageResponse = z.output<typeof Message>;

/** A stored message with its purchase, block and read state. */
export interface MessageRow {
  id: string;
  conversationId: string;
  seq: number;
  senderId: string;
  receiverId: string;
  /** The name of the delegate who wrote it. */
  by: string | null;
  clientKey: string | null;
  type: MessageType;
  text: string;
  priceCents: string | null;
  tipCents: string | null;
  isDeleted: boolean;
  isEdited: boolean;
  /** Emoji with the accounts that added them, in the order of their first use. */
  reactions: { emoji: string; accountIds: string[] }[];
  isBought: boolean;
  /** Bought, and the payment is not outstanding. */
  isOpen: boolean;
  /** One of the two has blocked the other. */
  isBlocked: boolean;
  createdAt: string;
  updatedAt: string;
  deliveredSeq: number;
  /** 0 when the receiver hides read receipts. */
  seenSeq: number;
  replyId: string | null;
  replySenderId: string | null;
  replyText: string | null;
  replyIsDeleted: boolean | null;
}

const readMessages = preparedForEach<{ ids: readonly string[] }, MessageRow>(
  'messages_by_ids',
  (requested) => sql`
    select m.id, m.conversation_id as "conversationId", m.seq, m.sender_id as "senderId", m.receiver_id as "receiverId",
      case when m.by_id is not null then coalesce(nullif(b.name, ''), b.username, 'A helper') end as "by",
      m.client_key as "clientKey", m.type, m.text, m.price_cents as "priceCents", m.tip_cents as "tipCents",
      m.deleted_at is not null as "isDeleted", m.edited_at is not null as "isEdited",
      (select coalesce(json_agg(json_build_object('emoji', e.emoji, 'accountIds', e.account_ids) order by e.first_at, e.emoji), '[]')
        from (select emoji, array_agg(account_id) as account_ids, min(created_at) as first_at from ${messageReactions}
          where message_id = m.id group by emoji) e) as reactions, m.created_at as "createdAt", m.updated_at as "updatedAt",
      m.price_cents is not null and ${isMessageBought(sql`m.id`, sql`m.receiver_id`)} as "isBought",
      m.price_cents is not null and ${isMessageOpen(sql`m.id`, sql`m.receiver_id`)} as "isOpen",
      ${isBlockedBetweenSql(sql`m.sender_id`, sql`m.receiver_id`)} as "isBlocked",
      o.delivered_seq as "deliveredSeq", case when a.read_receipts then o.seen_seq else 0 end as "seenSeq",
      r.id as "replyId", r.sender_id as "replySenderId", left(r.text, ${sql.raw(String(limits.lastTextLengthMax))}) as "replyText",
      r.deleted_at is not null as "replyIsDeleted"
    from ${requested} requested
    join ${messages} m on m.id = requested.id
    join ${conversationMembers} o on o.conversation_id = m.conversation_id and o.account_id = m.receiver_id
    join ${accounts} a on a.id = m.receiver_id
    left join ${accounts} b on b.id = m.by_id
    left join ${messages} r on r.id = m.reply_to_id`,
);

type Files = Map<string, FileRow[]>;

async function filesOf(ctx: Pick<Context, 'db'>, ids: string[]): Promise<Files> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({ messageId: messageFiles.messageId, file: files })
    .from(messageFiles)
    .innerJoin(files, sql`${files.id} = ${messageFiles.fileId}`)
    .where(inArray(messageFiles.messageId, ids))
    .orderBy(messageFiles.messageId, messageFiles.ordering);
  const found: Files = new Map();
  for (const { messageId, file } of rows) found.set(messageId, [...(found.get(messageId) ?? []), file]);
  return found;
}

function statusOf({ seq, seenSeq, deliveredSeq }: MessageRow): MessageResponse['status'] {
  if (seq <= seenSeq) return 'seen';
  return seq <= deliveredSeq ? 'delivered' : 'sent';
}

function replyOf({ replyId, replySenderId, replyText, replyIsDeleted }: MessageRow): MessageResponse['replyTo'] {
  if (replyId === null || replySenderId === null) return null;
  const isDeleted = replyIsDeleted === true;
  return { _id: replyId, senderId: replySenderId, text: isDeleted ? errorTexts.messageDeleted : (replyText ?? ''), isDeleted };
}

/** A message as `viewerId`, its sender or its receiver, sees it. */
export function messageResponse(
  ctx: Pick<Context, 'clock' | 'config'>,
  row: MessageRow,
  { sender, attached, viewerId }: { sender: Person; attached: readonly FileRow[]; viewerId: string },
): MessageResponse {
  const isReceiver = viewerId === row.receiverId;
  // A bought message stays available to its buyer.
  const isDeleted = row.isDeleted && !(isReceiver && row.isBought);
  const isLocked = isReceiver && row.priceCents !== null && !row.isOpen && !isDeleted;
  const access = isLocked || (isReceiver && row.isBlocked) ? 'locked' : 'open';
  const text = isLocked ? previewOf(row.text) : row.text;
  const viewer = { id: viewerId, rights: [] };
  return {
    _id: row.id,
    conversationId: row.conversationId,
    seq: row.seq,
    clientKey: isReceiver ? null : row.clientKey,
    type: row.type,
    text: isDeleted ? errorTexts.messageDeleted : text,
    isCut: isLocked && text.length < row.text.length,
    senderId: row.senderId,
    ...(!isReceiver && row.by !== null && { by: row.by }),
    sender: { ...sender, isOnline: sender.isOnline && !row.isBlocked },
    files: isDeleted ? [] : attached.map((file) => fileResponse(ctx, file, viewer, access)),
    replyTo: isDeleted ? null : replyOf(row),
    tip: row.tipCents === null ? null : BigInt(row.tipCents),
    isSale: row.priceCents !== null,
    price: row.priceCents === null ? null : BigInt(row.priceCents),
    isBought: row.isBought,
    isLocked,
    isDeleted,
    isEdited: row.isEdited && !isDeleted,
    reactions: row.reactions.map(({ emoji, accountIds }) => ({
      emoji,
      total: accountIds.length,
      isMine: accountIds.includes(viewerId),
    })),
    status: statusOf(row),
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  };
}

/** Messages with the data for either person's view. */
export interface LoadedMessages {
  rows: MessageRow[];
  attached: Files;
  people: Map<string, Person>;
}

/** Loads messages by id, independent of the viewer. */
export async function loadMessages(ctx: Pick<Context, 'db' | 'config'>, ids: readonly string[]): Promise<LoadedMessages> {
  if (ids.length === 0) return { rows: [], attached: new Map(), people: new Map() };
  const rows = await readMessages(ctx.db, { ids });
  const attached = await filesOf(
    ctx,
    rows.flatMap(({ id, type }) => (type === 'media' ? [id] : [])),
  );
  const people = await peopleByIds(ctx, [...new Set(rows.map(({ senderId }) => senderId))]);
  return { rows, attached, people };
}

/** The loaded messages from one person's view, by id. Messages of other conversations are omitted. */
export function responsesForViewer(
  ctx: Pick<Context, 'clock' | 'config'>,
  { rows, attached, people }: LoadedMessages,
  viewerId: string,
): Map<string, MessageResponse> {
  return new Map(
    rows.flatMap((row) => {
      const sender = people.get(row.senderId);
      if (!sender || (row.senderId !== viewerId && row.receiverId !== viewerId)) return [];
      return [[row.id, messageResponse(ctx, row, { sender, attached: attached.get(row.id) ?? [], viewerId })] as const];
    }),
  );
}

/** Messages from one person's view, by id. Messages of other conversations are omitted. */
export async function messageResponses(
  ctx: Pick<Context, 'db' | 'clock' | 'config'>,
  viewerId: string,
  ids: readonly string[],
): Promise<Map<string, MessageResponse>> {
  return responsesForViewer(ctx, await loadMessages(ctx, ids), viewerId);
}

/** The message as a socket event payload. */
export const messagePayload = (message: MessageResponse): z.input<typeof Message> => Message.encode(message);
