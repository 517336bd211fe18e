/**
 * What has come since a list of notifications was read: heard over the socket, and looked up when the number of unread ones says
 * that something was missed, here or on another device. What was read elsewhere is marked; what is new is only counted.
 */
import { groupOfNotification } from '@contract/values';
import { useCallback, useContext, useEffect, useRef, useState } from 'react';
import { services } from '@web/services/services';
import { useChangeKept } from '@web/services/use-update-cached';
import { FreshFallback } from '@web/services/use-endpoint';
import { useSocketEvent } from '@web/realtime/socket-events';
import type { Notification, NotificationsQuery } from './reads';

/** Numbers follow each other while things happen; the last of them is looked at. */
const rest_ms = 1500;

/** How many notifications of `query` are newer than those `shown`. `unread`: of all groups, as the badges have it. */
export function useNews(query: NotificationsQuery, shown: readonly Notification[] | undefined, unread: number): number {
  const [heard, setHeard] = useState<Readonly<Record<string, string>>>({});
  const isFresh = useContext(FreshFallback);
  const change = useChangeKept();
  const latest = useRef({ query, shown });
  useEffect(() => {
    latest.current = { query, shown };
  });
  const note = useCallback((told: readonly Pick<Notification, '_id' | 'updatedAt'>[]) => {
    setHeard((before) => ({ ...before, ...Object.fromEntries(told.map(({ _id, updatedAt }) => [_id, updatedAt])) }));
  }, []);

  const { group } = query;
  useSocketEvent(
    'notification/created',
    useCallback(
      (told) => {
        if (group === undefined || groupOfNotification[told.type] === group) note([told]);
      },
      [group, note],
    ),
  );

  const isThere = shown !== undefined;
  const known = useRef<number | null>(null);
  useEffect(() => {
    if (!isThere) return;
    // A list that has just been read knows all there is; one that was kept since an earlier visit may not.
    if (known.current === null && isFresh) known.current = unread;
    if (known.current === unread) return;
    let isOver = false;
    const look = async () => {
      known.current = unread;
      try {
        const found = await services.notifications['GET /notifications']({ query: latest.current.query });
        if (isOver) return;
        note(found.data);
        for (const { _id } of readElsewhere(latest.current.shown ?? [], found)) change(_id, (kept) => ({ ...kept, isRead: true }));
      } catch {
        // The next change of the number asks again.
      }
    };
    const timer = setTimeout(() => void look(), rest_ms);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isThere, isFresh, unread, note, change]);

  const isNew = ([id, at]: readonly [string, string]) => !shown?.some(({ _id, updatedAt }) => _id === id && updatedAt >= at);
  return isThere ? Object.entries(heard).filter(isNew).length : 0;
}

/** Those shown as unread that the host says were read. */
function readElsewhere(shown: readonly Notification[], found: { data: readonly Notification[]; unread: number }): Notification[] {
  const isReadThere = (id: string, at: string) => found.data.some(({ _id, updatedAt, isRead }) => _id === id && updatedAt === at && isRead);
  return shown.filter(({ _id, updatedAt, isRead }) => !isRead && (found.unread === 0 || isReadThere(_id, updatedAt)));
}
