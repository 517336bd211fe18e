/**
 * The send queue. It survives reloads and crashes, belongs to one account, and sends one message at a time. Messages of a conversation are
 * sent strictly in order: a failed one blocks those after it until it is sent again or dropped. Only one of several tabs sends; if two
 * ever do, the API deduplicates by the message's key.
 */
import * as errorTexts from '@contract/kernel/messages';
import { reconnection } from '@contract/kernel/conventions';
import { services } from '@web/services/services';
import { ApiError } from '@web/services/api-error';
import { socketAuthenticated } from '@web/session/store/intents';
import { serializeError } from '@web/services/serialized-error';
import { readToken } from '@web/services/token';
import { buffers } from 'redux-saga';
import type { EventChannel } from 'redux-saga';
import { actionChannel, call, delay, fork, put, race, take, takeEvery } from 'typed-redux-saga';
import { v4 as uuid } from 'uuid';
import type { QueuedMessage } from './chat';
import { forEachEvent, windowEvents } from '@web/realtime/event-channels.saga';
import { messageSubmitted, retryRequested, queuedMessageDropped } from './intents';
import { gapFound, queueChanged, newestRequested } from './internal-actions';
import { refreshRow, applyMessage } from './rows.saga';
import { rowOf, selectState, threadOf } from './selectors';
import { tabLock } from './tab-lock';
import { sendFailed, sendPaused, sendStarted, sendSucceeded } from './threads.slice';
import { queueItemRemoved, queueLoaded, queueItemSaved } from './queue.slice';
import { removeQueued, isQueueKey, isStillQueued, storeQueued, queueOf } from './queue-storage';

const second_ms = 1000;

/** Returns an ISO timestamp later than everything in the queue, even within the same millisecond. */
function timeAfter(queue: readonly QueuedMessage[]): string {
  const last_ms = Math.max(0, ...queue.map(({ at }) => Date.parse(at)));
  return new Date(Math.max(Date.now(), last_ms + 1)).toISOString();
}

function* save(accountId: string, item: QueuedMessage) {
  yield* call(storeQueued, accountId, item);
  yield* put(queueItemSaved(item));
  yield* put(queueChanged());
}

function* drop(accountId: string, key: string) {
  yield* call(removeQueued, accountId, key);
  yield* put(queueItemRemoved(key));
  yield* put(queueChanged());
}

/** The API has the message with this key, whichever tab sent it. */
export function* confirmQueued(accountId: string, key: string) {
  const { queue } = yield* selectState();
  if (queue.some((item) => item.key === key)) yield* drop(accountId, key);
}

/** Reloads the queue from the storage. */
function* reload(accountId: string) {
  const { queue } = yield* selectState();
  yield* put(queueLoaded(queueOf(accountId, queue)));
}

function* submit(accountId: string, { payload }: ReturnType<typeof messageSubmitted>) {
  const { queue } = yield* selectState();
  const item: QueuedMessage = { ...payload, key: uuid(), state: 'waiting', reason: null, at: timeAfter(queue) };
  yield* save(accountId, item);
}

function* retry(accountId: string, { payload: key }: ReturnType<typeof retryRequested>) {
  const { queue } = yield* selectState();
  const item = queue.find((queued) => queued.key === key);
  if (item?.state !== 'failed') return;
  const row = yield* rowOf(item.conversationId);
  // The user has seen the new price before retrying.
  const hasPriceChanged = item.reason?.code === 'price_changed' && row !== undefined;
  const expectedPrice = hasPriceChanged ? row.messagePrice : item.expectedPrice;
  yield* save(accountId, { ...item, expectedPrice, state: 'waiting', reason: null });
}

function* discard(accountId: string, { payload: key }: ReturnType<typeof queuedMessageDropped>) {
  const { queue } = yield* selectState();
  if (queue.find((queued) => queued.key === key)?.state !== 'sending') yield* drop(accountId, key);
}

/**
 * The next message to send. Of the first sendable message of each conversation, the one with the fewest attempts, so that none blocks the
 * others.
 */
function nextOf(queue: readonly QueuedMessage[], attempts: ReadonlyMap<string, number>): QueuedMessage | undefined {
  const seen = new Set<string>();
  const heads = queue.filter(({ conversationId }) => !seen.has(conversationId) && seen.add(conversationId));
  const attemptsOf = ({ key }: QueuedMessage): number => attempts.get(key) ?? 0;
  return heads.filter(({ state }) => state !== 'failed').sort((a, b) => attemptsOf(a) - attemptsOf(b) || a.at.localeCompare(b.at))[0];
}

/** Whether the error is unrelated to the message itself: it stays in the queue and is sent again. */
function isTemporary(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  const { statusCode, isFromServer } = error;
  return !isFromServer || statusCode >= 500 || statusCode === 429 || statusCode === 401 || error.error === 'request_in_progress';
}

