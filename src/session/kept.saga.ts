/**
 * Keeps what somebody reads for when there is no connection: answers of the host with small pictures, who she is, and the page that
 * shows it. For the own session alone: helpers of performers, and accounts that are let into nothing, leave nothing here.
 */
import { keeping } from '@web/services/api';
import { services } from '@web/services/services';
import { buffers, eventChannel } from 'redux-saga';
import { call, cancel, fork, put, select, spawn, take, takeEvery, throttle } from 'typed-redux-saga';
import { follow, windowEvents } from '@web/realtime/follow-channel.saga';
import { refreshAsked, socketProven } from './intents';
import type { CurrentUser } from './intents';
import { keeperOf } from '@web/device/offline-responses';
import { lineHeard, readLine, watchKeptLine } from './kept-line';
import { keepPictures } from '@web/device/offline-images';
import { keepShell } from '@web/device/offline-shell';
import { forgetKept, mayKeep, openKept } from './kept-store';
import type { Kept } from './kept-store';
import { ownPathOf } from './profile-path';
import { whoChanged } from './store/per-account.saga';
import { settingsUpdated } from './settings.slice';
import type { SessionState } from './store/state';
import { readToken } from '@web/services/token';
import { uiOf, uiUpdated } from './store/ui.slice';
import { theWorld } from './world';

const often_ms = 5000;

const isOwn = ({ helper, status, owesSecondStep }: CurrentUser): boolean => !helper && status === 'active' && !owesSecondStep;

const lineChanges = () => eventChannel<true>((tell) => watchKeptLine(() => tell(true)), buffers.sliding(1));

function* keepFirst(kept: Kept) {
  const { user, settings } = yield* select((state: SessionState) => ({ user: state.user.current, settings: state.settings }));
  const { isCutOff, heardAt } = readLine();
  if (user !== null && heardAt !== null && !isCutOff) yield* call(kept.keepFirst, { user, settings, heardAt });
}

/** While what is kept is shown, each sign of a connection is a reason to ask the host. */
function* lookForHost() {
  if (readLine().isCutOff) yield* put(refreshAsked());
}

/** The site may have changed while it could not be heard. */
function* catchUp() {
  try {
    const settings = yield* call(services.site['GET /settings/public']);
    yield* put(settingsUpdated(settings));
    yield* put(uiUpdated(uiOf(settings)));
    yield* put(refreshAsked());
  } catch {
    // What is on screen stays; the next page asks again.
  }
}

/** Until it is cancelled. */
function* followLine(kept: Kept) {
  const changes = lineChanges();
  let wasCutOff = readLine().isCutOff;
  const turned = function* () {
    const { isCutOff } = readLine();
    const isBack = wasCutOff && !isCutOff;
    wasCutOff = isCutOff;
    if (isBack) yield* catchUp();
  };
  try {
    yield* throttle(often_ms, changes, keepFirst, kept);
    yield* call(follow<true>, lineChanges(), turned);
  } finally {
    changes.close();
  }
}

function* keepFor(owner: CurrentUser) {
  const token = yield* call(readToken);
  if (token === undefined) return;
  const kept = openKept(owner._id, token);
  const pictures = keepPictures(kept);
  const keeper = keeperOf(kept, owner, pictures.want);
  const { firstAnswers, loadOwnParts } = yield* theWorld();
  const stopShell = keepShell(ownPathOf(owner), loadOwnParts);
  keeping.by = keeper;
  try {
    // A page that began with what is kept has heard nobody.
    if (!readLine().isCutOff) lineHeard(new Date());
    for (const [key, answer] of Object.entries(firstAnswers)) keeper.keepGiven(key, answer);
    yield* keepFirst(kept);
    yield* fork(followLine, kept);
    yield* fork(follow<true>, windowEvents('online'), lookForHost);
    yield* takeEvery(socketProven, lookForHost);
    yield* take(whoChanged);
  } finally {
    keeping.by = undefined;
    stopShell();
    pictures.stop();
  }
}

export function* keptSaga() {
  for (;;) {
    const user = yield* select((state: SessionState) => state.user.current);
    const owner = user !== null && isOwn(user) ? user : null;
    // A page for nobody under a session that stands is the one that shows what is kept.
    const isShell = user === null && readToken() !== undefined;
    if (!isShell) yield* call(forgetKept, owner?._id ?? null);
    const running = owner !== null && mayKeep() ? yield* spawn(keepFor, owner) : null;
    yield* take(whoChanged);
    if (running) yield* cancel(running);
  }
}
