/** The own account, and how the last change to it went. */
import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import type { AnswerOf } from '@web/services/call';
import { loginSucceeded, sessionEnded, signedOut } from './auth.slice';
import type { CurrentUser } from './intents';
import type { Problem } from './problem';

export interface UserState {
  current: CurrentUser | null;
  error: Problem | null;
  updateSuccess: boolean;
  updating: boolean;
  updatedPassword: AnswerOf<'PUT /auth/users/me/password'> | null;
}

export const noUser: UserState = { current: null, error: null, updateSuccess: false, updating: false, updatedPassword: null };

/** Sums of money stay whole hundredths, whatever binary fractions make of them. */
const sum = (a: number, b: number): number => Math.round((a + b) * 100) / 100;

const slice = createSlice({
  name: 'user',
  initialState: noUser,
  reducers: {
    userReplaced: (state, { payload }: PayloadAction<CurrentUser>) => {
      state.current = payload;
    },
    updateStarted: (state) => {
      state.updating = true;
      state.updateSuccess = false;
      state.error = null;
    },
    updateFinished: (state) => {
      state.updating = false;
    },
    profileUpdated: (state, { payload }: PayloadAction<CurrentUser>) => {
      state.current = payload;
      state.updateSuccess = true;
      state.error = null;
    },
    passwordUpdated: (state, { payload }: PayloadAction<UserState['updatedPassword']>) => {
      state.updatedPassword = payload;
      state.updateSuccess = true;
      state.error = null;
    },
    updateFailed: (state, { payload }: PayloadAction<Problem>) => {
      state.updateSuccess = false;
      state.error = payload;
    },
    /** A form was opened: what the last one left behind is none of its business. */
    updateForgotten: (state) => {
      state.error = null;
      state.updateSuccess = false;
      state.updatedPassword = null;
    },
    avatarReplaced: (state, { payload }: PayloadAction<string>) => {
      if (state.current) state.current.avatar = payload;
    },
    coverReplaced: (state, { payload }: PayloadAction<string>) => {
      if (state.current) state.current.cover = payload;
    },
    /** What the host says the balance is now: events may come late, and the last word holds. */
    balanceHeard: (state, { payload }: PayloadAction<number>) => {
      if (state.current) state.current.balance = payload;
    },
    /** `payload` tokens are added to the balance; a negative amount takes away. */
    balanceUpdated: (state, { payload }: PayloadAction<number>) => {
      if (state.current) state.current.balance = sum(state.current.balance, payload);
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(loginSucceeded, (state, { payload }) => ({ ...noUser, current: payload.user }))
      .addCase(signedOut, () => noUser)
      .addCase(sessionEnded, () => noUser),
});

export const {
  userReplaced,
  updateStarted,
  updateFinished,
  profileUpdated,
  passwordUpdated,
  updateFailed,
  updateForgotten,
  avatarReplaced,
  coverReplaced,
  balanceHeard,
  balanceUpdated,
} = slice.actions;
export const userReducer = slice.reducer;
