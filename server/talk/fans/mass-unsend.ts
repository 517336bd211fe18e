/**
 * Taking a message to many back: at once whole before its time, else a part at a time from everybody who has not bought it.
 * While that goes on, `lastReceiverId` says how far it has come; it is null when it is over.
 */
import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { inTransaction, type Context } from '../../platform/context';
import { charges, conversationMembers, massMessages, messageFiles, messages } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { publishAll } from '../../platform/outbox/publish';
import { groupOf } from '../conversations/conversations';
import { readGroups, tellUnreadTo } from '../../people/notifications/notifications';
import { holdConversations } from './reserve-seqs';
import { lockOwnMass, massAnswer, type MassAnswer, type MassRow } from './mass-rows';

/** Stands before every id. */
const first = '00000000-0000-0000-0000-000000000000';

/** Takes an own one back. Refuses with mass_message_not_found and already_so. */
export async function takeBack(ctx: Context, performer: Actor, id: string): Promise<MassAnswer> {
  return inTransaction(ctx, async (tx) => {
    const { status } = await lockOwnMass(tx, performer.id, id);
    if (status === 'unsent') return fail('already_so');
    const isNowhere = status === 'scheduled';
    await tx.db
      .update(massMessages)
      .set({ status: 'unsent', lastReceiverId: isNowhere ? null : first, updatedAt: tx.clock.now() })
      .where(eq(massMessages.id, id));
    if (!isNowhere) await tx.jobs.enqueue(tx.db, 'fans/send-mass', { massId: id });
    return massAnswer(tx, performer, id);
  });
}

interface Standing {
  id: string;
  conversationId: string;
  receiverId: string;
  seq: number;
}

/** Those that nobody has bought, held so that nobody buys them meanwhile. */
async function unbought(tx: Context, found: readonly Standing[]): Promise<Standing[]> {
  const ids = found.map(({ id }) => id);
  await holdConversations(
    tx,
    found.map(({ conversationId }) => conversationId),
  );
  await tx.db.select({ id: messages.id }).from(messages).where(inArray(messages.id, ids)).orderBy(asc(messages.id)).for('update');
  const bought = await tx.db
    .select({ id: charges.targetId })
    .from(charges)
    .where(and(inArray(charges.targetId, ids), eq(charges.type, 'message'), eq(charges.status, 'success')));
  const kept = new Set(bought.map(({ id }) => id));
  return found.filter(({ id }) => !kept.has(id));
}

interface Lowered extends Record<string, unknown> {
  accountId: string;
  conversationId: string;
  unread: number;
}

/** Lowers what is unread of those who have not seen it; answers who they are, and what is left. */
async function unseen(tx: Context, ids: readonly string[]): Promise<Lowered[]> {
  const { rows } = await tx.db.execute<Lowered>(sql`
    update ${conversationMembers} r set unread = greatest(r.unread - 1, 0) from ${messages} m
    where m.id in ${[...ids]} and r.conversation_id = m.conversation_id and r.account_id = m.receiver_id and r.seen_seq < m.seq
    returning r.account_id as "accountId", r.conversation_id as "conversationId", r.unread`);
  return rows;
}

async function remove(tx: Context, gone: readonly Standing[]): Promise<void> {
  if (gone.length === 0) return;
  const [ids, now] = [gone.map(({ id }) => id), tx.clock.now()];
  await tx.db.update(messages).set({ deletedAt: now, updatedAt: now, text: '' }).where(inArray(messages.id, ids));
  await tx.db.delete(messageFiles).where(inArray(messageFiles.messageId, ids));
  const told = gone.map(({ id, conversationId, receiverId }) => ({
    rooms: [`account:${receiverId}` as const],
    payload: { _id: id, conversationId },
  }));
  await publishAll(tx, 'message/deleted', told);
  const lowered = await unseen(tx, ids);
  await readGroups(
    tx,
    lowered.flatMap(({ accountId, conversationId, unread }) => (unread === 0 ? [{ accountId, group: groupOf(conversationId) }] : [])),
  );
  await tellUnreadTo(
    tx,
    lowered.map(({ accountId }) => accountId),
  );
}

/** Takes back the next part of a held one, and asks for the one after it with `ask`. */
export async function takeBackNext(tx: Context, row: MassRow, ask: () => Promise<void>): Promise<void> {
  const found = await tx.db
    .select({ id: messages.id, conversationId: messages.conversationId, receiverId: messages.receiverId, seq: messages.seq })
    .from(messages)
    .where(and(eq(messages.massId, row.id), isNull(messages.deletedAt), gt(messages.receiverId, row.lastReceiverId ?? first)))
    .orderBy(asc(messages.receiverId))
    .limit(limits.massAtOnce);
  const gone = await unbought(tx, found);
  await remove(tx, gone);
  const isOver = found.length < limits.massAtOnce;
  await tx.db
    .update(massMessages)
    .set({ sent: row.sent - gone.length, lastReceiverId: isOver ? null : (found.at(-1)?.receiverId ?? null), updatedAt: tx.clock.now() })
    .where(eq(massMessages.id, row.id));
  if (!isOver) await ask();
}
