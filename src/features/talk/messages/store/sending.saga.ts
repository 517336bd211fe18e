/**
 * The queue of what was written. It survives reloads and crashes, belongs to one account, and goes out one message at a time,
 * those of a conversation strictly in their order: behind one that failed the others wait until it is sent again or dropped.
 * Of several tabs one sends; should two ever do, the message's key makes one of them at the host.
 */
import { messages as words } from '@contract/kernel/errors';
import { reconnection } from '@contract/kernel/conventions';
import { services } from '@web/services/services';
import { Refused } from '@web/services/api-error';
import { socketProven } from '@web/session/intents';
import { problemOf } from '@web/session/problem';
import { readToken } from '@web/services/token';
import { buffers } from 'redux-saga';
import type { EventChannel } from 'redux-saga';
import { actionChannel, call, delay, fork, put, race, take, takeEvery } from 'typed-redux-saga';
import type { Waiting } from './chat';
import { follow, windowEvents } from '@web/realtime/follow-channel.saga';
import { messageSubmitted, retryAsked, waitingDropped } from '../../../messages/intents';
import { gapFound, queueChanged, threadAsked } from '../../../messages/outcomes';
import { refreshRow, spoken } from '../../../messages/rows.saga';
import { rowOf, theState, threadOf } from './selects';
import { tabLock } from './tab-lock';
import { sendFailed, sendPaused, sendStarted, sendSucceeded } from './threads.slice';
import { waitingGone, waitingHeard, waitingPut } from '../../../messages/waiting.slice';
import { forgetWaiting, isOfWaiting, isStillWaiting, keepWaiting, waitingOf } from '../../../messages/waiting-storage';

const second_ms = 1000;

/** Later than everything that waits already, even within one tick of the clock. */
function timeAfter(queue: readonly Waiting[]): string {
  const last_ms = Math.max(0, ...queue.map(({ at }) => Date.parse(at)));
  return new Date(Math.max(Date.now(), last_ms + 1)).toISOString();
}

function* change(accountId: string, item: Waiting) {
  yield* call(keepWaiting, accountId, item);
  yield* put(waitingPut(item));
  yield* put(queueChanged());
}

function* drop(accountId: string, key: string) {
  yield* call(forgetWaiting, accountId, key);
  yield* put(waitingGone(key));
  yield* put(queueChanged());
}

/** The host has the message with this key, whoever has sent it. */
export function* waitingArrived(accountId: string, key: string) {
  const { waiting } = yield* theState();
  if (waiting.some((item) => item.key === key)) yield* drop(accountId, key);
}

/** What has changed in the storage is read again. */
function* reread(accountId: string) {
  const { waiting } = yield* theState();
  yield* put(waitingHeard(waitingOf(accountId, waiting)));
}

function* submit(accountId: string, { payload }: ReturnType<typeof messageSubmitted>) {
  const { waiting } = yield* theState();
  const item: Waiting = { ...payload, key: crypto.randomUUID(), state: 'waiting', reason: null, at: timeAfter(waiting) };
  yield* change(accountId, item);
}

function* retry(accountId: string, { payload: key }: ReturnType<typeof retryAsked>) {
  const { waiting } = yield* theState();
  const item = waiting.find((one) => one.key === key);
  if (item?.state !== 'failed') return;
  const row = yield* rowOf(item.conversationId);
  // Whoever tries again after the price has changed has read the new one.
  const isOtherPrice = item.reason?.code === 'price_changed' && row !== undefined;
  const expectedPrice = isOtherPrice ? row.messagePrice : item.expectedPrice;
  yield* change(accountId, { ...item, expectedPrice, state: 'waiting', reason: null });
}

function* takeBack(accountId: string, { payload: key }: ReturnType<typeof waitingDropped>) {
  const { waiting } = yield* theState();
  if (waiting.find((one) => one.key === key)?.state !== 'sending') yield* drop(accountId, key);
}

/** The next to go: of the first of each conversation that may go, the one that was tried least, so that none keeps the others. */
function nextOf(queue: readonly Waiting[], tries: ReadonlyMap<string, number>): Waiting | undefined {
  const seen = new Set<string>();
  const heads = queue.filter(({ conversationId }) => !seen.has(conversationId) && seen.add(conversationId));
  const triesOf = ({ key }: Waiting): number => tries.get(key) ?? 0;
  return heads.filter(({ state }) => state !== 'failed').sort((a, b) => triesOf(a) - triesOf(b) || a.at.localeCompare(b.at))[0];
}

/** Whether what was thrown says nothing of the message itself: it stays, and is sent again. */
function isForLater(error: unknown): error is Refused {
  if (!(error instanceof Refused)) return false;
  const { statusCode, isFromHost } = error;
  return !isFromHost || statusCode >= 500 || statusCode === 429 || statusCode === 401 || error.error === 'request_in_progress';
}

