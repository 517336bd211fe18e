/** What the host says of shows while one is connected. What is said of chats is taken in once per frame, however much of it there is. */
import type { Stamped } from '@contract/kernel/events';
import { follow } from '@web/realtime/follow-channel.saga';
import { lineEvents } from '@web/session/line-events';
import type { HeardEvent } from '@web/session/line-events';
import { unstamped } from '@web/realtime/socket-events';
import { call, flush, fork, put, take } from 'typed-redux-saga';
import { activeConversation } from './chat.saga';
import { conversationCleared, conversationPatched, messageDeletedRemotely, messagesReceived } from './chat.slice';
import { nextFrame } from './animation-frames';
import { rulesAsked } from '../../../streaming/intents';
import { privateRequestAccessed, privateRequestAdded } from './requests.slice';

const chatNames = ['stream/message-created', 'stream/message-deleted', 'stream/cleared', 'stream/muted', 'stream/info-changed'] as const;
type ChatName = (typeof chatNames)[number];
type ChatEvent = HeardEvent<ChatName>;

const requestNames = [
  'private-request/created',
  'private-request/accepted',
  'private-request/declined',
  'private-request/cancelled',
  'private-request/ended',
] as const;
type RequestName = (typeof requestNames)[number];
type RequestEvent = HeardEvent<RequestName>;

/** A show's rules are not what they were. */
function* infoChanged({ _id, slowModeSeconds, chatAudience }: Stamped<'stream/info-changed'>) {
  const chat = yield* activeConversation();
  if (chat?.streamId !== _id) return;
  if (chat.slowModeSeconds !== slowModeSeconds) yield* put(conversationPatched({ slowModeSeconds }));
  // Whether this person may write is for the host to say.
  if (chat.chatAudience !== chatAudience) yield* put(rulesAsked());
}

function* muted({ conversationId, isMuted, until }: Stamped<'stream/muted'>) {
  const chat = yield* activeConversation();
  if (chat?._id !== conversationId) return;
  yield* put(conversationPatched({ isMuted, mutedUntil: until, ...(isMuted ? { canWrite: false } : {}) }));
  if (!isMuted) yield* put(rulesAsked());
}

function* one({ name, payload }: Exclude<ChatEvent, { name: 'stream/message-created' }>) {
  if (name === 'stream/message-deleted') yield* put(messageDeletedRemotely({ id: payload.conversationId, messageId: payload._id }));
  else if (name === 'stream/cleared') yield* put(conversationCleared(payload.conversationId));
  else if (name === 'stream/muted') yield* muted(payload);
  else yield* infoChanged(payload);
}

/** Takes events in, in their order; messages that follow each other at once. */
function* takeIn(events: readonly ChatEvent[]) {
  let messages: Stamped<'stream/message-created'>['messages'] = [];
  for (const event of events) {
    if (event.name === 'stream/message-created') {
      messages = [...messages, ...event.payload.messages];
      continue;
    }
    if (messages.length > 0) yield* put(messagesReceived(messages));
    messages = [];
    yield* one(event);
  }
  if (messages.length > 0) yield* put(messagesReceived(messages));
}

function* followChats() {
  const events = yield* call(lineEvents<ChatName>, chatNames);
  try {
    for (;;) {
      const first = yield* take(events);
      yield* call(nextFrame);
      const rest = yield* flush(events);
      yield* takeIn([first, ...(Array.isArray(rest) ? rest : [])]);
    }
  } finally {
    events.close();
  }
}

function* request({ name, payload }: RequestEvent) {
  if (name === 'private-request/created') yield* put(privateRequestAdded(unstamped(payload)));
  else yield* put(privateRequestAccessed(payload.conversationId));
}

export function* showEventsSaga() {
  yield* fork(followChats);
  yield* fork(follow<RequestEvent>, yield* call(lineEvents<RequestName>, requestNames), request);
}
