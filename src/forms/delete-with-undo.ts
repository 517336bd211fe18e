/**
 * Deletion with undo: the request is sent when the toast with **Undo** disappears, or when the page is left. Until then the item is only
 * hidden on screen.
 */
import { useEffect } from 'react';
import { showFailure } from './show-failure';
import { dismissToast, showToast } from '@web/ui/feedback/toast-queue';

interface Deletion {
  /** The toast's text, such as "Draft deleted". */
  text: string;
  send: () => Promise<unknown>;
  /** Called when the deletion was undone or failed: shows the item again. */
  onRestore: () => void;
  onDeleted?: () => void;
}

/** Ids of the toasts of pending deletions. */
const pending = new Set<string>();

/** Shows the toast, and sends the deletion when it closes. A failed deletion is shown as a second toast. */
export function deleteWithUndo({ text, send, onRestore, onDeleted }: Deletion): void {
  let isUndone = false;
  const run = async () => {
    try {
      await send();
      onDeleted?.();
    } catch (thrown) {
      onRestore();
      showFailure(thrown);
    }
  };
  const id = showToast({
    text,
    onUndo: () => {
      isUndone = true;
      onRestore();
    },
    onClosed: () => {
      pending.delete(id);
      if (!isUndone) void run();
    },
  });
  pending.add(id);
}

/** Sends all pending deletions. */
export function sendPendingDeletions(): void {
  for (const id of [...pending]) dismissToast(id);
}

/** For screens that delete: sends pending deletions on unmount and on pagehide. */
export function useSendDeletionsOnLeave(): void {
  useEffect(() => {
    window.addEventListener('pagehide', sendPendingDeletions);
    return () => {
      window.removeEventListener('pagehide', sendPendingDeletions);
      sendPendingDeletions();
    };
  }, []);
}
