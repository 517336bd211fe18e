/** Takes committed events from the outbox, oldest first, and delivers them. Processes share the work. */
import { sql } from 'drizzle-orm';
import type { EventStamp } from '@contract/kernel/events';
import type { Context } from '../context';
import { prepared } from '../db/prepared';
import { outbox } from '../db/schema/site';

const batch = 100;
/** The polling interval, because a notification may be lost. */
export const outboxPoll_ms = 1000;

export interface OutgoingEvent {
  name: string;
  rooms: string[];
  payload: Record<string, unknown> & EventStamp;
}

interface OutboxRow {
  id: string;
  name: string;
  rooms: string[];
  payload: Record<string, unknown>;
  at: string;
  seq: string;
}

/** Takes the oldest events that no other process has locked, in no particular order. */
const claimPending = prepared<{ batch: number }, OutboxRow>(
  'outbox_take',
  sql`
    delete from ${outbox} where id = any(array(
      select id from ${outbox} order by seq limit ${sql.placeholder('batch')} for update skip locked
    )) returning id, name, rooms, payload, created_at as at, seq`,
);

/** Delivers pending events (at least once: they are deleted after delivery, so a crash in between repeats them). Returns their number. */
export async function dispatchOutbox(ctx: Context, deliver: (event: OutgoingEvent) => Promise<void>): Promise<number> {
  let sent = 0;
  for (;;) {
    const claimed = await ctx.db.transaction(async (tx) => {
      const rows = await claimPending(tx, { batch });
      rows.sort((a, b) => Number(BigInt(a.seq) - BigInt(b.seq)));
      for (const { id, name, rooms, payload, at } of rows)
        await deliver({ name, rooms, payload: { ...payload, eventId: id, at: new Date(at).toISOString() } });
      return rows.length;
    });
    sent += claimed;
    if (claimed < batch) return sent;
  }
}
