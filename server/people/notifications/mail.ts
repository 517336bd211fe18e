/** Mails of what was not seen: one to each person, gathering what is due. */
import { and, asc, inArray, lte } from 'drizzle-orm';
import { inTransaction, type Context } from '../../platform/context';
import { accounts, notifications } from '../../platform/db/schema/schema';
import { sendMail } from '../../mail/mail';
import { accountPath, nameOf, peopleByIds, type AccountRow } from '../../modules/people/people';
import type { NotificationRow } from './rows';
import { isShownThere } from './visibility';
import { unsubscribeAddress, unsubscribePage } from './unsubscribe/unsubscribe';

/** People who are written to in one transaction. */
const batch = 50;
/** So many are told by their words; how many more there are is said. */
const shownMax = 20;

async function mailTo(tx: Context, account: AccountRow, rows: readonly NotificationRow[]): Promise<void> {
  if (account.email === null || account.status !== 'active') return;
  const shown = rows.slice(0, shownMax);
  const people = await peopleByIds(tx, [...new Set(shown.flatMap(({ actorId }) => actorId ?? []))]);
  const { siteUrl } = tx.config;
  const values = {
    name: nameOf(account),
    items: shown.map(({ actorId, text, count, link }) => ({
      actor: actorId === null ? null : (people.get(actorId)?.name ?? ''),
      text,
      count,
      link: `${siteUrl}${link}`,
    })),
    more: rows.length - shown.length,
    link: `${siteUrl}/notifications`,
    preferencesLink: `${siteUrl}${accountPath(account)}?section=notifications`,
    unsubscribeLink: unsubscribePage(tx, account.id),
  };
  await sendMail(tx, 'unseen', account.email, values, { unsubscribe: unsubscribeAddress(tx, account.id) });
}

const newestFirst = (one: NotificationRow, other: NotificationRow): number => other.updatedAt.getTime() - one.updatedAt.getTime();

/** The ids of those that are still shown to whom they were told. */
async function shownAmong(tx: Context, rows: readonly NotificationRow[]): Promise<string[]> {
  const ids = rows.map(({ id }) => id);
  const shown = await tx.db
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(inArray(notifications.id, ids), isShownThere));
  return shown.map(({ id }) => id);
}

/** Writes to some; answers to how many. Whom another worker is writing to is left to it. */
function mailSome(ctx: Context): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const due = lte(notifications.mailDueAt, tx.clock.now());
    const waiting = tx.db.selectDistinct({ accountId: notifications.accountId }).from(notifications).where(due).limit(batch);
    const people = await tx.db
      .select()
      .from(accounts)
      .where(inArray(accounts.id, waiting))
      .orderBy(asc(accounts.id))
      .for('no key update', { skipLocked: true });
    if (people.length === 0) return 0;
    const ids = people.map(({ id }) => id);
    const rows = await tx.db
      .update(notifications)
      .set({ mailDueAt: null })
      .where(and(inArray(notifications.accountId, ids), due))
      .returning();
    const shown = new Set(await shownAmong(tx, rows));
    for (const account of people) {
      const own = rows.filter(({ id, accountId }) => accountId === account.id && shown.has(id)).sort(newestFirst);
      if (own.length > 0) await mailTo(tx, account, own);
    }
    return people.length;
  });
}

/** Writes to everybody who has not read in time what she wishes to be mailed. Each mail is queued in the transaction that notes it. */
export async function mailUnseen(ctx: Context): Promise<void> {
  while ((await mailSome(ctx)) > 0);
}
