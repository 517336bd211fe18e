/**
 * Files of messages. A fan's file belongs to one message; a performer's file can be sent in many. A receiver can open a file of a message
 * that is not deleted, after paying if it is for sale, unless one has blocked the other or the sender has blocked the receiver's country.
 */
import { sql } from 'drizzle-orm';
import { vaultTypes } from '@contract/kernel/values/messages';
import type { Context } from '../../platform/context';
import { messageFiles, messages } from '../../platform/db/schema/messages';
import { isMessageOpen } from '../../content/entitlements/entitlements';
import type { FileRule } from '../../content/entitlements/files';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { TransactionRunner } from '../../platform/idempotency/idempotency';
import { claimFiles } from '../../platform/media/claims';
import { fileResponse, type FileResponse, type FileRow, type IncomingFile } from '../../platform/media/files';
import { storeMedia } from '../../platform/media/store-media';
import type { FileUse } from '../../platform/media/uses';
import { notBlockedInCountry, isBlockedBetweenSql } from '../../people/blocking/blocking';
import { publishToParticipants } from './add';

/** The use of a fan's file: its single message. */
export const ownFileUse = (messageId: string): FileUse => ({ kind: 'message', id: messageId });
/** The use of a performer's file: all messages of the performer. */
export const sharedFileUse = (performerId: string): FileUse => ({ kind: 'message', id: performerId });

/** Claims the files of a message. Rejects with file_not_found, file_already_used and file_type_mismatch. */
export async function claimForMessage(
  tx: Context,
  sender: Pick<Actor, 'id' | 'isPerformer'>,
  messageId: string,
  ids: readonly string[],
): Promise<void> {
  if (new Set(ids).size < ids.length) fail('file_already_used');
  const usedBy = sender.isPerformer ? sharedFileUse(sender.id) : ownFileUse(messageId);
  await claimFiles(tx, { ownerId: sender.id, ids, types: vaultTypes, usedBy });
}

/** Stores a photo or video that must be used in a message within a day. Rejects as `storeMedia` does. */
export async function uploadForMessage<R>(
  ctx: Context,
  owner: Actor,
  type: (typeof vaultTypes)[number],
  file: IncomingFile,
  inOneTransaction: TransactionRunner<FileResponse, R>,
): Promise<R> {
  const row = await storeMedia(ctx, { ownerId: owner.id, type, file });
  return inOneTransaction((tx) => Promise.resolve(fileResponse(tx, row, owner)));
}

const isOpenSql = isMessageOpen(messages.id, messages.receiverId);

/** Access of a receiver to a file: `open`, `locked` until paid, or `closed`. */
export const messageFileRule: FileRule = async (ctx, viewer, client, { id }) => {
  if (viewer === null) return 'closed';
  const { rows } = await ctx.db.execute<{ is_open: boolean; is_known: boolean }>(sql`
    select coalesce(bool_or(${messages.priceCents} is null or ${isOpenSql}), false) as is_open, count(*) > 0 as is_known
    from ${messageFiles} join ${messages} on ${messages.id} = ${messageFiles.messageId}
    where ${messageFiles.fileId} = ${id} and ${messageFiles.receiverId} = ${viewer.id} and (${messages.deletedAt} is null or ${isOpenSql})
      and not ${isBlockedBetweenSql(messages.senderId, sql`${viewer.id}::uuid`)} and ${notBlockedInCountry(messages.senderId, client.country) ?? sql`true`}`);
  const [row] = rows;
  if (row?.is_open === true) return 'open';
  return row?.is_known === true ? 'locked' : 'closed';
};

/** The maximum number of messages for which an event is published when a file is ready. Others show the new state when loaded. */
const messagesPerFile_max = 50;

/** Publishes the messages of a video whose conversion has finished or failed. */
export async function publishMessagesOfFile(tx: Context, { id }: Pick<FileRow, 'id'>): Promise<void> {
  const { rows } = await tx.db.execute<{ id: string; sender_id: string; receiver_id: string }>(sql`
    select m.id, m.sender_id, m.receiver_id from ${messageFiles} f join ${messages} m on m.id = f.message_id
    where f.file_id = ${id} and m.deleted_at is null order by m.id desc limit ${messagesPerFile_max}`);
  for (const row of rows)
    await publishToParticipants(tx, 'message/changed', row.id, { senderId: row.sender_id, receiverId: row.receiver_id });
}
