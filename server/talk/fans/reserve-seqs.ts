/** The conversations of a performer with many, found or made, each held: whoever writes in one of them meanwhile waits. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { conversationMembers, conversations } from '../../platform/db/schema/schema';
import { pairLock } from '../conversations/conversations';

async function find(tx: Pick<Context, 'db'>, performerId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.db
    .select({ id: conversationMembers.conversationId, otherId: conversationMembers.otherId })
    .from(conversationMembers)
    .where(and(eq(conversationMembers.accountId, performerId), inArray(conversationMembers.otherId, [...ids])));
  return new Map(rows.map(({ id, otherId }) => [otherId, id]));
}

async function make(tx: Context, performerId: string, ids: readonly string[]): Promise<void> {
  const pairs = ids.map((id) => pairLock(performerId, id)).sort();
  await tx.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(pair.name, 0)) from unnest(${sql.param(pairs)}::text[]) with ordinality pair(name, place) order by pair.place`,
  );
  const known = await find(tx, performerId, ids);
  const now = tx.clock.now();
  const made = ids.filter((id) => !known.has(id)).map((fanId) => ({ id: tx.chance.id(), fanId }));
  if (made.length === 0) return;
  await tx.db.insert(conversations).values(made.map(({ id }) => ({ id, createdAt: now })));
  const member = (conversationId: string, accountId: string, otherId: string) => ({
    ...{ conversationId, accountId, otherId, lastMessageAt: now, createdAt: now },
  });
  await tx.db
    .insert(conversationMembers)
    .values(made.flatMap(({ id, fanId }) => [member(id, performerId, fanId), member(id, fanId, performerId)]));
}

/** Takes conversations in the order of their ids, so that no two who take several wait for each other. */
export async function holdConversations(tx: Pick<Context, 'db'>, ids: readonly string[]): Promise<void> {
  await tx.db
    .select({ id: conversations.id })
    .from(conversations)
    .where(inArray(conversations.id, [...ids]))
    .orderBy(asc(conversations.id))
    .for('update');
}

/** A place that was taken at the end of a conversation. */
export interface Place {
  conversationId: string;
  receiverId: string;
  seq: number;
}

/** The next place in the conversation with each of them, until the transaction of `tx` ends; made where there was none. */
export async function takePlaces(tx: Context, performerId: string, receiverIds: readonly string[]): Promise<Place[]> {
  const known = await find(tx, performerId, receiverIds);
  const missing = receiverIds.filter((id) => !known.has(id));
  if (missing.length > 0) await make(tx, performerId, missing);
  const found = missing.length > 0 ? await find(tx, performerId, receiverIds) : known;
  await holdConversations(tx, [...found.values()]);
  const raised = await tx.db
    .update(conversations)
    .set({ lastSeq: sql`${conversations.lastSeq} + 1` })
    .where(inArray(conversations.id, [...found.values()]))
    .returning({ id: conversations.id, seq: conversations.lastSeq });
  const seqs = new Map(raised.map(({ id, seq }) => [id, seq]));
  return [...found].flatMap(([receiverId, conversationId]) => {
    const seq = seqs.get(conversationId);
    return seq === undefined ? [] : [{ conversationId, receiverId, seq }];
  });
}
