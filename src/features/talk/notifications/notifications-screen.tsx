/** /notifications: notifications by day, with new ones offered in a pill above and never inserted. */
import { useRouter } from 'next/router';
import { useEndpointPages } from '@web/services/use-endpoint-pages';
import { useCurrentUser } from '@web/session/store/hooks';
import { usePush } from '@web/session/use-push';
import { Button } from '@web/ui/actions/button';
import { ChipRow } from '@web/ui/actions/chips';
import { BellIcon } from '@web/ui/icons/icons';
import { LoadMore } from '@web/ui/lists/load-more';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import { useDayName } from '@web/ui/display/times';
import { NotificationLine } from './notification-line';
import { groupAt, groups, notificationsRequest } from './requests';
import type { Notification } from './requests';
import { useMarking } from './use-mark-read';
import type { Marking } from './use-mark-read';
import { useNewNotifications } from './use-new-notifications';
import styles from './notifications.module.css';

const all = 'all';
const labels = { money: 'Money', people: 'People', content: 'Content' } as const;
const chips = [{ value: all, label: 'All' }, ...groups.map((value) => ({ value, label: labels[value] }))];

export function NotificationsScreen() {
  const router = useRouter();
  const group = groupAt(router.query) ?? all;
  const choose = (value: string) =>
    void router.push(value === all ? '/notifications' : `/notifications?group=${value}`, undefined, { scroll: false });
  return <Notifications key={group} group={group} onGroup={choose} />;
}

interface NotificationsProps {
  group: keyof typeof labels | typeof all;
  onGroup: (value: string) => void;
}

function Notifications({ group, onGroup }: NotificationsProps) {
  const user = useCurrentUser();
  const { query } = notificationsRequest({ group });
  const { items, hasMore, isLoadingMore, error, more, retry } = useEndpointPages('GET /notifications', query);
  const unread = user?.unread.notifications ?? 0;
  const count = useNewNotifications(query, items, unread);
  const marking = useMarking();
  const markAll = () => {
    if (unread > 0) marking.all(items ?? []);
  };
  const showNew = () => {
    window.scrollTo({ top: 0 });
    retry();
  };
  return (
    <div className={styles.column}>
      <PageHead
        title="Notifications"
        noindex
        actions={
          <Button size="small" href={`/${user?.isPerformer ? 'creator' : 'user'}/account?section=notifications`}>
            Settings
          </Button>
        }
      />
      <div className={styles.controls}>
        <ChipRow label="Filter notifications" chips={chips} chosen={[group]} onToggle={onGroup} />
        <Button size="small" aria-disabled={unread === 0} onPress={markAll}>
          Mark all as read
        </Button>
      </div>
      {count > 0 ? (
        <div className={styles.pill} role="status">
          <Button kind="primary" size="small" onPress={showNew}>
            {`${String(count)} new`}
          </Button>
        </div>
      ) : null}
      {items === undefined && error === undefined ? <Skeleton shape="row" count={6} label="Loading notifications…" /> : null}
      {items?.length === 0 ? <NoNotifications isOfAll={group === all} onAll={() => onGroup(all)} /> : null}
      {items === undefined ? null : <Days items={items} marking={marking} />}
      {items === undefined ? null : <PushOffer />}
      {error ? <ErrorState error={error} onRetry={retry} /> : null}
      {hasMore && !error ? <LoadMore busy={isLoadingMore} onMore={more} /> : null}
    </div>
  );
}

/**
 * The only place that offers push unprompted. It is at the bottom, because it appears only once the browser has reported the permission,
 * and must not move anything.
 */
function PushOffer() {
  const { state, isBusy, turnOn } = usePush();
  if (state !== 'prompt') return null;
  return (
    <Notice
      title="Get notified right away"
      action={
        <Button size="small" busy={isBusy} onPress={turnOn}>
          Turn on push
        </Button>
      }
    >
      Get push notifications on this device, even when the site is closed.
    </Notice>
  );
}

function Days({ items, marking }: { items: readonly Notification[]; marking: Marking }) {
  const nameOf = useDayName();
  const days: { name: string; items: Notification[] }[] = [];
  for (const item of items) {
    const name = nameOf(item.updatedAt);
    const last = days.at(-1);
    if (last?.name === name) last.items.push(item);
    else days.push({ name, items: [item] });
  }
  // Keyed by position: a day's name changes when the user's time zone is known, and at midnight.
  return days.map((day, index) => (
    <div key={index}>
      <p className={styles.day} id={`day-${String(index)}`}>
        {day.name}
      </p>
      <ul className={styles.list} aria-labelledby={`day-${String(index)}`}>
        {day.items.map((item) => (
          <li key={item._id}>
            <NotificationLine notification={item} onRead={() => marking.one(item)} />
          </li>
        ))}
      </ul>
    </div>
  ));
}

function NoNotifications({ isOfAll, onAll }: { isOfAll: boolean; onAll: () => void }) {
  return isOfAll ? (
    <EmptyState
      icon={<BellIcon />}
      title="You’re all caught up"
      text="Replies, updates from creators you follow, and payment news appear here."
    />
  ) : (
    <EmptyState icon={<BellIcon />} title="No notifications of this type yet" action={<Button onPress={onAll}>Show all</Button>} />
  );
}
