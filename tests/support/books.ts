/** The books in tests: filling a wallet, and asking whether every law holds. */
import { sql } from 'drizzle-orm';
import { checkLedger } from '@server/ledger/check';
import { post } from '@server/ledger/ledger';
import { laws } from '@server/modules/laws';
import { eventually } from './eventually';
import { topUp } from './money';
import type { World } from './world';

/** Puts tokens into a fan's wallet, as a card would. */
export async function fillWallet(world: World, fanId: string, tokens: number): Promise<void> {
  await post(world.ctx, topUp(fanId, BigInt(Math.round(tokens * 100)), `top-up:${world.ctx.chance.id()}`));
}

/** What breaks a law of the books, in words; empty when all is well. */
export async function brokenLaws(world: World): Promise<string[]> {
  const { laws: checked } = await checkLedger(world.ctx, laws);
  return checked.flatMap(({ law, differences }) => differences.map((difference) => `${law}: ${difference}`));
}

/** The lines of a CSV file without its head, split into cells; none of them may hold a comma or a line break. */
export const csvRows = (text: string): string[][] =>
  text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','));

/** Comes back once somebody in this world waits for a row that another transaction holds. */
export function somebodyWaits(world: World): Promise<void> {
  return eventually(async () => {
    const { rows } = await world.ctx.db.execute<{ waiting: number }>(
      sql`select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows[0]?.waiting === 0) throw new Error('nobody waits');
  });
}
