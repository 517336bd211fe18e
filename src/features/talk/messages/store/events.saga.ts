/** Socket events of conversations, and the sync after a reconnect. */
import type { Stamped } from '@contract/kernel/events';
import * as limits from '@contract/kernel/limits';
import { services } from '@web/services/services';
import { socketAuthenticated } from '@web/session/store/intents';
import { forEachEvent } from '@web/realtime/event-channels.saga';
import { serverEventChannel } from '@web/realtime/server-event-channel';
import type { ReceivedEvent } from '@web/realtime/server-event-channel';
import { unstamped } from '@web/realtime/socket-events';
import { call, fork, put, takeLatest } from 'typed-redux-saga';
import { refreshList } from './conversations.saga';
import { conversationReceived, conversationPatched, conversationSeen } from './conversations.slice';
import { conversationsRequested } from './intents';
import { markReadLocally } from './marks.saga';
import { catchUp, reportGap } from './messages.saga';
import { gapFound, markAdded, newestRequested } from './internal-actions';
import { applyChange, applyMessage, refreshRow } from './rows.saga';
import { isViewed, rowOf, selectState, threadOf } from './selectors';
import { confirmQueued } from './sending.saga';
import {
  deliveryAcknowledged,
  firstSeqOf,
  messageChanged,
  messageDeletedRemotely,
  messageReceived,
  messageWithdrawn,
  readAcknowledged,
  newestPageSynced,
  threadsDropped,
  totalRaised,
} from './threads.slice';
import { typingReceived } from './typing.saga';

const eventNames = [
  'message/created',
  'message/changed',
  'message/deleted',
  'conversation/delivered',
  'conversation/seen',
  'conversation/typing',
  'conversation/changed',
] as const;
type EventName = (typeof eventNames)[number];
type MessagingEvent = ReceivedEvent<EventName>;

type Payload<N extends EventName> = Stamped<N>;

function* handleCreated(event: Payload<'message/created'>, accountId: string) {
  const message = unstamped(event);
  const { conversationId, seq, clientKey } = message;
  const isOwn = message.senderId === accountId;
  if (isOwn && clientKey !== null) yield* confirmQueued(accountId, clientKey);
  const thread = yield* threadOf(conversationId);
  yield* put(messageReceived(message));
  if (thread.isLoaded && seq > thread.through + 1) yield* put(gapFound(conversationId));
  if (!isOwn) yield* put(typingReceived({ id: conversationId, isTyping: false }));
  yield* fork(applyMessage, message, accountId);
  if (isOwn) return;
  yield* put(
    markAdded((yield* isViewed(conversationId)) ? { id: conversationId, kind: 'seen' } : { id: conversationId, kind: 'delivered', seq }),
  );
}

function* handleChanged(event: Payload<'message/changed'>) {
  const message = unstamped(event);
  yield* put(messageChanged(message));
  yield* applyChange(message);
}

function* handleDeleted({ _id: messageId, conversationId }: Payload<'message/deleted'>, accountId: string) {
  const { items } = yield* threadOf(conversationId);
  const message = items.find(({ _id }) => _id === messageId);
  yield* put((message?.senderId === accountId ? messageWithdrawn : messageDeletedRemotely)({ id: conversationId, messageId }));
  const row = yield* rowOf(conversationId);
  const mayBeLast = message === undefined || message.seq === row?.lastSeq;
  if (row !== undefined && mayBeLast) yield* fork(refreshRow, conversationId);
}

function* handleDelivered({ conversationId, accountId, seq, at }: Payload<'conversation/delivered'>) {
  yield* put(deliveryAcknowledged({ id: conversationId, accountId, seq }));
  const row = yield* rowOf(conversationId);
  if (row !== undefined && seq > row.deliveredSeq)
    yield* put(conversationPatched({ id: conversationId, changes: { deliveredSeq: seq, deliveredAt: at } }));
}

/** The other participant has read the messages, or this user has on another device. */
function* handleSeen({ conversationId, accountId: readerId, seq, at }: Payload<'conversation/seen'>, accountId: string) {
  const row = yield* rowOf(conversationId);
  if (readerId === accountId) {
    if (row === undefined || row.totalNotSeenMessages === 0) return;
    if (seq >= row.lastSeq) yield* put(conversationSeen(conversationId));
    else yield* fork(refreshRow, conversationId);
    return;
  }
  yield* put(readAcknowledged({ id: conversationId, accountId: readerId, seq }));
  if (row === undefined || seq <= row.seenSeq) return;
  const deliveredSeq = Math.max(row.deliveredSeq, seq);
  const deliveredAt = row.deliveredSeq >= seq ? row.deliveredAt : at;
  yield* put(conversationPatched({ id: conversationId, changes: { seenSeq: seq, seenAt: at, deliveredSeq, deliveredAt } }));
}

function* handleTyping({ conversationId, accountId: typistId, isTyping }: Payload<'conversation/typing'>, accountId: string) {
  if (typistId !== accountId) yield* put(typingReceived({ id: conversationId, isTyping }));
}

/** Handlers by event name. */
const handlers = {
  'message/created': handleCreated,
  'message/deleted': handleDeleted,
  'message/changed': handleChanged,
  'conversation/delivered': handleDelivered,
  'conversation/seen': handleSeen,
  'conversation/typing': handleTyping,
  'conversation/changed': function* (event: Payload<'conversation/changed'>) {
    yield* put(conversationReceived(unstamped(event)));
  },
} satisfies { [N in EventName]: (payload: Payload<N>, accountId: string) => Generator };

/** Syncs what is on screen after a reconnect; everything else is loaded when it is opened. */
function* resync() {
  const { conversations } = yield* selectState();
  const { shown: id, filter } = conversations;
  yield* put(threadsDropped({ exceptId: id }));
  if (conversations.error !== null) yield* put(conversationsRequested({ filter, more: false }));
  if (conversations.success) yield* fork(refreshList);
  else if (id !== null) yield* fork(refreshRow, id);
  if (id !== null) yield* resyncThread(id);
}

function* resyncThread(id: string) {
  const thread = yield* threadOf(id);
  if (thread.error !== null && !thread.isLoaded) return yield* put(newestRequested(id));
  if (!thread.isLoaded || thread.isDetached) return;
  try {
    const page = yield* call(services.messages['GET /messages/conversations/:id'], {
      params: { id },
      query: { limit: limits.messagesPage, offset: 0 },
    });
    yield* put(totalRaised({ id, total: page.total }));
    // The user has jumped to older messages in the meantime, so the newest ones do not belong to the thread.
    if ((yield* threadOf(id)).isDetached) return;
    // Messages in between are fetched first, so that the thread never has a gap.
    if (firstSeqOf(page) > thread.through + 1) yield* catchUp(id);
    // A deleted message is absent from the page, so the newest page replaces that part of the thread.
    yield* put(newestPageSynced({ id, ...page }));
    yield* reportGap(id);
    if (page.total > thread.through && (yield* isViewed(id))) yield* markReadLocally(id);
  } catch {
    // The next message, or the next connection, finds what is missing.
  }
}

export function* eventsSaga(accountId: string) {
  const events = yield* call(serverEventChannel<EventName>, eventNames);
  yield* fork(forEachEvent<MessagingEvent>, events, function* ({ name, payload }: MessagingEvent) {
    const handler = handlers[name] as (payload: MessagingEvent['payload'], accountId: string) => Generator;
    yield* handler(payload, accountId) as Generator<never>;
  });
  yield* takeLatest(socketAuthenticated, resync);
}
