/** What was written and has not arrived yet, the oldest first. The browser's storage is the truth; `waiting-storage.ts` keeps it. */
import { ofOnePerson } from '@web/session/store/auth.slice';
import { makeSlice } from '@web/session/store/slice';
import type { Waiting } from '../talk/messages/store/chat';

const nothing: Waiting[] = [];

const slice = makeSlice(
  'waiting',
  nothing,
  {
    waitingHeard: (_state, items: Waiting[]) => items,
    waitingPut: (state, item: Waiting) => [...state.filter(({ key }) => key !== item.key), item].sort(byTime),
    waitingGone: (state, key: string) => state.filter((item) => item.key !== key),
  },
  ofOnePerson(nothing),
);

const byTime = (a: Waiting, b: Waiting): number => a.at.localeCompare(b.at);

export const { waitingHeard, waitingPut, waitingGone } = slice.actions;
export const waitingReducer = slice.reducer;
