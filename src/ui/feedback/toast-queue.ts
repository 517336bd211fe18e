/** The toast queue. It is outside the Redux store, since toasts contain functions. */
import { translateMessage } from '@web/lib/i18n/server-messages';

export interface Toast {
  text: string;
  tone?: 'ok' | 'danger' | 'plain';
  /** Adds an **Undo** button. The toast stays longer. */
  onUndo?: () => void;
  /** Adds a link; `onFollow` is called when it is followed. The toast stays longer. */
  link?: { label: string; href: string; onFollow: () => void };
  /** Called when the toast disappears: after its time, when it is closed, or after **Undo**. */
  onClosed?: () => void;
}

export type QueuedToast = Toast & { id: string };

const none: readonly QueuedToast[] = [];
let queue = none;
let lastId = 0;
const watchers = new Set<() => void>();

function replace(next: readonly QueuedToast[]): void {
  queue = next;
  for (const watcher of watchers) watcher();
}

/** Appends a toast to the queue and returns its id. Toasts are shown one at a time. */
export function showToast(toast: Toast): string {
  lastId += 1;
  const id = String(lastId);
  replace([...queue, { ...toast, text: translateMessage(toast.text), id }]);
  return id;
}

export function dismissToast(id: string): void {
  const dismissed = queue.find((toast) => toast.id === id);
  replace(queue.filter((toast) => toast.id !== id));
  dismissed?.onClosed?.();
}

/** The queue as an external store: `useSyncExternalStore(toasts.watch, toasts.read, toasts.readOnServer)`. */
export const toasts = {
  watch: (watcher: () => void) => {
    watchers.add(watcher);
    return () => {
      watchers.delete(watcher);
    };
  },
  read: () => queue,
  readOnServer: () => none,
};
