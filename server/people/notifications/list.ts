/** The notification list of an account, and marking as read. */
import { and, eq, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import type contract from '@contract/people/notifications';
import type { Parsed } from '@contract/kernel/endpoint';
import { groupOfNotification, notificationTypes, type NotificationGroup } from '@contract/kernel/values/notifications';
import { inTransaction, type Context } from '../../platform/context';
import { contains, readPage } from '../../platform/db/paging';
import { notifications } from '../../platform/db/schema/notifications';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { accountIdsByName } from '../people/name-search';
import { notificationInfos, type Notification } from './rows';
import { isNotificationVisible } from './visibility';
import { publishUnreadCounts, unreadOf } from './unread';

type Query = Parsed<(typeof contract)['GET /notifications']>['query'];
export interface NotificationPage {
  data: Notification[];
  total: number;
  nextCursor: string | null;
  unread: number;
}

const typesIn = (group: NotificationGroup): SQL =>
  inArray(
    notifications.type,
    notificationTypes.filter((type) => groupOfNotification[type] === group),
  );

/** Matches the text or the name of the actor. */
function matching(ctx: Context, q: string): SQL | undefined {
  return or(contains(notifications.text, q), inArray(notifications.actorId, accountIdsByName(ctx, q)));
}

async function byIds(ctx: Context, ids: string[]): Promise<Map<string, Notification>> {
  const rows = await ctx.db.select().from(notifications).where(inArray(notifications.id, ids));
  return new Map((await notificationInfos(ctx, rows)).map((notification) => [notification._id, notification]));
}

/** The notifications of an account, with the total number of unread ones. */
export async function listNotifications(ctx: Context, actor: Actor, client: Client, query: Query): Promise<NotificationPage> {
  const { id, createdAt, updatedAt, readAt } = notifications;
  const accountId = actor.id;
  const source = ctx.db
    .select({ id, createdAt, updatedAt })
    .from(notifications)
    .where(
      and(
        eq(notifications.accountId, accountId),
        // Spelled like the predicate of the partial index.
        sql`${notifications.isListed}`,
        isNotificationVisible(sql`${notifications}`, {
          rights: sql`${sql.param([...actor.rights])}::text[]`,
          country: sql`${client.country}::text`,
        }),
        query.isRead === undefined ? undefined : query.isRead ? isNotNull(readAt) : isNull(readAt),
        query.group === undefined ? undefined : typesIn(query.group),
        query.q === undefined ? undefined : matching(ctx, query.q),
      ),
    )
    .as('found');
  const [page, unread] = await Promise.all([readPage(ctx, query, source, (ids) => byIds(ctx, ids)), unreadOf(ctx, accountId, client)]);
  return { ...page, unread: unread.notifications };
}

/**
 * Marks some of the account's notifications as read, or all, and emits the new count. Ignores ids of other accounts. Returns how many are
 * unread.
 */
export function markRead(ctx: Context, accountId: string, client: Client, ids: string[] | undefined): Promise<number> {
  const { accountId: ownerId, id, isListed, readAt } = notifications;
  const chosen = ids === undefined ? undefined : inArray(id, ids);
  return inTransaction(ctx, async (tx) => {
    const marked = await tx.db
      .update(notifications)
      .set({ readAt: tx.clock.now(), mailDueAt: null })
      .where(and(eq(ownerId, accountId), eq(isListed, true), isNull(readAt), chosen))
      .returning({ id });
    if (marked.length > 0) await publishUnreadCounts(tx, accountId);
    return (await unreadOf(tx, accountId, client)).notifications;
  });
}
