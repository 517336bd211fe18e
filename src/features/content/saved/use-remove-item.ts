/** Removes items from a list optimistically, with undo: one request is sent immediately, and another one on undo. */
import * as messages from '@contract/kernel/messages';
import { useState } from 'react';
import { showFailure } from '@web/forms/show-failure';
import { showToast } from '@web/ui/feedback/toast-queue';

interface RemoveItem {
  id: string;
  /** The text of the message with the undo button. */
  message: string;
  remove: () => Promise<unknown>;
  restore: () => Promise<unknown>;
}

/** Returns the removed items, and a function that removes one. */
export function useRemoveWithUndo(): [(id: string) => boolean, (removal: RemoveItem) => void] {
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const hide = (id: string) => setRemoved((before) => new Set(before).add(id));
  const show = (id: string) => setRemoved((before) => new Set([...before].filter((other) => other !== id)));
  const failed = (thrown: unknown) => showFailure(thrown, messages.saveFailed);

  const undo = async ({ id, restore }: RemoveItem) => {
    show(id);
    try {
      await restore();
    } catch (thrown) {
      hide(id);
      failed(thrown);
    }
  };
  const putAway = async (removal: RemoveItem) => {
    hide(removal.id);
    try {
      await removal.remove();
      showToast({ text: removal.message, onUndo: () => void undo(removal) });
    } catch (thrown) {
      show(removal.id);
      failed(thrown);
    }
  };
  return [(id) => removed.has(id), (removal) => void putAway(removal)];
}
