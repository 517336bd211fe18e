/** Taking things out of a list at once, with a way back for a moment: the host is told at once, and told again when it is undone. */
import { messages } from '@contract/kernel/errors';
import { useState } from 'react';
import { showFailure } from '@web/session/show-failure';
import { showToast } from '@web/ui/feedback/toast-queue';

interface PutAway {
  id: string;
  /** What the message says was done. */
  said: string;
  remove: () => Promise<unknown>;
  restore: () => Promise<unknown>;
}

/** Answers what is gone from the list, and how to take something out of it. */
export function usePutAway(): [(id: string) => boolean, (order: PutAway) => void] {
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const hide = (id: string) => setGone((before) => new Set(before).add(id));
  const show = (id: string) => setGone((before) => new Set([...before].filter((other) => other !== id)));
  const failed = (thrown: unknown) => showFailure(thrown, messages.saveFailed);

  const undo = async ({ id, restore }: PutAway) => {
    show(id);
    try {
      await restore();
    } catch (thrown) {
      hide(id);
      failed(thrown);
    }
  };
  const putAway = async (order: PutAway) => {
    hide(order.id);
    try {
      await order.remove();
      showToast({ text: order.said, onUndo: () => void undo(order) });
    } catch (thrown) {
      show(order.id);
      failed(thrown);
    }
  };
  return [(id) => gone.has(id), (order) => void putAway(order)];
}
