/** Short messages above the page, one after the other. Kept outside of the store: they carry functions, and only one place shows them. */
import { said } from '@web/lib/said';
export interface Toast {
  text: string;
  tone?: 'ok' | 'danger' | 'plain';
  /** Offers **Undo** while the message stands. */
  onUndo?: () => void;
  /** Offers to go where it is about; `onGo` is called when she does. */
  way?: { label: string; href: string; onGo: () => void };
  /** Called when it goes, whether its time was over, it was closed, or **Undo** was pressed before. */
  onGone?: () => void;
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

/** Puts `toast` at the end of the queue; the one before it is shown to its end first. Answers its id. */
export function showToast(toast: Toast): string {
  lastId += 1;
  const id = String(lastId);
  replace([...queue, { ...toast, text: said(toast.text), id }]);
  return id;
}

export function dropToast(id: string): void {
  const gone = queue.find((toast) => toast.id === id);
  replace(queue.filter((toast) => toast.id !== id));
  gone?.onGone?.();
}

/** The queue as an outside store of React's: `useSyncExternalStore(toasts.watch, toasts.read, toasts.readOnServer)`. */
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
