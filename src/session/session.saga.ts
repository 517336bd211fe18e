/** Sign-in, sign-out, and sessions ended by the server. */
import * as messages from '@contract/kernel/messages';
import { loginPath } from '@web/lib/paths';
import { services } from '@web/services/services';
import { all, call, delay, put, select, takeLatest, takeLeading } from 'typed-redux-saga';
import { loginFailed, loginPaused, loginStarted, loginSucceeded, sessionEnded, signedOut } from './store/auth.slice';
import { removeDraftsOf } from '@web/device/drafts';
import {
  accountDeleted,
  accountSwitchRequested,
  loginSubmitted,
  logoutRequested,
  refreshRequested,
  sessionRejected,
  twoFactorRequired,
  tokenReceived,
} from './store/intents';
import { landingOf } from './landing';
import { deleteHistoryOf } from '@web/device/history-keys';
import { currentPasswordToSend } from './password';
import { serializeError } from '@web/services/serialized-error';
import { deviceToken, removePendingSignIn, storePendingSignIn, twoFactorScreenPath } from './store/pending-sign-in';
import { endPush } from '@web/device/silence-push';
import type { SessionState } from './store/state';
import { readToken, removeToken, storeToken } from '@web/services/token';
import { userReplaced } from './store/user.slice';
import { leaveEndedDelegation } from './delegation';
import { sagaContext } from './store/saga-context';

interface NewSession {
  token: string;
  expiresAt: string | null;
  remember: boolean;
  next?: string;
}

/** The `next` of the current page's URL. */
function* nextOfPage() {
  const { currentPath } = yield* sagaContext();
  return new URL(currentPath(), 'http://site.invalid').searchParams.get('next') ?? undefined;
}

/** Stores the token, fetches the account, and opens the landing page. A token that is rejected is removed. */
function* startSession({ token, expiresAt, remember, next }: NewSession) {
  const context = yield* sagaContext();
  const target = next ?? (yield* nextOfPage());
  yield* call(storeToken, token, remember);
  try {
    const { user } = yield* all({
      user: call(services.users['GET /users/me'], {}, { token }),
      parts: call(context.preloadAccountComponents),
    });
    yield* put(loginSucceeded({ user, expiresAt }));
    yield* call(context.navigate, landingOf(user, target), user.locale);
    yield* call(endPush, { exceptAccountId: user._id });
  } catch (error) {
    yield* call(removeToken);
    throw error;
  }
}

/** Runs a sign-in. Any failure becomes one `loginFailed`. */
function* attempt(signIn: () => Generator) {
  yield* put(loginStarted());
  try {
    yield* signIn();
  } catch (error) {
    yield* put(loginFailed(serializeError(error, messages.loginFailed)));
  }
}

function* login({ payload }: ReturnType<typeof loginSubmitted>) {
  yield* attempt(function* () {
    const { next, password: typed, ...identity } = payload;
    const settings = yield* select((state: SessionState) => state.settings);
    const password = yield* call(currentPasswordToSend, typed, settings);
    const result = yield* call(services.auth['POST /auth/login'], {
      body: { ...identity, password, deviceToken: yield* call(deviceToken) },
    });
    if ('token' in result) yield* startSession({ ...result, remember: payload.remember, next });
    else yield* awaitTwoFactor(twoFactorRequired({ ...result, remember: payload.remember, next }));
  });
}

/** Opens the two-factor screen. Its data is stored, so that the screen survives a reload. */
function* awaitTwoFactor({ payload }: ReturnType<typeof twoFactorRequired>) {
  const context = yield* sagaContext();
  const next = payload.next ?? (yield* nextOfPage());
  yield* call(storePendingSignIn, { ...payload, next });
  yield* put(loginPaused());
  yield* call(context.navigate, twoFactorScreenPath);
}

function* loginWithToken({ payload }: ReturnType<typeof tokenReceived>) {
  yield* attempt(function* () {
    yield* startSession(payload);
    yield* call(removePendingSignIn);
  });
}

/** Ends the session in this browser without waiting for the server. */
function* endLocalSession(next?: string) {
  const context = yield* sagaContext();
  const accountId = yield* select((state: SessionState) => state.user.current?._id);
  yield* call(removeToken);
  yield* put(signedOut());
  yield* call(context.navigate, loginPath(next));
  // Unmounting screens save their drafts in the current tick.
  yield* delay(0);
  if (accountId) {
    yield* call(removeDraftsOf, accountId);
    yield* call(deleteHistoryOf, accountId);
  }
}

/** Signs out here first, and then at the server. A failing request does not keep the person signed in. */
function* logout(next?: string) {
  const token = yield* call(readToken);
  yield* endLocalSession(next);
  yield* call(endPush, { token });
  if (token === undefined) return;
  try {
    yield* call(services.auth['POST /auth/logout'], {}, { token });
  } catch {
    // The session then expires at the server; in this browser it has already ended.
  }
}

/** After the account was deleted, here or on another device: the server has ended the session already. */
function* leaveDeletedAccount() {
  yield* endLocalSession();
  yield* call(endPush);
}

function* leaveEndedSession({ payload: { token } }: ReturnType<typeof sessionRejected>) {
  const isSignedIn = yield* select((state: SessionState) => state.auth.loggedIn);
  const stored = yield* call(readToken);
  const isOtherSession = stored !== undefined && stored !== token;
  const wasHandled = !isSignedIn && stored === undefined && token !== undefined;
  if (isOtherSession || wasHandled) return;

  const accountId = yield* select((state: SessionState) => state.user.current?._id);
  if (yield* call(leaveEndedDelegation, accountId)) return;
  const context = yield* sagaContext();
  const path = context.currentPath();
  yield* call(removeToken);
  yield* put(sessionEnded());
  if (!path.startsWith(loginPath())) yield* call(context.navigate, loginPath(path));
  yield* call(endPush);
}

function* refresh() {
  try {
    yield* put(userReplaced(yield* call(services.users['GET /users/me'])));
  } catch {
    // The screen keeps its data. The API client reports a rejected session by itself.
  }
}

export function* sessionSaga() {
  yield* takeLeading(loginSubmitted, login);
  yield* takeLeading(tokenReceived, loginWithToken);
  yield* takeLeading(twoFactorRequired, awaitTwoFactor);
  yield* takeLeading(logoutRequested, () => logout());
  yield* takeLeading(accountDeleted, leaveDeletedAccount);
  yield* takeLeading(accountSwitchRequested, ({ payload }) => logout(payload.next));
  yield* takeLeading(sessionRejected, leaveEndedSession);
  yield* takeLatest(refreshRequested, refresh);
}
