/**
 * Sends mass messages in batches. Each batch is one transaction that also stores the cursor and enqueues the next batch, so a crash leaves
 * nothing half done and each receiver gets the message once. Receivers are ordered by id.
 */
import { and, asc, eq, gt, inArray, lt, lte, ne, not, sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { inTransaction, type Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { conversationMembers, massMessages, messageFiles, messages } from '../../platform/db/schema/messages';
import { performers } from '../../platform/db/schema/performers';
import { fail } from '../../kernel/api-error';
import type { FileRow } from '../../platform/media/files';
import { publishAll } from '../../platform/outbox/publish';
import { isConnected } from '../../people/presence/presence';
import { foldedText, searchVector } from '../messages/search-index';
import { loadMessages, responsesForViewer, messagePayload } from '../messages/rows';
import { notifyOfMessages } from '../messages/add';
import { publishUnreadCountsOf } from '../../people/notifications/unread';
import { searchVersion } from '../../platform/words/searchable';
import { countRecipients, isRecipient, type MassAudience } from './audience';
import { reserveSeqs, type ReservedSeq } from './reserve-seqs';
import { filesOfMass, type MassRow } from './mass-rows';
import { unsendNextBatch } from './mass-unsend';

/** Delay between two batches, so that other jobs can run. */
const pause_ms = 1000;
/** A worker whose last batch is older than this is presumed dead. */
export const workerTimeout_ms = 30_000;

const audienceOf = ({ performerId, include, exclude, priceCents }: MassRow, files: readonly FileRow[]): MassAudience => ({
  performerId,
  include,
  exclude,
  soldFileIds: priceCents === null ? [] : files.map(({ id }) => id),
});

const enqueueBatch = (tx: Context, massId: string): Promise<void> => tx.jobs.enqueue(tx.db, 'fans/send-mass', { massId });

const enqueueNextBatch = (tx: Context, massId: string): Promise<void> =>
  tx.jobs.enqueue(tx.db, 'fans/send-mass', { massId }, { at: new Date(tx.clock.now().getTime() + pause_ms) });

async function updateMass(tx: Context, id: string, columns: Partial<typeof massMessages.$inferInsert>): Promise<MassRow> {
  const [row] = await tx.db
    .update(massMessages)
    .set({ ...columns, updatedAt: tx.clock.now() })
    .where(eq(massMessages.id, id))
    .returning();
  return row ?? fail('mass_message_not_found');
}

/** Counts the recipients and sets the status to `sending`. */
async function start(tx: Context, row: MassRow): Promise<MassRow> {
  const files = (await filesOfMass(tx, [row.id])).get(row.id) ?? [];
  return updateMass(tx, row.id, { status: 'sending', recipients: await countRecipients(tx, audienceOf(row, files)) });
}

/** Starts sending a locked mass message, in the transaction of `tx`. */
export async function beginSending(tx: Context, id: string): Promise<void> {
  const [row] = await tx.db.select().from(massMessages).where(eq(massMessages.id, id));
  if (row) await start(tx, row);
  await enqueueBatch(tx, id);
}

/** A message of this batch, with its position in the conversation. */
interface BatchMessage extends ReservedSeq {
  id: string;
}

async function insertMessages(
  tx: Context,
  row: MassRow,
  files: readonly FileRow[],
  reserved: readonly ReservedSeq[],
): Promise<BatchMessage[]> {
  const now = tx.clock.now();
  const sent = reserved.map((seq) => ({ ...seq, id: tx.random.id() }));
  const type = files.length > 0 ? ('media' as const) : ('text' as const);
  const shared = {
    senderId: row.performerId,
    type,
    text: row.text,
    priceCents: row.priceCents,
    massId: row.id,
    search: searchVector(foldedText(row)),
    searchVersion,
    createdAt: now,
    updatedAt: now,
  };
  await tx.db.insert(messages).values(sent.map((message) => ({ ...message, ...shared })));
  const attachments = sent.flatMap(({ id: messageId, receiverId }) =>
    files.map(({ id: fileId }, ordering) => ({ messageId, fileId, receiverId, ordering })),
  );
  if (attachments.length > 0) await tx.db.insert(messageFiles).values(attachments);
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

/** Notifies receivers who are not connected and have not muted the conversation. */
async function notifyDisconnected(tx: Context, senderId: string, sent: readonly BatchMessage[]): Promise<void> {
  const byReceiver = new Map(sent.map((message) => [message.receiverId, message]));
  const disconnected = await tx.db
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
  await notifyOfMessages(
    tx,
    senderId,
    disconnected.flatMap(({ id }) => byReceiver.get(id) ?? []),
  );
}

async function sendTo(tx: Context, row: MassRow, files: readonly FileRow[], receiverIds: readonly string[]): Promise<void> {
  if (receiverIds.length === 0) return;
  const sent = await insertMessages(tx, row, files, await reserveSeqs(tx, row.performerId, receiverIds));
  const loaded = await loadMessages(
    tx,
    sent.map(({ id }) => id),
  );
  const events = loaded.rows.flatMap((message) => {
    const response = responsesForViewer(tx, { ...loaded, rows: [message] }, message.receiverId).get(message.id);
    return response ? [{ rooms: [`account:${message.receiverId}` as const], payload: messagePayload(response) }] : [];
  });
  await publishAll(tx, 'message/created', events);
  await notifyDisconnected(tx, row.performerId, sent);
  await publishUnreadCountsOf(tx, receiverIds);
}

/** Sends the next batch of a locked mass message, and enqueues the following one. */
async function sendNext(tx: Context, row: MassRow): Promise<void> {
  const files = (await filesOfMass(tx, [row.id])).get(row.id) ?? [];
  const receivers = await tx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(isRecipient(tx, audienceOf(row, files)), row.lastReceiverId === null ? undefined : gt(accounts.id, row.lastReceiverId)))
    .orderBy(asc(accounts.id))
    .limit(limits.massMessageBatch);
  await sendTo(
    tx,
    row,
    files,
    receivers.map(({ id }) => id),
  );
  const sent = row.sent + receivers.length;
  const isLastBatch = receivers.length < limits.massMessageBatch;
  await updateMass(tx, row.id, {
    sent,
    lastReceiverId: receivers.at(-1)?.id ?? row.lastReceiverId,
    // Recipients may have been added since they were counted.
    recipients: Math.max(row.recipients, sent),
    ...(isLastBatch && { status: 'sent' }),
  });
  if (!isLastBatch) await enqueueNextBatch(tx, row.id);
}

/** Whether the performer may send: active and verified. Otherwise the message waits. */
async function maySend(tx: Context, performerId: string): Promise<boolean> {
  const [row] = await tx.db
    .select({ status: accounts.status, verification: performers.verification })
    .from(accounts)
    .innerJoin(performers, eq(performers.accountId, accounts.id))
    .where(eq(accounts.id, performerId));
  return row?.status === 'active' && row.verification === 'approved';
}

/** Processes the next batch of a mass message. Does nothing while another worker holds its lock. */
export async function sendNextBatch(ctx: Context, massId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [row] = await tx.db.select().from(massMessages).where(eq(massMessages.id, massId)).for('update', { skipLocked: true });
    if (!row || row.status === 'sent') return;
    if (row.status === 'unsent') return unsendNextBatch(tx, row, () => enqueueNextBatch(tx, massId));
    if (!(await maySend(tx, row.performerId))) return;
    if (row.status === 'sending') return sendNext(tx, row);
    if (row.scheduledAt !== null && row.scheduledAt <= tx.clock.now()) await sendNext(tx, await start(tx, row));
  });
}

/** Enqueues scheduled messages that are due, and messages whose worker has died. */
export async function enqueueDueBatches(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const isStale = lt(massMessages.updatedAt, new Date(now.getTime() - workerTimeout_ms));
  const find = (condition: ReturnType<typeof and>) => ctx.db.select({ id: massMessages.id }).from(massMessages).where(condition);
  const due = await find(and(eq(massMessages.status, 'scheduled'), lte(massMessages.scheduledAt, now)));
  const stalled = await find(and(eq(massMessages.status, 'sending'), isStale));
  const stalledUnsends = await find(and(eq(massMessages.status, 'unsent'), sql`${massMessages.lastReceiverId} is not null`, isStale));
  for (const { id } of [...due, ...stalled, ...stalledUnsends]) await enqueueBatch(ctx, id);
}
