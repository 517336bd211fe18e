/**
 * Who is online: an account is while any host holds a socket of it, and some seconds longer, so that a reload or a change
 * of network is not seen. Sockets of a host that died without a word are forgotten when their heartbeat is old.
 */
import { and, eq, inArray, lt, notExists, sql } from 'drizzle-orm';
import { limits } from '@contract/limits';
import type { Context } from '../context';
import { accounts, openSockets } from '../db/schema/schema';
import { publish } from '../outbox/publish';

const heartbeat_ms = 15_000;
const forgotten_ms = 4 * heartbeat_ms;

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
  const ownSockets = new Map<string, string>();
  /** Accounts whose last socket on this host closed, and when. */
  const leaving = new Map<string, number>();

  const tell = async (accountId: string, showOnline: boolean, isOnline: boolean): Promise<void> => {
    const watchers = showOnline ? (['operators', `account:${accountId}`] as const) : (['operators'] as const);
    await publish(ctx, 'presence/changed', watchers, { accountId, isOnline });
  };

  const turnOff = async (accountIds: string[]): Promise<void> => {
    if (accountIds.length === 0) return;
    const stillOpen = ctx.db.select({ one: sql`1` }).from(openSockets).where(eq(openSockets.accountId, accounts.id));
    const gone = await ctx.db
      .update(accounts)
      .set({ isOnline: false, lastSeenAt: ctx.clock.now() })
      .where(and(inArray(accounts.id, accountIds), eq(accounts.isOnline, true), notExists(stillOpen)))
      .returning({ id: accounts.id, showOnline: accounts.showOnline });
    for (const { id, showOnline } of gone) await tell(id, showOnline, false);
  };

  const sweepDeadHosts = async (): Promise<void> => {
    const old = new Date(ctx.clock.now().getTime() - forgotten_ms);
    const dropped = await ctx.db.delete(openSockets).where(lt(openSockets.seenAt, old)).returning({ accountId: openSockets.accountId });
    await turnOff([...new Set(dropped.map((row) => row.accountId))]);
  };

  return {
    interval_ms: heartbeat_ms,
    opened: async (socketId, accountId) => {
      ownSockets.set(socketId, accountId);
      leaving.delete(accountId);
      await ctx.db.insert(openSockets).values({ socketId, accountId, hostId, seenAt: ctx.clock.now() }).onConflictDoNothing();
      const [came] = await ctx.db
        .update(accounts)
        .set({ isOnline: true })
        .where(and(eq(accounts.id, accountId), eq(accounts.isOnline, false)))
        .returning({ showOnline: accounts.showOnline });
      if (came) await tell(accountId, came.showOnline, true);
    },
    closed: async (socketId) => {
      const accountId = ownSockets.get(socketId);
      if (accountId === undefined) return;
      ownSockets.delete(socketId);
      await ctx.db.delete(openSockets).where(eq(openSockets.socketId, socketId));
      if (![...ownSockets.values()].includes(accountId)) leaving.set(accountId, ctx.clock.now().getTime());
    },
    beat: async () => {
      const now = ctx.clock.now();
      await ctx.db.update(openSockets).set({ seenAt: now }).where(eq(openSockets.hostId, hostId));
      const due = [...leaving].filter(([, since]) => now.getTime() - since >= limits.presenceGrace_ms).map(([id]) => id);
      due.forEach((id) => leaving.delete(id));
      await turnOff(due);
      await sweepDeadHosts();
    },
    close: async () => {
      await ctx.db.delete(openSockets).where(eq(openSockets.hostId, hostId));
      await turnOff([...new Set([...ownSockets.values(), ...leaving.keys()])]);
    },
  };
}
