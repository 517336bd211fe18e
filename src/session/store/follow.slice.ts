/** Follows and unfollows since the page was loaded: unique performer ids. */
import { sessionEnded, signedOut } from './auth.slice';
import { onAction, createSlice } from './slice';

export interface FollowState {
  ids: string[];
  /** Performers unfollowed since then. Earlier responses still report them as followed. */
  unfollowedIds: string[];
}

const noFollows: FollowState = { ids: [], unfollowedIds: [] };

const without = (ids: readonly string[], id: string): string[] => ids.filter((other) => other !== id);

const slice = createSlice(
  'follow',
  noFollows,
  {
    followed: ({ ids, unfollowedIds }, id: string) => ({ ids: [...without(ids, id), id], unfollowedIds: without(unfollowedIds, id) }),
    unfollowed: ({ ids, unfollowedIds }, id: string) => ({ ids: without(ids, id), unfollowedIds: [...without(unfollowedIds, id), id] }),
  },
  [onAction(signedOut, () => noFollows), onAction(sessionEnded, () => noFollows)],
);

export const { followed, unfollowed } = slice.actions;
export const followReducer = slice.reducer;
