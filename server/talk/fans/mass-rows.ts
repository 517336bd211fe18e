/** Messages to many as their performer sees them: four queries, however many there are. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { MassMessage } from '@contract/talk/chat';
import type { Context } from '../../platform/context';
import {
  accounts,
  charges,
  conversationMembers,
  earnings,
  files,
  massMessageFiles,
  massMessages,
  messages,
  refunds,
} from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { fileAnswer, type FileRow } from '../../platform/media/files';

export type MassAnswer = z.output<typeof MassMessage>;
export type MassRow = typeof massMessages.$inferSelect;

/** The files of messages to many, each in its place. */
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

interface Outcome extends Record<string, unknown> {
  mass_id: string;
  seen: number;
  bought: number;
  received_cents: string;
}

/** What became of them. Who lets nobody know what she reads is not counted among those who have seen it. */
async function outcomes(ctx: Pick<Context, 'db'>, ids: readonly string[]): Promise<Map<string, Outcome>> {
  const { rows } = await ctx.db.execute<Outcome>(sql`
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

/** Messages to many by id, as their performer sees them. */
export async function massAnswers(ctx: Context, performer: Actor, ids: readonly string[]): Promise<Map<string, MassAnswer>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(massMessages)
    .where(inArray(massMessages.id, [...ids]));
  const sent = await filesOfMass(ctx, ids);
  const became = await outcomes(ctx, ids);
  return new Map(
    rows.map((row) => {
      const { seen = 0, bought = 0, received_cents: received = '0' } = became.get(row.id) ?? {};
      const answer: MassAnswer = {
        _id: row.id,
        text: row.text,
        files: (sent.get(row.id) ?? []).map((file) => fileAnswer(ctx, file, performer)),
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
      return [row.id, answer];
    }),
  );
}

/** One of them. Refuses with mass_message_not_found. */
export async function massAnswer(ctx: Context, performer: Actor, id: string): Promise<MassAnswer> {
  return (await massAnswers(ctx, performer, [id])).get(id) ?? fail('mass_message_not_found');
}

/** An own one, held until the transaction of `tx` ends. Refuses with mass_message_not_found. */
export async function lockOwnMass(tx: Context, performerId: string, id: string): Promise<MassRow> {
  const [row] = await tx.db
    .select()
    .from(massMessages)
    .where(and(eq(massMessages.id, id), eq(massMessages.performerId, performerId)))
    .for('update');
  return row ?? fail('mass_message_not_found');
}
