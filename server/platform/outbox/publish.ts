/** Publishing an event: it is written in the transaction of the change that causes it, and leaves the host only after commit. */
import type { HostEventName, HostEvents } from '@contract/kernel/events';
import type { Right } from '@contract/kernel/rights';
import { sql, type SQL } from 'drizzle-orm';
import type { Context } from '../context';
import { outbox } from '../db/schema/schema';
import { writeEvents } from './write';

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

/** An event and the rooms that may hear it. */
export interface Published<N extends HostEventName> {
  rooms: readonly Room[];
  payload: HostEvents[N];
}

/**
 * Publishes events of one name: with the transaction of `ctx`, which writes what was published in it at its end, or at once where
 * there is none. Delivered at least once.
 */
export async function publishAll<N extends HostEventName>(ctx: Context, name: N, events: readonly Published<N>[]): Promise<void> {
  if (events.length === 0) return;
  const at = ctx.clock.now().toISOString();
  const published = events.map(({ rooms, payload }) => ({ id: ctx.chance.id(), name, rooms, payload, at }));
  if (ctx.published) ctx.published.push(...published);
  else await writeEvents(ctx.db, published);
  ctx.afterCommit(ctx.bell.ring);
}

/** Publishes one event for the rooms named, as `publishAll`. */
export const publish = <N extends HostEventName>(ctx: Context, name: N, rooms: readonly Room[], payload: HostEvents[N]): Promise<void> =>
  publishAll(ctx, name, [{ rooms, payload }]);

/** The same as a part of the caller's own statement: an event for each row of `source`, which has an id, rooms and a payload. The caller rings. */
export function publishing(name: HostEventName, source: SQL, at: SQL): SQL {
  return sql`insert into ${outbox} (id, name, rooms, payload, created_at) select event.id, ${sql.raw(`'${name}'`)}, event.rooms, event.payload, ${at} from (${source}) event`;
}
