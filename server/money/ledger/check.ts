/**
 * Checking the books: each law asks the whole ledger for what breaks it, all laws in one snapshot. Other rooms have laws of
 * their own, on tables that the ledger does not know; `server/modules/laws.ts` has them all.
 */
import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context';

export interface Law {
  /** Its name in README.md, such as L1. */
  law: string;
  /** What it says, in one sentence. */
  says: string;
  /** What breaks it, each in one sentence, `differencesMax` at the most, by as many statements for few rows as for many. */
  differences(ctx: Pick<Context, 'db'>): Promise<string[]>;
}

export interface CheckedLaw {
  law: string;
  says: string;
  ok: boolean;
  differences: string[];
}

export interface CheckedLedger {
  ok: boolean;
  laws: CheckedLaw[];
  checkedAt: Date;
}

/** A law that is broken everywhere is shown by its first cases. */
export const differencesMax = 100;

/** Books of many years take longer to read than any request may. */
const patience_ms = 600_000;

/** Checks every law named, while the site goes on: postings do not wait for it, nor it for them. */
export async function checkLedger(ctx: Pick<Context, 'db' | 'clock'>, laws: readonly Law[]): Promise<CheckedLedger> {
  const checkedAt = ctx.clock.now();
  const checked = await ctx.db.transaction(
    async (db) => {
      await db.execute(sql`set local statement_timeout = ${sql.raw(String(patience_ms))}`);
      const results: CheckedLaw[] = [];
      for (const { law, says, differences } of laws) {
        const found = await differences({ db });
        results.push({ law, says, ok: found.length === 0, differences: found });
      }
      return results;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  return { ok: checked.every(({ ok }) => ok), laws: checked, checkedAt };
}
