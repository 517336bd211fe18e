/** Presence changes since the page was loaded. For other accounts the state in the list applies. */
import { sessionEnded, signedOut } from './auth.slice';
import { onAction, createSlice } from './slice';

export interface PresenceState {
  isOnline: Record<string, boolean>;
}

const noChanges: PresenceState = { isOnline: {} };

const slice = createSlice(
  'presence',
  noChanges,
  {
    presenceChanged: ({ isOnline }, now: { accountId: string; isOnline: boolean }) => ({
      isOnline: { ...isOnline, [now.accountId]: now.isOnline },
    }),
  },
  [onAction(signedOut, () => noChanges), onAction(sessionEnded, () => noChanges)],
);

export const { presenceChanged } = slice.actions;
export const presenceReducer = slice.reducer;