const bodyOf = ({ key, text, files, price, replyTo, expectedPrice }: QueuedMessage) => ({
  text,
  fileIds: files.map(({ _id }) => _id),
  clientKey: key,
  replyToId: replyTo?._id,
  isSale: price === null ? undefined : true,
  price: price ?? undefined,
  expectedPrice,
});

/** `handled`: sent, failed or dropped · `retry`: the message stays in the queue and is sent again. */
type Outcome = { kind: 'idle' } | { kind: 'handled' } | { kind: 'retry'; key: string; retryAfter_s: number | null };

function* send(accountId: string, item: QueuedMessage): Generator<unknown, Outcome> {
  const { key, conversationId: id } = item;
  yield* put(queueItemSaved({ ...item, state: 'sending' }));
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
    yield* fork(applyMessage, message, accountId);
    // The sender wants to see the new message at the end of the thread.
    if (thread.isDetached) yield* put(newestRequested(id));
    else if (thread.isLoaded && message.seq > thread.through + 1) yield* put(gapFound(id));
    return { kind: 'handled' };
  } catch (error) {
    if (isTemporary(error)) {
      yield* put(sendPaused());
      yield* put(queueItemRemoved(key));
      if (isStillQueued(accountId, key)) yield* put(queueItemSaved({ ...item, state: 'waiting' }));
      return { kind: 'retry', key, retryAfter_s: error.retryAfter_s };
    }
    const reason = serializeError(error, errorTexts.anyFailure);
    yield* put(sendFailed(reason));
    // Dropped in another tab during the request: it must not come back.
    if (!isStillQueued(accountId, key)) {
      yield* drop(accountId, key);
      return { kind: 'handled' };
    }
    yield* save(accountId, { ...item, state: 'failed', reason });
    // The row's price or permission to write is outdated.
    yield* fork(refreshRow, id);
    return { kind: 'handled' };
  }
}

/** Whether the stored session belongs to the account: another tab may have signed in another user. */
function* ownsSession(accountId: string, session: { token: string | undefined }) {
  const token = yield* call(readToken);
  if (token === session.token) return token !== undefined;
  if (token === undefined) return false;
  try {
    const { _id } = yield* call(services.users['GET /users/me']);
    if (_id === accountId) session.token = token;
    return _id === accountId;
  } catch {
    return false;
  }
}

/** Sends the next message, if there is one and no other tab is sending. */
function* sendNext(
  accountId: string,
  session: { token: string | undefined },
  attempts: ReadonlyMap<string, number>,
): Generator<unknown, Outcome> {
  const lock = tabLock(`messages:${accountId}`);
  try {
    yield* call(lock.acquire);
    // Another tab may have sent it while this one waited for the lock.
    yield* reload(accountId);
    const { queue } = yield* selectState();
    const item = nextOf(queue, attempts);
    if (item === undefined) return { kind: 'idle' };
    if (!(yield* ownsSession(accountId, session))) return { kind: 'retry', key: item.key, retryAfter_s: null };
    return yield* send(accountId, item);
  } finally {
    lock.release();
  }
}

const queueStorageEvents = (accountId: string) =>
  windowEvents('storage', (event) => event instanceof StorageEvent && isQueueKey(event.key, accountId));

/** Waits for the duration that the API requested; otherwise with exponential backoff, until the connection is back or the user retries. */
function* pause(retryAfter_s: number | null, failures: number, onlineEvents: EventChannel<true>) {
  if (retryAfter_s !== null) return yield* delay(retryAfter_s * second_ms);
  const wait_ms = Math.min(reconnection.delay_ms * 2 ** (failures - 1), reconnection.delayMax_ms);
  yield* race({ time: delay(wait_ms), online: take(onlineEvents), connected: take(socketAuthenticated), retried: take(retryRequested) });
}

function* runQueue(accountId: string) {
  const changes = yield* actionChannel(queueChanged, buffers.sliding(1));
  const onlineEvents = yield* call(windowEvents, 'online');
  const session = { token: readToken() };
  const attempts = new Map<string, number>();
  let failures = 0;
  try {
    for (;;) {
      const outcome = yield* sendNext(accountId, session, attempts);
      if (outcome.kind === 'idle') yield* take(changes);
      if (outcome.kind !== 'retry') {
        failures = 0;
        continue;
      }
      failures += 1;
      attempts.set(outcome.key, (attempts.get(outcome.key) ?? 0) + 1);
      yield* pause(outcome.retryAfter_s, failures, onlineEvents);
    }
  } finally {
    onlineEvents.close();
  }
}

export function* sendingSaga(accountId: string) {
  yield* reload(accountId);
  yield* takeEvery(messageSubmitted, submit.bind(null, accountId));
  yield* takeEvery(retryRequested, retry.bind(null, accountId));
  yield* takeEvery(queuedMessageDropped, discard.bind(null, accountId));
  yield* fork(forEachEvent<true>, yield* call(queueStorageEvents, accountId), function* () {
    yield* reload(accountId);
    yield* put(queueChanged());
  });
  yield* fork(runQueue, accountId);
}
