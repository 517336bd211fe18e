/**
 * The nightly check: open payments are settled first, then every law is asked, and what was found is kept. A night has one row,
 * which is written when its check has ended: whoever dies in the middle leaves none, and another worker begins anew.
 */
import { and, desc, eq, lt, sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { day_ms } from '@contract/kernel/units';
import { inTransaction, type Context } from '../../platform/context';
import { accounts, bookChecks } from '../../platform/db/schema/schema';
import { checkLedger } from '../../money/ledger/check';
import { sendMail } from '../../mail/mail';
import { holds } from '../../platform/rights';
import { laws } from '../../modules/laws';
import { notifyOperators } from '../../people/notifications/notifications';
import { nothingInDoubt, reconcile } from '../../modules/payments/payments';
import { nameOf } from '../../modules/people/people';

type BookCheck = typeof bookChecks.$inferSelect;

const checkPath = '/admin/transactions?tab=check';
const toldRight = 'money.read';

/** The last night whose hour has come, by its day in UTC. */
const nightAt = (now: Date): string => new Date(now.getTime() - limits.bookCheck.hour_utc * 3_600_000).toISOString().slice(0, 10);

const dayBefore = (night: string, days: number): string => new Date(Date.parse(night) - days * day_ms).toISOString().slice(0, 10);

async function isChecked({ db }: Context, night: string): Promise<boolean> {
  return (await db.$count(bookChecks, eq(bookChecks.night, night))) > 0;
}

/** Tells whoever may see the books, once for the night: on the site, and by mail at once. */
async function tellOfBroken(tx: Context, { night, startedAt: at, broken }: BookCheck): Promise<void> {
  const names = [...new Set(broken.map(({ law }) => law))].join(', ');
  await notifyOperators(tx, toldRight, {
    type: 'inbox',
    actorId: null,
    text: `The nightly check found the books wrong: ${names}.`,
    link: checkPath,
    event: `books:${night}`,
  });
  const operators = await tx.db
    .select()
    .from(accounts)
    .where(and(eq(accounts.role, 'operator'), eq(accounts.status, 'active'), holds(accounts.id, toldRight)));
  const found = broken.map(({ law, says, differences: [first = ''] }) => ({ law, says, first }));
  for (const operator of operators)
    if (operator.email !== null)
      await sendMail(tx, 'books-wrong', operator.email, { name: nameOf(operator), at, found, link: `${tx.config.siteUrl}${checkPath}` });
}

/** Reads the books in a transaction of its own, and writes down what came of it in that of `tx`. */
async function check(ctx: Context, tx: Context, night: string): Promise<void> {
  const startedAt = ctx.clock.now();
  const { ok, laws: checked } = await checkLedger(ctx, [...laws, nothingInDoubt(startedAt)]);
  const broken = checked
    .filter((law) => !law.ok)
    .map(({ law, says, differences }) => ({ law, says, differences: differences.slice(0, limits.bookCheck.casesMax) }));
  const found = { night, startedAt, endedAt: ctx.clock.now(), ok, broken };
  await tx.db.insert(bookChecks).values(found);
  if (!ok) await tellOfBroken(tx, found);
  await tx.db.delete(bookChecks).where(lt(bookChecks.night, dayBefore(night, limits.bookCheck.nightsKept)));
}

/** Checks the books unless that was done since the last hour for it, or another worker is at it. */
export async function checkBooksNightly(ctx: Context): Promise<void> {
  const night = nightAt(ctx.clock.now());
  if (await isChecked(ctx, night)) return;
  await reconcile(ctx);
  await inTransaction(ctx, async (tx) => {
    // Held by this transaction, so that it goes with a worker that dies.
    const { rows } = await tx.db.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended('book-check', 0)) as mine`,
    );
    if (rows[0]?.mine !== true || (await isChecked(tx, night))) return;
    await check(ctx, tx, night);
  });
}

/** What the last nights found, the newest first. */
export function readBookChecks({ db }: Context, most: number): Promise<BookCheck[]> {
  return db.select().from(bookChecks).orderBy(desc(bookChecks.night)).limit(most);
}
