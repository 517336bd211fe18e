/** Takes committed events out of the outbox, oldest first, and hands each to `deliver`; hosts share the work. */
import { sql } from 'drizzle-orm';
import type { Stamp } from '@contract/kernel/events';
import type { Context } from '../context';
import { prepared } from '../db/prepared';
import { outbox } from '../db/schema/schema';

const batch = 100;
/** Events are also looked for this often, should a notice be lost. */
export const outboxPoll_ms = 1000;

export interface OutgoingEvent {
  name: string;
  rooms: string[];
  payload: Record<string, unknown> & Stamp;
}

interface Waiting {
  id: string;
  name: string;
  rooms: string[];
  payload: Record<string, unknown>;
  at: string;
  seq: string;
}

/** Takes the oldest that no other host has in hand, in no order of their own. */
const takeWaiting = prepared<{ batch: number }, Waiting>(
  'outbox_take',
  sql`
    delete from ${outbox} where id = any(array(
      select id from ${outbox} order by seq limit ${sql.placeholder('batch')} for update skip locked
    )) returning id, name, rooms, payload, created_at as at, seq`,
);

/** Delivers what waits. An event is forgotten only after its delivery, so a crash in between sends it again. */
export async function dispatchOutbox(ctx: Context, deliver: (event: OutgoingEvent) => Promise<void>): Promise<number> {
  let sent = 0;
  for (;;) {
    const taken = await ctx.db.transaction(async (tx) => {
      const rows = await takeWaiting(tx, { batch });
      rows.sort((a, b) => Number(BigInt(a.seq) - BigInt(b.seq)));
      for (const { id, name, rooms, payload, at } of rows)
        await deliver({ name, rooms, payload: { ...payload, eventId: id, at: new Date(at).toISOString() } });
      return rows.length;
    });
    sent += taken;
    if (taken < batch) return sent;
  }
}
