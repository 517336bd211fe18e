/** The books in tests: filling a wallet, and asking whether every law holds. */
import { eq, sql } from 'drizzle-orm';
import { charges } from '@server/platform/db/schema/schema';
import { checkLedger } from '@server/money/ledger/check';
import { adjustmentsAccount, walletOf } from '@server/money/ledger/chart';
import { post } from '@server/money/ledger/ledger';
import { laws } from '@server/modules/laws';
import { eventually } from '../kit/timing/eventually';
import type { World } from '../kit/host/test-host';

/** Puts hundredths into a fan's wallet, as an operator's adjustment would. */
export async function fillWallet(world: World, fanId: string, cents: bigint): Promise<void> {
  const key = `adjustment:${world.ctx.chance.id()}`;
  const entries = [
    { account: adjustmentsAccount, cents: -cents },
    { account: walletOf(fanId), cents },
  ];
  await post(world.ctx, { reason: 'adjustment', subject: key, key, entries });
}

/** Closes all that a fan has bought, or opens it again, as a debt and its end would; the books have no debt that says so. */
export async function withhold({ ctx }: World, fanId: string, isWithheld = true): Promise<void> {
  const withheldAt = isWithheld ? ctx.clock.now() : null;
  await ctx.db.update(charges).set({ withheldAt }).where(eq(charges.userId, fanId));
}

/** What breaks a law of the books, in words; empty when all is well. `asked` names the laws that are asked, all of them unless given. */
export async function brokenLaws(world: World, asked: (law: string) => boolean = () => true): Promise<string[]> {
  const { laws: checked } = await checkLedger(
    world.ctx,
    laws.filter(({ law }) => asked(law)),
  );
  return checked.flatMap(({ law, differences }) => differences.map((difference) => `${law}: ${difference}`));
}

/** The lines of a CSV file without its head, split into cells; none of them may hold a comma or a line break. */
export const csvRows = (text: string): string[][] =>
  text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','));

/** Comes back once somebody in this world, or as many as are said, waits for what another transaction holds. */
export function somebodyWaits(world: World, people = 1): Promise<void> {
  return eventually(async () => {
    const { rows } = await world.ctx.db.execute<{ waiting: number }>(
      sql`select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if ((rows[0]?.waiting ?? 0) < people) throw new Error('too few wait');
  });
}
