/** The chat of the show that is open: coming and going, history, writing and deleting. */
import { messages as words } from '@contract/kernel/errors';
import * as limits from '@contract/kernel/limits';
import { services } from '@web/services/services';
import { socketProven } from '@web/session/intents';
import { say } from '@web/session/line';
import { problemOf } from '@web/session/problem';
import { creatorOf } from '@web/session/store/slice';
import { showFailure } from '@web/session/show-failure';
import { showToast } from '@web/ui/feedback/toast-queue';
import { buffers, channel } from 'redux-saga';
import type { Channel } from 'redux-saga';
import { call, delay, put, race, select, take, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import {
  conversationActivated,
  conversationCleared,
  conversationPatched,
  deleteFailed,
  deleteStarted,
  deleteSucceeded,
  historyArrived,
  historyFailed,
  historyRequested,
  messagesReceived,
  noStreamThread,
  olderArrived,
  sendFailed,
  sendStarted,
  sendSucceeded,
  streamReset,
} from './chat.slice';
import {
  clearAsked,
  olderAsked,
  rulesAsked,
  streamChatClosed,
  streamChatOpened,
  streamDeletionAsked,
  streamMessageSubmitted,
} from '../../../streaming/intents';
import type { StreamConversation } from '../../../streaming/show';
import type { LateState } from './state';

const limit = limits.streamChat.joinedWith;

/** Refusals of what somebody wrote that tell that she may not write. */
const rulesCodes: readonly (string | null)[] = ['chat_muted', 'follow_required', 'subscription_required'];

/** The host has let the person in, and tells her of the show from now on. */
const letIn = creatorOf<string>('streamChat/letIn');

export function* activeConversation() {
  return yield* select(({ streamChat }: LateState) => streamChat.activeConversation);
}

function* threadOf(id: string) {
  return yield* select(({ streamChat }: LateState) => streamChat.conversationMap[id] ?? noStreamThread);
}

/** The newest messages, unless they are on their way. Asked for anew when the chat is cleared, or the person let in, meanwhile. */
function* loadNewest(id: string) {
  const { fetching } = yield* threadOf(id);
  if (fetching) return;
  yield* put(historyRequested({ id, isLoadMore: false }));
  try {
    for (;;) {
      const { items: before } = yield* threadOf(id);
      const { page } = yield* race({
        page: call(services.messages['GET /messages/stream/:id'], { params: { id }, query: { limit, offset: 0 } }),
        overtaken: take([conversationCleared, letIn]),
      });
      if (page === undefined) continue;
      yield* put(historyArrived({ id, ...page, before }));
      return;
    }
  } catch (error) {
    yield* put(historyFailed({ id, error: problemOf(error, words.loadFailed) }));
  }
}

function* loadOlder({ payload: id }: ReturnType<typeof olderAsked>) {
  yield* delay(0);
  const { fetching, nextCursor } = yield* threadOf(id);
  if (fetching || nextCursor === null) return;
  yield* put(historyRequested({ id, isLoadMore: true }));
  try {
    const page = yield* call(services.messages['GET /messages/stream/:id'], { params: { id }, query: { limit, cursor: nextCursor } });
    yield* put(olderArrived({ id, ...page }));
  } catch (error) {
    yield* put(historyFailed({ id, error: problemOf(error, words.loadFailed) }));
  }
}

/** Says to the host that the person is there; it is heard in `answers` when she is let in. False when there is nobody to say it to. */
const comeIn = ({ _id, streamId }: StreamConversation, answers: Channel<string>): boolean =>
  say('stream/joined', { streamId }, () => answers.put(_id));

function* open({ payload: { conversation, messages } }: ReturnType<typeof streamChatOpened>, answers: Channel<string>) {
  const { _id: id } = conversation;
  yield* delay(0);
  yield* put(conversationActivated(conversation));
  // Shown until what the host has by now is there.
  if (messages !== undefined) yield* put(messagesReceived([...messages].reverse()));
  if (!comeIn(conversation, answers)) yield* loadNewest(id);
}

function* close() {
  const conversation = yield* activeConversation();
  yield* put(streamReset());
  if (conversation) say('stream/left', { streamId: conversation.streamId });
}

/** After the connection was away: the host has forgotten that the person is there, and what it said since is missing. */
function* heal(answers: Channel<string>) {
  const conversation = yield* activeConversation();
  if (conversation === null) return;
  comeIn(conversation, answers);
  yield* put(rulesAsked());
}

/** The open chat's rules as they are now for this person. */
function* readRules() {
  const before = yield* activeConversation();
  if (before === null) return;
  try {
    const { conversation } = yield* call(services.streaming['GET /streaming/join/:id'], { params: { id: before.streamId } });
    const now = yield* activeConversation();
    if (now?._id === conversation._id) yield* put(conversationActivated(conversation));
  } catch {
    // The show has ended, or she may not watch it any more: its page says so.
  }
}

/** Between two questions whether a mute has ended, when it should have: the clocks of browser and host differ, and answers fail. */
const retry_ms = { min: 1000, max: 60_000 };
/** Browsers end a timer of more than 24 days immediately. */
const timer_ms_max = 86_400_000;

/** Asks for the rules when a timed mute ends: the host then lets the person write without sending an event. */
function* awaitUnmute() {
  for (;;) {
    const chat = yield* activeConversation();
    if (!chat?.isMuted || chat.mutedUntil === null) return;
    const left_ms = Date.parse(chat.mutedUntil) - Date.now();
    // As long again as it is overdue, so that a clock that is minutes ahead asks a few times and not each second.
    const retryAfter_ms = Math.min(Math.max(-left_ms, retry_ms.min), retry_ms.max);
    yield* delay(left_ms > 0 ? Math.min(left_ms, timer_ms_max) : retryAfter_ms);
    if (left_ms <= timer_ms_max) yield* put(rulesAsked());
  }
}

function* send({ payload: { conversationId: id, text, key } }: ReturnType<typeof streamMessageSubmitted>) {
  yield* put(sendStarted());
  try {
    yield* put(
      sendSucceeded(yield* call(services.messages['POST /messages/stream/:id'], { params: { id }, body: { text, clientKey: key } })),
    );
  } catch (error) {
    const problem = problemOf(error, words.anyFailure);
    yield* put(sendFailed(problem));
    // What she may do is not what the screen says.
    if (rulesCodes.includes(problem.code)) yield* put(rulesAsked());
  }
}

function* remove({ payload: id }: ReturnType<typeof streamDeletionAsked>) {
  yield* put(deleteStarted());
  try {
    const removed = yield* call(services.messages['DELETE /messages/:id'], { params: { id } });
    // What stands in a conversation of two has a place in it; it is none of these.
    if (!('seq' in removed)) yield* put(deleteSucceeded(removed));
  } catch (error) {
    const problem = problemOf(error, words.anyFailure);
    yield* put(deleteFailed(problem));
    showToast({ tone: 'danger', text: problem.message });
  }
}

function* clear({ payload: id }: ReturnType<typeof clearAsked>) {
  try {
    yield* call(services.messages['DELETE /messages/stream/:id/remove-all-message'], { params: { id } });
    yield* put(conversationCleared(id));
  } catch (error) {
    showFailure(error);
  }
}

export function* streamChatSaga() {
  const answers = channel<string>(buffers.sliding(1));
  yield* takeLatest([streamChatOpened, streamChatClosed], function* (asked: ReturnType<typeof streamChatOpened | typeof streamChatClosed>) {
    if (streamChatOpened.match(asked)) yield* open(asked, answers);
    else yield* close();
  });
  yield* takeEvery(answers, function* (id: string) {
    yield* put(letIn(id));
  });
  yield* takeEvery(letIn, ({ payload: id }) => loadNewest(id));
  yield* takeEvery(olderAsked, loadOlder);
  yield* takeLatest(socketProven, heal, answers);
  yield* takeLatest(rulesAsked, readRules);
  yield* takeLatest([conversationActivated, conversationPatched, streamReset], awaitUnmute);
  // One after the other: what is written while one is on its way waits in its field.
  yield* takeLeading(streamMessageSubmitted, send);
  yield* takeEvery(streamDeletionAsked, remove);
  yield* takeEvery(clearAsked, clear);
}
