/** The send queue, oldest first. The browser's storage is authoritative; `queue-storage.ts` writes it. */
import { resetPerAccount } from '@web/session/store/auth.slice';
import { createSlice } from '@web/session/store/slice';
import type { QueuedMessage } from './chat';

const emptyQueue: QueuedMessage[] = [];

const slice = createSlice(
  'queue',
  emptyQueue,
  {
    queueLoaded: (_state, items: QueuedMessage[]) => items,
    queueItemSaved: (state, item: QueuedMessage) => [...state.filter(({ key }) => key !== item.key), item].sort(byTime),
    queueItemRemoved: (state, key: string) => state.filter((item) => item.key !== key),
  },
  resetPerAccount(emptyQueue),
);

const byTime = (a: QueuedMessage, b: QueuedMessage): number => a.at.localeCompare(b.at);

export const { queueLoaded, queueItemSaved, queueItemRemoved } = slice.actions;
export const queueReducer = slice.reducer;
