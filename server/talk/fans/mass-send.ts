/**
 * Sending to many, a part at a time: each part is one transaction that also says how far it has come and asks for the next one.
 * Whoever dies in the middle leaves nothing half done, and each receiver has it once. Receivers go in the order of their ids.
 */
import { and, asc, eq, gt, inArray, lt, lte, ne, not, sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { inTransaction, type Context } from '../../platform/context';
import { accounts, conversationMembers, massMessages, messageFiles, messages, performers } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { FileRow } from '../../platform/media/files';
import { publishAll } from '../../platform/outbox/publish';
import { isConnected } from '../../people/presence/presence';
import { foldedOf, loadMessages, shownTo, tellOfMessages, wireOf, wordsIn } from '../../modules/messages/messages';
import { tellUnreadTo } from '../../people/notifications/notifications';
import { searchVersion } from '../../platform/words/searchable';
import { countMeant, isMeant, type Audience } from './audience';
import { takePlaces, type Place } from './reserve-seqs';
import { filesOfMass, type MassRow } from './mass-rows';
import { takeBackNext } from './mass-unsend';

/** Between two parts others have their turn. */
const pause_ms = 1000;
/** Whose last part is older than this is taken for dead. */
export const dead_ms = 30_000;

const audienceOf = ({ performerId, include, exclude, priceCents }: MassRow, files: readonly FileRow[]): Audience => ({
  ...{ performerId, include, exclude },
  soldFileIds: priceCents === null ? [] : files.map(({ id }) => id),
});

const ask = (tx: Context, massId: string): Promise<void> => tx.jobs.enqueue(tx.db, 'fans/send-mass', { massId });

const askLater = (tx: Context, massId: string): Promise<void> =>
  tx.jobs.enqueue(tx.db, 'fans/send-mass', { massId }, { at: new Date(tx.clock.now().getTime() + pause_ms) });

async function change(tx: Context, id: string, columns: Partial<typeof massMessages.$inferInsert>): Promise<MassRow> {
  const [row] = await tx.db
    .update(massMessages)
    .set({ ...columns, updatedAt: tx.clock.now() })
    .where(eq(massMessages.id, id))
    .returning();
  return row ?? fail('mass_message_not_found');
}

/** Counts for whom it is. */
async function start(tx: Context, row: MassRow): Promise<MassRow> {
  const files = (await filesOfMass(tx, [row.id])).get(row.id) ?? [];
  return change(tx, row.id, { status: 'sending', recipients: await countMeant(tx, audienceOf(row, files)) });
}

/** Begins to send one that is held, in the transaction of `tx`. */
export async function beginSending(tx: Context, id: string): Promise<void> {
  const [row] = await tx.db.select().from(massMessages).where(eq(massMessages.id, id));
  if (row) await start(tx, row);
  await ask(tx, id);
}

/** A message of this part, with where it stands. */
interface Sent extends Place {
  id: string;
}

async function write(tx: Context, row: MassRow, files: readonly FileRow[], places: readonly Place[]): Promise<Sent[]> {
  const now = tx.clock.now();
  const sent = places.map((place) => ({ ...place, id: tx.chance.id() }));
  const type = files.length > 0 ? ('media' as const) : ('text' as const);
  const same = {
    senderId: row.performerId,
    type,
    text: row.text,
    priceCents: row.priceCents,
    massId: row.id,
    search: wordsIn(foldedOf(row)),
    searchVersion,
    createdAt: now,
    updatedAt: now,
  };
  await tx.db.insert(messages).values(sent.map((one) => ({ ...one, ...same })));
  const carried = sent.flatMap(({ id: messageId, receiverId }) =>
    files.map(({ id: fileId }, ordering) => ({ messageId, fileId, receiverId, ordering })),
  );
  if (carried.length > 0) await tx.db.insert(messageFiles).values(carried);
  await tx.db
    .update(conversationMembers)
    .set({
      lastMessageAt: now,
      isListed: true,
      unread: sql`${conversationMembers.unread} + case when ${conversationMembers.accountId} = ${row.performerId} then 0 else 1 end`,
    })
    .where(
      inArray(
        conversationMembers.conversationId,
        sent.map(({ conversationId }) => conversationId),
      ),
    );
  return sent;
}

/** Tells those who are away, and want to know. */
async function notifyAway(tx: Context, senderId: string, sent: readonly Sent[]): Promise<void> {
  const byReceiver = new Map(sent.map((one) => [one.receiverId, one]));
  const away = await tx.db
    .select({ id: conversationMembers.accountId })
    .from(conversationMembers)
    .where(
      and(
        inArray(
          conversationMembers.conversationId,
          sent.map(({ conversationId }) => conversationId),
        ),
        ne(conversationMembers.accountId, senderId),
        eq(conversationMembers.isMuted, false),
        not(isConnected(conversationMembers.accountId)),
      ),
    );
  await tellOfMessages(
    tx,
    senderId,
    away.flatMap(({ id }) => byReceiver.get(id) ?? []),
  );
}

async function sendTo(tx: Context, row: MassRow, files: readonly FileRow[], receiverIds: readonly string[]): Promise<void> {
  if (receiverIds.length === 0) return;
  const sent = await write(tx, row, files, await takePlaces(tx, row.performerId, receiverIds));
  const loaded = await loadMessages(
    tx,
    sent.map(({ id }) => id),
  );
  const told = loaded.rows.flatMap((one) => {
    const answer = shownTo(tx, { ...loaded, rows: [one] }, one.receiverId).get(one.id);
    return answer ? [{ rooms: [`account:${one.receiverId}` as const], payload: wireOf(answer) }] : [];
  });
  await publishAll(tx, 'message/created', told);
  await notifyAway(tx, row.performerId, sent);
  await tellUnreadTo(tx, receiverIds);
}

/** Sends the next part of a held one, and asks for the one after it. */
async function sendNext(tx: Context, row: MassRow): Promise<void> {
  const files = (await filesOfMass(tx, [row.id])).get(row.id) ?? [];
  const receivers = await tx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(isMeant(tx, audienceOf(row, files)), row.lastReceiverId === null ? undefined : gt(accounts.id, row.lastReceiverId)))
    .orderBy(asc(accounts.id))
    .limit(limits.massAtOnce);
  await sendTo(
    tx,
    row,
    files,
    receivers.map(({ id }) => id),
  );
  const sent = row.sent + receivers.length;
  const isOver = receivers.length < limits.massAtOnce;
  await change(tx, row.id, {
    sent,
    lastReceiverId: receivers.at(-1)?.id ?? row.lastReceiverId,
    // Some may have come since they were counted.
    recipients: Math.max(row.recipients, sent),
    ...(isOver && { status: 'sent' }),
  });
  if (!isOver) await askLater(tx, row.id);
}

