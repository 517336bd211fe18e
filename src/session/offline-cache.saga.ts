/**
 * Maintains the offline cache: server responses with thumbnails, the account, and the offline page. Only for sessions of the account's
 * owner: sessions of delegates, and of accounts without access, are not cached.
 */
import { offlineCache } from '@web/services/api';
import { services } from '@web/services/services';
import { buffers, eventChannel } from 'redux-saga';
import { call, cancel, fork, put, select, spawn, take, takeEvery, throttle } from 'typed-redux-saga';
import { forEachEvent, windowEvents } from '@web/realtime/event-channels.saga';
import { refreshRequested, socketAuthenticated } from './store/intents';
import type { CurrentUser } from '@web/services/current-user';
import { responseCacheFor } from '@web/device/offline-responses';
import { serverReached, readReachability, watchReachability } from '@web/device/connection-state';
import { cacheThumbnails } from '@web/device/offline-images';
import { cacheShell } from '@web/device/offline-shell';
import { deleteCaches, canCache, openCache } from '@web/device/cache-storage';
import type { CacheStore } from '@web/device/cache-storage';
import { ownProfilePath } from './profile-path';
import { accountChanged } from './store/per-account.saga';
import { settingsUpdated } from './store/settings.slice';
import type { SessionState } from './store/state';
import { readToken } from '@web/services/token';
import { uiOf, uiUpdated } from './store/ui.slice';
import { sagaContext } from './store/saga-context';

const saveInterval_ms = 5000;

const isCacheable = ({ helper, status, owesSecondStep }: CurrentUser): boolean => !helper && status === 'active' && !owesSecondStep;

const reachabilityChanges = () => eventChannel<true>((emit) => watchReachability(() => emit(true)), buffers.sliding(1));

function* cacheState(cache: CacheStore) {
  const { user, settings } = yield* select((state: SessionState) => ({ user: state.user.current, settings: state.settings }));
  const { isUnreachable, lastResponseAt } = readReachability();
  if (user !== null && lastResponseAt !== null && !isUnreachable) yield* call(cache.putState, { user, settings, lastResponseAt });
}

/** Requests the account at each sign of a connection while cached data is shown. */
function* retryServer() {
  if (readReachability().isUnreachable) yield* put(refreshRequested());
}

/** Refetches settings and account after an outage. */
function* refreshAfterOutage() {
  try {
    const settings = yield* call(services.site['GET /settings/public']);
    yield* put(settingsUpdated(settings));
    yield* put(uiUpdated(uiOf(settings)));
    yield* put(refreshRequested());
  } catch {
    // The screen keeps its data; the next page retries.
  }
}

/** Runs until canceled. */
function* watchConnection(cache: CacheStore) {
  const changes = reachabilityChanges();
  let wasUnreachable = readReachability().isUnreachable;
  const onChange = function* () {
    const { isUnreachable } = readReachability();
    const isBack = wasUnreachable && !isUnreachable;
    wasUnreachable = isUnreachable;
    if (isBack) yield* refreshAfterOutage();
  };
  try {
    yield* throttle(saveInterval_ms, changes, cacheState, cache);
    yield* call(forEachEvent<true>, reachabilityChanges(), onChange);
  } finally {
    changes.close();
  }
}

function* cacheFor(owner: CurrentUser) {
  const token = yield* call(readToken);
  if (token === undefined) return;
  const cache = openCache(owner._id, token);
  const thumbnails = cacheThumbnails(cache);
  const responseCache = responseCacheFor(cache, owner, thumbnails.cacheWhenShown);
  const { initialResponses, preloadAccountComponents } = yield* sagaContext();
  const stopShell = cacheShell(ownProfilePath(owner), preloadAccountComponents);
  offlineCache.current = responseCache;
  try {
    // A page that started from the cache has not reached the server yet.
    if (!readReachability().isUnreachable) serverReached(new Date());
    for (const [key, response] of Object.entries(initialResponses)) responseCache.storeByKey(key, response);
    yield* cacheState(cache);
    yield* fork(watchConnection, cache);
    yield* fork(forEachEvent<true>, windowEvents('online'), retryServer);
    yield* takeEvery(socketAuthenticated, retryServer);
    yield* take(accountChanged);
  } finally {
    offlineCache.current = undefined;
    stopShell();
    thumbnails.stop();
  }
}

export function* offlineSaga() {
  for (;;) {
    const user = yield* select((state: SessionState) => state.user.current);
    const owner = user !== null && isCacheable(user) ? user : null;
    // With a valid session, a page without an account is the offline page, which reads the cache.
    const isOfflinePage = user === null && readToken() !== undefined;
    if (!isOfflinePage) yield* call(deleteCaches, owner?._id ?? null);
    const running = owner !== null && canCache() ? yield* spawn(cacheFor, owner) : null;
    yield* take(accountChanged);
    if (running) yield* cancel(running);
  }
}
