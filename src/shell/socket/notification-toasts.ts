/**
 * Side effects of a notification besides the unread count: a toast with a link for some types, and a refresh of the account for others.
 */
import type { Stamped } from '@contract/kernel/events';
import type { NotificationType } from '@contract/kernel/values/notifications';
import { services } from '@web/services/services';
import { refreshRequested } from '@web/session/store/intents';
import { showToast } from '@web/ui/feedback/toast-queue';
import type { Store } from '../store/store';

/** The link label by type, for types with a toast. */
const linkLabels: Partial<Record<NotificationType, string>> = { stream_live: 'Watch', order: 'See order' };

/** Whether the page is visible and is not the notification's target. */
const shouldShow = (link: string): boolean =>
  document.visibilityState === 'visible' && new URL(link, location.href).pathname !== location.pathname;

export function showNotificationToast(store: Store, { _id, type, actor, text, link, isRead }: Stamped<'notification/created'>): void {
  // The identity verification was decided, which may allow publishing.
  if (type === 'verification') store.dispatch(refreshRequested());
  const label = linkLabels[type];
  if (label === undefined || isRead || !shouldShow(link)) return;
  // A failure is harmless: the notification stays unread in the list.
  const onFollow = () => void services.notifications['POST /notifications/read']({ body: { ids: [_id] } }).catch(() => undefined);
  showToast({ text: actor === null ? text : `${actor.name} ${text}`, link: { label, href: link, onFollow } });
}
