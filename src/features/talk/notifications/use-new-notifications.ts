/**
 * New notifications since a list was loaded: received by socket event, and loaded when the unread count shows that events were missed,
 * here or on another device. Those read elsewhere are marked; new ones are only counted.
 */
import { groupOfNotification } from '@contract/kernel/values/notifications';
import { useCallback, useContext, useEffect, useRef, useState } from 'react';
import { services } from '@web/services/services';
import { useUpdateCached } from '@web/services/use-update-cached';
import { FreshFallback } from '@web/services/use-endpoint';
import { useSocketEvent } from '@web/realtime/socket-events';
import type { Notification, NotificationsQuery } from './requests';

/** The unread count changes in bursts: only its last value is checked. */
const debounce_ms = 1500;

/** Number of notifications of `query` newer than those `shown`. `unread` is the badge's count of all groups. */
export function useNewNotifications(query: NotificationsQuery, shown: readonly Notification[] | undefined, unread: number): number {
  const [received, setReceived] = useState<Readonly<Record<string, string>>>({});
  const isFresh = useContext(FreshFallback);
  const change = useUpdateCached();
  const latest = useRef({ query, shown });
  useEffect(() => {
    latest.current = { query, shown };
  });
  const addReceived = useCallback((events: readonly Pick<Notification, '_id' | 'updatedAt'>[]) => {
    setReceived((before) => ({ ...before, ...Object.fromEntries(events.map(({ _id, updatedAt }) => [_id, updatedAt])) }));
  }, []);

  const { group } = query;
  useSocketEvent(
    'notification/created',
    useCallback(
      (event) => {
        if (group === undefined || groupOfNotification[event.type] === group) addReceived([event]);
      },
      [group, addReceived],
    ),
  );

  const isLoaded = shown !== undefined;
  const checkedUnread = useRef<number | null>(null);
  useEffect(() => {
    if (!isLoaded) return;
    // A list that was just loaded is complete; a cached one may not be.
    if (checkedUnread.current === null && isFresh) checkedUnread.current = unread;
    if (checkedUnread.current === unread) return;
    let isCanceled = false;
    const reload = async () => {
      checkedUnread.current = unread;
      try {
        const page = await services.notifications['GET /notifications']({ query: latest.current.query });
        if (isCanceled) return;
        addReceived(page.data);
        for (const { _id } of readElsewhere(latest.current.shown ?? [], page)) change(_id, (cached) => ({ ...cached, isRead: true }));
      } catch {
        // The next change of the count tries again.
      }
    };
    const timer = setTimeout(() => void reload(), debounce_ms);
    return () => {
      isCanceled = true;
      clearTimeout(timer);
    };
  }, [isLoaded, isFresh, unread, addReceived, change]);

  const isNew = ([id, at]: readonly [string, string]) => !shown?.some(({ _id, updatedAt }) => _id === id && updatedAt >= at);
  return isLoaded ? Object.entries(received).filter(isNew).length : 0;
}

/** The notifications displayed as unread that have been read according to the API. */
function readElsewhere(shown: readonly Notification[], page: { data: readonly Notification[]; unread: number }): Notification[] {
  const isReadThere = (id: string, at: string) => page.data.some(({ _id, updatedAt, isRead }) => _id === id && updatedAt === at && isRead);
  return shown.filter(({ _id, updatedAt, isRead }) => !isRead && (page.unread === 0 || isReadThere(_id, updatedAt)));
}
