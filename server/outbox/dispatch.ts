/** Takes committed events out of the outbox, oldest first, and hands each to `deliver`; hosts share the work. */
import { asc, inArray } from 'drizzle-orm';
import type { Stamp } from '@contract/events';
import type { Context } from '../context';
import { outbox } from '../db/schema/schema';

const batch = 100;
/** Events are also looked for this often, should a notice be lost. */
export const outboxPoll_ms = 1000;

export interface OutgoingEvent {
  name: string;
  rooms: string[];
  payload: Record<string, unknown> & Stamp;
}

/** Delivers what waits. An event is forgotten only after its delivery, so a crash in between sends it again. */
export async function dispatchOutbox(ctx: Context, deliver: (event: OutgoingEvent) => Promise<void>): Promise<number> {
  let sent = 0;
  for (;;) {
    const taken = await ctx.db.transaction(async (tx) => {
      const rows = await tx.select().from(outbox).orderBy(asc(outbox.seq)).limit(batch).for('update', { skipLocked: true });
      for (const row of rows) {
        await deliver({ name: row.name, rooms: row.rooms, payload: { ...row.payload, eventId: row.id, at: row.createdAt.toISOString() } });
      }
      if (rows.length > 0)
        await tx.delete(outbox).where(
          inArray(
            outbox.id,
            rows.map((row) => row.id),
          ),
        );
      return rows.length;
    });
    sent += taken;
    if (taken < batch) return sent;
  }
}
