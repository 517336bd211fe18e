/**
 * Messages as one of the two people of their conversation sees them: what is locked to her without the end of its text and
 * without any address of a file. Two queries and one for the people read any number of them.
 */
import { inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { Message } from '@contract/talk/chat';
import { messages as words } from '@contract/kernel/errors';
import * as limits from '@contract/kernel/limits';
import type { MessageType } from '@contract/values';
import type { Context } from '../../platform/context';
import { preparedForEach } from '../../platform/db/prepared';
import { accounts, conversationMembers, files, messageFiles, messages } from '../../platform/db/schema/schema';
import { isMessageBought, isMessageOpen } from '../../entitlements/entitlements';
import { openingOf } from '../../entitlements/opening';
import { fileAnswer, type FileRow } from '../../platform/media/files';
import { standApart } from '../../people/blocking/blocking';
import { peopleByIds, type Person } from '../../modules/people/people';

export type MessageAnswer = z.output<typeof Message>;

/** A message as it is stored, with what both of its people have done to it. */
export interface MessageRow {
  id: string;
  conversationId: string;
  seq: number;
  senderId: string;
  receiverId: string;
  /** The name of the helper who wrote it. */
  by: string | null;
  clientKey: string | null;
  type: MessageType;
  text: string;
  priceCents: string | null;
  tipCents: string | null;
  isDeleted: boolean;
  isBought: boolean;
  /** Bought, and its price is not owed. */
  isOpen: boolean;
  /** A block stands between its two people. */
  isApart: boolean;
  createdAt: string;
  updatedAt: string;
  deliveredSeq: number;
  /** 0 where its receiver does not tell. */
  seenSeq: number;
  replyId: string | null;
  replySenderId: string | null;
  replyText: string | null;
  replyIsDeleted: boolean | null;
}

const readMessages = preparedForEach<{ ids: readonly string[] }, MessageRow>(
  'messages_by_ids',
  (asked) => sql`
    select m.id, m.conversation_id as "conversationId", m.seq, m.sender_id as "senderId", m.receiver_id as "receiverId",
      case when m.by_id is not null then coalesce(nullif(b.name, ''), b.username, 'A helper') end as "by",
      m.client_key as "clientKey", m.type, m.text, m.price_cents as "priceCents", m.tip_cents as "tipCents",
      m.deleted_at is not null as "isDeleted", m.created_at as "createdAt", m.updated_at as "updatedAt",
      m.price_cents is not null and ${isMessageBought(sql`m.id`, sql`m.receiver_id`)} as "isBought",
      m.price_cents is not null and ${isMessageOpen(sql`m.id`, sql`m.receiver_id`)} as "isOpen",
      ${standApart(sql`m.sender_id`, sql`m.receiver_id`)} as "isApart",
      o.delivered_seq as "deliveredSeq", case when a.read_receipts then o.seen_seq else 0 end as "seenSeq",
      r.id as "replyId", r.sender_id as "replySenderId", left(r.text, ${sql.raw(String(limits.lastTextLengthMax))}) as "replyText",
      r.deleted_at is not null as "replyIsDeleted"
    from ${asked} asked
    join ${messages} m on m.id = asked.id
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

function statusOf({ seq, seenSeq, deliveredSeq }: MessageRow): MessageAnswer['status'] {
  if (seq <= seenSeq) return 'seen';
  return seq <= deliveredSeq ? 'delivered' : 'sent';
}

function replyOf({ replyId, replySenderId, replyText, replyIsDeleted }: MessageRow): MessageAnswer['replyTo'] {
  if (replyId === null || replySenderId === null) return null;
  const isDeleted = replyIsDeleted === true;
  return { _id: replyId, senderId: replySenderId, text: isDeleted ? words.messageDeleted : (replyText ?? ''), isDeleted };
}

/** A message as `viewerId`, its sender or its receiver, sees it. */
export function messageAnswer(
  ctx: Pick<Context, 'clock' | 'config'>,
  row: MessageRow,
  { sender, attached, viewerId }: { sender: Person; attached: readonly FileRow[]; viewerId: string },
): MessageAnswer {
  const isReceiver = viewerId === row.receiverId;
  // Who has bought it keeps it.
  const isDeleted = row.isDeleted && !(isReceiver && row.isBought);
  const isLocked = isReceiver && row.priceCents !== null && !row.isOpen && !isDeleted;
  const access = isLocked || (isReceiver && row.isApart) ? 'locked' : 'open';
  const text = isLocked ? openingOf(row.text) : row.text;
  const viewer = { id: viewerId, rights: [] };
  return {
    _id: row.id,
    conversationId: row.conversationId,
    seq: row.seq,
    clientKey: isReceiver ? null : row.clientKey,
    type: row.type,
    text: isDeleted ? words.messageDeleted : text,
    isCut: isLocked && text.length < row.text.length,
    senderId: row.senderId,
    ...(!isReceiver && row.by !== null && { by: row.by }),
    sender: { ...sender, isOnline: sender.isOnline && !row.isApart },
    files: isDeleted ? [] : attached.map((file) => fileAnswer(ctx, file, viewer, access)),
    replyTo: isDeleted ? null : replyOf(row),
    tip: row.tipCents === null ? null : BigInt(row.tipCents),
    isSale: row.priceCents !== null,
    price: row.priceCents === null ? null : BigInt(row.priceCents),
    isBought: row.isBought,
    isLocked,
    isDeleted,
    status: statusOf(row),
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  };
}

/** Messages with what is needed to show them to anybody. */
export interface Loaded {
  rows: MessageRow[];
  attached: Files;
  people: Map<string, Person>;
}

/** Reads messages by their ids, whoever will see them. */
export async function loadMessages(ctx: Pick<Context, 'db' | 'config'>, ids: readonly string[]): Promise<Loaded> {
  if (ids.length === 0) return { rows: [], attached: new Map(), people: new Map() };
  const rows = await readMessages(ctx.db, { ids });
  const attached = await filesOf(
    ctx,
    rows.flatMap(({ id, type }) => (type === 'media' ? [id] : [])),
  );
  const people = await peopleByIds(ctx, [...new Set(rows.map(({ senderId }) => senderId))]);
  return { rows, attached, people };
}

/** What was loaded, as one person sees it, by id; what is not hers is left out. */
export function shownTo(
  ctx: Pick<Context, 'clock' | 'config'>,
  { rows, attached, people }: Loaded,
  viewerId: string,
): Map<string, MessageAnswer> {
  return new Map(
    rows.flatMap((row) => {
      const sender = people.get(row.senderId);
      if (!sender || (row.senderId !== viewerId && row.receiverId !== viewerId)) return [];
      return [[row.id, messageAnswer(ctx, row, { sender, attached: attached.get(row.id) ?? [], viewerId })] as const];
    }),
  );
}

/** Messages as one of their two people sees them, by id; others are left out. */
export async function messageAnswers(
  ctx: Pick<Context, 'db' | 'clock' | 'config'>,
  viewerId: string,
  ids: readonly string[],
): Promise<Map<string, MessageAnswer>> {
  return shownTo(ctx, await loadMessages(ctx, ids), viewerId);
}

/** The form in which a message travels by socket. */
export const wireOf = (message: MessageAnswer): z.input<typeof Message> => Message.encode(message);
