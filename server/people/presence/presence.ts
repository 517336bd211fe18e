/**
 * Who is online: an account is while any host holds a socket of it, and some seconds longer, so that a reload or a change
 * of network is not seen. All of it stands in the database: whichever host lives on turns off whom another left behind.
 */
import { and, eq, inArray, isNull, lt, lte, notExists, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { inTransaction, type Context } from '../../platform/context';
import { accounts, openSockets } from '../../platform/db/schema/schema';
import { takeTurn } from '../../platform/db/advisory-lock';
import { closedCountriesOf, closedRooms } from '../blocking/blocking';
import { publish } from '../../platform/outbox/publish';

const heartbeat_ms = 15_000;
const forgotten_ms = 4 * heartbeat_ms;

/** Whether a device of `account`, a column of ids, is connected at this moment; who was seen online may have gone meanwhile. */
export const isConnected = (account: SQLWrapper): SQL<boolean> =>
  sql<boolean>`exists (select from ${openSockets} where ${openSockets.accountId} = ${account} and ${openSockets.closedAt} is null)`;

export interface Presence {
  opened(socketId: string, accountId: string): Promise<void>;
  closed(socketId: string): Promise<void>;
  /** Notes that this host lives, and turns off who has been away long enough. Call it on a timer. */
  beat(): Promise<void>;
  close(): Promise<void>;
}

/** Presence as this host sees it; `interval_ms` is how often `beat` wants to be called. */
export function openPresence(ctx: Context): Presence & { interval_ms: number } {
  const hostId = ctx.chance.id();
  /** The account that each open socket of this host is in. */
  const own = new Map<string, string>();
  const ofThisHost = and(eq(openSockets.hostId, hostId), isNull(openSockets.closedAt));

  const tell = async (tx: Context, changed: { id: string; showOnline: boolean }[], isOnline: boolean): Promise<void> => {
    const closed = await closedCountriesOf(
      tx,
      changed.map(({ id }) => id),
    );
    for (const { id, showOnline } of changed) {
      const said = { accountId: id, isOnline };
      await publish(tx, 'presence/changed', showOnline ? ['right:people.read', `account:${id}`] : ['right:people.read'], said);
      if (showOnline) await publish(tx, 'presence/changed', [`about:${id}`, ...closedRooms(closed, id)], said);
    }
  };

  const turnOn = (which: ReturnType<typeof eq>): Promise<void> =>
    inTransaction(ctx, async (tx) => {
      const came = await tx.db
        .update(accounts)
        .set({ isOnline: true })
        .where(and(which, eq(accounts.isOnline, false)))
        .returning({ id: accounts.id, showOnline: accounts.showOnline });
      await tell(tx, came, true);
    });

  const markClosed = async (which: ReturnType<typeof and>): Promise<void> => {
    await ctx.db.update(openSockets).set({ closedAt: ctx.clock.now() }).where(which);
  };

  /** Forgets sockets that have been closed for a while, and those of hosts that died; their accounts go when they have no other. */
  const sweep = (): Promise<void> =>
    inTransaction(ctx, async (tx) => {
      // One host at a time: two would wait for each other's rows.
      await takeTurn(tx.db, 'presence');
      const now = tx.clock.now().getTime();
      const over = or(
        lt(openSockets.seenAt, new Date(now - forgotten_ms)),
        lte(openSockets.closedAt, new Date(now - limits.presenceGrace_ms)),
      );
      const dropped = await tx.db.delete(openSockets).where(over).returning({ accountId: openSockets.accountId });
      if (dropped.length === 0) return;
      const others = tx.db
        .select({ one: sql`1` })
        .from(openSockets)
        .where(eq(openSockets.accountId, accounts.id));
      const left = [...new Set(dropped.map((row) => row.accountId))];
      const gone = await tx.db
        .update(accounts)
        .set({ isOnline: false, lastSeenAt: tx.clock.now() })
        .where(and(inArray(accounts.id, left), eq(accounts.isOnline, true), notExists(others)))
        .returning({ id: accounts.id, showOnline: accounts.showOnline });
      await tell(tx, gone, false);
    });

  return {
    interval_ms: heartbeat_ms,
    opened: async (socketId, accountId) => {
      own.set(socketId, accountId);
      await ctx.db
        .insert(openSockets)
        .values({ socketId, accountId, hostId, seenAt: ctx.clock.now() })
        .onConflictDoUpdate({ target: [openSockets.socketId, openSockets.accountId], set: { closedAt: null } });
      // It may have closed while its row was on the way.
      if (own.get(socketId) !== accountId) await markClosed(and(eq(openSockets.socketId, socketId), eq(openSockets.accountId, accountId)));
      await turnOn(eq(accounts.id, accountId));
    },
    closed: async (socketId) => {
      if (own.delete(socketId)) await markClosed(eq(openSockets.socketId, socketId));
    },
    beat: async () => {
      await ctx.db.update(openSockets).set({ seenAt: ctx.clock.now() }).where(ofThisHost);
      await sweep();
      // An account that came at the moment in which another host turned it off.
      await turnOn(inArray(accounts.id, ctx.db.select({ id: openSockets.accountId }).from(openSockets).where(ofThisHost)));
    },
    // Whoever comes back within the grace, to this host after its restart or to another, was never away.
    close: () => markClosed(ofThisHost),
  };
}
