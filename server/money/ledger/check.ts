/**
 * Checking the ledger invariants. Each one queries the whole ledger for violations, all in one snapshot. Other modules add
 * invariants on their own tables; `server/site/books/invariants.ts` lists them all.
 */
import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context';

export interface LedgerInvariant {
  /** Its name in README.md, such as L1. */
  name: string;
  /** The invariant, in one sentence. */
  statement: string;
  /** Its violations, one sentence each, at most `differencesMax`. The number of queries does not depend on the number of rows. */
  violations(ctx: Pick<Context, 'db'>): Promise<string[]>;
}

export interface CheckedInvariant {
  law: string;
  says: string;
  ok: boolean;
  differences: string[];
}

export interface CheckedLedger {
  ok: boolean;
  laws: CheckedInvariant[];
  checkedAt: Date;
}

/** Maximum number of violations listed per invariant. */
export const differencesMax = 100;

/** Reading a ledger of many years takes longer than a request may. */
const checkTimeout_ms = 600_000;

/** Checks every given invariant in a read-only snapshot. Concurrent postings are not blocked. */
export async function checkLedger(ctx: Pick<Context, 'db' | 'clock'>, invariants: readonly LedgerInvariant[]): Promise<CheckedLedger> {
  const checkedAt = ctx.clock.now();
  const checked = await ctx.db.transaction(
    async (db) => {
      await db.execute(sql`set local statement_timeout = ${sql.raw(String(checkTimeout_ms))}`);
      const results: CheckedInvariant[] = [];
      for (const { name, statement, violations } of invariants) {
        const found = await violations({ db });
        results.push({ law: name, says: statement, ok: found.length === 0, differences: found });
      }
      return results;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  return { ok: checked.every(({ ok }) => ok), laws: checked, checkedAt };
}
