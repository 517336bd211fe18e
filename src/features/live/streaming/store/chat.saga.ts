/** The chat of the open show: history, sending and deleting. */
import * as errorTexts from '@contract/kernel/messages';
import * as limits from '@contract/kernel/limits';
import { services } from '@web/services/services';
import { socketAuthenticated } from '@web/session/store/intents';
import { serializeError } from '@web/services/serialized-error';
import { showFailure } from '@web/forms/show-failure';
import { showToast } from '@web/ui/feedback/toast-queue';
import { serverNow } from '@web/lib/server-clock';
import { call, delay, put, race, select, take, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import {
  conversationActivated,
  conversationCleared,
  conversationPatched,
  deleteFailed,
  deleteStarted,
  deleteSucceeded,
  historyLoaded,
  historyFailed,
  historyRequested,
  messagesReceived,
  emptyStreamThread,
  olderLoaded,
  sendFailed,
  sendStarted,
  sendSucceeded,
  streamReset,
} from './chat.slice';
import {
  clearRequested,
  olderRequested,
  rulesRequested,
  showLeft,
  streamChatClosed,
  streamChatOpened,
  streamDeletionRequested,
  streamMessageSubmitted,
} from './intents';
import { presenceAcknowledged } from './presence.saga';
import type { LazyState } from './state';

const limit = limits.streamChat.joinHistoryMax;

/** Error codes that mean that the user may not write. */
const permissionErrorCodes: readonly (string | null)[] = ['chat_muted', 'follow_required', 'subscription_required'];

/** How long the API may take to acknowledge the user's presence before the messages are loaded without it. */
const presenceWait_ms = 3000;

export function* activeConversation() {
  return yield* select(({ streamChat }: LazyState) => streamChat.activeConversation);
}

function* threadOf(id: string) {
  return yield* select(({ streamChat }: LazyState) => streamChat.conversationMap[id] ?? emptyStreamThread);
}

/** Loads the newest messages unless a load is running. Repeats the load if the chat is cleared or events begin to arrive during it. */
function* loadNewest(id: string) {
  const { fetching } = yield* threadOf(id);
  if (fetching) return;
  yield* put(historyRequested({ id, isLoadMore: false }));
  try {
    for (;;) {
      const { items: before } = yield* threadOf(id);
      const { page } = yield* race({
        page: call(services.messages['GET /messages/stream/:id'], { params: { id }, query: { limit, offset: 0 } }),
        invalidated: take([conversationCleared, presenceAcknowledged]),
      });
      if (page === undefined) continue;
      yield* put(historyLoaded({ id, ...page, before }));
      return;
    }
  } catch (error) {
    yield* put(historyFailed({ id, error: serializeError(error, errorTexts.loadFailed) }));
  }
}

function* loadOlder({ payload: id }: ReturnType<typeof olderRequested>) {
  yield* delay(0);
  const { fetching, nextCursor } = yield* threadOf(id);
  if (fetching || nextCursor === null) return;
  yield* put(historyRequested({ id, isLoadMore: true }));
  try {
    const page = yield* call(services.messages['GET /messages/stream/:id'], { params: { id }, query: { limit, cursor: nextCursor } });
    yield* put(olderLoaded({ id, ...page }));
  } catch (error) {
    yield* put(historyFailed({ id, error: serializeError(error, errorTexts.loadFailed) }));
  }
}

/** `getJoinedStreamId`: the stream whose events arrive; null before the API has acknowledged the presence. */
function* open({ payload: { conversation, messages } }: ReturnType<typeof streamChatOpened>, getJoinedStreamId: () => string | null) {
  yield* delay(0);
  yield* put(conversationActivated(conversation));
  // Shown until the current page has loaded.
  if (messages !== undefined) yield* put(messagesReceived([...messages].reverse()));
  // Messages are loaded once events arrive, so that none is missed in between.
  const isConnected = yield* select(({ socket }: LazyState) => socket.status === 'connected');
  if (isConnected && getJoinedStreamId() !== conversation.streamId) {
    const { acknowledged } = yield* race({ acknowledged: take(presenceAcknowledged), timedOut: delay(presenceWait_ms) });
    // `loadMissing` handles the acknowledgement.
    if (acknowledged) return;
  }
  yield* loadNewest(conversation._id);
}

/** Loads the messages sent before events of the show began to arrive. */
function* loadMissing({ payload: streamId }: ReturnType<typeof presenceAcknowledged>) {
  const conversation = yield* activeConversation();
  if (conversation?.streamId === streamId) yield* loadNewest(conversation._id);
}

/** Reloads the open chat's rules for this user. */
function* loadRules() {
  const before = yield* activeConversation();
  if (before === null) return;
  try {
    const { conversation } = yield* call(services.streaming['GET /streaming/join/:id'], { params: { id: before.streamId } });
    const current = yield* activeConversation();
    if (current?._id === conversation._id) yield* put(conversationActivated(conversation));
  } catch {
    // The show has ended, or the user may no longer watch it: the page shows that.
  }
}

/** Delay between two checks of whether an expired mute has ended: browser and API clocks differ, and requests fail. */
const retry_ms = { min: 1000, max: 60_000 };
/** Browsers fire a timer of more than 24 days immediately. */
const timer_ms_max = 86_400_000;

/** Reloads the rules when a timed mute ends: the API then lets the user write without sending an event. */
function* awaitUnmute() {
  for (;;) {
    const chat = yield* activeConversation();
    if (!chat?.isMuted || chat.mutedUntil === null) return;
    const remaining_ms = Date.parse(chat.mutedUntil) - serverNow();
    // Waits as long again as it is overdue, so that a browser clock that is minutes ahead does not cause a request every second.
    const retryAfter_ms = Math.min(Math.max(-remaining_ms, retry_ms.min), retry_ms.max);
    yield* delay(remaining_ms > 0 ? Math.min(remaining_ms, timer_ms_max) : retryAfter_ms);
    if (remaining_ms <= timer_ms_max) yield* put(rulesRequested());
  }
}

function* send({ payload: { conversationId, text, key } }: ReturnType<typeof streamMessageSubmitted>) {
  yield* put(sendStarted());
  try {
    yield* put(
      sendSucceeded(
        yield* call(services.messages['POST /messages/stream/:id'], { params: { id: conversationId }, body: { text, clientKey: key } }),
      ),
    );
  } catch (error) {
    const serialized = serializeError(error, errorTexts.anyFailure);
    yield* put(sendFailed(serialized));
    // The screen's permissions are outdated.
    if (permissionErrorCodes.includes(serialized.code)) yield* put(rulesRequested());
  }
}

function* remove({ payload: id }: ReturnType<typeof streamDeletionRequested>) {
  yield* put(deleteStarted());
  try {
    const removed = yield* call(services.messages['DELETE /messages/:id'], { params: { id } });
    // Only messages of two-person conversations have a `seq`; chat messages do not.
    if (!('seq' in removed)) yield* put(deleteSucceeded(removed));
  } catch (error) {
    const serialized = serializeError(error, errorTexts.anyFailure);
    yield* put(deleteFailed(serialized));
    showToast({ tone: 'danger', text: serialized.message });
  }
}

function* clear({ payload: id }: ReturnType<typeof clearRequested>) {
  try {
    yield* call(services.messages['DELETE /messages/stream/:id/remove-all-message'], { params: { id } });
    yield* put(conversationCleared(id));
  } catch (error) {
    showFailure(error);
  }
}

export function* streamChatSaga() {
  let joinedStreamId: string | null = null;
  yield* takeLatest(
    [streamChatOpened, streamChatClosed],
    function* (action: ReturnType<typeof streamChatOpened | typeof streamChatClosed>) {
      if (streamChatOpened.match(action)) yield* open(action, () => joinedStreamId);
      else yield* put(streamReset());
    },
  );
  yield* takeEvery(presenceAcknowledged, function* (action) {
    joinedStreamId = action.payload;
    yield* loadMissing(action);
  });
  yield* takeEvery(showLeft, () => {
    joinedStreamId = null;
  });
  yield* takeEvery(olderRequested, loadOlder);
  yield* takeLatest(socketAuthenticated, function* () {
    yield* put(rulesRequested());
  });
  yield* takeLatest(rulesRequested, loadRules);
  yield* takeLatest([conversationActivated, conversationPatched, streamReset], awaitUnmute);
  // One at a time: text submitted while a message is being sent stays in its field.
  yield* takeLeading(streamMessageSubmitted, send);
  yield* takeEvery(streamDeletionRequested, remove);
  yield* takeEvery(clearRequested, clear);
}
