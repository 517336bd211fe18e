/** Publishing an event: it is written with the change that causes it, and leaves the host only after commit. */
import type { HostEventName, HostEvents } from '@contract/events';
import type { Right } from '@contract/rights';
import { sql, type SQL } from 'drizzle-orm';
import type { Context } from '../context';
import { prepared } from '../db/prepared';
import { outbox } from '../db/schema/schema';

/**
 * Where an event goes. The socket room of the same name holds those who may hear it. An account `apart:` and whoever is in a
 * country that is `closed:` hears nothing of it, in whatever room.
 */
export type Room =
  | 'site'
  | `right:${Right}`
  | `account:${string}`
  | `about:${string}`
  | `session:${string}`
  | `stream:${string}`
  | `apart:${string}`
  | `closed:${string}`;

const { placeholder } = sql;

const write = prepared<{ name: string; events: string; at: string }, never>(
  'publish',
  sql`insert into ${outbox} (id, name, rooms, payload, created_at)
    select event.id, ${placeholder('name')}, event.rooms, event.payload, ${placeholder('at')}::timestamptz
    from jsonb_to_recordset(${placeholder('events')}::jsonb) event(id uuid, rooms text[], payload jsonb)`,
);

/** An event and the rooms that may hear it. */
export interface Published<N extends HostEventName> {
  rooms: readonly Room[];
  payload: HostEvents[N];
}

/** Writes events of one name in one statement, in the transaction of `ctx` where it has one. Delivered at least once. */
export async function publishAll<N extends HostEventName>(ctx: Context, name: N, events: readonly Published<N>[]): Promise<void> {
  if (events.length === 0) return;
  const written = events.map(({ rooms, payload }) => ({ id: ctx.chance.id(), rooms, payload }));
  await write(ctx.db, { name, events: JSON.stringify(written), at: ctx.clock.now().toISOString() });
  ctx.afterCommit(ctx.bell.ring);
}

/** Writes one event for the rooms named, as `publishAll`. */
export const publish = <N extends HostEventName>(ctx: Context, name: N, rooms: readonly Room[], payload: HostEvents[N]): Promise<void> =>
  publishAll(ctx, name, [{ rooms, payload }]);

/** The same as a part of the caller's own statement: an event for each row of `source`, which has an id, rooms and a payload. The caller rings. */
export function publishing(name: HostEventName, source: SQL, at: SQL): SQL {
  return sql`insert into ${outbox} (id, name, rooms, payload, created_at) select event.id, ${sql.raw(`'${name}'`)}, event.rooms, event.payload, ${at} from (${source}) event`;
}
