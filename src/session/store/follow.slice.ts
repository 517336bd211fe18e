/** Follows and unfollows since the page was loaded: unique performer ids. */
import { sessionEnded, signedOut } from './auth.slice';
import { onAction, createSlice } from './slice';

export interface FollowState {
  ids: string[];
  /** Unfollowed here. Lists that were read before still contain the follow. */
  left: string[];
}

const noFollows: FollowState = { ids: [], left: [] };

const without = (ids: readonly string[], id: string): string[] => ids.filter((other) => other !== id);

const slice = createSlice(
  'follow',
  noFollows,
  {
    followed: ({ ids, left }, id: string) => ({ ids: [...without(ids, id), id], left: without(left, id) }),
    unfollowed: ({ ids, left }, id: string) => ({ ids: without(ids, id), left: [...without(left, id), id] }),
  },
  [onAction(signedOut, () => noFollows), onAction(sessionEnded, () => noFollows)],
);

export const { followed, unfollowed } = slice.actions;
export const followReducer = slice.reducer;
