/**
 * Visits that closed countries were refused, by day: counted in memory and written together some seconds apart, so that a storm
 * of them costs one statement. What a host has not written when it dies, or when the database is away, is lost: these numbers
 * are for looking at.
 */
import { gte, lt, sql, sum } from 'drizzle-orm';
import { day_ms } from '@contract/kernel/units';
import type { Clock } from '../context';
import type { Db } from '../db/db';
import { refusedVisits } from '../db/schema/schema';

export interface VisitCount {
  code: string;
  visits: number;
}

export interface RefusedVisits {
  /** Counts one, without waiting for anything. */
  note(country: string): void;
  /** Writes what was counted, and forgets days that nobody looks at any more. */
  flush(): Promise<void>;
  /** Of the last thirty days, what this host has just counted included; most first. */
  recent(): Promise<VisitCount[]>;
}

/** How far apart each host writes what it has counted. */
export const writeVisits_ms = 10_000;
const kept_days = 30;
const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);

/** Opens the count of this host. */
export function countRefusedVisits(db: Db, clock: Clock): RefusedVisits {
  let counted = new Map<string, number>();
  const firstDay = (): string => dayOf(new Date(clock.now().getTime() - (kept_days - 1) * day_ms));

  const write = async (rows: ReadonlyMap<string, number>): Promise<void> => {
    const day = dayOf(clock.now());
    await db
      .insert(refusedVisits)
      // In one order: two hosts that write the same countries would else wait for each other.
      .values([...rows].sort(([one], [other]) => one.localeCompare(other)).map(([code, visits]) => ({ day, code, visits })))
      .onConflictDoUpdate({
        target: [refusedVisits.day, refusedVisits.code],
        set: { visits: sql`${refusedVisits.visits} + excluded.visits` },
      });
    await db.delete(refusedVisits).where(lt(refusedVisits.day, firstDay()));
  };
  const flush = async (): Promise<void> => {
    if (counted.size === 0) return;
    const rows = counted;
    counted = new Map();
    await write(rows);
  };

  return {
    note: (country) => {
      counted.set(country, (counted.get(country) ?? 0) + 1);
    },
    flush,
    recent: async () => {
      await flush();
      const visits = sum(refusedVisits.visits).mapWith(Number);
      const rows = await db
        .select({ code: refusedVisits.code, visits })
        .from(refusedVisits)
        .where(gte(refusedVisits.day, firstDay()))
        .groupBy(refusedVisits.code);
      return rows.sort((one, other) => other.visits - one.visits);
    },
  };
}
