/** What the page of notifications asks the host; server part and screen ask alike. */
import type { NotificationGroup } from '@contract/values';
import { oneAt, type AddressQuery } from '@web/lib/table-query';
import type { AnswerOf, QueryOf } from '@web/services/call';

export type Notification = AnswerOf<'GET /notifications'>['data'][number];
export type NotificationsQuery = QueryOf<'GET /notifications'>;

/** The groups that something can be in. */
export const groups = ['money', 'people', 'content'] as const satisfies readonly NotificationGroup[];
type Group = (typeof groups)[number];

/** The group that an address asks for; undefined means all. */
export const groupAt = (address: AddressQuery): Group | undefined => oneAt(address, 'group', groups);

export const notificationsRead = (address: AddressQuery) => ({ query: { limit: 20, group: groupAt(address) } });
