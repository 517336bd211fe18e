/** Who came or went since the page was loaded. What a list said when it was read holds for everybody else. */
import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import { sessionEnded, signedOut } from './auth.slice';

export interface PresenceState {
  isOnline: Record<string, boolean>;
}

const unknown: PresenceState = { isOnline: {} };

const slice = createSlice({
  name: 'presence',
  initialState: unknown,
  reducers: {
    presenceChanged: (state, { payload }: PayloadAction<{ accountId: string; isOnline: boolean }>) => {
      state.isOnline[payload.accountId] = payload.isOnline;
    },
  },
  extraReducers: (builder) => builder.addCase(signedOut, () => unknown).addCase(sessionEnded, () => unknown),
});

export const { presenceChanged } = slice.actions;
export const presenceReducer = slice.reducer;
