/** The signed-in account, and the state of its last update. */
import type { ResponseOf } from '@web/services/call';
import { loginSucceeded, sessionEnded, signedOut } from './auth.slice';
import type { CurrentUser } from '@web/services/current-user';
import type { SerializedError } from '@web/services/serialized-error';
import { onAction, createSlice } from './slice';

export interface UserState {
  current: CurrentUser | null;
  error: SerializedError | null;
  updateSuccess: boolean;
  updating: boolean;
  updatedPassword: ResponseOf<'PUT /auth/users/me/password'> | null;
}

export const noUser: UserState = { current: null, error: null, updateSuccess: false, updating: false, updatedPassword: null };

/** Sums amounts without binary rounding errors, to the cent. */
const sum = (a: number, b: number): number => Math.round((a + b) * 100) / 100;

/** Changes fields of the account; does nothing for a guest. */
const withAccount = (state: UserState, change: (account: CurrentUser) => Partial<CurrentUser>): UserState =>
  state.current === null ? state : { ...state, current: { ...state.current, ...change(state.current) } as CurrentUser };

/** Replaces the account with the server's. A late response for another account is ignored. */
const withAccountFrom = (state: UserState, user: CurrentUser, outcome: Partial<UserState> = {}): UserState =>
  state.current?._id === user._id ? { ...state, ...outcome, current: user } : state;

const slice = createSlice(
  'user',
  noUser,
  {
    userReplaced: (state, user: CurrentUser) => withAccountFrom(state, user),
    updateStarted: (state) => ({ ...state, updating: true, updateSuccess: false, error: null }),
    updateFinished: (state) => ({ ...state, updating: false }),
    profileUpdated: (state, user: CurrentUser) => withAccountFrom(state, user, { updateSuccess: true, error: null }),
    passwordUpdated: (state, updatedPassword: UserState['updatedPassword']) => ({
      ...state,
      updatedPassword,
      updateSuccess: true,
      error: null,
    }),
    updateFailed: (state, error: SerializedError) => ({ ...state, updateSuccess: false, error }),
    /** A form was opened: clears the outcome of the previous one. */
    updateReset: (state) => ({ ...state, error: null, updateSuccess: false, updatedPassword: null }),
    avatarReplaced: (state, avatar: string) => withAccount(state, () => ({ avatar })),
    coverReplaced: (state, cover: string) => withAccount(state, () => ({ cover })),
    /** The balance from a server event. It is absolute, so that late events are harmless. */
    balanceReceived: (state, balance: number) => withAccount(state, () => ({ balance })),
    /** The unread counts from a server event. */
    unreadUpdated: (state, unread: CurrentUser['unread']) => withAccount(state, () => ({ unread })),
    /** An operator's rights from a server event. */
    rightsChanged: (state, rights: CurrentUser['rights']) => withAccount(state, () => ({ rights })),
    /** Adds tokens to the balance; negative amounts subtract. */
    balanceUpdated: (state, change_tokens: number) => withAccount(state, ({ balance }) => ({ balance: sum(balance, change_tokens) })),
  },
  [
    onAction(loginSucceeded, (_, { user }) => ({ ...noUser, current: user })),
    onAction(signedOut, () => noUser),
    onAction(sessionEnded, () => noUser),
  ],
);

export const {
  userReplaced,
  updateStarted,
  updateFinished,
  profileUpdated,
  passwordUpdated,
  updateFailed,
  updateReset,
  avatarReplaced,
  coverReplaced,
  balanceReceived,
  balanceUpdated,
  unreadUpdated,
  rightsChanged,
} = slice.actions;
export const userReducer = slice.reducer;
