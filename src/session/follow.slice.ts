/** Whom the signed-in person follows: ids, each once. */
import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import { sessionEnded, signedOut } from './auth.slice';

export interface FollowState {
  ids: string[];
}

const nobody: FollowState = { ids: [] };

const slice = createSlice({
  name: 'follow',
  initialState: nobody,
  reducers: {
    followed: (state, { payload }: PayloadAction<string>) => {
      if (!state.ids.includes(payload)) state.ids.push(payload);
    },
    unfollowed: (state, { payload }: PayloadAction<string>) => {
      state.ids = state.ids.filter((id) => id !== payload);
    },
  },
  extraReducers: (builder) => builder.addCase(signedOut, () => nobody).addCase(sessionEnded, () => nobody),
});

export const { followed, unfollowed } = slice.actions;
export const followReducer = slice.reducer;