const bodyOf = ({ key, text, files, price, replyTo, expectedPrice }: Waiting) => ({
  text,
  fileIds: files.map(({ _id }) => _id),
  clientKey: key,
  replyToId: replyTo?._id,
  isSale: price === null ? undefined : true,
  price: price ?? undefined,
  expectedPrice,
});

type Outcome = { kind: 'idle' } | { kind: 'gone' } | { kind: 'later'; key: string; retryAfter_s: number | null };

function* send(accountId: string, item: Waiting): Generator<unknown, Outcome> {
  const { key, conversationId: id } = item;
  yield* put(waitingPut({ ...item, state: 'sending' }));
  yield* put(sendStarted());
  try {
    const message = yield* call(
      services.messages['POST /messages/conversations/:id'],
      { params: { id }, body: bodyOf(item) },
      { idempotencyKey: key },
    );
    const thread = yield* threadOf(id);
    yield* put(sendSucceeded(message));
    yield* drop(accountId, key);
    yield* fork(spoken, message, accountId);
    // Whoever writes wants to see it where it stands.
    if (thread.isDetached) yield* put(threadAsked(id));
    else if (thread.isRead && message.seq > thread.through + 1) yield* put(gapFound(id));
    return { kind: 'gone' };
  } catch (error) {
    if (isForLater(error)) {
      yield* put(sendPaused());
      yield* put(waitingGone(key));
      if (isStillWaiting(accountId, key)) yield* put(waitingPut({ ...item, state: 'waiting' }));
      return { kind: 'later', key, retryAfter_s: error.retryAfter_s };
    }
    const reason = problemOf(error, words.anyFailure);
    yield* put(sendFailed(reason));
    // Dropped meanwhile, in another tab: it does not come back.
    if (!isStillWaiting(accountId, key)) {
      yield* drop(accountId, key);
      return { kind: 'gone' };
    }
    yield* change(accountId, { ...item, state: 'failed', reason });
    // What it costs, or whether she may write at all, is not what the row says.
    yield* fork(refreshRow, id);
    return { kind: 'gone' };
  }
}

/** Whether the stored session is the account's: another tab may have signed in somebody else meanwhile. */
function* speaksFor(accountId: string, own: { token: string | undefined }) {
  const token = yield* call(readToken);
  if (token === own.token) return token !== undefined;
  if (token === undefined) return false;
  try {
    const { _id } = yield* call(services.users['GET /users/me']);
    if (_id === accountId) own.token = token;
    return _id === accountId;
  } catch {
    return false;
  }
}

/** Sends the next one, if there is one and no other tab is at it. */
function* sendNext(accountId: string, own: { token: string | undefined }, tries: ReadonlyMap<string, number>): Generator<unknown, Outcome> {
  const lock = tabLock(`messages:${accountId}`);
  try {
    yield* call(lock.taken);
    // Another tab may have been quicker.
    yield* reread(accountId);
    const { waiting } = yield* theState();
    const item = nextOf(waiting, tries);
    if (item === undefined) return { kind: 'idle' };
    if (!(yield* speaksFor(accountId, own))) return { kind: 'later', key: item.key, retryAfter_s: null };
    return yield* send(accountId, item);
  } finally {
    lock.release();
  }
}

const otherTabs = (accountId: string) =>
  windowEvents('storage', (event) => event instanceof StorageEvent && isOfWaiting(event.key, accountId));

/** Waits as long as the host has asked for; else a little longer each time, until something says that it may go now. */
function* pause(retryAfter_s: number | null, failures: number, back: EventChannel<true>) {
  if (retryAfter_s !== null) return yield* delay(retryAfter_s * second_ms);
  const wait_ms = Math.min(reconnection.delay_ms * 2 ** (failures - 1), reconnection.delayMax_ms);
  yield* race({ time: delay(wait_ms), online: take(back), connected: take(socketProven), asked: take(retryAsked) });
}

function* pump(accountId: string) {
  const changes = yield* actionChannel(queueChanged, buffers.sliding(1));
  const back = yield* call(windowEvents, 'online');
  const own = { token: readToken() };
  const tries = new Map<string, number>();
  let failures = 0;
  try {
    for (;;) {
      const outcome = yield* sendNext(accountId, own, tries);
      if (outcome.kind === 'idle') yield* take(changes);
      if (outcome.kind !== 'later') {
        failures = 0;
        continue;
      }
      failures += 1;
      tries.set(outcome.key, (tries.get(outcome.key) ?? 0) + 1);
      yield* pause(outcome.retryAfter_s, failures, back);
    }
  } finally {
    back.close();
  }
}

export function* sendingSaga(accountId: string) {
  yield* reread(accountId);
  yield* takeEvery(messageSubmitted, submit.bind(null, accountId));
  yield* takeEvery(retryAsked, retry.bind(null, accountId));
  yield* takeEvery(waitingDropped, takeBack.bind(null, accountId));
  yield* fork(follow<true>, yield* call(otherTabs, accountId), function* () {
    yield* reread(accountId);
    yield* put(queueChanged());
  });
  yield* fork(pump, accountId);
}
