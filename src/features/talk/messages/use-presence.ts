/** Presence of the accounts on screen: the API sends events while the screen is mounted. */
import { useEffect, useId } from 'react';
import { useAccountId, useAppDispatch } from '@web/session/store/hooks';
import { presenceWatched } from '@web/session/store/intents';

/** Watches the presence of the accounts `ids` while mounted; `useIsOnline` returns it. The order of the ids does not matter. */
export function usePresenceOf(ids: readonly string[]): void {
  const dispatch = useAppDispatch();
  // Guests have no connection, and must not load the code behind it.
  const isSignedIn = useAccountId() !== null;
  const screen = useId();
  const idList = [...new Set(ids)].sort().join(' ');
  useEffect(() => {
    if (idList === '' || !isSignedIn) return;
    dispatch(presenceWatched({ screen, accountIds: idList.split(' ') }));
    return () => void dispatch(presenceWatched({ screen, accountIds: [] }));
  }, [dispatch, screen, idList, isSignedIn]);
}
