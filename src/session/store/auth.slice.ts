/** Whether somebody is signed in, who, and how the last sign-in went. */
import { messages } from '@contract/kernel/errors';
import type { CurrentUser } from '../intents';
import type { Problem } from '../problem';
import { makeSlice } from './slice';

interface LoginRecord {
  requesting: boolean;
  error: Problem | null;
  /** What the sign-in brought, the token itself apart: that lives in its cookie alone. */
  data: { expiresAt: string | null } | null;
  success: boolean;
}

export interface AuthState {
  loggedIn: boolean;
  /** The account as it was at sign-in; the living one is in the user state. */
  authUser: CurrentUser | null;
  login: LoginRecord;
}

const noLogin: LoginRecord = { requesting: false, error: null, data: null, success: false };
export const noAuth: AuthState = { loggedIn: false, authUser: null, login: noLogin };

const unauthorized: Problem = { code: 'session_ended', message: messages.unauthorized, issues: [], retryAfter_s: null };

const slice = makeSlice('auth', noAuth, {
  loginStarted: (state) => ({ ...state, login: { ...noLogin, requesting: true } }),
  loginSucceeded: (_, { user, expiresAt }: { user: CurrentUser; expiresAt: string | null }) => ({
    loggedIn: true,
    authUser: user,
    login: { requesting: false, error: null, data: { expiresAt }, success: true },
  }),
  loginFailed: (state, error: Problem) => ({ ...state, loggedIn: false, login: { ...noLogin, error } }),
  /** The first step is done: the attempt goes on elsewhere. */
  loginPaused: (state) => ({ ...state, login: noLogin }),
  /** The person signed out. Every slice that holds something of hers starts anew. */
  signedOut: () => noAuth,
  /** The host ended the session: as after signing out, and the sign-in screen says why. */
  sessionEnded: () => ({ ...noAuth, login: { ...noLogin, error: unauthorized } }),
});

export const { loginStarted, loginSucceeded, loginFailed, loginPaused, signedOut, sessionEnded } = slice.actions;
export const authReducer = slice.reducer;

/** For slices of what is one person's: they are `empty` again whenever another one may be there. */
export const ofOnePerson = <S>(empty: S) => [loginSucceeded, signedOut, sessionEnded].map(({ type }) => ({ type, change: () => empty }));
