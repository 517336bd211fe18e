/** What the host says of conversations while one is connected, and what is asked for after the connection was away. */
import type { Stamped } from '@contract/kernel/events';
import * as limits from '@contract/kernel/limits';
import { services } from '@web/services/services';
import { socketProven } from '@web/session/intents';
import { follow } from '@web/realtime/follow-channel.saga';
import { lineEvents } from '@web/session/line-events';
import type { HeardEvent } from '@web/session/line-events';
import { unstamped } from '@web/realtime/socket-events';
import { call, fork, put, takeLatest } from 'typed-redux-saga';
import { refreshList } from '../talk/messages/store/conversations.saga';
import { conversationHeard, conversationPatched, conversationSeen } from '../talk/messages/store/conversations.slice';
import { conversationsAsked } from './intents';
import { readHere } from './marks.saga';
import { catchUp, lookForGap } from '../talk/messages/store/messages.saga';
import { gapFound, markMade, threadAsked } from './outcomes';
import { refreshRow, spoken } from './rows.saga';
import { isLookedAt, rowOf, theState, threadOf } from '../talk/messages/store/selects';
import { waitingArrived } from '../talk/messages/store/sending.saga';
import {
  deliveredHeard,
  firstOf,
  messageChanged,
  messageDeletedRemotely,
  messageReceived,
  messageWithdrawn,
  seenHeard,
  stretchHealed,
  threadsForgotten,
  totalHeard,
} from '../talk/messages/store/threads.slice';
import { typingTold } from './typing.saga';

const names = [
  'message/created',
  'message/changed',
  'message/deleted',
  'conversation/delivered',
  'conversation/seen',
  'conversation/typing',
  'conversation/changed',
] as const;
type Name = (typeof names)[number];
type Heard = HeardEvent<Name>;

type Of<N extends Name> = Stamped<N>;

function* created(event: Of<'message/created'>, accountId: string) {
  const message = unstamped(event);
  const { conversationId: id, seq, clientKey } = message;
  const isOwn = message.senderId === accountId;
  if (isOwn && clientKey !== null) yield* waitingArrived(accountId, clientKey);
  const before = yield* threadOf(id);
  yield* put(messageReceived(message));
  if (before.isRead && seq > before.through + 1) yield* put(gapFound(id));
  if (!isOwn) yield* put(typingTold({ id, isTyping: false }));
  yield* fork(spoken, message, accountId);
  if (isOwn) return;
  yield* put(markMade((yield* isLookedAt(id)) ? { id, kind: 'seen' } : { id, kind: 'delivered', seq }));
}

function* deleted({ _id: messageId, conversationId: id }: Of<'message/deleted'>, accountId: string) {
  const { items } = yield* threadOf(id);
  const message = items.find(({ _id }) => _id === messageId);
  yield* put((message?.senderId === accountId ? messageWithdrawn : messageDeletedRemotely)({ id, messageId }));
  const row = yield* rowOf(id);
  const mayBeLast = message === undefined || message.seq === row?.lastSeq;
  if (row !== undefined && mayBeLast) yield* fork(refreshRow, id);
}

function* delivered({ conversationId: id, accountId, seq, at }: Of<'conversation/delivered'>) {
  yield* put(deliveredHeard({ id, accountId, seq }));
  const row = yield* rowOf(id);
  if (row !== undefined && seq > row.deliveredSeq) yield* put(conversationPatched({ id, facts: { deliveredSeq: seq, deliveredAt: at } }));
}

/** The other one has read, or the person herself on another device. */
function* seen({ conversationId: id, accountId: reader, seq, at }: Of<'conversation/seen'>, accountId: string) {
  const row = yield* rowOf(id);
  if (reader === accountId) {
    if (row === undefined || row.totalNotSeenMessages === 0) return;
    if (seq >= row.lastSeq) yield* put(conversationSeen(id));
    else yield* fork(refreshRow, id);
    return;
  }
  yield* put(seenHeard({ id, accountId: reader, seq }));
  if (row === undefined || seq <= row.seenSeq) return;
  const deliveredSeq = Math.max(row.deliveredSeq, seq);
  const deliveredAt = row.deliveredSeq >= seq ? row.deliveredAt : at;
  yield* put(conversationPatched({ id, facts: { seenSeq: seq, seenAt: at, deliveredSeq, deliveredAt } }));
}

function* typing({ conversationId: id, accountId: writer, isTyping }: Of<'conversation/typing'>, accountId: string) {
  if (writer !== accountId) yield* put(typingTold({ id, isTyping }));
}

/** By name: what an event makes of the store. */
const changes = {
  'message/created': created,
  'message/deleted': deleted,
  'message/changed': function* (event: Of<'message/changed'>) {
    yield* put(messageChanged(unstamped(event)));
  },
  'conversation/delivered': delivered,
  'conversation/seen': seen,
  'conversation/typing': typing,
  'conversation/changed': function* (event: Of<'conversation/changed'>) {
    yield* put(conversationHeard(unstamped(event)));
  },
} satisfies { [N in Name]: (payload: Of<N>, accountId: string) => Generator };

/** After the connection was away: what is shown is made whole, what is not shown is fetched by whoever opens it. */
function* heal() {
  const { conversations } = yield* theState();
  const { shown: id, filter } = conversations;
  yield* put(threadsForgotten({ but: id }));
  if (conversations.error !== null) yield* put(conversationsAsked({ filter, more: false }));
  if (conversations.success) yield* fork(refreshList);
  else if (id !== null) yield* fork(refreshRow, id);
  if (id !== null) yield* healThread(id);
}

function* healThread(id: string) {
  const thread = yield* threadOf(id);
  if (thread.error !== null && !thread.isRead) return yield* put(threadAsked(id));
  if (!thread.isRead || thread.isDetached) return;
  try {
    const page = yield* call(services.messages['GET /messages/conversations/:id'], {
      params: { id },
      query: { limit: limits.messagesPage, offset: 0 },
    });
    yield* put(totalHeard({ id, total: page.total }));
    // Meanwhile somebody has jumped to what is further up, and the newest have no place there.
    if ((yield* threadOf(id)).isDetached) return;
    // What came between is fetched first, so that the thread never shows a gap.
    if (firstOf(page) > thread.through + 1) yield* catchUp(id);
    // Deletions leave no message behind: the newest page is taken as it is now.
    yield* put(stretchHealed({ id, ...page }));
    yield* lookForGap(id);
    if (page.total > thread.through && (yield* isLookedAt(id))) yield* readHere(id);
  } catch {
    // The next message, or the next connection, finds what is missing.
  }
}

export function* eventsSaga(accountId: string) {
  const events = yield* call(lineEvents<Name>, names);
  yield* fork(follow<Heard>, events, function* ({ name, payload }: Heard) {
    const change = changes[name] as (payload: Heard['payload'], accountId: string) => Generator;
    yield* change(payload, accountId) as Generator<never>;
  });
  yield* takeLatest(socketProven, heal);
}
