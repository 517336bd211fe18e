/** The signed-in account, and the state of the last sign-in. */
import * as messages from '@contract/kernel/messages';
import type { CurrentUser } from '@web/services/current-user';
import type { SerializedError } from '@web/services/serialized-error';
import { createSlice } from './slice';

interface LoginState {
  requesting: boolean;
  error: SerializedError | null;
  /** The response without the token, which is stored only in its cookie. */
  data: { expiresAt: string | null } | null;
  success: boolean;
}

export interface AuthState {
  loggedIn: boolean;
  /** The account as it was at sign-in. The current one is in the user slice. */
  authUser: CurrentUser | null;
  login: LoginState;
}

const noLogin: LoginState = { requesting: false, error: null, data: null, success: false };
export const noAuth: AuthState = { loggedIn: false, authUser: null, login: noLogin };

const unauthorized: SerializedError = { code: 'session_ended', message: messages.unauthorized, issues: [], retryAfter_s: null };

const slice = createSlice('auth', noAuth, {
  loginStarted: (state) => ({ ...state, login: { ...noLogin, requesting: true } }),
  loginSucceeded: (_, { user, expiresAt }: { user: CurrentUser; expiresAt: string | null }) => ({
    loggedIn: true,
    authUser: user,
    login: { requesting: false, error: null, data: { expiresAt }, success: true },
  }),
  loginFailed: (state, error: SerializedError) => ({ ...state, loggedIn: false, login: { ...noLogin, error } }),
  /** The password was accepted, and the two-factor screen continues. */
  loginPaused: (state) => ({ ...state, login: noLogin }),
  /** The person signed out. Slices with account data reset. */
  signedOut: () => noAuth,
  /** The server ended the session. As `signedOut`, but the sign-in screen shows the reason. */
  sessionEnded: () => ({ ...noAuth, login: { ...noLogin, error: unauthorized } }),
});

export const { loginStarted, loginSucceeded, loginFailed, loginPaused, signedOut, sessionEnded } = slice.actions;
export const authReducer = slice.reducer;

/** Resets a slice with account data to `empty` at each sign-in and sign-out. */
export const resetPerAccount = <S>(empty: S) =>
  [loginSucceeded, signedOut, sessionEnded].map(({ type }) => ({ type, reducer: () => empty }));
