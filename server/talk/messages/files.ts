/**
 * Files of messages. A fan's file goes with one message; a performer's may go with many, and is hers to send again. Who may open
 * one: whoever was sent it in a message that is not deleted, once she has paid where it is sold, and while no block and no
 * closed country stands between her and its sender.
 */
import { sql } from 'drizzle-orm';
import { vaultTypes } from '@contract/values';
import type { Context } from '../../platform/context';
import { messageFiles, messages } from '../../platform/db/schema/schema';
import { isMessageOpen } from '../../entitlements/entitlements';
import type { FileRule } from '../../entitlements/files';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { InOne } from '../../platform/idempotency/idempotency';
import { claimFiles } from '../../platform/media/claims';
import { fileAnswer, type FileAnswer, type FileRow, type IncomingFile } from '../../platform/media/files';
import { storeMedia } from '../../platform/media/store-media';
import { openToCountry, standApart } from '../../people/blocking/blocking';
import { tellBoth } from './add';

/** By which word the only message of a file knows it, and by which a performer's files know that messages use them. */
export const ownFileUse = (messageId: string): string => `message:${messageId}`;
export const sharedFileUse = (performerId: string): string => `message:${performerId}`;

/** Takes the files that go with a message. Refuses with file_not_found, file_already_used and file_type_mismatch. */
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

/** Stores a picture or a video that a message may take within a day. Refuses as `storeMedia`. */
export async function uploadForMessage<R>(
  ctx: Context,
  owner: Actor,
  type: (typeof vaultTypes)[number],
  file: IncomingFile,
  inOne: InOne<FileAnswer, R>,
): Promise<R> {
  const row = await storeMedia(ctx, { ownerId: owner.id, type, file });
  return inOne((tx) => Promise.resolve(fileAnswer(tx, row, owner)));
}

const bought = isMessageOpen(messages.id, messages.receiverId);

export const messageFileRule: FileRule = async (ctx, viewer, client, { id }) => {
  if (viewer === null) return 'closed';
  const { rows } = await ctx.db.execute<{ is_open: boolean; is_known: boolean }>(sql`
    select coalesce(bool_or(${messages.priceCents} is null or ${bought}), false) as is_open, count(*) > 0 as is_known
    from ${messageFiles} join ${messages} on ${messages.id} = ${messageFiles.messageId}
    where ${messageFiles.fileId} = ${id} and ${messageFiles.receiverId} = ${viewer.id} and (${messages.deletedAt} is null or ${bought})
      and not ${standApart(messages.senderId, sql`${viewer.id}::uuid`)} and ${openToCountry(messages.senderId, client.country) ?? sql`true`}`);
  const [row] = rows;
  if (row?.is_open === true) return 'open';
  return row?.is_known === true ? 'locked' : 'closed';
};

/** So many of the messages that a file went with are told that it is ready; the others find it so when they are read. */
const toldMax = 50;

/** A video of messages is ready, or failed: their people see it. */
export async function messageFileSettled(tx: Context, { id }: Pick<FileRow, 'id'>): Promise<void> {
  const { rows } = await tx.db.execute<{ id: string; sender_id: string; receiver_id: string }>(sql`
    select m.id, m.sender_id, m.receiver_id from ${messageFiles} f join ${messages} m on m.id = f.message_id
    where f.file_id = ${id} and m.deleted_at is null order by m.id desc limit ${toldMax}`);
  for (const row of rows) await tellBoth(tx, 'message/changed', row.id, { senderId: row.sender_id, receiverId: row.receiver_id });
}
