/** API requests of the notifications page, shared by server rendering and the screen. */
import type { NotificationGroup } from '@contract/kernel/values/notifications';
import { optionAt, type UrlQuery } from '@web/lib/table-query';
import type { ResponseOf, QueryOf } from '@web/services/call';

export type Notification = ResponseOf<'GET /notifications'>['data'][number];
export type NotificationsQuery = QueryOf<'GET /notifications'>;

/** The notification groups. */
export const groups = ['money', 'people', 'content'] as const satisfies readonly NotificationGroup[];
type Group = (typeof groups)[number];

/** The group in the URL; undefined means all. */
export const groupAt = (urlQuery: UrlQuery): Group | undefined => optionAt(urlQuery, 'group', groups);

export const notificationsRequest = (urlQuery: UrlQuery) => ({ query: { limit: 20, group: groupAt(urlQuery) } });
