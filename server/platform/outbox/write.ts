/** Inserts events into the outbox: all events of a transaction in one statement at its end. */
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db';
import { prepared } from '../db/prepared';
import { outbox } from '../db/schema/site';

/** A published event that is not written yet. */
export interface PendingEvent {
  id: string;
  name: string;
  rooms: readonly string[];
  payload: unknown;
  /** When it was published. */
  at: string;
}

const write = prepared<{ events: string }, never>(
  'publish',
  sql`insert into ${outbox} (id, name, rooms, payload, created_at)
    select event.id, event.name, event.rooms, event.payload, event.at
    from jsonb_to_recordset(${sql.placeholder('events')}::jsonb) event(id uuid, name text, rooms text[], payload jsonb, at timestamptz)`,
);

/** Writes events in the order of their publication. */
export async function writeEvents(db: Db, events: readonly PendingEvent[]): Promise<void> {
  if (events.length > 0) await write(db, { events: JSON.stringify(events) });
}
