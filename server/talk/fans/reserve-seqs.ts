/** Gets or creates the conversations of a performer with many fans, and locks them so that concurrent writers wait. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { conversationMembers, conversations } from '../../platform/db/schema/messages';
import { pairLockName } from '../conversations/open';

async function findConversations(tx: Pick<Context, 'db'>, performerId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.db
    .select({ id: conversationMembers.conversationId, otherId: conversationMembers.otherId })
    .from(conversationMembers)
    .where(and(eq(conversationMembers.accountId, performerId), inArray(conversationMembers.otherId, [...ids])));
  return new Map(rows.map(({ id, otherId }) => [otherId, id]));
}

async function createConversations(tx: Context, performerId: string, ids: readonly string[]): Promise<void> {
  const pairs = ids.map((id) => pairLockName(performerId, id)).sort();
  await tx.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(pair.name, 0)) from unnest(${sql.param(pairs)}::text[]) with ordinality pair(name, ordinal) order by pair.ordinal`,
  );
  const existing = await findConversations(tx, performerId, ids);
  const now = tx.clock.now();
  const created = ids.filter((id) => !existing.has(id)).map((fanId) => ({ id: tx.random.id(), fanId }));
  if (created.length === 0) return;
  await tx.db.insert(conversations).values(created.map(({ id }) => ({ id, createdAt: now })));
  const member = (conversationId: string, accountId: string, otherId: string) => ({
    conversationId,
    accountId,
    otherId,
    lastMessageAt: now,
    createdAt: now,
  });
  await tx.db
    .insert(conversationMembers)
    .values(created.flatMap(({ id, fanId }) => [member(id, performerId, fanId), member(id, fanId, performerId)]));
}

/** Locks conversations in the order of their ids, to avoid deadlocks. */
export async function lockConversations(tx: Pick<Context, 'db'>, ids: readonly string[]): Promise<void> {
  await tx.db
    .select({ id: conversations.id })
    .from(conversations)
    .where(inArray(conversations.id, [...ids]))
    .orderBy(asc(conversations.id))
    .for('update');
}

/** A reserved `seq` at the end of a conversation. */
export interface ReservedSeq {
  conversationId: string;
  receiverId: string;
  seq: number;
}

/** Reserves the next `seq` in the conversation with each receiver, in the transaction of `tx`. Creates missing conversations. */
export async function reserveSeqs(tx: Context, performerId: string, receiverIds: readonly string[]): Promise<ReservedSeq[]> {
  const existing = await findConversations(tx, performerId, receiverIds);
  const missing = receiverIds.filter((id) => !existing.has(id));
  if (missing.length > 0) await createConversations(tx, performerId, missing);
  const found = missing.length > 0 ? await findConversations(tx, performerId, receiverIds) : existing;
  await lockConversations(tx, [...found.values()]);
  const updated = await tx.db
    .update(conversations)
    .set({ lastSeq: sql`${conversations.lastSeq} + 1` })
    .where(inArray(conversations.id, [...found.values()]))
    .returning({ id: conversations.id, seq: conversations.lastSeq });
  const seqs = new Map(updated.map(({ id, seq }) => [id, seq]));
  return [...found].flatMap(([receiverId, conversationId]) => {
    const seq = seqs.get(conversationId);
    return seq === undefined ? [] : [{ conversationId, receiverId, seq }];
  });
}
