/** Publishes events: they are written in the transaction of the change that causes them and delivered after the commit. */
import type { ServerEventName, ServerEvents } from '@contract/kernel/events';
import type { Right } from '@contract/kernel/rights';
import { sql, type SQL } from 'drizzle-orm';
import type { Context } from '../context';
import { outbox } from '../db/schema/site';
import { writeEvents } from './write';

/**
 * Recipients of an event: the socket room of the same name. `apart:<account>` and `closed:<country>` exclude an account and a
 * country from all rooms of the event.
 */
export type SocketRoom =
  | 'site'
  | `right:${Right}`
  | `account:${string}`
  | `about:${string}`
  | `session:${string}`
  | `stream:${string}`
  | `apart:${string}`
  | `closed:${string}`;

/** An event and its rooms. */
export interface Published<N extends ServerEventName> {
  rooms: readonly SocketRoom[];
  payload: ServerEvents[N];
}

/**
 * Publishes events of one name: with the transaction of `ctx`, which writes its events at its end, or immediately without a
 * transaction. Delivery is at least once.
 */
export async function publishAll<N extends ServerEventName>(ctx: Context, name: N, events: readonly Published<N>[]): Promise<void> {
  if (events.length === 0) return;
  const at = ctx.clock.now().toISOString();
  const published = events.map(({ rooms, payload }) => ({ id: ctx.random.id(), name, rooms, payload, at }));
  if (ctx.published) ctx.published.push(...published);
  else await writeEvents(ctx.db, published);
  ctx.afterCommit(ctx.outboxNotifier.notify);
}

/** Publishes one event, as `publishAll`. */
export const publish = <N extends ServerEventName>(
  ctx: Context,
  name: N,
  rooms: readonly SocketRoom[],
  payload: ServerEvents[N],
): Promise<void> => publishAll(ctx, name, [{ rooms, payload }]);

/**
 * SQL that publishes an event for each row of `source` (id, rooms, payload), as part of the caller's statement. The caller calls
 * `outboxNotifier.notify` after the commit.
 */
export function publishSql(name: ServerEventName, source: SQL, at: SQL): SQL {
  return sql`insert into ${outbox} (id, name, rooms, payload, created_at) select event.id, ${sql.raw(`'${name}'`)}, event.rooms, event.payload, ${at} from (${source}) event`;
}
