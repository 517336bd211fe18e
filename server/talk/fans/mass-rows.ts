/** Mass messages from their performer's view, in four queries for any number of them. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { MassMessage } from '@contract/talk/chat';
import type { Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { files } from '../../platform/db/schema/files';
import { conversationMembers, massMessageFiles, massMessages, messages } from '../../platform/db/schema/messages';
import { charges, earnings, refunds } from '../../platform/db/schema/money';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { fileResponse, type FileRow } from '../../platform/media/files';

export type MassResponse = z.output<typeof MassMessage>;
export type MassRow = typeof massMessages.$inferSelect;

/** The files of mass messages by message id, in their order. */
export async function filesOfMass(ctx: Pick<Context, 'db'>, ids: readonly string[]): Promise<Map<string, FileRow[]>> {
  const rows = await ctx.db
    .select({ massId: massMessageFiles.massId, file: files })
    .from(massMessageFiles)
    .innerJoin(files, eq(files.id, massMessageFiles.fileId))
    .where(inArray(massMessageFiles.massId, [...ids]))
    .orderBy(asc(massMessageFiles.ordering));
  const found = new Map<string, FileRow[]>();
  for (const { massId, file } of rows) found.set(massId, [...(found.get(massId) ?? []), file]);
  return found;
}

interface MassStats extends Record<string, unknown> {
  mass_id: string;
  seen: number;
  bought: number;
  received_cents: string;
}

/** Counts of recipients who saw or bought each message, and its earnings. Recipients who hide read receipts do not count as seen. */
async function statsByMassId(ctx: Pick<Context, 'db'>, ids: readonly string[]): Promise<Map<string, MassStats>> {
  const { rows } = await ctx.db.execute<MassStats>(sql`
    select m.mass_id,
      (count(*) filter (where m.deleted_at is null and r.seen_seq >= m.seq and a.read_receipts))::int as seen,
      count(c.id)::int as bought,
      coalesce(sum(e.net_cents - (select coalesce(sum(b.net_cents), 0) from ${refunds} b where b.earning_id = e.id)), 0)::text as received_cents
    from ${messages} m
    join ${conversationMembers} r on r.conversation_id = m.conversation_id and r.account_id = m.receiver_id
    join ${accounts} a on a.id = m.receiver_id
    left join ${charges} c on c.target_id = m.id and c.user_id = m.receiver_id and c.type = 'message' and c.status = 'success'
    left join ${earnings} e on e.charge_id = c.id
    where m.mass_id in ${[...ids]}
    group by m.mass_id`);
  return new Map(rows.map((row) => [row.mass_id, row]));
}

/** Mass messages by id, from their performer's view. */
export async function massResponses(ctx: Context, performer: Actor, ids: readonly string[]): Promise<Map<string, MassResponse>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(massMessages)
    .where(inArray(massMessages.id, [...ids]));
  const filesByMassId = await filesOfMass(ctx, ids);
  const stats = await statsByMassId(ctx, ids);
  return new Map(
    rows.map((row) => {
      const { seen = 0, bought = 0, received_cents: received = '0' } = stats.get(row.id) ?? {};
      const response: MassResponse = {
        _id: row.id,
        text: row.text,
        files: (filesByMassId.get(row.id) ?? []).map((file) => fileResponse(ctx, file, performer)),
        isSale: row.priceCents !== null,
        price: row.priceCents,
        include: row.include,
        exclude: row.exclude,
        status: row.status,
        scheduledAt: row.scheduledAt,
        recipients: row.recipients,
        sent: row.sent,
        seen,
        bought,
        received: BigInt(received),
        createdAt: row.createdAt,
        updatedAt: row.updatedAt,
      };
      return [row.id, response];
    }),
  );
}

/** One mass message. Rejects with mass_message_not_found. */
export async function massResponse(ctx: Context, performer: Actor, id: string): Promise<MassResponse> {
  return (await massResponses(ctx, performer, [id])).get(id) ?? fail('mass_message_not_found');
}

/** A mass message of the performer, locked until the transaction of `tx` ends. Rejects with mass_message_not_found. */
export async function lockOwnMass(tx: Context, performerId: string, id: string): Promise<MassRow> {
  const [row] = await tx.db
    .select()
    .from(massMessages)
    .where(and(eq(massMessages.id, id), eq(massMessages.performerId, performerId)))
    .for('update');
  return row ?? fail('mass_message_not_found');
}
