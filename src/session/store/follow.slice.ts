/** Whom the signed-in person follows, as far as she has said so here: ids, each once. */
import { sessionEnded, signedOut } from './auth.slice';
import { hearing, makeSlice } from './slice';

export interface FollowState {
  ids: string[];
  /** Whom she has left here; lists that were read before still say that she follows. */
  left: string[];
}

const nobody: FollowState = { ids: [], left: [] };

const without = (ids: readonly string[], id: string): string[] => ids.filter((known) => known !== id);

const slice = makeSlice(
  'follow',
  nobody,
  {
    followed: ({ ids, left }, id: string) => ({ ids: [...without(ids, id), id], left: without(left, id) }),
    unfollowed: ({ ids, left }, id: string) => ({ ids: without(ids, id), left: [...without(left, id), id] }),
  },
  [hearing(signedOut, () => nobody), hearing(sessionEnded, () => nobody)],
);

export const { followed, unfollowed } = slice.actions;
export const followReducer = slice.reducer;
