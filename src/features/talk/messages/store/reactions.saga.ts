/** Adds and removes emoji: shown at once, and taken back if the API rejects it. */
import { showFailure } from '@web/forms/show-failure';
import { services } from '@web/services/services';
import { call, put, takeEvery } from 'typed-redux-saga';
import type { Message } from './chat';
import { reactionToggled } from './intents';
import { threadOf } from './selectors';
import { messageChanged } from './threads.slice';

/** The reactions after the user has pressed `emoji`: one more with it, or one fewer. */
export function toggledReactions(reactions: Message['reactions'], emoji: string): Message['reactions'] {
  const existing = reactions.find((reaction) => reaction.emoji === emoji);
  if (existing === undefined) return [...reactions, { emoji, total: 1, isMine: true }];
  const total = existing.total + (existing.isMine ? -1 : 1);
  return reactions.flatMap((reaction) => {
    if (reaction !== existing) return [reaction];
    return total === 0 ? [] : [{ emoji, total, isMine: !existing.isMine }];
  });
}

function* toggle({ payload: { message, emoji } }: ReturnType<typeof reactionToggled>) {
  const { _id: id, conversationId } = message;
  const { items } = yield* threadOf(conversationId);
  const shown = items.find(({ _id }) => _id === id) ?? message;
  const isRemoved = shown.reactions.some((reaction) => reaction.emoji === emoji && reaction.isMine);
  const name = isRemoved ? 'DELETE /messages/:id/reactions/:emoji' : 'PUT /messages/:id/reactions/:emoji';
  yield* put(messageChanged({ ...shown, reactions: toggledReactions(shown.reactions, emoji) }));
  try {
    yield* put(messageChanged(yield* call(services.messages[name], { params: { id, emoji } })));
  } catch (error) {
    yield* put(messageChanged(shown));
    yield* call(showFailure, error);
  }
}

export function* reactionsSaga() {
  yield* takeEvery(reactionToggled, toggle);
}
