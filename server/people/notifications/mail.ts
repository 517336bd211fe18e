/** Mails about unseen notifications: one per person, with everything that is due. */
import { and, asc, inArray, lte } from 'drizzle-orm';
import { inTransaction, type Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { notifications } from '../../platform/db/schema/notifications';
import { sendMail } from '../../platform/mail/mail';
import { accountPath } from '../people/change';
import { nameOf, peopleByIds, type AccountRow } from '../people/rows';
import type { NotificationRow } from './rows';
import { isVisibleToRecipient } from './visibility';
import { oneClickUnsubscribeUrl, unsubscribePageUrl } from './unsubscribe/unsubscribe';

/** People per transaction. */
const batch = 50;
/** Notifications listed in a mail. The mail states how many more there are. */
const itemsMax = 20;

async function mailPerson(tx: Context, account: AccountRow, rows: readonly NotificationRow[]): Promise<void> {
  if (account.email === null || account.status !== 'active') return;
  const visible = rows.slice(0, itemsMax);
  const people = await peopleByIds(tx, [...new Set(visible.flatMap(({ actorId }) => actorId ?? []))]);
  const { siteUrl } = tx.config;
  const values = {
    name: nameOf(account),
    items: visible.map(({ actorId, text, count, link }) => ({
      actor: actorId === null ? null : (people.get(actorId)?.name ?? ''),
      text,
      count,
      link: `${siteUrl}${link}`,
    })),
    more: rows.length - visible.length,
    link: `${siteUrl}/notifications`,
    preferencesLink: `${siteUrl}${accountPath(account)}?section=notifications`,
    unsubscribeLink: unsubscribePageUrl(tx, account.id),
  };
  await sendMail(tx, 'unseen', account.email, values, { unsubscribe: oneClickUnsubscribeUrl(tx, account.id) });
}

const newestFirst = (one: NotificationRow, other: NotificationRow): number => other.updatedAt.getTime() - one.updatedAt.getTime();

/** The ids of the rows that their recipients can still see. */
async function visibleAmong(tx: Context, rows: readonly NotificationRow[]): Promise<string[]> {
  const ids = rows.map(({ id }) => id);
  const visible = await tx.db
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(inArray(notifications.id, ids), isVisibleToRecipient));
  return visible.map(({ id }) => id);
}

/** Mails one batch and returns its size. Rows locked by another worker are skipped. */
function mailBatch(ctx: Context): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const due = lte(notifications.mailDueAt, tx.clock.now());
    const accountIds = tx.db.selectDistinct({ accountId: notifications.accountId }).from(notifications).where(due).limit(batch);
    const people = await tx.db
      .select()
      .from(accounts)
      .where(inArray(accounts.id, accountIds))
      .orderBy(asc(accounts.id))
      .for('no key update', { skipLocked: true });
    if (people.length === 0) return 0;
    const ids = people.map(({ id }) => id);
    const rows = await tx.db
      .update(notifications)
      .set({ mailDueAt: null })
      .where(and(inArray(notifications.accountId, ids), due))
      .returning();
    const visible = new Set(await visibleAmong(tx, rows));
    for (const account of people) {
      const unseen = rows.filter(({ id, accountId }) => accountId === account.id && visible.has(id)).sort(newestFirst);
      if (unseen.length > 0) await mailPerson(tx, account, unseen);
    }
    return people.length;
  });
}

/** Mails everyone with due notifications. Each mail is enqueued in the transaction that marks its notifications. */
export async function mailUnseenNotifications(ctx: Context): Promise<void> {
  while ((await mailBatch(ctx)) > 0);
}
