/** Removes items from a list optimistically, with undo: one request is sent immediately, and another one on undo. */
import * as messages from '@contract/kernel/messages';
import { useState } from 'react';
import { showFailure } from '@web/forms/show-failure';
import { showToast } from '@web/ui/feedback/toast-queue';

interface Removal {
  id: string;
  /** The text of the message with the undo button. */
  message: string;
  remove: () => Promise<unknown>;
  restore: () => Promise<unknown>;
}

/** Returns whether an item was removed, and a function that removes one. */
export function useRemoveWithUndo(): [(id: string) => boolean, (removal: Removal) => void] {
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const hide = (id: string) => setRemoved((before) => new Set(before).add(id));
  const show = (id: string) => setRemoved((before) => new Set([...before].filter((other) => other !== id)));
  const showError = (thrown: unknown) => showFailure(thrown, messages.saveFailed);

  const undo = async ({ id, restore }: Removal) => {
    show(id);
    try {
      await restore();
    } catch (thrown) {
      hide(id);
      showError(thrown);
    }
  };
  const run = async (removal: Removal) => {
    hide(removal.id);
    try {
      await removal.remove();
      showToast({ text: removal.message, onUndo: () => void undo(removal) });
    } catch (thrown) {
      show(removal.id);
      showError(thrown);
    }
  };
  return [(id) => removed.has(id), (removal) => void run(removal)];
}