/** Whether its performer may still be heard: active, with approved papers. Until then it waits. */
async function maySend(tx: Context, performerId: string): Promise<boolean> {
  const [row] = await tx.db
    .select({ status: accounts.status, verification: performers.verification })
    .from(accounts)
    .innerJoin(performers, eq(performers.accountId, accounts.id))
    .where(eq(accounts.id, performerId));
  return row?.status === 'active' && row.verification === 'approved';
}

/** Goes on with one from where it stands. Somebody else who is at it goes on alone. */
export async function goOn(ctx: Context, massId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [row] = await tx.db.select().from(massMessages).where(eq(massMessages.id, massId)).for('update', { skipLocked: true });
    if (!row || row.status === 'sent') return;
    if (row.status === 'unsent') return takeBackNext(tx, row, () => askLater(tx, massId));
    if (!(await maySend(tx, row.performerId))) return;
    if (row.status === 'sending') return sendNext(tx, row);
    if (row.scheduledAt !== null && row.scheduledAt <= tx.clock.now()) await sendNext(tx, await start(tx, row));
  });
}

/** Asks for every one whose time has come, and for those that nobody goes on with. */
export async function askForDue(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const isLeft = lt(massMessages.updatedAt, new Date(now.getTime() - dead_ms));
  const find = (condition: ReturnType<typeof and>) => ctx.db.select({ id: massMessages.id }).from(massMessages).where(condition);
  const due = await find(and(eq(massMessages.status, 'scheduled'), lte(massMessages.scheduledAt, now)));
  const left = await find(and(eq(massMessages.status, 'sending'), isLeft));
  const kept = await find(and(eq(massMessages.status, 'unsent'), sql`${massMessages.lastReceiverId} is not null`, isLeft));
  for (const { id } of [...due, ...left, ...kept]) await ask(ctx, id);
}
