/** The list of conversations, opening and closing one, and muting. Everything asked for is done after a zero delay. */
import { messages as words } from '@contract/kernel/errors';
import type { BodyOf } from '@web/services/call';
import { services } from '@web/services/services';
import { problemOf } from '@web/session/problem';
import { showFailure } from '@web/session/show-failure';
import type { Task } from 'redux-saga';
import { call, cancel, delay, fork, put, take, takeEvery, takeLatest } from 'typed-redux-saga';
import type { Conversation } from './chat';
import {
  conversationAdded,
  conversationDeactivated,
  conversationHeard,
  conversationSeen,
  conversationSelected,
  listContinued,
  listFailed,
  listRefreshed,
  listReplaced,
  listRequested,
  openingFailed,
  openingStarted,
} from './conversations.slice';
import { conversationClosed, conversationOpened, conversationsAsked, listShown, muteAsked } from '../../../messages/intents';
import { threadAsked } from '../../../messages/outcomes';
import { loadProblem, refreshRow } from '../../../messages/rows.saga';
import { theState } from './selects';

/** Rows that are fetched at once. */
export const rowsAtOnce = 20;

function* loadList({ payload: { filter: asked, more } }: ReturnType<typeof conversationsAsked>) {
  yield* delay(0);
  const { conversations } = yield* theState();
  const filter = more ? conversations.filter : asked;
  const cursor = (more ? conversations.nextCursor : null) ?? undefined;
  if (more && cursor === undefined) return;
  yield* put(listRequested(filter));
  try {
    const page = yield* call(() => services.conversations['GET /conversations']({ query: { ...filter, cursor, limit: rowsAtOnce } }));
    yield* put(more ? listContinued(page) : listReplaced(page));
    const { active, shown } = (yield* theState()).conversations;
    if (active === null && shown !== null) yield* put(conversationSelected(shown));
  } catch (error) {
    yield* put(listFailed(loadProblem(error)));
  }
  yield* fork(knowShown);
}

/** Whatever became of the list, the conversation on screen does not hang on it. */
function* knowShown() {
  const { shown, mapping } = (yield* theState()).conversations;
  if (shown !== null && mapping[shown] === undefined) yield* refreshRow(shown);
}

/** The first page as it is now, without taking away what is there. */
export function* refreshList() {
  const { conversations } = yield* theState();
  try {
    const page = yield* call(() => services.conversations['GET /conversations']({ query: { ...conversations.filter, limit: rowsAtOnce } }));
    yield* put(listRefreshed(page));
  } catch {
    // The next connection, or whoever opens the list, asks again.
  }
}

/** A list that is there already is only looked through for what is new: who comes back finds what she left. */
function* showList({ payload: filter }: ReturnType<typeof listShown>) {
  yield* delay(0);
  const { conversations } = yield* theState();
  const isThere = conversations.success && JSON.stringify(conversations.filter) === JSON.stringify(filter);
  if (isThere) yield* refreshList();
  else yield* put(conversationsAsked({ filter, more: false }));
}

/** A new list takes the place of one that is on its way; more of it is asked for once at a time. */
function* followLists() {
  let loading: Task | undefined;
  for (;;) {
    const asked = yield* take(conversationsAsked);
    if (asked.payload.more && loading?.isRunning()) continue;
    if (loading) yield* cancel(loading);
    loading = yield* fork(loadList, asked);
  }
}

/** At once on the screen, then at the host; a host that is away is told with the next message that is read. */
function* markAllRead(id: string) {
  yield* put(conversationSeen(id));
  try {
    yield* call(services.messages['POST /messages/read-all/:id'], { params: { id } });
    yield* put(conversationSeen(id));
  } catch {
    // The next answer with this conversation says how much is unread.
  }
}

function* openKnown(id: string) {
  const { conversations } = yield* theState();
  yield* put(conversationSelected(id));
  yield* put(threadAsked(id));
  yield* fork(markAllRead, id);
  if (conversations.mapping[id] === undefined) yield* fork(refreshRow, id);
}

const isWith = (accountId: string) => (conversation: Conversation) => conversation.recipient._id === accountId;

function* conversationWith(asked: BodyOf<'POST /conversations'>) {
  const { conversations } = yield* theState();
  const known = Object.values(conversations.mapping).find(isWith(asked.sourceId));
  return known ?? (yield* call(services.conversations['POST /conversations'], { body: asked }));
}

function* open({ payload }: ReturnType<typeof conversationOpened>) {
  yield* delay(0);
  if ('id' in payload) return yield* openKnown(payload.id);
  yield* put(openingStarted());
  try {
    const conversation = yield* conversationWith(payload);
    yield* put(conversationAdded(conversation));
    yield* openKnown(conversation._id);
  } catch (error) {
    yield* put(openingFailed(problemOf(error, words.loadFailed)));
  }
}

/** One thread is open at a time: opening another ends what the last opening still had to do, and so does closing. */
function* openOrClose(asked: ReturnType<typeof conversationOpened> | ReturnType<typeof conversationClosed>) {
  if (conversationOpened.match(asked)) return yield* open(asked);
  yield* delay(0);
  yield* put(conversationDeactivated());
}

function* mute({ payload: { id, isMuted } }: ReturnType<typeof muteAsked>) {
  try {
    yield* put(conversationHeard(yield* call(services.conversations['PUT /conversations/:id'], { params: { id }, body: { isMuted } })));
  } catch (error) {
    showFailure(error);
  }
}

export function* conversationsSaga() {
  yield* fork(followLists);
  yield* takeLatest(listShown, showList);
  yield* takeLatest([conversationOpened, conversationClosed], openOrClose);
  yield* takeEvery(muteAsked, mute);
}
