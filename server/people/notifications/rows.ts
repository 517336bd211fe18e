/** Notifications in the shape of the API. */
import type { z } from 'zod';
import { withoutOverrides } from '@contract/kernel/values/direction';
import type { Notification as NotificationSchema } from '@contract/people/notifications';
import type { Context } from '../../platform/context';
import type { notifications } from '../../platform/db/schema/notifications';
import { peopleByIds } from '../people/rows';

export type NotificationRow = typeof notifications.$inferSelect;
export type Notification = z.output<typeof NotificationSchema>;

/** The rows in API shape, in the same order; one query for all actors. */
export async function notificationInfos(ctx: Context, rows: readonly NotificationRow[]): Promise<Notification[]> {
  const people = await peopleByIds(ctx, [...new Set(rows.flatMap(({ actorId }) => actorId ?? []))]);
  return rows.map(({ id, type, actorId, count, text, link, readAt, createdAt, updatedAt }) => ({
    _id: id,
    type,
    actor: (actorId === null ? null : people.get(actorId)) ?? null,
    count,
    // Texts of older notifications may contain names with direction controls.
    text: withoutOverrides(text),
    link,
    isRead: readAt !== null,
    createdAt,
    updatedAt,
  }));
}
