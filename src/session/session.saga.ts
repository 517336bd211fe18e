/** Signing in and out, and what happens when the host ends a session. */
import { messages } from '@contract/kernel/errors';
import { loginPath } from '@web/lib/paths';
import { services } from '@web/services/services';
import { all, call, delay, put, select, takeLatest, takeLeading } from 'typed-redux-saga';
import { loginFailed, loginPaused, loginStarted, loginSucceeded, sessionEnded, signedOut } from './store/auth.slice';
import { forgetDraftsOf } from './drafts';
import {
  accountLeft,
  accountSwitchAsked,
  loginSubmitted,
  logoutAsked,
  refreshAsked,
  sessionRefused,
  stepAsked,
  tokenArrived,
} from './intents';
import { landingOf } from './landing';
import { forgetTracesOf } from './own-traces';
import { presentPasswordToSend } from './password';
import { problemOf } from './problem';
import { deviceToken, forgetStep, keepStep, stepPath } from './second-step';
import { silencePush } from './silence-push';
import type { SessionState } from './store/state';
import { readToken, removeToken, storeToken } from '@web/services/token';
import { userReplaced } from './store/user.slice';
import { leaveEndedWork } from './working';
import { theWorld } from './world';

interface Arrival {
  token: string;
  expiresAt: string | null;
  remember: boolean;
  next?: string;
}

/** Where the page on screen says to go afterwards. */
function* nextOfPage() {
  const { currentPath } = yield* theWorld();
  return new URL(currentPath(), 'http://site.invalid').searchParams.get('next') ?? undefined;
}

/** Stores the token, fetches the account, and takes the person to where she belongs. An unusable token is not kept. */
function* enter({ token, expiresAt, remember, next }: Arrival) {
  const world = yield* theWorld();
  const wanted = next ?? (yield* nextOfPage());
  yield* call(storeToken, token, remember);
  try {
    const { user } = yield* all({ user: call(services.users['GET /users/me'], {}, { token }), parts: call(world.loadOwnParts) });
    yield* put(loginSucceeded({ user, expiresAt }));
    yield* call(world.navigate, landingOf(user, wanted), user.locale);
    yield* call(silencePush, { stays: user._id });
  } catch (error) {
    yield* call(removeToken);
    throw error;
  }
}

/** Runs one way of signing in; however it fails, the outcome is one action. */
function* attempt(way: () => Generator) {
  yield* put(loginStarted());
  try {
    yield* way();
  } catch (error) {
    yield* put(loginFailed(problemOf(error, messages.loginFailed)));
  }
}

function* login({ payload }: ReturnType<typeof loginSubmitted>) {
  yield* attempt(function* () {
    const { next, password: typed, ...who } = payload;
    const settings = yield* select((state: SessionState) => state.settings);
    const password = yield* call(presentPasswordToSend, typed, settings);
    const signedIn = yield* call(services.auth['POST /auth/login'], { body: { ...who, password, deviceToken: yield* call(deviceToken) } });
    if ('token' in signedIn) yield* enter({ ...signedIn, remember: payload.remember, next });
    else yield* awaitStep(stepAsked({ ...signedIn, remember: payload.remember, next }));
  });
}

/** The second step has a screen of its own; what it needs is kept, for that screen may be reloaded. */
function* awaitStep({ payload }: ReturnType<typeof stepAsked>) {
  const world = yield* theWorld();
  const next = payload.next ?? (yield* nextOfPage());
  yield* call(keepStep, { ...payload, next });
  yield* put(loginPaused());
  yield* call(world.navigate, stepPath);
}

function* loginWithToken({ payload }: ReturnType<typeof tokenArrived>) {
  yield* attempt(function* () {
    yield* enter(payload);
    yield* call(forgetStep);
  });
}

/** The page forgets the person at once. */
function* forget(next?: string) {
  const world = yield* theWorld();
  const accountId = yield* select((state: SessionState) => state.user.current?._id);
  yield* call(removeToken);
  yield* put(signedOut());
  yield* call(world.navigate, loginPath(next));
  // Her screens save what they hold as they go away, and that is within this turn.
  yield* delay(0);
  if (accountId) {
    yield* call(forgetDraftsOf, accountId);
    yield* call(forgetTracesOf, accountId);
  }
}

/** The host is told behind her back, and a host that is away changes nothing. */
function* logout(next?: string) {
  const token = yield* call(readToken);
  yield* forget(next);
  yield* call(silencePush, { token });
  if (token === undefined) return;
  try {
    yield* call(services.auth['POST /auth/logout'], {}, { token });
  } catch {
    // The session then ends by its age; on this machine it is gone already.
  }
}

/** The host knows, and on other devices it was the host who said so. */
function* leave() {
  yield* forget();
  yield* call(silencePush);
}

function* leaveRefused({ payload: { token } }: ReturnType<typeof sessionRefused>) {
  const isSignedIn = yield* select((state: SessionState) => state.auth.loggedIn);
  const stored = yield* call(readToken);
  const speaksOfAnother = stored !== undefined && stored !== token;
  const wasHeardBefore = !isSignedIn && stored === undefined && token !== undefined;
  if (speaksOfAnother || wasHeardBefore) return;

  const accountId = yield* select((state: SessionState) => state.user.current?._id);
  if (yield* call(leaveEndedWork, accountId)) return;
  const world = yield* theWorld();
  const path = world.currentPath();
  yield* call(removeToken);
  yield* put(sessionEnded());
  if (!path.startsWith(loginPath())) yield* call(world.navigate, loginPath(path));
  yield* call(silencePush);
}

function* refresh() {
  try {
    yield* put(userReplaced(yield* call(services.users['GET /users/me'])));
  } catch {
    // What is on screen stays; a refused session is told to the session by the client itself.
  }
}

export function* sessionSaga() {
  yield* takeLeading(loginSubmitted, login);
  yield* takeLeading(tokenArrived, loginWithToken);
  yield* takeLeading(stepAsked, awaitStep);
  yield* takeLeading(logoutAsked, () => logout());
  yield* takeLeading(accountLeft, leave);
  yield* takeLeading(accountSwitchAsked, ({ payload }) => logout(payload.next));
  yield* takeLeading(sessionRefused, leaveRefused);
  yield* takeLatest(refreshAsked, refresh);
}
