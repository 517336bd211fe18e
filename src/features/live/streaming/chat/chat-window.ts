/** Which messages of a chat are on the page: of thousands, those around what is read. */
import type { StreamMessage } from '../../../streaming/show';

/** So many stand on the page, and so many more with each look further up. */
export const windowStep = 120;

export interface ChatWindow {
  shown: readonly StreamMessage[];
  /** How many are held above it. */
  above: number;
  /** How many have come below it since the reader left the end. */
  below: number;
}

/** The last `size` messages up to that called `lastId`; up to the newest where that is null or not held any more. */
export function chatWindow(items: readonly StreamMessage[], lastId: string | null, size: number): ChatWindow {
  const found = lastId === null ? -1 : items.findIndex(({ _id }) => _id === lastId);
  const end = found === -1 ? items.length : found + 1;
  const start = Math.max(0, end - size);
  return { shown: items.slice(start, end), above: start, below: items.length - end };
}
