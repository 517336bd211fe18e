/**
 * Counts rejected visits from blocked countries per day. Counts are kept in memory and written every few seconds, so that many visits
 * cause one statement. Unwritten counts are lost on a crash or a database failure: the numbers are only informative.
 */
import { gte, lt, sql, sum } from 'drizzle-orm';
import { day_ms } from '@contract/kernel/units';
import type { Clock } from '../context';
import type { Db } from '../db/db';
import { rejectedVisitCounts } from '../db/schema/site';

export interface VisitCount {
  code: string;
  visits: number;
}

export interface RejectedVisits {
  /** Counts a visit synchronously. */
  record(country: string): void;
  /** Writes the counts and deletes expired days. */
  flush(): Promise<void>;
  /** The counts of the last thirty days, including unwritten ones of this process, highest first. */
  recent(): Promise<VisitCount[]>;
}

/** The interval of writes. */
export const writeVisits_ms = 10_000;
const kept_days = 30;
const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);

/** Opens the counter of this process. */
export function countRejectedVisits(db: Db, clock: Clock): RejectedVisits {
  let counted = new Map<string, number>();
  const firstDay = (): string => dayOf(new Date(clock.now().getTime() - (kept_days - 1) * day_ms));

  const write = async (rows: ReadonlyMap<string, number>): Promise<void> => {
    const day = dayOf(clock.now());
    await db
      .insert(rejectedVisitCounts)
      // Sorted, so that concurrent writes of several processes do not deadlock.
      .values([...rows].sort(([a], [b]) => a.localeCompare(b)).map(([code, visits]) => ({ day, code, visits })))
      .onConflictDoUpdate({
        target: [rejectedVisitCounts.day, rejectedVisitCounts.code],
        set: { visits: sql`${rejectedVisitCounts.visits} + excluded.visits` },
      });
    await db.delete(rejectedVisitCounts).where(lt(rejectedVisitCounts.day, firstDay()));
  };
  const flush = async (): Promise<void> => {
    if (counted.size === 0) return;
    const rows = counted;
    counted = new Map();
    await write(rows);
  };

  return {
    record: (country) => {
      counted.set(country, (counted.get(country) ?? 0) + 1);
    },
    flush,
    recent: async () => {
      await flush();
      const visits = sum(rejectedVisitCounts.visits).mapWith(Number);
      const rows = await db
        .select({ code: rejectedVisitCounts.code, visits })
        .from(rejectedVisitCounts)
        .where(gte(rejectedVisitCounts.day, firstDay()))
        .groupBy(rejectedVisitCounts.code);
      return rows.sort((a, b) => b.visits - a.visits);
    },
  };
}
