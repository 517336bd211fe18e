/**
 * Online presence: an account is online while any process holds one of its sockets, and some seconds longer, so that reloads and network
 * changes are not visible. All state is in the database, so any process cleans up after a dead one.
 */
import { and, eq, inArray, isNull, lt, lte, notExists, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { inTransaction, type Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { openSockets } from '../../platform/db/schema/site';
import { takeAdvisoryLock } from '../../platform/db/advisory-lock';
import { blockedCountriesOf, blockedCountryRooms } from '../blocking/blocking';
import { publish } from '../../platform/outbox/publish';

const heartbeat_ms = 15_000;
const deadAfter_ms = 4 * heartbeat_ms;

/** Whether `account` (an id column) has a connected socket now. `isOnline` may lag behind. */
export const isConnected = (account: SQLWrapper): SQL<boolean> =>
  sql<boolean>`exists (select from ${openSockets} where ${openSockets.accountId} = ${account} and ${openSockets.closedAt} is null)`;

export interface Presence {
  socketOpened(socketId: string, accountId: string): Promise<void>;
  socketClosed(socketId: string): Promise<void>;
  /** Renews this process's heartbeat and sets accounts offline after the grace period. Call it on a timer. */
  heartbeat(): Promise<void>;
  close(): Promise<void>;
}

/** Presence of this process. Call `heartbeat` every `interval_ms`. */
export function openPresence(ctx: Context): Presence & { interval_ms: number } {
  const hostId = ctx.random.id();
  /** The account of each open socket of this process. */
  const accountOfSocket = new Map<string, string>();
  const ofThisProcess = and(eq(openSockets.hostId, hostId), isNull(openSockets.closedAt));

  const publishChange = async (tx: Context, changed: { id: string; showOnline: boolean }[], isOnline: boolean): Promise<void> => {
    const blockedCountries = await blockedCountriesOf(
      tx,
      changed.map(({ id }) => id),
    );
    for (const { id, showOnline } of changed) {
      const payload = { accountId: id, isOnline };
      await publish(tx, 'presence/changed', showOnline ? ['right:people.read', `account:${id}`] : ['right:people.read'], payload);
      if (showOnline) await publish(tx, 'presence/changed', [`about:${id}`, ...blockedCountryRooms(blockedCountries, id)], payload);
    }
  };

  const setOnline = (condition: ReturnType<typeof eq>): Promise<void> =>
    inTransaction(ctx, async (tx) => {
      const cameOnline = await tx.db
        .update(accounts)
        .set({ isOnline: true })
        .where(and(condition, eq(accounts.isOnline, false)))
        .returning({ id: accounts.id, showOnline: accounts.showOnline });
      await publishChange(tx, cameOnline, true);
    });

  const markClosed = async (condition: ReturnType<typeof and>): Promise<void> => {
    await ctx.db.update(openSockets).set({ closedAt: ctx.clock.now() }).where(condition);
  };

  /**
   * Deletes sockets that were closed longer than the grace period, or whose process is dead. Accounts without another socket go offline.
   */
  const sweep = (): Promise<void> =>
    inTransaction(ctx, async (tx) => {
      // Serialized: two processes would deadlock on each other's rows.
      await takeAdvisoryLock(tx.db, 'presence');
      const now = tx.clock.now().getTime();
      const isGone = or(
        lt(openSockets.seenAt, new Date(now - deadAfter_ms)),
        lte(openSockets.closedAt, new Date(now - limits.presenceGrace_ms)),
      );
      const dropped = await tx.db.delete(openSockets).where(isGone).returning({ accountId: openSockets.accountId });
      if (dropped.length === 0) return;
      const others = tx.db
        .select({ one: sql`1` })
        .from(openSockets)
        .where(eq(openSockets.accountId, accounts.id));
      const affected = [...new Set(dropped.map((row) => row.accountId))];
      const wentOffline = await tx.db
        .update(accounts)
        .set({ isOnline: false, lastSeenAt: tx.clock.now() })
        .where(and(inArray(accounts.id, affected), eq(accounts.isOnline, true), notExists(others)))
        .returning({ id: accounts.id, showOnline: accounts.showOnline });
      await publishChange(tx, wentOffline, false);
    });

  return {
    interval_ms: heartbeat_ms,
    socketOpened: async (socketId, accountId) => {
      accountOfSocket.set(socketId, accountId);
      await ctx.db
        .insert(openSockets)
        .values({ socketId, accountId, hostId, seenAt: ctx.clock.now() })
        .onConflictDoUpdate({ target: [openSockets.socketId, openSockets.accountId], set: { closedAt: null } });
      // The socket may have closed while its row was being written.
      if (accountOfSocket.get(socketId) !== accountId)
        await markClosed(and(eq(openSockets.socketId, socketId), eq(openSockets.accountId, accountId)));
      await setOnline(eq(accounts.id, accountId));
    },
    socketClosed: async (socketId) => {
      if (accountOfSocket.delete(socketId)) await markClosed(eq(openSockets.socketId, socketId));
    },
    heartbeat: async () => {
      await ctx.db.update(openSockets).set({ seenAt: ctx.clock.now() }).where(ofThisProcess);
      await sweep();
      // Another process may have set the account offline at the moment it connected here.
      await setOnline(inArray(accounts.id, ctx.db.select({ id: openSockets.accountId }).from(openSockets).where(ofThisProcess)));
    },
    // An account that reconnects within the grace period, here or elsewhere, stays online.
    close: () => markClosed(ofThisProcess),
  };
}
