/** Which of the thousands of messages of a chat are rendered: a window that ends at the reading position. */
import type { StreamMessage } from '../store/show';

/** Number of messages rendered at first, and added by each step up. */
export const windowStep = 120;

export interface ChatWindow {
  shown: readonly StreamMessage[];
  /** Number of messages in the store above the window. */
  above: number;
  /** Number of messages below the window, received since the viewer left the end. */
  below: number;
}

/** The last `size` messages up to the one with id `lastId`; up to the newest when it is null or no longer in the store. */
export function chatWindow(items: readonly StreamMessage[], lastId: string | null, size: number): ChatWindow {
  const lastIndex = lastId === null ? -1 : items.findIndex(({ _id }) => _id === lastId);
  const end = lastIndex === -1 ? items.length : lastIndex + 1;
  const start = Math.max(0, end - size);
  return { shown: items.slice(start, end), above: start, below: items.length - end };
}
