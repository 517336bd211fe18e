/** Publishing an event: it is written with the change that causes it, and leaves the host only after commit. */
import type { HostEventName, HostEvents } from '@contract/events';
import { sql, type SQL } from 'drizzle-orm';
import type { Context } from '../context';
import { preparedInsert } from '../db/prepared';
import { outbox } from '../db/schema/schema';

/** Where an event goes. The socket room of the same name holds those who may hear it. */
export type Room = 'site' | 'operators' | `account:${string}` | `about:${string}` | `session:${string}`;

const write = preparedInsert('publish', outbox, ['id', 'name', 'rooms', 'payload', 'createdAt']);

/** Writes an event for the rooms named, in the transaction of `ctx` where it has one. Delivered at least once. */
export async function publish<N extends HostEventName>(
  ctx: Context,
  name: N,
  rooms: readonly Room[],
  payload: HostEvents[N],
): Promise<void> {
  await write(ctx.db, { id: ctx.chance.id(), name, rooms: [...rooms], payload: { ...payload }, createdAt: ctx.clock.now() });
  ctx.afterCommit(ctx.bell.ring);
}

/** Writes an event for each of many, in one statement; otherwise as `publish`. */
export async function publishAll<N extends HostEventName>(
  ctx: Context,
  name: N,
  events: readonly { rooms: readonly Room[]; payload: HostEvents[N] }[],
): Promise<void> {
  if (events.length === 0) return;
  const createdAt = ctx.clock.now();
  await ctx.db
    .insert(outbox)
    .values(events.map(({ rooms, payload }) => ({ id: ctx.chance.id(), name, rooms: [...rooms], payload: { ...payload }, createdAt })));
  ctx.afterCommit(ctx.bell.ring);
}

/** The same as a part of the caller's own statement: an event for each row of `source`, which has an id, rooms and a payload. The caller rings. */
export function publishing(name: HostEventName, source: SQL, at: SQL): SQL {
  return sql`insert into ${outbox} (id, name, rooms, payload, created_at) select event.id, ${sql.raw(`'${name}'`)}, event.rooms, event.payload, ${at} from (${source}) event`;
}
