/**
 * Deleting with a way back: the host is told when the words with **Undo** have gone, or at once when the page is left. Until then
 * nothing has happened but what the screen hides.
 */
import { useEffect } from 'react';
import { showFailure } from '@web/session/show-failure';
import { dropToast, showToast } from '@web/ui/feedback/toast-queue';

interface Deletion {
  /** What was done, such as "Draft deleted". */
  text: string;
  send: () => Promise<unknown>;
  /** It was taken back, or refused: show it again. */
  onKept: () => void;
  onDeleted?: () => void;
}

/** The toasts of deletions that have not been sent. */
const waiting = new Set<string>();

export function deleteLater({ text, send, onKept, onDeleted }: Deletion): void {
  let isUndone = false;
  const run = async () => {
    try {
      await send();
      onDeleted?.();
    } catch (thrown) {
      onKept();
      showFailure(thrown);
    }
  };
  const id = showToast({
    text,
    onUndo: () => {
      isUndone = true;
      onKept();
    },
    onGone: () => {
      waiting.delete(id);
      if (!isUndone) void run();
    },
  });
  waiting.add(id);
}

/** Sends every deletion that still waits. */
export function deleteNow(): void {
  for (const id of [...waiting]) dropToast(id);
}

/** For screens that delete: what waits is sent when the screen goes, and when the window is closed. */
export function useLateDeletion(): void {
  useEffect(() => {
    window.addEventListener('pagehide', deleteNow);
    return () => {
      window.removeEventListener('pagehide', deleteNow);
      deleteNow();
    };
  }, []);
}
