/**
 * The nightly check: open payments are settled first, then every invariant is checked, and the result is stored. A night has one
 * row, written when its check has ended: a worker that dies during the check leaves none, and another worker starts again.
 */
import { and, desc, eq, lt, sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { day_ms } from '@contract/kernel/units';
import { inTransaction, type Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { ledgerChecks } from '../../platform/db/schema/ledger-checks';
import { checkLedger } from '../../money/ledger/check';
import { sendMail } from '../../platform/mail/mail';
import { hasRightSql } from '../../platform/rights';
import { allInvariants } from './invariants';
import { notifyOperators } from '../../people/notifications/notify';
import { unsettledInvariant } from '../../money/payments/overdue';
import { reconcile } from '../../money/payments/reconcile';
import { nameOf } from '../../people/people/rows';

type BookCheck = typeof ledgerChecks.$inferSelect;

const checkPath = '/admin/transactions?tab=check';
const notifiedRight = 'money.read';

/** The last night whose check is due, as a UTC day. */
const nightAt = (now: Date): string => new Date(now.getTime() - limits.ledgerCheck.hour_utc * 3_600_000).toISOString().slice(0, 10);

const daysBefore = (night: string, days: number): string => new Date(Date.parse(night) - days * day_ms).toISOString().slice(0, 10);

async function isChecked({ db }: Context, night: string): Promise<boolean> {
  return (await db.$count(ledgerChecks, eq(ledgerChecks.night, night))) > 0;
}

/** Notifies operators who may see money, once per night: on the site, and by mail immediately. */
async function notifyOfBrokenInvariants(tx: Context, { night, startedAt: at, broken }: BookCheck): Promise<void> {
  const names = [...new Set(broken.map(({ law }) => law))].join(', ');
  await notifyOperators(tx, notifiedRight, {
    type: 'inbox',
    actorId: null,
    text: `The nightly ledger check found problems: ${names}.`,
    link: checkPath,
    event: `books:${night}`,
  });
  const operators = await tx.db
    .select()
    .from(accounts)
    .where(and(eq(accounts.role, 'operator'), eq(accounts.status, 'active'), hasRightSql(accounts.id, notifiedRight)));
  const violatedInvariants = broken.map(({ law, says, differences: [firstViolation = ''] }) => ({
    name: law,
    statement: says,
    firstViolation,
  }));
  for (const operator of operators)
    if (operator.email !== null)
      await sendMail(tx, 'books-wrong', operator.email, {
        name: nameOf(operator),
        at,
        violatedInvariants,
        link: `${tx.config.siteUrl}${checkPath}`,
      });
}

/** Reads the ledger in a separate transaction, and stores the result in that of `tx`. */
async function checkAndStore(ctx: Context, tx: Context, night: string): Promise<void> {
  const startedAt = ctx.clock.now();
  const { ok, laws: checked } = await checkLedger(ctx, [...allInvariants, unsettledInvariant(startedAt)]);
  const broken = checked
    .filter((law) => !law.ok)
    .map(({ law, says, differences }) => ({ law, says, differences: differences.slice(0, limits.ledgerCheck.violationsMax) }));
  const result = { night, startedAt, endedAt: ctx.clock.now(), ok, broken };
  await tx.db.insert(ledgerChecks).values(result);
  if (!ok) await notifyOfBrokenInvariants(tx, result);
  await tx.db.delete(ledgerChecks).where(lt(ledgerChecks.night, daysBefore(night, limits.ledgerCheck.nightsKept)));
}

/** Checks the ledger unless this night is done, or another worker is checking it. */
export async function checkLedgerNightly(ctx: Context): Promise<void> {
  const night = nightAt(ctx.clock.now());
  if (await isChecked(ctx, night)) return;
  await reconcile(ctx);
  await inTransaction(ctx, async (tx) => {
    // A transaction-level lock, so that it is released when the worker dies.
    const { rows } = await tx.db.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended('book-check', 0)) as mine`,
    );
    if (rows[0]?.mine !== true || (await isChecked(tx, night))) return;
    await checkAndStore(ctx, tx, night);
  });
}

/** Results of the last nights, newest first. */
export function readLedgerChecks({ db }: Context, limit: number): Promise<BookCheck[]> {
  return db.select().from(ledgerChecks).orderBy(desc(ledgerChecks.night)).limit(limit);
}
