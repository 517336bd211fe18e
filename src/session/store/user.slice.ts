/** The own account, and how the last change to it went. */
import type { AnswerOf } from '@web/services/call';
import { loginSucceeded, sessionEnded, signedOut } from './auth.slice';
import type { CurrentUser } from '../intents';
import type { Problem } from '../problem';
import { hearing, makeSlice } from './slice';

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

/** The state with some facts of the account changed; nobody's account has none. */
const withAccount = (state: UserState, change: (account: CurrentUser) => Partial<CurrentUser>): UserState =>
  state.current === null ? state : { ...state, current: { ...state.current, ...change(state.current) } as CurrentUser };

/** The state with the account as the host tells it. An answer that comes when its person has gone is nobody's, and not of the next one. */
const withTold = (state: UserState, told: CurrentUser, outcome: Partial<UserState> = {}): UserState =>
  state.current?._id === told._id ? { ...state, ...outcome, current: told } : state;

const slice = makeSlice(
  'user',
  noUser,
  {
    userReplaced: (state, told: CurrentUser) => withTold(state, told),
    updateStarted: (state) => ({ ...state, updating: true, updateSuccess: false, error: null }),
    updateFinished: (state) => ({ ...state, updating: false }),
    profileUpdated: (state, told: CurrentUser) => withTold(state, told, { updateSuccess: true, error: null }),
    passwordUpdated: (state, updatedPassword: UserState['updatedPassword']) => ({
      ...state,
      updatedPassword,
      updateSuccess: true,
      error: null,
    }),
    updateFailed: (state, error: Problem) => ({ ...state, updateSuccess: false, error }),
    /** A form was opened: what the last one left behind is none of its business. */
    updateForgotten: (state) => ({ ...state, error: null, updateSuccess: false, updatedPassword: null }),
    avatarReplaced: (state, avatar: string) => withAccount(state, () => ({ avatar })),
    coverReplaced: (state, cover: string) => withAccount(state, () => ({ cover })),
    /** What the host says the balance is now: events may come late, and the last word holds. */
    balanceHeard: (state, balance: number) => withAccount(state, () => ({ balance })),
    /** How many hold something unread now. */
    unreadHeard: (state, unread: CurrentUser['unread']) => withAccount(state, () => ({ unread })),
    /** What an operator may do from now on. */
    rightsHeard: (state, rights: CurrentUser['rights']) => withAccount(state, () => ({ rights })),
    /** So many tokens are added to the balance; a negative amount takes away. */
    balanceUpdated: (state, change_tokens: number) => withAccount(state, ({ balance }) => ({ balance: sum(balance, change_tokens) })),
  },
  [
    hearing(loginSucceeded, (_, { user }) => ({ ...noUser, current: user })),
    hearing(signedOut, () => noUser),
    hearing(sessionEnded, () => noUser),
  ],
);

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
  unreadHeard,
  rightsHeard,
} = slice.actions;
export const userReducer = slice.reducer;
