/** The ledger in tests: filling a wallet, and checking the ledger's invariants. */
import { eq, sql } from 'drizzle-orm';
import { charges } from '@server/platform/db/schema/money';
import { checkLedger } from '@server/money/ledger/check';
import { adjustmentsAccount, walletOf } from '@server/money/ledger/chart';
import { post } from '@server/money/ledger/ledger';
import { allInvariants } from '@server/site/books/invariants';
import { eventually } from '../timing/eventually';
import type { TestHost } from '../host/test-host';

/** Adds cents to a fan's wallet, as an operator's adjustment would. */
export async function fillWallet(testHost: TestHost, fanId: string, cents: bigint): Promise<void> {
  const key = `adjustment:${testHost.ctx.random.id()}`;
  const entries = [
    { account: adjustmentsAccount, cents: -cents },
    { account: walletOf(fanId), cents },
  ];
  await post(testHost.ctx, { reason: 'adjustment', subject: key, key, entries });
}

/** Withholds everything that a fan has bought, or releases it, as a debt and its settlement would; the ledger has no entry for it. */
export async function setWithheld({ ctx }: TestHost, fanId: string, isWithheld = true): Promise<void> {
  const withheldAt = isWithheld ? ctx.clock.now() : null;
  await ctx.db.update(charges).set({ withheldAt }).where(eq(charges.userId, fanId));
}

/**
 * The violations of the ledger's invariants, as texts; empty if there are none. `isChecked` selects the invariants to check, all by
 * default.
 */
export async function violatedInvariants(testHost: TestHost, isChecked: (name: string) => boolean = () => true): Promise<string[]> {
  const { laws: checked } = await checkLedger(
    testHost.ctx,
    allInvariants.filter(({ name }) => isChecked(name)),
  );
  return checked.flatMap(({ law, differences }) => differences.map((difference) => `${law}: ${difference}`));
}

/** The rows of a CSV file without its header, split into cells; no cell may contain a comma or a line break. */
export const csvRows = (text: string): string[][] =>
  text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','));

/** Resolves once this many connections of the test database wait for a lock. */
export function waitForBlockedQuery(testHost: { ctx: Pick<TestHost['ctx'], 'db'> }, count = 1): Promise<void> {
  return eventually(async () => {
    const { rows } = await testHost.ctx.db.execute<{ waiting: number }>(
      sql`select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if ((rows[0]?.waiting ?? 0) < count) throw new Error('too few connections are blocked');
  });
}
