/**
 * Unsends mass messages: immediately when not yet sent, otherwise in batches for all receivers who have not bought them. `lastReceiverId`
 * is the cursor, and null when finished.
 */
import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { inTransaction, type Context } from '../../platform/context';
import { conversationMembers, massMessages, messageFiles, messages } from '../../platform/db/schema/messages';
import { charges } from '../../platform/db/schema/money';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { publishAll } from '../../platform/outbox/publish';
import { notificationGroup } from '../conversations/read-marks';
import { markGroupsRead } from '../../people/notifications/read-group';
import { publishUnreadCountsOf } from '../../people/notifications/unread';
import { lockConversations } from './reserve-seqs';
import { lockOwnMass, massResponse, type MassResponse, type MassRow } from './mass-rows';

/** The nil UUID, which sorts before every id. */
const nilUuid = '00000000-0000-0000-0000-000000000000';

/** Unsends a mass message of the performer. Rejects with mass_message_not_found and already_so. */
export async function unsendMass(ctx: Context, performer: Actor, id: string): Promise<MassResponse> {
  return inTransaction(ctx, async (tx) => {
    const { status } = await lockOwnMass(tx, performer.id, id);
    if (status === 'unsent') return fail('already_so');
    const isScheduled = status === 'scheduled';
    await tx.db
      .update(massMessages)
      .set({ status: 'unsent', lastReceiverId: isScheduled ? null : nilUuid, updatedAt: tx.clock.now() })
      .where(eq(massMessages.id, id));
    if (!isScheduled) await tx.jobs.enqueue(tx.db, 'fans/send-mass', { massId: id });
    return massResponse(tx, performer, id);
  });
}

interface SentMessage {
  id: string;
  conversationId: string;
  receiverId: string;
  seq: number;
}

/** The messages that were not bought, locked so that they cannot be bought concurrently. */
async function unbought(tx: Context, found: readonly SentMessage[]): Promise<SentMessage[]> {
  const ids = found.map(({ id }) => id);
  await lockConversations(
    tx,
    found.map(({ conversationId }) => conversationId),
  );
  await tx.db.select({ id: messages.id }).from(messages).where(inArray(messages.id, ids)).orderBy(asc(messages.id)).for('update');
  const bought = await tx.db
    .select({ id: charges.targetId })
    .from(charges)
    .where(and(inArray(charges.targetId, ids), eq(charges.type, 'message'), eq(charges.status, 'success')));
  const boughtIds = new Set(bought.map(({ id }) => id));
  return found.filter(({ id }) => !boughtIds.has(id));
}

interface UnreadCount extends Record<string, unknown> {
  accountId: string;
  conversationId: string;
  unread: number;
}

/** Decrements the unread counts of receivers who have not seen the messages, and returns the new counts. */
async function decrementUnread(tx: Context, ids: readonly string[]): Promise<UnreadCount[]> {
  const { rows } = await tx.db.execute<UnreadCount>(sql`
    update ${conversationMembers} r set unread = greatest(r.unread - 1, 0) from ${messages} m
    where m.id in ${[...ids]} and r.conversation_id = m.conversation_id and r.account_id = m.receiver_id and r.seen_seq < m.seq
    returning r.account_id as "accountId", r.conversation_id as "conversationId", r.unread`);
  return rows;
}

async function remove(tx: Context, removed: readonly SentMessage[]): Promise<void> {
  if (removed.length === 0) return;
  const [ids, now] = [removed.map(({ id }) => id), tx.clock.now()];
  await tx.db.update(messages).set({ deletedAt: now, updatedAt: now, text: '' }).where(inArray(messages.id, ids));
  await tx.db.delete(messageFiles).where(inArray(messageFiles.messageId, ids));
  const events = removed.map(({ id, conversationId, receiverId }) => ({
    rooms: [`account:${receiverId}` as const],
    payload: { _id: id, conversationId },
  }));
  await publishAll(tx, 'message/deleted', events);
  const unreadCounts = await decrementUnread(tx, ids);
  await markGroupsRead(
    tx,
    unreadCounts.flatMap(({ accountId, conversationId, unread }) =>
      unread === 0 ? [{ accountId, group: notificationGroup(conversationId) }] : [],
    ),
  );
  await publishUnreadCountsOf(
    tx,
    unreadCounts.map(({ accountId }) => accountId),
  );
}

/** Unsends the next batch of a locked mass message, and enqueues the following one with `enqueueNext`. */
export async function unsendNextBatch(tx: Context, row: MassRow, enqueueNext: () => Promise<void>): Promise<void> {
  const found = await tx.db
    .select({ id: messages.id, conversationId: messages.conversationId, receiverId: messages.receiverId, seq: messages.seq })
    .from(messages)
    .where(and(eq(messages.massId, row.id), isNull(messages.deletedAt), gt(messages.receiverId, row.lastReceiverId ?? nilUuid)))
    .orderBy(asc(messages.receiverId))
    .limit(limits.massMessageBatch);
  const removed = await unbought(tx, found);
  await remove(tx, removed);
  const isLastBatch = found.length < limits.massMessageBatch;
  await tx.db
    .update(massMessages)
    .set({
      sent: row.sent - removed.length,
      lastReceiverId: isLastBatch ? null : (found.at(-1)?.receiverId ?? null),
      updatedAt: tx.clock.now(),
    })
    .where(eq(massMessages.id, row.id));
  if (!isLastBatch) await enqueueNext();
}
