/** Who came or went since the page was loaded. What a list said when it was read holds for everybody else. */
import { sessionEnded, signedOut } from './auth.slice';
import { hearing, makeSlice } from './slice';

export interface PresenceState {
  isOnline: Record<string, boolean>;
}

const unknown: PresenceState = { isOnline: {} };

const slice = makeSlice(
  'presence',
  unknown,
  {
    presenceChanged: ({ isOnline }, now: { accountId: string; isOnline: boolean }) => ({
      isOnline: { ...isOnline, [now.accountId]: now.isOnline },
    }),
  },
  [hearing(signedOut, () => unknown), hearing(sessionEnded, () => unknown)],
);

export const { presenceChanged } = slice.actions;
export const presenceReducer = slice.reducer;
