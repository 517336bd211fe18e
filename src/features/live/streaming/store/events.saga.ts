/** Socket events of shows. Chat events are applied once per frame, however many arrive. */
import type { Stamped } from '@contract/kernel/events';
import { forEachEvent } from '@web/realtime/event-channels.saga';
import { serverEventChannel } from '@web/realtime/server-event-channel';
import type { ReceivedEvent } from '@web/realtime/server-event-channel';
import { unstamped } from '@web/realtime/socket-events';
import { call, flush, fork, put, take } from 'typed-redux-saga';
import { activeConversation } from './chat.saga';
import { conversationCleared, conversationPatched, messageDeletedRemotely, messagesReceived } from './chat.slice';
import { nextFrame } from './animation-frames';
import { rulesRequested } from './intents';
import { privateRequestsRemoved, privateRequestAdded } from './requests.slice';

const chatEventNames = [
  'stream/message-created',
  'stream/message-deleted',
  'stream/cleared',
  'stream/muted',
  'stream/info-changed',
] as const;
type ChatEventName = (typeof chatEventNames)[number];
type ChatEvent = ReceivedEvent<ChatEventName>;

const requestEventNames = [
  'private-request/created',
  'private-request/accepted',
  'private-request/declined',
  'private-request/cancelled',
  'private-request/ended',
] as const;
type RequestEventName = (typeof requestEventNames)[number];
type RequestEvent = ReceivedEvent<RequestEventName>;

/** A show's chat rules have changed. */
function* applyInfo({ _id, slowModeSeconds, chatAudience }: Stamped<'stream/info-changed'>) {
  const chat = yield* activeConversation();
  if (chat?.streamId !== _id) return;
  if (chat.slowModeSeconds !== slowModeSeconds) yield* put(conversationPatched({ slowModeSeconds }));
  // Only the API knows whether this user may write.
  if (chat.chatAudience !== chatAudience) yield* put(rulesRequested());
}

function* applyMute({ conversationId, isMuted, until }: Stamped<'stream/muted'>) {
  const chat = yield* activeConversation();
  if (chat?._id !== conversationId) return;
  yield* put(conversationPatched({ isMuted, mutedUntil: until, ...(isMuted ? { canWrite: false } : {}) }));
  if (!isMuted) yield* put(rulesRequested());
}

function* applyEvent({ name, payload }: Exclude<ChatEvent, { name: 'stream/message-created' }>) {
  if (name === 'stream/message-deleted') yield* put(messageDeletedRemotely({ id: payload.conversationId, messageId: payload._id }));
  else if (name === 'stream/cleared') yield* put(conversationCleared(payload.conversationId));
  else if (name === 'stream/muted') yield* applyMute(payload);
  else yield* applyInfo(payload);
}

/** Applies events in order; consecutive messages are applied together. */
function* applyEvents(events: readonly ChatEvent[]) {
  let messages: Stamped<'stream/message-created'>['messages'] = [];
  for (const event of events) {
    if (event.name === 'stream/message-created') {
      messages = [...messages, ...event.payload.messages];
      continue;
    }
    if (messages.length > 0) yield* put(messagesReceived(messages));
    messages = [];
    yield* applyEvent(event);
  }
  if (messages.length > 0) yield* put(messagesReceived(messages));
}

function* watchChats() {
  const events = yield* call(serverEventChannel<ChatEventName>, chatEventNames);
  try {
    for (;;) {
      const first = yield* take(events);
      yield* call(nextFrame);
      const buffered = yield* flush(events);
      yield* applyEvents([first, ...(Array.isArray(buffered) ? buffered : [])]);
    }
  } finally {
    events.close();
  }
}

function* applyRequestEvent({ name, payload }: RequestEvent) {
  if (name === 'private-request/created') yield* put(privateRequestAdded(unstamped(payload)));
  else yield* put(privateRequestsRemoved(payload.conversationId));
}

export function* showEventsSaga() {
  yield* fork(watchChats);
  yield* fork(forEachEvent<RequestEvent>, yield* call(serverEventChannel<RequestEventName>, requestEventNames), applyRequestEvent);
}
