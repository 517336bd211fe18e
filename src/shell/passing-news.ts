/**
 * What a notification does besides being counted. Some news are worth a step at once, so words with the way there pass by,
 * and going is one press; other news change the own account.
 */
import type { Stamped } from '@contract/kernel/events';
import type { NotificationType } from '@contract/values';
import { services } from '@web/services/services';
import { refreshAsked } from '@web/session/intents';
import { showToast } from '@web/ui/feedback/toast-queue';
import type { Store } from './store/store';

/** What the way is called, of each kind that passes by. */
const ways: Partial<Record<NotificationType, string>> = { stream_live: 'Watch', order: 'See order' };

/** Whether the page in front of her is the one that it leads to; a page that nobody sees has nobody to tell. */
const isSeenElsewhere = (link: string): boolean =>
  document.visibilityState === 'visible' && new URL(link, location.href).pathname !== location.pathname;

export function passNews(store: Store, { _id, type, actor, text, link, isRead }: Stamped<'notification/created'>): void {
  // Whether she may publish has been decided.
  if (type === 'verification') store.dispatch(refreshAsked());
  const label = ways[type];
  if (label === undefined || isRead || !isSeenElsewhere(link)) return;
  // That it stays unread when this fails is no harm: its line in the list still leads there.
  const onGo = () => void services.notifications['POST /notifications/read']({ body: { ids: [_id] } }).catch(() => undefined);
  showToast({ text: actor === null ? text : `${actor.name} ${text}`, way: { label, href: link, onGo } });
}
