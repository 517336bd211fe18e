/** Notifications as they leave the host. */
import type { z } from 'zod';
import type { Notification as NotificationSchema } from '@contract/people/notifications';
import type { Context } from '../../platform/context';
import type { notifications } from '../../platform/db/schema/schema';
import { peopleByIds } from '../../modules/people/people';

export type NotificationRow = typeof notifications.$inferSelect;
export type Notification = z.output<typeof NotificationSchema>;

/** Rows as their people see them, in the same order; who caused them is asked for in one query. */
export async function notificationAnswers(ctx: Context, rows: readonly NotificationRow[]): Promise<Notification[]> {
  const people = await peopleByIds(ctx, [...new Set(rows.flatMap(({ actorId }) => actorId ?? []))]);
  return rows.map(({ id, type, actorId, count, text, link, readAt, createdAt, updatedAt }) => ({
    _id: id,
    type,
    actor: (actorId === null ? null : people.get(actorId)) ?? null,
    count,
    text,
    link,
    isRead: readAt !== null,
    createdAt,
    updatedAt,
  }));
}
