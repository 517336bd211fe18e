/** Somebody's notifications, and what she has read of them. */
import { and, eq, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import type contract from '@contract/people/notifications';
import type { Parsed } from '@contract/endpoint';
import { groupOfNotification, notificationTypes, type NotificationGroup } from '@contract/values';
import { inTransaction, type Context } from '../../platform/context';
import { contains, readPage } from '../../platform/db/paging';
import { notifications } from '../../platform/db/schema/schema';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { accountsNamed } from '../../modules/people/people';
import { notificationAnswers, type Notification } from './rows';
import { isShown } from './visibility';
import { tellUnread, unreadOf } from '../../modules/notifications/unread';

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

/** Words in a text or in the name of who caused it. */
function saying(ctx: Context, q: string): SQL | undefined {
  return or(contains(notifications.text, q), inArray(notifications.actorId, accountsNamed(ctx, q)));
}

async function byIds(ctx: Context, ids: string[]): Promise<Map<string, Notification>> {
  const rows = await ctx.db.select().from(notifications).where(inArray(notifications.id, ids));
  return new Map((await notificationAnswers(ctx, rows)).map((answer) => [answer._id, answer]));
}

/** The list of an account, with how many of all are unread. */
export async function listOf(ctx: Context, actor: Actor, client: Client, query: Query): Promise<NotificationPage> {
  const { id, createdAt, updatedAt, readAt } = notifications;
  const accountId = actor.id;
  const source = ctx.db
    .select({ id, createdAt, updatedAt })
    .from(notifications)
    .where(
      and(
        eq(notifications.accountId, accountId),
        // Written as the index has it.
        sql`${notifications.isListed}`,
        isShown(sql`${notifications}`, { rights: sql`${sql.param([...actor.rights])}::text[]`, country: sql`${client.country}::text` }),
        query.isRead === undefined ? undefined : query.isRead ? isNotNull(readAt) : isNull(readAt),
        query.group === undefined ? undefined : typesIn(query.group),
        query.q === undefined ? undefined : saying(ctx, query.q),
      ),
    )
    .as('found');
  const [page, unread] = await Promise.all([readPage(ctx, query, source, (ids) => byIds(ctx, ids)), unreadOf(ctx, accountId, client)]);
  return { ...page, unread: unread.notifications };
}

/**
 * Marks some of an account's list as read, or all of it, and tells her devices; answers how many are unread. Ids of others are
 * passed over.
 */
export function readSome(ctx: Context, accountId: string, client: Client, ids: string[] | undefined): Promise<number> {
  const { accountId: whose, id, isListed, readAt } = notifications;
  const chosen = ids === undefined ? undefined : inArray(id, ids);
  return inTransaction(ctx, async (tx) => {
    const marked = await tx.db
      .update(notifications)
      .set({ readAt: tx.clock.now(), mailDueAt: null })
      .where(and(eq(whose, accountId), eq(isListed, true), isNull(readAt), chosen))
      .returning({ id });
    if (marked.length > 0) await tellUnread(tx, accountId);
    return (await unreadOf(tx, accountId, client)).notifications;
  });
}
