/** The list of conversations, opening and closing one, and muting. Every request is made after a zero delay. */
import * as errorTexts from '@contract/kernel/messages';
import type { BodyOf } from '@web/services/call';
import { services } from '@web/services/services';
import { serializeError } from '@web/services/serialized-error';
import { showFailure } from '@web/forms/show-failure';
import type { Task } from 'redux-saga';
import { call, cancel, delay, fork, put, take, takeEvery, takeLatest } from 'typed-redux-saga';
import type { Conversation } from './chat';
import {
  conversationAdded,
  conversationDeactivated,
  conversationReceived,
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
import { conversationClosed, conversationOpened, conversationsRequested, listShown, muteRequested } from './intents';
import { newestRequested } from './internal-actions';
import { serializeLoadError, refreshRow } from './rows.saga';
import { selectState } from './selectors';

/** Page size of the list. */
export const conversationsPageSize = 20;

function* loadList({ payload: { filter: requestedFilter, more } }: ReturnType<typeof conversationsRequested>) {
  yield* delay(0);
  const { conversations } = yield* selectState();
  const filter = more ? conversations.filter : requestedFilter;
  const cursor = (more ? conversations.nextCursor : null) ?? undefined;
  if (more && cursor === undefined) return;
  yield* put(listRequested(filter));
  try {
    const page = yield* call(() =>
      services.conversations['GET /conversations']({ query: { ...filter, cursor, limit: conversationsPageSize } }),
    );
    yield* put(more ? listContinued(page) : listReplaced(page));
    const { active, shown } = (yield* selectState()).conversations;
    if (active === null && shown !== null) yield* put(conversationSelected(shown));
  } catch (error) {
    yield* put(listFailed(serializeLoadError(error)));
  }
  yield* fork(ensureShownLoaded);
}

/** The open conversation stays loaded whatever happens to the list. */
function* ensureShownLoaded() {
  const { shown, mapping } = (yield* selectState()).conversations;
  if (shown !== null && mapping[shown] === undefined) yield* refreshRow(shown);
}

/** Merges the current first page into the list, without removing rows. */
export function* refreshList() {
  const { conversations } = yield* selectState();
  try {
    const page = yield* call(() =>
      services.conversations['GET /conversations']({ query: { ...conversations.filter, limit: conversationsPageSize } }),
    );
    yield* put(listRefreshed(page));
  } catch {
    // The next connection, or the next opening of the list, tries again.
  }
}

/** A list that is already loaded is only refreshed, so that a returning user finds it where they left it. */
function* showList({ payload: filter }: ReturnType<typeof listShown>) {
  yield* delay(0);
  const { conversations } = yield* selectState();
  const isLoaded = conversations.success && JSON.stringify(conversations.filter) === JSON.stringify(filter);
  if (isLoaded) yield* refreshList();
  else yield* put(conversationsRequested({ filter, more: false }));
}

/** A request for a new list cancels the running one; requests for more rows run one at a time. */
function* watchLists() {
  let loading: Task | undefined;
  for (;;) {
    const action = yield* take(conversationsRequested);
    if (action.payload.more && loading?.isRunning()) continue;
    if (loading) yield* cancel(loading);
    loading = yield* fork(loadList, action);
  }
}

/** Marks as read on screen immediately, then at the API. After a failure the next message that is read marks all as read. */
function* markAllRead(id: string) {
  yield* put(conversationSeen(id));
  try {
    yield* call(services.messages['POST /messages/read-all/:id'], { params: { id } });
    yield* put(conversationSeen(id));
  } catch {
    // The next response with this conversation contains the unread count.
  }
}

function* openById(id: string) {
  const { conversations } = yield* selectState();
  yield* put(conversationSelected(id));
  yield* put(newestRequested(id));
  yield* fork(markAllRead, id);
  if (conversations.mapping[id] === undefined) yield* fork(refreshRow, id);
}

const isWith = (accountId: string) => (conversation: Conversation) => conversation.recipient._id === accountId;

function* conversationWith(body: BodyOf<'POST /conversations'>) {
  const { conversations } = yield* selectState();
  const existing = Object.values(conversations.mapping).find(isWith(body.sourceId));
  return existing ?? (yield* call(services.conversations['POST /conversations'], { body }));
}

function* open({ payload }: ReturnType<typeof conversationOpened>) {
  yield* delay(0);
  if ('id' in payload) return yield* openById(payload.id);
  yield* put(openingStarted());
  try {
    const conversation = yield* conversationWith(payload);
    yield* put(conversationAdded(conversation));
    yield* openById(conversation._id);
  } catch (error) {
    yield* put(openingFailed(serializeError(error, errorTexts.loadFailed)));
  }
}

/** One thread is open at a time: opening another cancels what the previous opening still had to do, and so does closing. */
function* openOrClose(action: ReturnType<typeof conversationOpened> | ReturnType<typeof conversationClosed>) {
  if (conversationOpened.match(action)) return yield* open(action);
  yield* delay(0);
  yield* put(conversationDeactivated());
}

function* mute({ payload: { id, isMuted } }: ReturnType<typeof muteRequested>) {
  try {
    yield* put(conversationReceived(yield* call(services.conversations['PUT /conversations/:id'], { params: { id }, body: { isMuted } })));
  } catch (error) {
    showFailure(error);
  }
}

export function* conversationsSaga() {
  yield* fork(watchLists);
  yield* takeLatest(listShown, showList);
  yield* takeLatest([conversationOpened, conversationClosed], openOrClose);
  yield* takeEvery(muteRequested, mute);
}
